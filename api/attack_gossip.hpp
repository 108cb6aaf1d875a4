// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <hearsay/core/enclosure.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/attack_end.hpp"
#include "api/attack_run.hpp"
#include "api/network/network.hpp"
#include "api/network/schedule.hpp"
#include "api/render/result.hpp"
#include "empirical/attack/gossip.hpp"

namespace hearsay::api {

/// How an attack on gossip is made, whatever the network.
struct AttackGossipTerms {
  GossipSchedule schedule = {};                    ///< a file's rounds are the network's
  std::string steps = {};                          ///< a number or "auto"; of a file: its rounds, whatever this says
  double sigma = 1.0, sensitivity = 1.0;           ///< of every node's noise; change of the target's value
  bool own_noise_known = false;                    ///< the observers subtract what they themselves put in
  bool row_space = false;                          ///< of every view only its score is drawn
  std::uint64_t runs = 10'000;                     ///< simulated views a hypothesis
  double confidence = 0.95;                        ///< with which all bounds hold together
  std::optional<double> delta = {}, epsilon = {};  ///< also bound epsilon at delta, delta at epsilon
  bool anytime = false;                            ///< judged by confidence sequences until the verdict is clear
  std::optional<double> claimed_mu = {};           ///< judged then, in place of the published formula
};

/// A likelihood-ratio test of "all values 0" against "the target holds `sensitivity`" on simulated views.
struct AttackGossipQuestion {
  Network network;
  std::vector<graph::Node> observers;
  graph::Node target = 0;
  AttackGossipTerms terms = {};
};

/// What views of gossip show of the target, beside what they show in truth and what is published.
struct AttackGossipAnswer {
  AttackGossipQuestion question;
  int steps = 0;           ///< counted
  Enclosure exact;         ///< mu of the view
  double published = 0.0;  ///< mu by the formula of the paper, capped at local DP
  std::variant<empirical::GossipAttackResult, empirical::GossipAnytimeResult> found;

  [[nodiscard]] bool refuted() const;  ///< what was judged
};

/// @throws Error(Errc::domain) as empirical::attack_gossip; what resolve_steps throws; Error(Errc::too_large);
/// Error(Errc::conditions) for delta or epsilon with `anytime`; as anytime_state(); Interrupted.
[[nodiscard]] AttackGossipAnswer attack_gossip(const AttackGossipQuestion& question, const Execution& execution,
                                               const Continuation& continuation = {});

[[nodiscard]] AttackEnd end_of(const AttackGossipAnswer& answer);

// api/render/attack_gossip.cpp
/// "parameters" of the result. @param steps  counted.
[[nodiscard]] nlohmann::ordered_json parameters_json(const AttackGossipQuestion& question, int steps);
[[nodiscard]] nlohmann::ordered_json to_json(const AttackGossipAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AttackGossipAnswer& answer);

}  // namespace hearsay::api
