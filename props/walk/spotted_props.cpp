// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/walk/walk_checks.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

using oracle::Rational;
using run::Context;
using run::Finding;

double SpottedWalk::contributions() const {
  const double mean = steps / users;
  return mean + std::sqrt(3.0 * mean * -std::log(delta));
}

double spotted_count(const SpottedWalk& walk) {
  const double each = walk.contributions() / walk.users;
  return 2.0 * each + std::sqrt(6.0 * each * -std::log(walk.delta));
}

std::vector<bool> fake_contributions(const std::vector<int>& walk, int most) {
  std::vector<bool> fake(walk.size(), false);
  std::map<std::pair<int, int>, int> used;
  for (std::size_t t = 0; t + 1 < walk.size(); ++t) {
    if (walk[t] == walk[t + 1]) continue;
    if (used[{walk[t], walk[t + 1]}]++ >= most) fake[t] = fake[t + 1] = true;
  }
  return fake;
}

namespace {

// ---- the spotted term over Theorem 3's; of both the terms of order epsilon: sqrt(2 k L) epsilon against sqrt(2 C L) 3
// epsilon/sqrt(n), C = T/n + N_u

double spotted_ratio(const SpottedWalk& x, double count) {
  const double cycles = x.steps / x.users + x.contributions();
  return std::sqrt(count * x.users / cycles) / 3.0;
}

/// Without the 2 under Lemma 2's root, as printed.
double printed_ratio(const SpottedWalk& x) { return spotted_ratio(x, spotted_count(x)) / std::numbers::sqrt2; }

/// From the fewest steps up.
std::vector<SpottedWalk> long_walks(double users, double fewest) {
  std::vector<SpottedWalk> all;
  for (const double delta : {0.5, 1e-3, 1e-6}) {
    for (double steps = fewest; steps <= 1e6 * users * users; steps *= 10.0) all.push_back({users, steps, delta});
  }
  return all;
}

std::vector<double> user_numbers(const Context& context) {
  std::vector<double> all;
  for (double n = 3.0; n <= context.pick(1e4, 1e5, 1e6); n = std::ceil(1.4 * n)) all.push_back(n);
  return all;
}

std::string describe_spotted(const SpottedWalk& x) {
  return fmt::format("n = {}, T = {}, delta = {}", x.users, x.steps, x.delta);
}

Finding spotted_negligible(const Context&) {
  constexpr double negligible = 0.2;
  std::vector<SpottedWalk> all;
  for (const double users : {3.0, 20.0, 2000.0, 1e6}) {
    for (const double factor : {1.0, 10.0, 1e3, 1e6}) {
      for (const double delta : {0.5, 1e-6}) all.push_back({users, factor * users * users, delta});
    }
  }
  const auto result = sweep(all, [=](const SpottedWalk& x) { return at_most(printed_ratio(x), negligible); });
  return conclude(result, [=](const SpottedWalk& x) {
    return exceeds_between_brackets(
        {{"users", static_cast<std::int64_t>(x.users)},
         {"steps", static_cast<std::int64_t>(x.steps)},
         {"delta_tilde", x.delta},
         {"delta_hat", x.delta}},
        negligible, printed_ratio(x) - 1e-9,
        {fmt::format("at most {} of Theorem 3's term", negligible), fmt::format("{:.6f} of it", printed_ratio(x))});
  });
}

// ---- fake contributions

/// Real contributions of u next to v.
int spotted_and_real(const std::vector<int>& walk, const std::vector<bool>& fake, int u, int v) {
  int count = 0;
  for (std::size_t t = 0; t < walk.size(); ++t) {
    const bool before = t > 0 && walk[t - 1] == v, after = t + 1 < walk.size() && walk[t + 1] == v;
    if (walk[t] == u && (before || after) && !fake[t]) ++count;
  }
  return count;
}

struct CappedWalk {
  std::vector<int> walk;
  int most;
};

std::vector<CappedWalk> capped_walks(int users, int steps) {
  std::vector<CappedWalk> all;
  for (const int most : {1, 2}) {
    oracle::every_walk(users, steps, [&](const std::vector<int>& walk) { all.push_back({walk, most}); });
  }
  return all;
}

}  // namespace

Finding check_spotted_order(SpottedCount count, const Context& context) {
  std::vector<SpottedWalk> all;
  for (const double users : user_numbers(context)) {
    for (const auto& x : long_walks(users, users)) all.push_back(x);
  }
  const auto result = sweep(all, [&](const SpottedWalk& x) {
    auto longer = x;
    longer.steps *= 1.1;
    const double ratio = spotted_ratio(x, count(x));
    if (!(spotted_ratio(longer, count(longer)) < ratio)) return decided(false);
    if (x.steps < x.users * x.users) return decided(true);
    return at_most(ratio, std::sqrt(2.0 + std::sqrt(-6.0 * std::log(x.delta))) / 3.0);
  });
  return conclude_uncertified(result, describe_spotted);
}

Finding check_spotted_share(SpottedCount count, const Context& context) {
  std::vector<SpottedWalk> all;
  for (const double users : user_numbers(context)) {
    for (const auto& x : long_walks(users, users)) all.push_back(x);
  }
  const auto result = sweep(all, [&](const SpottedWalk& x) {
    const double spotted = count(x), level = -std::log(x.delta);
    const auto third = at_most(1.0 / 3.0, spotted_ratio(x, spotted));
    const double q = 2.0 * x.contributions() * std::log(x.users) / x.users;
    if (q < 2.0 * level) return third;
    const double term = std::sqrt(2.0 * q * level / std::log(1.25 / x.delta));  // of Theorem 4, over epsilon
    const double share = std::sqrt(2.0 * spotted * level) / term;
    return worse(at_most(std::sqrt(std::log(1.25 / x.delta) / std::log(x.users)), share), third);
  });
  return conclude_uncertified(result, describe_spotted);
}

Finding check_spotted_cap(FakeRule rule, const Context& context) {
  const auto property = [&](const CappedWalk& x) {
    const auto fake = rule(x.walk, x.most);
    int spotted = 0;
    for (const auto& [u, v] : {std::pair{0, 1}, {1, 0}})
      spotted = std::max(spotted, spotted_and_real(x.walk, fake, u, v));
    return at_most(Rational(spotted), Rational(2 * x.most));
  };
  auto result = sweep(capped_walks(3, context.pick(6, 7, 8)), property);
  if (context.pick(false, true, true))
    result = then(std::move(result), [&] { return sweep(capped_walks(4, context.pick(6, 6, 8)), property); });
  return conclude(result, [](const CappedWalk& x) {
    return compared_exactly({{"walk", x.walk}, {"most", x.most}},
                            {fmt::format("at most {} spotted", 2 * x.most), "more are spotted"});
  });
}

Finding check_fake_share(FakeRule rule, const Context& context) {
  struct Walks {
    int users, steps;
    [[nodiscard]] Rational allowed() const {
      const Rational n = users, t = steps;
      return steps < 4 ? Rational(0) : n * (n - 1) * (t - 2) * (t - 3) / (n * n * n * n * t);
    }
  };
  const auto share = [&](const Walks& x) {
    long fakes = 0, walks = 0;
    oracle::every_walk(x.users, x.steps, [&](const std::vector<int>& walk) {
      const auto fake = rule(walk, 1);
      fakes += std::ranges::count(fake, true);
      ++walks;
    });
    return Rational(fakes, walks * x.steps);
  };
  std::vector<Walks> all;
  for (const int users : {2, 3, 4}) {
    if (users == 4 && !context.pick(false, true, true)) continue;
    for (int steps = 1; steps <= context.pick(6, 7, 7); ++steps) all.push_back({users, steps});
  }
  const auto result = sweep(all, [&](const Walks& x) { return at_most(share(x), x.allowed()); });
  return conclude(result, [&](const Walks& x) {
    return exceeds_exactly({{"users", x.users}, {"steps", x.steps}}, x.allowed(), share(x));
  });
}

void register_walk_spotted(run::Registry& registry) {
  registry.add("walk.spotted.negligible", spotted_negligible);
  registry.add("walk.spotted.negligible.repaired",
               [](const Context& c) { return check_spotted_share(spotted_count, c); });
  registry.add("walk.spotted.order", [](const Context& c) { return check_spotted_order(spotted_count, c); });
  registry.add("walk.spotted.cap", [](const Context& c) { return check_spotted_cap(fake_contributions, c); });
  registry.add("walk.spotted.fake", [](const Context& c) { return check_fake_share(fake_contributions, c); });
}

}  // namespace hearsay::props
