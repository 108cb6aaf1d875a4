// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/compare.hpp"

#include <algorithm>

namespace hearsay::props::bound {

using oracle::Rational;

namespace {

bool is_less(const std::string& sign) { return sign == "<=" || sign == "<"; }

bool is_strict(const std::string& sign) { return sign == "<" || sign == ">"; }

Outcome equal(const formula::Range& left, const formula::Range& right, const formula::Wide& tolerance) {
  Outcome outcome = decided(!(left.lower() > right.upper() || right.lower() > left.upper()));
  outcome.undecided =
      !outcome.violated && (left.upper() - right.lower() > tolerance || right.upper() - left.lower() > tolerance);
  return outcome;
}

Bracket in_doubles(const formula::Range& range) {
  const auto lower = static_cast<double>(range.lower()), upper = static_cast<double>(range.upper());
  return {lower, lower + (upper - lower) / 2.0, upper};
}

}  // namespace

Outcome compared(const std::string& sign, const formula::Range& left, const formula::Range& right) {
  const formula::Wide tolerance =
      1e-9 * std::max<formula::Wide>(1, std::max<formula::Wide>(abs(left.upper()), abs(right.upper())));
  if (sign == "==") return equal(left, right, tolerance);
  const formula::Range& small = is_less(sign) ? left : right;
  const formula::Range& large = is_less(sign) ? right : left;
  Outcome outcome = at_most(in_doubles(small), in_doubles(large));
  outcome.violated = small.lower() > large.upper();
  outcome.undecided = !outcome.violated &&
                      (is_strict(sign) ? small.upper() >= large.lower() : small.upper() - large.lower() > tolerance);
  return outcome;
}

Outcome compared(const std::string& sign, double left, double right) {
  if (sign == "==") return left == right ? Outcome{} : equals(left, right);
  return is_less(sign) ? at_most(left, right) : at_most(right, left);
}

Outcome compared(const std::string& sign, const Rational& left, const Rational& right) {
  if (sign == "==") return decided(left == right);
  auto outcome = is_less(sign) ? at_most(left, right) : at_most(right, left);
  outcome.violated = outcome.violated || (is_strict(sign) && left == right);
  return outcome;
}

}  // namespace hearsay::props::bound
