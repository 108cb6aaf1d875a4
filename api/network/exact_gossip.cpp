// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/exact_gossip.hpp"

#include <fmt/format.h>

#include "api/workload.hpp"

namespace hearsay::api {

using accounting::Proof;

namespace {

std::string_view to_string(Proof::Kind kind) {
  return kind == Proof::Kind::proved ? "proved" : kind == Proof::Kind::probable ? "probable" : "numerical";
}

}  // namespace

nlohmann::ordered_json proof_json(const Proof& proof) {
  nlohmann::ordered_json result = {{"proof", to_string(proof.kind)}};
  if (proof.kind == Proof::Kind::probable) result["failure"] = proof.failure;
  return result;
}

std::string remark(const Proof& proof) {
  if (proof.kind == Proof::Kind::proved) return " (proved)";
  return proof.kind == Proof::Kind::probable ? fmt::format(" (wrong with probability at most {:.0e})", proof.failure)
                                             : " (not proved)";
}

std::string doubt_words(const accounting::GossipLosses& losses) {
  if (losses.ranks_known() && 2.0 * losses.accuracy <= accounting::GossipLosses::close) return {};
  if (losses.ranks_known()) return "double precision is too coarse for the losses of this view";
  return std::string(unproved_views_words);
}

nlohmann::ordered_json exposed_json(const std::optional<accounting::Exposed>& exposed) {
  if (!exposed) return nullptr;
  nlohmann::ordered_json result = {{"count", exposed->count}, {"own_noise", exposed->own_noise}};
  result.update(proof_json(exposed->proof));
  return result;
}

std::vector<std::uint64_t> draw_primes(random::Seed seed) {
  random::Stream stream(seed, random::Purpose::attack, 0);
  return accounting::random_primes(6, [&] { return stream.word64(); });
}

accounting::GossipAccount account_gossip(std::string_view where, const graph::GossipMatrix& w,
                                         std::span<const graph::Node> observers, linalg::Steps steps,
                                         const Execution& execution) {
  if (!steps) {
    const auto n = static_cast<double>(w.rows());
    require_affordable(where, {.operations = 8.0 * n * n * n, .bytes = 48.0 * n * n},
                       "the number of nodes: `steps` forever takes their cube");
  }
  return accounting::gossip_account(w, observers, steps, draw_primes(execution.seed), accounting::some_seconds,
                                    execution);
}

}  // namespace hearsay::api
