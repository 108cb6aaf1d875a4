// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/first_sender_loss.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>

namespace hearsay::accounting {

namespace {

/// A point of [0, 700] where a falling function passes `delta`: above(low) and not above(high), to 1e-12 of itself.
template <class Above>
std::pair<double, double> passing(const Above& above) {
  double low = 0.0, high = largest_sender_epsilon;
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (above(middle) ? low : high) = middle;
  }
  return {low, high};
}

}  // namespace

std::optional<double> delta_without_laws(const HonestPart& part, linalg::Index i, linalg::Index j) {
  if (i == j || (!part.is_heard(i) && !part.is_heard(j))) return 0.0;
  if (part.component[i] != part.component[j]) return 1.0;
  return std::nullopt;
}

Bracket sender_delta(const HonestPart& part, const SenderLaw& i, const SenderLaw& j, double epsilon) {
  if (!(epsilon >= 0.0 && epsilon <= largest_sender_epsilon))
    throw Error(Errc::domain, "sender_delta", fmt::format("epsilon = {} must be in [0, 700]", epsilon));
  if (const auto known = delta_without_laws(part, i.source, j.source)) return Bracket::exact(*known);
  const double factor = std::exp(epsilon);
  const double sum = (i.probability.array() - factor * j.probability.array()).max(0.0).sum();
  return rounded_delta(sum, part.tellers.size(), i.errors, j.errors, factor);
}

Bracket sender_pure_epsilon(const HonestPart& part, const SenderLaw& i, const SenderLaw& j) {
  if (const auto known = delta_without_laws(part, i.source, j.source))
    return Bracket::exact(*known > 0.0 ? infinity : 0.0);
  double ratio = 0.0;
  for (Eigen::Index t = 0; t < i.probability.size(); ++t) {
    if (part.component[part.tellers[static_cast<std::size_t>(t)]] != part.component[i.source]) continue;
    const double p = i.probability[t], q = j.probability[t];
    ratio = std::max(ratio, q > 0.0 ? p / q : infinity);
  }
  return rounded_pure_epsilon(ratio, i.errors.relative, j.errors.relative);
}

Bracket sender_epsilon(const HonestPart& part, const SenderLaw& i, const SenderLaw& j, double delta) {
  require_open_unit("sender_epsilon", "delta", delta);
  if (const auto known = delta_without_laws(part, i.source, j.source))
    return Bracket::exact(*known > 0.0 ? infinity : 0.0);
  const auto at = [&](double epsilon) { return sender_delta(part, i, j, epsilon); };
  const double lower = at(0.0).lower() <= delta ? 0.0 : passing([&](double e) { return at(e).lower() > delta; }).first;
  if (at(0.0).upper() <= delta) return Bracket::exact(0.0);
  if (at(largest_sender_epsilon).upper() > delta) return {lower, infinity, infinity};
  const double upper = passing([&](double e) { return at(e).upper() > delta; }).second;
  return {lower, std::max(lower, upper), std::max(lower, upper)};
}

}  // namespace hearsay::accounting
