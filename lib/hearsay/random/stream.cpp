// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/random/stream.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <hearsay/core/error.hpp>

namespace hearsay::random {

Stream::Stream(Seed seed, Purpose purpose, std::uint32_t trial, std::uint32_t node)
    : key_{{static_cast<std::uint32_t>(seed.value), static_cast<std::uint32_t>(seed.value >> 32)}},
      counter_{{0, static_cast<std::uint32_t>(purpose), trial, node}} {}

void Stream::next_block() {
  if (exhausted_) {
    throw Error(Errc::budget_spent, "random::Stream", "2^34 words are drawn; use another trial or node address");
  }
  block_ = r123::Philox4x32{}(counter_, key_);
  used_ = 0;
  if (++counter_[0] == 0) exhausted_ = true;
}

std::uint64_t Stream::below(std::uint64_t bound) {
  if (bound <= std::numeric_limits<std::uint32_t>::max()) {
    const auto bound32 = static_cast<std::uint32_t>(bound);
    std::uint64_t product = static_cast<std::uint64_t>(word()) * bound32;
    if (static_cast<std::uint32_t>(product) < bound32) {
      const std::uint32_t threshold = -bound32 % bound32;
      while (static_cast<std::uint32_t>(product) < threshold) product = static_cast<std::uint64_t>(word()) * bound32;
    }
    return product >> 32;
  }
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(word64()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = -bound % bound;
    while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>(word64()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

double Stream::normal() {
  if (spare_ready_) {
    spare_ready_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log(uniform_open()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  spare_ready_ = true;
  return radius * std::cos(angle);
}

std::uint64_t geometric_at(double u, double p) {
  const double failures = std::floor(std::log(u) / std::log1p(-p));
  return failures < 1.8e19 ? static_cast<std::uint64_t>(failures) : std::numeric_limits<std::uint64_t>::max();
}

void Stream::fill(std::span<std::uint32_t> out) {
  std::size_t i = 0;
  while (i < out.size() && used_ < 4) out[i++] = block_[used_++];
  for (; i + 4 <= out.size(); i += 4) {
    next_block();
    for (unsigned j = 0; j < 4; ++j) out[i + j] = block_[j];
    used_ = 4;
  }
  while (i < out.size()) out[i++] = word();
}

}  // namespace hearsay::random
