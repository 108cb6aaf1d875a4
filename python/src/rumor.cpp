// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <optional>
#include <vector>

#include <hearsay/accounting/rumor/report.hpp>
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;
using accounting::RumorEnd;
using accounting::RumorExactReport;

namespace {

RumorEnd end_of(bool terminated) { return terminated ? RumorEnd::terminated : RumorEnd::unending; }

py::dict rumor_bounds(std::int64_t nodes, std::int64_t curious, double muting, double epsilon) {
  const auto bounds = accounting::rumor_bounds(accounting::rumor_crowd(nodes, curious), muting, epsilon);
  py::dict delta, uncertainty, result;
  delta["limit"] = bounds.delta_limit;
  delta["bound"] = bounds.delta_bound;
  uncertainty["limit"] = bounds.uncertainty_limit;
  uncertainty["bound"] = bounds.uncertainty_bound;
  result["delta"] = delta;
  result["prediction_uncertainty"] = uncertainty;
  return result;
}

py::dict to_python(const RumorExactReport& report) {
  py::dict result;
  result["delta"] = python::to_python(report.delta);
  result["prediction_uncertainty"] = python::to_python(report.uncertainty);
  if (report.epsilon) result["epsilon"] = python::to_python(*report.epsilon);
  return result;
}

py::dict rumor_exact(std::int64_t nodes, std::int64_t curious, double muting, double epsilon,
                     std::optional<double> delta, bool terminated) {
  const auto crowd = accounting::rumor_crowd(nodes, curious);
  return to_python(interruptible([=] {
    return accounting::rumor_exact_report(crowd, {muting, epsilon, delta, end_of(terminated)});
  }));
}

py::dict rumor_exact_on(const graph::Graph& graph, const std::vector<graph::Node>& curious, double muting,
                        double epsilon, std::optional<double> delta, bool terminated) {
  const auto world = accounting::rumor_world(graph, curious);
  return to_python(interruptible([=] {
    return accounting::rumor_exact_report(world, {muting, epsilon, delta, end_of(terminated)});
  }));
}

}  // namespace

void bind_rumor(py::module_& module) {
  module.attr("rumor_max_nodes") = int{accounting::RumorWorld::max_nodes};
  module.def("rumor_bounds", &rumor_bounds, py::arg("nodes"), py::arg("curious"), py::arg("muting"),
             py::arg("epsilon"));
  module.def("rumor_exact", &rumor_exact, py::arg("nodes"), py::arg("curious"), py::arg("muting"), py::arg("epsilon"),
             py::arg("delta"), py::arg("terminated"));
  module.def("rumor_exact_on", &rumor_exact_on, py::arg("graph"), py::arg("curious"), py::arg("muting"),
             py::arg("epsilon"), py::arg("delta"), py::arg("terminated"));
}

}  // namespace hearsay::python
