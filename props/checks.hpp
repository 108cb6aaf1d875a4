// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/run/registry.hpp>

namespace hearsay::props {

// One function a paper: registers the checks of props/<paper>/*_props.cpp.
void register_dp(run::Registry& registry);
void register_muffliato(run::Registry& registry);
void register_muffliato_sgd(run::Registry& registry);
void register_stream(run::Registry& registry);
void register_stream_rates(run::Registry& registry);
void register_stream_bounds(run::Registry& registry);
void register_stream_adaptive(run::Registry& registry);
void register_rumor(run::Registry& registry);
void register_muffliato_random(run::Registry& registry);
void register_muffliato_descent(run::Registry& registry);
void register_linear(run::Registry& registry);
void register_linear_vectors(run::Registry& registry);
void register_linear_protocols(run::Registry& registry);
void register_factorizations(run::Registry& registry);
void register_copies(run::Registry& registry);
void register_reconstruction(run::Registry& registry);
void register_decor(run::Registry& registry);
void register_decor_tables(run::Registry& registry);
void register_summation(run::Registry& registry);
void register_network_shuffling(run::Registry& registry);
void register_learning(run::Registry& registry);
void register_view(run::Registry& registry);
void register_walk(run::Registry& registry);

/// Every check of props/.
void register_checks(run::Registry& registry);

}  // namespace hearsay::props
