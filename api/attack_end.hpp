// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "empirical/attack/anytime.hpp"

namespace hearsay::api {

/// What an attack's end means, whatever was attacked.
struct AttackEnd {
  bool refuted = false;  ///< a bound is refuted
  bool partial = false;  ///< the run was cut short
  std::string why = {};  ///< why it was, in a line; empty: it was not, or the result's text says so
};

/// The end of an attack of a fixed number of runs.
[[nodiscard]] AttackEnd end_of_runs(bool refuted, std::uint64_t finished, std::uint64_t asked);
[[nodiscard]] constexpr bool refutes(empirical::AnytimeStop stop) { return stop == empirical::AnytimeStop::refuted; }
/// The end of one that may stop at any time.
[[nodiscard]] inline AttackEnd end_of(empirical::AnytimeStop stop) {
  return {.refuted = refutes(stop), .partial = stop == empirical::AnytimeStop::asked};
}

}  // namespace hearsay::api
