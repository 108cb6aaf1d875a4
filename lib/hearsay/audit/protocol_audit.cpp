// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/protocol_audit.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <hearsay/core/infinity.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::audit {

namespace {

/// A fraction between doubles.
accounting::Interval enclosed(const exact::Rational& x) {
  return {.lower = exact::round_down(x), .upper = exact::round_up(x)};
}

/// Louder verdict first, then the larger loss, then smaller observers.
bool worse(const ProtocolLoss& a, const ProtocolLoss& b) {
  if (a.verdict != b.verdict) return a.verdict > b.verdict;
  if (a.promised.upper() != b.promised.upper()) return a.promised.upper() > b.promised.upper();
  return a.observers < b.observers;
}

Verdict judged(const Bracket& promised, double bound, accounting::Certified certified) {
  if (certified == accounting::Certified::estimate) return Verdict::inconclusive;
  if (promised.upper() <= bound) return Verdict::holds;
  return promised.lower() > bound ? Verdict::refuted : Verdict::inconclusive;
}

}  // namespace

Verdict ProtocolResult::verdict() const {
  if (violations > 0) return Verdict::refuted;
  return undecided > 0 ? Verdict::inconclusive : Verdict::holds;
}

Bracket promised_of(const PromisedBound& promise, const accounting::LinearLoss& loss,
                    accounting::Contributions contributions) {
  const auto& exact = loss.exact_of(contributions);
  const double most = promise.quantity == Quantity::attack_tpr ? 1.0 : infinity;
  if (promise.quantity == Quantity::renyi && exact) {
    const auto [lower, upper] = enclosed(exact::Rational(promise.parameter) * *exact / 2);
    return {lower, std::midpoint(lower, upper), upper};
  }
  const auto [lower, upper] = exact ? enclosed(*exact) : loss.of(contributions);
  /// A power of two, so that shares of its square are exact: promises are about shares from 0 to 1.
  const auto at = [&](double x) {
    const double unit = x > 1.0 ? std::exp2(std::ceil(std::log2(x) / 2.0) + 1.0) : 1.0;
    return promised_loss(promise, {.sigma = 1.0, .sensitivity = unit}, x / (unit * unit), x / (unit * unit));
  };
  const double least = std::isinf(lower) ? most : at(lower).lower(), top = std::isinf(upper) ? most : at(upper).upper();
  return {least, std::isinf(top) ? top : std::midpoint(least, top), top};
}

ProtocolResult audit_protocol(const accounting::Protocol& protocol, const PromisedBound& promise,
                              std::span<const std::vector<graph::Node>> observers, std::span<const graph::Node> targets,
                              accounting::Contributions contributions, const Execution& execution) {
  std::vector<std::vector<ProtocolLoss>> found(observers.size());
  parallel_for(observers.size(), execution, "observers", [&](std::size_t i) {
    std::vector<graph::Node> hidden;
    accounting::LinearQuestion question{.execution = execution.part()};
    for (const auto u : targets) {
      if (std::ranges::count(observers[i], u) > 0) continue;
      hidden.push_back(u);
      question.subjects.push_back(accounting::node_subject(u));
    }
    auto own = protocol;
    own.view.observers = observers[i];
    const auto account = accounting::linear_account(own, question);
    for (std::size_t k = 0; k < hidden.size(); ++k) {
      auto& pair = found[i].emplace_back(
          ProtocolLoss{.observers = observers[i], .target = hidden[k], .loss = account.losses[k].loss});
      pair.promised = promised_of(promise, pair.loss, contributions);
      pair.verdict = judged(pair.promised, *promise.bound, pair.loss.certified);
    }
  });
  ProtocolResult result{.views = observers.size()};
  std::vector<std::optional<ProtocolLoss>> worst_of(protocol.nodes);
  for (const auto& view : found) {
    result.pairs += view.size();
    for (const auto& pair : view) {
      result.violations += pair.verdict == Verdict::refuted ? 1 : 0;
      result.undecided += pair.verdict == Verdict::inconclusive ? 1 : 0;
      if (auto& worst = worst_of[pair.target]; !worst || worse(pair, *worst)) worst = pair;
    }
  }
  for (const auto u : targets) {
    if (!worst_of[u]) continue;
    result.by_target.push_back(*worst_of[u]);
    if (!result.worst || worse(*worst_of[u], *result.worst)) result.worst = worst_of[u];
  }
  return result;
}

}  // namespace hearsay::audit
