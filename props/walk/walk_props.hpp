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

/// A refutation with its witness.
[[nodiscard]] inline run::Finding refuted(std::uint64_t instances, nlohmann::ordered_json instance, std::string claimed, std::string actual,
                                          run::Certificate certificate, std::string note = {}) {
  run::Finding finding{.verdict = Verdict::refuted, .instances = instances, .note = std::move(note)};
  finding.witness = run::Witness{std::move(instance), std::move(claimed), std::move(actual), certificate};
  return finding;
}

/// No counterexample among `instances`, the smallest relative margin being `tightness`.
[[nodiscard]] inline run::Finding holds(std::uint64_t instances, double tightness, std::string note = {}) {
  return {.verdict = instances == 0 ? Verdict::inconclusive : Verdict::holds, .instances = instances, .tightness = tightness, .note = std::move(note)};
}

}  // namespace hearsay::props
