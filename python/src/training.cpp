// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "api/account_training.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"
#include "python/src/fields.hpp"
#include "python/src/scale.hpp"

namespace hearsay::python {

namespace py = pybind11;
using graph::Node;

namespace {

/// Whatever a question says besides its network and its nodes.
api::TrainingTerms terms_of(const py::dict& fields) {
  api::TrainingTerms terms;
  const auto text = [&](const char* name) {
    std::string value;
    take(fields, name, value);
    return value;
  };
  terms.algorithm = api::training_algorithm_named(text("algorithm"));
  take(fields, "rounds", terms.rounds);
  take(fields, "gossip_steps", terms.gossip_steps);
  terms.sigma = scale_of(fields["sigma"].cast<ScaleArgument>());
  take(fields, "clip", terms.clip);
  take(fields, "batch_rate", terms.batch_rate);
  terms.adjacency = api::adjacency_named(text("adjacency"));
  take(fields, "participation", terms.participation);
  terms.gradients = api::gradients_named(text("gradients"));
  take(fields, "delta", terms.delta);
  take(fields, "meet", terms.meet);
  return terms;
}

/// @param observers  none: every node alone.
py::object training_account(const api::Network& network, std::vector<Node> observers, std::vector<Node> targets,
                            bool every_target, const py::dict& fields, std::uint64_t seed, int jobs,
                            const py::object& progress) {
  api::TrainingQuestion question{.network = network,
                                 .observers = std::move(observers),
                                 .targets = std::move(targets),
                                 .every_target = every_target,
                                 .terms = terms_of(fields)};
  return answered([question = std::move(question)](
                      const Execution& execution) { return api::account_training(question, execution); },
                  seed, jobs, progress);
}

}  // namespace

void bind_training(py::module_& module) {
  module.def("training_account", &training_account, py::arg("network"), py::arg("observers"), py::arg("targets"),
             py::arg("every_target"), py::arg("fields"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
}

}  // namespace hearsay::python
