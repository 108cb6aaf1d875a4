// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/core/verdict.hpp>

namespace hearsay::report {

/// A claim's verdict for readers: `not refuted` where machines read `holds`. A search for counterexamples that ends
/// without one is no computation of the promised quantity, as in an audit, where the word is `holds`.
[[nodiscard]] constexpr std::string_view search_verdict(Verdict verdict) {
  return verdict == Verdict::holds ? "not refuted" : to_string(verdict);
}

}  // namespace hearsay::report
