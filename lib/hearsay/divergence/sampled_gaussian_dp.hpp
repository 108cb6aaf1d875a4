// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <hearsay/core/bracket.hpp>

namespace hearsay::divergence {

/// Which data sets are neighbors.
enum class Adjacency {
  add_remove,  ///< one record more or less: a sum of vectors of norm at most C changes by at most C
  replace,     ///< one record has another value: it changes by at most 2 C
};

/// "add-remove", "replace".
[[nodiscard]] std::string_view to_string(Adjacency adjacency);

/// `count` releases of a sum of vectors of norm at most `clip` over a Poisson sample of the records, each with Gaussian
/// noise.
struct SampledGaussian {
  double rate = 1.0;              ///< probability that a record is in a sample
  double noise_multiplier = 1.0;  ///< standard deviation of the noise over `clip`
  std::uint64_t count = 1;        ///< releases whose samples may contain the record
  Adjacency adjacency = Adjacency::replace;
};

/// Accountant of these releases, which may be chosen adaptively.
///
/// With q = rate, m = 1 / noise_multiplier and N(x) = N(x, 1), each release is dominated by
///
///     add_remove:  (1-q) N(0) + q N(m)  and  N(0), in either order (the larger value counts);
///     replace:     (1-q) N(0) + q N(m)  and  (1-q) N(0) + q N(-m), its own mirror image.
///
/// These pairs dominate those of all vectors of norm at most `clip` (docs/maths/privacy_loss.md), and a dominating pair
/// for each release gives one for all releases.
/// @cite balle2018privacy (Theorem 2), kahane1985chaos, zhu2022optimal
class SampledGaussianDp {
 public:
  /// @throws Error(Errc::domain) unless 0 <= rate <= 1 and noise_multiplier > 0, finite.
  explicit SampledGaussianDp(const SampledGaussian& mechanism);

  [[nodiscard]] const SampledGaussian& mechanism() const noexcept { return mechanism_; }
  /// Certified bracket of the larger direction, in [0, 1]. @throws Error(Errc::domain) unless epsilon >= 0, finite.
  /// @accuracy  mostly 1 %; less at epsilon near 0 if samples rarely have the record.
  [[nodiscard]] Bracket delta(double epsilon) const;
  /// The smallest epsilon with delta(epsilon) <= delta: `upper` is safe to promise.
  /// @throws Error(Errc::domain) unless 0 < delta < 1.
  /// @accuracy  exact without sampling (rate = 1); else the grid is refined until the width is at most 2e-3 of the
  /// upper end, in at most four attempts. With the noise below 1/20 of what a record changes, only the upper end
  /// without sampling is given.
  /// @complexity an attempt: two privacy-loss distributions of up to 2^18 points and their composition; 0.05 s to 2 s.
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  SampledGaussian mechanism_;
};

/// The least noise multiplier, rounded up to five digits, at which epsilon(delta) is at most `epsilon` for a mechanism
/// of this rate, count and adjacency; it was judged there. Its own noise multiplier is not used.
/// @return nothing if 10^6 does not suffice; 0 if every multiplier from 10^-4 on does.
/// @throws Error(Errc::domain) unless epsilon >= 0 is finite and 0 < delta < 1.
/// @complexity at most 50 times SampledGaussianDp::epsilon.
[[nodiscard]] std::optional<double> least_noise_multiplier(const SampledGaussian& mechanism, double epsilon,
                                                           double delta);

}  // namespace hearsay::divergence
