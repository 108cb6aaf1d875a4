// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/claims/claim.hpp>

namespace hearsay::claims {

// One function a paper: the claims of lib/hearsay/claims/<name>.cpp, in the order of the paper.
[[nodiscard]] std::span<const Claim> dp();
[[nodiscard]] std::span<const Claim> muffliato();
[[nodiscard]] std::span<const Claim> muffliato_sgd();
[[nodiscard]] std::span<const Claim> muffliato_steps();
[[nodiscard]] std::span<const Claim> muffliato_code();
[[nodiscard]] std::span<const Claim> linear();
[[nodiscard]] std::span<const Claim> factorization();
[[nodiscard]] std::span<const Claim> correlated();
[[nodiscard]] std::span<const Claim> reconstruction();
[[nodiscard]] std::span<const Claim> network_shuffling();
[[nodiscard]] std::span<const Claim> stream();
[[nodiscard]] std::span<const Claim> rumor();
[[nodiscard]] std::span<const Claim> rumor_steps();
[[nodiscard]] std::span<const Claim> rumor_sentences();
[[nodiscard]] std::span<const Claim> muffliato_random();
[[nodiscard]] std::span<const Claim> learning();
[[nodiscard]] std::span<const Claim> view();
[[nodiscard]] std::span<const Claim> walk();
[[nodiscard]] std::span<const Claim> walk_rates();
[[nodiscard]] std::span<const Claim> walk_descent();
[[nodiscard]] std::span<const Claim> walk_spotted();
[[nodiscard]] std::span<const Claim> graph_walk();

/// The whole catalogue, paper by paper.
/// To add a claim: one entry in the paper's file here, one check in props/ or empirical/ under the same id.
[[nodiscard]] std::vector<const Claim*> catalogue();

/// The claim of that id, or nullptr.
[[nodiscard]] const Claim* find(std::string_view id);

/// The claim id, or the glob of a paper's claims (`muffliato.*`), that is nearest to `pattern`; empty if none is near.
[[nodiscard]] std::string nearest_claim(std::string_view pattern);

/// The claims that match any of the patterns (`*` any text, `?` one character), in catalogue order; all if none is
/// given.
/// @throws Error(Errc::unknown) if a pattern matches nothing.
[[nodiscard]] std::vector<const Claim*> select(std::span<const std::string> patterns);

/// True if the whole of `text` matches `pattern`.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text);

}  // namespace hearsay::claims
