// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/divergence/composition.hpp>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Rational;
using run::Context;
using run::Finding;

/// Lemma 2's number of spotted contributions, exceeded with probability at most 1/inverse.
struct Spotted {
  int contributions, users, inverse;
  [[nodiscard]] double bound() const { return visits_chernoff(contributions, 2.0 / users, 1.0 / inverse).value; }
  /// The least number at or above the bound, 1e-12 of it allowed for its rounding.
  [[nodiscard]] int count() const { return static_cast<int>(std::ceil(bound() * (1.0 - 1e-12))); }
  [[nodiscard]] Rational actual() const {
    return count() > contributions ? Rational(0)
                                   : oracle::binomial_at_least(contributions, Rational(2, users), count());
  }
};

/// For Bin(N_u, 2/n), whatever N_u and n: the smallest counterexample.
Finding lemma2(const Context& context) {
  std::vector<Spotted> all;
  for (int contributions = 1; contributions <= 12; ++contributions) {
    for (int users = 3; users <= context.pick(40, 100, 300); ++users) {
      for (int inverse = 2; inverse <= users; ++inverse) all.push_back({contributions, users, inverse});
    }
  }
  const auto found = sweep(all, [](const Spotted& x) { return at_most(x.actual(), Rational(1, x.inverse)); });
  auto finding = conclude(found, [](const Spotted& x) {
    if (x.count() < x.bound()) throw std::logic_error("the bound is a whole number up to rounding");
    return exceeds_exactly({{"users", x.users},
                            {"contributions", x.contributions},
                            {"delta_tilde", fmt::format("1/{}", x.inverse)},
                            {"bound", x.bound()}},
                           Rational(1, x.inverse), x.actual(),
                           {fmt::format("P(spotted >= {:.6f}) <= 1/{}", x.bound(), x.inverse),
                            fmt::format("P(spotted >= {}) = {}", x.count(), oracle::to_string(x.actual()))});
  });
  finding.note = "n = 2000, N_u = 12, delta_tilde = 1e-6, as in the paper's experiment: the probability is 0.0119";
  return finding;
}

/// All walks: contributions of u -> spotted -> walks.
std::map<int, std::map<int, long>> spotted_walks(int users, int steps) {
  std::map<int, std::map<int, long>> count;
  oracle::every_walk(users, steps, [&](const std::vector<int>& walk) {
    ++count[static_cast<int>(std::ranges::count(walk, 1))][oracle::spotted(walk, 1, 0)];
  });
  return count;
}

/// Among walks with a number of contributions, those of which `least` or more are spotted.
struct Tail {
  int users, steps, contributions, least;
  Rational actual;
  [[nodiscard]] Rational allowed() const {
    return oracle::binomial_at_least(contributions, std::min(Rational(1), Rational(2, users)), least);
  }
};

/// "The number of spotted contributions of N_u is stochastically at most Bin(N_u, 2/n)": over all walks.
Finding lemma2_law(const Context& context) {
  std::vector<Tail> all;
  for (int steps = 1; steps <= 8; ++steps) {
    for (int users = 2; users <= context.pick(3, 4, 5); ++users) {
      for (const auto& [contributions, law] : spotted_walks(users, steps)) {
        long walks = 0, above = 0;
        for (const auto& [spotted, count] : law) walks += count;
        for (int k = contributions; k >= 1; --k) {
          if (const auto at = law.find(k); at != law.end()) above += at->second;
          all.push_back({users, steps, contributions, k, Rational(above, walks)});
        }
      }
    }
  }
  const auto found = sweep(all, [](const Tail& x) { return at_most(x.actual, x.allowed()); });
  return conclude(found, [](const Tail& x) {
    return exceeds_exactly(
        {{"users", x.users}, {"steps", x.steps}, {"contributions", x.contributions}, {"spotted_at_least", x.least}},
        x.allowed(), x.actual,
        {fmt::format("P <= {}", oracle::to_string(x.allowed())), fmt::format("P = {}", oracle::to_string(x.actual))});
  });
}

/// A walk of `steps` steps, and a chance 1/inverse that more contributions are spotted than promised.
struct Exceeded {
  int users, steps, inverse;
};

/// Number of walks by spotted contributions, by listing them.
std::vector<long> listed(const Exceeded& x) {
  std::vector<long> count(static_cast<std::size_t>(x.steps) + 2, 0);
  oracle::every_walk(x.users, x.steps, [&](const std::vector<int>& walk) {
    ++count[static_cast<std::size_t>(oracle::spotted(walk, 1, 0))];
  });
  return count;
}

long more_than(const std::vector<long>& count, std::uint64_t spotted) {
  return std::accumulate(count.begin() + static_cast<std::ptrdiff_t>(spotted) + 1, count.end(), 0L);
}

/// The recursion's law against the list of all walks; its quantile is exceeded as seldom as promised, and the least
/// one.
Finding lemma2_repaired(const Context& context) {
  std::vector<Exceeded> all;
  for (int users = 2; users <= context.pick(4, 5, 6); ++users) {
    for (int steps = 1; steps <= context.pick(5, 7, 7); ++steps) {
      for (const int inverse : {2, 3, 10, 100}) all.push_back({users, steps, inverse});
    }
  }
  const auto found = sweep(all, [](const Exceeded& x) {
    const auto walks = listed(x);
    const long every = std::accumulate(walks.begin(), walks.end(), 0L);
    const auto law = spotted_law(x.users, x.steps, x.steps + 1);
    double error = 0.0;
    for (std::size_t k = 0; k < walks.size(); ++k)
      error = std::max(error, std::abs(law[k] - static_cast<double>(walks[k]) / static_cast<double>(every)));
    const auto n = spotted_exact(x.users, x.steps, 1.0 / x.inverse);
    const bool least = n == 0 || Rational(more_than(walks, n - 1), every) >= Rational(1, x.inverse);
    return worse(at_most(Rational(more_than(walks, n), every), Rational(1, x.inverse)),
                 decided(least && error <= 1e-14));
  });
  return conclude(found, [](const Exceeded& x) {
    const auto walks = listed(x);
    const auto n = spotted_exact(x.users, x.steps, 1.0 / x.inverse);
    return compared_exactly(
        {{"users", x.users}, {"steps", x.steps}, {"delta_tilde", fmt::format("1/{}", x.inverse)}},
        {fmt::format("quantile {}", n),
         fmt::format("P(more) = {}/{}", more_than(walks, n), std::accumulate(walks.begin(), walks.end(), 0L))});
  });
}

// ---- Figure 1(a): where network DP starts to gain

/// The released script's curves for the sum: the better of plain and advanced composition of C cycles.
double curve(double count, double each, double delta) {
  return std::min(count * each, divergence::advanced_composition_epsilon(count, each, delta));
}

/// T = 100 n; the number of visits by the printed formula, or sqrt(3T/2 ln(1/delta)) of the released script.
struct Point {
  int users;
  bool released;
};
constexpr double epsilon = 0.1, delta = 1e-7;

double visits_of(const Point& x) {
  const double steps = 100.0 * x.users;
  return x.released ? 100.0 + std::sqrt(1.5 * steps * std::log(1.0 / delta))
                    : visits_chernoff(steps, 1.0 / x.users, delta).value;
}
double local_curve(const Point& x) { return curve(visits_of(x), epsilon, delta); }
double network_curve(const Point& x) {
  if (x.released) return curve(visits_of(x) + 100.0, 3.0 * epsilon / std::sqrt(x.users), delta);
  return token_published({.users = x.users,
                          .steps = 100 * x.users,
                          .epsilon = epsilon,
                          .delta = delta,
                          .delta_prime = delta,
                          .delta_hat = delta})
      .value.epsilon;
}

/// Smallest n from which on the network curve stays below the local one.
int first_gain(bool released) {
  int first = 2;
  for (int n = 2; n <= 2000; ++n) {
    if (network_curve({n, released}) >= local_curve({n, released})) first = n + 1;
  }
  return first;
}

Finding experiment(const Context&) {
  std::vector<Point> all;
  for (int n = 20; n <= 2000; ++n) {
    for (const bool released : {false, true}) all.push_back({n, released});
  }
  const auto found =
      sweep(all, [](const Point& x) { return at_most(network_curve(x), local_curve(x), {}, Relative{0.0}); });
  auto finding = conclude(found, [](const Point& x) {
    return compared_numerically({{"epsilon0", epsilon},
                                 {"delta", delta},
                                 {"users", x.users},
                                 {"steps", 100 * x.users},
                                 {"released", x.released}},
                                {fmt::format("below {}", local_curve(x)), fmt::format("{}", network_curve(x))});
  });
  finding.note = fmt::format(
      "network DP has a smaller loss from n = {} with the printed formula, from n = {} with the released code",
      first_gain(false), first_gain(true));
  return finding;
}

}  // namespace

void register_walk_neighbors(run::Registry& registry) {
  registry.add("walk.lemma2", lemma2);
  registry.add("walk.lemma2.law", lemma2_law);
  registry.add("walk.lemma2.repaired", lemma2_repaired);
  registry.add("walk.experiment", experiment);
}

}  // namespace hearsay::props
