// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/audit_file.hpp"
#include "api/audit_network.hpp"
#include "api/audit_protocol.hpp"
#include "api/render/audit_outputs.hpp"
#include "api/render/audit_page.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"
#include "python/src/scale.hpp"

namespace hearsay::python {

namespace py = pybind11;
using api::AuditAnswer;
using api::Network;

namespace {

/// Audits that are done, and what can be written of them.
struct Audits {
  std::vector<AuditAnswer> answers;
  api::Origin origin;
};

/// @param network  nothing: as `graph`, `weights` and `component` name it.
py::tuple audit_network(const std::optional<Network>& network, const std::string& graph, const std::string& weights,
                        const std::string& component, const std::vector<std::string>& observer,
                        const std::string& target, const std::string& steps, const std::string& promise,
                        const ScaleArgument& sigma, const ScaleArgument& sensitivity, const std::string& trust,
                        double message_noise, const std::string& precision, double magnitude, bool matrix, bool advice,
                        bool rank_edges, std::uint64_t seed, int jobs, const py::object& progress) {
  api::AuditRequest request{.name = {},
                            .file = {},
                            .graph = {.spec = graph, .weights = weights, .component = component},
                            .observers = observer,
                            .target = target,
                            .steps = steps,
                            .promise = promise,
                            .sigma = scale_of(sigma),
                            .sensitivity = scale_of(sensitivity),
                            .trust = trust,
                            .noise = {.tau = message_noise, .precision = precision, .magnitude = magnitude},
                            .advice = {.changes = advice, .edges = rank_edges}};
  if (network) request.graph = network->source;
  const api::AuditKeeps keeps{.matrix = matrix};
  auto found = timed(
      [=](const Execution& execution) {
        require_valid(request, keeps);
        auto question = network ? question_of(request, *network) : question_of(request, execution.seed);
        return api::audit_network(std::move(question), execution, keeps);
      },
      seed, jobs, progress);
  auto dict = to_python(to_json(found.answer, found.origin));
  Audits audits{.answers = {}, .origin = found.origin};
  audits.answers.push_back(std::move(found.answer));
  return py::make_tuple(std::move(dict), std::move(audits));
}

py::tuple audit_file(const std::string& file, std::uint64_t seed, int jobs, const py::object& progress) {
  auto found =
      timed([=](const Execution& execution) { return api::audit_file(api::audit_file_question(file), execution); },
            seed, jobs, progress);
  auto dict = to_python(to_json(found.answer, found.origin));
  return py::make_tuple(std::move(dict), Audits{.answers = std::move(found.answer.audits), .origin = found.origin});
}

/// @param protocol  a file.
/// @param json      the protocol itself, in place of the file's; its paths are relative to the working folder.
/// @return the result, and its JUnit XML.
py::tuple audit_protocol(const std::string& protocol, const std::optional<std::string>& json,
                         const std::vector<std::string>& observer, const std::string& target,
                         const std::string& promise, const std::string& contributions, std::uint64_t seed, int jobs,
                         const py::object& progress) {
  const api::ProtocolAuditRequest request{.protocol = protocol,
                                          .observers = observer,
                                          .target = target,
                                          .promise = promise,
                                          .contributions = contributions};
  const auto found = timed(
      [=](const Execution& execution) {
        auto question =
            json ? question_of(request, accounting::parse_protocol("`protocol`", *json, ".")) : question_of(request);
        return api::audit_protocol(std::move(question), execution);
      },
      seed, jobs, progress);
  return py::make_tuple(to_python(to_json(found.answer, found.origin)), junit(found.answer, found.origin.seconds));
}

std::string page(const Audits& audits) {
  const Listener listener(py::none{});
  return interruptible(
      [audits, execution = listener.execution(audits.origin.seed, audits.origin.jobs)] {
        const auto& answer = audits.answers.front();
        auto result = to_json(answer, audits.origin);
        return audit_page(answer, result, execution, [&] { return audits.origin; });
      },
      &listener);
}

/// What the nodes of the first audit are called.
std::vector<std::string> labels(const Audits& audits) {
  const auto& graph = audits.answers.front().graph();
  std::vector<std::string> found;
  for (graph::Node v = 0; v < graph.nodes(); ++v) found.push_back(graph.label(v));
  return found;
}

/// One of several.
Audits only(const Audits& audits, std::size_t i) {
  return {.answers = {audits.answers.at(i)}, .origin = audits.origin};
}

}  // namespace

void bind_audit(py::module_& module) {
  py::class_<Audits>(module, "Audits")
      .def("only", &only, py::arg("i"))
      .def("labels", &labels)
      .def("junit", [](const Audits& audits) { return audit_junit(audits.answers, audits.origin); })
      .def("sarif", [](const Audits& audits) { return audit_sarif(audits.answers, audits.origin); })
      .def("csv", [](const Audits& audits) { return matrix_csv(audits.answers.front()); })
      .def("matrix_market", [](const Audits& audits) { return matrix_market(audits.answers.front()); })
      .def("matrix", [](const Audits& audits) { return audits.answers.front().matrix.shares; })
      .def("page", &page);
  module.def("audit_network", &audit_network, py::arg("network"), py::arg("graph"), py::arg("weights"),
             py::arg("component"), py::arg("observer"), py::arg("target"), py::arg("steps"), py::arg("promise"),
             py::arg("sigma"), py::arg("sensitivity"), py::arg("trust"), py::arg("message_noise"), py::arg("precision"),
             py::arg("magnitude"), py::arg("matrix"), py::arg("advice"), py::arg("rank_edges"), py::arg("seed"),
             py::arg("jobs"), py::arg("progress"));
  module.def("audit_file", &audit_file, py::arg("file"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("audit_protocol", &audit_protocol, py::arg("protocol"), py::arg("json"), py::arg("observer"),
             py::arg("target"), py::arg("promise"), py::arg("contributions"), py::arg("seed"), py::arg("jobs"),
             py::arg("progress"));
}

}  // namespace hearsay::python
