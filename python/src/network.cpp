// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "api/network/schedule.hpp"
#include "api/render/reading.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"

namespace hearsay::python {

namespace py = pybind11;
using api::Network;

namespace {

/// As --graph, --weights, --component and --schedule read it; connected, but for a file of steps.
Network load_network(const std::string& graph, const std::string& weights, const std::string& component,
                     const std::string& schedule, std::uint64_t seed) {
  const api::GossipSchedule how{.how = schedule};
  if (how.file())
    return api::load_weighted(how, {.spec = std::string(api::schedule_prefix) + schedule, .weights = "scheduled"}, {});
  return api::load_weighted(how, {.spec = graph, .weights = weights, .component = component}, {seed});
}

/// Of a graph or a matrix that is in memory.
Network network_of(const graph::Graph& graph, graph::GossipMatrix w, std::vector<std::string> labels,
                   const std::string& weights) {
  return api::network_of(graph::Graph(graph.nodes(), graph.edge_list(), std::move(labels)), std::move(w),
                         {.spec = "memory", .weights = weights});
}

}  // namespace

void bind_network(py::module_& module) {
  py::class_<Network>(module, "Network")
      .def_property_readonly("graph", &Network::graph)
      .def_property_readonly("matrix", [](const Network& network) { return network.w; })
      .def_property_readonly("labels", [](const Network& network) { return network.graph().labels(); })
      .def_property_readonly("read", [](const Network& network) { return to_python(api::reading(network).json); });
  module.def("load_network", &load_network, py::arg("graph"), py::arg("weights"), py::arg("component"),
             py::arg("schedule"), py::arg("seed"));
  module.def("network_of", &network_of, py::arg("graph"), py::arg("w"), py::arg("labels"), py::arg("weights"));
}

}  // namespace hearsay::python
