// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/multiprecision/gmp.hpp>

namespace hearsay::exact {

/// A whole number of any size. Operators give numbers, not expressions that refer to their operands (et_off).
using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;

/// A fraction of whole numbers of any size, in lowest terms.
/// @pre of the constructor Rational(above, below): below > 0, which it does not check. Rational(above) / below takes
/// any sign, and throws for 0.
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

}  // namespace hearsay::exact
