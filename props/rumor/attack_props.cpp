// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/chain.hpp>
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::rumor_world;
using accounting::RumorLaw;
using run::Context;
using run::Finding;
using Vector = std::vector<double>;

/// An attack that names one of m suspects.
struct Attack {
  accounting::RumorCrowd crowd;
  double muting;
  std::uint64_t suspects;

  /// The smaller of the caps that privacy and, with all honest nodes suspected, prediction uncertainty put on it.
  [[nodiscard]] double cap() const {
    const double by_delta = accounting::rumor_attack_cap(accounting::rumor_delta_bound(crowd, muting), suspects);
    if (suspects != crowd.honest()) return by_delta;
    return std::min(by_delta, accounting::rumor_uncertainty_cap(accounting::rumor_uncertainty_bound(crowd, muting)));
  }
};

/// All whose success is computed exactly, not by the mean-field approximation.
std::vector<Attack> exact_attacks(const std::vector<std::uint64_t>& sizes, const accounting::RumorChainEffort& effort) {
  std::vector<Attack> all;
  for (const auto n : sizes) {
    for (const double b : {0.1, 0.25, 0.5}) {
      const auto f = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(b * static_cast<double>(n)));
      const accounting::RumorCrowd crowd{n, f};
      for (const double s : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        for (const std::uint64_t m : {std::uint64_t{2}, std::uint64_t{5}, crowd.honest()}) {
          if (m <= crowd.honest() && rumor_map_success_is_exact(crowd, s, m, effort)) all.push_back({crowd, s, m});
        }
      }
    }
  }
  return all;
}

Finding attack_bound(const Context& context) {
  const std::vector<std::uint64_t> sizes = context.pick<std::vector<std::uint64_t>>(
      {4, 6, 40, 500}, {4, 5, 6, 10, 40, 200, 2000}, {4, 5, 6, 10, 40, 200, 2000, 20000});
  const accounting::RumorChainEffort effort{.exact_work = context.pick(1e6, 1e6, 1e7)};
  const auto success = [&](const Attack& a) { return rumor_map_success(a.crowd, a.muting, a.suspects, effort); };
  const auto result =
      sweep(exact_attacks(sizes, effort), [&](const Attack& a) { return bracket_at_most(success(a), a.cap()); });
  return conclude(result, [&](const Attack& a) {
    const Bracket found = success(a);
    return exceeds_between_brackets(
        {{"nodes", a.crowd.nodes}, {"curious", a.crowd.curious}, {"muting", a.muting}, {"suspects", a.suspects}},
        a.cap(), found.lower(), {fmt::format("at most {}", a.cap()), between(found)});
  });
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
  const double factor = std::exp(epsilon);
  double total = 0.0;
  for (const auto& [p, q] : law) total += std::max(0.0, p - factor * q);
  return total;
}
double product_divergence(const std::vector<std::pair<double, double>>& law, double epsilon) {
  const double factor = std::exp(epsilon);
  double total = 0.0;
  for (const auto& [p, q] : law) {
    for (const auto& [r, t] : law) total += std::max(0.0, p * r - factor * q * t);
  }
  return total;
}

/// What two rumors of one source tell, and twice what one does: what is seen bounds either from below, the hidden state
/// told bounds it from above.
struct Linked {
  RumorSize size;
  double muting, epsilon;
  Bracket joint, doubled;
};

Bracket ends(double lower, double upper) { return {std::min(lower, upper), std::min(lower, upper), upper}; }

std::vector<Linked> linked_rumors() {
  std::vector<Linked> all;
  for (const auto& size : rumor_sizes(4)) {
    for (const double s : {0.0, 0.25, 0.5}) {
      const RumorLaw<double> law(rumor_world(size.nodes, size.curious), s);
      Outcomes outcomes;
      collect(law, law.start(0), law.start(1), size.curious == 1 ? 3 : 2, outcomes);
      for (int i = 0; i < 12; ++i) {
        const double epsilon = 0.05 * i;
        all.push_back(
            {size, s, epsilon,
             ends(product_divergence(outcomes.seen, 2.0 * epsilon), product_divergence(outcomes.genie, 2.0 * epsilon)),
             ends(2.0 * divergence(outcomes.seen, epsilon), 2.0 * divergence(outcomes.genie, epsilon))});
      }
    }
  }
  return all;
}

Finding composition(const Context&) {
  const auto result = sweep(linked_rumors(), [](const Linked& two) { return bracket_at_most(two.joint, two.doubled); });
  return conclude(result, [](const Linked& two) {
    auto instance = rumor_instance(two.size, fmt::format("{}", two.muting));
    instance["epsilon"] = two.epsilon;
    return exceeds_between_brackets(std::move(instance), two.doubled.upper(), two.joint.lower(),
                                    {fmt::format("at most {}", two.doubled.upper()), between(two.joint)});
  });
}

}  // namespace

void register_rumor_attacks(run::Registry& registry) {
  registry.add("rumor.attack.bound", attack_bound);
  registry.add("rumor.composition", composition);
}

}  // namespace hearsay::props
