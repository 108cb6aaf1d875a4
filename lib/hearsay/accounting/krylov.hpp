#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

#include <hearsay/graph/weights.hpp>

namespace hearsay::accounting {

/// Orthonormal basis of the row space of a gossip view, n x rank.
struct ViewBasis {
  Eigen::MatrixXd basis;
  std::vector<double> pivots;    ///< relative remainders of the directions that were taken for new, in their order
  double largest_dropped = 0.0;  ///< largest relative remainder that was taken for rounding
};

/// Directions with a smaller relative remainder are taken for rounding, in double and in quadruple precision.
inline constexpr double deflation_tolerance = 1e-7;
inline constexpr double wide_deflation_tolerance = 1e-14;

/// Basis of the block Krylov space span{W^t e_v : v in starts, t < steps} by block Lanczos with full reorthogonalization;
/// powers of W are never formed. Each new block is W times the last, orthogonalized against the last two blocks and then
/// against the whole basis, and again where little is left, and compressed by QR with column pivoting; pivots up to
/// deflation_tolerance are dropped. Stops early when the space is invariant.
///
/// \param w       n x n, symmetric, |W| <= 1.
/// \param starts  distinct nodes.
/// \throws Error(Errc::too_large) when the basis outgrows half of the memory that is free at the start.
/// \complexity O(n rank^2) time in matrix-matrix products, n rank doubles of memory.
/// \cite golub2013matrix (Section 10.3.6: block Lanczos)
[[nodiscard]] ViewBasis krylov_basis(const graph::GossipMatrix& w, std::span<const graph::Node> starts, int steps);

/// Basis of the row space of a time-varying view from the last round to the first: S_t = span(E_{N_t}) + W_t S_{t+1}.
/// \param senders  N_0, ..., N_{T-1}.
/// \complexity O(T n rank^2).
[[nodiscard]] ViewBasis rounds_basis(std::span<const graph::GossipMatrix> rounds, std::span<const std::vector<graph::Node>> senders);

/// Projections of the unit vectors on the row space of a view, and on the same without the observers' columns.
struct Projections {
  Eigen::VectorXd exact, exact_own_noise;
  Eigen::Index rank = 0, rank_own_noise = 0;
  std::vector<double> pivots;    ///< as in ViewBasis, then those of the space without the observers' columns
  double largest_dropped = 0.0;  ///< over both
};

/// The same spaces in quadruple precision (113 bits) throughout, with the entries of W read as the fractions they were
/// rounded from: 0.333... as 1/3. For small graphs on which double precision cannot decide the rank.
/// \complexity as krylov_basis, at about 100 ns a multiplication.
[[nodiscard]] Projections wide_krylov(const graph::GossipMatrix& w, std::span<const graph::Node> starts, int steps,
                                      std::span<const graph::Node> observers);
[[nodiscard]] Projections wide_rounds(std::span<const graph::GossipMatrix> rounds, std::span<const std::vector<graph::Node>> senders,
                                      std::span<const graph::Node> observers);

}  // namespace hearsay::accounting
