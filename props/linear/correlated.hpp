// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/linear/protocol.hpp>
#include <hearsay/graph/graph.hpp>

#include "props/oracle/rational.hpp"

namespace hearsay::props {

/// What everybody sends, with noise of standard deviation 1 at each node and `pair` between neighbors, added at the one
/// and subtracted at the other; one round, seen by an outsider.
[[nodiscard]] accounting::Protocol correlated(const graph::Graph& graph, const oracle::Rational& pair);

}  // namespace hearsay::props
