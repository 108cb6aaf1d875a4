// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_relay.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"

namespace hearsay::python {

namespace py = pybind11;

void bind_relay(py::module_& module) {
  module.def(
      "account_relay",
      [](std::uint32_t nodes, double sigma, double sensitivity) {
        return shown(api::account_relay({.nodes = nodes, .sigma = sigma, .sensitivity = sensitivity}));
      },
      py::arg("nodes"), py::arg("sigma"), py::arg("sensitivity"));
}

}  // namespace hearsay::python
