// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::linalg {

/// Ranks of K_t as modular_krylov_ranks has them, for matrices of many nodes: messages are multiplied as they are, and
/// elimination sees only a random image of each.
struct SketchedRanks {
  ModularRanks ranks;    ///< proven lower bounds
  double failure = 0.0;  ///< probability, over the draw of the key, that a rank modulo the prime is larger
};

/// The image of a message has a coordinate for each of some buckets, to which every entry goes with random factors, and
/// one more, the sum of all entries with random factors. A message whose image is a combination of earlier images is
/// taken for that combination of the messages; a wrong one shows in the last coordinate but for one choice of a factor
/// in p.
/// @param prime  as modular_krylov_ranks.
/// @param key    a random number; the same key gives the same image.
/// @param most   operations that may be spent.
/// @param stop   asked before every message.
/// @param progress  told after every step, from the first again whenever the images grow.
/// @return nothing if that many operations do not suffice, or the buckets hide a dimension.
/// @throws as modular_krylov_ranks; Interrupted.
/// @complexity O(rank (nnz(W) + n + rank^2)) multiplications modulo the prime; |starts| n words of memory, and those of
/// W.
/// @cite freivalds1977probabilistic
[[nodiscard]] std::optional<SketchedRanks> sketched_krylov_ranks(const RationalMatrix& w, std::span<const Index> starts,
                                                                 int steps, std::uint64_t prime, std::uint64_t key,
                                                                 double most, const Stop& stop = {},
                                                                 const Progress& progress = {});

}  // namespace hearsay::linalg
