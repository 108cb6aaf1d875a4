// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <hearsay/random/stream.hpp>

namespace hearsay::random {

/// Random 32-bit words made many at a time, for kernels that use several words a step. Same generator and address as
/// Stream (Philox4x32-10), but 64 blocks are computed side by side and their words come out word number by word number:
/// the sequence is a fixed rearrangement of Stream's, so an address serves one of the two, not both.
/// Holds 2^34 words, then throws Error(Errc::budget_spent).
/// @cite salmon2011random
class Words {
 public:
  Words(Seed seed, Purpose purpose, std::uint32_t trial, std::uint32_t node = 0);

  /// Uniform on 0 .. 2^32 - 1.
  std::uint32_t next() {
    if (used_ == words_.size()) refill();
    return words_[used_++];
  }
  /// The next `count` words; up to count - 1 words at the end of a batch are skipped. Valid until the next call. @pre
  /// count <= 256.
  const std::uint32_t* take(std::size_t count) {
    const std::uint32_t* first = left(count).data();
    skip(count);
    return first;
  }
  /// The words that are left of the batch, `count` or more of them: fewer are skipped and the next batch made. They
  /// stay there until skip() takes them. @pre count <= 256.
  std::span<const std::uint32_t> left(std::size_t count) {
    if (used_ + count > words_.size()) refill();
    return {words_.data() + used_, words_.size() - used_};
  }
  /// Takes the first `count` words of left().
  void skip(std::size_t count) { used_ += count; }
  /// Uniform on 0 .. bound - 1, exactly. @pre bound >= 1.
  std::uint32_t below(std::uint32_t bound) { return below(bound, next()); }
  /// The same from a word already drawn; draws more in the rare case that it must be rejected.
  std::uint32_t below(std::uint32_t bound, std::uint32_t word) {
    const std::uint64_t product = static_cast<std::uint64_t>(word) * bound;
    if (static_cast<std::uint32_t>(product) < bound) [[unlikely]]
      return redraw(bound, product);
    return static_cast<std::uint32_t>(product >> 32);
  }
  std::uint64_t next64() {
    const std::uint64_t low = next();
    return low | static_cast<std::uint64_t>(next()) << 32;
  }

  /// As Stream's.
  double uniform_open() { return (static_cast<double>(next64() >> 11) + 0.5) * 0x1.0p-53; }
  std::uint64_t geometric(double p) { return p < 1.0 ? geometric_at(uniform_open(), p) : 0; }

 private:
  static constexpr std::size_t blocks = 64;

  void refill();
  std::uint32_t redraw(std::uint32_t bound, std::uint64_t product);

  std::uint32_t key_[2];
  std::uint32_t counter_[4];
  bool exhausted_ = false;
  std::size_t used_ = 4 * blocks;
  std::array<std::uint32_t, 4 * blocks> words_{};
};

/// Two words as a number, the first one low.
[[nodiscard]] inline std::uint64_t two_words(const std::uint32_t* drawn) {
  return drawn[0] | static_cast<std::uint64_t>(drawn[1]) << 32;
}

/// A probability as a threshold for one 32-bit word: the event is word < threshold. Rounded to the nearest multiple of
/// 2^-32; 0 and 1 are exact.
[[nodiscard]] std::uint64_t coin_threshold(double probability);

}  // namespace hearsay::random
