// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/network_audit.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/system/parallel_map.hpp>
#include <hearsay/system/ranks.hpp>

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
  if (undecided()) return Open::verdict;
  return std::ranges::any_of(pairs, has_doubt) ? Open::value : Open::nothing;
}

bool NetworkAudit::Judged::undecided() const {
  return std::ranges::any_of(pairs, [](const PairLoss& pair) { return pair.verdict == Verdict::inconclusive; });
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
  if (found.open() != Open::nothing)
    found = judged(views_.shares_by_degree(observers, std::move(found.view)), observers);
  if (found.undecided()) found = judged(views_.closer_shares(observers, std::move(found.view)), observers);
  return found;
}

void NetworkAudit::keep_worse(std::size_t place, PairLoss pair) {
  auto& worst = worst_of_[place];
  if (!worst || worse(pair, *worst)) worst = std::move(pair);
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
    sum_.at_local_level += share.lower >= 1.0 - local_level_tolerance ? 1 : 0;
    sum_.undecided += pair.verdict == Verdict::inconclusive ? 1 : 0;
    while (question_.targets[place] != pair.target) ++place;
    pair.observers = observers;
    keep_worse(place, std::move(pair));
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

namespace {

/// What PairLoss has beside the observers.
struct PairNumbers {
  graph::Node target;
  double published;
  Enclosure exact, exact_own_noise;
  Verdict verdict;
  double severity;
  std::optional<double> bound;
};

/// What NetworkResult has beside the pairs.
struct Counts {
  std::uint64_t views, pairs, violations, undecided, unproved, in_doubt, at_local_level;
  double most;
};

}  // namespace

std::string NetworkAudit::packed() const {
  const std::scoped_lock lock(summing_);
  std::string bytes;
  pack(bytes, Counts{.views = sum_.views,
                     .pairs = sum_.pairs,
                     .violations = sum_.violations,
                     .undecided = sum_.undecided,
                     .unproved = sum_.unproved,
                     .in_doubt = sum_.in_doubt,
                     .at_local_level = sum_.at_local_level,
                     .most = sum_.most});
  for (const auto& pair : worst_of_) {
    pack(bytes, pair.has_value());
    if (!pair) continue;
    pack(bytes, pair->observers);
    pack(bytes, PairNumbers{.target = pair->target,
                            .published = pair->published,
                            .exact = pair->exact,
                            .exact_own_noise = pair->exact_own_noise,
                            .verdict = pair->verdict,
                            .severity = pair->severity,
                            .bound = pair->bound});
  }
  return bytes;
}

void NetworkAudit::add_packed(std::string_view& bytes) {
  const std::scoped_lock lock(summing_);
  Counts counts{};
  unpack(bytes, counts);
  sum_.views += counts.views;
  sum_.pairs += counts.pairs;
  sum_.violations += counts.violations;
  sum_.undecided += counts.undecided;
  sum_.unproved += counts.unproved;
  sum_.in_doubt += counts.in_doubt;
  sum_.at_local_level += counts.at_local_level;
  sum_.most = std::max(sum_.most, counts.most);
  for (std::size_t place = 0; place < worst_of_.size(); ++place) {
    bool some = false;
    unpack(bytes, some);
    if (!some) continue;
    std::vector<graph::Node> observers;
    PairNumbers numbers{};
    unpack(bytes, observers);
    unpack(bytes, numbers);
    keep_worse(place, {.observers = std::move(observers),
                       .target = numbers.target,
                       .published = numbers.published,
                       .exact = numbers.exact,
                       .exact_own_noise = numbers.exact_own_noise,
                       .verdict = numbers.verdict,
                       .severity = numbers.severity,
                       .bound = numbers.bound});
  }
}

namespace {

/// What became of one set of observers.
struct Audited {
  NetworkAudit::Open open = NetworkAudit::Open::nothing;
  bool is_left = false;
  std::optional<ViewSummary> summary;  ///< if it is finished
};

void pack_audited(std::string& bytes, const Audited& set, bool with_shares) {
  pack(bytes, set.open);
  pack(bytes, set.is_left);
  pack(bytes, set.summary.has_value());
  if (!set.summary || !with_shares) return;
  pack(bytes, set.summary->in_doubt);
  pack(bytes, std::vector<double>(set.summary->judged.begin(), set.summary->judged.end()));
}

Audited unpack_audited(std::string_view& bytes, bool with_shares) {
  Audited set;
  bool finished = false;
  unpack(bytes, set.open);
  unpack(bytes, set.is_left);
  unpack(bytes, finished);
  if (!finished) return set;
  auto& summary = set.summary.emplace();
  if (!with_shares) return set;
  std::vector<double> judged;
  unpack(bytes, summary.in_doubt);
  unpack(bytes, judged);
  summary.judged = Eigen::Map<const Eigen::VectorXd>(judged.data(), static_cast<Eigen::Index>(judged.size()));
  return set;
}

/// finish(i, body(audit, i)) for these sets, by all processes.
void audit_sets(std::span<const std::size_t> sets, NetworkAudit& audit, const Execution& execution,
                std::string_view what, bool with_shares, const std::function<Audited(NetworkAudit&, std::size_t)>& body,
                const std::function<void(std::size_t, const Audited&)>& finish) {
  if (ranks::alone()) {
    parallel_for(sets.size(), execution.unstopped(), what,
                 [&](std::size_t k) { finish(sets[k], body(audit, sets[k])); });
    return;
  }
  const auto block = std::max<std::size_t>(1, sets.size() / (64 * static_cast<std::size_t>(ranks::count())));
  const auto of_block = [&](std::size_t b) {
    return sets.subspan(b * block, std::min(block, sets.size() - b * block));
  };
  const auto blocks = (sets.size() + block - 1) / block;
  const auto found = ranks::share(
      blocks, execution, what,
      [&](std::size_t b) {
        auto part = audit.empty();
        std::string bytes;
        for (const auto i : of_block(b)) pack_audited(bytes, body(part, i), with_shares);
        return bytes + part.packed();
      },
      static_cast<bool>(execution.stop));
  for (std::size_t b = 0; b < blocks; ++b) {
    if (!found[b]) continue;
    std::string_view rest = *found[b];
    for (const auto i : of_block(b)) finish(i, unpack_audited(rest, with_shares));
    audit.add_packed(rest);
  }
}

/// The sets for which ranks by elimination are tried: the first that leave something open, as far as the budgets go.
/// @param left  becomes the sets that are left.
std::vector<std::size_t> settled_sets(const NetworkAudit& audit, const std::vector<Audited>& sets,
                                      std::vector<std::size_t>& left) {
  using Open = NetworkAudit::Open;
  std::vector<std::size_t> settled;
  for (const auto why : {Open::verdict, Open::value}) {
    std::size_t proofs = audit.proofs(why);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (!sets[i].is_left || sets[i].open != why) continue;
      left.push_back(i);
      if (proofs > 0) {
        settled.push_back(i);
        --proofs;
      }
    }
  }
  std::ranges::sort(settled);
  return settled;
}

}  // namespace

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
  std::vector<Audited> sets(observers.size());
  std::vector<std::size_t> all(observers.size()), left;
  std::iota(all.begin(), all.end(), std::size_t{0});
  audit_sets(
      all, audit, execution, "observers", matrix != nullptr,
      [&](NetworkAudit& part, std::size_t i) {
        Audited set;
        unless_stopped([&] {
          set.summary = part.add_decided(observers[i], set.open);
          set.is_left = !set.summary;
        });
        return set;
      },
      [&](std::size_t i, const Audited& set) {
        if (set.summary) finish(i, *set.summary);
        sets[i] = {.open = set.open, .is_left = set.is_left, .summary = {}};
      });
  const auto settled = settled_sets(audit, sets, left);
  audit_sets(
      left, audit, execution, "observers in doubt", matrix != nullptr,
      [&](NetworkAudit& part, std::size_t i) {
        Audited set;
        unless_stopped([&] {
          double budget = std::ranges::binary_search(settled, i) ? views.proof_operations() : 0.0;
          set.summary = part.add(observers[i], budget, NetworkAudit::Open::value);
        });
        return set;
      },
      [&](std::size_t i, const Audited& set) {
        if (set.summary) finish(i, *set.summary);
      });
  return finished;
}

}  // namespace hearsay::audit
