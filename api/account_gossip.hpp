// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <hearsay/accounting/gossip/message_noise.hpp>
#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/audit/network_views.hpp>
#include <hearsay/linalg/null_space.hpp>
#include <hearsay/report/terminal_text.hpp>
#include "api/account_gossip_nodes.hpp"
#include "api/account_gossip_question.hpp"
#include "api/network/gossip_certificate.hpp"
#include "api/proofs.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// The losses where all nodes have one noise and sensitivity.
struct GossipLosses {
  accounting::GossipReport report;
  linalg::Steps steps;                   ///< nothing: any number
  std::optional<double> gap;             ///< spectral, where the steps or acceleration needed it
  std::optional<std::int64_t> messages;  ///< that the observers receive; nothing for any number of steps
  std::int64_t rank = 0;                 ///< of the view
  accounting::Proof rank_proof;
  bool full_rank = false;  ///< the largest possible
  std::optional<accounting::Exposed> exposed;
  std::optional<accounting::GossipAudit> audit;     ///< of the claim
  audit::ViewShares shares;                         ///< of the local loss
  std::optional<accounting::NoisyLosses> resolved;  ///< at the precision
  std::string doubt;                                ///< why some losses have no value; empty: all have one
};

/// What observers learn from gossip.
struct GossipAnswer {
  GossipQuestion question;  ///< of randomized gossip with the rounds that were drawn
  std::vector<graph::Node> targets;
  std::variant<GossipLosses, GossipByNode> found;

  /// On the claim; nothing if none was made.
  [[nodiscard]] std::optional<Verdict> verdict() const;
};

/// @param question  taken over: a network may be large.
/// @pre observers and target are distinct nodes.
/// @throws as require_answerable, targets_of, read_scales, require_answerable_by_node; Error(Errc::too_large);
/// Interrupted.
[[nodiscard]] GossipAnswer account_gossip(GossipQuestion question, const Execution& execution);

/// Of both kinds of observers the losses, and of the verdict for the kind that the claim is about: of synchronous
/// gossip with one W, one noise of all nodes and none on messages.
[[nodiscard]] Proofs proofs_of(const GossipAnswer& answer);

/// How much a proof of losses may take.
struct GossipProofLimits {
  double work;                ///< of the checker
  double most_entries = 2e7;  ///< of a view that is solved in doubles
};

/// Proofs of the losses of some targets to one kind of observers, and of the verdict on the claim if it is about them.
/// @pre losses that have proofs, as above.
[[nodiscard]] Proved prove_losses(const GossipAnswer& answer, std::vector<graph::Node> targets, bool own_noise,
                                  const GossipProofLimits& limits);

// api/render/account_gossip.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const GossipAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const GossipAnswer& answer);

// api/render/account_gossip_page.cpp
/// A page that draws the network and shows every number.
/// @param result  as to_json() has it: on the page as it is. Its "timing" becomes that of the page's end.
/// @param origin  asked at the end.
/// @pre all nodes have one noise and sensitivity; gossip is not accelerated.
/// @throws as page_views.
[[nodiscard]] std::string page(const GossipAnswer& answer, const Execution& execution, nlohmann::ordered_json& result,
                               const std::function<Origin()>& origin);

}  // namespace hearsay::api
