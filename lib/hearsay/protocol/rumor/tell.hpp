// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include <hearsay/random/words.hpp>

namespace hearsay::protocol {

/// Sends `messages` messages to uniform nodes of `nodes`, independently, and sets the bits of those told; no bit is
/// cleared. Many messages are sent all at once: if their number is Poisson(n mean), then each node is told with
/// probability 1 - e^-mean, independently of the others, and how many messages they got is drawn after that.
/// @pre told has (nodes + 63) / 64 numbers; messages <= nodes. All are 0 if tells_at_once(nodes, messages).
/// @complexity one message at a time: O(messages); at once: O(nodes / 64 + sqrt(messages)), about a fifth of the time.
void tell(std::span<std::uint64_t> told, std::uint32_t nodes, std::uint32_t messages, random::Words& words);

namespace detail {

[[nodiscard]] bool tells_at_once(std::uint32_t nodes, std::uint32_t messages);
/// Sends at most so many messages, nearly all of them. @return how many are left.
[[nodiscard]] std::uint32_t tell_at_once(std::span<std::uint64_t> told, std::uint32_t nodes, std::uint32_t messages,
                                         random::Words& words);
void tell_one_by_one(std::span<std::uint64_t> told, std::uint32_t nodes, std::uint32_t messages, random::Words& words);

}  // namespace detail

}  // namespace hearsay::protocol
