// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// Random graphs that the prover cannot choose: graph j has pair i iff a word of a hash of the claim, j and i is below
/// 2^32 p. Shown are those with a node of low degree, so that the spectral gap with Metropolis weights is below 1/2.
/// The proved number is the probability of at least so many if a gap of 1/2 had probability 1/2.
/// @pre certificate.claim is set; 10 <= nodes <= 3000; 0 <= p <= 1.
/// @complexity graphs nodes^2 / 16 hashes.
void prove_sample(Certificate& certificate, graph::Node nodes, const exact::Rational& p, unsigned graphs);

}  // namespace hearsay::report
