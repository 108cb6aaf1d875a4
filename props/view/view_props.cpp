// SPDX-License-Identifier: GPL-3.0-or-later
#include <boost/math/distributions/chi_squared.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/adversary/gossip_view.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>

#include "props/checks.hpp"
#include "props/gen/scenario.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational_gossip.hpp"
#include "props/view/view_checks.hpp"

namespace hearsay::props {

namespace {

using accounting::GossipLosses;
using gen::Scenario;
using graph::GossipMatrix;
using graph::Node;
using run::Context;
using run::Finding;

constexpr double slack = 1e-9;

/// The first place where what a check compares goes wrong.
struct Disagreement {
  std::string claimed, actual;
};

GossipMatrix matrix(const Scenario& s) { return graph::gossip_matrix(s.graph, s.weights); }

/// Rounds in which edges come and go: edge {a, b} is there in round t unless a + b + t is a multiple of 3.
std::vector<GossipMatrix> flickering(const Scenario& s) {
  std::vector<GossipMatrix> rounds;
  for (int t = 0; t < s.steps; ++t) {
    std::vector<graph::Edge> present;
    for (const auto& [a, b] : s.graph.edge_list()) {
      if ((a + b + static_cast<Node>(t)) % 3 != 0) present.emplace_back(a, b);
    }
    rounds.push_back(graph::gossip_matrix(graph::Graph(s.graph.nodes(), present), s.weights));
  }
  return rounds;
}

/// Where two views differ by more than rounding.
std::optional<Disagreement> compare(std::string_view kind, const Eigen::MatrixXd& accounted,
                                    const Eigen::MatrixXd& heard) {
  if (accounted.rows() != heard.rows() || (heard.rows() > 0 && accounted.cols() != heard.cols())) {
    return Disagreement{fmt::format("{}: {} messages", kind, accounted.rows()),
                        fmt::format("{} messages", heard.rows())};
  }
  if (heard.rows() == 0) return std::nullopt;
  Eigen::Index row = 0, column = 0;
  const double difference = (accounted - heard).cwiseAbs().maxCoeff(&row, &column);
  if (difference <= 1e-12 * std::max(1.0, heard.cwiseAbs().maxCoeff())) return std::nullopt;
  return Disagreement{fmt::format("{}: message {} depends on node {} by {}", kind, row, column, accounted(row, column)),
                      fmt::format("by {}", heard(row, column))};
}

std::optional<Disagreement> transcript_differs(const Scenario& s, const ViewAccountant& account) {
  const auto w = matrix(s);
  if (auto found = compare("plain", account(w, s.observers, s.steps), adversary::gossip_view(w, s.observers, s.steps)))
    return found;
  constexpr double gamma = 1.3;  // any number: the recursion is linear
  if (auto found = compare("accelerated", accounting::accelerated_view(w, gamma, s.observers, s.steps),
                           adversary::accelerated_view(w, gamma, s.observers, s.steps))) {
    return found;
  }
  const auto rounds = flickering(s);
  return compare("time-varying", accounting::gossip_view(rounds, s.observers),
                 adversary::gossip_view(rounds, s.observers));
}

std::optional<Disagreement> definition_differs(const Scenario& s, const LossAccountant& account) {
  const auto losses = account(matrix(s), s.observers, s.steps);
  const auto view = oracle::view(oracle::rational_matrix(s.graph, s.weights), s.observers, s.steps);
  const auto own_noise = oracle::own_noise_known(view, s.observers);
  const auto exact = oracle::losses(view), exact_own_noise = oracle::losses(own_noise);
  for (Node u = 0; u < s.graph.nodes(); ++u) {
    const std::array<std::tuple<std::string_view, double, oracle::Rational>, 3> pairs{
        {{"published", losses.published(u), oracle::published(view, u)},
         {"exact", losses.exact(u), exact[u]},
         {"exact with own noise", losses.exact_own_noise(u), exact_own_noise[u]}}};
    for (const auto& [name, accounted, wanted] : pairs) {
      if (!(std::abs(accounted - oracle::to_double(wanted)) <= slack * std::max(1.0, oracle::to_double(wanted)))) {
        return Disagreement{fmt::format("{} loss of node {}: {}", name, u, accounted), oracle::to_string(wanted)};
      }
    }
  }
  return std::nullopt;
}

/// A loss before and after something that should only help the observers.
struct Change {
  std::string_view what;
  Node node;
  double before, after;
};

void add_changes(std::vector<Change>& all, std::string_view what, const Eigen::VectorXd& before,
                 const Eigen::VectorXd& after, const std::vector<Node>& observers) {
  for (Node u = 0; u < before.size(); ++u) {
    if (!std::ranges::binary_search(observers, u)) all.push_back({what, u, before(u), after(u)});
  }
}

std::vector<Change> changes(const Scenario& s, const LossAccountant& account) {
  std::vector<Change> all;
  const auto w = matrix(s);
  const auto before = account(w, s.observers, s.steps).exact_own_noise;
  add_changes(all, "one more step", before, account(w, s.observers, s.steps + 1).exact_own_noise, s.observers);
  auto more = s.observers;
  for (Node v = 0; v < s.graph.nodes() && more.size() == s.observers.size(); ++v) {
    if (v != s.target && !s.observes(v)) more.insert(std::ranges::lower_bound(more, v), v);
  }
  add_changes(all, "one more observer", before, account(w, more, s.steps).exact_own_noise, more);
  const auto view = accounting::without_columns(accounting::gossip_view(w, s.observers, s.steps), s.observers);
  Eigen::VectorXd noisier = accounting::perturbed_losses(view, 2.0);
  for (const double tau : {0.5, 0.1}) {
    const Eigen::VectorXd quieter = accounting::perturbed_losses(view, tau);
    add_changes(all, "less noise on the messages", noisier, quieter, s.observers);
    noisier = quieter;
  }
  add_changes(all, "no noise on the messages", noisier, before, s.observers);
  return all;
}

Outcome does_not_fall(const Change& c) { return at_most(c.before, c.after, {}, Absolute{slack}); }

Outcome monotone(const Scenario& s, const LossAccountant& account) {
  Outcome outcome;
  for (const auto& change : changes(s, account)) outcome = worse(outcome, does_not_fall(change));
  return outcome;
}

/// Which node lost by what should only help the observers.
std::optional<Disagreement> not_monotone(const Scenario& s, const LossAccountant& account) {
  for (const auto& c : changes(s, account)) {
    if (does_not_fall(c).violated) {
      return Disagreement{fmt::format("{} leaves node {} at {} or more", c.what, c.node, c.before),
                          fmt::format("{}", c.after)};
    }
  }
  return std::nullopt;
}

/// Searches scenarios for a violation of `property`; what `fault` says of it is the witness.
template <class Property, class Fault>
Finding search_scenarios(const Context& context, const gen::ScenarioShape& shape, std::uint64_t cases,
                         const Property& property, const Fault& fault) {
  const auto tagged = [&](const Scenario& s) {
    Outcome outcome = property(s);
    outcome.tags = gen::tags(s);
    return outcome;
  };
  const auto result =
      search(gen::scenarios(shape), tagged,
             {.cases = cases, .coverage = {{"has a cycle", 5.0}, {"tree", 5.0}, {"coalition", 5.0}}}, context);
  return conclude(result, [&](const Scenario& s) {
    const auto found = fault(s).value();
    return compared_numerically(gen::to_json(s), {found.claimed, found.actual});
  });
}

}  // namespace

Finding matrix_matches_transcript(const Context& context, const ViewAccountant& account) {
  return search_scenarios(
      context, {.max_steps = 10, .coalitions = true, .min_degree = true}, context.pick(150u, 1000u, 20000u),
      [&](const Scenario& s) { return decided(!transcript_differs(s, account)); },
      [&](const Scenario& s) { return transcript_differs(s, account); });
}

Finding losses_match_definition(const Context& context, const LossAccountant& account) {
  return search_scenarios(
      context, {.max_nodes = 8, .coalitions = true, .min_degree = true}, context.pick(150u, 400u, 5000u),
      [&](const Scenario& s) { return decided(!definition_differs(s, account)); },
      [&](const Scenario& s) { return definition_differs(s, account); });
}

Finding view_is_monotone(const Context& context, const LossAccountant& account) {
  return search_scenarios(
      context, {.max_nodes = 10, .coalitions = true, .min_degree = true}, context.pick(150u, 1000u, 20000u),
      [&](const Scenario& s) { return monotone(s, account); },
      [&](const Scenario& s) { return not_monotone(s, account); });
}

Finding noise_is_independent(const Context& context, const NoiseMechanism& with_noise) {
  constexpr Eigen::Index nodes = 16;
  constexpr double sigma = 1.5;
  const auto runs = context.pick(500u, 2000u, 50000u);
  Eigen::MatrixXd noise(nodes, runs);
  for (std::uint32_t r = 0; r < runs; ++r)
    noise.col(r) = with_noise(Eigen::VectorXd::Zero(nodes), sigma, context.seed, r);
  noise /= sigma;

  // Each is a sum of squares of orthonormal combinations of the noise: chi-square under the claim.
  struct Statistic {
    std::string name;
    double value;
    double degrees;
  };
  const auto half = static_cast<Eigen::Index>(runs / 2);
  std::vector<Statistic> statistics{
      {"sums over the nodes", noise.colwise().sum().squaredNorm() / static_cast<double>(nodes),
       static_cast<double>(runs)},
      {"differences of two nodes", (noise.topRows(nodes / 2) - noise.bottomRows(nodes / 2)).squaredNorm() / 2.0,
       static_cast<double>(runs) * nodes / 2.0},
      {"sums over two runs", (noise.leftCols(half) + noise.rightCols(half)).squaredNorm() / 2.0,
       static_cast<double>(half * nodes)},
      {"differences of two runs", (noise.leftCols(half) - noise.rightCols(half)).squaredNorm() / 2.0,
       static_cast<double>(half * nodes)}};
  // In the sums above one silent node of sixteen is lost among the others.
  for (Eigen::Index v = 0; v < nodes; ++v)
    statistics.push_back({fmt::format("noise of node {}", v), noise.row(v).squaredNorm(), static_cast<double>(runs)});
  const double each = context.error_level / (2.0 * static_cast<double>(statistics.size()));
  Finding finding{.verdict = Verdict::holds, .instances = runs, .confidence = 1.0 - context.error_level};
  for (const auto& s : statistics) {
    const boost::math::chi_squared law(s.degrees);
    const double low = boost::math::quantile(law, each),
                 high = boost::math::quantile(boost::math::complement(law, each));
    if (s.value >= low && s.value <= high) continue;
    finding.verdict = Verdict::refuted;
    finding.witness =
        compared_statistically({{"nodes", nodes}, {"runs", runs}, {"statistic", s.name}},
                               {fmt::format("mean square in [{:.4f}, {:.4f}]", low / s.degrees, high / s.degrees),
                                fmt::format("{:.4f}", s.value / s.degrees)});
    break;
  }
  return finding;
}

void register_view(run::Registry& registry) {
  const ViewAccountant view = [](const GossipMatrix& w, std::span<const Node> observers, int steps) {
    return accounting::gossip_view(w, observers, steps);
  };
  const LossAccountant losses = [](const GossipMatrix& w, std::span<const Node> observers, int steps) {
    return accounting::gossip_losses(w, observers, steps);
  };
  registry.add("view.matrix_matches_transcript",
               [=](const Context& context) { return matrix_matches_transcript(context, view); });
  registry.add("view.losses_match_definition",
               [=](const Context& context) { return losses_match_definition(context, losses); });
  registry.add("view.noise_is_independent",
               [](const Context& context) { return noise_is_independent(context, protocol::with_noise); });
  registry.add("view.monotone", [=](const Context& context) { return view_is_monotone(context, losses); });
}

}  // namespace hearsay::props
