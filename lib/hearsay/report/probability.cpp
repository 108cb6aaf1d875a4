// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/probability.hpp>

#include <fmt/format.h>

#include <limits>

#include <hearsay/core/number.hpp>

namespace hearsay::report {

namespace {

/// `value` by the first of `digits`, `digits` + 1, ... that does not read `limit`, unless it is that.
template <class Write>
std::string told_apart(double value, double limit, int digits, Write write) {
  while (true) {
    const std::string text = write(digits);
    if (parse_real(text) != limit || value >= limit || digits >= std::numeric_limits<double>::max_digits10 + 1)
      return text;
    ++digits;
  }
}

}  // namespace

std::string probability_text(double p, int digits) {
  return told_apart(p, 1.0, digits, [p](int d) { return fmt::format("{:.{}g}", p, d); });
}

std::string share_text(double p, int decimals) {
  const auto text = told_apart(p, 1.0, decimals, [p](int d) { return fmt::format("{:.{}f}", p, d); });
  return p > 0.0 && text.find_first_of("123456789") == text.npos ? fmt::format("{:.2g}", p) : text;
}

std::string percent_text(double p, int digits) {
  return told_apart(100.0 * p, 100.0, digits, [p](int d) { return fmt::format("{:.{}g}", 100.0 * p, d); });
}

}  // namespace hearsay::report
