// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <hearsay/accounting/token/report.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/proofs.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

struct WalkQuestion {
  accounting::TokenQuestion token;
  accounting::Noise noise = accounting::Noise::gaussian;  ///< of one contribution
};

/// What a token that walks on the complete graph tells about a user, by every method.
struct WalkAnswer {
  WalkQuestion question;
  accounting::TokenReport report;
};

/// @throws as accounting::token_report; Error(Errc::conditions) for Laplace noise, of whose sums no law is computed.
[[nodiscard]] WalkAnswer account_walk(const WalkQuestion& question, const Execution& execution);

/// How often the token visits the observers, by counting: that `exact` visits are exceeded with chance delta_hat at
/// most, and no fewer are; and how likely the printed bounds are reached.
[[nodiscard]] Proofs proofs_of(const WalkAnswer& answer);

// api/render/account_walk.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const WalkAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const WalkAnswer& answer);

}  // namespace hearsay::api
