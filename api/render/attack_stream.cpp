// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_stream.hpp"

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

using empirical::LinearAnytimeResult;
using empirical::LinearResult;

double mu_of(const LinearResult& found) { return found.gaussian.mu; }
double mu_of(const LinearAnytimeResult& found) { return found.mu_lower; }

nlohmann::ordered_json three_json(double lower, double exact, double published) {
  return {{"lower", lower}, {"exact", exact}, {"published", published}};
}

/// Mu, and the growth of the squared sensitivity per round.
void add_losses(nlohmann::ordered_json& result, const AttackStreamAnswer& answer, double lower) {
  result["mu"] = three_json(lower, answer.exact, answer.published);
  result["per_round"] = three_json(answer.per_round(lower), answer.per_round(answer.exact), answer.rate);
  result["constant"] = answer.constant;
  result["published_by"] = answer.published_by();
}

std::string wave_words(const AttackStreamTerms& terms) {
  return terms.half_period == 0 ? "contributions of 1"
                                : fmt::format("square wave of half-period {}", terms.half_period);
}

report::TerminalText losses_text(const AttackStreamAnswer& answer, double lower, std::string_view when) {
  const auto& terms = answer.question.terms;
  return paragraph("mu, confidence {}{}: at least {} (exact {:.6g}, {} with the C of constant streams {:.6g})",
                   report::probability_text(terms.confidence), when, report::number_text_below(lower, 6), answer.exact,
                   answer.published_by(), answer.published) +
         paragraph("squared sensitivity per round: at least {} (exact {:.6g}, {} in the limit {:.6g})",
                   report::number_text_below(answer.per_round(lower), 6), answer.per_round(answer.exact),
                   answer.published_by(), answer.rate);
}

report::TerminalText result_text(const AttackStreamAnswer& answer, const LinearResult& found) {
  const auto& terms = answer.question.terms;
  return paragraph("{} views under each hypothesis, {} rounds, {}; true positive rate {}, false positive rate {}",
                   found.runs, terms.rounds, wave_words(terms),
                   report::probability_text(found.rates.true_positive.estimate(), 4),
                   report::probability_text(found.rates.false_positive.estimate(), 4)) +
         losses_text(answer, mu_of(found), "") + bounds_text(found, terms.delta, terms.epsilon) +
         paragraph("{} for this stream: {}", answer.published_by(),
                   answer.refuted() ? "refuted" : "not refuted; that is no evidence of privacy");
}

report::TerminalText result_text(const AttackStreamAnswer& answer, const LinearAnytimeResult& found) {
  const auto& terms = answer.question.terms;
  return paragraph("{} rounds, {}", terms.rounds, wave_words(terms)) +
         losses_text(answer, mu_of(found), " at every look") + bounds_text(found) +
         paragraph("{}: {}",
                   terms.claimed_mu ? fmt::format("the claim mu <= {:.6g}", *terms.claimed_mu)
                                    : fmt::format("{} for this stream", answer.published_by()),
                   anytime_line(found.stop, found.state));
}

}  // namespace

nlohmann::ordered_json parameters_json(const AttackStreamQuestion& question) {
  const auto& [network, observers, target, terms] = question;
  auto parameters = graph_parameters(network, observers);
  parameters.update({{"target", NodeNames(network.graph()).json(target)},
                     {"rounds", terms.rounds},
                     {"half_period", terms.half_period},
                     {"sigma", terms.sigma},
                     {"trust", terms.own_noise_known ? "own-noise-known" : "all-noise"},
                     {"runs", terms.runs},
                     {"confidence", terms.confidence}});
  if (terms.delta) parameters["delta"] = *terms.delta;
  if (terms.epsilon) parameters["epsilon"] = *terms.epsilon;
  if (terms.claimed_mu) parameters["claimed_mu"] = *terms.claimed_mu;
  return parameters;
}

nlohmann::ordered_json to_json(const AttackStreamAnswer& answer, const Origin& origin) {
  auto result = envelope("attack stream", parameters_json(answer.question), origin);
  result["read"] = reading(answer.question.network).json;
  if (const auto* anytime = std::get_if<LinearAnytimeResult>(&answer.found)) {
    add_losses(result, answer, mu_of(*anytime));
    add_bounds(result, *anytime);
    add_rates(result, answer.question.terms.claimed_mu ? mu_of(*anytime) > answer.published : answer.refuted(),
              anytime->rates);
    result["anytime"] = anytime_json(anytime->stop, anytime->state);
    return result;
  }
  const auto& found = std::get<LinearResult>(answer.found);
  add_losses(result, answer, mu_of(found));
  add_bounds(result, found);
  add_rates(result, answer.refuted(), found.rates);
  result["timing"] = timing_json(origin);
  add_partial(result, {.finished = found.runs, .asked = answer.question.terms.runs});
  return result;
}

report::TerminalText text(const AttackStreamAnswer& answer) {
  return reading(answer.question.network).text() +
         std::visit([&](const auto& found) { return result_text(answer, found); }, answer.found);
}

}  // namespace hearsay::api
