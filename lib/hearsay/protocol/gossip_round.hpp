#pragma once

#include <Eigen/Core>

#include <hearsay/graph/weights.hpp>

namespace hearsay::protocol {

/// What the nodes hold, n x k: row v is node v's and lies in one piece.
using States = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One round of all nodes at once: next = W now. The same bits as Eigen's product, which adds up in the same order.
/// \param w    n x n.
/// \param now  n x k; any k, fastest from 16 on.
/// \param next resized to n x k. \pre not `now` itself.
/// \throws Error(Errc::shape) unless w is square and `now` has its rows.
/// \complexity O(k m) for m non-zero entries. Bound by memory where the rows of a node's neighbours are still in cache.
void gossip_round(const graph::GossipMatrix& w, const States& now, States& next);

}  // namespace hearsay::protocol
