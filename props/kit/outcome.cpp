// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/kit/outcome.hpp"

#include <algorithm>
#include <cmath>

namespace hearsay::props {

namespace {

using oracle::Rational;

// Keeps Relative's margin finite where nothing is allowed.
constexpr double smallest_scale = 1e-300;

struct LargestAllowed {
  double allowed;
  double operator()(Absolute t) const { return allowed + t.value; }
  double operator()(Relative t) const { return allowed * (1.0 + t.value); }
  double operator()(Scaled t) const { return allowed + t.value * std::max(1.0, std::abs(allowed)); }
};

struct ScaleOf {
  double number;
  double operator()(Absolute) const { return 1.0; }
  double operator()(Relative) const { return std::max(std::abs(number), smallest_scale); }
  double operator()(Scaled) const { return std::max(1.0, std::abs(number)); }
};

double slack_of(double actual, double allowed, bool violated, double tolerance) {
  if (violated && !(allowed < 0.0)) return allowed > 0.0 && actual > 0.0 ? allowed / actual : 0.0;
  if (std::abs(actual) <= tolerance || (actual < 0.0 && allowed >= 0.0)) return std::numeric_limits<double>::infinity();
  const double slack = actual > 0.0 ? allowed / actual : actual / allowed;
  return violated ? std::max(slack, 0.0) : std::max(slack, 1.0);
}

double value_of(const Tolerance& tolerance) {
  return std::visit([](const auto& t) { return t.value; }, tolerance);
}

}  // namespace

Outcome at_most(double actual, double allowed, std::vector<std::string> tags, Tolerance tolerance) {
  const bool violated = !(actual <= std::visit(LargestAllowed{allowed}, tolerance));
  const double slack =
      slack_of(actual, allowed, violated, std::holds_alternative<Relative>(tolerance) ? 0.0 : value_of(tolerance));
  if (std::holds_alternative<Relative>(tolerance)) {
    return {.margin = (allowed - actual) / ScaleOf{allowed}(Relative{}),
            .slack = slack,
            .violated = violated,
            .tags = std::move(tags)};
  }
  const double scale = std::max(std::abs(actual), std::abs(allowed));
  double margin = scale > 0.0 ? (allowed - actual) / scale : std::numeric_limits<double>::infinity();
  if (!violated) margin = std::max(margin, 0.0);
  return {.margin = margin, .slack = slack, .violated = violated, .tags = std::move(tags)};
}

Outcome at_most(const Rational& actual, const Rational& allowed, std::vector<std::string> tags) {
  Outcome outcome{.violated = actual > allowed, .tags = std::move(tags)};
  const Rational scale = std::max(Rational(abs(actual)), Rational(abs(allowed)));
  if (scale > 0) outcome.margin = oracle::to_double((allowed - actual) / scale);
  if (actual > 0) {
    outcome.slack = std::max(0.0, oracle::to_double(allowed / actual));
  } else if (allowed < 0) {
    outcome.slack = oracle::to_double(actual / allowed);
  }
  return outcome;
}

Outcome at_most(const Bracket& actual, const Bracket& allowed, std::vector<std::string> tags) {
  if (actual.lower() > allowed.upper()) return at_most(actual.lower(), allowed.upper(), std::move(tags), Absolute{0.0});
  Outcome outcome = at_most(actual.upper(), allowed.lower(), std::move(tags), Absolute{0.0});
  outcome.undecided = outcome.violated;
  outcome.violated = false;
  return outcome;
}

Outcome bounded_by(double most, double allowed, std::vector<std::string> tags) {
  return at_most(Bracket(std::min(most, allowed), most, most), Bracket::exact(allowed), std::move(tags));
}

Outcome equals(double actual, double wanted, std::vector<std::string> tags, Tolerance tolerance) {
  const double scale = std::visit(ScaleOf{wanted}, tolerance), difference = std::abs(actual - wanted);
  const bool violated = !(difference <= value_of(tolerance) * scale);
  return {.margin = violated ? -difference / scale : std::numeric_limits<double>::infinity(),
          .violated = violated,
          .tags = std::move(tags)};
}

Outcome decided(bool holds) { return {.violated = !holds, .tags = {}}; }

Outcome worse(Outcome a, const Outcome& b) {
  a.margin = std::min(a.margin, b.margin);
  a.slack = std::min(a.slack, b.slack);
  a.violated = a.violated || b.violated;
  a.undecided = !a.violated && (a.undecided || b.undecided);
  return a;
}

}  // namespace hearsay::props
