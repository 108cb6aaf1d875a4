// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <hearsay/accounting/token/walk/pass_laws.hpp>
#include <hearsay/divergence/tilted_law.hpp>

namespace hearsay::accounting {

/// Gaps of one start and one end with from `least` to `most` hidden steps, and between which laws of the passes lie.
///
/// The loss of N(mu k, m) with a random k >= 0, hidden or known, against N(0, m) grows with k in stochastic order and
/// falls with m, in both directions: the best test of either is a threshold, on a reading whose law moves with k. So
/// all gaps of the bucket tell at most what the larger law tells with the least noise, and at least the converse.
struct GapBucket {
  std::int64_t least = 0, most = 0;
  std::array<std::vector<double>, 2> passes;  ///< [Side][k]: law given the gap
  double beyond = 0.0;  ///< at most the probability of more passes than the pessimistic law has, given the gap

  [[nodiscard]] const std::vector<double>& law(divergence::Side side) const {
    return passes[side == divergence::Side::pessimistic ? 0 : 1];
  }
};

/// Collects the buckets from what PassLaws::each visits.
class BucketCollector {
 public:
  BucketCollector(const SeenWalk& walk, const PassLaws& laws, std::size_t start, std::size_t end);

  void add(const PassLaws::Passes& passes);
  /// In the order of their hidden steps, from 1 on. @pre all passes were added.
  [[nodiscard]] std::vector<GapBucket> result() const;

 private:
  const SeenWalk* walk_;
  const PassLaws* laws_;
  std::size_t start_, end_;
  std::vector<GapBucket> buckets_;
  std::vector<std::vector<double>> most_, least_;  ///< [bucket][k]: of P(k | gap) in the bucket
};

}  // namespace hearsay::accounting
