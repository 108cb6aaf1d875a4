// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include <hearsay/run/registry.hpp>

namespace hearsay::props {

// The checks of the token walks, by the part of the paper they speak about.
void register_walk_ring(run::Registry& registry);
void register_walk_cycles(run::Registry& registry);
void register_walk_histogram(run::Registry& registry);
void register_walk_sgd(run::Registry& registry);
void register_walk_neighbors(run::Registry& registry);

/// A refutation with its witness, the last of `instances`.
[[nodiscard]] inline run::Finding refuted(std::uint64_t instances, run::Witness witness, std::string note = {}) {
  return {.verdict = Verdict::refuted, .instances = instances, .witness = std::move(witness), .note = std::move(note)};
}

/// No counterexample among `instances`, the smallest relative margin being `tightness`.
[[nodiscard]] inline run::Finding holds(std::uint64_t instances, double tightness, std::string note = {}) {
  return {.verdict = instances == 0 ? Verdict::inconclusive : Verdict::holds,
          .instances = instances,
          .tightness = tightness,
          .note = std::move(note)};
}

}  // namespace hearsay::props
