// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/token/complete/complete.hpp>

namespace hearsay::props {

/// An upper bound on the epsilon of a sum or SGD walk at `delta`, for all contributions of the others within its
/// sensitivity: accounting::TokenRenyi at a few orders, by a descent over alpha = 1 + 2^(j/2). At most a few per cent
/// above accounting::walk_tight, which searches all orders, for a tenth of its time. +infinity if no order shows
/// anything.
[[nodiscard]] double walk_renyi_bound(const accounting::TokenQuestion& question, double delta);

}  // namespace hearsay::props
