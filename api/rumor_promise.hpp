// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hearsay::api {

/// A promise about the source of a rumor: delta(epsilon) <= delta. `epsilon(D) <= E` says the same as `delta(E) <= D`.
struct RumorPromise {
  std::string text;
  bool of_epsilon = false;  ///< it was written as epsilon(D) <= E
  double epsilon = 0.0, delta = 0.0;
};

/// "delta(0.5) <= 0.1" or "epsilon(0.1) <= 0.5".
/// @throws Error(Errc::syntax) for another text; Error(Errc::domain) unless 0 <= epsilon <= 700, and 0 <= delta <= 1,
/// of epsilon(delta) 0 < delta < 1.
[[nodiscard]] RumorPromise rumor_promise(std::string_view text);

}  // namespace hearsay::api
