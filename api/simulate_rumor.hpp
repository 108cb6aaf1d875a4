// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include <hearsay/protocol/rumor/rumor.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/simulation/rumor_course.hpp>
#include <hearsay/system/execution.hpp>
#include "api/render/result.hpp"
#include "api/runs.hpp"

namespace hearsay::api {

/// How a rumor spreads on the complete graph.
struct SimulateRumorQuestion {
  std::int64_t nodes = 0;
  double muting = 1.0;  ///< a node stays active after a message with this probability
  protocol::RumorRules::Timing timing = protocol::RumorRules::Timing::asynchronous;
  protocol::RumorRules::Exchange exchange = protocol::RumorRules::Exchange::push;
  bool self_sends = true;       ///< partners are drawn from all nodes, oneself included
  bool delayed_start = false;   ///< the source sends once and is silent until told
  double loss = 0.0;            ///< probability that a message is lost
  std::int64_t coin_flips = 0;  ///< messages after which a node is silent for good; 0: no limit
  bool counts = false;          ///< numbers of nodes only: any number of them
  std::int64_t runs = 100;
  std::int64_t rounds = 1'000'000;  ///< stop a run after so many (asynchronous: `nodes` messages each)
};

struct SimulateRumorAnswer {
  SimulateRumorQuestion question;
  Runs runs;
  simulation::RumorCourse course;
};

/// @throws Error(Errc::domain) for numbers out of range; Error(Errc::conditions) for what counts do not know;
/// Error(Errc::too_large) for what would take days; Interrupted if it was stopped before a run was finished.
[[nodiscard]] SimulateRumorAnswer simulate_rumor(const SimulateRumorQuestion& question, const Execution& execution);

// api/render/simulate_rumor.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const SimulateRumorAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const SimulateRumorAnswer& answer);

}  // namespace hearsay::api
