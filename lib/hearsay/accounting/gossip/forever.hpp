// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>

#include <hearsay/accounting/gossip/space_losses.hpp>
#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/symmetric_eigen.hpp>

namespace hearsay::accounting {

/// |P e_u|^2, P the projector on the span of all messages, from its proven null space: 1/|cell(u)| less the part of u's
/// cell in the null space.
/// @pre view.null_space.
/// @accuracy 8 k epsilon times the condition of the null vectors, each scaled to norm 1.
/// @complexity O(k d^2) for k cells and d null vectors.
[[nodiscard]] SpaceLosses null_space_losses(const ViewRank& view);

/// The eigenvectors of a symmetric W, which serve every observer and coalition.
using linalg::Eigenpairs;
/// @pre w symmetric.
/// @throws as linalg::symmetric_eigen.
[[nodiscard]] Eigenpairs eigenpairs(const graph::GossipMatrix& w);

/// |P e_u|^2, P the projector on span{Pi_lambda e_v : v in starts, lambda an eigenvalue}, which all messages of
/// unlimited gossip span.
///
/// A simple eigenvalue with unit vector q adds q(u)^2 unless q is 0 on the starts; of equal eigenvalues those
/// combinations count that are not. The rank decides which parts are 0: of all parts on the starts the `rank` largest
/// count.
/// @param rank  of the space, for which a floating-point number is no evidence: of view_rank.
/// @throws Error(Errc::shape) if a start is no node or the rank is larger than n.
/// @accuracy 4 n epsilon, and twice the angle by which the eigenvectors of a matrix within 4 n epsilon |W| of W turn; 1
/// where a part
///           that counts is less than a thousand times those that do not.
/// @complexity O(n^2 + n |starts| m) for eigenvalues of multiplicity up to m.
/// @cite golub2013matrix (Section 8.1.3: invariant subspaces of W + E)
[[nodiscard]] SpaceLosses spectral_losses(const Eigenpairs& pairs, std::span<const graph::Node> starts,
                                          std::int64_t rank);

}  // namespace hearsay::accounting
