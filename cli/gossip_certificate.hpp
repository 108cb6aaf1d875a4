// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/claim.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/report/certificate/certificate.hpp>
#include "cli/network.hpp"

namespace hearsay::cli {

/// What certificates of gossip are wanted.
struct GossipProof {
  const Network& network;
  std::vector<graph::Node> observers;
  std::vector<graph::Node> targets;
  int steps = 1;
};

/// Certificates, and what they lack: a sentence each.
struct Proved {
  std::vector<report::Certificate> certificates;
  std::vector<std::string> missing;
};

/// Bounds on the loss of every target, to observers who do or do not know their own noise: in fractions where the view
/// is small, else rounded.
[[nodiscard]] Proved prove_gossip(const GossipProof& question, bool own_noise);

/// Turns bounds into proofs of a verdict on `claim`: a refuted claim fails at `worst`, one that holds holds for every
/// target. The claim becomes a bound on the share of the information, rounded to the side that makes the proof harder.
/// What the bounds do not prove stays a bound, and is said to be missing.
void prove_claim(Proved& proved, const accounting::LossClaim& claim, const accounting::GaussianLossScale& scale,
                 Verdict verdict, graph::Node worst);

}  // namespace hearsay::cli
