// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/graph/io/readers.hpp>
#include <hearsay/learning/samples.hpp>
#include "empirical/figures/json_object.hpp"

namespace hearsay::empirical {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

bool is_range(const Json& json) {
  return json.is_array() && json.size() == 2 && json[0].is_number() && json[1].is_number();
}

/// The ranges of one scale; none if it has none.
Json ranges_of(const JsonObject& expected, const std::string& scale) {
  const auto ranges = expected.has(scale) ? expected.json(scale) : Json::object();
  for (const auto& [name, range] : ranges.items()) {
    if (is_range(range)) continue;
    if (range.is_object()) {
      const JsonObject measured(range, expected.file(), fmt::format("{}.{}", scale, name), {"range", "seeds"});
      if (is_range(measured.json("range")) && measured.get<int>("seeds") > 0) continue;
    }
    throw Error(Errc::syntax, expected.file(), fmt::format("{}: '{}' is not a range of two numbers", scale, name));
  }
  return ranges;
}

void require_networks(const Experiment& experiment, const std::string& folder) {
  for (const auto& name : experiment.parameters.at("networks"))
    (void)graph::read_graph((fs::path(folder) / (name.get<std::string>() + ".edges")).string());
}

/// Can the rows be dealt to the users?
void require_rows(const Experiment& experiment, const std::string& file, random::Seed seed) {
  const auto table = learning::read_houses(file);
  const auto rows = learning::prepare(table, {}, seed).train.rows();
  auto users = experiment.parameters.at("users");
  if (!users.is_array()) users = Json::array({users});
  for (const auto& count : users) {
    if (count.is_number_integer() && count.get<std::int64_t>() <= rows) continue;
    throw Error(Errc::conditions, "`houses`",
                fmt::format("{} rows leave {} for training, and {} needs at least one for each of {} users",
                            table.rows(), rows, experiment.id, count.dump()));
  }
}

}  // namespace

std::vector<std::string> experiment_ids(const fs::path& folder) {
  std::vector<std::string> ids;
  std::error_code failed;
  for (const auto& paper : fs::directory_iterator(folder, failed)) {
    if (!paper.is_directory()) continue;
    for (const auto& figure : fs::directory_iterator(paper, failed)) {
      if (fs::exists(figure.path() / "spec.json")) ids.push_back(fs::relative(figure, folder).generic_string());
    }
  }
  std::ranges::sort(ids);
  return ids;
}

Experiment read_experiment(const fs::path& folder, const std::string& id, const std::string& scale) {
  const auto spec_file = (folder / id / "spec.json").string(), expected_file = (folder / id / "expected.json").string();
  auto drawing = read_json<Json>(spec_file);
  auto spec = figure_spec(drawing, spec_file);
  if (!spec.scales.contains(scale)) throw Error(Errc::unknown, spec_file, fmt::format("has no scale '{}'", scale));
  const auto json = read_json<Json>(expected_file);
  const JsonObject expected(json, expected_file, "", {"source", "small", "paper"});
  drawing.erase("scales");
  auto parameters = spec.scales.at(scale);
  return {.id = id,
          .spec = std::move(spec),
          .drawing = std::move(drawing),
          .parameters = std::move(parameters),
          .ranges = ranges_of(expected, scale),
          .expected_file = expected_file,
          .expected_source = expected.get<std::string>("source")};
}

void require_inputs(const Experiment& experiment, const FigureInputs& inputs, random::Seed seed) {
  using Input = Measurement::Input;
  const auto input = experiment.spec.measurement->input;
  try {
    if (input == Input::facebook && !inputs.facebook.empty()) require_networks(experiment, inputs.facebook);
    if (input == Input::houses && !inputs.houses.empty()) require_rows(experiment, inputs.houses, seed);
  } catch (const Json::exception& error) {
    throw Error(Errc::syntax, experiment.spec.file, error.what());
  }
}

Measured measure(const Experiment& experiment, const MeasurementRequest& request) {
  try {
    return experiment.spec.measurement->measure(request);
  } catch (const Json::exception& error) {
    throw Error(Errc::syntax, experiment.spec.file, error.what());
  }
}

std::vector<Comparison> compare(const Experiment& experiment, const Measured& measured) {
  std::vector<Comparison> result;
  std::vector<std::string> known;
  for (const auto& [name, value] : measured.numbers) known.push_back(name);
  for (const auto& [name, range] : experiment.ranges.items()) {
    const auto found = measured.numbers.find(name);
    if (found == measured.numbers.end())
      throw Error(Errc::unknown, experiment.expected_file,
                  fmt::format("'{}' is not a number of this figure{}", name, did_you_mean(nearest(name, known))));
    const auto& ends = range.is_object() ? range.at("range") : range;
    result.push_back({.name = name,
                      .value = found->second,
                      .lowest = ends.at(0).get<double>(),
                      .highest = ends.at(1).get<double>(),
                      .seeds = range.is_object() ? range.at("seeds").get<int>() : 0});
  }
  return result;
}

}  // namespace hearsay::empirical
