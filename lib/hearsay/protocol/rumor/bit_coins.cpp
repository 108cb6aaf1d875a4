// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/rumor/bit_coins.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace hearsay::protocol {

namespace {

constexpr std::size_t block = 8;   ///< numbers that are tossed side by side
constexpr int digits_of_all = 10;  ///< binary digits after which few of their 512 bits are open
constexpr std::size_t dealt_at_once = 256;

/// 64 bits of `coins` from bit `first` on. Reads one number more than they need.
[[gnu::always_inline]] inline std::uint64_t bits_from(const std::uint64_t* coins, std::size_t first) {
  const std::uint64_t low = coins[first / 64] >> first % 64;
  return low | coins[first / 64 + 1] << 1 << (63 - first % 64);
}

std::uint64_t ones_portable(std::span<const std::uint64_t> bits) {
  std::uint64_t sum = 0;
  for (const std::uint64_t number : bits) sum += static_cast<std::uint64_t>(std::popcount(number));
  return sum;
}

void deal_portable(std::span<std::uint64_t> bits, const std::uint64_t* coins) {
  std::size_t used = 0;
  for (std::uint64_t& number : bits) {
    std::uint64_t kept = 0, next = bits_from(coins, used);
    for (std::uint64_t left = number; left != 0; left &= left - 1, next >>= 1) kept |= (left & -left) * (next & 1);
    used += static_cast<std::size_t>(std::popcount(number));
    number = kept;
  }
}

#if defined(__x86_64__)

__attribute__((target("popcnt"))) std::uint64_t ones_popcnt(std::span<const std::uint64_t> bits) {
  std::uint64_t sum = 0;
  for (const std::uint64_t number : bits) sum += static_cast<std::uint64_t>(_mm_popcnt_u64(number));
  return sum;
}

__attribute__((target("bmi2,popcnt"))) void deal_bmi2(std::span<std::uint64_t> bits, const std::uint64_t* coins) {
  std::size_t used = 0;
  for (std::uint64_t& number : bits) {
    const auto count = static_cast<std::size_t>(_mm_popcnt_u64(number));
    number = _pdep_u64(bits_from(coins, used), number);
    used += count;
  }
}

#endif

}  // namespace

std::span<const detail::Deal> detail::deal_versions() {
  static const std::vector<Deal> versions = [] {
    std::vector<Deal> found;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) found.push_back(deal_bmi2);
#endif
    found.push_back(deal_portable);
    return found;
  }();
  return versions;
}

std::uint64_t ones(std::span<const std::uint64_t> bits) {
#if defined(__x86_64__)
  static const bool fast = __builtin_cpu_supports("popcnt");
  if (fast) return ones_popcnt(bits);
#endif
  return ones_portable(bits);
}

void toss(std::span<std::uint64_t> bits, std::uint64_t threshold, random::Words& words) {
  // Compares a random fraction for every bit with the threshold, binary digit by binary digit.
  for (std::size_t first = 0; first < bits.size(); first += block) {
    std::array<std::uint64_t, block> below{}, open;
    open.fill(~std::uint64_t{0});
    auto digits = static_cast<std::uint32_t>(threshold);
    // `digit`: all bits are the threshold's digit.
    const auto compare = [&](const std::uint32_t* drawn, std::uint64_t digit, std::size_t k) {
      const std::uint64_t fraction = random::two_words(drawn);
      below[k] |= open[k] & ~fraction & digit;
      open[k] &= ~(fraction ^ digit);
    };
    const auto first_digit = [](std::uint32_t of) { return std::uint64_t{0} - (of >> 31); };
    for (int digit = 0; digit < digits_of_all && digits != 0; ++digit, digits <<= 1) {
      const std::uint32_t* drawn = words.take(2 * block);
      for (std::size_t k = 0; k < block; ++k) compare(drawn + 2 * k, first_digit(digits), k);
    }
    for (std::size_t k = 0; k < block; ++k) {
      for (std::uint32_t left = digits; left != 0 && open[k] != 0; left <<= 1)
        compare(words.take(2), first_digit(left), k);
    }
    std::ranges::copy(std::span(below).first(std::min(block, bits.size() - first)),
                      bits.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

void thin(std::span<std::uint64_t> bits, std::uint64_t threshold, random::Words& words) {
  if (threshold == 1ull << 32) return;
  static const detail::Deal deal = detail::deal_versions().front();
  for (std::size_t first = 0; first < bits.size(); first += dealt_at_once) {
    const auto some = bits.subspan(first, std::min(dealt_at_once, bits.size() - first));
    std::array<std::uint64_t, dealt_at_once + 2> coins;
    coins.fill(0);
    toss(std::span(coins).first((ones(some) + 63) / 64), threshold, words);
    deal(some, coins.data());
  }
}

}  // namespace hearsay::protocol
