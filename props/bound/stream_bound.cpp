// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/stream_bound.hpp"

#include <memory>
#include <optional>
#include <vector>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/graph/spectrum.hpp>

#include "props/bound/gossip_facts.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props::bound {

using gen::Scenario;
using oracle::Rational;

namespace {

constexpr std::string_view own_noise_suffix = "_own_noise";

/// "exact_own_noise" is "exact" towards observers who know their own noise.
struct StreamName {
  std::string loss;
  bool own_noise;
};
StreamName split(const std::string& name) {
  if (!name.ends_with(own_noise_suffix)) return {.loss = name, .own_noise = false};
  return {.loss = name.substr(0, name.size() - own_noise_suffix.size()), .own_noise = true};
}

std::optional<std::int64_t> stream_whole_number(const std::string& name, const Scenario& s) {
  if (name == "rounds" || name == "local") return s.steps;
  return place_fact(name, s);
}

/// Facts in fractions, each computed when it is asked for.
class StreamFractions {
 public:
  explicit StreamFractions(const Instance& instance) : s_(instance.scenario), w_(fractions_of(instance)) {}

  Rational operator()(const std::string& name) {
    if (const auto whole = stream_whole_number(name, s_)) return *whole;
    const auto [loss, own_noise] = split(name);
    if (loss == "exact") return oracle::boolean_maximum(matrix(own_noise));
    if (loss == "constant") return oracle::sum(matrix(own_noise));
    if (loss != "rate") throw formula::NotRational();
    return own_noise ? oracle::constant_rate_own_noise(w_, s_.observers, s_.target)
                     : oracle::constant_rate(w_, s_.observers, s_.target);
  }

 private:
  const oracle::Matrix& matrix(bool own_noise) {
    auto& found = matrices_[own_noise ? 1 : 0];
    if (!found) {
      const oracle::StreamSight sight{.observed = s_.observers,
                                      .known = own_noise ? s_.observers : std::vector<graph::Node>()};
      found = oracle::stream_loss_matrix(w_, sight, s_.steps, s_.target);
    }
    return *found;
  }

  Scenario s_;
  oracle::Matrix w_;
  std::optional<oracle::Matrix> matrices_[2];
};

/// The same in doubles, by the library.
class StreamDoubles {
 public:
  explicit StreamDoubles(const Instance& instance) : s_(instance.scenario), w_(matrix_of(instance)) {}

  double operator()(const std::string& name) {
    if (const auto whole = stream_whole_number(name, s_)) return static_cast<double>(*whole);
    if (name == "gap") return graph::spectrum(w_).gap;
    const auto [loss, own_noise] = split(name);
    if (loss == "rate")
      return accounting::ContinualRate(w_, view(own_noise)).constant()[static_cast<Eigen::Index>(s_.target)];
    const auto& squared = bounds(own_noise);
    return loss == "constant" ? squared.constant : *squared.exact;
  }

 private:
  [[nodiscard]] accounting::ContinualView view(bool own_noise) const {
    return {.observed = s_.observers, .known_noise = own_noise ? s_.observers : std::vector<graph::Node>()};
  }
  const linalg::QuadraticBounds& bounds(bool own_noise) {
    auto& found = bounds_[own_noise ? 1 : 0];
    if (!found) {
      const std::vector<graph::Node> targets{s_.target};
      found = accounting::ContinualAccountant(w_, view(own_noise), s_.steps, targets).sensitivity(s_.target).squared;
    }
    return *found;
  }

  Scenario s_;
  graph::GossipMatrix w_;
  std::optional<linalg::QuadraticBounds> bounds_[2];
};

}  // namespace

const formula::Vocabulary& stream_vocabulary() {
  static const formula::Vocabulary known{
      .names = {"exact", "exact_own_noise", "constant", "constant_own_noise", "rate", "rate_own_noise", "local",
                "rounds", "distance", "degree_target", "degree_observer", "n", "edges", "gap", "diameter", "observers"},
      .functions = {}};
  return known;
}

formula::Meaning<double> stream_doubles(const Instance& instance) {
  return [facts = std::make_shared<StreamDoubles>(instance)](const std::string& name, std::span<const double>) {
    return (*facts)(name);
  };
}

formula::Meaning<Rational> stream_fractions(const Instance& instance) {
  return [facts = std::make_shared<StreamFractions>(instance)](const std::string& name, std::span<const Rational>) {
    return (*facts)(name);
  };
}

formula::Meaning<formula::Range> stream_ranges(const Instance& instance) {
  return [facts = std::make_shared<StreamFractions>(instance), doubles = stream_doubles(instance)](
             const std::string& name, std::span<const formula::Range>) {
    return name == "gap" ? gap_range(doubles(name, {})) : formula::range_of((*facts)(name));
  };
}

run::Finding refute_stream(const formula::Expression& statement, const ScenarioDomain& domain,
                           const run::Context& context, const Watch& watch) {
  const Subject stream{.vocabulary = stream_vocabulary(),
                       .doubles = stream_doubles,
                       .fractions = stream_fractions,
                       .ranges = stream_ranges,
                       .describe = to_json_with_rounds};
  return refute_scenarios(statement, stream, domain, context, watch);
}

}  // namespace hearsay::props::bound
