// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using oracle::NoisyStep;
using oracle::Rational;
using run::Context;
using run::Finding;

struct Ring {
  int users, rounds;
  [[nodiscard]] nlohmann::ordered_json instance() const { return {{"users", users}, {"rounds", rounds}}; }
};

std::vector<Ring> rings(int least_users, int most_users, int most_rounds) {
  std::vector<Ring> all;
  for (int users = least_users; users <= most_users; ++users) {
    for (int rounds = 1; rounds <= most_rounds; ++rounds) all.push_back({users, rounds});
  }
  return all;
}

Rational total_variance(const std::vector<NoisyStep>& steps) {
  return std::accumulate(steps.begin(), steps.end(), Rational(0),
                         [](const Rational& sum, const NoisyStep& step) { return Rational(sum + step.variance); });
}

/// The variance of Remark 1's sum, in units of sigma_loc^2, if every user but the very first adds a variance of
/// `share`.
Finding shared_variance(const Context& context, Rational (*share)(const Ring&), Rational (*claimed)(const Ring&)) {
  const auto actual = [share](const Ring& r) {
    return total_variance(oracle::distributed_steps(r.users, r.rounds, share(r)));
  };
  const auto result = sweep(rings(2, context.pick(25, 40, 100), context.pick(5, 10, 20)),
                            [&](const Ring& r) { return decided(actual(r) == claimed(r)); });
  return conclude(result, [&](const Ring& r) { return differs_exactly(r.instance(), claimed(r), actual(r)); });
}

Finding shared_variances(const Context& context) {
  return both(shared_variance(
                  context, [](const Ring& r) { return Rational(1, r.users); },
                  [](const Ring& r) { return Rational(r.rounds + 1 - Rational(1, r.users)); }),
              shared_variance(
                  context, [](const Ring& r) { return Rational(1) / (r.users - 1); },
                  [](const Ring& r) { return Rational(r.rounds + 1 + Rational(r.rounds - 1) / (r.users - 1)); }));
}

/// (Delta/sigma)^2-units of what a coalition learns about u between its visits; nothing if it sees u without noise.
std::optional<Rational> coalition_square(const std::vector<NoisyStep>& steps, const std::set<int>& coalition, int u) {
  Rational total = 0, variance = 0;
  int contributions = 0;
  for (const auto& step : steps) {
    if (!coalition.contains(step.user)) {
      variance += step.variance;
      if (step.user == u) ++contributions;
      continue;
    }
    if (contributions > 0 && variance == 0) return std::nullopt;
    if (contributions > 0) total += Rational(contributions * contributions) / variance;
    variance = 0, contributions = 0;
  }
  return total;
}

/// Some user between two colluders is seen without noise.
Finding two_colluders(const Context& context) {
  const auto exposed = [](const Ring& r) {
    const auto steps = oracle::ring_steps(r.users, r.rounds);
    for (int u = 1; u + 1 < r.users; ++u) {
      if (!coalition_square(steps, {u - 1, u + 1}, u)) return true;
    }
    return false;
  };
  const auto result = sweep(rings(3, context.pick(30, 40, 100), context.pick(5, 10, 20)),
                            [&](const Ring& r) { return decided(exposed(r)); });
  return conclude(result, [](const Ring& r) {
    return compared_exactly(r.instance(), {"a user is seen without noise", "no user is"});
  });
}

/// A user of a ring between two colluders.
struct Surrounded {
  Ring ring;
  int target;
  [[nodiscard]] std::optional<Rational> square() const {
    const int n = ring.users;
    return coalition_square(oracle::distributed_steps(n, ring.rounds, Rational(1, n)),
                            {(target + n - 1) % n, (target + 1) % n}, target);
  }
  /// n a contribution; the very first has a noise of its own, and after the last of all no colluder comes.
  [[nodiscard]] Rational claimed() const {
    const int full = ring.rounds - (target == 0 || target == ring.users - 1 ? 1 : 0);
    return Rational(full * ring.users + (target == 0 ? 1 : 0));
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    auto instance = ring.instance();
    instance["target"] = target + 1;
    return instance;
  }
};

/// With the noise of Remark 1 the loss of a user between two colluders is n times that of one contribution, a lap.
Finding two_colluders_shared(const Context& context) {
  std::vector<Surrounded> all;
  for (const auto& ring : rings(3, context.pick(30, 40, 60), context.pick(5, 10, 20))) {
    for (int u = 0; u < ring.users; ++u) all.push_back({ring, u});
  }
  const auto result = sweep(all, [](const Surrounded& x) { return decided(x.square() == x.claimed()); });
  return conclude(result, [](const Surrounded& x) {
    return differs_exactly(x.instance(), x.claimed(), x.square().value_or(Rational(-1)));
  });
}

/// A breach after step t of a ring with one lap, and the final token.
struct Breach {
  int users, after, target;
  /// Signal to noise, squared, in the part of the walk that holds the target's only contribution.
  [[nodiscard]] Rational square() const {
    const auto steps = oracle::ring_steps(users, 1);
    Rational variance = 0;
    for (int t = 0; t < users; ++t) {
      if ((t < after) == (target < after)) variance += steps[static_cast<std::size_t>(t)].variance;
    }
    return variance > 0 ? Rational(1 / variance) : Rational(1'000'000);
  }
};

Finding pan_private_output(const Context& context) {
  std::vector<Breach> all;
  for (int users = 2; users <= context.pick(12, 25, 60); ++users) {
    for (int after = 1; after <= users; ++after) {
      for (int target = 0; target < users; ++target) all.push_back({users, after, target});
    }
  }
  const auto result = sweep(all, [](const Breach& b) { return at_most(b.square(), Rational(1)); });
  return conclude(result, [](const Breach& b) {
    return exceeds_exactly({{"users", b.users}, {"breach_after_step", b.after}, {"target", b.target + 1}}, 1,
                           b.square());
  });
}

/// c colluders, users 0 .. c - 1, among n.
struct Coalition {
  int users, colluders;
  [[nodiscard]] Rational share() const { return {colluders, users}; }
  [[nodiscard]] nlohmann::ordered_json instance() const { return {{"users", users}, {"colluders", colluders}}; }
};

std::vector<Coalition> coalitions(int most_users) {
  std::vector<Coalition> all;
  for (int users = 2; users <= most_users; ++users) {
    for (int colluders = 1; colluders < users; ++colluders) all.push_back({users, colluders});
  }
  return all;
}

/// The share of the walks of `steps` steps that satisfy `property`.
template <class Property>
Rational share_of_walks(const Coalition& c, int steps, Property property) {
  long walks = 0, good = 0;
  oracle::every_walk(c.users, steps, [&](const std::vector<int>& walk) {
    ++walks;
    if (property(walk)) ++good;
  });
  return {good, walks};
}

/// "The size of a cycle is geometric of parameter 1 - c/n": one step with this probability.
Finding cycle_law(const Context&) {
  const auto one_step = [](const Coalition& c) {
    return share_of_walks(c, 1, [&](const std::vector<int>& walk) { return walk[0] < c.colluders; });
  };
  const auto claimed = [](const Coalition& c) { return Rational(1 - c.share()); };
  const auto result = sweep(coalitions(20), [&](const Coalition& c) { return decided(one_step(c) == claimed(c)); });
  return conclude(result, [&](const Coalition& c) { return differs_exactly(c.instance(), claimed(c), one_step(c)); });
}

/// Visits are binomial, and cycles geometric, both of parameter c/n.
Finding cycle_law_repaired(const Context& context) {
  struct Event {
    Coalition coalition;
    int steps, count;
    bool visits;  ///< `count` visits; else the first at step `count`
    [[nodiscard]] Rational claimed() const {
      Rational p = 1;
      const int failures = visits ? steps - count : count - 1;
      for (int i = 0; i < failures; ++i) p *= 1 - coalition.share();
      for (int i = 0; i < (visits ? count : 1); ++i) p *= coalition.share();
      for (int i = 0; visits && i < count; ++i) p *= Rational(steps - i, i + 1);
      return p;
    }
    [[nodiscard]] Rational actual() const {
      return share_of_walks(coalition, steps, [&](const std::vector<int>& walk) {
        const auto colluder = [&](int user) { return user < coalition.colluders; };
        if (visits) return std::ranges::count_if(walk, colluder) == count;
        return std::ranges::find_if(walk, colluder) - walk.begin() == count - 1;
      });
    }
  };
  std::vector<Event> all;
  const int most_steps = context.pick(5, 6, 7);
  for (const auto& coalition : coalitions(4)) {
    for (int steps = 1; steps <= most_steps; ++steps) {
      for (int count = 0; count <= steps; ++count) {
        all.push_back({coalition, steps, count, true});
        if (count > 0) all.push_back({coalition, steps, count, false});
      }
    }
  }
  const auto result = sweep(all, [](const Event& x) { return decided(x.actual() == x.claimed()); });
  return conclude(result, [](const Event& x) {
    auto instance = x.coalition.instance();
    instance["steps"] = x.steps, instance["count"] = x.count;
    return differs_exactly(std::move(instance), x.claimed(), x.actual());
  });
}

/// The next user is uniform on those that are available, each with probability `available`; if nobody is, the token
/// waits.
Finding absent_users(const Context& context) {
  struct Availability {
    int users;
    Rational available;
    /// P(the token moves to this user at a time).
    [[nodiscard]] Rational moves_to(int user) const {
      Rational total = 0;
      for (std::uint32_t set = 1; set < 1u << users; ++set) {
        if ((set >> user & 1) == 0) continue;
        Rational p(1, std::popcount(set));
        for (int i = 0; i < users; ++i) p *= (set >> i & 1) != 0 ? available : 1 - available;
        total += p;
      }
      return total;
    }
    /// The same for every user, whether or not others are there: uniform at each move, after a geometric wait.
    [[nodiscard]] Rational claimed() const {
      Rational nobody = 1;
      for (int i = 0; i < users; ++i) nobody *= 1 - available;
      return (1 - nobody) / users;
    }
  };
  std::vector<Availability> all;
  for (int users = 2; users <= context.pick(7, 9, 12); ++users) {
    for (int k = 1; k <= 16; ++k) all.push_back({users, {k, 16}});
  }
  const auto result = sweep(all, [](const Availability& x) {
    return decided(x.moves_to(0) == x.claimed() && x.moves_to(x.users - 1) == x.claimed());
  });
  return conclude(result, [](const Availability& x) {
    return differs_exactly({{"users", x.users}, {"available", x.available.str()}}, x.claimed(), x.moves_to(0));
  });
}

/// Algorithm 5 on one walk: the values of the users that it visits.
struct Answers {
  int buckets;
  Rational gamma;
  std::vector<int> values;
  [[nodiscard]] int steps() const { return static_cast<int>(values.size()); }
  /// The mean of the first debiased count less the true one, `subtract` being taken off.
  [[nodiscard]] Rational bias(const Rational& subtract) const {
    const auto counts = oracle::expected_histogram(values, 1, buckets, gamma, 0, subtract);
    return counts[0] - static_cast<long>(std::ranges::count(values, 0));
  }
};

Finding debiased(const Context& context, Rational (*subtract)(const Answers&)) {
  std::vector<Answers> all;
  for (int steps = 1; steps <= context.pick(4, 5, 7); ++steps) {
    for (int buckets = 2; buckets <= 3; ++buckets) {
      for (const auto& gamma : {Rational(1, 4), Rational(1, 2)}) {
        oracle::every_walk(buckets, steps, [&](const std::vector<int>& values) {
          all.push_back({buckets, gamma, values});
        });
      }
    }
  }
  const auto bias = [&](const Answers& x) { return x.bias(subtract(x)); };
  const auto result = sweep(all, [&](const Answers& x) { return decided(bias(x) == 0); });
  return conclude(result, [&](const Answers& x) {
    return differs_exactly({{"buckets", x.buckets}, {"gamma", x.gamma.str()}, {"values", x.values}}, 0, bias(x),
                           {"bias 0", "bias " + bias(x).str()});
  });
}

}  // namespace

void register_walk_remarks(run::Registry& registry) {
  registry.add("walk.remark1.utility", [](const Context& c) {
    return shared_variance(
        c, [](const Ring& r) { return Rational(1, r.users); },
        [](const Ring& r) { return Rational(r.rounds * r.users / (r.users - 1) + 1); });
  });
  registry.add("walk.remark1.utility.repaired", shared_variances);
  registry.add("walk.collusion.ring", two_colluders);
  registry.add("walk.collusion.ring.shared", two_colluders_shared);
  registry.add("walk.pan_privacy.output", pan_private_output);
  registry.add("walk.collusion.law", cycle_law);
  registry.add("walk.collusion.law.repaired", cycle_law_repaired);
  registry.add("walk.absent", absent_users);
  registry.add("walk.thm6.unbiased", [](const Context& c) {
    return debiased(c, [](const Answers& x) { return Rational(x.gamma / x.buckets); });
  });
  registry.add("walk.thm6.unbiased.repaired", [](const Context& c) {
    return debiased(c, [](const Answers& x) { return Rational(x.gamma * x.steps() / x.buckets); });
  });
}

}  // namespace hearsay::props
