// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/version.hpp>
#include "python/src/bindings.hpp"

PYBIND11_MODULE(_hearsay, module) {
  using namespace hearsay::python;
  module.doc() = "The library behind the module hearsay; its names may change.";
  module.attr("version") = hearsay::version;
  bind_errors();
  bind_graph(module);
  bind_network(module);
  bind_gossip(module);
  bind_continual(module);
  bind_linear(module);
  bind_rumor(module);
  bind_rumor_on_graph(module);
  bind_token(module);
  bind_training(module);
  bind_simulate(module);
  bind_attack(module);
  bind_audit(module);
  bind_verify(module);
  bind_refute(module);
  bind_bound(module);
  bind_reproduce(module);
  bind_divergence(module);
}
