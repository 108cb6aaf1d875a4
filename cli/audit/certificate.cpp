// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include <hearsay/accounting/gossip/report.hpp>

namespace hearsay::cli {

namespace {

/// Observers, and the targets whose losses to them are proved.
struct Subject {
  std::vector<graph::Node> observers, targets;
};

/// Of each target the worst observers, those who learn most first.
std::vector<Subject> worst_subjects(const AuditOutcome& outcome) {
  auto pairs = outcome.result.by_target;
  std::ranges::stable_sort(pairs, audit::worse);
  std::vector<Subject> subjects;
  for (const auto& pair : pairs) {
    auto at = std::ranges::find(subjects, pair.observers, &Subject::observers);
    if (at == subjects.end()) at = subjects.insert(at, {.observers = pair.observers, .targets = {}});
    at->targets.push_back(pair.target);
  }
  return subjects;
}

/// The other targets of every set of observers that was audited.
std::vector<Subject> further_subjects(const AuditOutcome& outcome, const std::vector<Subject>& done) {
  std::vector<Subject> subjects;
  for (const auto& observers : outcome.observers.sets) {
    const auto before = std::ranges::find(done, observers, &Subject::observers);
    Subject subject{.observers = observers, .targets = {}};
    for (const auto& pair : outcome.result.by_target) {
      const bool proved = before != done.end() && std::ranges::count(before->targets, pair.target) > 0;
      if (!proved && std::ranges::count(observers, pair.target) == 0) subject.targets.push_back(pair.target);
    }
    if (!subject.targets.empty()) subjects.push_back(std::move(subject));
  }
  return subjects;
}

std::vector<Subject> subjects_of(const AuditOutcome& outcome, const AuditProof& question) {
  if (outcome.verdict == Verdict::refuted)
    return {{.observers = outcome.result.worst->observers, .targets = {outcome.result.worst->target}}};
  auto subjects = worst_subjects(outcome);
  if (question.every_pair && outcome.observers.sets.size() <= question.most_sets)
    std::ranges::move(further_subjects(outcome, subjects), std::back_inserter(subjects));
  else if (subjects.size() > question.most_sets)
    subjects.resize(question.most_sets);
  return subjects;
}

/// Why nothing about the audit has a proof; empty if something may have.
std::string unprovable(const AuditOutcome& outcome) {
  if (outcome.scales) return "only losses of one --sigma and --sensitivity of all nodes have proofs";
  if (outcome.request.noise.noisy()) return "only losses without noise on messages have proofs";
  if (!outcome.network.rounds.empty()) return "only losses of synchronous gossip with one W have proofs";
  if (!outcome.promise.bound) return "only a promise of a number has a proof";
  if (outcome.verdict == Verdict::inconclusive) return "only a decided promise has a proof";
  return {};
}

}  // namespace

Proved prove_audit(const AuditOutcome& outcome, const AuditProof& question) {
  if (auto why = unprovable(outcome); !why.empty()) return {.certificates = {}, .missing = {std::move(why)}};
  const bool refuted = outcome.verdict == Verdict::refuted;
  const auto limits = audit::thresholds(outcome.promise, outcome.scale());
  Proved all;
  std::map<std::string, std::size_t> missing;
  double left = question.work;
  for (auto& [observers, targets] : subjects_of(outcome, question)) {
    auto proved = prove_gossip({.network = outcome.network,
                                .observers = observers,
                                .targets = targets,
                                .steps = outcome.steps,
                                .work = left,
                                .most_entries = question.most_entries},
                               outcome.own_noise);
    for (const auto& certificate : proved.certificates) left -= report::checker_work(certificate);
    for (auto& line : proved.missing) ++missing[std::move(line)];
    proved.missing.clear();
    prove_bound(proved, exact::Rational(refuted ? limits.broken : limits.safe), outcome.verdict,
                outcome.result.worst->target);
    std::ranges::move(proved.certificates, std::back_inserter(all.certificates));
  }
  for (const auto& [line, count] : missing)
    all.missing.push_back(count == 1 ? line : fmt::format("{} ({} sets of observers)", line, count));
  const auto shown = static_cast<std::uint64_t>(
      std::ranges::count_if(all.certificates, [](const auto& c) { return c.verdict != "bounds"; }));
  if (const auto asked = refuted ? 1 : outcome.result.pairs; shown < asked) {
    all.missing.push_back(refuted ? std::string("that the promise is refuted is not proved")
                                  : fmt::format("that the promise holds is proved for {} of {} pairs", shown, asked));
  }
  return all;
}

}  // namespace hearsay::cli
