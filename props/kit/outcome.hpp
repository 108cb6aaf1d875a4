#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/run/finding.hpp>

#include "props/oracle/rational.hpp"
#include "props/kit/search.hpp"

namespace hearsay::props {

/// Exhausts `small_world` in its order, then searches generated instances: the first violation, which in the small world is the
/// smallest, and beyond it is shrunk.
template <class Instance, class Property>
Search<Instance> exhaust_then_search(const std::vector<Instance>& small_world, const rc::Gen<Instance>& generator, Property property,
                                     const SearchPlan& plan, const run::Context& context) {
  double smallest_margin = std::numeric_limits<double>::infinity();
  std::uint64_t tried = 0;
  for (const auto& instance : small_world) {
    const Outcome outcome = property(instance);
    ++tried;
    smallest_margin = std::min(smallest_margin, outcome.margin);
    if (outcome.violated) {
      return {.instances = tried, .smallest_margin = smallest_margin, .counterexample = instance, .seen = {}, .missed = {}};
    }
  }
  auto result = search(generator, property, plan, context);
  result.instances += tried;
  result.smallest_margin = std::min(result.smallest_margin, smallest_margin);
  return result;
}

/// The finding of a search, with `certify(counterexample)` as its witness.
template <class Instance, class Certify>
run::Finding conclude(const Search<Instance>& result, Certify certify) {
  auto finding = to_finding(result);
  if (result.counterexample) finding.witness = certify(*result.counterexample);
  return finding;
}

/// The finding of a search whose violations nothing certifies but floating-point arithmetic: they make it inconclusive.
template <class Instance, class Describe>
run::Finding conclude_uncertified(const Search<Instance>& result, Describe describe) {
  auto finding = to_finding(result);
  if (result.counterexample) {
    finding.verdict = Verdict::inconclusive;
    finding.note = "violated in floating-point arithmetic, not certified: " + describe(*result.counterexample);
  }
  return finding;
}

/// Both parts of a claim: the louder verdict, all instances, the smaller margin, the first witness.
[[nodiscard]] run::Finding both(run::Finding a, const run::Finding& b);

/// margin of "actual <= allowed" relative to the larger, violated beyond `slack` of max(1, allowed).
[[nodiscard]] Outcome at_most(double actual, double allowed, std::vector<std::string> tags, double slack = 1e-9);
/// margin of "actual = wanted": 0, or minus the relative difference, violated beyond `slack` of max(1, |wanted|).
[[nodiscard]] Outcome equals(double actual, double wanted, std::vector<std::string> tags, double slack = 1e-9);
/// The worse of two outcomes on one instance.
[[nodiscard]] Outcome worse(Outcome a, const Outcome& b);

/// A witness that the exact numbers confirm. \throws std::logic_error if claimed >= actual: rounding produced the violation.
[[nodiscard]] run::Witness exceeds_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed, const oracle::Rational& actual);
/// The same for a claimed equality. \throws std::logic_error if claimed = actual.
[[nodiscard]] run::Witness differs_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed, const oracle::Rational& actual);

/// A witness between brackets, printed with `digits` decimals. \throws std::logic_error unless all of `actual` exceeds all of `claimed`.
[[nodiscard]] run::Witness exceeds_rigorously(nlohmann::ordered_json instance, const oracle::Interval& claimed, const oracle::Interval& actual,
                                              int digits = 6);
/// The same for a claimed equality. \throws std::logic_error if the brackets overlap.
[[nodiscard]] run::Witness differs_rigorously(nlohmann::ordered_json instance, const oracle::Interval& claimed, const oracle::Interval& actual,
                                              int digits = 6);

}  // namespace hearsay::props
