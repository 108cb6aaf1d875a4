// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <optional>
#include <utility>
#include <vector>

#include "api/account_stream.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"

namespace hearsay::python {

namespace py = pybind11;
using graph::Node;

namespace {

py::object stream_account(const api::Network& network, std::vector<Node> observers, std::vector<Node> targets,
                          int rounds, int steps_per_round, bool own_noise_known, bool messages, double sigma,
                          std::optional<double> delta, std::optional<double> epsilon, std::uint64_t seed, int jobs,
                          const py::object& progress) {
  api::StreamQuestion question{.network = network,
                               .observers = std::move(observers),
                               .targets = std::move(targets),
                               .rounds = rounds,
                               .steps_per_round = steps_per_round,
                               .own_noise = own_noise_known,
                               .messages = messages,
                               .scale = {.sigma = sigma, .delta = delta, .epsilon = epsilon}};
  return answered(
      [question = std::move(question)](const Execution& execution) { return api::account_stream(question, execution); },
      seed, jobs, progress);
}

}  // namespace

void bind_continual(py::module_& module) {
  module.def("stream_account", &stream_account, py::arg("network"), py::arg("observers"), py::arg("targets"),
             py::arg("rounds"), py::arg("steps_per_round"), py::arg("own_noise_known"), py::arg("messages"),
             py::arg("sigma"), py::arg("delta"), py::arg("epsilon"), py::arg("seed"), py::arg("jobs"),
             py::arg("progress"));
}

}  // namespace hearsay::python
