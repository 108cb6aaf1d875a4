// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::tests {

/// Six primes of 60 bits, the same in every test.
inline const std::vector<std::uint64_t> primes = [] {
  random::Stream stream(random::Seed{1}, random::Purpose::search, 0);
  return accounting::random_primes(6, [&] { return stream.word64(); });
}();

}  // namespace hearsay::tests
