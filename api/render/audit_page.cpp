// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/audit_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <hearsay/report/markup.hpp>

#include "api/audit_proofs.hpp"
#include "api/network/exact_gossip.hpp"
#include "api/render/audit_words.hpp"
#include "api/render/network_page.hpp"
#include "api/render/page_assets.hpp"
#include "api/render/page_proofs.hpp"
#include "api/render/page_template.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

/// The worst observers of every node, each set once, the ones that learn most first.
std::vector<std::vector<graph::Node>> listeners(const AuditAnswer& answer) {
  auto pairs = answer.result.by_target;
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

nlohmann::ordered_json page_nodes(const AuditAnswer& answer) {
  if (answer.question.observers.kind == AuditedObservers::Kind::nodes) return nullptr;
  auto nodes = nlohmann::ordered_json::array();
  for (const auto& pair : answer.result.by_target) {
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

nlohmann::ordered_json page_scale(const AuditAnswer& answer) {
  const auto& promise = answer.question.promise;
  const auto parameter = [&](audit::Quantity quantity, double usual) {
    return promise.quantity == quantity ? promise.parameter : usual;
  };
  std::vector<double> rates = {0.01, 0.001};
  if (promise.quantity == audit::Quantity::attack_tpr && std::ranges::count(rates, promise.parameter) == 0)
    rates.push_back(promise.parameter);
  const auto unit = answer.question.scale();
  nlohmann::ordered_json scale = {{"sigma", unit.sigma},
                                  {"sensitivity", unit.sensitivity},
                                  {"order", parameter(audit::Quantity::renyi, usual_order)},
                                  {"delta", parameter(audit::Quantity::epsilon, usual_delta)},
                                  {"false_positive_rates", rates}};
  if (answer.question.scales) scale["uneven"] = true;
  if (promise.bound) scale["broken_share"] = audit::thresholds(promise, answer.question.scale()).broken;
  if (answer.formula) {  // by distance, the two degrees and the number of observers
    auto& shares = scale["broken_shares"] = nlohmann::ordered_json::object();
    for (const auto& [place, bound] : answer.formula->known()) {
      auto here = promise;
      here.bound = bound.upper();
      shares[fmt::format("{}", fmt::join(place, " "))] =
          bound.upper() < 0.0 ? 0.0 : audit::thresholds(here, answer.question.scale()).broken;
    }
  }
  return scale;
}

}  // namespace

std::string audit_page(const AuditAnswer& answer, nlohmann::ordered_json& result, const Execution& execution,
                       const std::function<Origin()>& origin) {
  require_page(answer.question.promise);
  const auto& worst = *answer.result.worst;
  nlohmann::ordered_json words = {verdict_words(answer)};
  if (const auto doubt = doubt_words(answer); !doubt.empty()) words.push_back("In doubt: " + doubt);
  for (const auto& sentence : summary_words(answer)) words.push_back(sentence);
  words.push_back(reading(answer.question.network).line());
  const auto proofs = proofs_of(
      answer, {.work = page_work, .most_entries = page_entries, .most_sets = most_page_sets, .every_pair = false});
  const NetworkPage page{
      .result = result,
      .summary = {{"title", fmt::format("{}: {}", to_string(answer.verdict), answer.question.promise.text)},
                  {"verdict", to_string(answer.verdict)},
                  {"words", words},
                  {"worst", worst_words(answer)}},
      .scale = page_scale(answer),
      .nodes = page_nodes(answer),
      .positions = answer.question.network.made.loaded.positions,
      .own_noise = answer.question.own_noise,
      .worst = {.observers = worst.observers, .target = worst.target, .share = worst.judged(answer.question.own_noise)},
      .focus = {.observers = worst.observers,
                .next = listeners(answer),
                .audited = answer.question.observers.sets,
                .views = answer.views.get()},
      .proofs = page_proofs({.certificates = proofs.certificates, .missing = proofs.missing}, answer.graph(),
                            proofs.certificates.size())};
  const PageNetwork network{.graph = answer.graph(),
                            .w = answer.question.network.w,
                            .rounds = answer.question.network.rounds,
                            .steps = answer.question.steps,
                            .primes = draw_primes(execution.seed),
                            .scales = answer.question.scales ? &*answer.question.scales : nullptr,
                            .tau = answer.question.noise.tau};
  return page_text(timed(page_data(page, network, execution), result, origin), page.proofs);
}

std::string audit_page_name(std::size_t i) { return fmt::format("audit-{}.html", i + 1); }

std::string audits_page(const AuditFileAnswer& answer) {
  std::string rows;
  for (std::size_t i = 0; i < answer.audits.size(); ++i) {
    const auto& audit = answer.audits[i];
    rows += fmt::format(
        R"(<tr><td><a href="{}">{}</a></td><td class="text"><span class="badge {}">{}</span></td><td class="text words">{}</td></tr>)"
        "\n",
        audit_page_name(i), report::xml_escape(audit.question.name), to_string(audit.verdict), to_string(audit.verdict),
        report::xml_escape(fmt::format("{}. {}", verdict_words(audit), worst_words(audit))));
  }
  return filled(page_audits(), {{"title", report::xml_escape(answer.question.file)},
                                {"verdict", std::string(to_string(answer.verdict))},
                                {"style", page_css()},
                                {"rows", rows}});
}

}  // namespace hearsay::api
