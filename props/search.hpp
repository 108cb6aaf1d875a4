#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/run/finding.hpp>

namespace hearsay::props {

/// What a property says about one instance.
struct Outcome {
  /// Relative slack of the statement on this instance: (allowed - actual) / scale. Negative beyond the tolerance
  /// the property promises means violated; +infinity where the statement is vacuous.
  double margin = std::numeric_limits<double>::infinity();
  bool violated = false;
  std::vector<std::string> tags;  ///< which interesting cases this instance belongs to
};

/// "At least `percent` of the generated instances must carry `tag`", or the search is inconclusive.
struct Coverage {
  std::string tag;
  double percent;
};

/// How far to look.
struct SearchPlan {
  std::uint64_t cases = 100;
  int max_size = 60;  ///< RapidCheck size of the last case; sizes ramp up from 0
  std::vector<Coverage> coverage = {};
};

/// Result of a search: the counts, and the smallest counterexample that shrinking found, as a typed value.
template <class Instance>
struct Search {
  std::uint64_t instances = 0;
  double smallest_margin = std::numeric_limits<double>::infinity();
  std::optional<Instance> counterexample = {};
  std::map<std::string, std::uint64_t> seen;  ///< tag -> how many instances carried it
  std::string missed;                         ///< the first coverage demand that was not met, as a sentence; or empty

  [[nodiscard]] Verdict verdict() const {
    if (counterexample) return Verdict::refuted;
    if (instances == 0 || !missed.empty()) return Verdict::inconclusive;
    return Verdict::holds;
  }
};

/// The RapidCheck random source of a claim's search: a function of (seed, claim id) only.
[[nodiscard]] rc::Random search_random(random::Seed seed, std::string_view claim_id);

/// Tries `property` on instances of `generator`; the first violation is shrunk to a local minimum. Unlike rc::check it
/// keeps the counterexample as a value (so that it can be re-checked in exact arithmetic), asks the search what it
/// visited, uses no global state (claims are verified on several threads) and is a pure function of (seed, claim id).
template <class Instance, class Property>
Search<Instance> search(const rc::Gen<Instance>& generator, Property property, const SearchPlan& plan, random::Seed seed,
                        std::string_view claim_id) {
  Search<Instance> result;
  auto source = search_random(seed, claim_id);
  for (std::uint64_t i = 0; i < plan.cases; ++i) {
    const auto random = source.split();
    const int size = static_cast<int>(static_cast<std::uint64_t>(plan.max_size) * i / std::max<std::uint64_t>(plan.cases - 1, 1));
    const auto candidate = generator(random, size);
    const Outcome outcome = property(candidate.value());
    ++result.instances;
    result.smallest_margin = std::min(result.smallest_margin, outcome.margin);
    for (const auto& tag : outcome.tags) ++result.seen[tag];
    if (outcome.violated) {
      const auto violates = [&](const Instance& x) { return property(x).violated; };
      result.counterexample = rc::shrinkable::findLocalMin(candidate, violates).first;
      return result;
    }
  }
  for (const auto& [tag, percent] : plan.coverage) {
    const double share = 100.0 * static_cast<double>(result.seen[tag]) / static_cast<double>(result.instances);
    if (share < percent) {
      result.missed = "only " + std::to_string(result.seen[tag]) + " of " + std::to_string(result.instances) + " cases were '" + tag + "'";
      break;
    }
  }
  return result;
}

/// A finding without witness from a search: verdict, counts, tightness, and what coverage missed.
template <class Instance>
run::Finding to_finding(const Search<Instance>& result) {
  run::Finding finding{.verdict = result.verdict(), .instances = result.instances, .note = result.missed};
  if (result.smallest_margin < std::numeric_limits<double>::infinity()) finding.tightness = result.smallest_margin;
  return finding;
}

}  // namespace hearsay::props
