// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>
#include "empirical/figures/table.hpp"

namespace hearsay::empirical {

/// Where the real inputs of some figures lie; without them a measurement uses a generated stand-in and says so in its
/// note.
struct FigureInputs {
  std::string facebook = {};  ///< folder of edge lists, one `NAME.edges` an ego network
  std::string houses = {};    ///< file of the houses data, as learning::read_houses reads it
};

/// What is measured: the parameters of one scale of a spec.json.
struct MeasurementRequest {
  nlohmann::ordered_json parameters;
  FigureInputs inputs = {};
  Execution execution = {};
};

/// What was found.
struct Measured {
  std::map<std::string, Table> tables = {};    ///< by name
  std::map<std::string, double> numbers = {};  ///< what expected.json speaks about
  std::string note = {};                       ///< what a reader of this run must know beyond the caption
};

/// Tables by name, each with its columns.
using Schema = std::map<std::string, std::vector<std::string>>;

/// A measurement that a spec.json can name. To add one: a file in this folder that defines it, its declaration below,
/// a line in measurements().
struct Measurement {
  enum class Input { none, facebook, houses };  ///< which of FigureInputs it reads

  std::string name;                     ///< as in "measurement" of a spec.json
  std::vector<std::string> parameters;  ///< keys that a scale must have
  std::vector<std::string> options;     ///< keys that it may have
  Schema tables;
  Measured (*measure)(const MeasurementRequest& request);
  Input input = Input::none;

  /// Its table of that name, without rows. @throws std::out_of_range if it has none.
  [[nodiscard]] Table table(const std::string& which) const { return Table(tables.at(which)); }
};

/// All of them.
[[nodiscard]] std::span<const Measurement* const> measurements();

// Losses towards gossip observers are shares of the local-DP loss alpha Delta^2 / (2 sigma^2): "published" is Theorem 1
// of cyffers2022muffliato, capped at 1, "exact" the joint view, all noise unknown to the observer.
[[nodiscard]] const Measurement& gossip_distances();
[[nodiscard]] const Measurement& gossip_drawings();
[[nodiscard]] const Measurement& gossip_dropout();
[[nodiscard]] const Measurement& gossip_learning();
[[nodiscard]] const Measurement& gossip_networks();
[[nodiscard]] const Measurement& gossip_utility();
[[nodiscard]] const Measurement& histogram_walks();
[[nodiscard]] const Measurement& linked_rumors();
[[nodiscard]] const Measurement& rumor_size();
[[nodiscard]] const Measurement& rumor_source();
[[nodiscard]] const Measurement& rumor_spreading();
[[nodiscard]] const Measurement& rumor_tradeoff();
[[nodiscard]] const Measurement& bounds_on_streams();
[[nodiscard]] const Measurement& growth_of_streams();
[[nodiscard]] const Measurement& walk_bounds();
[[nodiscard]] const Measurement& walk_learning();
[[nodiscard]] const Measurement& walk_samples();

}  // namespace hearsay::empirical
