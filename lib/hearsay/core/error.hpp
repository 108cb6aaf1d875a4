// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <hearsay/core/printable.hpp>

namespace hearsay {

/// Public error numbers: docs/errors.md has one entry each; a number is never reused.
enum class Errc : int {
  domain = 101,         ///< a number outside the documented domain (includes NaN)
  shape = 102,          ///< two sizes that must agree do not
  syntax = 103,         ///< text that cannot be read: a graph specification, a line of a file
  file = 104,           ///< a file that cannot be opened, read or written
  unknown = 105,        ///< an unknown name: a claim id, a node label, a figure
  not_connected = 201,  ///< a result needs a connected graph, and this one is not
  not_primitive = 202,  ///< a result needs a gossip matrix whose powers converge, and this one's do not
  conditions = 203,     ///< a theorem was used outside its conditions
  not_converged = 301,  ///< an iteration reached its documented cap
  too_large =
      302,  ///< the request would need more memory than is free, or more time or nodes than the documented limit
  budget_spent = 401,  ///< the run's false-alarm budget is used up
};

/// Misuse or bad input. `what()` is one printable line, "HS-101 gaussian_rdp: sigma = -1 must be finite and > 0", that
/// repeats at most `longest_echo` characters of what it was given.
class Error : public std::runtime_error {
 public:
  Error(Errc code, std::string_view where, std::string_view message)
      : std::runtime_error(
            error_line(fmt::format("HS-{} {}: {}", static_cast<int>(code), echoed(printable(where)), message))),
        code_(code) {}
  [[nodiscard]] Errc code() const noexcept { return code_; }

 private:
  Errc code_;
};

/// The run was cut short before any part of a result was finished.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted before any part was finished") {}
};

/// @return value, if it is finite and > 0. @throws Error(Errc::domain) naming `where`, `name`, the value otherwise.
inline double require_positive(std::string_view where, std::string_view name, double value) {
  if (value > 0.0 && std::isfinite(value)) return value;
  throw Error(Errc::domain, where, fmt::format("{} = {} must be finite and > 0", name, value));
}

/// @return value, if it is finite and >= 0. @throws Error(Errc::domain) otherwise.
inline double require_non_negative(std::string_view where, std::string_view name, double value) {
  if (value >= 0.0 && std::isfinite(value)) return value;
  throw Error(Errc::domain, where, fmt::format("{} = {} must be finite and >= 0", name, value));
}

/// @return value, if 0 < value < 1. @throws Error(Errc::domain) otherwise.
inline double require_open_unit(std::string_view where, std::string_view name, double value) {
  if (value > 0.0 && value < 1.0) return value;
  throw Error(Errc::domain, where, fmt::format("{} = {} must be in (0, 1)", name, value));
}

/// @return value, if 0 <= value <= 1. @throws Error(Errc::domain) otherwise.
inline double require_unit(std::string_view where, std::string_view name, double value) {
  if (value >= 0.0 && value <= 1.0) return value;
  throw Error(Errc::domain, where, fmt::format("{} = {} must be in [0, 1]", name, value));
}

/// @return order, if it is finite and > 1. @throws Error(Errc::domain) otherwise.
inline double require_renyi_order(std::string_view where, double alpha) {
  if (alpha > 1.0 && std::isfinite(alpha)) return alpha;
  throw Error(Errc::domain, where, fmt::format("alpha = {} must be finite and > 1", alpha));
}

/// @return value, if low <= value <= high. @throws Error(Errc::domain) otherwise.
inline std::int64_t require_between(std::string_view where, std::string_view name, std::int64_t value, std::int64_t low,
                                    std::int64_t high) {
  if (value >= low && value <= high) return value;
  throw Error(Errc::domain, where, fmt::format("{} = {} must be between {} and {}", name, value, low, high));
}

}  // namespace hearsay
