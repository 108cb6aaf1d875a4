// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/report/json.hpp>
#include "empirical/checks.hpp"
#include "props/checks.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;
using Patterns = std::vector<std::string>;

namespace {

py::list claims(const Patterns& patterns) {
  py::list list;
  for (const auto* claim : claims::select(patterns)) list.append(to_python(report::to_json(*claim)));
  return list;
}

run::Effort effort_of(const std::string& name) {
  return name == "quick" ? run::Effort::quick : name == "standard" ? run::Effort::standard : run::Effort::exhaustive;
}

/// What `hearsay verify --json` writes.
nlohmann::ordered_json result_of(const run::Plan& plan, const Patterns& patterns) {
  run::Registry registry;
  props::register_checks(registry);
  empirical::register_checks(registry);
  const auto rows = run::verify(claims::select(patterns), registry, plan);
  report::Json json;
  report::Sink* const sinks[] = {&json};
  report::feed({.effort = plan.effort,
                .seed = plan.execution.seed.value,
                .patterns = patterns,
                .family_error = plan.family_error,
                .jobs = plan.execution.jobs},
               rows, sinks);
  return json.result();
}

py::object verify(const Patterns& patterns, const std::string& effort, std::uint64_t seed, int jobs,
                  const py::object& progress) {
  const Listener listener(progress);
  const run::Plan plan{.effort = effort_of(effort), .execution = listener.execution(seed, jobs)};
  return to_python(interruptible([=] { return result_of(plan, patterns); }, &listener));
}

}  // namespace

void bind_verify(py::module_& module) {
  module.def("claims", &claims, py::arg("patterns"));
  module.def("verify", &verify, py::arg("patterns"), py::arg("effort"), py::arg("seed"), py::arg("jobs"),
             py::arg("progress"));
}

}  // namespace hearsay::python
