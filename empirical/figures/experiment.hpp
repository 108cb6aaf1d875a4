// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "empirical/figures/figure_spec.hpp"

namespace hearsay::empirical {

/// A figure or table of a paper: a folder with spec.json and expected.json.
struct Experiment {
  std::string id;  ///< `paper/figure_2`: its folder below that of all experiments
  FigureSpec spec;
  nlohmann::ordered_json drawing;     ///< spec.json without its scales
  nlohmann::ordered_json parameters;  ///< of the scale asked for
  nlohmann::ordered_json ranges;      ///< number -> [lowest, highest] at that scale, or {"range", "seeds"}
  std::string expected_file, expected_source;
};

/// A number against its range in expected.json.
struct Comparison {
  std::string name;
  double value, lowest, highest;
  int seeds = 0;  ///< over how many seeds the range was measured; 0 for a reference of other origin
  [[nodiscard]] bool as_expected() const { return lowest <= value && value <= highest; }
};

/// Ids of all experiments of a folder, sorted: its subfolders of two levels that have a spec.json.
[[nodiscard]] std::vector<std::string> experiment_ids(const std::filesystem::path& folder);

/// Reads and checks both files.
/// @throws Error(Errc::file) for one that cannot be read; Error(Errc::unknown) if there is no such scale; as
/// figure_spec.
[[nodiscard]] Experiment read_experiment(const std::filesystem::path& folder, const std::string& id,
                                         const std::string& scale);

/// Whether the inputs that a measurement reads are there and large enough.
/// @throws as graph::read_graph and learning::read_table; Error(Errc::conditions) if there are fewer rows than users.
void require_inputs(const Experiment& experiment, const FigureInputs& inputs, random::Seed seed);

/// Runs the measurement. @throws Error(Errc::syntax) naming the specification for parameters of a wrong type.
[[nodiscard]] Measured measure(const Experiment& experiment, const MeasurementRequest& request);

/// @throws Error(Errc::unknown) if expected.json names a number that was not measured.
[[nodiscard]] std::vector<Comparison> compare(const Experiment& experiment, const Measured& measured);

}  // namespace hearsay::empirical
