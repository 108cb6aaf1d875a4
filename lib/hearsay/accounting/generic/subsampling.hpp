// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

#include <hearsay/divergence/promise.hpp>

namespace hearsay::accounting {

using divergence::Promise;

/// delta(epsilon) of the mechanism that is run on the sample, under the neighboring relation that the theorem asks for:
/// an upper end.
using Profile = std::function<double(double epsilon)>;
/// The same for inputs in which one element counts `multiplicity` times on either side.
using GroupProfile = std::function<double(std::uint64_t multiplicity, double epsilon)>;

/// ln(1 + rate (e^epsilon - 1)). @pre 0 <= rate <= 1, epsilon >= 0. @throws Error(Errc::domain).
[[nodiscard]] double subsampled_epsilon(double rate, double epsilon);
/// The epsilon whose subsampling at `rate` gives `target`: ln(1 + (e^target - 1) / rate). @pre 0 < rate <= 1, target >=
/// 0.
[[nodiscard]] double unsampled_epsilon(double rate, double target);

/// Each element is kept independently with probability `rate`; neighbors differ by one element more or less (as does
/// `profile`): (ln(1 + rate (e^epsilon - 1)), rate delta(epsilon)).
/// @cite balle2018privacy (Theorem 8)
/// @claims dp.subsampling
[[nodiscard]] Promise poisson_subsampling(double rate, double epsilon, const Profile& profile);

/// A uniform set of m of n elements; neighbors replace one element (as does `profile`): rate m/n.
/// @throws Error(Errc::conditions) unless 1 <= m <= n.
/// @cite balle2018privacy (Theorem 9)
[[nodiscard]] Promise subsampling_without_replacement(std::uint64_t m, std::uint64_t n, double epsilon,
                                                      const Profile& profile);

/// m independent uniform draws of n elements, the sample being a multiset; neighbors replace one element. With q = 1 -
/// (1 - 1/n)^m: (ln(1 + q (e^epsilon - 1)), sum over k >= 1 of C(m,k) n^-k (1 - 1/n)^(m-k) delta_k(epsilon)), delta_k
/// the profile under replacement of an element that occurs k times. Terms whose weights sum to less than 1e-18 count as
/// delta_k = 1.
/// @throws Error(Errc::conditions) unless m >= 1 and n >= 1.
/// @cite balle2018privacy (Theorem 10)
[[nodiscard]] Promise subsampling_with_replacement(std::uint64_t m, std::uint64_t n, double epsilon,
                                                   const GroupProfile& profile);

}  // namespace hearsay::accounting
