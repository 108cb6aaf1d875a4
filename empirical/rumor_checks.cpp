// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/rumor_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/protocol/rumor/rumor.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

#include "empirical/tally.hpp"

namespace hearsay::empirical {

namespace {

using protocol::RumorRules;
using run::Context;
using run::Finding;

/// P(node 0 is among the first r senders seen | source), exactly, for s = 1.
double among_first(const accounting::RumorLaw<double>& law, int source, int r) {
  auto mu = law.start(source);
  for (int k = 0; k < r; ++k) {
    const auto visits = law.visits(mu);
    std::fill(mu.begin(), mu.end(), 0.0);
    for (std::size_t o = 0; o < law.labels().size(); ++o) {
      if (law.labels()[o].sender == 0) continue;
      const auto next = law.observe(visits, o);
      for (std::size_t x = 0; x < mu.size(); ++x) mu[x] += next[x];
    }
  }
  double missed = 0.0;
  for (const double p : mu) missed += p;
  return 1.0 - missed;
}

/// Stops after r sightings, or when `wanted` is seen to send.
struct AmongFirst {
  static constexpr bool sees_messages = true;
  std::uint32_t wanted, first_curious;
  std::uint64_t left;
  bool found = false;
  bool operator()(std::uint64_t, std::uint32_t sender, std::uint32_t receiver) {
    if (receiver < first_curious) return true;
    found = sender == wanted;
    return !found && --left > 0;
  }
};

run::Witness witness(nlohmann::ordered_json instance, double claimed, const Bracket& actual,
                     std::string_view relation) {
  return {std::move(instance), fmt::format("{} {}", relation, claimed),
          fmt::format("between {} and {}", actual.lower(), actual.upper()), run::Certificate::statistical};
}

/// Where Theorem 4's event is asked for.
nlohmann::ordered_json event_instance(std::uint64_t n, std::uint64_t f, std::uint64_t senders) {
  return {{"nodes", n}, {"curious", f}, {"senders", senders}};
}

/// Rounding of the exact law.
Bracket rounded(double p) { return {p - 1e-12, p, p + 1e-12}; }

/// p_0 of the event is at least its claimed value, p_1 at most.
void judge_event(Finding& finding, const accounting::RumorPushEvent& event, const Bracket& mine, const Bracket& others,
                 const nlohmann::ordered_json& instance) {
  if (count_at_most(finding, Bracket::exact(event.source_lower), mine))
    finding.witness = witness(instance, event.source_lower, mine, "p_0 >=");
  if (count_at_most(finding, others, Bracket::exact(event.other_upper)))
    finding.witness = witness(instance, event.other_upper, others, "p_1 <=");
}

/// The exact law on at most six nodes.
void thm4_exact(Finding& finding) {
  for (int n = 3; n <= 6; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      auto world = accounting::rumor_world(n, f);
      world.sight = accounting::RumorSight::senders;
      const accounting::RumorLaw<double> law(world, 1.0);
      for (int r = 1; r <= 6; ++r) {
        const auto senders = static_cast<std::uint64_t>(r);
        judge_event(finding, accounting::rumor_push_event(accounting::rumor_crowd(n, f), senders),
                    rounded(among_first(law, 0, r)), rounded(among_first(law, 1, r)),
                    event_instance(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(f), senders));
      }
    }
  }
}

/// How often node 0 is among the first r senders seen from this source, at n = 1024, b = 1/8.
Bracket simulated_event(const Context& context, std::uint64_t senders, std::uint32_t source, std::uint32_t n,
                        std::uint32_t f) {
  const std::uint64_t runs = context.pick<std::uint64_t>(2'000, 10'000, 200'000);
  protocol::AsynchronousRumor rumor({.nodes = n, .muting = 1.0});
  random::Words words(context.seed, random::Purpose::activation, static_cast<std::uint32_t>(senders), source);
  std::uint64_t hits = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    rumor.start(source);
    AmongFirst watcher{.wanted = 0, .first_curious = n - f, .left = senders};
    rumor.run(words, std::numeric_limits<std::uint64_t>::max(), watcher);
    hits += watcher.found ? 1 : 0;
  }
  return stats::clopper_pearson(hits, runs, context.error_level / 6.0);
}

/// What Theorem 4's proof implies for delta(epsilon) with s = 1, n = 2^power.
struct PushDelta {
  int power;
  double fraction, epsilon;
  [[nodiscard]] double value() const {
    const std::uint64_t nodes = 1ull << power;
    return accounting::rumor_push_delta({nodes, static_cast<std::uint64_t>(fraction * std::ldexp(1.0, power))}, epsilon)
        .delta;
  }
};

/// 1 - delta falls by a fifth or more whenever n grows 32-fold: no number below 1 bounds delta for all n.
void push_delta_grows(Finding& finding) {
  for (const double fraction : {0.1, 0.25}) {
    for (const double epsilon : {0.0, 1.0, 3.0}) {
      for (int power = 20; power < 45; power += 5) {
        const double before = PushDelta{power, fraction, epsilon}.value(),
                     delta = PushDelta{power + 5, fraction, epsilon}.value(), least = 1.0 - 0.8 * (1.0 - before);
        if (count_at_most(finding, Bracket::exact(least), Bracket::exact(delta))) {
          finding.witness = witness({{"log2_nodes", power + 5}, {"fraction_curious", fraction}, {"epsilon", epsilon}},
                                    least, Bracket::exact(delta), "delta >=");
        }
      }
    }
  }
}

Finding thm4(const Context& context) {
  Finding finding{.verdict = Verdict::holds, .confidence = 1.0 - context.error_level};
  thm4_exact(finding);
  constexpr std::uint32_t n = 1024, f = 128;
  for (const std::uint64_t r : {1u, 5u, 20u}) {
    judge_event(finding, accounting::rumor_push_event({n, f}, r), simulated_event(context, r, 0, n, f),
                simulated_event(context, r, 1, n, f), event_instance(n, f, r));
  }
  push_delta_grows(finding);
  finding.note = "delta at b = 1/10, epsilon = 1 is at least";
  for (const int power : {10, 25, 40})
    finding.note += fmt::format(" {:.3f} (n = 2^{})", PushDelta{power, 0.1, 1.0}.value(), power);
  return finding;
}

/// Something that should happen with probability at least one half.
struct Likely {
  nlohmann::ordered_json instance;
  std::function<bool(random::Words&)> happens;
};

/// Whether each happens with at least `probability`, by so many tries of each.
Finding at_least(double probability, const Context& context, const std::vector<Likely>& cases, std::uint64_t tries) {
  Finding finding{.verdict = Verdict::holds, .confidence = 1.0 - context.error_level};
  std::uint32_t address = 0;
  for (const auto& [instance, happens] : cases) {
    std::uint64_t hits = 0;
    for (std::uint64_t t = 0; t < tries; ++t) {
      random::Words words(context.seed, random::Purpose::activation, static_cast<std::uint32_t>(t), address);
      hits += happens(words) ? 1 : 0;
    }
    ++address;
    const Bracket found = stats::clopper_pearson(hits, tries, context.error_level / static_cast<double>(cases.size()));
    if (count_at_most(finding, Bracket::exact(probability), found)) {
      finding.witness = witness(instance, probability, found, ">=");
      return finding;
    }
  }
  return finding;
}

/// C n ln n messages within 6 C ln(n)/s rounds of the synchronous protocol.
Likely spreads_in_time(std::uint32_t n, double s, double c) {
  return {{{"nodes", n}, {"muting", s}, {"C", c}}, [n, s, c](random::Words& words) {
            protocol::SynchronousRumor rumor({.nodes = n, .muting = s, .timing = RumorRules::Timing::synchronous});
            const double log_n = std::log(static_cast<double>(n)), wanted = c * n * log_n;
            while (static_cast<double>(rumor.messages()) < wanted &&
                   static_cast<double>(rumor.rounds()) < std::floor(6.0 * c * log_n / s))
              rumor.round(words);
            return static_cast<double>(rumor.messages()) >= wanted;
          }};
}

Finding thm9(const Context& context) {
  std::vector<Likely> cases;
  const auto sizes = context.pick<std::vector<std::uint32_t>>({1u << 12}, {1u << 10, 1u << 11, 1u << 12},
                                                              {1u << 10, 1u << 12, 1u << 14, 1u << 16});
  const auto mutings =
      context.pick<std::vector<double>>({0.1, 0.5, 1.0}, {0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0},
                                        {0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0});
  for (const auto n : sizes) {
    for (const double s : mutings) {
      for (const double c : {1.0, 2.0, 3.0}) cases.push_back(spreads_in_time(n, s, c));
    }
  }
  return at_least(0.9, context, cases, 300);
}

/// Everybody is informed in time: 6 ln(n)/s rounds, and for s = 0 between n ln(n)/2 and 2 n ln(n).
std::vector<Likely> spreading_times() {
  std::vector<Likely> cases;
  for (const std::uint32_t n : {1u << 10, 1u << 13}) {
    const double log_n = std::log(static_cast<double>(n));
    for (const double s : {0.0625, 0.25, 1.0}) {
      cases.push_back(
          {{{"nodes", n}, {"muting", s}, {"informed within", "6 ln(n)/s rounds"}}, [n, s, log_n](random::Words& words) {
             protocol::SynchronousRumor rumor({.nodes = n, .muting = s, .timing = RumorRules::Timing::synchronous});
             while (static_cast<double>(rumor.rounds()) < std::floor(6.0 * log_n / s)) {
               if (rumor.round(words)) return true;
             }
             return false;
           }});
    }
    cases.push_back({{{"nodes", n}, {"muting", 0}, {"informed after", "between n ln(n)/2 and 2 n ln(n) rounds"}},
                     [n, log_n](random::Words& words) {
                       protocol::AsynchronousRumor rumor(
                           {.nodes = n, .muting = 0.0});  // one active node: a round is a message
                       rumor.run(words, std::numeric_limits<std::uint64_t>::max());
                       const auto rounds = static_cast<double>(rumor.messages());
                       return rounds > n * log_n / 2.0 && rounds < 2.0 * n * log_n;
                     }});
  }
  return cases;
}

/// The rows s = 0, delta = f/n, and 0 < s < 1, delta = s + (1 - s) f/n, by the exact law on a few nodes.
void table1_small(Finding& finding, const Context& context) {
  const int steps = context.pick(4, 16, 16);
  for (int n = 3; n <= context.pick(4, 5, 5); ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (int i = 0; i < steps; ++i) {
        const double s = static_cast<double>(i) / steps, b = static_cast<double>(f) / n, row = s + (1.0 - s) * b;
        const Bracket delta = rumor_delta(accounting::RumorLaw<double>(accounting::rumor_world(n, f), s), 0.0,
                                          {.width = 1e-6, .expansions = 300});
        const nlohmann::ordered_json instance{{"nodes", n}, {"curious", f}, {"muting", s}};
        if (count_at_most(finding, delta, Bracket::exact(row + 1e-9)))
          finding.witness = witness(instance, row, delta, "delta <=");
        if (i == 0 && count_at_most(finding, Bracket::exact(row - 1e-9), delta))
          finding.witness = witness(instance, row, delta, "delta >=");
      }
    }
  }
}

Finding table1(const Context& context) {
  Finding finding = at_least(0.9, context, spreading_times(), 300);
  table1_small(finding, context);
  push_delta_grows(finding);
  return finding;
}

}  // namespace

void register_rumor(run::Registry& registry) {
  registry.add("rumor.thm4", thm4);
  registry.add("rumor.thm9", thm9);
  registry.add("rumor.table1", table1);
}

}  // namespace hearsay::empirical
