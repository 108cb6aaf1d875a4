// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/chain.hpp>
#include "props/kit/witness.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::rumor_world;
using accounting::RumorLaw;
using run::Context;
using run::Finding;
using Vector = std::vector<double>;

Finding attack_bound(const Context& context) {
  RumorTally tally;
  const std::vector<std::uint64_t> sizes = context.pick<std::vector<std::uint64_t>>(
      {4, 6, 40, 500}, {4, 5, 6, 10, 40, 200, 2000}, {4, 5, 6, 10, 40, 200, 2000, 20000});
  const accounting::RumorChainEffort effort{.exact_work = context.pick(1e6, 1e6, 1e7)};
  for (const auto n : sizes) {
    for (const double b : {0.1, 0.25, 0.5}) {
      const auto f = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(b * static_cast<double>(n)));
      const accounting::RumorCrowd crowd{n, f};
      for (const double s : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        for (const std::uint64_t m : {std::uint64_t{2}, std::uint64_t{5}, crowd.honest()}) {
          if (m > crowd.honest() || m < 2 || !rumor_map_success_is_exact(crowd, s, m, effort)) continue;
          const Bracket success = rumor_map_success(crowd, s, m, effort);
          double cap = accounting::rumor_attack_cap(accounting::rumor_delta_bound(crowd, s), m);
          if (m == crowd.honest())
            cap = std::min(cap, accounting::rumor_uncertainty_cap(accounting::rumor_uncertainty_bound(crowd, s)));
          if (tally.add((cap - success.lower()) / cap, 1e-9)) {
            tally.witness =
                exceeds_between_brackets({{"nodes", n}, {"curious", f}, {"muting", s}, {"suspects", m}}, cap,
                                         success.lower(), {fmt::format("at most {}", cap), between(success)});
          }
        }
      }
    }
  }
  return tally.finding();
}

/// Transcripts as pairs (p_0, p_1): as the adversary sees them up to a depth, and as one who also sees the hidden state
/// does.
struct Outcomes {
  std::vector<std::pair<double, double>> seen, genie;
};
void collect(const RumorLaw<double>& law, const Vector& mu, const Vector& nu, int depth, Outcomes& outcomes) {
  if (depth == 0) {
    double p = 0.0, q = 0.0;
    for (std::size_t x = 0; x < mu.size(); ++x) {
      p += mu[x], q += nu[x];
      if (mu[x] > 0.0 || nu[x] > 0.0) outcomes.genie.emplace_back(mu[x], nu[x]);
    }
    outcomes.seen.emplace_back(p, q);
    return;
  }
  const auto mu_visits = law.visits(mu), nu_visits = law.visits(nu);
  for (std::size_t o = 0; o < law.labels().size(); ++o)
    collect(law, law.observe(mu_visits, o), law.observe(nu_visits, o), depth - 1, outcomes);
}

double divergence(const std::vector<std::pair<double, double>>& law, double epsilon) {
  double total = 0.0;
  for (const auto& [p, q] : law) total += std::max(0.0, p - std::exp(epsilon) * q);
  return total;
}
double product_divergence(const std::vector<std::pair<double, double>>& law, double epsilon) {
  double total = 0.0;
  for (const auto& [p, q] : law) {
    for (const auto& [r, t] : law) total += std::max(0.0, p * r - std::exp(epsilon) * q * t);
  }
  return total;
}

Finding composition(const Context&) {
  RumorTally tally;
  for (int n = 3; n <= 4; ++n) {
    for (const double s : {0.0, 0.5}) {
      const RumorLaw<double> law(rumor_world(n, 1), s);
      Outcomes outcomes;
      collect(law, law.start(0), law.start(1), 3, outcomes);
      for (const double epsilon : {0.0, 0.25, 0.5}) {
        const double two = 2.0 * divergence(outcomes.seen, epsilon),
                     joint = product_divergence(outcomes.genie, 2.0 * epsilon);
        const double joint_lower = product_divergence(outcomes.seen, 2.0 * epsilon),
                     two_upper = 2.0 * divergence(outcomes.genie, epsilon);
        const bool violated = tally.add((two_upper - joint_lower) / two_upper, 1e-10);
        if (joint > two + 1e-10) tally.inconclusive = true;
        if (violated) {
          tally.witness = exceeds_between_brackets(
              {{"nodes", n}, {"curious", 1}, {"muting", s}, {"epsilon", epsilon}}, two_upper, joint_lower,
              {fmt::format("at most {}", two_upper), fmt::format("at least {}", joint_lower)});
        }
      }
    }
  }
  return tally.finding();
}

}  // namespace

void register_rumor_attacks(run::Registry& registry) {
  registry.add("rumor.attack.bound", attack_bound);
  registry.add("rumor.composition", composition);
}

}  // namespace hearsay::props
