// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <hearsay/report/markup.hpp>

#include "api/network/exact_gossip.hpp"
#include "api/render/network_page.hpp"
#include "api/render/page_assets.hpp"
#include "api/render/page_proofs.hpp"
#include "api/render/page_template.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"
#include "cli/audit/certificate.hpp"

namespace hearsay::cli {

namespace {

/// The worst observers of every node, each set once, the ones that learn most first.
std::vector<std::vector<graph::Node>> listeners(const AuditOutcome& outcome) {
  auto pairs = outcome.result.by_target;
  std::ranges::stable_sort(pairs, audit::worse);
  std::vector<std::vector<graph::Node>> sets;
  for (const auto& pair : pairs) {
    if (std::ranges::find(sets, pair.observers) == sets.end()) sets.push_back(pair.observers);
  }
  return sets;
}

/// Lower ends beside upper ones, for losses in doubt.
void add_least(nlohmann::ordered_json& node, const Enclosure& exact, const Enclosure& own_noise) {
  if (!exact.in_doubt() && !own_noise.in_doubt()) return;
  node["least"] = {{"exact", exact.value.value_or(exact.lower)},
                   {"exact_own_noise", own_noise.value.value_or(own_noise.lower)}};
}

nlohmann::ordered_json nodes_json(const AuditOutcome& outcome) {
  if (outcome.observers.kind == AuditedObservers::Kind::nodes) return nullptr;
  auto nodes = nlohmann::ordered_json::array();
  for (const auto& pair : outcome.result.by_target) {
    nlohmann::ordered_json node = {{"target", pair.target},
                                   {"observers", pair.observers},
                                   {"published", pair.published},
                                   {"exact", pair.exact.safe()},
                                   {"exact_own_noise", pair.exact_own_noise.safe()},
                                   {"broken", pair.verdict == Verdict::refuted}};
    add_least(node, pair.exact, pair.exact_own_noise);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

nlohmann::ordered_json scale_json(const AuditOutcome& outcome) {
  const auto& promise = outcome.promise;
  const auto parameter = [&](audit::Quantity quantity, double usual) {
    return promise.quantity == quantity ? promise.parameter : usual;
  };
  std::vector<double> rates = {0.01, 0.001};
  if (promise.quantity == audit::Quantity::attack_tpr && std::ranges::count(rates, promise.parameter) == 0)
    rates.push_back(promise.parameter);
  const auto unit = outcome.scale();
  nlohmann::ordered_json scale = {{"sigma", unit.sigma},
                                  {"sensitivity", unit.sensitivity},
                                  {"order", parameter(audit::Quantity::renyi, usual_order)},
                                  {"delta", parameter(audit::Quantity::epsilon, usual_delta)},
                                  {"false_positive_rates", rates}};
  if (outcome.scales) scale["uneven"] = true;
  if (promise.bound) scale["broken_share"] = audit::thresholds(promise, outcome.scale()).broken;
  if (outcome.formula) {  // by distance, the two degrees and the number of observers
    auto& shares = scale["broken_shares"] = nlohmann::ordered_json::object();
    for (const auto& [place, bound] : outcome.formula->known()) {
      auto here = promise;
      here.bound = bound.upper();
      shares[fmt::format("{}", fmt::join(place, " "))] =
          bound.upper() < 0.0 ? 0.0 : audit::thresholds(here, outcome.scale()).broken;
    }
  }
  return scale;
}

}  // namespace

std::string audit_page(const AuditOutcome& outcome, const nlohmann::ordered_json& result, const Common& common) {
  const auto& worst = *outcome.result.worst;
  nlohmann::ordered_json words = {verdict_words(outcome)};
  if (const auto doubt = doubt_words(outcome); !doubt.empty()) words.push_back("In doubt: " + doubt);
  for (const auto& sentence : summary_words(outcome)) words.push_back(sentence);
  words.push_back(reading(outcome.request.graph, outcome.network.made).line());
  const auto proved = prove_audit(
      outcome, {.work = page_work, .most_entries = page_entries, .most_sets = most_page_proofs, .every_pair = false});
  const NetworkPage page{
      .result = result,
      .summary = {{"title", fmt::format("{}: {}", to_string(outcome.verdict), outcome.promise.text)},
                  {"verdict", to_string(outcome.verdict)},
                  {"words", words},
                  {"worst", worst_words(outcome)}},
      .scale = scale_json(outcome),
      .nodes = nodes_json(outcome),
      .positions = outcome.network.made.loaded.positions,
      .own_noise = outcome.own_noise,
      .worst = {.observers = worst.observers, .target = worst.target, .share = worst.judged(outcome.own_noise)},
      .focus = {.observers = worst.observers, .next = listeners(outcome), .views = outcome.views.get()},
      .proofs = page_proofs(proved, outcome.graph(), proved.certificates.size())};
  const PageNetwork network{.graph = outcome.graph(),
                            .w = outcome.network.w,
                            .rounds = outcome.network.rounds,
                            .steps = outcome.steps,
                            .primes = draw_primes(common.seeded()),
                            .scales = outcome.scales ? &*outcome.scales : nullptr,
                            .tau = outcome.request.noise.tau};
  return page_text(page_data(page, network, common.execution()), page.proofs);
}

std::string audits_page(const std::string& title, const std::string& verdict, const std::vector<ListedAudit>& audits) {
  std::string rows;
  for (const auto& audit : audits) {
    rows += fmt::format(
        R"(<tr><td><a href="{}">{}</a></td><td class="text"><span class="badge {}">{}</span></td><td class="text words">{}</td></tr>)"
        "\n",
        audit.page, report::xml_escape(audit.name), audit.verdict, audit.verdict, report::xml_escape(audit.words));
  }
  return filled(page_audits(),
                {{"title", report::xml_escape(title)}, {"verdict", verdict}, {"style", page_css()}, {"rows", rows}});
}

}  // namespace hearsay::cli
