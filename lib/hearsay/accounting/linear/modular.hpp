// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include <hearsay/accounting/linear/model.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// What elimination modulo primes says about a view.
struct ModularView {
  std::size_t rank = 0;           ///< of B modulo a prime: its rank is not smaller
  bool proved = false;            ///< rank = min(rows, noises), so it is the rank
  std::vector<std::size_t> rows;  ///< as many rows of B as `rank`, independent: a proof
  std::vector<char> in_range;     ///< of each change, whether A d is in range(B) modulo the prime
  /// Whether in_range is proved for every change: all rows are independent, or the rank is proved and no A d is in it.
  bool range_proved = false;
};

/// Ranks of B and of [B, A d] for some changes d, modulo 2^61 - 1, and modulo 2^61 - 31 if the first does not reach
/// min(rows, noises); the larger rank counts. What is eliminated is [B D B^T, A d] with fixed numbers D: a rank of it
/// is a rank of B from below, whatever D is.
/// @throws as linear_system; Error(Errc::too_large) if a prime divides a denominator.
/// @complexity two runs a row, and O(rows^2 (rows + changes)) multiplications modulo the prime.
[[nodiscard]] ModularView modular_view(const LinearModel& model, const std::vector<Change>& changes,
                                       const Execution& execution);

/// The inputs whose unit vector is in the row space of A without the observers' columns, modulo 2^61 - 1: those that
/// are determined exactly without noise. This is no proof in either direction.
/// @throws Error(Errc::too_large) if A does not fit into half of the free memory, or the prime divides a denominator.
[[nodiscard]] std::vector<std::size_t> reconstructible_modulo(const LinearModel& model, const Execution& execution);

}  // namespace hearsay::accounting
