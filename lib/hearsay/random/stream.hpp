// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Random123/philox.h>

#include <cstdint>
#include <span>

#include <hearsay/random/seed.hpp>

namespace hearsay::random {

/// What a stream is for. Streams of different purposes never overlap. Append only: a number is part of the
/// address of every published result.
enum class Purpose : std::uint32_t {
  graph = 1,       ///< random graphs
  input = 2,       ///< private values
  noise = 3,       ///< a mechanism's noise
  activation = 4,  ///< who acts, who is told
  attack = 5,      ///< an adversary's coins
  search = 6,      ///< generation of instances in a search for counterexamples
  selection = 7,   ///< choosing an attack's threshold, on other draws than the ones that certify it
  data = 8,        ///< generated data sets, splits
};

/// The inverse of the law P(k) = p (1-p)^k at 1 - u: the failures before the first success. @pre 0 < u < 1, 0 < p < 1.
[[nodiscard]] std::uint64_t geometric_at(double u, double p);

/// A random stream addressed by (seed, purpose, trial, node): Philox4x32-10 with the seed as key and
/// (block, purpose, trial, node) as counter. A draw is a pure function of its address, so results do not depend
/// on threads, order, or new kinds of draws added later. Holds 2^34 words of 32 bits.
/// All methods throw Error(Errc::budget_spent) when a stream is used up rather than repeat itself.
/// @cite salmon2011random
class Stream {
 public:
  Stream(Seed seed, Purpose purpose, std::uint32_t trial, std::uint32_t node = 0);

  /// Uniform on 0 .. 2^32 - 1.
  std::uint32_t word() {
    if (used_ == 4) next_block();
    return block_[used_++];
  }
  /// Uniform on 0 .. 2^64 - 1: two words, the first one low.
  std::uint64_t word64() {
    const std::uint64_t low = word();
    return low | (static_cast<std::uint64_t>(word()) << 32);
  }
  /// Uniform on {0, 2^-53, ..., 1 - 2^-53}.
  double uniform() { return static_cast<double>(word64() >> 11) * 0x1.0p-53; }
  /// Uniform on {2^-54, 3 2^-54, ..., 1 - 2^-54}: never 0 or 1.
  double uniform_open() { return (static_cast<double>(word64() >> 11) + 0.5) * 0x1.0p-53; }
  /// Uniform on 0 .. bound - 1, exactly (Lemire's multiplication with rejection). @pre bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  /// True with probability p (to 2^-53). @pre 0 <= p <= 1.
  bool bernoulli(double p) { return uniform() < p; }
  /// Standard normal by Box-Muller; pairs are drawn together. Identical across threads and runs; the last bit
  /// may differ between versions of libm.
  double normal();
  /// Number of failures before the first success, P(k) = p (1-p)^k, by inversion. @pre 0 < p <= 1.
  std::uint64_t geometric(double p) { return p < 1.0 ? geometric_at(uniform_open(), p) : 0; }

  /// The next out.size() words, as by word(): faster in bulk.
  void fill(std::span<std::uint32_t> out);

 private:
  void next_block();

  r123::Philox4x32::key_type key_;
  r123::Philox4x32::ctr_type counter_;
  r123::Philox4x32::ctr_type block_{};
  unsigned used_ = 4;
  bool exhausted_ = false;
  bool spare_ready_ = false;
  double spare_ = 0.0;
};

}  // namespace hearsay::random
