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

Finding thm4(const Context& context) {
  Finding finding{.verdict = Verdict::holds,
                  .tightness = std::numeric_limits<double>::infinity(),
                  .confidence = 1.0 - context.error_level};
  const auto require = [&](double margin, const run::Witness& broken) {
    ++finding.instances;
    finding.tightness = std::min(*finding.tightness, margin);
    if (margin < -1e-9 && finding.verdict == Verdict::holds) {
      finding.verdict = Verdict::refuted;
      finding.witness = broken;
    }
  };
  for (int n = 3; n <= 6; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      auto world = accounting::rumor_world(n, f);
      world.sight = accounting::RumorSight::senders;
      const accounting::RumorLaw<double> law(world, 1.0);
      for (int r = 1; r <= 4; ++r) {
        const auto event = accounting::rumor_push_event(accounting::rumor_crowd(n, f), static_cast<std::uint64_t>(r));
        const double mine = among_first(law, 0, r), others = among_first(law, 1, r);
        const nlohmann::ordered_json instance{{"nodes", n}, {"curious", f}, {"senders", r}};
        require(mine - event.source_lower, witness(instance, event.source_lower, Bracket::exact(mine), "p_0 >="));
        require(event.other_upper - others, witness(instance, event.other_upper, Bracket::exact(others), "p_1 <="));
      }
    }
  }
  constexpr std::uint32_t n = 1024, f = 128;
  const std::uint64_t runs = context.pick<std::uint64_t>(2'000, 10'000, 200'000);
  protocol::AsynchronousRumor rumor({.nodes = n, .muting = 1.0});
  for (const std::uint64_t r : {1u, 5u, 20u}) {
    const auto event = accounting::rumor_push_event({n, f}, r);
    for (const std::uint32_t source : {0u, 1u}) {
      random::Words words(context.seed, random::Purpose::activation, static_cast<std::uint32_t>(r), source);
      std::uint64_t hits = 0;
      for (std::uint64_t run = 0; run < runs; ++run) {
        rumor.start(source);
        AmongFirst watcher{.wanted = 0, .first_curious = n - f, .left = r};
        rumor.run(words, std::numeric_limits<std::uint64_t>::max(), watcher);
        hits += watcher.found ? 1 : 0;
      }
      const Bracket found = stats::clopper_pearson(hits, runs, context.error_level / 6.0);
      const nlohmann::ordered_json instance{{"nodes", n}, {"curious", f}, {"senders", r}, {"source", source}};
      if (source == 0) {
        require(found.upper() - event.source_lower, witness(instance, event.source_lower, found, "p_0 >="));
      } else {
        require(event.other_upper - found.lower(), witness(instance, event.other_upper, found, "p_1 <="));
      }
    }
  }
  double previous = -1.0;
  finding.note = "delta at b = 1/10, epsilon = 1 is at least";
  for (int power = 10; power <= 40; power += 10) {
    const std::uint64_t nodes = 1ull << power;
    const auto implied = accounting::rumor_push_delta({nodes, nodes / 10}, 1.0);
    finding.note += fmt::format(" {:.3f} (n = 2^{})", implied.delta, power);
    require(implied.delta - previous,
            witness({{"nodes", nodes}}, previous, Bracket::exact(implied.delta), "more than"));
    previous = implied.delta;
  }
  return finding;
}

/// Runs `tries` and tells how often `success` happened; the claim is that it does with probability at least one half.
Finding at_least_half(const Context& context,
                      const std::vector<std::pair<nlohmann::ordered_json, std::function<bool(random::Words&)>>>& cases,
                      std::uint64_t tries) {
  Finding finding{.verdict = Verdict::holds, .tightness = 1.0, .confidence = 1.0 - context.error_level};
  std::uint32_t address = 0;
  for (const auto& [instance, success] : cases) {
    std::uint64_t hits = 0;
    for (std::uint64_t t = 0; t < tries; ++t) {
      random::Words words(context.seed, random::Purpose::activation, static_cast<std::uint32_t>(t), address);
      hits += success(words) ? 1 : 0;
    }
    ++address;
    ++finding.instances;
    const Bracket found = stats::clopper_pearson(hits, tries, context.error_level / static_cast<double>(cases.size()));
    finding.tightness = std::min(*finding.tightness, (found.lower() - 0.5) / 0.5);
    if (found.upper() < 0.5) {
      finding.verdict = Verdict::refuted;
      finding.witness = witness(instance, 0.5, found, ">=");
      return finding;
    }
    if (found.lower() < 0.5) finding.verdict = Verdict::inconclusive;
  }
  return finding;
}

Finding thm9(const Context& context) {
  std::vector<std::pair<nlohmann::ordered_json, std::function<bool(random::Words&)>>> cases;
  for (const std::uint32_t n : context.pick<std::vector<std::uint32_t>>({1u << 16}, {1u << 16}, {1u << 16, 1u << 18})) {
    for (const double s : {0.1, 0.5, 1.0}) {
      cases.emplace_back(nlohmann::ordered_json{{"nodes", n}, {"muting", s}, {"C", 1}}, [n, s](random::Words& words) {
        protocol::SynchronousRumor rumor({.nodes = n, .muting = s, .timing = RumorRules::Timing::synchronous});
        const double log_n = std::log(static_cast<double>(n));
        while (static_cast<double>(rumor.messages()) < n * log_n &&
               static_cast<double>(rumor.rounds()) < std::floor(6.0 * log_n / s))
          rumor.round(words);
        return static_cast<double>(rumor.messages()) >= n * log_n;
      });
    }
  }
  return at_least_half(context, cases, 40);
}

Finding table1(const Context& context) {
  std::vector<std::pair<nlohmann::ordered_json, std::function<bool(random::Words&)>>> cases;
  for (const std::uint32_t n : {1u << 10, 1u << 13}) {
    const double log_n = std::log(static_cast<double>(n));
    for (const double s : {0.25, 1.0}) {
      cases.emplace_back(
          nlohmann::ordered_json{{"nodes", n}, {"muting", s}, {"informed within", "6 ln(n)/s rounds"}},
          [n, s, log_n](random::Words& words) {
            protocol::SynchronousRumor rumor({.nodes = n, .muting = s, .timing = RumorRules::Timing::synchronous});
            while (static_cast<double>(rumor.rounds()) < std::floor(6.0 * log_n / s)) {
              if (rumor.round(words)) return true;
            }
            return false;
          });
    }
    cases.emplace_back(
        nlohmann::ordered_json{
            {"nodes", n}, {"muting", 0}, {"informed after", "between n ln(n)/2 and 2 n ln(n) rounds"}},
        [n, log_n](random::Words& words) {
          protocol::AsynchronousRumor rumor({.nodes = n, .muting = 0.0});  // one active node: a round is a message
          rumor.run(words, std::numeric_limits<std::uint64_t>::max());
          const auto rounds = static_cast<double>(rumor.messages());
          return rounds > n * log_n / 2.0 && rounds < 2.0 * n * log_n;
        });
  }
  Finding finding = at_least_half(context, cases, 40);
  for (int n = 3; n <= context.pick(4, 5, 5); ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (const double s : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const double b = static_cast<double>(f) / n, row = s == 1.0 ? 1.0 : s + (1.0 - s) * b;
        const Bracket delta = rumor_delta(accounting::RumorLaw<double>(accounting::rumor_world(n, f), s), 0.0,
                                          {.width = 1e-6, .expansions = 1000});
        ++finding.instances;
        if (delta.lower() > row + 1e-9) {
          finding.verdict = Verdict::refuted;
          finding.witness = witness({{"nodes", n}, {"curious", f}, {"muting", s}}, row, delta, "delta <=");
        }
      }
    }
  }
  return finding;
}

}  // namespace

void register_rumor(run::Registry& registry) {
  registry.add("rumor.thm4", thm4);
  registry.add("rumor.thm9", thm9);
  registry.add("rumor.table1", table1);
}

}  // namespace hearsay::empirical
