// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <cmath>
#include <map>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/protocol/rumor/rumor.hpp>
#include <hearsay/stats/clopper_pearson.hpp>
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rumor_oracle.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using run::Context;
using run::Finding;

const std::vector<Rational>& mutings() {
  static const std::vector<Rational> all{0, Rational(1, 3), Rational(1, 2), 1};
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

Finding eq7(const Context& context) {
  RumorTally tally;
  for (int n = 2; n <= context.pick(4, 5, 5); ++n) {
    for (int a = 1; a <= n; ++a) {
      for (const auto& s : mutings()) {
        const Rational claimed = 1 - power(1 - Rational(1, n), a) * (1 - s * Rational(a, n));
        const Rational actual = next_active_mean(n, a, s) / n;
        tally.add(-static_cast<double>(abs(claimed - actual)), 0.0);
        if (claimed != actual) {
          tally.witness = differs_exactly({{"nodes", n}, {"active", a}, {"muting", s.str()}}, claimed, actual);
          return tally.finding();
        }
        if (std::abs(accounting::rumor_active_next(n, a, static_cast<double>(s)) - static_cast<double>(claimed)) >
            1e-14) {
          throw Error(Errc::domain, "eq7", "accounting::rumor_active_next differs from the formula");
        }
      }
    }
  }
  return tally.finding();
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
    const double margin = actual / ((1.0 + s / 2.0) * alpha) - 1.0;
    return Outcome{.margin = margin, .violated = margin < -1e-9, .tags = {"active", n > 1000 ? "large" : "small"}};
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

Finding increments(const Context&) {
  RumorTally tally;
  for (int n = 2; n <= 6; ++n) {
    for (int a = 1; a <= n; ++a) {
      for (const auto& s : mutings()) {
        Rational up = 0, down = 0;
        for (int sender = 0; sender < a; ++sender) {
          for (int receiver = 0; receiver < n; ++receiver) {
            for (const bool stays : {true, false}) {
              std::uint32_t active = (1u << a) - 1;
              if (!stays) active &= ~(1u << sender);
              active |= 1u << receiver;
              const Rational p = Rational(1, a * n) * (stays ? s : 1 - s);
              if (std::popcount(active) == a + 1) up += p;
              if (std::popcount(active) == a - 1) down += p;
            }
          }
        }
        const Rational claimed_up = s * (1 - Rational(a, n)), claimed_down = (1 - s) * Rational(a - 1, n);
        tally.add(-static_cast<double>(abs(up - claimed_up) + abs(down - claimed_down)), 0.0);
        if (up != claimed_up || down != claimed_down) {
          tally.witness =
              compared_exactly({{"nodes", n}, {"active", a}, {"muting", s.str()}},
                               {claimed_up.str() + ", " + claimed_down.str(), up.str() + ", " + down.str()});
          return tally.finding();
        }
      }
    }
  }
  return tally.finding();
}

Finding messages(const Context& context) {
  RumorTally tally;
  for (int n = 2; n <= 4; ++n) {
    Rational harmonic = 0;
    for (int k = 1; k < n; ++k) harmonic += Rational(1, k);
    const Rational claimed = n * harmonic;
    for (const Rational& s : {Rational(0), Rational(1, 3), Rational(1)}) {
      const Rational actual =
          oracle::RumorModel{.nodes = n, .curious = 0, .muting = s, .terminated = true}.expected_messages(0);
      tally.add(-static_cast<double>(abs(actual - claimed)), 0.0);
      if (actual != claimed) {
        tally.witness = differs_exactly(rumor_instance(n, 0, s.str()), claimed, actual);
        return tally.finding();
      }
    }
  }
  // The law at n = 200: how often the simulated number is at most t, against the coupon collector's distribution
  // function.
  constexpr std::uint32_t nodes = 200;
  const double mean = accounting::rumor_messages(nodes).mean;
  const std::uint64_t runs = context.pick<std::uint64_t>(2'000, 10'000, 1'000'000);
  constexpr double mutings_tried[] = {0.0, 0.3, 1.0}, places[] = {0.8, 1.0, 1.3};
  const double alpha = context.error_level / static_cast<double>(std::size(mutings_tried) * std::size(places));
  for (std::size_t m = 0; m < std::size(mutings_tried); ++m) {
    std::uint64_t below[std::size(places)] = {};
    protocol::AsynchronousRumor rumor({.nodes = nodes, .muting = mutings_tried[m]});
    random::Words words(context.seed, random::Purpose::activation, static_cast<std::uint32_t>(m));
    for (std::uint64_t run = 0; run < runs; ++run) {
      rumor.start(0);
      rumor.run(words, std::numeric_limits<std::uint64_t>::max());
      for (std::size_t k = 0; k < std::size(places); ++k)
        below[k] += static_cast<double>(rumor.messages()) <= places[k] * mean ? 1 : 0;
    }
    for (std::size_t k = 0; k < std::size(places); ++k) {
      ++tally.instances;
      const double claimed = accounting::rumor_messages_cdf(nodes, static_cast<std::uint64_t>(places[k] * mean));
      const Bracket found = stats::clopper_pearson(below[k], runs, alpha);
      if (!found.contains(claimed)) {
        tally.witness =
            compared_statistically({{"nodes", nodes}, {"muting", mutings_tried[m]}, {"messages", places[k] * mean}},
                                   {fmt::format("{}", claimed), between(found)});
      }
    }
  }
  auto finding = tally.finding();
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
