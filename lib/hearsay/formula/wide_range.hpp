// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/numeric/interval.hpp>
#include <string>

#include <hearsay/core/bracket.hpp>
#include <hearsay/exact/wide_float.hpp>

#include <hearsay/exact/rational.hpp>

namespace hearsay::formula {

/// A hundred digits: what decides where an expression is not rational.
using Wide = Float100;

/// Rounds operations on Wide to a side: exact results stay, others are moved outwards by more than their error.
struct OutwardRounding : boost::numeric::interval_lib::rounded_transc_exact<Wide> {
  static Wide add_down(const Wide& x, const Wide& y);
  static Wide add_up(const Wide& x, const Wide& y);
  static Wide sub_down(const Wide& x, const Wide& y) { return add_down(x, -y); }
  static Wide sub_up(const Wide& x, const Wide& y) { return add_up(x, -y); }
  static Wide mul_down(const Wide& x, const Wide& y);
  static Wide mul_up(const Wide& x, const Wide& y);
  static Wide div_down(const Wide& x, const Wide& y);
  static Wide div_up(const Wide& x, const Wide& y);
  static Wide sqrt_down(const Wide& x);
  static Wide sqrt_up(const Wide& x);
  static Wide exp_down(const Wide& x);
  static Wide exp_up(const Wide& x);
  static Wide log_down(const Wide& x);
  static Wide log_up(const Wide& x);
};

/// All numbers between two of a hundred digits: what is known of a number that is not known exactly. Operations are
/// rounded outwards: the true result is never outside.
using Range = boost::numeric::interval<
    Wide, boost::numeric::interval_lib::policies<boost::numeric::interval_lib::save_state_nothing<OutwardRounding>,
                                                 boost::numeric::interval_lib::checking_base<Wide>>>;

/// The smallest range around a fraction, or a bracket.
[[nodiscard]] Range range_of(const exact::Rational& value);
[[nodiscard]] Range range_of(const Bracket& bracket);

/// Whether the range is one number.
[[nodiscard]] inline bool is_known(const Range& range) { return range.lower() == range.upper(); }

/// "0.25", or "[0.333, 0.334]" where twelve digits tell the ends apart.
[[nodiscard]] std::string words(const Range& range);

}  // namespace hearsay::formula
