// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

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
  auto [certificates, missing] = api::proofs_of(tried.answer, bounds);
  for (auto& line : report::keep_judged(certificates)) missing.push_back(std::move(line));
  if (!certificates.empty()) tried.certificate = report::file_text(report::bundle_json(certificates));
  tried.missing = std::move(missing);
  return tried;
}

/// The answer; of the counterexample the certificate, and why there is none; the claim file of that name.
std::tuple<py::object, std::optional<std::string>, std::vector<std::string>, std::string> refute_statement(
    const std::string& statement, const std::string& protocol, const std::string& graphs, const std::string& steps,
    const std::string& rounds, const std::string& observers, const std::string& weights, const std::string& effort,
    bool certify, const std::string& save, std::uint64_t seed, const py::object& progress) {
  const api::RefuteQuestion question{.bound = {.statement = statement,
                                               .protocol = protocol,
                                               .graphs = graphs,
                                               .steps = steps,
                                               .rounds = rounds,
                                               .observers = observers,
                                               .weights = weights},
                                     .effort = api::effort_named(effort)};
  const Listener listener(progress);
  const auto execution = listener.execution(seed, 0);
  const auto found = interruptible([=] { return tried(question, certify, execution); }, &listener);
  return {shown(found.answer, seed), found.certificate, found.missing,
          api::claim_file(question.bound, found.answer.finding.verdict, save)};
}

}  // namespace

void bind_bound(py::module_& module) {
  module.def("refute_statement", &refute_statement, py::arg("statement"), py::arg("protocol"), py::arg("graphs"),
             py::arg("steps"), py::arg("rounds"), py::arg("observers"), py::arg("weights"), py::arg("effort"),
             py::arg("certify"), py::arg("save"), py::arg("seed"), py::arg("progress"));
}

}  // namespace hearsay::python
