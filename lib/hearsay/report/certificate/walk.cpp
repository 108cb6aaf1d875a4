// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/walk.hpp>

#include <algorithm>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/exact/wide_float.hpp>

namespace hearsay::report {

namespace {

using exact::Integer;

/// P(X >= least), X binomial: 1 less the terms below.
Float100 tail(const WalkInstance& x, std::int64_t least) {
  const Float100 share = Float100(x.places) / Float100(x.users), odds = share / (1 - share);
  Float100 term = pow(Float100(1 - share), static_cast<int>(x.steps)), below = 0;
  for (std::int64_t k = 0; k < std::min(least, x.steps + 1); ++k) {
    below += term;
    term *= odds * Float100(x.steps - k) / Float100(k + 1);
  }
  return 1 - below;
}

}  // namespace

Certificate visits_bounds(const WalkInstance& x, std::int64_t least) {
  constexpr unsigned digits = 40;
  const Integer unit = pow(Integer(10), digits);
  const auto near = static_cast<Integer>(floor(tail(x, least) * Float100(unit)));
  const auto end = [&](const Integer& units) {
    return exact::to_string(exact::Rational(std::clamp<Integer>(units, 0, unit), unit));
  };
  return {.kind = "walk",
          .quantity = "visits",
          .instance = {{"users", x.users}, {"places", x.places}, {"steps", x.steps}, {"at_least", least}},
          .proves = {.lower = end(near - 1), .upper = end(near + 2)}};
}

}  // namespace hearsay::report
