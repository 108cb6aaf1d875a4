// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <hearsay/accounting/token/ring.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>

#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Rational;
using run::Context;
using run::Finding;

struct World {
  int users, rounds;
};

/// Every ring of at most the given size, smallest first.
std::vector<World> rings(const Context& context) {
  const int most_users = context.pick(8, 12, 30), most_rounds = context.pick(4, 6, 12);
  std::vector<World> all;
  for (int users = 2; users <= most_users; ++users) {
    for (int rounds = 1; rounds <= most_rounds; ++rounds) all.push_back({users, rounds});
  }
  return all;
}

nlohmann::ordered_json to_json(const World& w) { return {{"users", w.users}, {"rounds", w.rounds}}; }

/// Steps at which the real protocol draws noise.
std::vector<std::int64_t> protocol_noise_steps(const World& w,
                                               protocol::RingNoise noise = protocol::RingNoise::counter) {
  std::vector<std::int64_t> steps;
  const std::vector<double> values(static_cast<std::size_t>(w.users), 1.0);
  (void)protocol::ring_sum({.users = w.users, .rounds = w.rounds, .noise = noise}, values,
                           [&](std::int64_t step, double) {
                             steps.push_back(step);
                             return 0.0;
                           });
  return steps;
}

std::vector<std::int64_t> oracle_noise_steps(const World& w) {
  std::vector<std::int64_t> steps;
  const auto all = oracle::ring_steps(w.users, w.rounds);
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (all[t].variance > 0) steps.push_back(static_cast<std::int64_t>(t) + 1);
  }
  return steps;
}

Finding utility(const Context& context, std::int64_t (*formula)(std::int64_t, std::int64_t)) {
  std::uint64_t tried = 0;
  for (const auto& w : rings(context)) {
    ++tried;
    const auto noise = protocol_noise_steps(w);
    if (noise != oracle_noise_steps(w))
      return {.verdict = Verdict::broken, .instances = tried, .note = "the protocol and its definition disagree"};
    const auto claimed = formula(w.users, w.rounds);
    if (claimed != static_cast<std::int64_t>(noise.size())) {
      auto instance = to_json(w);
      instance["noise_steps"] = noise;
      return refuted(tried, differs_exactly(instance, claimed, noise.size(),
                                            {fmt::format("variance {} sigma^2", claimed),
                                             fmt::format("variance {} sigma^2", noise.size())}));
    }
  }
  return holds(tried, 0.0);
}

Finding windows(const Context& context) {
  std::uint64_t tried = 0;
  for (const auto& w : rings(context)) {
    const auto noise = protocol_noise_steps(w);
    for (int v = 0; v < w.users; ++v) {
      for (int k = 0; k + 1 < w.rounds; ++k) {
        ++tried;
        const int from = k * w.users + v + 1;  // v's visit, steps from 1
        const auto inside =
            std::ranges::count_if(noise, [&](std::int64_t s) { return s > from && s < from + w.users; });
        if (inside != 1) {
          auto instance = to_json(w);
          instance["observer"] = v + 1;
          instance["after_step"] = from;
          return refuted(
              tried, differs_exactly(instance, 1, inside, {"1 noise event", fmt::format("{} noise events", inside)}));
        }
      }
    }
  }
  return holds(tried, 0.0);
}

/// The largest view_square over all pairs, or the pair that sees a value bare.
struct Worst {
  std::optional<Rational> square = Rational(0);
  int observer = 0, target = 0;
};
Worst worst_pair(const std::vector<oracle::NoisyStep>& steps, int users, const std::optional<Rational>& published) {
  Worst worst;
  for (int v = 0; v < users; ++v) {
    for (int u = 0; u < users; ++u) {
      if (u == v) continue;
      const auto square = oracle::view_square(steps, v, u, published);
      if (!square) return {std::nullopt, v, u};
      if (*square > *worst.square) worst = {square, v, u};
    }
  }
  return worst;
}

/// "Every view is at most `rounds` releases of one contribution": mu^2 <= rounds (Delta/sigma)^2.
template <class Steps>
Finding views_within(const Context& context, Steps steps_of, const std::optional<Rational>& published) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  for (const auto& w : rings(context)) {
    ++tried;
    const auto worst = worst_pair(steps_of(w), w.users, published);
    if (!worst.square || *worst.square > w.rounds) {
      auto instance = to_json(w);
      instance["observer"] = worst.observer + 1;
      instance["target"] = worst.target + 1;
      return refuted(
          tried,
          compared_exactly(
              instance,
              {fmt::format("mu^2 <= {} (Delta/sigma)^2", w.rounds),
               worst.square ? fmt::format("mu^2 = {} (Delta/sigma)^2", oracle::to_string(*worst.square))
                            : std::string("a difference of two tokens shows the target's value without noise")}));
    }
    tightness = std::min(tightness, 1.0 - oracle::to_double(*worst.square) / w.rounds);
  }
  return holds(tried, tightness);
}

std::vector<oracle::NoisyStep> counter_steps(const World& w) { return oracle::ring_steps(w.users, w.rounds); }

/// The published epsilon against the exact Gaussian profile of the view.
Finding privacy(const Context& context) {
  auto structure = views_within(context, counter_steps, std::nullopt);  // mu^2 = rounds is exact
  if (structure.verdict != Verdict::holds) return structure;
  std::uint64_t tried = structure.instances;
  double tightness = 1.0, least = std::numeric_limits<double>::infinity(), most = 0.0;
  for (const double epsilon : {0.01, 0.1, 0.5, 0.9, 0.999}) {
    for (const double delta : {1e-3, 1e-6, 1e-9, 1e-12}) {
      for (const std::int64_t rounds : {1, 2, 10, 100, 1000}) {
        ++tried;
        const RingQuestion q{.users = 10, .rounds = rounds, .epsilon = epsilon, .delta = delta, .delta_prime = delta};
        const auto published = ring_published(q);
        if (published.delta >= 1.0) continue;
        const double mu = epsilon / std::sqrt(2.0 * std::log(1.25 / delta)) * std::sqrt(static_cast<double>(rounds));
        const double actual = divergence::gaussian_delta(mu, published.epsilon).upper();
        if (actual > published.delta) {
          return refuted(tried, compared_numerically(
                                    {{"epsilon", epsilon}, {"delta", delta}, {"rounds", rounds}},
                                    {fmt::format("delta <= {}", published.delta), fmt::format("delta = {}", actual)}));
        }
        tightness = std::min(tightness, 1.0 - actual / published.delta);
        if (rounds < 10) continue;
        const auto tight = ring_tight(q);
        if (tight.epsilon <= 0.0) continue;
        least = std::min(least, published.epsilon / tight.epsilon);
        most = std::max(most, published.epsilon / tight.epsilon);
      }
    }
  }
  return holds(
      tried, tightness,
      fmt::format(
          "the published epsilon is {:.1f} to {:.1f} times the exact one at the same delta, for ten rounds and more",
          least, most));
}

Finding publish(const Context& context) { return views_within(context, counter_steps, Rational(0)); }

Finding publish_repaired(const Context& context) { return views_within(context, counter_steps, Rational(1)); }

Finding remark1(const Context& context) {
  auto finding = views_within(
      context, [](const World& w) { return oracle::distributed_steps(w.users, w.rounds, Rational(1, w.users)); },
      std::nullopt);
  if (finding.witness) {
    const double epsilon = 0.5, delta = 1e-6, mu = divergence::gaussian_mu(epsilon, delta).lower();
    const auto actual = divergence::gaussian_delta(mu * std::sqrt(2.0), epsilon);
    finding.note = fmt::format("for n = 2 and noise that gives exactly (0.5, 1e-6), delta is {:.4g} times 1e-6",
                               actual.lower() / delta);
  }
  return finding;
}

Finding remark1_repaired(const Context& context) {
  return views_within(
      context, [](const World& w) { return oracle::distributed_steps(w.users, w.rounds, Rational(1, w.users - 1)); },
      std::nullopt);
}

Finding pan_privacy(const Context& context) {
  std::uint64_t tried = 0;
  for (const auto& w : rings(context)) {
    if (w.rounds != 1) continue;
    std::vector<double> values(static_cast<std::size_t>(w.users));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::ldexp(1.0, static_cast<int>(i));
    for (int v = 0; v < w.users; ++v) {
      ++tried;
      protocol::ViewOf view(v, false);
      (void)protocol::ring_sum(
          {.users = w.users, .rounds = 1}, values, [](std::int64_t, double) { return 0.0; }, view);
      // The view is one internal state: the state of the stream after the v items before it. Sums of distinct powers of
      // 2 name their items.
      const bool one_state = view.visits().size() == 1 && view.visits()[0].received == std::ldexp(1.0, v) - 1.0;
      const auto worst = worst_pair(oracle::ring_steps(w.users, 1), w.users, std::nullopt);
      if (!one_state || !worst.square || *worst.square > 1) {
        return refuted(tried, compared_exactly({{"users", w.users}, {"observer", v + 1}},
                                               {"one internal state, hidden by one Perturb", "more"}));
      }
    }
  }
  return holds(tried, 0.0);
}

}  // namespace

void register_walk_ring(run::Registry& registry) {
  registry.add("walk.thm1.utility", [](const Context& c) { return utility(c, ring_noise_events_published); });
  registry.add("walk.thm1.utility.repaired", [](const Context& c) { return utility(c, ring_noise_events); });
  registry.add("walk.thm1.windows", windows);
  registry.add("walk.thm1.privacy", privacy);
  registry.add("walk.thm1.publish", publish);
  registry.add("walk.thm1.publish.repaired", publish_repaired);
  registry.add("walk.remark1", remark1);
  registry.add("walk.remark1.repaired", remark1_repaired);
  registry.add("walk.pan_privacy", pan_privacy);
}

}  // namespace hearsay::props
