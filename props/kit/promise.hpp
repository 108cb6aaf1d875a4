// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <hearsay/core/bracket.hpp>

#include "props/kit/outcome.hpp"

namespace hearsay::props {

/// Bracket of the exact delta at an epsilon >= 0; not increasing.
using DeltaAt = std::function<Bracket(double epsilon)>;

/// The least epsilon with delta_at(epsilon).upper() <= delta, from above to 1e-4 of itself; 0 if below 1e-12 `most` all
/// do, +infinity if 1024 times `most` does not. @pre most > 0.
[[nodiscard]] double epsilon_for(const DeltaAt& delta_at, double delta, double most);

/// "(epsilon, delta)-DP": violated if delta_at(epsilon) is above `delta`, undecided if the bracket holds it. The slack
/// is in epsilon, at the promised delta: epsilon over the one that would do.
[[nodiscard]] Outcome keeps_promise(const DeltaAt& delta_at, double epsilon, double delta,
                                    std::vector<std::string> tags = {});

}  // namespace hearsay::props
