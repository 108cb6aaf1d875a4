// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_proofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "api/network/gossip_certificate.hpp"

namespace hearsay::api {

namespace {

/// Observers, and the targets whose losses to them are proved.
struct Subject {
  std::vector<graph::Node> observers, targets;
};

/// Of each target the worst observers, those who learn most first.
std::vector<Subject> worst_subjects(const AuditAnswer& answer) {
  auto pairs = answer.result.by_target;
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
std::vector<Subject> further_subjects(const AuditAnswer& answer, const std::vector<Subject>& done) {
  std::vector<Subject> subjects;
  for (const auto& observers : answer.question.observers.sets) {
    const auto before = std::ranges::find(done, observers, &Subject::observers);
    Subject subject{.observers = observers, .targets = {}};
    for (const auto& pair : answer.result.by_target) {
      const bool proved = before != done.end() && std::ranges::count(before->targets, pair.target) > 0;
      if (!proved && std::ranges::count(observers, pair.target) == 0) subject.targets.push_back(pair.target);
    }
    if (!subject.targets.empty()) subjects.push_back(std::move(subject));
  }
  return subjects;
}

std::vector<Subject> subjects_of(const AuditAnswer& answer, const AuditProof& wanted) {
  if (answer.verdict == Verdict::refuted)
    return {{.observers = answer.result.worst->observers, .targets = {answer.result.worst->target}}};
  auto subjects = worst_subjects(answer);
  if (wanted.every_pair && answer.question.observers.sets.size() <= wanted.most_sets)
    std::ranges::move(further_subjects(answer, subjects), std::back_inserter(subjects));
  else if (subjects.size() > wanted.most_sets)
    subjects.resize(wanted.most_sets);
  return subjects;
}

/// Why nothing about the audit has a proof; empty if something may have.
std::string unprovable(const AuditAnswer& answer) {
  if (answer.question.scales) return "only losses with one sigma and one sensitivity for all nodes have certificates";
  if (answer.question.noise.noisy()) return "only losses without noise on messages have certificates";
  if (!answer.question.network.rounds.empty()) return "only losses of synchronous gossip with one W have certificates";
  if (!answer.question.promise.bound) return "only a numeric promise has a certificate";
  if (answer.verdict == Verdict::inconclusive) return "a promise with the verdict inconclusive has no certificate";
  return {};
}

}  // namespace

Proofs proofs_of(const AuditAnswer& answer, const AuditProof& wanted) {
  if (auto why = unprovable(answer); !why.empty()) return {.certificates = {}, .missing = {std::move(why)}};
  const bool refuted = answer.verdict == Verdict::refuted;
  const auto limits = audit::thresholds(answer.question.promise, answer.question.scale());
  Proofs all;
  std::map<std::string, std::size_t> missing;
  const bool local_suffices = !refuted && exact::Rational(limits.safe) >= 1;
  double left = wanted.work;
  for (auto& [observers, targets] : subjects_of(answer, wanted)) {
    auto proved = prove_gossip({.network = answer.question.network,
                                .observers = observers,
                                .targets = targets,
                                .steps = answer.question.steps,
                                .work = left,
                                .most_entries = wanted.most_entries,
                                .local_suffices = local_suffices},
                               answer.question.own_noise);
    for (const auto& certificate : proved.certificates) left -= report::checker_work(certificate);
    for (auto& line : proved.missing) ++missing[std::move(line)];
    proved.missing.clear();
    prove_bound(proved, exact::Rational(refuted ? limits.broken : limits.safe), answer.verdict,
                answer.result.worst->target);
    std::ranges::move(proved.certificates, std::back_inserter(all.certificates));
  }
  for (const auto& [line, count] : missing)
    all.missing.push_back(count == 1 ? line : fmt::format("{} ({} sets of observers)", line, count));
  const auto shown = static_cast<std::uint64_t>(
      std::ranges::count_if(all.certificates, [](const auto& c) { return c.verdict != "bounds"; }));
  if (const auto asked = refuted ? 1 : answer.result.pairs; shown < asked) {
    all.missing.push_back(
        refuted ? std::string("no certificate shows that the promise is refuted")
                : fmt::format("certificates show that the promise holds for {} of {} pairs{}", shown, asked,
                              local_suffices ? "; no pair loses more than the local loss, which keeps it" : ""));
  }
  return all;
}

}  // namespace hearsay::api
