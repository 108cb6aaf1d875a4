// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/checks.hpp"

namespace hearsay::props {

void register_checks(run::Registry& registry) {
  register_dp(registry);
  register_view(registry);
  register_muffliato(registry);
  register_muffliato_sgd(registry);
  register_stream(registry);
  register_stream_rates(registry);
  register_stream_bounds(registry);
  register_stream_adaptive(registry);
  register_rumor(registry);
  register_walk(registry);
  register_muffliato_random(registry);
  register_muffliato_descent(registry);
  register_linear(registry);
  register_linear_vectors(registry);
  register_linear_protocols(registry);
  register_factorizations(registry);
  register_copies(registry);
  register_reconstruction(registry);
  register_decor(registry);
  register_decor_tables(registry);
  register_summation(registry);
  register_network_shuffling(registry);
  register_learning(registry);
}

}  // namespace hearsay::props
