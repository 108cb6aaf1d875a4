// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arb.h>

#include <cstddef>
#include <utility>

namespace hearsay::linalg::detail {

/// A vector of balls, each a number with a bound on its error.
class Balls {
 public:
  explicit Balls(std::size_t size) : size_(size), entries_(_arb_vec_init(static_cast<slong>(size))) {}
  ~Balls() {
    if (entries_ != nullptr) _arb_vec_clear(entries_, static_cast<slong>(size_));
  }
  Balls(Balls&& other) noexcept : size_(other.size_), entries_(std::exchange(other.entries_, nullptr)) {}
  Balls(const Balls&) = delete;
  Balls& operator=(const Balls&) = delete;
  Balls& operator=(Balls&&) = delete;

  [[nodiscard]] slong size() const { return static_cast<slong>(size_); }
  [[nodiscard]] arb_ptr data() { return entries_; }
  [[nodiscard]] arb_srcptr data() const { return entries_; }
  [[nodiscard]] arb_ptr operator[](std::size_t i) { return entries_ + i; }
  [[nodiscard]] arb_srcptr operator[](std::size_t i) const { return entries_ + i; }

 private:
  std::size_t size_;
  arb_ptr entries_;
};

}  // namespace hearsay::linalg::detail
