// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <hearsay/audit/promise.hpp>
#include "api/account_gossip.hpp"
#include "api/network/exact_gossip.hpp"
#include "api/render/account_gossip_words.hpp"
#include "api/render/network_page.hpp"
#include "api/render/page_proofs.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

/// What the page says first.
nlohmann::ordered_json page_summary(const GossipQuestion& question, const GossipLosses& found, const PagePair& worst) {
  const auto& terms = question.terms;
  const auto& graph = question.network.graph();
  const auto& observers = question.observers;
  const auto steps =
      found.steps ? fmt::format("{} step{}", *found.steps, *found.steps == 1 ? "" : "s") : "any number of steps";
  const auto learns = fmt::format("What node{} {} learn{} from {} of gossip", observers.size() > 1 ? "s" : "",
                                  label_list(graph, observers), observers.size() > 1 ? "" : "s", steps);
  nlohmann::ordered_json summary = {
      {"title", learns}, {"verdict", nullptr}, {"words", nlohmann::ordered_json::array()}};
  if (found.audit) {
    const auto claim = fmt::format("every target {}", claim_words(terms.claim, terms.scale()));
    summary["title"] = fmt::format("{}: {}", to_string(found.audit->verdict), claim);
    summary["verdict"] = to_string(found.audit->verdict);
    summary["words"].push_back(learns);
  }
  summary["words"].push_back(violation_words(found.report));
  for (const auto& sentence : summary_words(terms, found)) summary["words"].push_back(sentence);
  if (!found.doubt.empty()) summary["words"].push_back("In doubt: " + found.doubt);
  summary["words"].push_back(reading(question.network).line());
  const auto mu = worst.share.mapped([&](double share) { return terms.scale().mu(share); });
  summary["worst"] = guess_words(graph, observers, worst.target, mu, terms.sensitivity.number);
  return summary;
}

/// The units of the page, and the share of the local loss that breaks the claim.
nlohmann::ordered_json page_scale(const GossipTerms& terms) {
  nlohmann::ordered_json scale = {{"sigma", terms.sigma.number},
                                  {"sensitivity", terms.sensitivity.number},
                                  {"order", terms.alpha},
                                  {"delta", terms.delta.value_or(1e-5)},
                                  {"false_positive_rates", {0.01, 0.001}}};
  if (!terms.claim.given()) return scale;
  const auto claim = terms.claim.claim();
  const bool epsilon = claim.unit == accounting::LossUnit::epsilon;
  const audit::PromisedBound promise{.text = {},
                                     .quantity = epsilon ? audit::Quantity::epsilon : audit::Quantity::renyi,
                                     .parameter = epsilon ? terms.delta.value_or(0.0) : terms.alpha,
                                     .bound = claim.bound};
  scale["broken_share"] =
      audit::thresholds(promise, {.sigma = terms.sigma.number, .sensitivity = terms.sensitivity.number}).broken;
  return scale;
}

/// The certificates of the page: of those who lose most to the observers that the verdict is about.
report::ResultProofs proofs_of_page(const GossipAnswer& answer, const GossipLosses& found) {
  const auto& question = answer.question;
  if (question.terms.noise.noisy())
    return report::ResultProofs({}, {"only losses without noise on messages have certificates"});
  if (!question.network.rounds.empty())
    return report::ResultProofs({}, {"only losses of synchronous gossip with one W have certificates"});
  std::vector<graph::Node> targets;
  for (const auto& loss : accounting::largest_losses(found.report, most_page_proofs)) targets.push_back(loss.target);
  return page_proofs(prove_losses(answer, std::move(targets), own_noise_known(question.terms.claim.trust),
                                  {.work = page_work, .most_entries = page_entries}),
                     question.network.graph(), found.report.losses.size());
}

/// The pair that the page explains: of the claim's verdict, or the target that loses most.
PagePair worst_pair(const GossipQuestion& question, const GossipLosses& found) {
  const bool own_noise = own_noise_known(question.terms.claim.trust);
  const auto& judged = own_noise ? found.shares.exact_own_noise : found.shares.exact;
  const auto target =
      found.audit ? found.audit->worst.target : accounting::largest_losses(found.report, 1).front().target;
  return {.observers = question.observers, .target = target, .share = judged.of(target)};
}

}  // namespace

std::string page(const GossipAnswer& answer, const Execution& execution, nlohmann::ordered_json& result,
                 const std::function<Origin()>& origin) {
  const auto& question = answer.question;
  const auto& network = question.network;
  const auto& found = std::get<GossipLosses>(answer.found);
  const auto worst = worst_pair(question, found);
  const NetworkPage shown{.result = result,
                          .summary = page_summary(question, found, worst),
                          .scale = page_scale(question.terms),
                          .nodes = nullptr,
                          .positions = network.made.loaded.positions,
                          .own_noise = own_noise_known(question.terms.claim.trust),
                          .worst = worst,
                          .focus = {.observers = question.observers, .next = {}, .shares = found.shares},
                          .proofs = proofs_of_page(answer, found)};
  const PageNetwork drawn{.graph = network.graph(),
                          .w = network.w,
                          .rounds = network.rounds,
                          .steps = found.steps,
                          .primes = draw_primes(execution.seed),
                          .scales = nullptr,
                          .tau = question.terms.noise.tau};
  return page_text(timed(page_data(shown, drawn, execution), result, origin), shown.proofs);
}

}  // namespace hearsay::api
