// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/account_ring.hpp"
#include "api/account_walk.hpp"
#include "api/account_walk_on_graph.hpp"
#include "api/audit_walk.hpp"
#include "api/token_names.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;

namespace {

py::object token_account(std::int64_t users, std::int64_t steps, double epsilon, double delta, double delta_prime,
                         double delta_hat, const std::string& task, std::int64_t buckets, std::int64_t colluders,
                         bool known_neighbors, const std::string& noise, int jobs, const py::object& progress) {
  const auto [kind, calibration] = api::noise_named(noise);
  const api::WalkQuestion question{.token = {.users = users,
                                             .steps = steps,
                                             .epsilon = epsilon,
                                             .delta = delta,
                                             .delta_prime = delta_prime,
                                             .delta_hat = delta_hat,
                                             .task = api::task_named(task),
                                             .buckets = buckets,
                                             .colluders = colluders,
                                             .known_neighbors = known_neighbors,
                                             .calibration = calibration},
                                   .noise = kind};
  return answered([=](const Execution& execution) { return api::account_walk(question, execution); }, 1, jobs,
                  progress);
}

/// @param rule  each or coalitions:K, or empty for the observers given. @param targets  empty: all.
api::GraphWalkRequest walk_request(const api::Network& network, const std::vector<graph::Node>& observers,
                                   const std::string& rule, const std::vector<graph::Node>& targets, std::int64_t steps,
                                   std::int64_t tokens, double sigma, const std::string& others) {
  api::GraphWalkRequest request{.graph = {},
                                .observers = {},
                                .targets = {},
                                .steps = steps,
                                .tokens = tokens,
                                .sigma = sigma,
                                .others = others,
                                .delta = std::nullopt};
  for (const auto v : observers) request.observers.push_back(network.graph().label(v));
  if (!rule.empty()) request.observers = {rule};
  for (const auto u : targets) request.targets.push_back(network.graph().label(u));
  if (targets.empty()) request.targets = {"all"};
  return request;
}

py::object walk_account(const api::Network& network, const std::vector<graph::Node>& observers, const std::string& rule,
                        const std::vector<graph::Node>& targets, std::int64_t steps, std::int64_t tokens, double sigma,
                        const std::string& others, std::optional<double> delta, std::uint64_t seed, int jobs,
                        const py::object& progress) {
  auto request = walk_request(network, observers, rule, targets, steps, tokens, sigma, others);
  request.delta = delta;
  auto question = api::question_of(request, network);
  return answered([question = std::move(question)](
                      const Execution& execution) { return api::account_walk_on_graph(question, execution); },
                  seed, jobs, progress);
}

py::tuple walk_audit(const api::Network& network, const std::vector<graph::Node>& observers, const std::string& rule,
                     const std::vector<graph::Node>& targets, std::int64_t steps, std::int64_t tokens, double sigma,
                     const std::string& others, const std::string& promise, std::uint64_t seed, int jobs,
                     const py::object& progress) {
  const api::WalkAuditRequest request{
      .walk = walk_request(network, observers, rule, targets, steps, tokens, sigma, others), .promise = promise};
  auto question = api::question_of(request, network);
  const auto [answer, origin] = timed(
      [question = std::move(question)](const Execution& execution) { return api::audit_walk(question, execution); },
      seed, jobs, progress);
  return py::make_tuple(python::to_python(to_json(answer, origin)), junit(answer, origin.seconds));
}

py::object ring_account(std::int64_t users, std::int64_t rounds, double epsilon, std::optional<double> delta,
                        double delta_prime, const std::string& task, std::int64_t buckets, const std::string& noise,
                        std::int64_t colluders) {
  const auto [kind, calibration] = api::noise_named(noise);
  const api::RingQuestion question{.token = {.users = users,
                                             .rounds = rounds,
                                             .epsilon = epsilon,
                                             .delta_prime = delta_prime,
                                             .task = api::task_named(task),
                                             .buckets = buckets,
                                             .calibration = calibration,
                                             .noise = kind,
                                             .colluders = colluders},
                                   .delta = delta};
  return shown(interruptible([=] { return api::account_ring(question); }));
}

}  // namespace

void bind_token(py::module_& module) {
  module.def("token_account", &token_account, py::arg("users"), py::arg("steps"), py::arg("epsilon"), py::arg("delta"),
             py::arg("delta_prime"), py::arg("delta_hat"), py::arg("task"), py::arg("buckets"), py::arg("colluders"),
             py::arg("known_neighbors"), py::arg("noise"), py::arg("jobs"), py::arg("progress"));
  module.def("walk_account", &walk_account, py::arg("network"), py::arg("observers"), py::arg("rule"),
             py::arg("targets"), py::arg("steps"), py::arg("tokens"), py::arg("sigma"), py::arg("others"),
             py::arg("delta"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("walk_audit", &walk_audit, py::arg("network"), py::arg("observers"), py::arg("rule"), py::arg("targets"),
             py::arg("steps"), py::arg("tokens"), py::arg("sigma"), py::arg("others"), py::arg("promise"),
             py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("ring_account", &ring_account, py::arg("users"), py::arg("rounds"), py::arg("epsilon"), py::arg("delta"),
             py::arg("delta_prime"), py::arg("task"), py::arg("buckets"), py::arg("noise"), py::arg("colluders"));
}

}  // namespace hearsay::python
