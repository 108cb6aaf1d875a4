// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/account_rumor_on_graph.hpp"
#include "api/audit_rumor.hpp"
#include "api/render/rumor_page.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"

namespace hearsay::python {

namespace py = pybind11;

namespace {

/// A pair of sources where both are given, and which others are compared.
api::ComparedSources compared(std::optional<graph::Node> source, std::optional<graph::Node> against, bool worst,
                              std::optional<std::int64_t> pairs) {
  api::ComparedSources sources{.worst = worst, .drawn = pairs};
  if (source && against) sources.pair = {*source, *against};
  return sources;
}

py::object rumor_on_graph(const api::Network& network, std::vector<graph::Node> curious_set,
                          std::optional<std::int64_t> curious, double epsilon, std::optional<double> delta,
                          std::optional<graph::Node> source, std::optional<graph::Node> against, bool worst,
                          std::optional<std::int64_t> pairs, std::uint64_t seed, int jobs, const py::object& progress) {
  api::RumorOnGraphQuestion question{.network = network,
                                     .curious = {.set = std::move(curious_set), .drawn = curious},
                                     .at = {.epsilon = epsilon, .delta = delta},
                                     .sources = compared(source, against, worst, pairs)};
  return answered([question = std::move(question)](
                      const Execution& execution) { return api::account_rumor_on_graph(question, execution); },
                  seed, jobs, progress);
}

/// @return the result, JUnit XML, and the page if it is wanted.
py::tuple audit_rumor(const api::Network& network, std::vector<graph::Node> curious_set,
                      std::optional<std::int64_t> curious, const std::string& promise, bool worst,
                      std::optional<std::int64_t> pairs, bool page, std::uint64_t seed, int jobs,
                      const py::object& progress) {
  if (page) api::require_rumor_page(network.graph());
  api::AuditRumorQuestion question{.network = network,
                                   .curious = {.set = std::move(curious_set), .drawn = curious},
                                   .sources = compared(std::nullopt, std::nullopt, worst, pairs),
                                   .promise = promise};
  const auto [answer, origin] = timed(
      [question = std::move(question)](const Execution& execution) { return api::audit_rumor(question, execution); },
      seed, jobs, progress);
  auto result = to_json(answer, origin);
  auto drawn = page ? py::object(py::str(rumor_page(answer, result, origin))) : py::none();
  return py::make_tuple(python::to_python(result), junit(answer, origin.seconds), std::move(drawn));
}

}  // namespace

void bind_rumor_on_graph(py::module_& module) {
  module.def("rumor_on_graph", &rumor_on_graph, py::arg("network"), py::arg("curious_set"), py::arg("curious"),
             py::arg("epsilon"), py::arg("delta"), py::arg("source"), py::arg("against"), py::arg("worst"),
             py::arg("pairs"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("audit_rumor", &audit_rumor, py::arg("network"), py::arg("curious_set"), py::arg("curious"),
             py::arg("promise"), py::arg("worst"), py::arg("pairs"), py::arg("page"), py::arg("seed"), py::arg("jobs"),
             py::arg("progress"));
}

}  // namespace hearsay::python
