// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_gossip.hpp"

#include <fmt/format.h>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include "api/render/attack_run.hpp"
#include "api/render/linear_attack.hpp"
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/runs.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using empirical::GossipAnytimeResult;
using empirical::GossipAttackResult;

nlohmann::ordered_json mu_json(double lower, const AttackGossipAnswer& answer) {
  const auto& exact = answer.exact;
  return {{"lower", lower},
          {"exact", number_or_null(exact.value)},
          {"exact_between", {{"lower", exact.lower}, {"upper", exact.upper}}},
          {"published", answer.published}};
}

/// How views were scored, where that is not as one would expect.
report::TerminalText scoring_words(empirical::GossipScoring scoring) {
  if (scoring == empirical::GossipScoring::nothing)
    return paragraph("the observers receive no message, so the two values cannot be distinguished");
  if (scoring == empirical::GossipScoring::noise)
    return paragraph(
        "messages rounded to double precision lose too much information, so the scores are computed from every node's "
        "noise");
  return {};
}

nlohmann::ordered_json fields(const AttackGossipAnswer& answer, const GossipAttackResult& found) {
  nlohmann::ordered_json result;
  result["mu"] = mu_json(found.gaussian.mu, answer);
  result["published_capped_at_local"] = true;
  add_bounds(result, found);
  result["scored_by"] = to_string(found.scoring);
  add_rates(result, answer.refuted(), found.rates);
  return result;
}

nlohmann::ordered_json fields(const AttackGossipAnswer& answer, const GossipAnytimeResult& found) {
  nlohmann::ordered_json result;
  result["mu"] = mu_json(found.mu_lower, answer);
  result["published_capped_at_local"] = true;
  add_bounds(result, found);
  result["scored_by"] = to_string(found.scoring);
  add_rates(result, answer.question.terms.claimed_mu ? found.mu_lower > answer.published : answer.refuted(),
            found.rates);
  result["anytime"] = anytime_json(found.stop, found.state);
  return result;
}

report::TerminalText result_text(const AttackGossipAnswer& answer, const GossipAttackResult& found) {
  const auto& terms = answer.question.terms;
  return paragraph("{} views under each hypothesis, {} steps; true positive rate {}, false positive rate {}",
                   found.runs, answer.steps, report::probability_text(found.rates.true_positive.estimate(), 4),
                   report::probability_text(found.rates.false_positive.estimate(), 4)) +
         paragraph("mu, confidence {}: at least {} (exact {}, published formula, capped at local DP, {:.6g})",
                   report::probability_text(terms.confidence), report::number_text_below(found.gaussian.mu, 6),
                   report::enclosure_text(answer.exact, 6), answer.published) +
         bounds_text(found, terms.delta, terms.epsilon) + scoring_words(found.scoring) +
         paragraph("the published formula is {}",
                   answer.refuted() ? "refuted" : "not refuted; that is no evidence of privacy");
}

report::TerminalText result_text(const AttackGossipAnswer& answer, const GossipAnytimeResult& found) {
  const auto& claimed = answer.question.terms.claimed_mu;
  return paragraph(
             "mu, confidence {} at every look: at least {} (exact {}, published formula, capped at local DP, "
             "{:.6g})",
             report::probability_text(answer.question.terms.confidence), report::number_text_below(found.mu_lower, 6),
             report::enclosure_text(answer.exact, 6), answer.published) +
         bounds_text(found) + scoring_words(found.scoring) +
         paragraph("{}: {}", claimed ? fmt::format("the claim mu <= {:.6g}", *claimed) : "the published formula",
                   anytime_line(found.stop, found.state));
}

}  // namespace

nlohmann::ordered_json parameters_json(const AttackGossipQuestion& question, int steps) {
  const auto& [network, observers, target, terms] = question;
  auto parameters = graph_parameters(network, observers);
  parameters.update({{"target", NodeNames(network.graph()).json(target)},
                     {"schedule", terms.schedule.name()},
                     {"steps", steps},
                     {"sigma", terms.sigma},
                     {"sensitivity", terms.sensitivity},
                     {"trust", terms.own_noise_known ? "own-noise-known" : "all-noise"},
                     {"row_space", terms.row_space},
                     {"runs", terms.runs},
                     {"confidence", terms.confidence}});
  if (terms.delta) parameters["delta"] = *terms.delta;
  if (terms.epsilon) parameters["epsilon"] = *terms.epsilon;
  if (terms.claimed_mu) parameters["claimed_mu"] = *terms.claimed_mu;
  return parameters;
}

nlohmann::ordered_json to_json(const AttackGossipAnswer& answer, const Origin& origin) {
  auto result = envelope("attack gossip", parameters_json(answer.question, answer.steps), origin);
  result["read"] = reading(answer.question.network).json;
  std::visit([&](const auto& found) { result.update(fields(answer, found)); }, answer.found);
  if (const auto* found = std::get_if<GossipAttackResult>(&answer.found)) {
    result["timing"] = timing_json(origin);
    add_partial(result, {.finished = found->runs, .asked = answer.question.terms.runs});
  }
  return result;
}

report::TerminalText text(const AttackGossipAnswer& answer) {
  return reading(answer.question.network).text() +
         std::visit([&](const auto& found) { return result_text(answer, found); }, answer.found);
}

}  // namespace hearsay::api
