// SPDX-License-Identifier: GPL-3.0-or-later
#include "zoo.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>
#include <hearsay/stats/anytime.hpp>
#include "controls/continual_controls.hpp"
#include "controls/gossip_controls.hpp"
#include "controls/learning_controls.hpp"
#include "controls/rumor_controls.hpp"
#include "controls/token_controls.hpp"
#include "empirical/attack/gossip.hpp"
#include "empirical/attack/rumor.hpp"
#include "empirical/attack/token.hpp"
#include "props/learning/learning_checks.hpp"
#include "props/linear/decor_checks.hpp"
#include "props/linear/summation_checks.hpp"
#include "props/muffliato/text_checks.hpp"
#include "props/oracle/graph_walk_oracle.hpp"
#include "props/oracle/rational_gossip.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/rumor/first_seen.hpp"
#include "props/rumor/first_sender.hpp"
#include "props/rumor/sentences.hpp"
#include "props/stream/losses.hpp"
#include "props/stream/text_checks.hpp"
#include "props/view/view_checks.hpp"
#include "props/walk/network_shuffling_checks.hpp"
#include "props/walk/walk_checks.hpp"

namespace hearsay::power {

namespace {

using empirical::AnytimeState;
using empirical::AnytimeStop;
using empirical::Rates;
using random::Purpose;
using random::Stream;

constexpr double alpha = 1e-6;  ///< probability of a false alarm
constexpr random::Seed seed{11};

constexpr std::string_view sequential = "anytime-valid likelihood-ratio attack",
                           frequency = "confidence sequence against the lumped chain";

// --- sequential tests

/// Lets `go_on(state, most)`, an anytime-valid attack, double its length until its verdict is clear or the budget
/// spent.
template <class GoOn>
AnytimeStop while_allowed(const Budget& budget, const GoOn& go_on) {
  AnytimeState state;
  for (std::uint64_t most = empirical::anytime_chunk; budget.allows(state.runs); most = 2 * state.runs) {
    const AnytimeStop stop = go_on(state, most);
    if (stop != AnytimeStop::runs) return stop;
  }
  return AnytimeStop::runs;
}

/// One score: with the change or without, from a stream of its own.
using Draw = std::function<double(bool changed, Stream& stream)>;

/// Tests "bound <= claimed" on independent scores.
bool refutes(const Draw& draw, const std::function<double(const Rates&)>& bound, double claimed, const Budget& budget) {
  const auto scores = [&](bool changed, Purpose purpose, std::uint64_t first, std::uint64_t count) {
    Stream stream(seed, purpose, static_cast<std::uint32_t>(first), changed ? 1 : 0);
    std::vector<double> drawn(count);
    for (double& score : drawn) score = draw(changed, stream);
    return drawn;
  };
  constexpr std::uint64_t chosen = 8192, certified = 200'000;
  const double threshold =
      empirical::choose_threshold(scores(true, Purpose::selection, 0, chosen),
                                  scores(false, Purpose::selection, 0, chosen), certified, alpha, bound);
  const auto count = [&](AnytimeState& state, std::uint64_t views) {
    const auto tally = empirical::count_alarms(scores(true, Purpose::attack, state.runs, views),
                                               scores(false, Purpose::attack, state.runs, views), threshold);
    state.hits.resize(2, 0);
    state.hits[0] += tally.true_alarms;
    state.hits[1] += tally.false_alarms;
  };
  const auto judge = [&](const AnytimeState& state) {
    return bound(empirical::anytime_rates(state, alpha)) > claimed ? std::optional(AnytimeStop::refuted) : std::nullopt;
  };
  return while_allowed(budget, [&](AnytimeState& state, std::uint64_t most) {
           return empirical::run_anytime(state, {.most_runs = most}, count, judge);
         }) == AnytimeStop::refuted;
}

/// Tests "this event has probability p" from both sides.
bool misses(double p, const std::function<bool(random::Words&)>& event, const Budget& budget) {
  const auto count = [&](AnytimeState& state, std::uint64_t replicates) {
    state.hits.resize(1, 0);
    for (std::uint64_t i = 0; i < replicates; ++i) {
      random::Words words(seed, Purpose::activation, static_cast<std::uint32_t>(state.runs + i));
      state.hits[0] += event(words) ? 1 : 0;
    }
  };
  const auto judge = [&](const AnytimeState& state) {
    const auto known = stats::anytime_interval(state.hits.empty() ? 0 : state.hits[0], state.runs, alpha);
    return known.contains(p) ? std::nullopt : std::optional(AnytimeStop::refuted);
  };
  return while_allowed(budget, [&](AnytimeState& state, std::uint64_t most) {
           return empirical::run_anytime(state, {.most_runs = most}, count, judge);
         }) == AnytimeStop::refuted;
}

// --- gossip

empirical::GossipAttack gossip(const graph::Graph& graph, std::vector<graph::Node> observers, graph::Node target,
                               int steps) {
  return {.w = graph::gossip_matrix(graph, graph::Weights::metropolis),
          .observers = std::move(observers),
          .target = target,
          .steps = steps,
          .sigma = 1.0,
          .sensitivity = 3.0,
          .confidence = 1.0 - alpha,
          .execution = {.seed = seed}};
}

/// Path 0-1-2, observer 0, target 2, two steps: by hand the loss is 1/2 of the local one.
empirical::GossipAttack on_the_path() { return gossip(graph::path(3), {0}, 2, 2); }
const double path_mu = 3.0 * std::sqrt(0.5);

bool gossip_exceeds(empirical::GossipAttack attack, double claimed_mu, const Budget& budget) {
  return while_allowed(budget, [&](AnytimeState& state, std::uint64_t most) {
           attack.runs = std::max<std::uint64_t>(most, 100);
           auto found = empirical::attack_gossip_anytime(attack, claimed_mu, std::move(state));
           state = std::move(found.state);
           return found.stop;
         }) == AnytimeStop::refuted;
}

/// Attacks the target that an accountant who believes `claimed` understates most.
bool understates(empirical::GossipAttack attack, const Eigen::VectorXd& claimed, const Budget& budget) {
  const Eigen::VectorXd exact = accounting::gossip_losses(attack.w, attack.observers, attack.steps).exact;
  double most = 0.0;
  for (Eigen::Index u = 0; u < exact.size(); ++u) {
    if (std::ranges::count(attack.observers, static_cast<graph::Node>(u)) > 0 || exact[u] - claimed[u] <= most)
      continue;
    most = exact[u] - claimed[u];
    attack.target = static_cast<graph::Node>(u);
  }
  return most > 0.0 &&
         gossip_exceeds(attack, attack.sensitivity * std::sqrt(std::max(0.0, claimed[attack.target])), budget);
}

/// Metropolis weights with the degree taken one too small: 1/max(d_u, d_v) instead of 1/(1 + max).
graph::GossipMatrix degree_off_by_one(const graph::Graph& graph) {
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(graph.nodes(), graph.nodes());
  std::vector<double> degree(graph.nodes(), 0.0);
  for (const auto& [u, v] : graph.edge_list()) ++degree[u], ++degree[v];
  for (const auto& [u, v] : graph.edge_list()) w(u, v) = w(v, u) = 1.0 / std::max(degree[u], degree[v]);
  for (Eigen::Index u = 0; u < w.rows(); ++u) w(u, u) = 1.0 - w.row(u).sum();
  return graph::GossipMatrix(w.sparseView());
}

bool wrong_view(const props::ViewAccountant& account, const Budget& budget) {
  return props::matrix_matches_transcript({.claim = "view.matrix_matches_transcript", .effort = budget.effort}, account)
             .verdict == Verdict::refuted;
}

// --- rumors

constexpr std::uint32_t nodes = 40, curious = 8;
double named(double muting, std::uint32_t curious_nodes = curious) {
  return accounting::rumor_map_success({nodes, curious_nodes}, muting, nodes - curious_nodes).estimate();
}

Bracket published(const accounting::RumorCrowd& crowd, double muting) {
  return Bracket::exact(controls::published_as_value(crowd, muting));
}

/// A sentence of the rumor paper about a process or formula that is wrong on purpose.
Defect wrong_sentence(std::string_view name, std::string_view control, std::string_view claim, std::string_view check,
                      std::function<run::Finding(const run::Context&)> finding) {
  return {.name = name,
          .control = control,
          .claim = claim,
          .check = check,
          .sizes = {1.0},
          .exposed = [claim, finding = std::move(finding)](double, const Budget& b) {
            return finding({.claim = std::string(claim), .effort = b.effort}).verdict == Verdict::refuted;
          }};
}

/// Algorithm 1 whose partners are wrong: with probability `to_curious` a curious node.
bool first_suspect_is_source(double muting, double to_curious, random::Words& words) {
  const auto stay = random::coin_threshold(muting), biased = random::coin_threshold(to_curious);
  std::vector<std::uint32_t> active{0};
  std::vector<char> is_active(nodes, 0);
  is_active[0] = 1;
  while (true) {
    const auto place = words.below(static_cast<std::uint32_t>(active.size()));
    const auto sender = active[place];
    if (words.next() >= stay) {
      is_active[sender] = 0;
      active.erase(active.begin() + place);
    }
    const std::uint32_t receiver = words.next() < biased ? nodes - curious + words.below(curious) : words.below(nodes);
    if (sender < nodes - curious && receiver >= nodes - curious) return sender == 0;
    if (is_active[receiver] == 0) {
      is_active[receiver] = 1;
      active.push_back(receiver);
    }
  }
}

/// Gossip with wrong noise, or losses that the wrong formula gives.
std::vector<Defect> gossip_defects() {
  return {
      {
          .name = "noise too small",
          .claim = "muffliato.thm1.repaired",
          .check = sequential,
          .unit = "factor of sigma",
          .sizes = {0.85, 0.95, 0.99, 0.997, 0.999},
          .exposed =
              [](double f, const Budget& b) {
                auto attack = on_the_path();
                attack.sigma = f;
                return gossip_exceeds(attack, path_mu, b);
              },
      },
      {
          .name = "sensitivity too small",
          .claim = "muffliato.thm1.repaired",
          .check = sequential,
          .unit = "factor",
          .sizes = {std::sqrt(2.0), 1.05, 1.01, 1.003, 1.001},
          .exposed = [](double f, const Budget& b) { return gossip_exceeds(on_the_path(), path_mu / f, b); },
      },
      {
          .name = "wrong neighboring relation",
          .claim = "muffliato.thm1.repaired",
          .check = sequential,
          .unit = "factor",
          .sizes = {2.0},
          .exposed = [](double f, const Budget& b) { return gossip_exceeds(on_the_path(), path_mu / f, b); },
      },
      {
          .name = "losses added instead of projected (Theorem 1)",
          .claim = "muffliato.thm1.repaired",
          .check = sequential,
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const auto attack = on_the_path();
                return understates(attack,
                                   accounting::gossip_losses(attack.w, attack.observers, attack.steps).published, b);
              },
      },
      {
          .name = "own noise counted as protection",
          .claim = "muffliato.thm1.repaired",
          .check = sequential,
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                auto attack = on_the_path();
                attack.own_noise_known = true;
                return gossip_exceeds(attack, path_mu, b);
              },
      },
  };
}

/// Gossip accounted for fewer steps, another graph, or fewer observers.
std::vector<Defect> accounting_defects() {
  return {
      {
          .name = "accounting stops steps early",
          .claim = "muffliato.thm1.repaired",
          .check = sequential,
          .unit = "steps",
          .sizes = {2.0, 1.0},
          .exposed =
              [](double fewer, const Budget& b) {
                const auto attack = gossip(graph::path(4), {0}, 3, 4);
                return understates(
                    attack,
                    accounting::gossip_losses(attack.w, attack.observers, attack.steps - static_cast<int>(fewer)).exact,
                    b);
              },
      },
      {
          .name = "accounted on a graph without one edge",
          .claim = "muffliato.thm1.repaired",
          .check = sequential,
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const std::vector<graph::Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {1, 4}};
                const auto attack = gossip(graph::Graph(5, edges), {0}, 1, 3);
                const auto other = graph::gossip_matrix(graph::path(5), graph::Weights::metropolis);
                return understates(attack, accounting::gossip_losses(other, attack.observers, attack.steps).exact, b);
              },
      },
      {
          .name = "coalition accounted as its first member",
          .claim = "muffliato.thm1.repaired",
          .check = sequential,
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const auto attack = gossip(graph::path(5), {0, 4}, 2, 3);
                return understates(
                    attack, accounting::gossip_losses(attack.w, std::vector<graph::Node>{0}, attack.steps).exact, b);
              },
      },
  };
}

/// View matrices that are not those of the protocol.
std::vector<Defect> view_defects() {
  return {
      {
          .name = "degree off by one in the weights",
          .claim = "view.matrix_matches_transcript",
          .check = "view matrix against the transcript",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return wrong_view(
                    [](const graph::GossipMatrix& w, auto observers, int steps) {
                      std::vector<graph::Edge> edges;
                      for (Eigen::Index u = 0; u < w.rows(); ++u) {
                        for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
                          if (entry.col() > u)
                            edges.emplace_back(static_cast<graph::Node>(u), static_cast<graph::Node>(entry.col()));
                        }
                      }
                      return accounting::gossip_view(
                          degree_off_by_one(graph::Graph(static_cast<graph::Node>(w.rows()), edges)), observers, steps);
                    },
                    b);
              },
      },
      {
          .name = "view starts one step late",
          .control = "view-starts-one-round-late",
          .claim = "view.matrix_matches_transcript",
          .check = "view matrix against the transcript",
          .sizes = {1.0},
          .exposed = [](double, const Budget& b) { return wrong_view(controls::late_view, b); },
      },
      {
          .name = "last step missing from the view",
          .claim = "view.matrix_matches_transcript",
          .check = "view matrix against the transcript",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return wrong_view(
                    [](const graph::GossipMatrix& w, auto observers, int steps) {
                      Eigen::MatrixXd view = accounting::gossip_view(w, observers, steps);
                      if (steps > 0) view.bottomRows(view.rows() / steps).setZero();
                      return view;
                    },
                    b);
              },
      },
      {
          .name = "lazy gossip accounted",
          .claim = "view.matrix_matches_transcript",
          .check = "view matrix against the transcript",
          .unit = "weight of the identity",
          .sizes = {0.5, 1e-3, 1e-6, 1e-9, 1e-12},
          .exposed =
              [](double share, const Budget& b) {
                return wrong_view(
                    [share](const graph::GossipMatrix& w, auto observers, int steps) {
                      Eigen::MatrixXd lazy = (1.0 - share) * Eigen::MatrixXd(w);
                      lazy.diagonal().array() += share;
                      return accounting::gossip_view(graph::GossipMatrix(lazy.sparseView()), observers, steps);
                    },
                    b);
              },
      },
  };
}

/// Losses that are not what their definitions say.
std::vector<Defect> loss_defects() {
  return {
      {
          .name = "published norm not squared",
          .control = "norm-not-squared",
          .claim = "view.losses_match_definition",
          .check = "losses against the definition",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::losses_match_definition({.claim = "view.losses_match_definition", .effort = b.effort},
                                                      controls::norm_not_squared)
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "own noise of the wrong node",
          .control = "own-noise-of-the-wrong-node",
          .claim = "view.losses_match_definition",
          .check = "losses against the definition",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::losses_match_definition({.claim = "view.losses_match_definition", .effort = b.effort},
                                                      controls::own_noise_of_the_wrong_node)
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "exact losses too small",
          .claim = "view.losses_match_definition",
          .check = "losses against the definition",
          .unit = "relative",
          .sizes = {0.1, 1e-3, 1e-6, 1e-9, 1e-12},
          .exposed =
              [](double share, const Budget& b) {
                return props::losses_match_definition({.claim = "view.losses_match_definition", .effort = b.effort},
                                                      [share](const graph::GossipMatrix& w, auto observers, int steps) {
                                                        auto losses = accounting::gossip_losses(w, observers, steps);
                                                        losses.exact *= 1.0 - share;
                                                        return losses;
                                                      })
                           .verdict == Verdict::refuted;
              },
      },
  };
}

/// Noise that is not everybody's own.
std::vector<Defect> noise_defects() {
  return {
      {
          .name = "every node draws the same noise",
          .control = "noise-is-reused",
          .claim = "view.noise_is_independent",
          .check = "covariance of the noise",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::noise_is_independent({.claim = "view.noise_is_independent", .effort = b.effort},
                                                   controls::reused_noise)
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "noise reused across runs",
          .claim = "view.noise_is_independent",
          .check = "covariance of the noise",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const auto same = [](Eigen::MatrixXd inputs, double sigma, random::Seed s, std::uint32_t) {
                  return protocol::with_noise(std::move(inputs), sigma, s, 0);
                };
                return props::noise_is_independent({.claim = "view.noise_is_independent", .effort = b.effort}, same)
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "one neighbor adds no noise",
          .claim = "view.noise_is_independent",
          .check = "covariance of the noise",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const auto silent = [](Eigen::MatrixXd inputs, double sigma, random::Seed s, std::uint32_t trial) {
                  const Eigen::RowVectorXd clear = inputs.row(0);
                  Eigen::MatrixXd noisy = protocol::with_noise(std::move(inputs), sigma, s, trial);
                  noisy.row(0) = clear;
                  return noisy;
                };
                return props::noise_is_independent({.claim = "view.noise_is_independent", .effort = b.effort}, silent)
                           .verdict == Verdict::refuted;
              },
      },
  };
}

/// Mechanisms and composition.
std::vector<Defect> mechanism_defects() {
  const auto epsilon_at = [](double delta) {
    return [delta](const Rates& r) { return empirical::epsilon_lower(r, delta); };
  };
  const auto mu_of = [](const Rates& r) { return empirical::mu_lower(r); };
  const auto shifted = [](double mu) {
    return [mu](bool changed, Stream& s) { return s.normal() + (changed ? mu : 0.0); };
  };
  return {
      {
          .name = "Laplace scale too small",
          .check = "anytime-valid threshold test",
          .unit = "factor of the scale",
          .sizes = {0.7, 0.85, 0.95, 0.98, 0.99, 0.997},
          .exposed =
              [=](double f, const Budget& b) {
                return refutes(
                    [f](bool changed, Stream& s) {
                      const double u = s.uniform_open() - 0.5;
                      return (changed ? 1.0 : 0.0) - std::copysign(f * std::log1p(-2.0 * std::abs(u)), u);
                    },
                    epsilon_at(0.0), 1.0, b);
              },
      },
      {
          .name = "randomized response with the wrong gamma",
          .claim = "walk.thm2.gamma.repaired",
          .check = "anytime-valid threshold test",
          .unit = "factor of gamma",
          .sizes = {0.5, 0.9, 0.97, 0.99, 0.997},
          .exposed =
              [=](double f, const Budget& b) {
                const double gamma = 2.0 / (std::exp(1.0) + 1.0);
                return refutes(
                    [=](bool changed, Stream& s) { return s.bernoulli(0.5 * f * gamma) == changed ? 0.0 : 1.0; },
                    epsilon_at(0.0), 1.0, b);
              },
      },
      {
          .name = "wrong answers for random ones",
          .control = "response-wrong-gamma",
          .claim = "walk.thm2.gamma.repaired",
          .check = "odds of the answers",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget&) {
                constexpr double epsilon = 0.1;
                const double wrong = controls::response_wrong_gamma(epsilon);
                return std::abs(std::log((1.0 - wrong) / wrong)) > epsilon;
              },
      },
      {
          .name = "one release of k not composed",
          .claim = "dp.gaussian.composition",
          .check = "anytime-valid threshold test",
          .unit = "k",
          .sizes = {2.0, 4.0, 16.0, 64.0, 256.0},
          .exposed = [=](double k,
                         const Budget& b) { return refutes(shifted(std::sqrt(k)), mu_of, std::sqrt(k - 1.0), b); },
      },
      {
          .name = "subsampling rate understated",
          .claim = "dp.subsampling",
          .check = "anytime-valid threshold test",
          .unit = "factor",
          .sizes = {2.0, 1.2, 1.05, 1.02, 1.005},
          .exposed =
              [=](double f, const Budget& b) {
                constexpr double rate = 0.1, mu = 3.0, epsilon = 0.5;
                const double claimed =
                    rate * divergence::gaussian_delta(mu, std::log1p(std::expm1(epsilon) / rate)).upper();
                return refutes(
                    [=](bool changed, Stream& s) { return (changed && s.bernoulli(f * rate) ? mu : 0.0) + s.normal(); },
                    [](const Rates& r) { return empirical::delta_lower(r, epsilon); }, claimed, b);
              },
      },
  };
}

/// Token walks.
std::vector<Defect> token_defects() {
  return {
      {
          .name = "walk noise too small",
          .check = sequential,
          .unit = "factor of sigma",
          .sizes = {0.5, 0.7, 0.85, 0.95, 0.99},
          .exposed =
              [](double f, const Budget& b) {
                // n = 2, T = 2: v learns u's contribution with probability 1/4, else nothing.
                constexpr double delta = 0.05;
                double low = 0.0, high = 50.0;
                while (high - low > 1e-9) {
                  const double middle = 0.5 * (low + high);
                  (0.25 * divergence::gaussian_delta(2.0, middle).estimate() > delta ? low : high) = middle;
                }
                return while_allowed(b, [&](AnytimeState& state, std::uint64_t most) {
                         auto found =
                             empirical::attack_walk_anytime({.users = 2,
                                                             .steps = 2,
                                                             .mu = 2.0 / f,
                                                             .terms = {.delta = delta,
                                                                       .runs = static_cast<std::int64_t>(most),
                                                                       .confidence = 1.0 - alpha,
                                                                       .execution = {.seed = seed, .jobs = 1}}},
                                                            high, std::move(state));
                         state = std::move(found.state);
                         return found.stop;
                       }) == AnytimeStop::refuted;
              },
      },
      {
          .name = "ring counter off by one",
          .control = "ring-counter-off-by-one",
          .claim = "walk.thm1.windows",
          .check = "least squares on the view",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget&) {
                const auto noisy = controls::ring_counter_off_by_one(3, 2);
                std::vector<props::oracle::NoisyStep> ring;
                for (int t = 1; t <= 6; ++t) ring.push_back({(t - 1) % 3, std::ranges::count(noisy, t) > 0 ? 1 : 0});
                return !props::oracle::view_square(ring, 0, 1, std::nullopt).has_value() &&
                       props::oracle::view_square(props::oracle::ring_steps(3, 2), 0, 1, std::nullopt).has_value();
              },
      },
      {
          .name = "observer counted as a user",
          .control = "walk-n-for-n-minus-one",
          .claim = "walk.thm3.cycle10.repaired",
          .check = "exact divergence of a cycle",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget&) {
                const double epsilon = 0.9, delta = 1e-6, mu = epsilon / std::sqrt(2.0 * std::log(1.25 / delta));
                const auto wrong = controls::walk_n_for_n_minus_one(2, 2.0, epsilon, delta);
                return accounting::cycle_delta(accounting::CycleMixture::binomial(2, 1.0, mu), wrong.epsilon).lower() >
                       wrong.delta;
              },
      },
  };
}

/// A wrong rule or formula of a token walk that a check of props/walk must refute.
Defect wrong_walk(std::string_view name, std::string_view control, std::string_view claim, std::string_view check,
                  const std::function<run::Finding(const run::Context&)>& finding) {
  return {.name = name,
          .control = control,
          .claim = claim,
          .check = check,
          .sizes = {1.0},
          .exposed = [=](double, const Budget& b) {
            const auto found = finding({.claim = claim, .effort = b.effort});
            // Violations in floating-point arithmetic, and upper bounds above what is claimed, are inconclusive.
            return found.verdict == Verdict::refuted || found.verdict == Verdict::inconclusive;
          }};
}

/// Sentences of the walk paper, and repairs, told wrongly.
std::vector<Defect> walk_formula_defects() {
  using props::SpottedWalk;
  using run::Context;
  constexpr std::string_view formulas = "formulas over all sizes", walks = "all walks in fractions";
  return {
      wrong_walk("spotted by the receiver only", "spotted-receivers-only", "walk.spotted.negligible.repaired", formulas,
                 [](const Context& c) {
                   return props::check_spotted_share([](const SpottedWalk& x) { return x.contributions() / x.users; },
                                                     c);
                 }),
      wrong_walk(
          "deviation of all contributions", "spotted-deviation-of-all-contributions", "walk.spotted.order", formulas,
          [](const Context& c) {
            return props::check_spotted_order(
                [](const SpottedWalk& x) {
                  return 2.0 * x.contributions() / x.users + std::sqrt(-0.5 * x.contributions() * std::log(x.delta));
                },
                c);
          }),
      wrong_walk("only edges towards the observer are capped", "cap-of-receivers-only", "walk.spotted.cap", walks,
                 [](const Context& c) {
                   return props::check_spotted_cap(
                       [](const std::vector<int>& walk, int most) {
                         std::vector<bool> fake(walk.size(), false);
                         for (std::size_t t = 0; t + 1 < walk.size(); ++t) {
                           int used = 0;
                           for (std::size_t s = 0; s < t; ++s) used += walk[s] == walk[t] && walk[s + 1] == walk[t + 1];
                           fake[t] = used >= most && walk[t] != walk[t + 1];
                         }
                         return fake;
                       },
                       c);
                 }),
      wrong_walk("edges without direction are capped", "cap-without-direction", "walk.spotted.fake", walks,
                 [](const Context& c) {
                   return props::check_fake_share(
                       [](const std::vector<int>& walk, int most) {
                         std::vector<bool> fake(walk.size(), false);
                         for (std::size_t t = 0; t + 1 < walk.size(); ++t) {
                           int used = 0;
                           for (std::size_t s = 0; s < t; ++s)
                             used += std::minmax(walk[s], walk[s + 1]) == std::minmax(walk[t], walk[t + 1]);
                           if (used >= most && walk[t] != walk[t + 1]) fake[t] = fake[t + 1] = true;
                         }
                         return fake;
                       },
                       c);
                 }),
      wrong_walk("the observer's own noise hides", "ring-distance-counts-the-observer", "walk.ring.next", walks,
                 [](const Context& c) {
                   return props::check_ring_distance(
                       [](int distance) { return props::oracle::Rational(1, distance + 1); }, c);
                 }),
      wrong_walk(
          "order without its factor", "order-without-its-factor", "walk.thm4.alpha.repaired", formulas,
          [](const Context& c) { return props::check_order_limit([](double delta) { return -std::log(delta); }, c); }),
      wrong_walk("losses of snapshots added", "snapshots-added", "walk.lemma1.composition.repaired", walks,
                 [](const Context& c) { return props::check_composition(props::snapshots, c); }),
      wrong_walk("half a contribution to descent", "half-a-contribution-to-descent", "walk.thm4.repaired",
                 "moments over all walks",
                 [](const Context& c) {
                   return props::check_descent(
                       [](std::int64_t users, std::int64_t colluders) {
                         return 0.5 * accounting::sgd_contribution(users, colluders);
                       },
                       c);
                 }),
      wrong_walk("orders without a limit", "orders-without-a-limit", "walk.remark5", formulas,
                 [](const Context& c) {
                   return props::check_numerical(
                       [](double users, double contributions, double sigma, double delta, bool) {
                         const double rate = 4.0 * contributions * std::log(users) / (users * sigma * sigma);
                         return rate + 2.0 * std::sqrt(-rate * std::log(delta));
                       },
                       c);
                 }),
      wrong_walk("scale of Laplace noise for its deviation", "laplace-scale-for-deviation", "walk.thm1.laplace",
                 "composition on a grid",
                 [](const Context& c) { return props::check_laplace(std::numbers::sqrt2, c); }),
      wrong_walk("fictive observation a step too early", "fictive-observation-too-early", "walk.thm3.fictive", walks,
                 [](const Context& c) {
                   return props::check_fictive(
                       [](int users, const std::vector<int>& walk) {
                         return props::fictive_observations(users - 1, walk);
                       },
                       c);
                 }),
      wrong_walk("half a cycle of answers", "half-a-cycle-of-answers", "walk.thm6.gain", formulas,
                 [](const Context& c) { return props::check_histogram_gain(10.5, c); }),
      wrong_walk("crossover of another constant", "crossover-of-another-constant", "walk.thm6.crossover", formulas,
                 [](const Context& c) { return props::check_crossover(20, c); }),
      wrong_walk("histogram of half the steps", "histogram-of-half-the-steps", "walk.thm6.final.repaired",
                 "exact multinomial law",
                 [](const Context& c) {
                   return props::check_composed_histogram([](std::int64_t steps) { return steps / 2; }, c);
                 }),
      wrong_walk("no 2 under the root", "spotted-without-the-two", "walk.lemma2.advanced.repaired",
                 "optimal composition",
                 [](const Context& c) {
                   return props::check_composed(
                       [](double count, double epsilon, double slack) {
                         return std::min(count * epsilon, std::sqrt(-count * std::log(slack)) * epsilon +
                                                              count * epsilon * std::tanh(0.5 * epsilon));
                       },
                       c);
                 }),
  };
}

/// Walks on a graph.
std::vector<Defect> graph_walk_defects() {
  return {
      {
          .name = "one pass per visit",
          .control = "graph-walk-single-visits",
          .claim = "graphwalk.exact",
          .check = "sum over all walks",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget&) {
                const auto pair = graph::complete(2);
                const auto w = graph::gossip_matrix(pair, graph::Weights::metropolis);
                const auto exact = props::oracle::walk_limit({props::oracle::rational_matrix(pair), 0, 1, 3});
                return controls::graph_walk_single_visits(w, 0, 1, 3) < props::oracle::to_double(exact);
              },
      },
  };
}

/// Noise that cancels between neighbors.
std::vector<Defect> correlated_defects() {
  return {
      {
          .name = "colluding users counted as honest",
          .claim = "decor.thm1",
          .check = "inverses without every coalition",
          .unit = "users",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const auto wrong = [](graph::Node nodes, graph::Node, double connectivity, double ratio) {
                  return props::collusion_bound(nodes, 0, connectivity, ratio);
                };
                return props::check_collusion(wrong, {.claim = "decor.thm1", .effort = b.effort}).verdict ==
                       Verdict::refuted;
              },
      },
      {
          .name = "connectivity too large",
          .claim = "decor.thm1",
          .check = "inverses without every coalition",
          .unit = "relative",
          .sizes = {0.5, 0.1, 1e-3, 1e-6, 1e-9},
          .exposed =
              [](double more, const Budget& b) {
                const auto wrong = [more](graph::Node nodes, graph::Node colluding, double connectivity, double ratio) {
                  return props::collusion_bound(nodes, colluding, (1.0 + more) * connectivity, ratio);
                };
                return props::check_collusion(wrong, {.claim = "decor.thm1", .effort = b.effort}).verdict ==
                       Verdict::refuted;
              },
      },
      {
          .name = "rounds left out of a table",
          .claim = "decor.tables",
          .check = "exact profile of released rows",
          .unit = "share of the rounds",
          .sizes = {0.5, 0.25, 0.2},
          .exposed =
              [](double share, const Budget& b) {
                const auto wrong = [share](double rho, double rounds, double delta) {
                  return props::released_conversion(rho, (1.0 - share) * rounds, delta);
                };
                return props::check_tables(wrong, {.claim = "decor.tables", .effort = b.effort}).verdict ==
                       Verdict::refuted;
              },
      },
      {
          .name = "series that adds its first power again",
          .claim = "decor.precision.repaired",
          .check = "exact inverses",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::check_precision(props::released_series,
                                              {.claim = "decor.precision.repaired", .effort = b.effort})
                           .verdict == Verdict::refuted;
              },
      },
  };
}

/// Sums of neighbors.
std::vector<Defect> summation_defects() {
  return {
      {
          .name = "sums of one unknown value",
          .claim = "girth.acyclic",
          .check = "ranks on every tree",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const auto wrong = [](std::size_t, std::size_t, std::size_t terms) { return terms >= 1; };
                return props::check_girth(true, wrong, {.claim = "girth.acyclic", .effort = b.effort}).verdict ==
                       Verdict::refuted;
              },
      },
      {
          .name = "half the shortest cycle taken as safe",
          .claim = "girth.linear",
          .check = "ranks on every small graph",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const auto wrong = [](std::size_t girth, std::size_t adversaries, std::size_t terms) {
                  return terms >= 2 && (girth == 0 || girth >= 2 * adversaries);
                };
                return props::check_girth(false, wrong, {.claim = "girth.linear", .effort = b.effort}).verdict ==
                       Verdict::refuted;
              },
      },
      {
          .name = "sums with a cycle",
          .claim = "girth.sums",
          .check = "ranks of every small list",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                const auto wrong = [](const props::Sums&) { return true; };
                return props::check_sums(wrong, {.claim = "girth.sums", .effort = b.effort}).verdict ==
                       Verdict::refuted;
              },
      },
  };
}

/// Reports that walk on a network.
std::vector<Defect> network_shuffling_defects() {
  // delta of a shuffle of so many users more than there are.
  const auto larger = [](double more) {
    return [more](std::size_t users, const props::oracle::Rational& ratio, const props::oracle::Rational& e_epsilon) {
      return props::uniform_shuffle_delta(users + static_cast<std::size_t>(more), ratio, e_epsilon);
    };
  };
  return {
      {
          .name = "shuffle of too many reports in the limit",
          .claim = "netshuffle.limit",
          .check = "all views on every small graph",
          .unit = "users",
          .sizes = {2.0, 1.0},
          .exposed =
              [larger](double more, const Budget& b) {
                return props::check_shuffling_limit(larger(more), {.claim = "netshuffle.limit", .effort = b.effort})
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "reports of the other side counted",
          .claim = "netshuffle.bipartite.repaired",
          .check = "all views on every small graph",
          .unit = "users",
          .sizes = {2.0, 1.0},
          .exposed =
              [larger](double more, const Budget& b) {
                return props::check_shuffling_by_sides(larger(more),
                                                       {.claim = "netshuffle.bipartite.repaired", .effort = b.effort})
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "floor of another mechanism",
          .claim = "netshuffle.steps",
          .check = "all views after each step",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                // Local DP as the floor: no step may help.
                const auto local = [](std::size_t, const props::oracle::Rational& ratio,
                                      const props::oracle::Rational& e_epsilon) {
                  return props::uniform_shuffle_delta(1, ratio, e_epsilon);
                };
                return props::check_shuffling_steps(local, {.claim = "netshuffle.steps", .effort = b.effort}).verdict ==
                       Verdict::refuted;
              },
      },
  };
}

/// Rumors.
std::vector<Defect> rumor_defects() {
  return {
      {
          .name = "curious nodes undercounted",
          .claim = "rumor.attack.bound",
          .check = frequency,
          .unit = "nodes",
          .sizes = {4.0, 1.0},
          .exposed =
              [](double more, const Budget& b) {
                const auto f = static_cast<std::uint32_t>(curious + more);
                const double claimed = named(0.5);
                return while_allowed(b, [&](AnytimeState& state, std::uint64_t most) {
                         auto found = empirical::attack_rumor_source_anytime({.nodes = nodes,
                                                                              .curious = f,
                                                                              .muting = 0.5,
                                                                              .runs = most,
                                                                              .confidence = 1.0 - alpha,
                                                                              .execution = {.seed = seed}},
                                                                             claimed, std::move(state));
                         state = std::move(found.state);
                         return found.stop;
                       }) != AnytimeStop::runs;
              },
      },
      {
          .name = "muting with the wrong probability",
          .claim = "rumor.attack.bound",
          .check = frequency,
          .unit = "difference",
          .sizes = {0.3, 0.1, 0.05, 0.02, 0.005},
          .exposed =
              [](double d, const Budget& b) {
                return misses(
                    named(0.5),
                    [d](random::Words& w) {
                      return controls::loud_source(nodes, curious, 0.5 - d, 0, w).first_suspect == 0;
                    },
                    b);
              },
      },
      {
          .name = "source sends several messages first",
          .control = "rumor-loud-source",
          .claim = "rumor.attack.bound",
          .check = frequency,
          .unit = "messages",
          .sizes = {4.0, 2.0, 1.0},
          .exposed =
              [](double bursts, const Budget& b) {
                return misses(
                    named(0.5),
                    [bursts](random::Words& w) {
                      return controls::loud_source(nodes, curious, 0.5, static_cast<int>(bursts), w).first_suspect == 0;
                    },
                    b);
              },
      },
      {
          .name = "muting before sending",
          .control = "rumor-mutes-first",
          .claim = "rumor.increments",
          .check = frequency,
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return misses(
                    named(0.5),
                    [](random::Words& w) { return controls::mutes_first(nodes, curious, 0.5, w).first_suspect == 0; },
                    b);
              },
      },
      {
          .name = "neighbors chosen with a bias to curious nodes",
          .claim = "rumor.attack.bound",
          .check = frequency,
          .unit = "probability",
          .sizes = {0.2, 0.05, 0.01, 0.003, 0.001},
          .exposed =
              [](double bias, const Budget& b) {
                return misses(
                    named(0.5), [bias](random::Words& w) { return first_suspect_is_source(0.5, bias, w); }, b);
              },
      },
      {
          .name = "published bound in place of the exact delta",
          .control = "rumor-published-as-value",
          .claim = "rumor.first_seen",
          .check = "which of two sources is seen first",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::first_seen_is_delta({.claim = "rumor.first_seen", .effort = b.effort}, published)
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "one honest node counted as curious",
          .control = "rumor-one-curious-too-many",
          .claim = "rumor.first_seen.bound",
          .check = "which of two sources is seen first",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::first_seen_is_bounded({.claim = "rumor.first_seen.bound", .effort = b.effort},
                                                    controls::one_curious_too_many)
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "rumor that starts at a neighbor of its source",
          .control = "rumor-starts-at-neighbor",
          .claim = "rumor.graph.exact",
          .check = "law of the first sender against all transcripts",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::sender_laws_are_exact({.claim = "rumor.graph.exact", .effort = b.effort},
                                                    controls::starts_at_neighbor)
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "curious nodes as a share of the others",
          .control = "rumor-fraction-of-others",
          .claim = "rumor.thm5.dp",
          .check = "exact delta of a small world",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget&) {
                const accounting::RumorLaw<double> law(accounting::rumor_world(4, 1), 0.0);
                return !rumor_delta(law, 0.0).contains(
                    controls::fraction_of_others(accounting::rumor_crowd(4, 1), 0.0));
              },
      },
  };
}

/// Rumors: sentences and steps of proofs.
std::vector<Defect> rumor_sentence_defects() {
  using oracle_rational = props::oracle::Rational;
  using props::oracle::Telling;
  const auto mutes_last = [](std::uint32_t active, const Telling& t) {
    active |= 1u << t.receiver;
    return t.stays ? active : active & ~(1u << t.sender);
  };
  const auto source_stays = [](std::uint32_t active, const Telling& t) {
    return active | 1u << t.receiver | (t.sender == t.source ? 1u << t.source : 0u);
  };
  const auto quiet_source = [](std::uint32_t active, const Telling& t) {
    return props::oracle::algorithm1(active, {t.source, t.sender, t.receiver, t.stays && t.sender != t.source});
  };
  const auto five = [](int nodes, double) { return std::min(5, nodes / 2); };
  return {
      wrong_sentence("sender that leaves after the receiver enters", "rumor-mutes-last", "rumor.alg1.terminates",
                     "states that are reached", [=](const auto& c) { return props::terminates(c, mutes_last); }),
      wrong_sentence("source that stays active after its message", "rumor-source-stays", "rumor.thm5.forgets",
                     "law of the first receiver",
                     [=](const auto& c) { return props::forgets_source(c, source_stays); }),
      wrong_sentence("source as likely as f/n to be seen first", "rumor-first-sender-f", "rumor.thm5.first_sender",
                     "all sets of active nodes",
                     [](const auto& c) {
                       const auto share = [](int k) {
                         return [k](const props::RumorSize& x, const oracle_rational&) {
                           return oracle_rational(k == 0 ? x.curious : 1, x.nodes);
                         };
                       };
                       return props::first_sender(c, share(0), share(1));
                     }),
      wrong_sentence("first message to one of the other nodes", "rumor-first-message-to-others",
                     "rumor.thm8.first_message", "all sets of active nodes",
                     [](const auto& c) {
                       return props::first_message_share(c, [](const props::RumorSize& x, const oracle_rational& s) {
                         return oracle_rational((1 - s) / (x.nodes - 1));
                       });
                     }),
      wrong_sentence("Theorem 7's step without its condition", "rumor-nothing-given", "rumor.thm7.conditional",
                     "all short transcripts", [](const auto& c) { return props::conditional_order(c, false); }),
      wrong_sentence("source that mutes for certain", "rumor-quiet-source", "rumor.thm10.active",
                     "all sets of active nodes", [=](const auto& c) { return props::active_order(c, quiet_source); }),
      wrong_sentence("martingale with steps of at most 1", "rumor-increments-of-one", "rumor.thm9.increments",
                     "means of the active count", [](const auto& c) { return props::martingale_increments(c, 1); }),
      wrong_sentence("round whose senders act in turn", "rumor-round-in-sequence", "rumor.thm9.mean.repaired",
                     "every outcome of a round", [](const auto& c) { return props::round_martingale(c, true); }),
      wrong_sentence("fixed number of curious nodes in Theorem 4", "rumor-fixed-curious-event", "rumor.thm4.event",
                     "chain of informed nodes", [=](const auto& c) { return props::seen_before_informed(c, five); }),
      wrong_sentence("curious nodes as a share of the others in a count", "rumor-count-of-others", "rumor.thm4.count",
                     "all sets of active nodes",
                     [](const auto& c) {
                       return props::count_law(c, [](const props::RumorSize& x, int messages, int seen) {
                         return props::binomial_count({x.nodes - 1, x.curious}, messages, seen);
                       });
                     }),
      wrong_sentence("half the messages of the repaired k*", "rumor-half-the-messages", "rumor.thm4.constant.repaired",
                     "binomial tail", [](const auto& c) { return props::enough_messages(c, 1.0); }),
      wrong_sentence("one curious node in Section 5.1", "rumor-one-curious-push", "rumor.thm8.push",
                     "chain of informed nodes", [](const auto& c) { return props::push_uncertainty(c, 1); }),
      wrong_sentence(
          "exponent with n and f exchanged", "rumor-exponent-exchanged", "rumor.appendixB.eq4.repaired",
          "chain of active nodes",
          [](const auto& c) { return props::delayed_source(c, [](int r, double b) { return 2.0 * r * b; }); }),
      wrong_sentence("another source half as likely to be seen first", "rumor-half-first", "rumor.appendixB.eq5",
                     "chain of active nodes",
                     [](const auto& c) { return props::delayed_other(c, [](int honest) { return 0.5 / honest; }); }),
      wrong_sentence("attack on the delayed start, on standard push", "rumor-attack-on-push", "rumor.appendixB.attack",
                     "chain of active nodes", [](const auto& c) { return props::delayed_attack(c, false); }),
      wrong_sentence("circles of two curious nodes overlooked", "rumor-only-self-sends",
                     "rumor.malicious.termination.repaired", "states that are reached",
                     [](const auto& c) {
                       return props::malicious_ends(
                           c, [](const props::RumorSize& x, const oracle_rational& s, std::span<const int> to) {
                             for (std::size_t k = 0; k < to.size(); ++k) {
                               if (s != 1 && to[k] == x.honest() + static_cast<int>(k)) return false;
                             }
                             return true;
                           });
                     }),
      wrong_sentence("curious nodes that send nothing", "rumor-silent-curious", "rumor.malicious.more",
                     "all sets of active nodes", [](const auto& c) { return props::emits_more(c, 0, 1); }),
      wrong_sentence("published bound as a delta that falls with n", "rumor-published-decreases", "rumor.fixed_curious",
                     "which of two sources is seen first",
                     [](const auto& c) { return props::larger_is_weaker(c, published); }),
      wrong_sentence(
          "guess added to the first message", "rumor-guess-added", "rumor.prior", "all sets of active nodes",
          [](const auto& c) { return props::prior_knowledge(c, [](double b, double m) { return b + 1.0 / m; }); }),
      wrong_sentence("index in place of the receiver", "rumor-index-for-receiver", "rumor.receivers.repaired",
                     "exact delta of small worlds",
                     [](const auto& c) { return props::without_receivers(c, accounting::RumorSight::timed); }),
  };
}

/// Streams.
std::vector<Defect> continual_defects() {
  return {
      {
          .name = "noise of later rounds ignored",
          .control = "stream.later_noise_forgotten",
          .claim = "stream.thm12",
          .check = "stream losses against the definition",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::stream_loss_is_exact({.claim = "stream.thm12", .effort = b.effort},
                                                   controls::later_noise_forgotten)
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "own noise counted as protection in a stream",
          .control = "stream.own_noise_kept",
          .claim = "stream.thm16.repaired",
          .check = "stream losses against the definition",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::stream_loss_of_messages_is_exact({.claim = "muffliato.thm6.repaired", .effort = b.effort},
                                                               controls::own_noise_kept)
                           .verdict == Verdict::refuted;
              },
      },
  };
}

/// Whether the check of a sentence says so at this effort.
template <class Check, class Wrong>
bool sentence_refuted(std::string_view claim, Check check, Wrong wrong, const Budget& b) {
  return check({.claim = claim, .effort = b.effort}, wrong).verdict == Verdict::refuted;
}

/// The observers of a scenario as node 0 of a graph whose weights are those of its own degrees.
props::oracle::Matrix fused_by_degrees(const props::gen::Scenario& s) {
  std::vector<graph::Node> place(s.graph.nodes(), 0);
  graph::Node next = 1;
  for (graph::Node u = 0; u < s.graph.nodes(); ++u) {
    if (!s.observes(u)) place[u] = next++;
  }
  std::vector<graph::Edge> edges;
  for (const auto& [u, v] : s.graph.edge_list()) {
    if (place[u] != place[v]) edges.emplace_back(std::min(place[u], place[v]), std::max(place[u], place[v]));
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return props::oracle::rational_matrix(graph::Graph(next, edges), s.weights);
}

/// Every node has a neighbor in the set, also those of the set.
bool totally_dominates(const graph::Graph& graph, const std::vector<graph::Node>& nodes) {
  for (graph::Node u = 0; u < graph.nodes(); ++u) {
    if (std::ranges::none_of(nodes, [&](graph::Node v) { return graph.adjacent(u, v); })) return false;
  }
  return true;
}

/// Sentences of Muffliato about coalitions, networks and distances.
std::vector<Defect> network_defects() {
  return {
      {
          .name = "fused node with the weights of its own degree",
          .control = "fused-graph-has-its-own-weights",
          .claim = "muffliato.fusion",
          .check = "coalition against its fused node",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted("muffliato.fusion", props::coalition_is_one_node, fused_by_degrees, b);
              },
      },
      {
          .name = "total domination for domination",
          .control = "total-domination",
          .claim = "muffliato.dominating.all_messages",
          .check = "messages of a run",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted("muffliato.dominating.all_messages", props::dominating_sets_hear_everything,
                                        totally_dominates, b);
              },
      },
      {
          .name = "own noise of the wrong node on hypercubes",
          .control = "own-noise-of-the-wrong-node-on-hypercubes",
          .claim = "muffliato.h1",
          .check = "losses of growing hypercubes",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted("muffliato.h1", props::larger_hypercubes_lose_less,
                                        controls::own_noise_of_the_wrong_node, b);
              },
      },
      {
          .name = "losses towards the next node",
          .control = "losses-to-another-node",
          .claim = "muffliato.h3",
          .check = "eq. (6) by powers of W",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted(
                    "muffliato.h3", props::loss_follows_distance,
                    [](const graph::GossipMatrix& w, graph::Node observer, int steps) {
                      const auto next = (observer + 1) % static_cast<graph::Node>(w.rows());
                      return props::published_towards(w, next, steps);
                    },
                    b);
              },
      },
      {
          .name = "noise of messages forgotten",
          .control = "message-noise-forgotten",
          .claim = "muffliato.communities.noisy",
          .check = "losses outside a community",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted(
                    "muffliato.communities.noisy", props::noise_protects_communities,
                    [](const Eigen::MatrixXd& view, double tau) {
                      return accounting::perturbed_losses(view, 1e-6 * tau);
                    },
                    b);
              },
      },
  };
}

/// Sentences of Muffliato about randomized gossip and learning.
std::vector<Defect> utility_defects() {
  return {
      {
          .name = "stopping time of synchronous gossip for randomized gossip",
          .control = "stopping-time-of-synchronous-gossip",
          .claim = "muffliato.table1.randomized",
          .check = "fitted exponents",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted(
                    "muffliato.table1.randomized", props::second_line_scales,
                    [](double gap, double n) { return std::log(n) / std::sqrt(gap); }, b);
              },
      },
      {
          .name = "averaging a pair taken for twice as much",
          .control = "contraction-without-half",
          .claim = "muffliato.activation.iterations",
          .check = "second moments of one step",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted(
                    "muffliato.activation.iterations", props::iterations_grow_by_n,
                    [](double lambda2) { return 1.0 - lambda2; }, b);
              },
      },
      {
          .name = "a neighbor of several members counted several times",
          .control = "neighbors-of-several-counted-twice",
          .claim = "muffliato.prop1.neighbors.repaired",
          .check = "enumeration of graphs",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted(
                    "muffliato.prop1.neighbors.repaired", props::neighbors_are_counted,
                    [](graph::Node n, graph::Node coalition, const props::oracle::Rational& q) {
                      return props::oracle::Rational(q * coalition * (n - coalition));
                    },
                    b);
              },
      },
      {
          .name = "mean of rounds without later noise",
          .control = "mean-of-rounds-without-later-noise",
          .claim = "muffliato.thm11.mean.repaired",
          .check = "stream losses against the definition",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted("muffliato.thm11.mean.repaired", props::mean_of_rounds_is_bounded,
                                        controls::later_noise_forgotten, b);
              },
      },
      {
          .name = "one gossip step a round",
          .control = "one-gossip-step-a-round",
          .claim = "muffliato.thm6.tradeoff",
          .check = "mixing of a round",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted(
                    "muffliato.thm6.tradeoff", props::tradeoff_is_reached, [](double, double, double) { return 1; }, b);
              },
      },
  };
}

/// Sentences about streams.
std::vector<Defect> stream_text_defects() {
  return {
      {
          .name = "noise for constant changes",
          .control = "stream-noise-for-constant-changes",
          .claim = "stream.thm17.privacy.repaired",
          .check = "exact delta of square waves",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted(
                    "stream.thm17.privacy.repaired", props::calibrated_noise_protects,
                    [](const props::gen::Scenario& s, const Eigen::VectorXd& stream) {
                      return static_cast<double>(stream.size()) / s.graph.nodes();
                    },
                    b);
              },
      },
      {
          .name = "corrected formula capped at T",
          .control = "corrected-formula-capped-at-T",
          .claim = "stream.related.growth",
          .check = "second differences",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted(
                    "stream.related.growth", props::formula_grows_quadratically,
                    [](const props::oracle::Matrix& w, graph::Node v, graph::Node u, int rounds) {
                      return std::min<props::oracle::Rational>(rounds, props::corrected_rounds(w, v, u, rounds));
                    },
                    b);
              },
      },
      {
          .name = "vectors without later noise",
          .control = "vectors-without-later-noise",
          .claim = "stream.dimensions",
          .check = "stream losses against the definition",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return sentence_refuted("stream.dimensions", props::vectors_are_bounded,
                                        controls::later_noise_forgotten, b);
              },
      },
  };
}

/// Learning.
std::vector<Defect> learning_defects() {
  return {
      {
          .name = "gradient without labels",
          .control = "label-missing-from-the-gradient",
          .claim = "learn.gradient",
          .check = "finite differences",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::check_gradient(controls::unlabelled_gradient,
                                             {.claim = "learn.gradient", .effort = b.effort})
                           .verdict == Verdict::refuted;
              },
      },
      {
          .name = "gradient too small",
          .claim = "learn.gradient",
          .check = "finite differences",
          .unit = "relative",
          .sizes = {0.1, 1e-3, 1e-5, 1e-7, 1e-9},
          .exposed =
              [](double share, const Budget& b) {
                const auto shrunk = [share](const learning::Samples& samples,
                                            const Eigen::VectorXd& theta) -> Eigen::VectorXd {
                  return (1.0 - share) * props::library_gradient(samples, theta);
                };
                return props::check_gradient(shrunk, {.claim = "learn.gradient", .effort = b.effort}).verdict ==
                       Verdict::refuted;
              },
      },
      {
          .name = "noise of another trial in learning",
          .control = "noise-of-another-trial",
          .claim = "learn.central_equivalence",
          .check = "gossip against the central run",
          .sizes = {1.0},
          .exposed =
              [](double, const Budget& b) {
                return props::check_central_equivalence(controls::descend_with_other_noise,
                                                        {.claim = "learn.central_equivalence", .effort = b.effort})
                           .verdict == Verdict::refuted;
              },
      },
  };
}

std::vector<Defect> make_zoo() {
  std::vector<Defect> all;
  for (const auto family :
       {gossip_defects, accounting_defects, view_defects, loss_defects, noise_defects, mechanism_defects, token_defects,
        walk_formula_defects, graph_walk_defects, correlated_defects, summation_defects, network_shuffling_defects,
        rumor_defects, rumor_sentence_defects, continual_defects, network_defects, utility_defects, stream_text_defects,
        learning_defects}) {
    for (auto& defect : family()) all.push_back(std::move(defect));
  }
  return all;
}

}  // namespace

const std::vector<Defect>& zoo() {
  static const std::vector<Defect> all = make_zoo();
  return all;
}

}  // namespace hearsay::power
