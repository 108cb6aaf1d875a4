// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/linalg/rational_matrix.hpp>

#include "props/oracle/rational_gossip.hpp"

namespace hearsay::props::bound {

using graph::Node;
using oracle::Rational;

namespace {

const Rational& value_of(const std::vector<Rational>& values, Node node) {
  static const Rational one = 1;
  return values.empty() ? one : values.size() == 1 ? values.front() : values[node];
}

/// Adds a number, or one for each node, unless all are 1.
void add_values(nlohmann::ordered_json& json, const char* name, const std::vector<Rational>& values) {
  if (std::ranges::all_of(values, [](const Rational& value) { return value == 1; })) return;
  auto numbers = nlohmann::ordered_json::array();
  for (const auto& value : values) numbers.push_back(oracle::to_double(value));
  json[name] = numbers.size() == 1 ? numbers.front() : numbers;
}

/// Who observes whom of a network that has a name already.
nlohmann::ordered_json labeled(const gen::Scenario& s) {
  nlohmann::ordered_json json;
  if (s.observers.size() == 1) {
    json["observer"] = s.graph.label(s.observers.front());
  } else {
    for (const Node v : s.observers) json["observers"].push_back(s.graph.label(v));
  }
  json["target"] = s.graph.label(s.target);
  json["steps"] = s.steps;
  return json;
}

}  // namespace

graph::GossipMatrix matrix_of(const Instance& instance) {
  return instance.own ? *instance.own : graph::gossip_matrix(instance.scenario.graph, instance.scenario.weights);
}

oracle::Matrix fractions_of(const Instance& instance) {
  const auto& s = instance.scenario;
  if (!instance.own) return oracle::rational_matrix(s.graph, s.weights);
  oracle::Matrix w(s.graph.nodes(), oracle::Row(s.graph.nodes()));
  const auto entries = linalg::exact_entries(*instance.own);
  for (std::size_t u = 0; u < w.size(); ++u)
    for (const auto& entry : entries.rows[u]) w[u][static_cast<std::size_t>(entry.column)] = entry.value;
  return w;
}

Rational sigma_of(const Instance& instance, Node node) { return value_of(instance.sigma, node); }
Rational sensitivity_of(const Instance& instance, Node node) { return value_of(instance.sensitivity, node); }

nlohmann::ordered_json to_json(const Instance& instance) {
  auto json = instance.own ? labeled(instance.scenario) : gen::to_json(instance.scenario);
  add_values(json, "sigma", instance.sigma);
  add_values(json, "sensitivity", instance.sensitivity);
  return json;
}

nlohmann::ordered_json to_json_with_rounds(const Instance& instance) {
  auto json = to_json(instance);
  json["rounds"] = json["steps"];
  json.erase("steps");
  return json;
}

Powers<Eigen::MatrixXd> double_powers(const Instance& instance) {
  const auto n = static_cast<Eigen::Index>(instance.scenario.graph.nodes());
  return {Eigen::MatrixXd::Identity(n, n), Eigen::MatrixXd(matrix_of(instance)),
          [](const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) -> Eigen::MatrixXd { return a * b; }};
}

std::size_t index_below(double value, std::string_view function, std::string_view argument, std::size_t limit) {
  if (!(value >= 0.0 && value < static_cast<double>(limit)) || std::nearbyint(value) != value)
    throw Error(Errc::domain, "bound",
                fmt::format("{}: {} = {} must be a whole number from 0 to {}", function, argument, value, limit - 1));
  return static_cast<std::size_t>(value);
}

std::vector<Rational> known_arguments(std::string_view function, std::span<const formula::Range> arguments) {
  std::vector<Rational> known;
  for (const auto& argument : arguments) {
    if (!formula::is_known(argument))
      throw Error(Errc::domain, "bound", fmt::format("{}: each argument must be known exactly", function));
    known.emplace_back(argument.lower());
  }
  return known;
}

}  // namespace hearsay::props::bound
