// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_relay.hpp"

#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::api {

RelayAnswer account_relay(const RelayQuestion& question) {
  require_between("account relay", "`nodes`", question.nodes, 1, 1'000'000);
  require_positive("account relay", "`sigma`", question.sigma);
  require_non_negative("account relay", "`sensitivity`", question.sensitivity);
  return {.question = question, .mu = question.sensitivity / (question.sigma * std::sqrt(question.nodes))};
}

nlohmann::ordered_json to_json(const RelayAnswer& answer, const Origin& origin) {
  const auto& [nodes, sigma, sensitivity] = answer.question;
  auto result = envelope("account relay", {{"nodes", nodes}, {"sigma", sigma}, {"sensitivity", sensitivity}}, origin);
  result["mu"] = answer.mu;
  return result;
}

report::TerminalText text(const RelayAnswer& answer) { return report::terminal_text("mu = {:.6g}\n", answer.mu); }

}  // namespace hearsay::api
