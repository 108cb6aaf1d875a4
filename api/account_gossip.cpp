// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_gossip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/system/memory.hpp>
#include "api/network/exact_gossip.hpp"
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

/// Refuses steps that take too long, and says what memory the basis of the view may need if that is not free.
void require_room(const graph::GossipMatrix& w, std::size_t sending, int steps, const Execution& execution) {
  const double n = static_cast<double>(w.rows()), senders = static_cast<double>(sending);
  require_affordable(
      account_gossip_name,
      {.operations = 2.0 * senders * steps * static_cast<double>(w.nonZeros()), .bytes = 16.0 * senders * n},
      "`steps`, or use observers with fewer neighbors");
  // The rank of the view is not known before: two bases have at most as many vectors as there are messages, often far
  // fewer.
  const double most = 16.0 * n * std::min(n, senders * steps), available = available_memory();
  if (most > available) {
    execution.say(
        fmt::format("the exact losses take up to {:.1f} GiB, depending on the rank of the view, and {:.1f} GiB are "
                    "free; the run ends with an error if the memory does not suffice",
                    most / gib, available / gib));
  }
}

/// Refuses rounds that take too long: their view costs T n rank^2.
void require_room_of_rounds(std::size_t rounds, graph::Node nodes, std::int64_t messages) {
  const auto n = static_cast<double>(nodes), steps = static_cast<double>(rounds),
             rank = std::min(n, static_cast<double>(messages));
  require_affordable(account_gossip_name,
                     {.operations = 12.0 * steps * n * (rank + 1.0) * (rank + 1.0), .bytes = 24.0 * n * rank},
                     "the number of rounds, or use fewer observers");
}

/// Steps that lose as much as `steps`, which are too many to be counted one by one.
int settled(const GossipQuestion& question, int steps, const Execution& execution) {
  if (const auto rounds =
          accounting::settling_steps(question.network.w, question.observers, accurate_rounds, execution))
    return *rounds;
  throw Error(Errc::too_large, "`steps`",
              fmt::format("the published losses still grow after {} steps, and the rounding errors of {} steps exceed "
                          "the accuracy 1e-9 of the losses; use at most {} steps, or forever",
                          accurate_rounds, steps, accurate_rounds));
}

/// Steps that are counted, for those that are asked for: `found.steps`, or as many as lose the same. Sets `found.gap`
/// and `found.messages` too.
linalg::Steps counted_steps(const GossipQuestion& question, GossipLosses& found, const Execution& execution) {
  const auto& terms = question.terms;
  const auto& w = question.network.w;
  if (terms.steps == any_steps) return {};
  const auto given = step_count(terms.steps);
  const auto steps =
      given ? Steps{.count = *given, .gap = std::nullopt} : resolve_steps(terms.steps, w, terms.sigma.number);
  const auto sending = accounting::senders(w, question.observers).size();
  require_room(w, sending, std::min(steps.count, accurate_rounds), execution);
  found.steps = steps.count;
  found.gap = steps.gap;
  found.messages = static_cast<std::int64_t>(sending) * steps.count;
  return steps.count <= accurate_rounds ? steps.count : settled(question, steps.count, execution);
}

/// Losses where messages carry noise: `taus` are the standard deviations.
std::vector<accounting::NoisyLosses> losses_with_noise(const GossipQuestion& question, const GossipLosses& found,
                                                       std::span<const double> taus, const Execution& execution) {
  const auto& w = question.network.w;
  const double n = static_cast<double>(w.rows()), messages = static_cast<double>(*found.messages);
  require_affordable(account_gossip_name,
                     {.operations = 2.0 * messages * n * n, .bytes = 24.0 * std::max(messages, n) * n},
                     "`steps`, or use observers with fewer neighbors");
  const double gamma = question.terms.schedule.accelerated() ? graph::acceleration(*found.gap) : 1.0;
  return accounting::noisy_losses({.w = w, .observers = question.observers, .steps = *found.steps, .gamma = gamma},
                                  taus, execution);
}

/// Puts the losses with the protocol's noise on messages in the place of those without, and sets `found.resolved`.
void put_message_noise(const GossipQuestion& question, accounting::GossipAccount& account, GossipLosses& found,
                       const Execution& execution) {
  const auto& noise = question.terms.noise;
  if (!noise.given()) return;
  std::vector<double> taus;
  if (noise.noisy()) taus.push_back(noise.tau);
  if (noise.rounded()) taus.push_back(noise.resolution());
  auto losses = losses_with_noise(question, found, taus, execution);
  if (noise.rounded()) found.resolved = std::move(losses.back());
  if (!noise.noisy()) return;
  account.exposed = std::nullopt;
  account.losses = losses.front().instead_of(std::move(account.losses));
}

/// Account of time-varying gossip (a different matrix in each step).
accounting::GossipAccount account_rounds(const GossipQuestion& question, GossipLosses& found, random::Seed seed) {
  const auto& rounds = question.network.rounds;
  found.steps = static_cast<int>(rounds.size());
  found.messages = 0;
  for (const auto& senders : accounting::senders(rounds, question.observers))
    *found.messages += static_cast<std::int64_t>(senders.size());
  require_room_of_rounds(rounds.size(), question.network.graph().nodes(), *found.messages);
  return accounting::gossip_account(rounds, question.observers, draw_primes(seed));
}

/// Of one W in all steps.
accounting::GossipAccount account_steps(const GossipQuestion& question, GossipLosses& found,
                                        const Execution& execution) {
  const auto& w = question.network.w;
  const auto counted = counted_steps(question, found, execution);
  if (!question.terms.schedule.accelerated())
    return account_gossip(account_gossip_name, w, question.observers, counted, execution);
  if (!found.gap) found.gap = graph::positive_spectral_gap(w);
  return accounting::accelerated_account(w, graph::acceleration(*found.gap), question.observers, counted.value(),
                                         draw_primes(execution.seed), accounting::some_seconds, execution);
}

/// Draws the rounds of randomized gossip. @return the gap of `steps` auto.
std::optional<double> draw_rounds(GossipQuestion& question, random::Seed seed) {
  auto& network = question.network;
  const auto& terms = question.terms;
  const auto steps = resolve_steps(terms.schedule, terms.steps, network, terms.sigma.number);
  require_affordable(account_gossip_name, {.bytes = 40.0 * static_cast<double>(network.graph().nodes()) * steps.count},
                     "`steps`");
  network.rounds = random_rounds(network.graph(), steps.count, seed);
  network.w = {};
  return steps.gap;
}

/// Of nodes that have one noise and sensitivity.
GossipLosses account_alike(const GossipQuestion& question, const std::vector<graph::Node>& targets,
                           const Execution& execution) {
  const auto& terms = question.terms;
  GossipLosses found;
  auto account = question.network.rounds.empty() ? account_steps(question, found, execution)
                                                 : account_rounds(question, found, execution.seed);
  put_message_noise(question, account, found, execution);
  found.rank = account.losses.rank;
  found.rank_proof = account.rank;
  found.full_rank = account.losses.ranks_full;
  found.exposed = account.exposed;
  found.shares = audit::shares_of(account.losses);
  found.doubt = doubt_words(account.losses);
  const accounting::GossipQuestion asked{
      .observers = question.observers, .targets = targets, .messages = found.messages, .scale = terms.scale()};
  found.report = accounting::gossip_report(account, question.network.graph(), asked, execution);
  if (terms.claim.given())
    found.audit =
        accounting::gossip_audit(found.report, terms.scale(), terms.claim.claim(), own_noise_known(terms.claim.trust));
  return found;
}

/// The targets, those that lose most first.
std::vector<graph::Node> by_loss(std::vector<graph::Node> targets, const audit::Shares& shares) {
  std::ranges::stable_sort(targets, std::greater{}, [&](graph::Node u) { return shares.of(u).safe(); });
  return targets;
}

}  // namespace

std::optional<Verdict> GossipAnswer::verdict() const {
  if (const auto* by_node = std::get_if<GossipByNode>(&found)) return by_node->verdict;
  const auto& audit = std::get<GossipLosses>(found).audit;
  return audit ? std::optional(audit->verdict) : std::nullopt;
}

GossipAnswer account_gossip(GossipQuestion question, const Execution& execution) {
  require_answerable(question.terms);
  GossipAnswer answer{.question = std::move(question), .targets = {}, .found = GossipLosses()};
  auto& asked = answer.question;
  answer.targets = targets_of(asked);
  if (!asked.scales) asked.scales = read_scales(asked.terms.sigma, asked.terms.sensitivity, asked.network.graph());
  if (asked.scales) {
    require_answerable_by_node(asked.terms);
    answer.found = account_by_node(asked, answer.targets);
    return answer;
  }
  const auto gap = asked.terms.schedule.randomized() ? draw_rounds(asked, execution.seed) : std::nullopt;
  auto found = account_alike(asked, answer.targets, execution);
  if (gap) found.gap = gap;
  answer.found = std::move(found);
  return answer;
}

Proved prove_losses(const GossipAnswer& answer, std::vector<graph::Node> targets, bool own_noise,
                    const GossipProofLimits& limits) {
  const auto& terms = answer.question.terms;
  const auto& found = std::get<GossipLosses>(answer.found);
  targets = by_loss(std::move(targets), own_noise ? found.shares.exact_own_noise : found.shares.exact);
  auto proved = prove_gossip({.network = answer.question.network,
                              .observers = answer.question.observers,
                              .targets = std::move(targets),
                              .steps = found.steps,
                              .work = limits.work,
                              .most_entries = limits.most_entries},
                             own_noise);
  if (found.audit && own_noise == own_noise_known(terms.claim.trust))
    prove_claim(proved, terms.claim.claim(), terms.scale(), found.audit->verdict, found.audit->worst.target);
  return proved;
}

Proofs proofs_of(const GossipAnswer& answer) {
  const auto& terms = answer.question.terms;
  if (!terms.schedule.synchronous() || terms.noise.noisy() || answer.question.scales)
    return {.certificates = {},
            .missing = {"only losses of synchronous gossip with one W, one noise for all nodes and no noise on "
                        "messages have certificates"}};
  Proofs all;
  for (const bool own_noise : {false, true}) {
    auto proved = prove_losses(answer, answer.targets, own_noise, {.work = report::limits::work / 2.0});
    std::ranges::move(proved.certificates, std::back_inserter(all.certificates));
    std::ranges::move(proved.missing, std::back_inserter(all.missing));
  }
  return all;
}

}  // namespace hearsay::api
