// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/visits.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {

std::uint64_t visits_exact(std::uint64_t trials, double probability, double delta_hat) {
  require_unit("visits_exact", "probability", probability);
  require_open_unit("visits_exact", "delta_hat", delta_hat);
  const auto fails = [&](std::uint64_t count) {
    return stats::binomial_above(trials, probability, count) > delta_hat * (1.0 - 1e-12);
  };
  if (!fails(0)) return 0;
  std::uint64_t low = 0, high = trials;  // fails(low), not fails(high)
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (fails(middle) ? low : high) = middle;
  }
  return high;
}

Conditional<double> visits_chernoff(double trials, double probability, double delta_hat) {
  require_non_negative("visits_chernoff", "trials", trials);
  require_unit("visits_chernoff", "probability", probability);
  require_open_unit("visits_chernoff", "delta_hat", delta_hat);
  const double mean = trials * probability, level = std::log(1.0 / delta_hat);
  Conditional<double> bound{mean + std::sqrt(3.0 * mean * level), mean >= 3.0 * level, {}};
  if (!bound.valid) {
    bound.why =
        fmt::format("Chernoff's form requires a mean number of visits >= 3 ln(1/delta_hat) = {:.6g}, but it is {:.6g}",
                    3.0 * level, mean);
  }
  return bound;
}

double visits_bernstein(double trials, double probability, double delta_hat) {
  require_non_negative("visits_bernstein", "trials", trials);
  require_unit("visits_bernstein", "probability", probability);
  require_open_unit("visits_bernstein", "delta_hat", delta_hat);
  const double mean = trials * probability, level = std::log(1.0 / delta_hat);
  return mean + std::sqrt(2.0 * mean * level) + 2.0 * level / 3.0;
}

std::vector<double> spotted_law(std::int64_t users, std::int64_t steps, std::int64_t cap) {
  require_between("spotted_law", "users", users, 2, 1'000'000'000'000);
  require_between("spotted_law", "steps", steps, 1, 1'000'000'000);
  require_between("spotted_law", "cap", cap, 1, 10'000'000);
  // Who held the token last: v; u, already spotted (v came just before); u, not yet; somebody else.
  enum { at_v, at_u_spotted, at_u_hidden, elsewhere, states };
  const double one = 1.0 / static_cast<double>(users), rest = 1.0 - 2.0 * one;
  const auto width = static_cast<std::size_t>(cap) + 1;
  std::array<std::vector<double>, states> now, next;
  for (int s = 0; s < states; ++s) now[static_cast<std::size_t>(s)].assign(width, 0.0);
  next = now;
  now[elsewhere][0] = 1.0;
  std::size_t reach = 0;  // entries above it are zero
  for (std::int64_t step = 0; step < steps; ++step) {
    reach = std::min(reach + 1, width - 1);
    for (std::size_t k = 0; k <= reach; ++k) {
      const double unspotted = now[at_v][k] + now[at_u_spotted][k] + now[elsewhere][k], hidden = now[at_u_hidden][k];
      double to_v = unspotted, from_v = 0.0;
      if (k > 0) to_v += now[at_u_hidden][k - 1], from_v = now[at_v][k - 1];
      if (k == width - 1) to_v += hidden, from_v += now[at_v][k];
      next[at_v][k] = one * to_v;
      next[at_u_spotted][k] = one * from_v;
      next[at_u_hidden][k] = one * (now[at_u_spotted][k] + hidden + now[elsewhere][k]);
      next[elsewhere][k] = rest * (unspotted + hidden);
    }
    std::swap(now, next);
  }
  std::vector<double> law(width);
  for (std::size_t k = 0; k < width; ++k)
    law[k] = now[at_v][k] + now[at_u_spotted][k] + now[at_u_hidden][k] + now[elsewhere][k];
  return law;
}

std::uint64_t spotted_exact(std::int64_t users, std::int64_t steps, double delta_hat) {
  require_open_unit("spotted_exact", "delta_hat", delta_hat);
  const double mean = 2.0 * static_cast<double>(steps) / (static_cast<double>(users) * static_cast<double>(users));
  for (double cap = 16.0 + std::ceil(2.0 * visits_bernstein(mean, 1.0, delta_hat));; cap *= 2.0) {
    const auto law = spotted_law(users, steps, static_cast<std::int64_t>(cap));
    double above = law.back();  // P(at least cap): summed from the small end
    if (above > delta_hat) continue;
    for (std::size_t k = law.size() - 1; k > 0; --k) {
      if (above + law[k - 1] > delta_hat) return k - 1;
      above += law[k - 1];
    }
    return 0;
  }
}

}  // namespace hearsay::accounting
