// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "props/gen/scenario.hpp"
#include "props/kit/search.hpp"
#include "props/kit/witness.hpp"

namespace hearsay::props {

/// Searches scenarios of `shape`, tagged by gen::tags, for a violation of `property`, which looks at floating-point
/// numbers. `cases` are those of the quick, the standard and the exhaustive effort.
template <class Property>
run::Finding hold(const run::Context& context, const gen::ScenarioShape& shape,
                  const std::array<std::uint64_t, 3>& cases, Property property,
                  const std::vector<Coverage>& coverage = {}) {
  const auto tagged = [&](const gen::Scenario& c) {
    auto outcome = property(c);
    outcome.tags = gen::tags(c);
    return outcome;
  };
  const auto found = search(gen::scenarios(shape), tagged,
                            {.cases = context.pick(cases[0], cases[1], cases[2]), .coverage = coverage}, context);
  return conclude(found, [&](const gen::Scenario& c) {
    return compared_numerically(
        gen::to_json(c), {"the statement, within rounding", fmt::format("relative margin {}", property(c).margin)});
  });
}

}  // namespace hearsay::props
