// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "props/kit/search.hpp"

namespace hearsay::props {

/// Tries `property` on every instance in its order, up to and including the first violation. Tags are not counted:
/// quotas are about generated instances.
template <std::ranges::input_range Instances, class Property>
Search<std::ranges::range_value_t<Instances>> sweep(const Instances& instances, Property property) {
  Search<std::ranges::range_value_t<Instances>> result;
  for (const auto& instance : instances) {
    const Outcome outcome = property(instance);
    ++result.instances;
    result.smallest_margin = std::min(result.smallest_margin, outcome.margin);
    result.smallest_slack = std::min(result.smallest_slack, outcome.slack);
    if (outcome.undecided) ++result.undecided;
    if (outcome.violated) {
      result.counterexample = instance;
      break;
    }
  }
  return result;
}

/// `first` if it has a counterexample, else both: all instances, the smaller margin, the counterexample that `next()`
/// found. `next` is called in the second case only.
template <class Instance, class Next>
Search<Instance> then(Search<Instance> first, Next next) {
  if (first.counterexample) return first;
  Search<Instance> both = next();
  both.instances += first.instances;
  both.undecided += first.undecided;
  both.smallest_margin = std::min(both.smallest_margin, first.smallest_margin);
  both.smallest_slack = std::min(both.smallest_slack, first.smallest_slack);
  for (const auto& [tag, count] : first.seen) both.seen[tag] += count;
  if (both.missed.empty()) both.missed = std::move(first.missed);
  return both;
}

/// Sweeps instances_of(n) for n = first, ..., last, up to and including the first violation; larger n are then not
/// asked for.
template <class InstancesOf, class Property>
auto sweep_by_size(unsigned first, unsigned last, InstancesOf instances_of, Property property) {
  Search<std::ranges::range_value_t<decltype(instances_of(first))>> result;
  for (unsigned n = first; n <= last && !result.counterexample; ++n) {
    result = then(std::move(result), [&] { return sweep(instances_of(n), property); });
  }
  return result;
}

/// Exhausts `smallest_instance` in its order, then searches generated instances: the first violation, which in the
/// small world is the smallest, and beyond it is shrunk.
template <class Instance, class Property>
Search<Instance> exhaust_then_search(const std::vector<Instance>& smallest_instance, const rc::Gen<Instance>& generator,
                                     Property property, const SearchPlan& plan, const run::Context& context) {
  return then(sweep(smallest_instance, property), [&] { return search(generator, property, plan, context); });
}

}  // namespace hearsay::props
