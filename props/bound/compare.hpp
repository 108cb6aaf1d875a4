// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <hearsay/formula/wide_range.hpp>
#include "props/kit/outcome.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// "left SIGN right" of what is known of two numbers, SIGN one of <= < >= > ==: violated where no two numbers of the
/// ranges keep it, undecided where some do and others do not, by more than 1e-9 of them; strict ones wherever they
/// meet.
[[nodiscard]] Outcome compared(const std::string& sign, const formula::Range& left, const formula::Range& right);

/// The same of two doubles, to 1e-9, strict or not.
[[nodiscard]] Outcome compared(const std::string& sign, double left, double right);

/// The same of fractions: exact.
[[nodiscard]] Outcome compared(const std::string& sign, const oracle::Rational& left, const oracle::Rational& right);

}  // namespace hearsay::props::bound
