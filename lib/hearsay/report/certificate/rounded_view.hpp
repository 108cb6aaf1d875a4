// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/report/certificate/view.hpp>

namespace hearsay::report {

/// Bits of the numbers that the checker rounds: two words, however large the weights, and their errors are far below
/// the room that is left.
inline constexpr int rounded_bits = 110;
/// A weight about as long as those of rounded proofs become, which are multiples of 2^-60.
[[nodiscard]] exact::Rational long_weight();

/// Bounds for each target of a view that is too large for fractions: combinations in double precision, rounded to
/// multiples of 2^-60, what is left of the target charged by the smallest eigenvalue of B B^T.
///
/// The upper end is missing where that is not proved: for rounds that differ, more than 150 messages, or messages that
/// are linearly dependent or nearly so; for weights that no rule makes, of which a checker rounds nothing; and beyond
/// the first `upper_ends` targets, as it takes most of a checker's work.
/// @complexity one decomposition of a matrix of as many rows as there are messages, and for each target T products with
/// W to 50 digits, twice.
[[nodiscard]] std::vector<Certificate> rounded_loss_bounds(const GossipInstance& instance,
                                                           std::span<const graph::Node> targets,
                                                           std::size_t upper_ends = SIZE_MAX);

}  // namespace hearsay::report
