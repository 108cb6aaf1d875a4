// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <cmath>
#include <map>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/protocol/rumor/rumor.hpp>
#include <hearsay/stats/clopper_pearson.hpp>
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rumor_oracle.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using run::Context;
using run::Finding;

const std::vector<Rational>& mutings() {
  static const std::vector<Rational> all{0, Rational(1, 4), Rational(1, 3), Rational(1, 2), Rational(3, 4), 1};
  return all;
}

Rational power(const Rational& x, int k) {
  Rational result = 1;
  for (int i = 0; i < k; ++i) result *= x;
  return result;
}

/// E[A_{t+1}] after a synchronous round of nodes 0 .. active - 1: every choice of receivers and coins, counted by how
/// many coins said stay and how many nodes are active then.
Rational next_active_mean(int n, int active, const Rational& s) {
  std::map<std::pair<int, int>, std::int64_t> count;
  std::vector<int> told(static_cast<std::size_t>(active), 0);
  std::int64_t choices = 0;
  for (;;) {
    std::uint32_t told_set = 0;
    for (const int v : told) told_set |= 1u << v;
    for (std::uint32_t kept = 0; kept < 1u << active; ++kept)
      ++count[{std::popcount(kept), std::popcount(told_set | kept)}];
    ++choices;
    std::size_t k = 0;
    while (k < told.size() && ++told[k] == n) told[k++] = 0;
    if (k == told.size()) break;
  }
  Rational mean = 0;
  for (const auto& [key, times] : count)
    mean += power(s, key.first) * power(1 - s, active - key.first) * key.second * times;
  return mean / choices;
}

/// A process with `active` of its `nodes` nodes active.
struct Activity {
  int nodes, active;
  Rational muting;
};

std::vector<Activity> activities(int most_nodes) {
  std::vector<Activity> all;
  for (int n = 2; n <= most_nodes; ++n) {
    for (int a = 1; a <= n; ++a) {
      for (const auto& s : mutings()) all.push_back({n, a, s});
    }
  }
  return all;
}

Finding eq7(const Context& context) {
  const auto claimed = [](const Activity& x) -> Rational {
    return 1 - power(1 - Rational(1, x.nodes), x.active) * (1 - x.muting * Rational(x.active, x.nodes));
  };
  const auto actual = [](const Activity& x) -> Rational {
    return next_active_mean(x.nodes, x.active, x.muting) / x.nodes;
  };
  const auto result =
      sweep(activities(context.pick(5, 6, 6)), [&](const Activity& x) { return decided(actual(x) == claimed(x)); });
  return conclude(result, [&](const Activity& x) {
    return differs_exactly({{"nodes", x.nodes}, {"active", x.active}, {"muting", x.muting.str()}}, claimed(x),
                           actual(x));
  });
}

struct Growth {
  std::uint32_t nodes_raw = 0, active_raw = 0;
  double muting = 1.0;
  [[nodiscard]] double nodes() const { return 1.0 + nodes_raw % 1'000'000'000u; }
  [[nodiscard]] double most_active() const { return std::floor(muting / (1.0 + 2.0 * muting) * nodes()); }
  [[nodiscard]] double active() const { return 1.0 + std::floor(active_raw / 4294967296.0 * most_active()); }
};

Finding eq8(const Context& context) {
  const auto instances =
      rc::gen::map(rc::gen::tuple(rc::gen::arbitrary<std::uint32_t>(), rc::gen::arbitrary<std::uint32_t>(),
                                  rc::gen::inRange(1, 1001), rc::gen::arbitrary<std::uint32_t>()),
                   [](const std::tuple<std::uint32_t, std::uint32_t, int, std::uint32_t>& raw) {
                     const auto& [n, a, s, zoom] = raw;
                     constexpr std::uint32_t spread = 2654435761u;  // small raw numbers reach large ones
                     return Growth{n * spread >> zoom * spread % 28, a * spread, s / 1000.0};
                   });
  const auto property = [](const Growth& g) {
    const double n = g.nodes(), a = g.active();
    if (a > g.most_active()) return Outcome{.tags = {"vacuous"}};
    const double alpha = a / n, s = g.muting;
    const double actual = -std::expm1(a * std::log1p(-1.0 / n) + std::log1p(-alpha * s));
    return at_most((1.0 + s / 2.0) * alpha, actual, {"active", n > 1000 ? "large" : "small"}, Relative{1e-9});
  };
  const auto result = search(instances, property,
                             {.cases = context.pick<std::uint64_t>(5'000, 50'000, 2'000'000),
                              .coverage = {{"active", 30.0}, {"large", 20.0}, {"small", 5.0}}},
                             context);
  auto finding = to_finding(result);
  if (result.counterexample) {
    const auto& g = *result.counterexample;
    finding.witness =
        compared_numerically({{"nodes", g.nodes()}, {"active", g.active()}, {"muting", g.muting}},
                             {fmt::format("{}", (1 + g.muting / 2) * g.active() / g.nodes()),
                              fmt::format("{}", accounting::rumor_active_next(g.nodes(), g.active(), g.muting))});
  }
  return finding;
}

/// Probabilities that one message raises and lowers the active count.
std::pair<Rational, Rational> up_and_down(const Activity& x) {
  Rational up = 0, down = 0;
  for (int sender = 0; sender < x.active; ++sender) {
    for (int receiver = 0; receiver < x.nodes; ++receiver) {
      for (const bool stays : {true, false}) {
        std::uint32_t active = (1u << x.active) - 1;
        if (!stays) active &= ~(1u << sender);
        active |= 1u << receiver;
        const Rational p = Rational(1, x.active * x.nodes) * (stays ? x.muting : 1 - x.muting);
        if (std::popcount(active) == x.active + 1) up += p;
        if (std::popcount(active) == x.active - 1) down += p;
      }
    }
  }
  return {up, down};
}

Finding increments(const Context&) {
  const auto claimed = [](const Activity& x) {
    return std::pair<Rational, Rational>(x.muting * (1 - Rational(x.active, x.nodes)),
                                         (1 - x.muting) * Rational(x.active - 1, x.nodes));
  };
  const auto result = sweep(activities(8), [&](const Activity& x) { return decided(up_and_down(x) == claimed(x)); });
  return conclude(result, [&](const Activity& x) {
    const auto [up, down] = up_and_down(x);
    const auto [claimed_up, claimed_down] = claimed(x);
    return compared_exactly({{"nodes", x.nodes}, {"active", x.active}, {"muting", x.muting.str()}},
                            {claimed_up.str() + ", " + claimed_down.str(), up.str() + ", " + down.str()});
  });
}

/// The mean number of messages until everyone is informed, exactly.
Finding mean_messages() {
  struct Crowd {
    int nodes;
    Rational muting;
  };
  std::vector<Crowd> crowds;
  for (int n = 2; n <= 4; ++n) {
    for (const Rational& s : {Rational(0), Rational(1, 3), Rational(1)}) crowds.push_back({n, s});
  }
  const auto claimed = [](const Crowd& c) {
    Rational harmonic = 0;
    for (int k = 1; k < c.nodes; ++k) harmonic += Rational(1, k);
    return Rational(c.nodes * harmonic);
  };
  const auto actual = [](const Crowd& c) {
    return oracle::RumorModel{.nodes = c.nodes, .curious = 0, .muting = c.muting, .terminated = true}.expected_messages(
        0);
  };
  const auto result = sweep(crowds, [&](const Crowd& c) { return decided(actual(c) == claimed(c)); });
  return conclude(result, [&](const Crowd& c) {
    return differs_exactly(rumor_instance({c.nodes, 0}, c.muting.str()), claimed(c), actual(c));
  });
}

/// The law at n = 200: how often the simulated number is at most t, against the coupon collector's distribution
/// function.
Finding law_of_messages(const Context& context) {
  constexpr std::uint32_t nodes = 200;
  const double mean = accounting::rumor_messages(nodes).mean;
  const std::uint64_t runs = context.pick<std::uint64_t>(2'000, 10'000, 1'000'000);
  const std::vector<double> mutings_tried{0.0, 0.3, 1.0};
  std::vector<double> places;
  for (int i = 0; i < 33; ++i) places.push_back(0.7 + 0.025 * i);
  struct Place {
    double muting, at;
    Bracket found;
  };
  std::vector<Place> all;
  const double alpha = context.error_level / static_cast<double>(mutings_tried.size() * places.size());
  for (std::size_t m = 0; m < mutings_tried.size(); ++m) {
    std::vector<std::uint64_t> below(places.size(), 0);
    protocol::AsynchronousRumor rumor({.nodes = nodes, .muting = mutings_tried[m]});
    random::Words words(context.seed, random::Purpose::activation, static_cast<std::uint32_t>(m));
    for (std::uint64_t run = 0; run < runs; ++run) {
      rumor.start(0);
      rumor.run(words, std::numeric_limits<std::uint64_t>::max());
      for (std::size_t k = 0; k < places.size(); ++k)
        below[k] += static_cast<double>(rumor.messages()) <= places[k] * mean ? 1 : 0;
    }
    for (std::size_t k = 0; k < places.size(); ++k)
      all.push_back({mutings_tried[m], places[k] * mean, stats::clopper_pearson(below[k], runs, alpha)});
  }
  const auto claimed = [](const Place& p) {
    return accounting::rumor_messages_cdf(nodes, static_cast<std::uint64_t>(p.at));
  };
  const auto result = sweep(all, [&](const Place& p) { return decided(p.found.contains(claimed(p))); });
  return conclude(result, [&](const Place& p) {
    return compared_statistically({{"nodes", nodes}, {"muting", p.muting}, {"messages", p.at}},
                                  {fmt::format("{}", claimed(p)), between(p.found)});
  });
}

Finding messages(const Context& context) {
  auto finding = both(mean_messages(), law_of_messages(context));
  finding.confidence = 1.0 - context.error_level;
  return finding;
}

}  // namespace

void register_rumor_process(run::Registry& registry) {
  registry.add("rumor.eq7", eq7);
  registry.add("rumor.eq8", eq8);
  registry.add("rumor.increments", increments);
  registry.add("rumor.messages", messages);
}

}  // namespace hearsay::props
