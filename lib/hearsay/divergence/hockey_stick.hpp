// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <type_traits>

#include <hearsay/core/error.hpp>

namespace hearsay::divergence {

/// Checks that p and q are laws on one finite set: sum 1 within 1e-9 for floating point, exactly for rational numbers.
/// @throws Error(Errc::shape) for two sizes or none, Error(Errc::domain) naming the entry otherwise.
template <class Number>
void require_laws(std::string_view where, std::span<const Number> p, std::span<const Number> q) {
  if (p.size() != q.size() || p.empty()) {
    throw Error(
        Errc::shape, where,
        fmt::format("p has {} outcomes and q has {}: they must be equally many, at least 1", p.size(), q.size()));
  }
  for (const auto& [law, name] : {std::pair{p, "p"}, std::pair{q, "q"}}) {
    Number sum = 0;
    for (std::size_t i = 0; i < law.size(); ++i) {
      if (!(law[i] >= 0)) throw Error(Errc::domain, where, fmt::format("{}[{}] must be a probability >= 0", name, i));
      sum += law[i];
    }
    bool one = sum == 1;
    if constexpr (std::is_floating_point_v<Number>) one = sum >= 1 - 1e-9 && sum <= 1 + 1e-9;
    if (!one) throw Error(Errc::domain, where, fmt::format("{} must sum to 1", name));
  }
}

/// Both directions; a pair of neighboring inputs is (epsilon, delta)-DP iff delta >= worse().
template <class Number>
struct HockeyStick {
  Number forward;   ///< p against q
  Number backward;  ///< q against p
  [[nodiscard]] Number worse() const { return forward < backward ? backward : forward; }
};

/// Hockey-stick divergence sum of max(0, p - scale q), for scale = e^epsilon, and the same of q and p: the smallest
/// delta at which one is (epsilon, delta)-covered by the other.
/// @param scale  >= 0; a rational scale gives the exact rational value.
/// @throws Error(Errc::shape), Error(Errc::domain) as require_laws, and for a negative scale.
/// @complexity O(size).
/// @cite barthe2013beyond (Definition 1)
template <class Number>
[[nodiscard]] HockeyStick<Number> hockey_stick_at_scale(std::span<const Number> p, std::span<const Number> q,
                                                        const Number& scale) {
  require_laws<Number>("hockey_stick", p, q);
  if (!(scale >= 0)) throw Error(Errc::domain, "hockey_stick", "scale = e^epsilon must be >= 0");
  const auto excess = [&scale](std::span<const Number> of, std::span<const Number> over) {
    Number sum = 0;
    for (std::size_t i = 0; i < of.size(); ++i) {
      const Number more = of[i] - scale * over[i];
      if (more > 0) sum += more;
    }
    return sum;
  };
  return {excess(p, q), excess(q, p)};
}

/// The same in double precision, by epsilon.
/// @pre epsilon finite and >= 0. @throws as hockey_stick_at_scale.
/// @accuracy absolute error below size * 1e-16 (1 + e^epsilon max q).
[[nodiscard]] HockeyStick<double> hockey_stick(std::span<const double> p, std::span<const double> q, double epsilon);

}  // namespace hearsay::divergence
