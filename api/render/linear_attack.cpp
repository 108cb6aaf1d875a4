// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/linear_attack.hpp"

#include <string_view>

#include <hearsay/report/number_text.hpp>
#include "api/render/result.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view gaussian_scores =
    "the scores are Gaussian with one variance; this is true, because they are linear in the simulated Gaussian noise";
constexpr std::string_view no_law = "the views are independent; nothing is assumed about their law";

nlohmann::ordered_json estimate_json(const Bracket& rate) {
  return {{"estimate", rate.estimate()}, {"lower", rate.lower()}, {"upper", rate.upper()}};
}

report::TerminalText any_law_text(double mu) {
  return paragraph("without the assumption that the scores are Gaussian: mu at least {}",
                   report::number_text_below(mu, 6));
}

}  // namespace

void add_bounds(nlohmann::ordered_json& result, const empirical::LinearResult& found) {
  result["epsilon_lower"] = number_or_null(found.gaussian.epsilon);
  result["delta_lower"] = number_or_null(found.gaussian.delta);
  result["assumes"] = gaussian_scores;
  result["any_law"] = {{"mu_lower", found.any_law.mu},
                       {"epsilon_lower", number_or_null(found.any_law.epsilon)},
                       {"delta_lower", number_or_null(found.any_law.delta)},
                       {"certified_by", found.mu_from_curve ? "curve" : "threshold"},
                       {"assumes", no_law}};
}

void add_bounds(nlohmann::ordered_json& result, const empirical::LinearAnytimeResult& found) {
  result["assumes"] = gaussian_scores;
  result["any_law"] = {{"mu_lower", found.any_law}, {"assumes", no_law}};
}

void add_rates(nlohmann::ordered_json& result, bool refuted, const empirical::Rates& rates) {
  result["refutes_published"] = refuted;
  result["true_positive_rate"] = estimate_json(rates.true_positive);
  result["false_positive_rate"] = estimate_json(rates.false_positive);
}

report::TerminalText bounds_text(const empirical::LinearResult& found, std::optional<double> delta,
                                 std::optional<double> epsilon) {
  report::TerminalText text;
  if (found.gaussian.epsilon)
    text += paragraph("epsilon at delta {}: at least {}", delta.value(),
                      report::number_text_below(*found.gaussian.epsilon, 6));
  if (found.gaussian.delta)
    text += paragraph("delta at epsilon {}: at least {}", epsilon.value(),
                      report::number_text_below(*found.gaussian.delta, 6));
  return text + any_law_text(found.any_law.mu);
}

report::TerminalText bounds_text(const empirical::LinearAnytimeResult& found) { return any_law_text(found.any_law); }

}  // namespace hearsay::api
