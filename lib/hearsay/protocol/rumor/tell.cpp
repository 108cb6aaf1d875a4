// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/rumor/tell.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <hearsay/protocol/rumor/bit_coins.hpp>
#include <hearsay/random/binomial.hpp>
#include <hearsay/random/poisson_tails.hpp>

namespace hearsay::protocol {

bool detail::tells_at_once(std::uint32_t nodes, std::uint32_t messages) {
  return messages >= 1024 && messages >= nodes / 4;
}

std::uint32_t detail::tell_at_once(std::span<std::uint64_t> told, std::uint32_t nodes, std::uint32_t messages,
                                   random::Words& words) {
  // Four standard deviations fewer than all, so that they are seldom too many. The chance to be told is a multiple of
  // 1/32: five digits to compare.
  const double all = messages, wanted = std::max(0.0, all - 4.0 * std::sqrt(all)) / nodes;
  const double part = std::floor(-32.0 * std::expm1(-wanted));
  const auto tail = random::poisson_tails(-std::log1p(-part / 32.0));
  for (;;) {
    toss(told, static_cast<std::uint64_t>(part) << 27, words);
    if (nodes % 64 != 0) told.back() &= (1ull << nodes % 64) - 1;
    std::uint64_t level = ones(told), sent = level;
    for (std::size_t k = 1; k < tail.size() && level > 0; ++k) {
      level = random::binomial(words, level, tail[k]);
      sent += level;
    }
    // Given their number, Poisson many messages go to independent uniform nodes: any number may be kept.
    if (sent <= messages) return messages - static_cast<std::uint32_t>(sent);
  }
}

void detail::tell_one_by_one(std::span<std::uint64_t> told, std::uint32_t nodes, std::uint32_t messages,
                             random::Words& words) {
  const auto set = [&](std::uint32_t node) { told[node / 64] |= 1ull << node % 64; };
  if (nodes > 1u << 16 || !std::has_single_bit(nodes)) {
    for (std::uint32_t k = 0; k < messages; ++k) set(words.below(nodes));
    return;
  }
  const std::uint32_t mask = nodes - 1;
  for (std::uint32_t left = messages / 2; left > 0;) {
    const std::uint32_t now = std::min(left, 128u);
    const std::uint32_t* drawn = words.take(now);
    for (std::uint32_t k = 0; k < now; ++k) {
      set(drawn[k] & mask);
      set(drawn[k] >> 16 & mask);
    }
    left -= now;
  }
  if (messages % 2 == 1) set(words.next() & mask);
}

void tell(std::span<std::uint64_t> told, std::uint32_t nodes, std::uint32_t messages, random::Words& words) {
  const bool many = detail::tells_at_once(nodes, messages);
  const std::uint32_t left = many ? detail::tell_at_once(told, nodes, messages, words) : messages;
  detail::tell_one_by_one(told, nodes, left, words);
}

}  // namespace hearsay::protocol
