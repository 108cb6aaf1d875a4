// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/experiment.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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
      "exact delta over s + (1-s)f/n",                     // Theorem 5 below, Theorem 7 above
  };
  return std::ranges::any_of(reasons, [&](const std::string& reason) { return number.starts_with(reason); });
}

TEST(Experiments, RangesSaySomething) {
  const auto folder = tests::source_dir() / "experiments";
  for (const auto& id : experiment_ids(folder)) {
    const auto experiment = read_experiment(folder, id, "small");
    for (const auto& [name, range] : experiment.ranges.items()) {
      const auto& ends = range.is_object() ? range["range"] : range;
      const double low = ends[0].get<double>(), high = ends[1].get<double>();
      ASSERT_LE(low, high) << id << ": " << name;
      if (may_be_wide(name)) continue;
      EXPECT_GT(low * high, 0.0) << id << ": the range of '" << name << "' includes 0";
      EXPECT_LT(std::max(low / high, high / low), 1.9) << id << ": the range of '" << name << "' is wide";
    }
  }
}

}  // namespace
}  // namespace hearsay::empirical
