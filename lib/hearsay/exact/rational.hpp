// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/multiprecision/gmp.hpp>

namespace hearsay::exact {

/// A whole number of any size.
using Integer = boost::multiprecision::mpz_int;

/// A fraction of whole numbers of any size, in lowest terms.
using Rational = boost::multiprecision::mpq_rational;

}  // namespace hearsay::exact
