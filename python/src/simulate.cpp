// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <optional>
#include <string>

#include "api/simulate_gossip.hpp"
#include "api/simulate_learn.hpp"
#include "api/simulate_ring.hpp"
#include "api/simulate_rumor.hpp"
#include "api/simulate_walk.hpp"
#include "api/simulation_names.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"
#include "python/src/fields.hpp"

namespace hearsay::python {

namespace py = pybind11;

namespace {

py::object ring(std::int64_t users, std::int64_t rounds, double sigma, double value, const std::string& noise,
                const std::string& law, bool publish, const std::string& task, std::int64_t buckets, double gamma,
                std::int64_t runs, std::uint64_t seed, int jobs, const py::object& progress) {
  api::SimulateRingQuestion question{
      .plan = {.users = users, .rounds = rounds, .noise = api::ring_noise_named(noise), .publish = publish},
      .perturb = {.law = api::law_named(law), .sigma = sigma},
      .value = value,
      .runs = runs};
  if (task == "histogram") question.histogram = api::ResponsePlan{.buckets = buckets, .gamma = gamma};
  return answered([=](const Execution& execution) { return api::simulate_ring(question, execution); }, seed, jobs,
                  progress);
}

py::object walk(std::int64_t users, std::int64_t steps, double epsilon, double delta, const std::string& rule,
                bool known_neighbors, std::optional<std::int64_t> buckets, std::int64_t runs, std::uint64_t seed,
                int jobs, const py::object& progress) {
  const api::SimulateWalkQuestion question{.users = users,
                                           .steps = steps,
                                           .runs = runs,
                                           .epsilon = epsilon,
                                           .delta = delta,
                                           .rule = api::cycle_rule_named(rule),
                                           .known_neighbors = known_neighbors,
                                           .buckets = buckets};
  return answered([=](const Execution& execution) { return api::simulate_walk(question, execution); }, seed, jobs,
                  progress);
}

py::object rumor(std::int64_t nodes, double muting, const std::string& timing, const std::string& exchange,
                 bool self_sends, bool delayed_start, double loss, std::int64_t coin_flips, bool counts,
                 std::int64_t runs, std::int64_t rounds, std::uint64_t seed, int jobs, const py::object& progress) {
  const api::SimulateRumorQuestion question{.nodes = nodes,
                                            .muting = muting,
                                            .timing = api::timing_named(timing),
                                            .exchange = api::exchange_named(exchange),
                                            .self_sends = self_sends,
                                            .delayed_start = delayed_start,
                                            .loss = loss,
                                            .coin_flips = coin_flips,
                                            .counts = counts,
                                            .runs = runs,
                                            .rounds = rounds};
  return answered([=](const Execution& execution) { return api::simulate_rumor(question, execution); }, seed, jobs,
                  progress);
}

py::object gossip(const api::Network& network, const std::string& steps, const std::string& schedule, double sigma,
                  std::int64_t runs, std::uint64_t seed, int jobs, const py::object& progress) {
  const api::SimulateGossipQuestion question{
      .network = network, .schedule = {.how = schedule}, .steps = steps, .sigma = sigma, .runs = runs};
  return answered([=](const Execution& execution) { return api::simulate_gossip(question, execution); }, seed, jobs,
                  progress);
}

/// @param fields  the question's, but for algorithm, data and network; None where nothing is said.
void take_numbers(api::SimulateLearnQuestion& q, const py::dict& fields) {
  take(fields, "label_threshold", q.label_threshold);
  take(fields, "training_share", q.training_share);
  take(fields, "bias", q.bias);
  take(fields, "l2", q.l2);
  take(fields, "users", q.users);
  take(fields, "edge_probability", q.edge_probability);
  take(fields, "gossip_steps", q.gossip_steps);
  take(fields, "rounds", q.rounds);
  take(fields, "trials", q.trials);
  take(fields, "step", q.step);
  take(fields, "noise", q.noise);
  take(fields, "clip", q.clip);
  take(fields, "alpha", q.alpha);
  take(fields, "epsilon", q.epsilon);
  take(fields, "delta", q.delta);
  take(fields, "budget_factor", q.budget_factor);
  take(fields, "decaying", q.decaying);
  take(fields, "diameter", q.diameter);
  take(fields, "every", q.every);
}

py::object learn(const std::string& algorithm, const std::string& data, const std::string& format,
                 const std::string& label_column, const std::optional<api::Network>& network,
                 const std::optional<std::string>& calibration, const py::dict& fields, std::uint64_t seed, int jobs,
                 const py::object& progress) {
  api::SimulateLearnQuestion question{
      .algorithm = api::learn_algorithm_named(algorithm),
      .data = {.file = data, .format = learning::format_from_name(format), .label_column = label_column},
      .network = network};
  if (calibration) question.calibration = api::learn_model_named(*calibration);
  take_numbers(question, fields);
  return answered([=](const Execution& execution) { return api::simulate_learn(question, execution); }, seed, jobs,
                  progress);
}

}  // namespace

void bind_simulate(py::module_& module) {
  module.def("simulate_ring", &ring, py::arg("users"), py::arg("rounds"), py::arg("sigma"), py::arg("value"),
             py::arg("noise"), py::arg("law"), py::arg("publish"), py::arg("task"), py::arg("buckets"),
             py::arg("gamma"), py::arg("runs"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("simulate_walk", &walk, py::arg("users"), py::arg("steps"), py::arg("epsilon"), py::arg("delta"),
             py::arg("rule"), py::arg("known_neighbors"), py::arg("buckets"), py::arg("runs"), py::arg("seed"),
             py::arg("jobs"), py::arg("progress"));
  module.def("simulate_rumor", &rumor, py::arg("nodes"), py::arg("muting"), py::arg("timing"), py::arg("exchange"),
             py::arg("self_sends"), py::arg("delayed_start"), py::arg("loss"), py::arg("coin_flips"), py::arg("counts"),
             py::arg("runs"), py::arg("rounds"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("simulate_gossip_runs", &gossip, py::arg("network"), py::arg("steps"), py::arg("schedule"),
             py::arg("sigma"), py::arg("runs"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("simulate_learn", &learn, py::arg("algorithm"), py::arg("data"), py::arg("format"),
             py::arg("label_column"), py::arg("network"), py::arg("calibration"), py::arg("fields"), py::arg("seed"),
             py::arg("jobs"), py::arg("progress"));
}

}  // namespace hearsay::python
