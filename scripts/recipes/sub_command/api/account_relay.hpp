// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include <hearsay/report/terminal_text.hpp>
#include "api/render/result.hpp"

namespace hearsay::api {

/// A value that is handed on along a path of nodes, each of which adds N(0, sigma^2).
struct RelayQuestion {
  std::uint32_t nodes = 2;
  double sigma = 1.0, sensitivity = 1.0;
};

struct RelayAnswer {
  RelayQuestion question;
  double mu = 0.0;  ///< of Gaussian DP, of what the last node sends
};

/// @throws Error(Errc::domain) unless nodes >= 1, sigma > 0, sensitivity >= 0, both finite.
[[nodiscard]] RelayAnswer account_relay(const RelayQuestion& question);

[[nodiscard]] nlohmann::ordered_json to_json(const RelayAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const RelayAnswer& answer);

}  // namespace hearsay::api
