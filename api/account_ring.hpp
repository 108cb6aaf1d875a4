// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include <hearsay/accounting/token/report.hpp>
#include <hearsay/report/terminal_text.hpp>
#include "api/proofs.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

struct RingQuestion {
  accounting::RingQuestion token;
  std::optional<double>
      delta;  ///< of one contribution, in place of the token's: nothing for Laplace noise, which has none
};

/// The token with its delta. @throws Error(Errc::conditions) for Laplace noise with a delta, or Gaussian without.
[[nodiscard]] accounting::RingQuestion ring_token(accounting::RingQuestion token, std::optional<double> delta);

/// What a token on a ring tells about a user, by every method.
struct RingAnswer {
  RingQuestion question;
  accounting::RingReport report;
};

/// @throws as accounting::require_ring and ring_token.
[[nodiscard]] RingAnswer account_ring(const RingQuestion& question);

/// What Algorithm 1 does step by step, which no formula is needed for: of sums with Gaussian noise, at most 100,000
/// steps.
[[nodiscard]] Proofs proofs_of(const RingAnswer& answer);

// api/render/account_ring.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const RingAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const RingAnswer& answer);

}  // namespace hearsay::api
