// SPDX-License-Identifier: GPL-3.0-or-later
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

#include "props/kit/outcome.hpp"

namespace hearsay::props {

/// A quota: as many instances as `percent` of the planned cases must carry `tag`. A search goes on beyond its planned
/// cases until every quota is filled, for at most `patience` times as many cases in all; one that is still short by
/// then is inconclusive.
struct Coverage {
  std::string tag;
  double percent;
};

/// A generator that reaches a tag as often as its quota says, once or more among the planned cases, leaves the quota
/// unfilled with probability below 1e-7 (Chernoff's bound at a 21st of the mean): an unfilled quota is out of the
/// generator's reach, not bad luck.
constexpr std::uint64_t patience = 21;

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
  double smallest_slack = std::numeric_limits<double>::infinity();
  std::uint64_t undecided = 0;  ///< instances on which the brackets allow both answers
  std::optional<Instance> counterexample = {};
  std::map<std::string, std::uint64_t> seen;  ///< tag -> how many instances carried it
  std::string missed;                         ///< the first quota that was not filled, as a sentence; or empty

  [[nodiscard]] Verdict verdict() const {
    if (counterexample) return Verdict::refuted;
    if (instances == 0 || undecided > 0 || !missed.empty()) return Verdict::inconclusive;
    return Verdict::holds;
  }
};

/// The RapidCheck random source of a claim's search: a function of (seed, claim id) only.
[[nodiscard]] rc::Random search_random(random::Seed seed, std::string_view claim_id);

/// The first quota of `plan` that is not filled, as a sentence; or empty.
[[nodiscard]] std::string missed_quota(const SearchPlan& plan, const std::map<std::string, std::uint64_t>& seen);

/// Tries `property` on instances of `generator`; the first violation is shrunk to a local minimum. Unlike rc::check it
/// keeps the counterexample as a value (so that it can be re-checked in exact arithmetic), asks the search what it
/// visited, uses no global state (claims are verified on several threads) and is a pure function of the context's
/// (seed, claim).
template <class Instance, class Property>
Search<Instance> search(const rc::Gen<Instance>& generator, Property property, const SearchPlan& plan,
                        const run::Context& context) {
  Search<Instance> result;
  auto source = search_random(context.seed, context.claim);
  const auto unfilled = [&] { return !missed_quota(plan, result.seen).empty(); };
  for (std::uint64_t i = 0; i < plan.cases || (i < patience * plan.cases && unfilled()); ++i) {
    const auto random = source.split();
    const int size = static_cast<int>(static_cast<std::uint64_t>(plan.max_size) * (i % plan.cases) /
                                      std::max<std::uint64_t>(plan.cases - 1, 1));
    const auto candidate = generator(random, size);
    const Outcome outcome = property(candidate.value());
    ++result.instances;
    result.smallest_margin = std::min(result.smallest_margin, outcome.margin);
    result.smallest_slack = std::min(result.smallest_slack, outcome.slack);
    if (outcome.undecided) ++result.undecided;
    for (const auto& tag : outcome.tags) ++result.seen[tag];
    if (outcome.violated) {
      const auto violates = [&](const Instance& x) { return property(x).violated; };
      result.counterexample = rc::shrinkable::findLocalMin(candidate, violates).first;
      return result;
    }
  }
  result.missed = missed_quota(plan, result.seen);
  return result;
}

/// A finding without witness from a search: verdict, counts, tightness, slack, and what coverage missed or brackets
/// left open.
template <class Instance>
run::Finding to_finding(const Search<Instance>& result) {
  run::Finding finding{.verdict = result.verdict(), .instances = result.instances, .note = result.missed};
  if (finding.verdict == Verdict::inconclusive && finding.note.empty() && result.undecided > 0)
    finding.note =
        std::to_string(result.undecided) + " instances are undecided, because their brackets allow both answers";
  if (result.smallest_margin < std::numeric_limits<double>::infinity()) finding.tightness = result.smallest_margin;
  if (result.smallest_slack < std::numeric_limits<double>::infinity()) finding.slack = result.smallest_slack;
  return finding;
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

}  // namespace hearsay::props
