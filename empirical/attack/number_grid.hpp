// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/exact/rational.hpp>

#include "empirical/attack/program_view.hpp"

namespace hearsay::empirical {

using exact::Integer;

/// The whole number at this place of a view, with all digits. @pre view.is_whole(place).
[[nodiscard]] Integer whole_number(const ProgramView& view, std::size_t place);

/// Which digits of a number are its value, and which are how the computer writes it. Noise that is added in floating
/// point leaves its rounding in the last bits, which the real numbers that a promise is about do not have. So the value
/// of a fraction is a multiple of a step, 2^-20 times the spread at its place, and no less than 2^20 times the last bit
/// of most numbers there (but a sixteenth of the spread at most). A whole number is its own value; beyond 2^53 it is
/// counted from another one.
class NumberGrid {
 public:
  NumberGrid() = default;
  /// Learns places from views. @complexity linear in their numbers, but for big integers.
  explicit NumberGrid(std::span<const ProgramView> views);

  /// Whether some number has digits that are not its value, so that there is a representation to look at.
  [[nodiscard]] bool fine() const { return fine_; }
  /// The step at a place; 0: every number is its own value.
  [[nodiscard]] double step(std::size_t place) const;
  /// The value of a number.
  [[nodiscard]] double value(const ProgramView& view, std::size_t place) const;
  /// What is left of it, in steps: from -1/2 to 1/2, 0 for a number that is its own value.
  [[nodiscard]] double rest(const ProgramView& view, std::size_t place) const;

 private:
  struct Place {
    double step = 0.0;
    std::optional<Integer> origin = std::nullopt;
  };
  /// The last place stands for all beyond it.
  [[nodiscard]] const Place* at(std::size_t place) const;
  void learn(std::span<const ProgramView> views, std::size_t place);

  std::vector<Place> places_;
  bool fine_ = false;
};

}  // namespace hearsay::empirical
