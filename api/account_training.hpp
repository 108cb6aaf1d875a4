// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/linear/training_account.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/network/network.hpp"
#include "api/network/node_scales.hpp"
#include "api/network/schedule.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

enum class TrainingAlgorithm {
  d_sgd,      ///< W^K after every gradient step
  muffliato,  ///< Chebyshev gossip, P_K(W)
};
/// "d-sgd", "muffliato". @throws Error(Errc::unknown) for other names.
[[nodiscard]] TrainingAlgorithm training_algorithm_named(std::string_view name);
[[nodiscard]] std::string_view name_of(TrainingAlgorithm algorithm);
/// "add-remove", "replace". @throws Error(Errc::unknown) for other names.
[[nodiscard]] divergence::Adjacency adjacency_named(std::string_view name);
/// "hidden", "seen". @throws Error(Errc::unknown) for other names.
[[nodiscard]] accounting::Gradients gradients_named(std::string_view name);
[[nodiscard]] std::string_view name_of(accounting::Gradients gradients);

/// The terms of a run besides its network.
struct TrainingTerms {
  TrainingAlgorithm algorithm = TrainingAlgorithm::d_sgd;
  std::optional<int> rounds;  ///< nothing: as many as a schedule has
  int gossip_steps = 1;       ///< of a round; 0: nothing is sent
  Scale sigma;                ///< standard deviation of the noise on a sum of clipped gradients
  double clip = 1.0;          ///< largest norm of a record's gradient
  double batch_rate = 1.0;    ///< probability that a record is in a batch
  divergence::Adjacency adjacency = divergence::Adjacency::replace;
  std::string participation = "every";  ///< as accounting::parse_participation
  accounting::Gradients gradients = accounting::Gradients::hidden;
  double delta = 1e-5;
  std::string meet;  ///< a promise whose noise is wanted; empty: none
};

/// The network and the nodes of a question, by name.
struct TrainingNames {
  GossipSchedule schedule;  ///< synchronous, or a file with one W per round
  GraphSource graph;
  std::vector<std::string> observers = {"each"};  ///< labels of a coalition, or "each"
  std::vector<std::string> targets = {"all"};
};

/// What observers learn of the records of other nodes from a run of decentralized training.
struct TrainingQuestion {
  Network network;
  std::vector<graph::Node> observers;  ///< a coalition; empty: every node alone
  std::vector<graph::Node> targets;    ///< a node that observes alone is no target of its own
  bool every_target = true;            ///< what results say of the targets
  TrainingTerms terms;
};

/// @throws as load_network, load_schedule, nodes_from_labels, targets_from_labels; Error(Errc::conditions) for a
/// schedule that is no file.
[[nodiscard]] TrainingQuestion load_training(const TrainingTerms& terms, const TrainingNames& names,
                                             const Execution& execution);

/// Noise that keeps a promise.
struct TrainingMeet {
  double epsilon = 0.0;  ///< promised
  accounting::TrainingNoise noise;
};

struct TrainingAnswer {
  TrainingQuestion question;
  accounting::TrainingQuestion run;  ///< as it was accounted for
  std::vector<accounting::TrainingAudience> audiences;
  std::vector<std::vector<accounting::TrainingLoss>> losses;  ///< by audience and its targets
  std::optional<double> gamma;                                ///< of Chebyshev gossip
  std::optional<TrainingMeet> meet;
};

/// @throws Error(Errc::domain), Error(Errc::conditions) or Error(Errc::syntax) for a field that has no answer, which
/// they name; Error(Errc::too_large) as require_affordable; as accounting::training_losses; Interrupted.
[[nodiscard]] TrainingAnswer account_training(TrainingQuestion question, const Execution& execution);

// api/render/account_training.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const TrainingAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const TrainingAnswer& answer);

}  // namespace hearsay::api
