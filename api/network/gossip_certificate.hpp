// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/claim.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/null_space.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/report/certificate/work.hpp>
#include "api/network/network.hpp"

namespace hearsay::api {

/// What certificates of gossip are wanted.
struct GossipProof {
  const Network& network;
  std::vector<graph::Node> observers;
  std::vector<graph::Node> targets;  ///< those that matter most first: where not all can be proved, these are
  /// Nothing: forever. Then as many steps as nodes are proved, after which messages are combinations of earlier ones: W
  /// satisfies its characteristic polynomial, so that the losses are those of every later step.
  linalg::Steps steps = 1;
  double work = report::limits::work;  ///< that the checker may take for these proofs
  double most_entries = 2e7;           ///< of a view that is solved in doubles
  bool local_suffices = false;         ///< for the verdict: 1, which no share exceeds, is upper end enough
};

/// Certificates, and what they lack: a sentence each.
struct Proved {
  std::vector<report::Certificate> certificates;
  std::vector<std::string> missing;
};

/// Bounds on the loss of every target, to observers who do or do not know their own noise: in fractions where the view
/// is small, else rounded. What the checker would not judge is not made: fewer targets, fewer upper ends; `missing`
/// says so.
[[nodiscard]] Proved prove_gossip(const GossipProof& question, bool own_noise);

/// Turns bounds into proofs of a verdict on `share <= bound` of every target: refuted at `worst`, or holding for each.
/// What the bounds do not prove stays a bound, and is said to be missing.
void prove_bound(Proved& proved, const exact::Rational& bound, Verdict verdict, graph::Node worst);

/// The same for a claim, as a bound on the share of the information that is rounded to the side that makes the proof
/// harder.
void prove_claim(Proved& proved, const accounting::LossClaim& claim, const accounting::GaussianLossScale& scale,
                 Verdict verdict, graph::Node worst);

}  // namespace hearsay::api
