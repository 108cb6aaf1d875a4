// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/gossip/account.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::api {

/// {"proof": "proved"}, {"proof": "probable", "failure": 1e-12}, {"proof": "numerical"}.
[[nodiscard]] nlohmann::ordered_json proof_json(const accounting::Proof& proof);
/// {"count": 5, "own_noise": 5, "proof": ...}, null for nothing.
[[nodiscard]] nlohmann::ordered_json exposed_json(const std::optional<accounting::Exposed>& exposed);
/// " (proved)", " (wrong with probability at most 1e-12)", " (not proved)".
[[nodiscard]] std::string remark(const accounting::Proof& proof);

/// Why losses are in doubt; empty if none is.
[[nodiscard]] std::string doubt_words(const accounting::GossipLosses& losses);
/// The same of views that were audited.
inline constexpr std::string_view unproved_views_words =
    "the rank of a view is not proved, so the messages may reveal more than double precision shows";

/// The same of losses that no rank decides.
inline constexpr std::string_view coarse_words = "the computation is not accurate enough for single numbers";

/// The primes that decide ranks, from Stream(seed, Purpose::attack, 0): solving for the inputs is the adversary's work.
[[nodiscard]] std::vector<std::uint64_t> draw_primes(random::Seed seed);

/// accounting::gossip_account with the primes of draw_primes.
/// @throws Error(Errc::too_large) naming `where`, if any number of steps is asked of a graph that is too large for it.
[[nodiscard]] accounting::GossipAccount account_gossip(std::string_view where, const graph::GossipMatrix& w,
                                                       std::span<const graph::Node> observers, linalg::Steps steps,
                                                       const Execution& execution);

}  // namespace hearsay::api
