// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <hearsay/report/certificate/work.hpp>
#include "api/claim_files.hpp"
#include "api/effort.hpp"
#include "api/refute.hpp"
#include "checks/checks.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;

namespace {

struct StatementAnswer {
  api::RefuteAnswer answer;
  std::optional<std::string> certificate;  ///< a bundle, as a file holds it
  std::vector<std::string> missing;
};

/// @param certify  whether a counterexample is to be proved.
StatementAnswer tried(const api::RefuteQuestion& question, bool certify, const Execution& execution) {
  const auto bounds = checks::bound_search();
  StatementAnswer tried{.answer = api::refute(question, bounds, execution), .certificate = {}, .missing = {}};
  if (!certify) return tried;
  auto [certificates, missing] = api::proofs_of(tried.answer, bounds, execution.seed);
  for (auto& line : report::keep_judged(certificates)) missing.push_back(std::move(line));
  if (!certificates.empty()) tried.certificate = report::file_text(report::bundle_json(certificates));
  tried.missing = std::move(missing);
  return tried;
}

/// The answer; of the counterexample the certificate, and why there is none; the claim file of that name.
/// @param fields  of the question besides the statement, by name.
std::tuple<py::object, std::optional<std::string>, std::vector<std::string>, std::string> refute_statement(
    const std::string& statement, const std::map<std::string, std::string>& fields, const std::string& effort,
    bool certify, const std::string& save, std::uint64_t seed, const py::object& progress) {
  api::RefuteQuestion question{.bound = {.statement = statement}, .effort = api::effort_named(effort)};
  question.bound.protocol = fields.at("protocol");
  for (const auto& [name, field] : api::bound_fields()) question.bound.*field = fields.at(name);
  const Listener listener(progress);
  const auto execution = listener.execution(seed, 0);
  const auto found = interruptible([=] { return tried(question, certify, execution); }, &listener);
  return {shown(found.answer, seed), found.certificate, found.missing,
          api::claim_file(question.bound, found.answer.finding.verdict, save)};
}

}  // namespace

void bind_bound(py::module_& module) {
  module.def("refute_statement", &refute_statement, py::arg("statement"), py::arg("fields"), py::arg("effort"),
             py::arg("certify"), py::arg("save"), py::arg("seed"), py::arg("progress"));
}

}  // namespace hearsay::python
