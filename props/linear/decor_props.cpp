// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spectrum.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/linear/correlated.hpp"
#include "props/linear/decor_checks.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using run::Context;
using run::Finding;

/// Users who look on together; none: an outsider.
using Coalition = std::set<Node>;

Graph without(const Graph& graph, const Coalition& gone) {
  const auto shifted = [&](Node u) { return u - static_cast<Node>(std::distance(gone.begin(), gone.lower_bound(u))); };
  std::vector<graph::Edge> edges;
  for (const auto& [u, v] : graph.edge_list()) {
    if (!gone.contains(u) && !gone.contains(v)) edges.emplace_back(shifted(u), shifted(v));
  }
  return {graph.nodes() - static_cast<Node>(gone.size()), edges};
}

/// A round on a connected graph: every node's own noise has variance 1, each edge's cancelling noise variance pair^2.
struct Round {
  Graph graph;
  Rational pair;

  /// The exact loss of node u's value, changed by 1, to users who are not u, by the accountant.
  [[nodiscard]] Rational loss(Node u, const Coalition& curious) const {
    auto protocol = correlated(graph, pair);
    protocol.view.observers.assign(curious.begin(), curious.end());
    const auto account = accounting::linear_account(
        protocol,
        {.subjects = {accounting::node_subject(u)}, .road = accounting::LinearRoad::exact, .execution = {.jobs = 1}});
    return account.losses.front().loss.exact.value();
  }
  /// The largest over the nodes, and over the users who look on (`curious`).
  [[nodiscard]] Rational largest_loss(bool curious) const {
    Rational most = 0;
    for (Node u = 0; u < graph.nodes(); ++u) {
      if (!curious) most = std::max(most, loss(u, {}));
      for (Node v = 0; curious && v < graph.nodes(); ++v) {
        if (v != u) most = std::max(most, loss(u, {v}));
      }
    }
    return most;
  }

  /// max_i of [(I + pair^2 L)^{-1}]_ii over the nodes but `gone`, L the Laplacian of what remains.
  [[nodiscard]] Rational accountant(const Coalition& gone = {}) const {
    const auto rest = without(graph, gone);
    const auto n = rest.nodes();
    Matrix covariance = oracle::identity(n);
    for (const auto& [u, v] : rest.edge_list()) {
      for (const auto& [a, b] : {std::pair{u, v}, std::pair{v, u}}) {
        covariance[a][a] += pair * pair;
        covariance[a][b] -= pair * pair;
      }
    }
    const auto inverse = oracle::solve(covariance, oracle::identity(n));
    Rational most = 0;
    for (Node i = 0; i < n; ++i) most = std::max(most, inverse[i][i]);
    return most;
  }

  /// 1/(n-1) + (1 - 1/(n-1))/(1 + connectivity pair^2), with the graph's number of nodes.
  [[nodiscard]] double closed_form(double connectivity) const {
    const double others = static_cast<double>(graph.nodes()) - 1.0, c = oracle::to_double(pair);
    return 1.0 / others + (1.0 - 1.0 / others) / (1.0 + connectivity * c * c);
  }
};

/// lambda_2 of the Laplacian of the graph without `gone`; 0 where that is not connected.
double connectivity(const Graph& graph, const Coalition& gone) {
  const auto rest = without(graph, gone);
  if (rest.nodes() < 2 || !graph::connected(rest)) return 0.0;
  return graph::algebraic_connectivity(rest, std::vector<double>(rest.edges(), 1.0));
}

std::vector<Round> rounds_on(Node n) {
  std::vector<Round> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (const auto& pair : {Rational(1), Rational(1, 2), Rational(3), Rational(20)}) all.push_back({g, pair});
  });
  return all;
}

nlohmann::ordered_json instance_of(const Round& r) {
  return {{"graph", to_string(r.graph)}, {"pair_sigma", oracle::to_string(r.pair)}};
}

/// Less than noise of one's own alone loses, to an outsider, and to a user unless it is the only neighbor; never more.
Finding secldp(const Context& context) {
  const auto found = sweep_by_size(2, context.pick(4u, 5u, 6u), rounds_on, [](const Round& r) {
    bool good = true;
    for (Node u = 0; u < r.graph.nodes(); ++u) {
      good = good && r.loss(u, {}) < 1;
      for (Node v = 0; v < r.graph.nodes(); ++v) {
        if (v == u) continue;
        const auto& near = r.graph.neighbors(u);
        const bool hidden = std::ranges::any_of(near, [v](Node w) { return w != v; });
        const auto loss = r.loss(u, {v});
        good = good && (hidden ? loss < 1 : loss == 1);
      }
    }
    return decided(good);
  });
  return conclude(found, [](const Round& r) {
    return compared_exactly(instance_of(r),
                            {"< 1, or 1 to the only neighbor", oracle::to_string(r.largest_loss(true))});
  });
}

Finding accountant(const Context& context) {
  const auto found = sweep_by_size(2, context.pick(4u, 5u, 6u), rounds_on,
                                   [](const Round& r) { return decided(r.largest_loss(false) == r.accountant()); });
  return conclude(found, [](const Round& r) {
    return compared_exactly(instance_of(r),
                            {oracle::to_string(r.accountant()), oracle::to_string(r.largest_loss(false))});
  });
}

Finding curious_repaired(const Context& context) {
  const auto largest = [](const Round& r) {
    Rational most = 0;
    for (Node v = 0; v < r.graph.nodes(); ++v) most = std::max(most, r.accountant({v}));
    return most;
  };
  const auto found = sweep_by_size(2, context.pick(4u, 5u, 6u), rounds_on,
                                   [&](const Round& r) { return decided(r.largest_loss(true) == largest(r)); });
  return conclude(found, [&](const Round& r) {
    return compared_exactly(instance_of(r), {oracle::to_string(largest(r)), oracle::to_string(r.largest_loss(true))});
  });
}

Finding closed_form(const Context& context, bool curious) {
  const auto bound = [curious](const Round& r) {
    double most = 0.0;
    for (Node v = 0; v < r.graph.nodes(); ++v)
      most = std::max(most, r.closed_form(connectivity(r.graph, curious ? Coalition{v} : Coalition{})));
    return most;
  };
  const auto found = sweep_by_size(3, context.pick(4u, 5u, 6u), rounds_on, [&](const Round& r) {
    return at_most(oracle::to_double(r.largest_loss(curious)), bound(r), {}, Relative{1e-12});
  });
  return conclude(found, [&](const Round& r) {
    return compared_numerically(instance_of(r), {fmt::format("<= {}", bound(r)),
                                                 fmt::format("{}", oracle::to_double(r.largest_loss(curious)))});
  });
}

// ---- several users who look on together

/// The coalitions of `size` of n users.
std::vector<Coalition> coalitions(Node n, Node size) {
  std::vector<Coalition> all;
  for (std::uint32_t set = 0; set < (1U << n); ++set) {
    if (std::cmp_not_equal(std::popcount(set), size)) continue;
    auto& members = all.emplace_back();
    for (Node v = 0; v < n; ++v) {
      if (set >> v & 1U) members.insert(v);
    }
  }
  return all;
}

/// A round and the number of users who look on together.
struct Collusion {
  Round round;
  Node colluding;
  std::vector<Coalition> all;

  [[nodiscard]] Rational loss() const {
    Rational most = 0;
    for (const auto& some : all) most = std::max(most, round.accountant(some));
    return most;
  }
  /// a_q.
  [[nodiscard]] double least_connectivity() const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& some : all) least = std::min(least, connectivity(round.graph, some));
    return least;
  }
  /// Whether the accountant says the same of the first coalition that learns most.
  [[nodiscard]] bool accounted(const Rational& most) const {
    const auto& worst = *std::ranges::find_if(all, [&](const auto& some) { return round.accountant(some) == most; });
    Rational found = 0;
    for (Node u = 0; u < round.graph.nodes(); ++u) {
      if (!worst.contains(u)) found = std::max(found, round.loss(u, worst));
    }
    return found == most;
  }
};

std::vector<Collusion> collusions(Node n) {
  std::vector<Collusion> all;
  for (const auto& round : rounds_on(n)) {
    for (Node colluding = 0; colluding < n; ++colluding) all.push_back({round, colluding, coalitions(n, colluding)});
  }
  return all;
}

// ---- the complete graph, whose lambda_2 is n

/// A round on the complete graph on so many nodes.
std::vector<Round> complete_rounds(Node n) {
  std::vector<Round> all;
  for (const auto& pair : {Rational(1), Rational(1, 2), Rational(3)}) all.push_back({graph::complete(n), pair});
  return all;
}
/// 1/(n-1) + (1 - 1/(n-1))/(1 + n pair^2).
Rational complete_closed_form(const Round& r) {
  const Rational n = r.graph.nodes(), others = n - 1;
  return 1 / others + (1 - 1 / others) / (1 + n * r.pair * r.pair);
}

nlohmann::ordered_json complete_instance(const Round& r) {
  return {{"graph", fmt::format("complete:{}", r.graph.nodes())},
          {"nodes", r.graph.nodes()},
          {"pair_sigma", oracle::to_string(r.pair)}};
}

/// `bound` against `actual`, on 3, 4, ... nodes.
template <class Bound, class Actual>
Finding on_complete_graphs(Bound bound, Actual actual) {
  const auto found = sweep_by_size(3, 6, complete_rounds, [&](const Round& r) { return at_most(actual(r), bound(r)); });
  return conclude(found, [&](const Round& r) { return exceeds_exactly(complete_instance(r), bound(r), actual(r)); });
}

Finding curious(const Context&) {
  return on_complete_graphs([](const Round& r) { return r.accountant(); },
                            [](const Round& r) { return r.loss(1, {0}); });
}

Finding closed_form_curious(const Context&) {
  return on_complete_graphs(complete_closed_form, [](const Round& r) { return r.loss(1, {0}); });
}

/// Values change by 2 C, so that mu^2 is 4 C^2 times the loss; C = 1.
Finding fdp_mu(const Context&) {
  return on_complete_graphs([](const Round& r) -> Rational { return 2 * complete_closed_form(r); },
                            [](const Round& r) -> Rational { return 4 * r.loss(0, {}); });
}

// ---- from a Renyi loss rho alpha a round to epsilon

/// T rounds of Renyi loss rho alpha, which are (2 T rho)^(1/2)-Gaussian-DP.
struct Composed {
  double total, delta;
  [[nodiscard]] double converted() const { return total + 2.0 * std::sqrt(total * std::log(1.0 / delta)); }
  [[nodiscard]] double exact() const { return divergence::gaussian_epsilon(std::sqrt(2.0 * total), delta).upper(); }
};

Finding conversion(const Context& context) {
  std::vector<Composed> all;
  for (const double delta : {0.3, 1e-2, 1e-5, 1e-10}) {
    for (double total = 1e-6; total < 2e3; total *= context.pick(2.0, 1.5, 1.1)) all.push_back({total, delta});
  }
  const auto found =
      sweep(all, [](const Composed& c) { return at_most(c.exact(), c.converted(), {}, Relative{1e-9}); });
  return conclude(found, [](const Composed& c) {
    return compared_numerically({{"total", c.total}, {"delta", c.delta}},
                                {fmt::format("<= {}", c.converted()), fmt::format("{}", c.exact())});
  });
}

}  // namespace

double collusion_bound(Node nodes, Node colluding, double connectivity, double ratio) {
  const double others = static_cast<double>(nodes) - static_cast<double>(colluding);
  return 1.0 / others + (1.0 - 1.0 / others) / (1.0 + connectivity * ratio * ratio);
}

Finding check_collusion(const CollusionBound& bound_of, const Context& context) {
  const auto bound = [&](const Collusion& x) {
    return bound_of(x.round.graph.nodes(), x.colluding, x.least_connectivity(), oracle::to_double(x.round.pair));
  };
  const auto found = sweep_by_size(2, context.pick(4u, 5u, 6u), collusions, [&](const Collusion& x) {
    const auto loss = x.loss();
    return worse(at_most(oracle::to_double(loss), bound(x), {}, Relative{1e-12}), decided(x.accounted(loss)));
  });
  return conclude(found, [&](const Collusion& x) {
    auto instance = instance_of(x.round);
    instance["colluding"] = x.colluding;
    return compared_numerically(std::move(instance), {fmt::format("<= {}", bound(x)), oracle::to_string(x.loss())});
  });
}

void register_decor(run::Registry& registry) {
  registry.add("decor.thm1", [](const Context& c) { return check_collusion(collusion_bound, c); });
  registry.add("decor.accountant", accountant);
  registry.add("decor.conversion", conversion);
  registry.add("decor.secldp", secldp);
  registry.add("decor.curious", curious);
  registry.add("decor.curious.repaired", curious_repaired);
  registry.add("decor.closed_form", [](const Context& c) { return closed_form(c, false); });
  registry.add("decor.closed_form.curious", closed_form_curious);
  registry.add("decor.closed_form.repaired", [](const Context& c) { return closed_form(c, true); });
  registry.add("decor.fdp_mu", fdp_mu);
}

}  // namespace hearsay::props
