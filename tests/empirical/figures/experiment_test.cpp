// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/experiment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <hearsay/claims/catalogue.hpp>
#include "tests/source_dir.hpp"

namespace hearsay::empirical {
namespace {

TEST(Experiments, HaveExpectationsAndSomethingToShowAtBothScales) {
  const auto folder = tests::source_dir() / "experiments";
  const auto ids = experiment_ids(folder);
  EXPECT_FALSE(ids.empty());
  for (const auto& id : ids) {
    for (const auto* scale : {"small", "paper"}) {
      const auto experiment = read_experiment(folder, id, scale);
      EXPECT_FALSE(experiment.spec.source.empty()) << id;
      EXPECT_FALSE(experiment.spec.title.empty()) << id;
      EXPECT_FALSE(experiment.expected_source.empty()) << id;
      EXPECT_FALSE(experiment.ranges.empty()) << id << " has nothing to be compared with at scale " << scale;
      EXPECT_FALSE(experiment.spec.caption.empty()) << id << " does not say what is learnt";
      EXPECT_FALSE(experiment.spec.claims.empty()) << id << " illustrates nothing";
      EXPECT_TRUE(experiment.spec.picture || !experiment.spec.text.empty()) << id << " shows nothing";
    }
  }
}

TEST(Experiments, EveryMeasurementIsUsed) {
  const auto folder = tests::source_dir() / "experiments";
  std::vector<const Measurement*> used;
  for (const auto& id : experiment_ids(folder)) used.push_back(read_experiment(folder, id, "small").spec.measurement);
  for (const auto* measurement : measurements())
    EXPECT_NE(std::ranges::find(used, measurement), used.end()) << measurement->name;
}

/// What a range may be: not so wide that it says nothing. A number is named here, with the reason, if its range spans
/// a factor of 1.9 or includes 0 all the same.
bool may_be_wide(const std::string& number) {
  static const std::vector<std::string> reasons = {
      "width of the widest exact bracket",                 // an accuracy that is promised as an upper limit
      "largest spread of the exact loss at one distance",  // 0 by symmetry
      "exponent of n, Algorithm 2, ring",                  // 0 by its own formula
      "accuracy lost to the central baseline",             // "behave similarly": 0 up to two points
      "gain from n on, fixed number of contributions",     // the paper reads n >= 20 off its figure
      "mean exact loss, all graphs",                       // one generated graph: 0.37 to 1 over the seeds
      "loss towards all nodes",                            // the paper's mean and spread
      "exact delta over s + (1-s)f/n",                     // rumor.thm5.limit.family below, rumor.thm7 above
  };
  return std::ranges::any_of(reasons, [&](const std::string& reason) { return number.starts_with(reason); });
}

TEST(Experiments, RangesSaySomething) {
  const auto folder = tests::source_dir() / "experiments";
  for (const auto& id : experiment_ids(folder)) {
    for (const auto* scale : {"small", "paper"}) {
      const auto experiment = read_experiment(folder, id, scale);
      for (const auto& [name, range] : experiment.ranges.items()) {
        const auto& ends = range.is_object() ? range["range"] : range;
        const double low = ends[0].get<double>(), high = ends[1].get<double>();
        ASSERT_LE(low, high) << id << ": " << name;
        if (may_be_wide(name)) continue;
        EXPECT_GT(low * high, 0.0) << id << ": the " << scale << " range of '" << name << "' includes 0";
        EXPECT_LT(std::max(low / high, high / low), 1.9)
            << id << ": the " << scale << " range of '" << name << "' is wide";
      }
    }
  }
}

/// The rows of the catalogue that a text names.
std::vector<const claims::Claim*> named_claims(const std::string& text) {
  static const std::regex name("[a-z]+(\\.[a-z0-9_]+)+");
  std::vector<const claims::Claim*> found;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) {
    if (const auto* claim = claims::find(at->str())) found.push_back(claim);
  }
  return found;
}

/// The first run of six words that stands in the text more than once, or nothing.
std::string repeated_words(const std::string& text) {
  constexpr std::size_t run = 6;
  std::string plain = text;
  std::erase_if(plain, [](char c) { return c == ',' || c == ';' || c == '.'; });
  std::istringstream stream(plain);
  const std::vector<std::string> words(std::istream_iterator<std::string>(stream), {});
  std::set<std::string> seen;
  for (std::size_t i = 0; i + run <= words.size(); ++i) {
    std::string some;
    for (std::size_t k = 0; k < run; ++k) some += words[i + k] + " ";
    if (!seen.insert(some).second) return some;
  }
  return "";
}

/// What is wrong with where a range is said to come from, or nothing: it says something twice, names a theorem without
/// its row, or rests on a row that is refuted and does not say so.
std::string fault_of_source(const std::string& source) {
  if (const auto twice = repeated_words(source); !twice.empty()) return "says twice: " + twice;
  const auto rows = named_claims(source);
  if (source.find("Theorem") != std::string::npos && rows.empty()) return "names a theorem without its row";
  for (const auto* claim : rows) {
    if (claim->expected == Verdict::refuted && source.find("refuted") == std::string::npos)
      return "rests on " + std::string(claim->id) + ", which is refuted";
  }
  return "";
}

TEST(Experiments, SourcesSayEachThingOnceAndRestOnNothingRefuted) {
  const auto folder = tests::source_dir() / "experiments";
  for (const auto& id : experiment_ids(folder))
    EXPECT_EQ(fault_of_source(read_experiment(folder, id, "small").expected_source), "") << id;
}

TEST(Experiments, FaultsOfSourcesAreFound) {
  EXPECT_NE(fault_of_source("no protocol has delta(0) below f/n, and no protocol has delta(0) below f/n"), "");
  EXPECT_NE(fault_of_source("no protocol has delta(0) below f/n (Theorem 5)"), "");
  EXPECT_NE(fault_of_source("no protocol has delta(0) below f/n (Theorem 5, rumor.thm5.limit)"), "");
  EXPECT_EQ(fault_of_source("above 0 because Theorem 5 is refuted (rumor.thm5.limit)"), "");
  EXPECT_EQ(fault_of_source("delta = f/n with equality (Theorem 5, rumor.thm5.dp)"), "");
}

}  // namespace
}  // namespace hearsay::empirical
