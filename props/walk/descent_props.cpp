// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/walk/renyi_bound.hpp"
#include "props/walk/walk_checks.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

using oracle::Rational;
using run::Context;
using run::Finding;

namespace {

constexpr int observer = 0, target = 1;

/// Every contribution of u on the walk over the number of steps up to the first later step of v or, if `own`, of u;
/// those that v does not see are left out.
Rational over_steps(const std::vector<int>& walk, bool own) {
  Rational sum = 0;
  const auto end = std::ranges::find(walk.rbegin(), walk.rend(), observer).base();  // behind v's last visit
  for (auto at = walk.begin(); at < end; ++at) {
    if (*at != target) continue;
    const auto next = std::find_if(at + 1, end, [&](int user) { return user == observer || (own && user == target); });
    sum += Rational(1) / (next - at);
  }
  return sum;
}

}  // namespace

Rational up_to_next(const std::vector<int>& walk) { return over_steps(walk, true); }
Rational snapshots(const std::vector<int>& walk) { return over_steps(walk, false); }

namespace {

/// Contractions of u and of the others.
std::vector<std::vector<Rational>> contractions(int users) {
  std::vector<std::vector<Rational>> all;
  for (const auto& own : {Rational(1), Rational(1, 2), Rational(0)}) {
    for (const auto& others : {Rational(1), Rational(1, 2), Rational(0)}) {
      std::vector<Rational> each(static_cast<std::size_t>(users), others);
      each[target] = own;
      all.push_back(std::move(each));
    }
  }
  return all;
}

// ---- two contributions between two visits

/// So many steps before the visit.
struct Twice {
  int first, second;
  [[nodiscard]] std::vector<int> walk() const {
    std::vector<int> users(static_cast<std::size_t>(first) + 1, 2);
    users.front() = users[static_cast<std::size_t>(first - second)] = target;
    users.back() = observer;
    return users;
  }
  [[nodiscard]] Rational loss() const { return oracle::descent_square(walk(), observer, target, {1, 1, 1}, 2); }
};

Finding composition_printed(const Context& context) {
  std::vector<Twice> all;
  for (int first = 2; first <= context.pick(12, 20, 40); ++first) {
    for (int second = 1; second < first; ++second) all.push_back({first, second});
  }
  const auto result = sweep(all, [](const Twice& x) { return at_most(x.loss(), snapshots(x.walk())); });
  return conclude(result, [](const Twice& x) {
    return exceeds_exactly({{"walk", x.walk()}, {"first", x.first}, {"second", x.second}}, snapshots(x.walk()),
                           x.loss());
  });
}

struct QuadraticWalk {
  std::vector<int> walk;
  std::vector<Rational> contraction;
};

// ---- Theorem 4

/// e^(c times the loss) over all walks of so many steps in which u contributes at most `most` times.
struct CappedMoment {
  int users, most;
  double c;
  std::vector<double> losses;  ///< of the walks
  [[nodiscard]] double logarithm() const {
    double sum = 0.0;
    for (const double loss : losses) sum += std::expm1(c * loss);
    return std::log1p(sum / static_cast<double>(losses.size()));
  }
};

std::vector<CappedMoment> capped_moments(int users, int steps) {
  std::vector<CappedMoment> all;
  for (const auto& contraction : contractions(users)) {
    for (const int most : {1, 2, 3}) {
      CappedMoment x{users, most, 1.0, {}};
      oracle::every_walk(users, steps, [&](const std::vector<int>& walk) {
        x.losses.push_back(oracle::to_double(oracle::descent_square(walk, observer, target, contraction, most)));
      });
      for (const double c : {1.0, 0.5, 0.1}) {
        x.c = c;
        all.push_back(x);
      }
    }
  }
  return all;
}

std::vector<accounting::TokenQuestion> descents(const Context& context) {
  const std::vector<std::int64_t> sizes =
      context.pick<std::vector<std::int64_t>>({3, 10}, {3, 5, 10, 100, 1000}, {3, 4, 5, 7, 10, 30, 100, 1000, 10000});
  std::vector<accounting::TokenQuestion> all;
  for (const auto users : sizes) {
    for (const std::int64_t laps : {1, 10, 100, 1000}) {
      for (const double epsilon : {0.99, 0.3}) {
        for (const double delta : {1e-6, 1e-3, 0.1}) {
          all.push_back({.users = users,
                         .steps = laps * users,
                         .epsilon = epsilon,
                         .delta = delta,
                         .delta_hat = 1e-6,
                         .task = accounting::TokenTask::sgd});
        }
      }
    }
  }
  return all;
}

/// More contributions than that have probability at most delta^, counted from the binomial law's logarithms.
double most_contributions(const accounting::TokenQuestion& q) {
  const double steps = static_cast<double>(q.steps), mean = steps / static_cast<double>(q.users);
  double log_mass = steps * std::log1p(-mean / steps), left = 1.0, count = 0.0;
  for (;; ++count) {
    left -= std::exp(log_mass);
    if (left <= q.delta_hat && count >= mean) return count;
    log_mass += std::log((steps - count) / (count + 1.0) * mean / (steps - mean));
  }
}

// ---- the order of Appendix F

struct Order {
  std::int64_t users, steps;
  double epsilon, delta;

  [[nodiscard]] double level() const { return -std::log(delta); }
  /// q, with delta^ = delta.
  [[nodiscard]] double quality() const {
    const double n = static_cast<double>(users), mean = static_cast<double>(steps) / n;
    return std::max(2.0 * (mean + std::sqrt(3.0 * mean * level())) * std::log(n) / n, 2.0 * level());
  }
  /// In units of L.
  [[nodiscard]] double sigma() const { return std::sqrt(8.0 * std::log(1.25 / delta)) / epsilon; }
  [[nodiscard]] double alpha() const { return sigma() * std::sqrt(level() / quality()); }
  /// epsilon' of Theorem 4.
  [[nodiscard]] double promised() const {
    return std::sqrt(2.0 * quality() * level()) * epsilon / std::sqrt(std::log(1.25 / delta));
  }
};

std::vector<Order> orders(std::int64_t most_steps) {
  std::vector<Order> all;
  for (const std::int64_t users : {2, 3, 20, 2000}) {
    for (std::int64_t steps = 1; steps <= most_steps; steps *= 10) {
      for (const double delta : {1e-6, 1e-3, 0.1, 0.4, 0.49}) {
        for (const double epsilon : {0.99, 0.5, 0.1}) all.push_back({users, steps, epsilon, delta});
      }
    }
  }
  return all;
}

Finding order_printed(const Context&) {
  const auto result = sweep(orders(1), [](const Order& x) { return at_most(2.0, x.alpha()); });
  return conclude(result, [](const Order& x) {
    return falls_short_between_brackets(
        {{"users", x.users}, {"steps", x.steps}, {"epsilon", x.epsilon}, {"delta", x.delta}, {"delta_hat", x.delta}},
        2.0, x.alpha() + 1e-9, {"above 2", fmt::format("{:.6f}", x.alpha())});
  });
}

}  // namespace

Finding check_ring_distance(RingLoss loss, const Context& context) {
  struct Pair {
    int users, distance;
    /// The largest loss of one contribution, from a visit of v to the next.
    [[nodiscard]] Rational largest() const {
      std::vector<int> lap(static_cast<std::size_t>(users), 2);
      lap[static_cast<std::size_t>(users - 1 - distance)] = target;
      lap.back() = observer;
      Rational most = 0;
      for (const auto& contraction : contractions(3))
        most = std::max(most, oracle::descent_square(lap, observer, target, contraction, 1));
      return most;
    }
  };
  std::vector<Pair> all;
  for (int users = 2; users <= context.pick(12, 20, 40); ++users) {
    for (int distance = 1; distance < users; ++distance) all.push_back({users, distance});
  }
  const auto result = sweep(all, [&](const Pair& x) { return decided(x.largest() == loss(x.distance)); });
  return conclude(result, [&](const Pair& x) {
    return differs_exactly({{"users", x.users}, {"distance", x.distance}}, loss(x.distance), x.largest());
  });
}

Finding check_order_limit(OrderLimit limit, const Context&) {
  const auto result = sweep(orders(1'000'000'000), [&](const Order& x) {
    const double alpha = x.alpha();
    const bool noise = x.sigma() * x.sigma() * (1.0 + 1e-12) >= 2.0 * alpha * (alpha - 1.0);
    return decided(noise && (alpha >= 2.0) == (x.promised() <= limit(x.delta)));
  });
  return conclude_uncertified(
      result, [](const Order& x) { return fmt::format("n = {}, T = {}, delta = {}", x.users, x.steps, x.delta); });
}

Finding check_composition(WalkBound bound, const Context& context) {
  const auto loss = [](const QuadraticWalk& x) {
    return oracle::descent_square(x.walk, observer, target, x.contraction, static_cast<int>(x.walk.size()));
  };
  std::vector<QuadraticWalk> all;
  for (int steps = 2; steps <= context.pick(5, 6, 8); ++steps) {
    for (const auto& contraction : contractions(3)) {
      oracle::every_walk(3, steps, [&](const std::vector<int>& walk) { all.push_back({walk, contraction}); });
    }
  }
  const auto result = sweep(all, [&](const QuadraticWalk& x) { return at_most(loss(x), bound(x.walk)); });
  return conclude(result, [&](const QuadraticWalk& x) {
    return exceeds_exactly({{"walk", x.walk}}, bound(x.walk), loss(x));
  });
}

Finding check_descent(DescentShare share, const Context& context) {
  std::vector<CappedMoment> moments;
  for (int users = 2; users <= context.pick(3, 3, 4); ++users) {
    for (auto& x : capped_moments(users, context.pick(5, 7, 7))) moments.push_back(std::move(x));
  }
  const auto renyi = sweep(moments, [&](const CappedMoment& x) {
    const double gap = share(x.users, 1) / (std::numbers::e - 1.0);
    return at_most(x.logarithm(), x.most * std::log1p(std::expm1(x.c) * gap), {}, Relative{1e-12});
  });
  const auto moment_finding = conclude_uncertified(
      renyi, [](const CappedMoment& x) { return fmt::format("n = {}, at most {}, c = {}", x.users, x.most, x.c); });

  const auto closed = [&](const accounting::TokenQuestion& q) {
    const double level = -std::log(q.delta), quality = std::max(most_contributions(q) * share(q.users, 1), 2.0 * level);
    const double epsilon = std::sqrt(2.0 * quality * level) * q.epsilon / std::sqrt(std::log(1.25 / q.delta));
    return epsilon <= 2.0 * level ? epsilon : std::numeric_limits<double>::infinity();
  };
  // (D + ln(1/delta))/(alpha - 1), over orders two per cent apart.
  const auto best = [&](const accounting::TokenQuestion& q) {
    const double square = q.epsilon * q.epsilon / (2.0 * std::log(1.25 / q.delta)), count = most_contributions(q);
    const double gap = share(q.users, 1) / (std::numbers::e - 1.0);
    double least = std::numeric_limits<double>::infinity();
    for (double order = 1e-3; order < 1e3; order *= 1.02) {
      const double moment = count * std::log1p(gap * std::expm1(0.5 * (1.0 + order) * order * square));
      least = std::min(least, (moment - std::log(q.delta)) / order);
    }
    return least;
  };
  WalkRenyiBound renyi_bound;
  const auto found = sweep(descents(context), [&](const accounting::TokenQuestion& q) {
    return bounded_by(renyi_bound(q, q.delta + q.delta_hat), std::min(closed(q), best(q)));
  });
  return both(moment_finding, to_finding(found));
}

Finding check_numerical(NumericalEpsilon epsilon, const Context& context) {
  struct Question {
    double users, share, epsilon, delta;
    [[nodiscard]] double level() const { return -std::log(delta); }
    [[nodiscard]] double sigma() const { return std::sqrt(8.0 * std::log(1.25 / delta)) / epsilon; }
    [[nodiscard]] double contributions() const { return std::max(1.0, share * level() * users / std::log(users)); }
    /// Equation (7) with q = 2 ln(1/delta).
    [[nodiscard]] double closed() const { return 2.0 * level() * epsilon / std::sqrt(std::log(1.25 / delta)); }
    /// Over 20,000 orders with alpha (alpha - 1) <= sigma^2/2.
    [[nodiscard]] double least() const {
      const double rate = 4.0 * contributions() * std::log(users) / (users * sigma() * sigma());
      const double most = 0.5 * (1.0 + std::sqrt(1.0 + 2.0 * sigma() * sigma()));
      double found = 1e300;
      for (int k = 1; k <= 20'000; ++k) {
        const double alpha = 1.0 + (most - 1.0) * k / 20'000.0;
        found = std::min(found, rate * alpha + level() / (alpha - 1.0));
      }
      return found;
    }
  };
  std::vector<Question> all;
  for (const double users : {3.0, 20.0, 2000.0, 1e6}) {
    for (const double share : {1.0, 0.1, 1e-3}) {
      for (const double local : {0.99, 0.3, 0.1}) {
        for (const double delta : {1e-2, 1e-6}) {
          const Question x{users, share, local, delta};
          if (x.contributions() * std::log(users) / users <= share * x.level() * (1.0 + 1e-9)) all.push_back(x);
        }
      }
    }
  }
  if (context.effort == run::Effort::quick) std::erase_if(all, [](const Question& x) { return x.users == 20.0; });
  const auto result = sweep(all, [&](const Question& x) {
    const double found = epsilon(x.users, x.contributions(), x.sigma(), x.delta, true);
    return worse(at_most(found, (x.share < 1.0 ? 0.35 : 0.85) * x.closed()),
                 equals(found, x.least(), {}, Relative{1e-6}));
  });
  return conclude_uncertified(
      result, [](const Question& x) { return fmt::format("n = {}, share {}, delta = {}", x.users, x.share, x.delta); });
}

void register_walk_descent(run::Registry& registry) {
  registry.add("walk.ring.next", [](const Context& c) {
    return check_ring_distance([](int distance) { return Rational(1, distance); }, c);
  });
  registry.add("walk.thm4.alpha", order_printed);
  registry.add("walk.thm4.alpha.repaired", [](const Context& c) {
    return check_order_limit([](double delta) { return -2.0 * std::log(delta); }, c);
  });
  registry.add("walk.lemma1.composition", composition_printed);
  registry.add("walk.lemma1.composition.repaired", [](const Context& c) { return check_composition(up_to_next, c); });
  registry.add("walk.thm4.repaired", [](const Context& c) { return check_descent(accounting::sgd_contribution, c); });
  registry.add("walk.remark5", [](const Context& c) { return check_numerical(accounting::sgd_epsilon, c); });
}

}  // namespace hearsay::props
