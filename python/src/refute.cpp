// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/core/error.hpp>
#include "props/gen/scenario.hpp"
#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/oracle/rational_gossip.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"

namespace hearsay::python {

namespace py = pybind11;
namespace oracle = props::oracle;
using oracle::Rational;
using props::gen::Scenario;

namespace {

/// A statement "the loss is at most bound(scenario)" in units of the local one.
struct Statement {
  py::function bound;  ///< of a scenario as a dict
  bool own_noise_known = false;
};

py::dict scenario_dict(const Scenario& s) {
  py::dict result;
  result["nodes"] = s.graph.nodes();
  result["edges"] = s.graph.edge_list();
  result["weights"] = text(graph::to_string(s.weights));
  result["observers"] = s.observers;
  result["target"] = s.target;
  result["steps"] = s.steps;
  return result;
}

/// A number that a Python function returned, as the number that it is: a double is a fraction, too.
std::optional<Rational> exact_number(const py::object& number) {
  if (py::isinstance<py::float_>(number)) {
    const auto value = number.cast<double>();
    if (!std::isfinite(value)) return std::nullopt;
    return Rational(value);
  }
  return Rational(py::str(number.attr("numerator")).cast<std::string>() + "/" +
                  py::str(number.attr("denominator")).cast<std::string>());
}

double loss_of(const Statement& statement, const Scenario& s) {
  const auto losses =
      accounting::gossip_losses(graph::gossip_matrix(s.graph, s.weights), s.observers, s.steps, {.jobs = 1});
  return (statement.own_noise_known ? losses.exact_own_noise_of(s.target) : losses.exact_of(s.target)).safe();
}

Rational exact_loss(const Statement& statement, const Scenario& s) {
  auto view = oracle::view(oracle::rational_matrix(s.graph, s.weights), s.observers, s.steps);
  if (statement.own_noise_known) view = oracle::own_noise_known(std::move(view), s.observers);
  return oracle::loss(view, s.target);
}

props::Outcome compared(const Statement& statement, const Scenario& s) {
  const auto allowed = py::float_(statement.bound(scenario_dict(s))).cast<double>();
  if (std::isnan(allowed))
    throw Error(Errc::domain, "refute", "the bound is not a number: " + props::gen::to_json(s).dump());
  if (std::isinf(allowed) && allowed > 0.0) return {.tags = props::gen::tags(s)};
  return props::at_most(loss_of(statement, s), allowed, props::gen::tags(s));
}

/// The counterexample with both numbers as fractions. The search compared doubles: only what is still violated in
/// rational arithmetic is refuted.
void add_witness(py::dict& result, const Statement& statement, const Scenario& s) {
  const auto claimed = exact_number(statement.bound(scenario_dict(s)));
  const auto actual = exact_loss(statement, s);
  const bool confirmed = !claimed || actual > *claimed;  // not finite: -infinity
  result["verdict"] = confirmed ? "refuted" : "inconclusive";
  result["note"] = confirmed ? "" : "violated in floating-point arithmetic, not in rational arithmetic";
  result["scenario"] = scenario_dict(s);
  result["claimed"] = claimed ? py::object(py::str(oracle::to_string(*claimed))) : py::str("-inf");
  result["actual"] = oracle::to_string(actual);
}

py::object number_or_none(double value) { return std::isfinite(value) ? py::object(py::float_(value)) : py::none(); }

py::dict refute(const py::function& bound, bool own_noise_known, std::uint64_t cases, graph::Node max_nodes,
                int max_steps, bool coalitions, bool min_degree, std::uint64_t seed) {
  const Statement statement{.bound = bound, .own_noise_known = own_noise_known};
  const auto small = props::small_scenarios({.max_nodes = std::min<graph::Node>(5, max_nodes),
                                             .max_steps = std::min(4, max_steps),
                                             .coalitions = coalitions});
  const auto generator = props::gen::scenarios(
      {.max_nodes = max_nodes, .max_steps = max_steps, .coalitions = coalitions, .min_degree = min_degree});
  const auto found =
      props::exhaust_then_search(small, generator, [&](const Scenario& s) { return compared(statement, s); },
                                 {.cases = cases}, {.claim = "python.refute", .seed = {seed}});
  py::dict result;
  result["verdict"] = text(hearsay::to_string(found.verdict()));
  result["note"] = "";
  result["instances"] = found.instances;
  result["tightness"] = number_or_none(found.smallest_margin);
  result["slack"] = number_or_none(found.smallest_slack);
  result["seen"] = found.seen;
  if (found.counterexample) add_witness(result, statement, *found.counterexample);
  return result;
}

/// What refute() compares with, as a fraction.
std::string exact_loss_of(graph::Node nodes, const std::vector<graph::Edge>& edges, const std::string& weights,
                          const std::vector<graph::Node>& observers, graph::Node target, int steps,
                          bool own_noise_known) {
  const auto rule = weights == "metropolis" ? graph::Weights::metropolis : graph::Weights::min_degree;
  const Scenario s{.graph = {nodes, edges}, .weights = rule, .observers = observers, .target = target, .steps = steps};
  return oracle::to_string(exact_loss({.bound = {}, .own_noise_known = own_noise_known}, s));
}

}  // namespace

void bind_refute(py::module_& module) {
  module.def("refute", &refute, py::arg("bound"), py::arg("own_noise_known"), py::arg("cases"), py::arg("max_nodes"),
             py::arg("max_steps"), py::arg("coalitions"), py::arg("min_degree"), py::arg("seed"));
  module.def("exact_loss", &exact_loss_of, py::arg("nodes"), py::arg("edges"), py::arg("weights"), py::arg("observers"),
             py::arg("target"), py::arg("steps"), py::arg("own_noise_known"));
}

}  // namespace hearsay::python
