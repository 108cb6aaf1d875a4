// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <hearsay/run/finding.hpp>

namespace hearsay::props {

// Checks of the girth.* claims, open to other conditions than the claimed ones, which they must not accept.

/// Whether sums are said to be safe. `girth` is the number of nodes on the shortest cycle, 0 without cycles; `terms`
/// the least number of values in a sum that the adversaries do not know.
using SafeNetwork = std::function<bool(std::size_t girth, std::size_t adversaries, std::size_t terms)>;

/// The check of girth.acyclic (trees) or girth.linear (all small graphs), for any condition.
[[nodiscard]] run::Finding check_girth(bool trees, const SafeNetwork& safe, const run::Context& context);

/// Sums of values, each a set of values as bits.
using Sums = std::vector<unsigned>;
using SafeSums = std::function<bool(const Sums& sums)>;

/// Whether every sum has two values and sums and values are a forest: no two sums share two values, and so on.
[[nodiscard]] bool forest_of_sums(const Sums& sums);

/// The check of girth.sums, for any condition.
[[nodiscard]] run::Finding check_sums(const SafeSums& safe, const run::Context& context);

}  // namespace hearsay::props
