// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/graph/spectrum.hpp>
#include "python/src/bindings.hpp"

namespace hearsay::python {

namespace py = pybind11;
using graph::Graph;
using Edges = py::array_t<graph::Node, py::array::c_style | py::array::forcecast>;

namespace {

/// @param edges  m x 2, a row an edge.
Graph make_graph(graph::Node nodes, const Edges& edges) {
  if (edges.ndim() != 2 || edges.shape(1) != 2)
    throw Error(Errc::shape, "edges", "must be an array of two columns, a row an edge");
  const auto at = edges.unchecked<2>();
  std::vector<graph::Edge> list;
  list.reserve(static_cast<std::size_t>(at.shape(0)));
  for (py::ssize_t i = 0; i < at.shape(0); ++i) list.emplace_back(at(i, 0), at(i, 1));
  return {nodes, list};
}

/// m x 2, each edge once.
py::array_t<graph::Node> edge_array(const Graph& graph) {
  const auto list = graph.edge_list();
  py::array_t<graph::Node> array({static_cast<py::ssize_t>(list.size()), py::ssize_t{2}});
  auto at = array.mutable_unchecked<2>();
  for (std::size_t i = 0; i < list.size(); ++i) {
    at(static_cast<py::ssize_t>(i), 0) = list[i].first;
    at(static_cast<py::ssize_t>(i), 1) = list[i].second;
  }
  return array;
}

py::tuple auto_steps(const graph::GossipMatrix& w, double sigma) {
  const double gap = graph::positive_spectral_gap(w);
  return py::make_tuple(graph::stopping_time(gap, w.rows(), sigma), gap);
}

}  // namespace

void bind_graph(py::module_& module) {
  py::class_<Graph>(module, "Graph")
      .def(py::init(&make_graph), py::arg("nodes"), py::arg("edges"))
      .def_property_readonly("nodes", &Graph::nodes)
      .def_property_readonly("labels", &Graph::labels)
      .def("edge_array", &edge_array);
  module.def(
      "require_connected",
      [](const Graph& graph, const std::string& where, const std::string& remedy) {
        graph::require_connected(where, graph, remedy);
      },
      py::arg("graph"), py::arg("where"), py::arg("remedy"));
  module.def(
      "gossip_matrix",
      [](const Graph& graph, const std::string& weights) {
        return graph::gossip_matrix(graph, graph::weights_from_name(weights));
      },
      py::arg("graph"), py::arg("weights"));
  module.def(
      "distances",
      [](const Graph& graph, const std::vector<graph::Node>& observers) { return graph::distances(graph, observers); },
      py::arg("graph"), py::arg("observers"));
  module.def("auto_steps", &auto_steps, py::arg("w"), py::arg("sigma"));
}

}  // namespace hearsay::python
