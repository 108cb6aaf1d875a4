// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_walk.hpp"

#include <algorithm>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/accountant.hpp>

namespace hearsay::api {

namespace {

audit::PromisedBound walk_promise(const std::string& text) {
  auto promise = audit::parse_promise(text, "`promise`");
  const bool judged = promise.quantity == audit::Quantity::renyi || promise.quantity == audit::Quantity::epsilon;
  if (!promise.bound || !judged)
    throw Error(Errc::conditions, "`promise`",
                "of a walk, promise that epsilon(DELTA) or renyi(ORDER) is at most a number");
  return promise;
}

/// Whether b is to be shown rather than a.
bool worse(const WalkAuditPair& a, const WalkAuditPair& b) {
  if (a.verdict != b.verdict) return a.verdict < b.verdict;
  return a.promised.upper() < b.promised.upper();
}

}  // namespace

WalkAuditQuestion question_of(const WalkAuditRequest& request, Network network) {
  auto promise = walk_promise(request.promise);
  auto walk = request.walk;
  walk.delta.reset();
  if (promise.quantity == audit::Quantity::epsilon) walk.delta = promise.parameter;
  return {.walk = question_of(walk, std::move(network)), .promise = std::move(promise)};
}

WalkAuditQuestion question_of(const WalkAuditRequest& request, random::Seed seed) {
  static_cast<void>(walk_promise(request.promise));
  return question_of(request, load_network(request.walk.graph, seed));
}

const WalkAuditPair& WalkAuditAnswer::worst() const { return *std::ranges::max_element(by_target, worse); }

WalkAuditAnswer audit_walk(WalkAuditQuestion question, const Execution& execution) {
  const bool epsilon = question.promise.quantity == audit::Quantity::epsilon;
  const auto pairs =
      graph_walk_pairs("audit walk", question.walk, epsilon ? 2.0 : question.promise.parameter, execution);
  WalkAuditAnswer answer{.question = std::move(question), .by_target = {}};
  answer.pairs = pairs.size();
  std::vector<std::optional<WalkAuditPair>> worst(answer.question.walk.network.graph().nodes());
  for (const auto& [set, target, losses] : pairs) {
    WalkAuditPair pair{.set = set, .target = target, .promised = epsilon ? *losses.epsilon : losses.renyi};
    pair.verdict = divergence::judge(pair.promised, *answer.question.promise.bound);
    answer.violations += pair.verdict == Verdict::refuted ? 1 : 0;
    answer.undecided += pair.verdict == Verdict::inconclusive ? 1 : 0;
    auto& known = worst[target];
    if (!known || worse(*known, pair)) known = pair;
  }
  for (const auto target : answer.question.walk.targets)
    if (worst[target]) answer.by_target.push_back(*worst[target]);
  answer.verdict = answer.violations > 0  ? Verdict::refuted
                   : answer.undecided > 0 ? Verdict::inconclusive
                                          : Verdict::holds;
  if (answer.by_target.empty()) throw Error(Errc::domain, "`observer`", "no target is left");
  return answer;
}

}  // namespace hearsay::api
