// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include <hearsay/core/json_text.hpp>
#include <hearsay/report/baseline.hpp>
#include "api/cite.hpp"
#include "api/claims.hpp"
#include "api/effort.hpp"
#include "api/verify.hpp"
#include "checks/checks.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;
using api::Certify;
using api::VerifyAnswer;
using Patterns = std::vector<std::string>;

namespace {

py::object claims(const Patterns& patterns, const std::string& paper, const std::string& statement) {
  return shown(api::list_claims({.patterns = patterns, .paper = paper, .statement = statement}));
}

py::object explain(const std::string& id, bool derivation) {
  if (!derivation) return shown(api::explain({.id = id}));
  const Listener listener{py::none()};
  const auto execution = listener.execution(1, 0);
  return shown(interruptible([=] { return api::derive({.id = id}, checks::all_checks(), execution); }, &listener));
}

py::object cite(const std::string& id, const std::string& experiments) {
  return shown(api::cite({.id = id, .experiments = experiments}, checks::figures()));
}

/// @param own, baseline  a folder and a file, or empty.
VerifyAnswer verify(const Patterns& patterns, const std::string& effort, const std::string& own,
                    const std::string& certify, bool filed, const std::string& baseline, double tolerance,
                    std::uint64_t seed, int jobs, const py::object& progress) {
  const auto checks = checks::all_checks();
  api::VerifyQuestion question{.patterns = patterns, .effort = api::effort_named(effort), .filed = filed};
  if (!own.empty()) question.own = api::read_claims(own, checks.bounds);
  if (!certify.empty()) question.certify = certify == "all" ? Certify::all : Certify::refuted;
  if (!baseline.empty()) question.baseline = report::read_result(baseline, "`hearsay verify --json FILE`");
  question.tolerance = tolerance;
  const Listener listener(progress);
  const auto execution = listener.execution(seed, jobs);
  return interruptible([=] { return api::verify(question, checks, execution); }, &listener);
}

/// Name and text of every certificate.
std::vector<std::pair<std::string, std::string>> certificates(const VerifyAnswer& answer) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& file : answer.certificates.files) files.emplace_back(file.name, file.text);
  return files;
}

std::string manifest(const VerifyAnswer& answer) {
  return json_text(report::manifest_json(answer.certificates)) + "\n";
}

}  // namespace

void bind_verify(py::module_& module) {
  py::class_<VerifyAnswer>(module, "Verification")
      .def_property_readonly("result", [](const VerifyAnswer& answer) { return shown(answer); })
      .def_property_readonly("certificates", &certificates)
      .def_property_readonly("manifest", &manifest)
      .def_property_readonly("uncertified", [](const VerifyAnswer& answer) { return api::uncertified(answer); })
      .def_property_readonly("changes", [](const VerifyAnswer& answer) { return or_none(answer.info.changes); })
      .def_property_readonly("junit", [](const VerifyAnswer& answer) { return api::junit(answer); })
      .def_property_readonly("markdown", [](const VerifyAnswer& answer) { return api::markdown(answer); })
      .def_property_readonly("page", [](const VerifyAnswer& answer) { return api::page(answer); });
  module.def("claims", &claims, py::arg("patterns"), py::arg("paper"), py::arg("statement"));
  module.def("explain", &explain, py::arg("id"), py::arg("derivation"));
  module.def("cite", &cite, py::arg("id"), py::arg("experiments"));
  module.def("verify", &verify, py::arg("patterns"), py::arg("effort"), py::arg("claims"), py::arg("certify"),
             py::arg("filed"), py::arg("baseline"), py::arg("tolerance"), py::arg("seed"), py::arg("jobs"),
             py::arg("progress"));
}

}  // namespace hearsay::python
