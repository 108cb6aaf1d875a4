// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/formula/wide_range.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace hearsay::formula {

using exact::Rational;

namespace {

enum class Side { down, up };

/// `value` moved to a side, by more than the error of an operation, which is at most a few units in the last place.
Wide moved(const Wide& value, Side side) {
  constexpr int bits = std::numeric_limits<Wide>::digits - 8;
  const Wide step = ldexp(abs(value), -bits);
  return side == Side::down ? Wide(value - step) : Wide(value + step);
}

/// Whether a number can be written as a fraction without great cost.
bool is_moderate(const Wide& value) {
  return isfinite(value) && (value == 0 || std::abs(static_cast<int>(ilogb(value))) < 5000);
}

/// `value`, a rounded result whose true value is `exactly()`, rounded to a side.
template <class Exactly>
Wide rounded(const Wide& value, Side side, const Exactly& exactly, std::initializer_list<const Wide*> operands) {
  bool moderate = is_moderate(value);
  for (const auto* operand : operands) moderate = moderate && is_moderate(*operand);
  if (!moderate) return moved(value, side);
  const Rational truth = exactly(), found(value);
  const bool outside = side == Side::down ? found <= truth : found >= truth;
  return outside ? value : moved(value, side);
}

Wide sum(const Wide& x, const Wide& y, Side side) {
  return rounded(x + y, side, [&] { return Rational(Rational(x) + Rational(y)); }, {&x, &y});
}

Wide product(const Wide& x, const Wide& y, Side side) {
  return rounded(x * y, side, [&] { return Rational(Rational(x) * Rational(y)); }, {&x, &y});
}

Wide quotient(const Wide& x, const Wide& y, Side side) {
  return rounded(x / y, side, [&] { return Rational(Rational(x) / Rational(y)); }, {&x, &y});
}

Wide root(const Wide& x, Side side) {
  const Wide found = sqrt(x);
  if (is_moderate(x) && Rational(found) * Rational(found) == Rational(x)) return found;
  return moved(found, side);
}

}  // namespace

Wide OutwardRounding::add_down(const Wide& x, const Wide& y) { return sum(x, y, Side::down); }
Wide OutwardRounding::add_up(const Wide& x, const Wide& y) { return sum(x, y, Side::up); }
Wide OutwardRounding::mul_down(const Wide& x, const Wide& y) { return product(x, y, Side::down); }
Wide OutwardRounding::mul_up(const Wide& x, const Wide& y) { return product(x, y, Side::up); }
Wide OutwardRounding::div_down(const Wide& x, const Wide& y) { return quotient(x, y, Side::down); }
Wide OutwardRounding::div_up(const Wide& x, const Wide& y) { return quotient(x, y, Side::up); }
Wide OutwardRounding::sqrt_down(const Wide& x) { return root(x, Side::down); }
Wide OutwardRounding::sqrt_up(const Wide& x) { return root(x, Side::up); }
Wide OutwardRounding::exp_down(const Wide& x) { return x == 0 ? Wide(1) : moved(exp(x), Side::down); }
Wide OutwardRounding::exp_up(const Wide& x) { return x == 0 ? Wide(1) : moved(exp(x), Side::up); }
Wide OutwardRounding::log_down(const Wide& x) { return x == 1 ? Wide(0) : moved(log(x), Side::down); }
Wide OutwardRounding::log_up(const Wide& x) { return x == 1 ? Wide(0) : moved(log(x), Side::up); }

Range range_of(const Rational& value) {
  const Wide near(value);
  const auto exactly = [&] { return value; };
  return {rounded(near, Side::down, exactly, {}), rounded(near, Side::up, exactly, {})};
}

Range range_of(const Bracket& bracket) { return {Wide(bracket.lower()), Wide(bracket.upper())}; }

std::string words(const Range& range) {
  const auto lower = range.lower().str(12), upper = range.upper().str(12);
  return lower == upper ? lower : fmt::format("[{}, {}]", lower, upper);
}

}  // namespace hearsay::formula
