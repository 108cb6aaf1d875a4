#include "props/kit/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace hearsay::props {

run::Finding both(run::Finding a, const run::Finding& b) {
  a.verdict = merge(a.verdict, b.verdict);
  a.instances += b.instances;
  if (b.tightness) a.tightness = a.tightness ? std::min(*a.tightness, *b.tightness) : *b.tightness;
  if (!a.witness) a.witness = b.witness;
  if (a.note.empty()) a.note = b.note;
  return a;
}

Outcome at_most(double actual, double allowed, std::vector<std::string> tags, double slack) {
  const double scale = std::max(std::abs(actual), std::abs(allowed));
  const bool violated = !(actual <= allowed + slack * std::max(1.0, std::abs(allowed)));
  double margin = scale > 0.0 ? (allowed - actual) / scale : std::numeric_limits<double>::infinity();
  if (!violated) margin = std::max(margin, 0.0);  // within the promised accuracy: met with equality
  return {.margin = margin, .violated = violated, .tags = std::move(tags)};
}

Outcome equals(double actual, double wanted, std::vector<std::string> tags, double slack) {
  const double scale = std::max(1.0, std::abs(wanted));
  const bool violated = !(std::abs(actual - wanted) <= slack * scale);
  return {.margin = violated ? -std::abs(actual - wanted) / scale : 0.0, .violated = violated, .tags = std::move(tags)};
}

Outcome worse(Outcome a, const Outcome& b) {
  a.margin = std::min(a.margin, b.margin);
  a.violated = a.violated || b.violated;
  return a;
}

namespace {

run::Witness exact(nlohmann::ordered_json instance, const oracle::Rational& claimed, const oracle::Rational& actual) {
  return {.instance = std::move(instance),
          .claimed = oracle::to_string(claimed),
          .actual = oracle::to_string(actual),
          .certificate = run::Certificate::exact};
}

}  // namespace

run::Witness exceeds_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed, const oracle::Rational& actual) {
  if (claimed >= actual) throw std::logic_error("exact arithmetic does not confirm the violation at " + instance.dump());
  return exact(std::move(instance), claimed, actual);
}

run::Witness differs_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed, const oracle::Rational& actual) {
  if (claimed == actual) throw std::logic_error("exact arithmetic does not confirm the violation at " + instance.dump());
  return exact(std::move(instance), claimed, actual);
}

namespace {

std::string text(const oracle::Interval& interval, int digits) {
  return interval.lower == interval.upper ? oracle::to_string(interval.lower) : oracle::to_string(interval, digits);
}

}  // namespace

run::Witness exceeds_rigorously(nlohmann::ordered_json instance, const oracle::Interval& claimed, const oracle::Interval& actual, int digits) {
  if (claimed.upper >= actual.lower) throw std::logic_error("rigorous bounds do not confirm the violation at " + instance.dump());
  return {.instance = std::move(instance), .claimed = text(claimed, digits), .actual = text(actual, digits), .certificate = run::Certificate::interval};
}

run::Witness differs_rigorously(nlohmann::ordered_json instance, const oracle::Interval& claimed, const oracle::Interval& actual, int digits) {
  if (claimed.upper >= actual.lower && actual.upper >= claimed.lower) {
    throw std::logic_error("rigorous bounds do not confirm the violation at " + instance.dump());
  }
  return {.instance = std::move(instance), .claimed = text(claimed, digits), .actual = text(actual, digits), .certificate = run::Certificate::interval};
}

}  // namespace hearsay::props
