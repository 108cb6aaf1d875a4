// SPDX-License-Identifier: GPL-3.0-or-later
// The privacy of Theorem 17, the growth of earlier bounds, and vectors.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/families/generators.hpp>

#include "props/gen/smallest_instances.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/promise.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational_stream.hpp"
#include "props/stream/text_checks.hpp"

namespace hearsay::props {

namespace {

using gen::Scenario;
using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

graph::GossipMatrix metropolis_of(const Scenario& c) { return gossip_matrix(c.graph, graph::Weights::metropolis); }

// ---- Theorem 17: noise by eqs. (5.4) and (5.6)

constexpr double promised_epsilon = 0.9, promised_delta = 1e-6;

/// delta at the promised epsilon of a loss that is `excess` times the squared sensitivity that eq. (5.5) was given.
Bracket delta_of(double excess) {
  return divergence::gaussian_delta(std::sqrt(excess) / divergence::classical_sigma(promised_epsilon, promised_delta),
                                    promised_epsilon);
}

/// A square wave of one end of a path, towards a node of it.
struct WaveOnPath {
  Node nodes, observer, target;
  int half;
  double rate;  ///< per round, from the densities
};

std::vector<WaveOnPath> waves_on_path(Node n) {
  constexpr int longest = 12;
  std::vector<WaveOnPath> all;
  const auto w = gossip_matrix(graph::path(n), graph::Weights::metropolis);
  for (Node v = 0; v < n; ++v) {
    const accounting::ContinualRate rate(w, {{v}, {}, 1, true}, {.jobs = 1});
    for (int half = 1; half <= longest; ++half) {
      const Eigen::VectorXd grown = rate.square_wave(half);
      for (Node u = 0; u < n; ++u) {
        if (u != v) all.push_back({n, v, u, half, grown(u)});
      }
    }
  }
  std::ranges::stable_sort(all, {}, &WaveOnPath::half);
  return all;
}

std::vector<int> one_period(int half) {
  std::vector<int> period(2 * static_cast<std::size_t>(half), 1);
  std::fill(period.begin() + half, period.end(), -1);
  return period;
}

/// The calibration is to T/n up to what T outgrows, so that n times the rate is the excess of long runs.
Finding thm17_privacy(const Context&) {
  const auto found = sweep_by_size(2, 12, waves_on_path, [](const WaveOnPath& x) {
    return at_most(delta_of(static_cast<double>(x.nodes) * x.rate), Bracket::exact(promised_delta));
  });
  auto finding = conclude(found, [](const WaveOnPath& x) {
    const auto path = graph::path(x.nodes);
    const Rational rate =
        oracle::periodic_rate(oracle::rational_matrix(path), x.observer, x.target, one_period(x.half), false).whole;
    const double excess = oracle::to_double(rate * Rational(x.nodes));
    if (std::abs(oracle::to_double(rate) - x.rate) > 1e-9)
      throw std::logic_error("the rate from the densities is not that of the definition");
    const auto delta = delta_of(excess * (1.0 - 1e-12));
    return exceeds_between_brackets(
        {{"graph", to_string(path)},
         {"observer", x.observer},
         {"target", x.target},
         {"stream", fmt::format("square wave +-1 of half-period {}", x.half)},
         {"epsilon", promised_epsilon},
         {"delta", promised_delta}},
        promised_delta, delta.lower(),
        {fmt::format("delta {} at epsilon {}", promised_delta, promised_epsilon),
         fmt::format("delta at least {:.3e} in the limit of many rounds: {:.6f} per round in "
                     "place of 1/{}",
                     delta.lower() * (1.0 - 5e-4), oracle::to_double(rate), x.nodes)});
  });
  std::string rates;
  for (Node n = 6; n <= 12; ++n) {
    const auto w = gossip_matrix(graph::path(n), graph::Weights::metropolis);
    const double rate = accounting::ContinualRate(w, {{1}, {}, 1, true}, {.jobs = 1}).square_wave(12)(0);
    rates += fmt::format("{}n = {}: {:.4f}",
                         rates.empty() ? "rates of half-period 12 at the end of a path, seen by its neighbor, " : ", ",
                         n, rate);
  }
  finding.note = rates;
  return finding;
}

/// sqrt(C): what a unit step of the stream adds to the transient part (stream.thm13.repaired), by a series that ends
/// where its terms no longer count.
double transient_root(const Scenario& c) {
  const Eigen::MatrixXd w = metropolis_of(c);
  const auto n = w.rows();
  const Eigen::MatrixXd j = Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n)), r = w - j;
  const auto v = static_cast<Eigen::Index>(c.observers.front()), u = static_cast<Eigen::Index>(c.target);
  const Eigen::MatrixXd resolvent = (Eigen::MatrixXd::Identity(n, n) - r).inverse();
  Eigen::RowVectorXd row = resolvent.row(v) * r;
  double squares = 0.0;
  for (int power = 0; power < 100'000 && row.squaredNorm() > 1e-24; ++power, row = row * r) squares += row(u) * row(u);
  return std::sqrt(static_cast<double>(n)) * std::abs((resolvent - j)(v, u)) + 2.0 * std::sqrt(squares);
}

/// Constant, and square waves of growing half-periods.
std::vector<Eigen::VectorXd> waves(int rounds) {
  std::vector<Eigen::VectorXd> all{Eigen::VectorXd::Ones(rounds)};
  for (const int half : {1, 3, 9, 20}) {
    Eigen::VectorXd s(rounds);
    for (int t = 0; t < rounds; ++t) s(t) = (t / half) % 2 == 0 ? 1.0 : -1.0;
    all.push_back(std::move(s));
  }
  return all;
}

// ---- earlier bounds

/// Eq. (9) of the NeurIPS version, K = 1.
Rational published_rounds_of_one(const oracle::Matrix& w, Node v, Node u, int rounds) {
  return rounds * oracle::published(oracle::view(w, std::vector<Node>{v}, 1), u);
}

}  // namespace

double sensitivity_by_variation(const Scenario& c, const Eigen::VectorXd& s) {
  double variation = std::abs(s(0));
  for (Eigen::Index t = 1; t < s.size(); ++t) variation += std::abs(s(t) - s(t - 1));
  const double root = s.norm() / std::sqrt(static_cast<double>(c.graph.nodes())) + variation * transient_root(c);
  return std::min(static_cast<double>(s.size()), root * root);
}

Finding calibrated_noise_protects(const Context& context, const SquaredSensitivity& sensitivity) {
  const int rounds = context.pick(80, 160, 400);
  std::vector<Scenario> all;
  for (Node n = 2; n <= 12; ++n) {
    for (const Node u : {Node{0}, n - 1}) {
      const Node v = n == 2 ? 1 - std::min(u, Node{1}) : Node{1};
      if (u != v) all.push_back({.graph = graph::path(n), .observers = {v}, .target = u, .steps = rounds});
    }
  }
  const auto excess = [&](const Scenario& c) {
    const accounting::ContinualAccountant accountant(metropolis_of(c), {c.observers, {}, 1, true}, c.steps,
                                                     std::array<Node, 1>{c.target}, {.jobs = 1});
    double most = 0.0;
    for (const auto& s : waves(c.steps)) most = std::max(most, accountant.loss_of(c.target, s) / sensitivity(c, s));
    return most;
  };
  const auto found = sweep(all, [&](const Scenario& c) {
    const double mu = std::sqrt(excess(c)) / divergence::classical_sigma(promised_epsilon, promised_delta);
    return keeps_promise([mu](double epsilon) { return divergence::gaussian_delta(mu, epsilon); }, promised_epsilon,
                         promised_delta);
  });
  return conclude(found, [&](const Scenario& c) {
    auto instance = gen::to_json(c);
    instance.erase("steps");
    instance["rounds"] = c.steps;
    const double delta = delta_of(excess(c)).lower();
    return exceeds_between_brackets(std::move(instance), promised_delta, delta,
                                    {fmt::format("delta {}", promised_delta), fmt::format("delta {:.3g}", delta)});
  });
}

Rational corrected_rounds(const oracle::Matrix& w, Node v, Node u, int rounds) {
  auto power = oracle::identity(w.size());
  Rational sum = 0;
  for (int s = 0; s < rounds; ++s) {
    for (std::size_t sender = 0; sender < w.size(); ++sender) {
      if (w[v][sender] == 0) continue;  // N[v]: its neighbors, and itself by its loop
      Rational square = 0;
      for (const auto& row : power) square += row[sender] * row[sender];
      sum += (rounds - s) * power[u][sender] / square;
    }
    power = oracle::multiply(power, w);
  }
  return sum;
}

Finding formula_grows_quadratically(const Context& context, const RoundsFormula& formula) {
  const auto all = [](Node n) {
    std::vector<Scenario> pairs;
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& graph) {
      for (Node v = 0; v < n; ++v) {
        for (Node u = 0; u < n; ++u) {
          if (u != v) pairs.push_back({.graph = graph, .observers = {v}, .target = u, .steps = 20});
        }
      }
    });
    return pairs;
  };
  // The increments of the increments tend to |N[v]|, so that f(T) / T^2 tends to half of it; eq. (9) has none.
  const auto second_difference = [](const auto& f, const Scenario& s) {
    const auto w = oracle::rational_matrix(s.graph);
    const Node v = s.observers.front();
    return oracle::to_double(f(w, v, s.target, s.steps + 1) - 2 * f(w, v, s.target, s.steps) +
                             f(w, v, s.target, s.steps - 1));
  };
  const auto heard = [](const Scenario& s) {
    return 1.0 + static_cast<double>(s.graph.neighbors(s.observers.front()).size());
  };
  const auto found = sweep_by_size(2, context.pick(3u, 3u, 4u), all, [&](const Scenario& s) {
    return worse(equals(second_difference(formula, s), heard(s), {}, Relative{0.1}),
                 equals(second_difference(published_rounds_of_one, s), 0.0));
  });
  return conclude(found, [&](const Scenario& s) {
    auto instance = gen::to_json(s);
    instance.erase("steps");
    instance["rounds"] = s.steps;
    return compared_numerically(std::move(instance), {fmt::format("second difference near {}", heard(s)),
                                                      fmt::format("{:.4f}", second_difference(formula, s))});
  });
}

Finding vectors_are_bounded(const Context& context, const StreamLoss& loss) {
  // Unit vectors with rational entries, one a round.
  const std::array<std::pair<Rational, Rational>, 4> directions{
      {{1, 0}, {Rational(3, 5), Rational(4, 5)}, {0, -1}, {Rational(-5, 13), Rational(12, 13)}}};
  std::vector<Scenario> all;
  for (Node n = 2; n <= context.pick(3u, 3u, 4u); ++n) {
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& graph) {
      for (int rounds = 1; rounds <= context.pick(3, 4, 4); ++rounds) {
        for (Node v = 0; v < n; ++v) {
          for (Node u = 0; u < n; ++u) {
            if (u != v) all.push_back({.graph = graph, .observers = {v}, .target = u, .steps = rounds});
          }
        }
      }
    });
  }
  // By the definition in two dimensions: every coordinate has the rows of H and noise of its own.
  const auto defined = [&](const Scenario& s) {
    const auto h = oracle::stream_system(oracle::rational_matrix(s.graph), {s.observers, {}, 1}, s.steps);
    oracle::Matrix both_coordinates(2 * h.size(), oracle::Row(2 * h.front().size()));
    for (std::size_t row = 0; row < h.size(); ++row) {
      for (std::size_t column = 0; column < h[row].size(); ++column) {
        for (std::size_t d = 0; d < 2; ++d) both_coordinates[2 * row + d][2 * column + d] = h[row][column];
      }
    }
    oracle::Row change(both_coordinates.front().size());
    for (int t = 0; t < s.steps; ++t) {
      const auto place = 2 * (static_cast<std::size_t>(t) * s.graph.nodes() + s.target);
      change[place] = directions[static_cast<std::size_t>(t)].first;
      change[place + 1] = directions[static_cast<std::size_t>(t)].second;
    }
    return oracle::loss(both_coordinates, change);
  };
  const auto accounted = [&](const Scenario& s) {
    const Eigen::MatrixXd m = loss(metropolis_of(s), {s.observers, {}, 1, true}, s.steps, s.target);
    double sum = 0.0;
    for (int a = 0; a < s.steps; ++a) {
      for (int b = 0; b < s.steps; ++b) {
        const auto &x = directions[static_cast<std::size_t>(a)], &y = directions[static_cast<std::size_t>(b)];
        sum += m(a, b) * oracle::to_double(x.first * y.first + x.second * y.second);
      }
    }
    return std::pair{sum, m.cwiseAbs().sum()};
  };
  const auto found = sweep(all, [&](const Scenario& s) {
    const double exact = oracle::to_double(defined(s));
    const auto [sum, bound] = accounted(s);
    return worse(equals(sum, exact), at_most(exact, bound));
  });
  return conclude(found, [&](const Scenario& s) {
    auto instance = gen::to_json(s);
    instance.erase("steps");
    instance["rounds"] = s.steps;
    return compared_numerically(
        std::move(instance),
        {fmt::format("{}, at most {}", accounted(s).first, accounted(s).second), oracle::to_string(defined(s))});
  });
}

void register_stream_text(run::Registry& registry) {
  registry.add("stream.thm17.privacy", thm17_privacy);
  registry.add("stream.thm17.privacy.repaired",
               [](const Context& context) { return calibrated_noise_protects(context, sensitivity_by_variation); });
  registry.add("stream.related.growth",
               [](const Context& context) { return formula_grows_quadratically(context, corrected_rounds); });
  registry.add("stream.dimensions",
               [](const Context& context) { return vectors_are_bounded(context, exact_stream_loss); });
}

}  // namespace hearsay::props
