// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include <hearsay/accounting/token/complete.hpp>
#include <hearsay/accounting/token/visits.hpp>

#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Rational;
using run::Context;
using run::Finding;

/// Lemma 2's number for Bin(N_u, 2/n), whatever N_u and n: the smallest counterexample.
Finding lemma2(const Context& context) {
  std::uint64_t tried = 0;
  for (int contributions = 1; contributions <= 12; ++contributions) {
    for (int users = 3; users <= context.pick(40, 100, 300); ++users) {
      for (int inverse = 2; inverse <= users; ++inverse) {
        ++tried;
        const double bound = visits_chernoff(contributions, 2.0 / users, 1.0 / inverse).value;
        const int count = static_cast<int>(std::ceil(bound * (1.0 - 1e-12)));
        if (count < bound || count > contributions) continue;
        const auto actual = oracle::binomial_at_least(contributions, Rational(2, users), count);
        if (actual > Rational(1, inverse)) {
          return refuted(tried,
                         exceeds_exactly({{"users", users},
                                          {"contributions", contributions},
                                          {"delta_tilde", fmt::format("1/{}", inverse)},
                                          {"bound", bound}},
                                         Rational(1, inverse), actual,
                                         {fmt::format("P(spotted >= {:.6f}) <= 1/{}", bound, inverse),
                                          fmt::format("P(spotted >= {}) = {}", count, oracle::to_string(actual))}),
                         "n = 2000, N_u = 12, delta_tilde = 1e-6, the paper's own run: the probability is 0.0119");
        }
      }
    }
  }
  return holds(tried, 0.0);
}

/// "The number of spotted contributions of N_u is stochastically at most Bin(N_u, 2/n)": over all walks.
Finding lemma2_law(const Context& context) {
  std::uint64_t tried = 0;
  const int most_users = context.pick(3, 4, 5), most_steps = 8;
  for (int steps = 1; steps <= most_steps; ++steps) {
    for (int users = 2; users <= most_users; ++users) {
      std::map<int, std::map<int, long>> count;  // contributions of u -> spotted -> walks
      oracle::every_walk(users, steps, [&](const std::vector<int>& walk) {
        ++count[static_cast<int>(std::ranges::count(walk, 1))][oracle::spotted(walk, 1, 0)];
      });
      for (const auto& [contributions, law] : count) {
        ++tried;
        long all = 0, above = 0;
        for (const auto& [spotted, walks] : law) all += walks;
        for (int k = contributions; k >= 1; --k) {
          if (const auto at = law.find(k); at != law.end()) above += at->second;
          const Rational actual(above, all),
              allowed = oracle::binomial_at_least(contributions, std::min(Rational(1), Rational(2, users)), k);
          if (actual > allowed) {
            return refuted(
                tried,
                exceeds_exactly(
                    {{"users", users}, {"steps", steps}, {"contributions", contributions}, {"spotted_at_least", k}},
                    allowed, actual,
                    {fmt::format("P <= {}", oracle::to_string(allowed)),
                     fmt::format("P = {}", oracle::to_string(actual))}));
          }
        }
      }
    }
  }
  return holds(tried, 0.0);
}

/// The recursion's law against enumeration, and its quantile.
Finding lemma2_repaired(const Context& context) {
  std::uint64_t tried = 0;
  for (int users = 2; users <= context.pick(4, 5, 6); ++users) {
    for (int steps = 1; steps <= context.pick(5, 6, 7); ++steps) {
      std::vector<long> count(static_cast<std::size_t>(steps) + 2, 0);
      long all = 0;
      oracle::every_walk(users, steps, [&](const std::vector<int>& walk) {
        ++count[static_cast<std::size_t>(oracle::spotted(walk, 1, 0))];
        ++all;
      });
      const auto law = spotted_law(users, steps, steps + 1);
      for (const double level : {0.5, 0.1, 0.01}) {
        ++tried;
        const auto found = spotted_exact(users, steps, level);
        long above = 0;
        for (std::size_t k = found + 1; k < count.size(); ++k) above += count[k];
        const bool valid = static_cast<double>(above) <= level * static_cast<double>(all) * (1.0 + 1e-9);
        const bool smallest =
            found == 0 || static_cast<double>(above + count[found]) > level * static_cast<double>(all) * (1.0 - 1e-9);
        double error = 0.0;
        for (std::size_t k = 0; k < law.size() && k < count.size(); ++k)
          error = std::max(error, std::abs(law[k] - static_cast<double>(count[k]) / static_cast<double>(all)));
        if (!valid || !smallest || error > 1e-14) {
          return refuted(
              tried, compared_exactly({{"users", users}, {"steps", steps}, {"delta_tilde", level}},
                                      {fmt::format("quantile {}", found), fmt::format("P(more) = {}/{}", above, all)}));
        }
      }
    }
  }
  return holds(tried, 0.0);
}

// ---- Figure 1(a): where network DP starts to gain

/// The released script's curves for the sum: the better of plain and advanced composition of C cycles.
double curve(double count, double each, double delta) {
  return std::min(count * each, advanced_composition_epsilon(count, each, delta));
}

/// Smallest n from which on the network curve stays below the local one, T = 100 n, by a rule for the number of visits.
template <class Visits, class Gains>
int first_gain(Visits visits, Gains gains) {
  int first = 2;
  for (int n = 2; n <= 2000; ++n) {
    if (!gains(n, visits(n))) first = n + 1;
  }
  return first;
}

Finding experiment(const Context&) {
  constexpr double epsilon = 0.1, delta = 1e-7;
  const auto released_visits = [](int n) {
    return 100.0 + std::sqrt(1.5 * 100.0 * n * std::log(1.0 / delta));
  };  // sqrt(3T/2 ln(1/delta))
  const auto printed_visits = [](int n) { return visits_chernoff(100.0 * n, 1.0 / n, delta).value; };
  const auto released = [](int n, double visits) {
    return curve(visits + 100.0, 3.0 * epsilon / std::sqrt(n), delta) < curve(visits, epsilon, delta);
  };
  const auto printed = [](int n, double visits) {
    const TokenQuestion q{
        .users = n, .steps = 100 * n, .epsilon = epsilon, .delta = delta, .delta_prime = delta, .delta_hat = delta};
    return token_published(q).epsilon < curve(visits, epsilon, delta);
  };
  const int with_code = first_gain(released_visits, released), with_paper = first_gain(printed_visits, printed);
  const auto note = fmt::format(
      "gains from n = {} with the printed formula, from n = {} with the released code (visits T/n + sqrt(3T/2 "
      "ln(1/delta)))",
      with_paper, with_code);
  if (with_paper > 20) {
    return refuted(2,
                   compared_numerically({{"epsilon0", epsilon}, {"delta", delta}, {"steps", "100 n"}},
                                        {"gains from n = 20 on", fmt::format("gains from n = {} on", with_paper)}),
                   note);
  }
  return holds(2, 1.0 - with_paper / 20.0, note);
}

}  // namespace

void register_walk_neighbors(run::Registry& registry) {
  registry.add("walk.lemma2", lemma2);
  registry.add("walk.lemma2.law", lemma2_law);
  registry.add("walk.lemma2.repaired", lemma2_repaired);
  registry.add("walk.experiment", experiment);
}

}  // namespace hearsay::props
