// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <hearsay/accounting/linear/system.hpp>

namespace hearsay::accounting {

/// A right inverse of B where every row has a noise of its own: one that no earlier row and no other row of its stage
/// depends on, such as quantization noise, or a node's fresh noise that is seen as soon as it is drawn. Then B z = r is
/// solved from the first row to the last, and B has independent rows.
class OwnNoise {
 public:
  /// @return nothing if a row has no such noise.
  /// @complexity O(entries of the stages).
  [[nodiscard]] static std::optional<OwnNoise> of(const LinearSystem<double>& system);

  /// A z with B z = r, 0 at all other noises. @pre system is the one it was made of.
  /// @complexity one run.
  [[nodiscard]] std::vector<double> solve(const LinearSystem<double>& system, const std::vector<double>& rows) const;

 private:
  struct Own {
    std::size_t variable = 0;
    std::optional<std::size_t> state;  ///< where it enters the state; none: it is added to the row
    double into_state = 0.0;           ///< its factor there
    double into_row = 0.0;             ///< its factor in the row
  };
  std::vector<Own> own_;  ///< one a row
};

}  // namespace hearsay::accounting
