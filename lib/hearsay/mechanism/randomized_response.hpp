// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/random/stream.hpp>

namespace hearsay::mechanism {

/// L-ary randomized response: the truth with probability 1 - gamma, otherwise a uniform value of 0 .. L-1 (which may be
/// the truth). ln(1 + L (1 - gamma) / gamma)-DP.
class RandomizedResponse {
 public:
  /// @pre values >= 2, 0 < gamma <= 1. @throws Error(Errc::domain) otherwise.
  RandomizedResponse(std::uint64_t values, double gamma);
  /// gamma = L / (e^epsilon + L - 1), exactly epsilon-DP. @pre epsilon >= 0, finite. @throws Error(Errc::domain).
  [[nodiscard]] static RandomizedResponse calibrated(std::uint64_t values, double epsilon);

  [[nodiscard]] std::uint64_t values() const noexcept { return values_; }
  [[nodiscard]] double gamma() const noexcept { return gamma_; }
  [[nodiscard]] double epsilon() const;
  /// P(report | truth).
  [[nodiscard]] double probability(std::uint64_t report, std::uint64_t truth) const;

  /// @pre truth < values. @throws Error(Errc::domain).
  [[nodiscard]] std::uint64_t perturb(std::uint64_t truth, random::Stream& stream) const;

 private:
  std::uint64_t values_;
  double gamma_;
};

}  // namespace hearsay::mechanism
