// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

namespace hearsay::python {

// One function a file of this folder: what it adds to the module hearsay._hearsay. Python code wraps all of it
// (python/hearsay); arguments are checked there or by the library.
void bind_errors();
void bind_graph(pybind11::module_& module);
void bind_network(pybind11::module_& module);
void bind_gossip(pybind11::module_& module);
void bind_continual(pybind11::module_& module);
void bind_linear(pybind11::module_& module);
void bind_rumor(pybind11::module_& module);
void bind_rumor_on_graph(pybind11::module_& module);
void bind_token(pybind11::module_& module);
void bind_training(pybind11::module_& module);
void bind_simulate(pybind11::module_& module);
void bind_attack(pybind11::module_& module);
void bind_audit(pybind11::module_& module);
void bind_verify(pybind11::module_& module);
void bind_refute(pybind11::module_& module);
void bind_bound(pybind11::module_& module);
void bind_reproduce(pybind11::module_& module);
void bind_divergence(pybind11::module_& module);

}  // namespace hearsay::python
