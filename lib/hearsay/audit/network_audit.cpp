// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/network_audit.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::audit {

namespace {

/// How many times the bound a share is.
double severity_of(double share, double bound) {
  if (share == 0.0) return 0.0;
  return bound > 0.0 ? share / bound : infinity;
}

bool has_doubt(const PairLoss& pair) { return pair.exact.in_doubt() || pair.exact_own_noise.in_doubt(); }

double rounded(double severity) { return std::isfinite(severity) ? std::round(severity * 1e9) : severity; }

}  // namespace

bool worse(const PairLoss& a, const PairLoss& b) {
  if (a.verdict != b.verdict) return a.verdict > b.verdict;
  if (rounded(a.severity) != rounded(b.severity)) return a.severity > b.severity;
  if (a.observers != b.observers) return a.observers < b.observers;
  return a.target < b.target;
}

Verdict NetworkResult::verdict() const {
  if (violations > 0) return Verdict::refuted;
  return undecided > 0 ? Verdict::inconclusive : Verdict::holds;
}

NetworkAudit::NetworkAudit(const NetworkViews& views, NetworkQuestion question)
    : views_(views), question_(std::move(question)), worst_of_(question_.targets.size()) {
  if (question_.promise.by_published()) views_.require_published();
  if (question_.promise.bound) thresholds_ = thresholds(question_.promise, question_.scale);
}

Thresholds NetworkAudit::published_thresholds(double published) const {
  const double safe = published * (1.0 + published_tolerance);
  return {.safe = safe, .broken = std::nextafter(safe, 2.0)};
}

Thresholds NetworkAudit::formula_thresholds(const Bracket& bound) const {
  const auto at = [&](double end) {
    const std::scoped_lock lock(keeping_);
    const auto [found, is_new] = by_bound_.try_emplace(end);
    if (is_new) {
      auto promise = question_.promise;
      promise.bound = end;
      found->second = thresholds(promise, question_.scale);
    }
    return found->second;
  };
  return {.safe = bound.lower() < 0.0 ? -1.0 : at(bound.lower()).safe,
          .broken = bound.upper() < 0.0 ? 0.0 : at(bound.upper()).broken};
}

NetworkAudit::Open NetworkAudit::Judged::open() const {
  if (view.proved()) return Open::nothing;
  const auto undecided = [](const PairLoss& pair) { return pair.verdict == Verdict::inconclusive; };
  if (std::ranges::any_of(pairs, undecided)) return Open::verdict;
  return std::ranges::any_of(pairs, has_doubt) ? Open::value : Open::nothing;
}

NetworkAudit::Judged NetworkAudit::judged(ViewShares view, std::span<const graph::Node> observers) const {
  const bool by_formula = !question_.promise.formula.empty(), by_published = question_.promise.by_published();
  const auto bounds = by_formula ? question_.formula(observers, view.published) : std::vector<Bracket>();
  std::vector<PairLoss> pairs;
  pairs.reserve(question_.targets.size());
  for (const auto u : question_.targets) {
    if (std::ranges::count(observers, u) > 0) continue;
    auto& pair = pairs.emplace_back();
    pair.target = u;
    pair.published = view.published(u);
    pair.exact = view.exact.of(u);
    pair.exact_own_noise = view.exact_own_noise.of(u);
    const auto& share = pair.judged(question_.own_noise_known);
    const auto limits = by_formula     ? formula_thresholds(bounds[u])
                        : by_published ? published_thresholds(pair.published)
                                       : thresholds_;
    if (by_formula) pair.bound = bounds[u].estimate();
    pair.verdict = share.upper <= limits.safe     ? Verdict::holds
                   : share.lower >= limits.broken ? Verdict::refuted
                                                  : Verdict::inconclusive;
    pair.severity = by_formula     ? severity_of(share.safe(), limits.broken)
                    : by_published ? severity_of(share.safe(), pair.published)
                                   : share.safe();
  }
  return {.view = std::move(view), .pairs = std::move(pairs)};
}

NetworkAudit::Judged NetworkAudit::without_elimination(std::span<const graph::Node> observers) const {
  auto found = judged(views_.shares(observers), observers);
  return found.open() == Open::nothing ? found
                                       : judged(views_.shares_by_degree(observers, std::move(found.view)), observers);
}

ViewSummary NetworkAudit::count(Judged found, const std::vector<graph::Node>& observers) {
  const auto& view = found.view;
  auto& pairs = found.pairs;
  ViewSummary summary;
  const auto& side = question_.own_noise_known ? view.exact_own_noise : view.exact;
  summary.judged = side.value().array().isNaN().select(side.most(), side.value());
  const std::scoped_lock lock(summing_);
  ++sum_.views;
  sum_.pairs += pairs.size();
  if (!view.proved()) ++sum_.unproved;
  std::size_t place = 0;
  for (auto& pair : pairs) {
    summary.violations += pair.verdict == Verdict::refuted ? 1 : 0;
    summary.sum += pair.severity;
    const auto& share = pair.judged(question_.own_noise_known);
    sum_.most = std::max(sum_.most, share.upper);
    summary.in_doubt = summary.in_doubt || share.in_doubt();
    sum_.in_doubt += has_doubt(pair) ? 1 : 0;
    sum_.undecided += pair.verdict == Verdict::inconclusive ? 1 : 0;
    while (question_.targets[place] != pair.target) ++place;
    auto& worst = worst_of_[place];
    pair.observers = observers;
    if (!worst || worse(pair, *worst)) worst = std::move(pair);
  }
  sum_.violations += summary.violations;
  return summary;
}

namespace {

std::vector<graph::Node> sorted_nodes(std::span<const graph::Node> nodes) {
  std::vector<graph::Node> sorted(nodes.begin(), nodes.end());
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

ViewSummary NetworkAudit::add(std::span<const graph::Node> given, double& budget, Open settle) {
  const auto observers = sorted_nodes(given);
  auto found = without_elimination(observers);
  const double cost = views_.proof_operations();
  if (found.open() != Open::nothing && found.open() >= settle && cost > 0.0 && cost <= budget) {
    budget -= cost;
    found = judged(views_.proved_shares(observers), observers);
  }
  return count(std::move(found), observers);
}

std::optional<ViewSummary> NetworkAudit::add_decided(std::span<const graph::Node> given, Open& open) {
  const auto observers = sorted_nodes(given);
  auto found = without_elimination(observers);
  open = found.open();
  if (open != Open::nothing && proofs(open) > 0) return std::nullopt;
  return count(std::move(found), observers);
}

std::size_t NetworkAudit::proofs(Open why) const {
  const double cost = views_.proof_operations();
  if (why == Open::nothing || !(cost > 0.0)) return 0;
  return static_cast<std::size_t>((why == Open::verdict ? question_.proof_budget : question_.value_budget) / cost);
}

NetworkResult NetworkAudit::result() const {
  const std::scoped_lock lock(summing_);
  auto result = sum_;
  for (const auto& pair : worst_of_) {
    if (!pair) continue;
    result.by_target.push_back(*pair);
    if (!result.worst || worse(*pair, *result.worst)) result.worst = *pair;
  }
  return result;
}

std::size_t audit_views(const NetworkViews& views, NetworkAudit& audit,
                        std::span<const std::vector<graph::Node>> observers, ShareMatrix* matrix,
                        const Execution& execution) {
  if (matrix != nullptr) {
    matrix->shares.setConstant(static_cast<Eigen::Index>(observers.size()), views.matrix().rows(),
                               std::numeric_limits<double>::quiet_NaN());
    matrix->in_doubt.assign(observers.size(), 0);
  }
  std::atomic<std::size_t> finished = 0;
  const auto finish = [&](std::size_t i, const ViewSummary& summary) {
    ++finished;
    if (matrix == nullptr) return;
    const auto row = static_cast<Eigen::Index>(i);
    matrix->shares.row(row) = summary.judged.transpose();
    for (const auto o : observers[i]) matrix->shares(row, o) = std::numeric_limits<double>::quiet_NaN();
    matrix->in_doubt[i] = summary.in_doubt ? 1 : 0;
  };
  /// Does a set's part, unless the audit has been stopped.
  const auto unless_stopped = [&](const auto& part) {
    try {
      end_if(execution.stop);
      part();
    } catch (const Interrupted&) {  // the sets that are finished are a result
    }
  };
  using Open = NetworkAudit::Open;
  std::vector<Open> open(observers.size(), Open::nothing);
  std::vector<char> is_left(observers.size(), 0);
  parallel_for(observers.size(), execution.unstopped(), "observers", [&](std::size_t i) {
    unless_stopped([&] {
      if (const auto summary = audit.add_decided(observers[i], open[i])) {
        finish(i, *summary);
      } else {
        is_left[i] = 1;
      }
    });
  });
  std::vector<std::size_t> left, settled;  // settled: by elimination
  for (const auto why : {Open::verdict, Open::value}) {
    std::size_t proofs = audit.proofs(why);
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (is_left[i] == 0 || open[i] != why) continue;
      left.push_back(i);
      if (proofs > 0) {
        settled.push_back(i);
        --proofs;
      }
    }
  }
  std::ranges::sort(settled);
  parallel_for(left.size(), execution.unstopped(), "observers in doubt", [&](std::size_t k) {
    unless_stopped([&] {
      const auto i = left[k];
      double budget = std::ranges::binary_search(settled, i) ? views.proof_operations() : 0.0;
      finish(i, audit.add(observers[i], budget, Open::value));
    });
  });
  return finished;
}

}  // namespace hearsay::audit
