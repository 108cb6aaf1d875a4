// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/attack_end.hpp"
#include "api/attack_run.hpp"
#include "api/network/network.hpp"
#include "api/render/result.hpp"
#include "empirical/attack/stream.hpp"

namespace hearsay::api {

/// How an attack on gossip over many rounds is made, whatever the network. Each round is one gossip step.
struct AttackStreamTerms {
  int rounds = 1;                                  ///< T, each with fresh contributions and noise
  int half_period = 0;                             ///< of the square wave +-1 that the target contributes; 0: always 1
  double sigma = 1.0;                              ///< of every node's noise
  bool own_noise_known = false;                    ///< the observers subtract what they themselves put in
  std::uint64_t runs = 10'000;                     ///< simulated views a hypothesis
  double confidence = 0.95;                        ///< with which all bounds hold together
  std::optional<double> delta = {}, epsilon = {};  ///< also bound epsilon at delta, delta at epsilon
  bool anytime = false;                            ///< judged by confidence sequences until the verdict is clear
  std::optional<double> claimed_mu = {};           ///< judged then, in place of the published one
};

/// A likelihood-ratio test of "all contributions 0" against "the target contributes the wave" on simulated views.
struct AttackStreamQuestion {
  Network network;
  std::vector<graph::Node> observers;  ///< they see their own states
  graph::Node target = 0;
  AttackStreamTerms terms = {};
};

/// What the views show of the target, beside what they show in truth and what is published.
struct AttackStreamAnswer {
  AttackStreamQuestion question;
  double exact = 0.0;  ///< mu of the view for this wave
  /// mu by the theorem Delta <= sqrt(T rate) + sqrt(C), for one C and all streams: with the smallest C with which it
  /// holds for constant streams of 1 to T rounds.
  double published = 0.0;
  double rate = 0.0;      ///< 1 / (n - known) a round, `known` nodes' noise known
  double constant = 0.0;  ///< C
  std::variant<empirical::LinearResult, empirical::LinearAnytimeResult> found = {};

  [[nodiscard]] bool refuted() const;  ///< what was judged
  /// Where the theorem is published: Theorem 13, or 15 for several observers, or 16 if they know their own noise.
  [[nodiscard]] std::string_view published_by() const;
  /// Growth per round, in units of the local loss of one round, of a loss mu.
  [[nodiscard]] double per_round(double mu) const;
};

/// @throws Error(Errc::domain) as empirical::attack_stream, and for rounds or half_period out of range;
/// Error(Errc::too_large); Error(Errc::conditions) for delta or epsilon with `anytime`; as
/// accounting::ContinualAccountant; as anytime_state(); Interrupted.
[[nodiscard]] AttackStreamAnswer attack_stream(const AttackStreamQuestion& question, const Execution& execution,
                                               const Continuation& continuation = {});

[[nodiscard]] AttackEnd end_of(const AttackStreamAnswer& answer);

// api/render/attack_stream.cpp
[[nodiscard]] nlohmann::ordered_json parameters_json(const AttackStreamQuestion& question);
[[nodiscard]] nlohmann::ordered_json to_json(const AttackStreamAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AttackStreamAnswer& answer);

}  // namespace hearsay::api
