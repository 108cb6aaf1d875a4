// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/gap_buckets.hpp>

#include <algorithm>
#include <cmath>

namespace hearsay::accounting {

namespace {

/// Of the hidden steps of two neighboring buckets.
constexpr double bucket_growth = 1.03;
/// Probability of passes that the pessimistic law counts as infinite loss.
constexpr double negligible_bucket = 1e-15;

/// From bounds of each probability: tails are sums of them, at most 1.
std::vector<double> law_of(const std::vector<double>& bounds) {
  std::vector<double> law(std::max<std::size_t>(bounds.size(), 1), 0.0);
  double tail = 0.0;
  for (std::size_t k = bounds.size(); k-- > 1;) {
    const double next = std::min(1.0, tail + bounds[k]);
    law[k] = next - tail;
    tail = next;
  }
  law[0] = 1.0 - tail;
  return law;
}

}  // namespace

BucketCollector::BucketCollector(const SeenWalk& walk, const PassLaws& laws, std::size_t start, std::size_t end)
    : walk_(&walk), laws_(&laws), start_(start), end_(end) {
  for (std::int64_t least = 1; least <= walk.steps;) {
    auto most = std::min(walk.steps, static_cast<std::int64_t>(bucket_growth * static_cast<double>(least)));
    if (least <= laws.exact()) most = std::min(most, laws.exact());
    buckets_.push_back({.least = least, .most = most, .passes = {}, .beyond = 0.0});
    least = most + 1;
  }
  most_.resize(buckets_.size()), least_.resize(buckets_.size());
}

void BucketCollector::add(const PassLaws::Passes& passes) {
  const auto& chances = walk_->gaps.from[start_].at[end_];
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    const auto& bucket = buckets_[i];
    if (static_cast<std::size_t>(bucket.most) >= passes.chance.size()) break;
    if (static_cast<std::int64_t>(passes.k) > bucket.most + 1) continue;
    double most = 0.0, least = 1.0;
    for (auto m = static_cast<std::size_t>(bucket.least); m <= static_cast<std::size_t>(bucket.most); ++m) {
      if (chances[m] == 0.0) continue;
      const double width = bucket.least <= laws_->exact() ? 0.0 : passes.width;
      const double slack = 1.01 * (laws_->relative(static_cast<std::int64_t>(m)) +
                                   walk_->gaps.per_step * (static_cast<double>(m) + 4.0));
      most = std::max(most, (passes.chance[m] + width) / chances[m] * (1.0 + slack));
      least = std::min(least, std::max(0.0, passes.chance[m] - width) / chances[m] * (1.0 - slack));
    }
    most_[i].push_back(std::min(most, 1.0)), least_[i].push_back(std::min(least, most));
  }
}

std::vector<GapBucket> BucketCollector::result() const {
  auto found = buckets_;
  const auto& chances = walk_->gaps.from[start_].at[end_];
  const double rest = laws_->beyond(start_, end_, 0);
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto& bucket = found[i];
    if (bucket.least > laws_->exact()) {
      double fewest = 1.0;
      for (auto m = static_cast<std::size_t>(bucket.least); m <= static_cast<std::size_t>(bucket.most); ++m)
        if (chances[m] > 0.0) fewest = std::min(fewest, chances[m]);
      bucket.beyond = std::min(1.0, 1.01 * rest / fewest);
    }
    auto bounds = most_[i];
    while (bounds.size() > 1 && bounds.back() <= negligible_bucket) {
      bucket.beyond += bounds.back();
      bounds.pop_back();
    }
    bucket.passes = {law_of(bounds), law_of(least_[i])};
  }
  return found;
}

}  // namespace hearsay::accounting
