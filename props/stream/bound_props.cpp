// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <set>

#include <hearsay/accounting/linear/participation.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/divergence/gaussian.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational_stream.hpp"
#include "props/stream/text_checks.hpp"

namespace hearsay::props {

namespace {

using accounting::Participation;
using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

/// A stream of node `target` that one node or a closed neighborhood sees.
struct Seen {
  Graph graph;
  std::vector<Node> observed;
  Node target;
  int rounds;
  [[nodiscard]] oracle::StreamSight sight() const { return {observed, {}, 1}; }
  [[nodiscard]] oracle::Matrix system() const {
    return oracle::stream_system(oracle::rational_matrix(graph), sight(), rounds);
  }
  /// M through the row space of H.
  [[nodiscard]] oracle::Matrix projected() const {
    return oracle::stream_loss_matrix(oracle::rational_matrix(graph), sight(), rounds, target);
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)}, {"observed", observed}, {"target", target}, {"rounds", rounds}};
  }
};

std::vector<Seen> streams(Node n, const std::vector<int>& lengths) {
  std::vector<Seen> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (Node v = 0; v < n; ++v) {
      std::vector<Node> closed{v};
      for (const Node w : g.neighbors(v)) closed.push_back(w);
      std::ranges::sort(closed);
      for (const auto& observed : {std::vector<Node>{v}, closed}) {
        for (Node u = 0; u < n; ++u) {
          for (const int rounds : lengths) {
            if (u != v) all.push_back({g, observed, u, rounds});
          }
        }
      }
    }
  });
  return all;
}

/// H_u^T (H H^T)^{-1} H_u by the definition. @pre H has full row rank.
oracle::Matrix inverted(const Seen& s) {
  const auto h = s.system();
  const auto n = static_cast<std::size_t>(s.graph.nodes()), rounds = static_cast<std::size_t>(s.rounds);
  oracle::Matrix gram(h.size(), oracle::Row(h.size())), mine(h.size(), oracle::Row(rounds));
  for (std::size_t i = 0; i < h.size(); ++i) {
    for (std::size_t j = 0; j < h.size(); ++j) gram[i][j] = oracle::dot(h[i], h[j]);
    for (std::size_t t = 0; t < rounds; ++t) mine[i][t] = h[i][t * n + s.target];
  }
  const auto solved = oracle::solve(gram, mine);
  oracle::Matrix m(rounds, oracle::Row(rounds));
  for (std::size_t a = 0; a < rounds; ++a) {
    for (std::size_t b = 0; b < rounds; ++b) {
      for (std::size_t i = 0; i < h.size(); ++i) m[a][b] += mine[i][a] * solved[i][b];
    }
  }
  return m;
}

/// H has full row rank; H_u^T (H H^T)^{-1} H_u is the M of Theorem 12; no stream loses more than 1^T |M| 1.
Finding upper_bound(const Context& context) {
  const std::vector<int> lengths = context.pick<std::vector<int>>({1, 3}, {1, 2, 4}, {1, 2, 4, 6});
  const auto found = sweep_by_size(
      2, context.pick(3u, 4u, 4u), [&](Node n) { return streams(n, lengths); },
      [](const Seen& s) {
        if (oracle::rank(s.system()) != s.system().size()) return decided(false);
        const auto m = s.projected();
        return worse(at_most(oracle::boolean_maximum(m), oracle::absolute_sum(m)), decided(inverted(s) == m));
      });
  return conclude(found, [](const Seen& s) {
    return compared_exactly(s.instance(),
                            {"H has full row rank, and 1^T |M| 1 is an upper bound", "one of the two is false"});
  });
}

/// (epsilon, delta) with the noise of eq. (5.5).
struct Calibrated {
  double epsilon, delta, sensitivity;
  [[nodiscard]] double sigma() const { return sensitivity * std::sqrt(2.0 * std::log(1.25 / delta)) / epsilon; }
  [[nodiscard]] Bracket reached() const { return divergence::gaussian_delta(sensitivity / sigma(), epsilon); }
};

Finding calibration(const Context& context) {
  std::vector<Calibrated> all;
  const int steps = context.pick(8, 20, 100);
  for (int i = 1; i < steps; ++i) {
    for (const double delta : {0.5, 0.1, 1e-2, 1e-5, 1e-10, 1e-30}) {
      for (const double sensitivity : {0.2, 1.0, 30.0})
        all.push_back({static_cast<double>(i) / steps, delta, sensitivity});
    }
  }
  const auto found = sweep(all, [](const Calibrated& c) { return at_most(c.reached(), Bracket::exact(c.delta)); });
  return conclude(found, [](const Calibrated& c) {
    return exceeds_between_brackets(
        {{"epsilon", c.epsilon}, {"delta", c.delta}, {"sensitivity", c.sensitivity}}, c.delta, c.reached().lower(),
        {fmt::format("delta <= {}", c.delta), fmt::format("delta >= {}", c.reached().lower())});
  });
}

/// A gossip matrix, its gap gamma = 1 - rho and the p of eq. (J.2), the rate at which one step contracts |x - mean|^2.
struct Gaps {
  Graph graph;
  graph::Weights weights;
  [[nodiscard]] std::pair<double, double> both() const {
    const Eigen::MatrixXd w = graph::gossip_matrix(graph, weights);
    const auto n = static_cast<double>(w.rows());
    const Eigen::MatrixXd r = w - Eigen::MatrixXd::Constant(w.rows(), w.cols(), 1.0 / n), squared = r.transpose() * r;
    const auto rho = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(r).eigenvalues().cwiseAbs().maxCoeff();
    return {1.0 - rho, 1.0 - Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(squared).eigenvalues().maxCoeff()};
  }
};

/// gamma <= p <= 2 gamma.
Finding two_gaps(const Context& context) {
  const auto gaps = [](Node n) {
    std::vector<Gaps> all;
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (const auto weights : {graph::Weights::metropolis, graph::Weights::min_degree}) all.push_back({g, weights});
    });
    return all;
  };
  const auto found = sweep_by_size(2, context.pick(5u, 6u, 6u), gaps, [](const Gaps& g) {
    const auto [gamma, p] = g.both();
    return worse(at_most(gamma, p, {}, Absolute{1e-10}), at_most(p, 2.0 * gamma, {}, Absolute{1e-10}));
  });
  return conclude(found, [](const Gaps& g) {
    const auto [gamma, p] = g.both();
    return compared_numerically({{"graph", to_string(g.graph)}, {"weights", to_string(g.weights)}},
                                {fmt::format("{} <= p <= {}", gamma, 2.0 * gamma), fmt::format("p = {}", p)});
  });
}

/// The rounds in which somebody may take part, by the definition: every set of them.
bool permits(const Participation& participation, std::uint32_t rounds, int count) {
  std::vector<int> chosen;
  for (int t = 0; t < count; ++t) {
    if ((rounds >> t & 1u) != 0) chosen.push_back(t);
  }
  switch (participation.kind) {
    case Participation::Kind::every:
      return true;
    case Participation::Kind::once:
      return chosen.size() <= 1;
    case Participation::Kind::period:
      return std::ranges::all_of(
          chosen, [&](int t) { return (t - chosen.front()) % static_cast<int>(participation.period) == 0; });
    case Participation::Kind::at_most:
      if (chosen.size() > participation.count) return false;
      for (std::size_t i = 1; i < chosen.size(); ++i) {
        if (chosen[i] - chosen[i - 1] < static_cast<int>(participation.gap)) return false;
      }
      return true;
  }
  return false;
}

/// max of s^T M s over the streams s in [-1, 1]^T that are 0 outside a permitted set of rounds; at a vertex.
Rational sensitivity(const oracle::Matrix& m, const std::set<std::uint32_t>& permitted) {
  Rational best = 0;
  for (const auto rounds : permitted) {
    oracle::Matrix part;
    for (std::size_t a = 0; a < m.size(); ++a) {
      if ((rounds >> a & 1u) == 0) continue;
      auto& row = part.emplace_back();
      for (std::size_t b = 0; b < m.size(); ++b) {
        if ((rounds >> b & 1u) != 0) row.push_back(m[a][b]);
      }
    }
    if (!part.empty()) best = std::max(best, oracle::boolean_maximum(part));
  }
  return best;
}

/// A stream and a participation scheme.
struct Partly {
  Seen seen;
  Participation participation;
  [[nodiscard]] std::set<std::uint32_t> all_permitted() const {
    std::set<std::uint32_t> all;
    for (std::uint32_t rounds = 0; rounds < 1u << seen.rounds; ++rounds) {
      if (permits(participation, rounds, seen.rounds)) all.insert(rounds);
    }
    return all;
  }
  /// Those that the accountant looks at.
  [[nodiscard]] std::set<std::uint32_t> largest() const {
    std::set<std::uint32_t> all;
    const auto patterns = accounting::patterns(participation, static_cast<std::size_t>(seen.rounds), 1000);
    for (const auto& pattern : patterns.value()) {
      std::uint32_t rounds = 0;
      for (const auto t : pattern) rounds |= 1u << t;
      all.insert(rounds);
    }
    return all;
  }
};

/// The sensitivity over all differences that the scheme permits is that over its largest patterns, and at most
/// Theorem 12's, which it is when everybody takes part in every round.
Finding participation(const Context& context) {
  using Kind = Participation::Kind;
  const std::array<Participation, 6> schemes{{{.kind = Kind::every},
                                              {.kind = Kind::once},
                                              {.kind = Kind::period, .period = 2},
                                              {.kind = Kind::period, .period = 3},
                                              {.kind = Kind::at_most, .count = 2, .gap = 1},
                                              {.kind = Kind::at_most, .count = 2, .gap = 3}}};
  const auto partly = [&](Node n) {
    std::vector<Partly> all;
    for (const auto& seen : streams(n, {4})) {
      for (const auto& scheme : schemes) all.push_back({seen, scheme});
    }
    return all;
  };
  const auto found = sweep_by_size(2, context.pick(3u, 4u, 4u), partly, [](const Partly& p) {
    const auto m = p.seen.projected();
    const auto found = sensitivity(m, p.all_permitted()), whole = oracle::boolean_maximum(m);
    const bool same = found == sensitivity(m, p.largest());
    const bool every = p.participation.kind == Kind::every;
    return worse(every ? decided(found == whole) : at_most(found, whole), decided(same));
  });
  return conclude(found, [](const Partly& p) {
    auto instance = p.seen.instance();
    instance["participation"] = accounting::to_string(p.participation);
    const auto m = p.seen.projected();
    return compared_exactly(std::move(instance), {oracle::to_string(sensitivity(m, p.all_permitted())),
                                                  oracle::to_string(sensitivity(m, p.largest()))});
  });
}

/// One pair of nodes and what the signs of its loss matrix add to the loss of a constant stream.
struct SignedPair {
  Graph graph;
  graph::Weights weights;
  Node observer, target;
  int rounds;

  [[nodiscard]] oracle::Matrix losses() const {
    return oracle::stream_loss_matrix(oracle::rational_matrix(graph, weights), {.observed = {observer}}, rounds,
                                      target);
  }
};

std::vector<SignedPair> signed_pairs(Node n) {
  std::vector<SignedPair> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (int rounds = 1; rounds <= 4; ++rounds) {
      for (const auto weights : {graph::Weights::metropolis, graph::Weights::min_degree}) {
        for (Node v = 0; v < n; ++v) {
          for (Node u = 0; u < n; ++u) {
            if (u != v) all.push_back({g, weights, v, u, rounds});
          }
        }
      }
    }
  });
  return all;
}

/// Whether 1^T |M| 1 is within a tenth of 1^T M 1 for every pair of nodes.
Finding signs_everywhere(const Context&) {
  const auto property = [](const SignedPair& x) {
    const auto m = x.losses();
    return at_most(oracle::absolute_sum(m), Rational(11, 10) * oracle::sum(m));
  };
  return conclude(sweep_by_size(2, 5, signed_pairs, property), [](const SignedPair& x) {
    const auto m = x.losses();
    return exceeds_exactly({{"graph", to_string(x.graph)},
                            {"weights", to_string(x.weights)},
                            {"observer", x.observer},
                            {"target", x.target},
                            {"rounds", x.rounds}},
                           Rational(11, 10) * oracle::sum(m), oracle::absolute_sum(m));
  });
}

}  // namespace

void register_stream_bounds(run::Registry& registry) {
  registry.add("stream.upper_bound", upper_bound);
  registry.add("stream.calibration", calibration);
  registry.add("stream.definitionA2", participation);
  registry.add("stream.appendixF.everywhere", signs_everywhere);
  registry.add("stream.lemmaJ2", two_gaps);
  register_stream_text(registry);
}

}  // namespace hearsay::props
