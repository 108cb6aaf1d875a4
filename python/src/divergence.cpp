// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;
using divergence::Pld;

namespace {

/// (index of the first point, masses, mass at infinity)
py::tuple grid(const Pld::Grid& grid) {
  return py::make_tuple(
      grid.first,
      Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(grid.mass.data(), static_cast<Eigen::Index>(grid.mass.size()))),
      grid.infinite);
}

/// A copy of `parts`, for work that may outlive the call.
struct Parts {
  std::vector<std::pair<Pld, std::uint64_t>> owned;

  [[nodiscard]] divergence::Composition composition() const {
    std::vector<divergence::Repeated> repeated;
    for (const auto& [pld, count] : owned) repeated.push_back({&pld, count});
    return divergence::Composition(std::move(repeated));
  }
};

void bind_pld(py::module_& module) {
  py::class_<Pld>(module, "Pld")
      .def_static(
          "gaussian", [](double mu, double step) { return Pld::gaussian(mu, step); }, py::arg("mu"), py::arg("step"))
      .def_static("laplace", &Pld::laplace, py::arg("ratio"), py::arg("step"))
      .def_static(
          "discrete",
          [](const std::vector<double>& p, const std::vector<double>& q, double step) {
            return Pld::discrete(p, q, step);
          },
          py::arg("p"), py::arg("q"), py::arg("step"))
      .def_static("approximate_dp", &Pld::approximate_dp, py::arg("epsilon"), py::arg("delta"), py::arg("step"))
      .def_property_readonly("step", &Pld::step)
      .def_property_readonly("pessimistic", [](const Pld& pld) { return grid(pld.pessimistic()); })
      .def_property_readonly("optimistic", [](const Pld& pld) { return grid(pld.optimistic()); });
  const auto composed = [](const char* name, auto question, py::module_& m, const char* argument) {
    m.def(
        name,
        [question](const std::vector<std::pair<Pld, std::uint64_t>>& parts, double at) {
          return to_python(
              interruptible([question, owned = Parts{parts}, at] { return question(owned.composition(), at); }));
        },
        py::arg("parts"), py::arg(argument));
  };
  composed(
      "composed_delta", [](const divergence::Composition& c, double e) { return c.delta(e); }, module, "epsilon");
  composed(
      "composed_epsilon", [](const divergence::Composition& c, double d) { return c.epsilon(d); }, module, "delta");
}

}  // namespace

void bind_divergence(py::module_& module) {
  bind_pld(module);
  module.def(
      "gaussian_epsilon", [](double mu, double delta) { return to_python(divergence::gaussian_epsilon(mu, delta)); },
      py::arg("mu"), py::arg("delta"));
  module.def(
      "gaussian_delta", [](double mu, double epsilon) { return to_python(divergence::gaussian_delta(mu, epsilon)); },
      py::arg("mu"), py::arg("epsilon"));
  module.def(
      "simulate_gossip",
      [](const graph::GossipMatrix& w, const Eigen::MatrixXd& values, int steps, double sigma, std::uint64_t seed,
         std::uint32_t run) {
        return interruptible(
            [=] { return protocol::average(w, protocol::with_noise(values, sigma, {seed}, run), steps); });
      },
      py::arg("w"), py::arg("values"), py::arg("steps"), py::arg("sigma"), py::arg("seed"), py::arg("run"));
}

}  // namespace hearsay::python
