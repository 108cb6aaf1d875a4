// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/core/enclosure.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Messages of gossip with one W, x^1 = W x^0, x^{t+1} = gamma W x^t + (1 - gamma) x^{t-1}, as O hears them.
struct HeardGossip {
  const graph::GossipMatrix& w;            ///< n x n, of any reals
  std::span<const graph::Node> observers;  ///< O
  int steps = 0;                           ///< T >= 0
  double gamma = 1.0;                      ///< 1: plain gossip
  std::span<const double> sigma = {};      ///< by node, the noise that it adds once; empty: 1 of every node
};

/// The losses if every received message carries its own noise, in units of each node's local loss.
struct NoisyLosses {
  double tau = 0.0;                 ///< standard deviation of that noise
  Eigen::VectorXd exact;            ///< all noise unknown to O
  Eigen::VectorXd exact_own_noise;  ///< own noise known; 0 at O
  double accuracy = 1.0;            ///< bound on the absolute error of both; 1: not known

  [[nodiscard]] Enclosure exact_of(graph::Node u) const { return enclosed(exact(u)); }
  [[nodiscard]] Enclosure exact_own_noise_of(graph::Node u) const { return enclosed(exact_own_noise(u)); }
  /// The account of the same messages without noise on them, its exact losses replaced by these.
  [[nodiscard]] GossipLosses instead_of(GossipLosses losses) const;

 private:
  [[nodiscard]] Enclosure enclosed(double loss) const;
};

/// Names of floating-point formats, and the largest relative error of a number that is rounded to one.
inline constexpr std::array<std::pair<std::string_view, double>, 4> roundings = {
    {{"float64", 0x1p-53}, {"float32", 0x1p-24}, {"float16", 0x1p-11}, {"bfloat16", 0x1p-8}}};

/// Standard deviation of noise on messages as large as their rounding errors, together with that of noise `tau` that
/// the protocol adds. Rounding is a function of the data: what this noise would hide is what a linear observer does not
/// resolve, and no guarantee.
/// @param magnitude  size of a message, in the unit of tau.
/// @throws Error(Errc::unknown) for another precision; Error(Errc::domain) unless tau >= 0 and magnitude > 0 are
/// finite.
[[nodiscard]] double resolution(std::string_view precision, double magnitude = 1.0, double tau = 0.0);

/// Losses where O hears e_v^T P_t(W) x^0 + tau z_{t,v} for t < T and v in N(O), all z independent N(0, 1): with A the
/// messages' rows, column u times sigma_u, and s, V the singular values and right vectors of A,
///
///     e_u^T A^T (A A^T + tau^2 I)^{-1} A e_u = sum_i s_i^2 / (s_i^2 + tau^2) V_ui^2,
///
/// which does not increase in tau and tends to |P e_u|^2 as tau -> 0. The noise is on what is heard: the states are
/// those of gossip without it.
/// @param taus  finite and > 0.
/// @return the losses of each tau, in this order.
/// @throws as gossip_view; Error(Errc::domain) for a tau or sigma outside its domain, Error(Errc::shape) unless sigma
/// is empty or of n nodes.
/// @complexity O(T |N(O)| (nnz(W) + n^2)).
/// @cite rump2009inversion (preconditioning); docs/maths/gossip_view.md
[[nodiscard]] std::vector<NoisyLosses> noisy_losses(const HeardGossip& heard, std::span<const double> taus,
                                                    const Execution& execution = {});

}  // namespace hearsay::accounting
