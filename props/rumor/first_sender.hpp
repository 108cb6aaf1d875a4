// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <hearsay/exact/rational.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/run/registry.hpp>

namespace hearsay::props {

/// Who sends the first message to a curious node at s = 0, in fractions: by source, then by honest node. Of the library
/// (accounting::exact_sender_laws), or broken on purpose.
using SenderLaws = std::function<std::vector<std::vector<exact::Rational>>(const graph::Graph& graph,
                                                                           std::span<const graph::Node> curious)>;

/// rumor.graph.exact: the loss by these laws is the exact delta(epsilon) of every small graph.
[[nodiscard]] run::Finding sender_laws_are_exact(const run::Context& context, const SenderLaws& laws);

/// rumor.graph.complete: on complete graphs it is Theorem 5's value.
[[nodiscard]] run::Finding sender_laws_meet_theorem5(const run::Context& context, const SenderLaws& laws);

/// rumor.graph.map: the first sender that is seen is a best guess.
[[nodiscard]] run::Finding first_sender_is_best_guess(const run::Context& context, const SenderLaws& laws);

}  // namespace hearsay::props
