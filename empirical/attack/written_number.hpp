// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hearsay::empirical {

/// A number of an answer, as it was written.
struct WrittenNumber {
  double value = 0.0;  ///< the double next to it; of a whole number beyond all doubles the largest
  bool whole = false;  ///< written as an integer, without point and exponent
  std::string digits;  ///< as it was written, if that says more than `value`, or is a whole number beyond 2^53
};

/// Reads a number in the syntax of JSON. An integer may have any number of digits.
/// @throws Error(Errc::syntax) if it is none, or a fraction beyond all doubles.
[[nodiscard]] WrittenNumber read_number(std::string_view text);

/// The shortest text that reads as this double.
[[nodiscard]] std::string shortest_text(double value);

}  // namespace hearsay::empirical
