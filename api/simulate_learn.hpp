// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <hearsay/learning/descent_loss.hpp>
#include <hearsay/learning/table.hpp>
#include <hearsay/learning/trials.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/network/network.hpp"
#include "api/render/result.hpp"
#include "api/runs.hpp"
#include "api/whole_run.hpp"

namespace hearsay::api {

enum class LearnAlgorithm {
  muffliato_gd,
  muffliato_sgd,
  central,  ///< the baseline of both: a trusted server
  dp_gd,    ///< one gossip step a round
  walk,     ///< a token walks over the users
};
/// "muffliato-gd", ... @throws Error(Errc::unknown) for other names.
[[nodiscard]] LearnAlgorithm learn_algorithm_named(std::string_view name);
[[nodiscard]] std::string_view name_of(LearnAlgorithm algorithm);

/// Who is to be told nothing by a walk.
enum class LearnModel { network, local, central };
/// @throws Error(Errc::unknown) for other names.
[[nodiscard]] LearnModel learn_model_named(std::string_view name);
[[nodiscard]] std::string_view name_of(LearnModel model);

/// Where the points come from.
struct LearnData {
  std::string file;  ///< empty: the generated data set
  learning::Format format = learning::Format::csv;
  std::string label_column;  ///< its name or number from 1; empty: the last
};

/// Logistic regression by many users under differential privacy.
struct SimulateLearnQuestion {
  LearnAlgorithm algorithm = LearnAlgorithm::muffliato_gd;
  LearnData data;
  std::string label_threshold = "mean";  ///< or "median" or a number: labels above it are 1, others -1
  double training_share = 0.8;
  bool bias = false;
  double l2 = 0.0;
  std::int64_t users = 2000;               ///< of a network its nodes
  std::optional<Network> network;          ///< nothing: a fresh Erdos-Renyi graph every round
  std::optional<double> edge_probability;  ///< of the fresh graphs; nothing: ln(users) / users
  std::optional<int> gossip_steps;         ///< a round; 0: as many as the graph needs; nothing: 0, of dp_gd 1
  std::optional<std::int64_t> rounds;      ///< nothing: 10, iterations of a walk 20,000
  int trials = 10;
  double step = 0.7;
  double noise = 1.5;                     ///< standard deviation on every gradient
  double clip = 1.0;                      ///< largest norm of a gradient before noise
  double alpha = 2.0;                     ///< Renyi order of the losses
  std::optional<LearnModel> calibration;  ///< walk: chooses the noise for epsilon and delta
  double epsilon = 1.0;
  /// Of a calibration, nothing: 1e-6; of gossip the losses of the whole run are computed too, with epsilon at it.
  std::optional<double> delta;
  double budget_factor = 1.25;     ///< with a calibration: a user contributes at most ceil(c T / N) times
  bool decaying = false;           ///< walk: step / sqrt(t)
  std::optional<double> diameter;  ///< walk: of the ball on which every step is projected
  std::int64_t every = 1000;       ///< walk: iterations from one record to the next
};

/// What gossip learning with noise loses, in units of the Renyi loss of one round in the local model.
struct DescentPrivacy {
  double unit = 0.0;
  std::optional<learning::DescentLosses> losses;  ///< towards user 0 in trial 0; nothing for a trusted server
  std::optional<WholeRun> whole_run;              ///< the same, of all rounds together; if a delta is given
};

/// How the noise of a calibrated walk was chosen.
struct WalkPrivacy {
  LearnModel model = LearnModel::network;
  std::optional<bool> proved;                 ///< central model: the formula's proof is valid
  std::optional<std::int64_t> contributions;  ///< the others: that a user may make
};

struct SimulateLearnAnswer {
  SimulateLearnQuestion question;  ///< users, rounds, steps, probability and noise as they were taken
  Runs runs;                       ///< trials
  struct Sizes {
    std::int64_t rows = 0, features = 0, training = 0, test = 0;
  };
  Sizes data;
  std::int64_t dimension = 0;  ///< features of a point that is learned from
  learning::Curves curves;
  std::variant<std::monostate, DescentPrivacy, WalkPrivacy> privacy;
};

/// @throws Error(Errc::domain) for numbers out of range; Error(Errc::conditions) for what does not go with the
/// algorithm; Error(Errc::too_large) for what would take days; as learning::read_table, learning::prepare; Interrupted
/// if it was stopped before a trial was finished.
[[nodiscard]] SimulateLearnAnswer simulate_learn(const SimulateLearnQuestion& question, const Execution& execution);

// api/render/simulate_learn.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const SimulateLearnAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const SimulateLearnAnswer& answer);

}  // namespace hearsay::api
