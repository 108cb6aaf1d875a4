#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/core/bracket.hpp>

namespace hearsay::empirical {

/// A yes/no attack on two neighbouring inputs, "the score exceeds the threshold", counted on trials that did not choose it.
struct Tally {
  std::uint64_t true_alarms = 0, positives = 0;    ///< under the input with the change
  std::uint64_t false_alarms = 0, negatives = 0;   ///< under the input without it
};

/// Counts scores above `threshold`.
[[nodiscard]] Tally count_alarms(std::span<const double> positive_scores, std::span<const double> negative_scores, double threshold);

/// True and false positive rates with exact (Clopper-Pearson) limits; both intervals hold together with probability >= 1 - alpha.
struct Rates {
  Bracket true_positive, false_positive;
};
[[nodiscard]] Rates rates(const Tally& tally, double alpha);

/// Lower confidence bound on mu, if the two laws are those of a Gaussian mechanism: Phi^-1(tpr) - Phi^-1(fpr) at the pessimistic
/// ends of `rates`, at least 0. 0 is the absence of evidence, not evidence of privacy. \cite dong2022gaussian
[[nodiscard]] double mu_lower(const Rates& rates);

/// Lower confidence bound on epsilon at `delta`, for any two laws: the larger of ln((tpr - delta) / fpr) and
/// ln((1 - fpr - delta) / (1 - tpr)) at the pessimistic ends, at least 0. \pre 0 <= delta < 1. \cite kairouz2015composition
[[nodiscard]] double epsilon_lower(const Rates& rates, double delta);

/// The threshold that would give the largest certified bound if as many trials as `certified` gave the same rates: one of at most 512
/// quantiles of the scores. These scores must not be used again to certify.
/// \param bound  mu_lower, or epsilon_lower at a delta.
template <class Bound>
double choose_threshold(std::span<const double> positive_scores, std::span<const double> negative_scores, std::uint64_t certified, double alpha,
                        Bound bound) {
  std::vector<double> candidates(positive_scores.begin(), positive_scores.end());
  candidates.insert(candidates.end(), negative_scores.begin(), negative_scores.end());
  std::ranges::sort(candidates);
  const std::size_t stride = std::max<std::size_t>(1, candidates.size() / 512);
  double best = candidates.empty() ? 0.0 : candidates.front(), largest = -1.0;
  for (std::size_t i = 0; i < candidates.size(); i += stride) {
    auto tally = count_alarms(positive_scores, negative_scores, candidates[i]);
    const auto scaled = [certified](std::uint64_t alarms, std::uint64_t of) {
      return static_cast<std::uint64_t>(std::llround(static_cast<double>(alarms) / static_cast<double>(of) * static_cast<double>(certified)));
    };
    tally = {scaled(tally.true_alarms, tally.positives), certified, scaled(tally.false_alarms, tally.negatives), certified};
    const double value = bound(rates(tally, alpha));
    if (value > largest) {
      largest = value;
      best = candidates[i];
    }
  }
  return best;
}

}  // namespace hearsay::empirical
