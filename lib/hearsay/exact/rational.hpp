// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace hearsay::exact {

/// A fraction of whole numbers of any size, in lowest terms.
using Rational = boost::multiprecision::cpp_rational;

}  // namespace hearsay::exact
