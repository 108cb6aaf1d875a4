// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/account_rumor.hpp"
#include "api/rumor_names.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"

namespace hearsay::python {

namespace py = pybind11;

namespace {

py::object rumor_answer(api::RumorQuestion question, std::uint64_t seed) {
  return answered(
      [question = std::move(question)](const Execution& execution) { return api::account_rumor(question, execution); },
      seed, 0, py::none());
}

accounting::RumorQuestion adversary(double muting, double epsilon, std::optional<double> delta,
                                    const std::string& transcript, const std::string& sees, double seen, double swap,
                                    bool delayed_start) {
  return {.muting = muting,
          .epsilon = epsilon,
          .delta = delta,
          .end = api::transcript_named(transcript),
          .sight = api::sees_named(sees),
          .seen = seen,
          .swap = swap,
          .delayed = delayed_start};
}

py::object rumor_account(std::int64_t nodes, std::int64_t curious, double muting, double epsilon,
                         std::optional<double> delta, bool exact, const std::string& transcript,
                         const std::string& sees, double seen, double swap, bool delayed_start) {
  return rumor_answer({.nodes = nodes,
                       .curious = curious,
                       .network = std::nullopt,
                       .curious_set = {},
                       .adversary = adversary(muting, epsilon, delta, transcript, sees, seen, swap, delayed_start),
                       .exact = exact},
                      1);
}

py::object rumor_account_on(const api::Network& network, std::vector<graph::Node> curious_set, double muting,
                            double epsilon, std::optional<double> delta, const std::string& transcript,
                            const std::string& sees, double seen, double swap, bool delayed_start, std::uint64_t seed) {
  return rumor_answer({.nodes = std::nullopt,
                       .curious = std::nullopt,
                       .network = network,
                       .curious_set = std::move(curious_set),
                       .adversary = adversary(muting, epsilon, delta, transcript, sees, seen, swap, delayed_start)},
                      seed);
}

}  // namespace

void bind_rumor(py::module_& module) {
  module.def("rumor_account", &rumor_account, py::arg("nodes"), py::arg("curious"), py::arg("muting"),
             py::arg("epsilon"), py::arg("delta"), py::arg("exact"), py::arg("transcript"), py::arg("sees"),
             py::arg("seen"), py::arg("swap"), py::arg("delayed_start"));
  module.def("rumor_account_on", &rumor_account_on, py::arg("network"), py::arg("curious_set"), py::arg("muting"),
             py::arg("epsilon"), py::arg("delta"), py::arg("transcript"), py::arg("sees"), py::arg("seen"),
             py::arg("swap"), py::arg("delayed_start"), py::arg("seed"));
}

}  // namespace hearsay::python
