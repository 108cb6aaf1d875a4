// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <limits>

namespace hearsay {

namespace detail {

/// Boost asks `numeric_limits` of the variant with expression templates where its logarithms and powers end. Up to 1.74
/// nothing fills these before the first call, and that one does so without a lock: of two threads whose first
/// logarithms meet, one may see epsilon = 1 and end the series of ln after two terms. Here they are filled before main.
template <class Float>
bool fill_limits() {
  namespace multiprecision = boost::multiprecision;
  using Limits = std::numeric_limits<multiprecision::number<typename Float::backend_type, multiprecision::et_on>>;
  return Limits::epsilon() > 0 && Limits::round_error() > 0 && (Limits::min)() > 0 &&
         (Limits::max)() < Limits::infinity() && Limits::quiet_NaN() != 0;
}

}  // namespace detail

/// Binary floating-point numbers of 50 decimal digits (168 bits) that threads may use from their first operation on.
using Float50 = boost::multiprecision::cpp_bin_float_50;

/// The same of 100 decimal digits (334 bits).
using Float100 = boost::multiprecision::cpp_bin_float_100;

inline const bool limits_of_float50 = detail::fill_limits<Float50>();
inline const bool limits_of_float100 = detail::fill_limits<Float100>();

}  // namespace hearsay
