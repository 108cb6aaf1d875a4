// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/account_ring.hpp"
#include "api/account_walk.hpp"
#include "api/account_walk_on_graph.hpp"
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

py::object walk_account(const api::Network& network, graph::Node observer, std::vector<graph::Node> targets,
                        std::int64_t steps, double sigma, const std::string& others, std::optional<double> delta,
                        std::uint64_t seed, int jobs, const py::object& progress) {
  api::GraphWalkQuestion question{.network = network,
                                  .observer = observer,
                                  .targets = std::move(targets),
                                  .steps = steps,
                                  .sigma = sigma,
                                  .others = api::others_named(others),
                                  .delta = delta};
  return answered([question = std::move(question)](
                      const Execution& execution) { return api::account_walk_on_graph(question, execution); },
                  seed, jobs, progress);
}

py::object ring_account(std::int64_t users, std::int64_t rounds, double epsilon, std::optional<double> delta,
                        double delta_prime, const std::string& task, std::int64_t buckets, const std::string& noise) {
  const auto [kind, calibration] = api::noise_named(noise);
  const api::RingQuestion question{.token = {.users = users,
                                             .rounds = rounds,
                                             .epsilon = epsilon,
                                             .delta_prime = delta_prime,
                                             .task = api::task_named(task),
                                             .buckets = buckets,
                                             .calibration = calibration,
                                             .noise = kind},
                                   .delta = delta};
  return shown(interruptible([=] { return api::account_ring(question); }));
}

}  // namespace

void bind_token(py::module_& module) {
  module.def("token_account", &token_account, py::arg("users"), py::arg("steps"), py::arg("epsilon"), py::arg("delta"),
             py::arg("delta_prime"), py::arg("delta_hat"), py::arg("task"), py::arg("buckets"), py::arg("colluders"),
             py::arg("known_neighbors"), py::arg("noise"), py::arg("jobs"), py::arg("progress"));
  module.def("walk_account", &walk_account, py::arg("network"), py::arg("observer"), py::arg("targets"),
             py::arg("steps"), py::arg("sigma"), py::arg("others"), py::arg("delta"), py::arg("seed"), py::arg("jobs"),
             py::arg("progress"));
  module.def("ring_account", &ring_account, py::arg("users"), py::arg("rounds"), py::arg("epsilon"), py::arg("delta"),
             py::arg("delta_prime"), py::arg("task"), py::arg("buckets"), py::arg("noise"));
}

}  // namespace hearsay::python
