// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_stream.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view attack_stream_where = "attack stream";

void require_domain(const AttackStreamQuestion& question) {
  const auto& terms = question.terms;
  require_between(attack_stream_where, "`rounds`", terms.rounds, 1, 100'000);
  require_between(attack_stream_where, "`half_period`", terms.half_period, 0, 100'000);
  require_positive(attack_stream_where, "`sigma`", terms.sigma);
  if (terms.anytime && (terms.delta || terms.epsilon))
    throw Error(Errc::conditions, "`anytime`", "judges mu only; leave `delta` and `epsilon` out");
}

/// Of the simulated rounds, and of the covariance of the view and its factor.
Workload workload(const AttackStreamQuestion& question) {
  const auto& [network, observers, target, terms] = question;
  const auto n = static_cast<double>(network.w.rows()), rounds = static_cast<double>(terms.rounds),
             seen = static_cast<double>(observers.size()) * rounds, views = 2.5 * static_cast<double>(terms.runs);
  return {.operations = views * (rounds * (20.0 * n + static_cast<double>(network.w.nonZeros())) + seen) +
                        n * seen * seen + (terms.own_noise_known ? 4.0 : 1.0) * seen * seen * seen,
          .bytes = 24.0 * seen * seen + 16.0 * n * seen + 24.0 * (terms.anytime ? 0.0 : views)};
}

empirical::StreamAttack attack_of(const AttackStreamQuestion& question, const Execution& execution) {
  const auto& terms = question.terms;
  return {.w = question.network.w,
          .observers = question.observers,
          .target = question.target,
          .stream = empirical::wave(terms.rounds, terms.half_period),
          .sigma = terms.sigma,
          .own_noise_known = terms.own_noise_known,
          .terms = {.runs = terms.runs,
                    .confidence = terms.confidence,
                    .delta = terms.delta,
                    .epsilon = terms.epsilon,
                    .execution = execution}};
}

/// What the accountant and the theorem say of the view.
struct Truth {
  double exact, published, rate, constant;
};

Truth truth_of(const empirical::StreamAttack& attack) {
  const auto known = attack.own_noise_known ? attack.observers : std::vector<graph::Node>{};
  const accounting::ContinualAccountant accountant(attack.w, {.observed = attack.observers, .known_noise = known},
                                                   static_cast<int>(attack.stream.size()), std::array{attack.target},
                                                   attack.terms.execution.part());
  const double rate = 1.0 / static_cast<double>(attack.w.rows() - static_cast<Eigen::Index>(known.size()));
  const auto grown = accountant.constant_growth(attack.target);
  double root = 0.0;
  for (Eigen::Index t = 0; t < grown.size(); ++t)
    root = std::max(root, std::sqrt(grown(t)) - std::sqrt(static_cast<double>(t + 1) * rate));
  const double published = std::sqrt(static_cast<double>(grown.size()) * rate) + root;
  const double squared =
      accountant.unbounded(attack.target).empty() ? accountant.loss_of(attack.target, attack.stream) : infinity;
  return {.exact = std::sqrt(squared) / attack.sigma,
          .published = published / attack.sigma,
          .rate = rate,
          .constant = root * root};
}

nlohmann::ordered_json identity_of(const AttackStreamQuestion& question, random::Seed seed) {
  auto parameters = parameters_json(question);
  parameters.erase("runs");
  return run_identity(attack_stream_where, std::move(parameters), seed);
}

}  // namespace

AttackStreamAnswer attack_stream(const AttackStreamQuestion& question, const Execution& execution,
                                 const Continuation& continuation) {
  require_domain(question);
  require_affordable(attack_stream_where, workload(question), "`rounds`, `runs` or the number of observers");
  const auto& terms = question.terms;
  const auto attack = attack_of(question, execution);
  const auto truth = truth_of(attack);
  AttackStreamAnswer answer{.question = question,
                            .exact = truth.exact,
                            .published = truth.published,
                            .rate = truth.rate,
                            .constant = truth.constant};
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  if (!terms.anytime) {
    answer.found = empirical::attack_stream(attack);
    return answer;
  }
  const AnytimeRun run{.identity = identity_of(question, execution.seed),
                       .runs = terms.runs,
                       .events = 2,
                       .unit = empirical::view_batch};
  answer.found = attack_anytime(continuation, run, execution, [&](auto from, const auto& keeper) {
    return empirical::attack_stream_anytime(attack, terms.claimed_mu.value_or(answer.published), std::move(from),
                                            keeper);
  });
  return answer;
}

bool AttackStreamAnswer::refuted() const {
  if (const auto* anytime = std::get_if<empirical::LinearAnytimeResult>(&found)) return refutes(anytime->stop);
  return std::get<empirical::LinearResult>(found).gaussian.mu > published;
}

std::string_view AttackStreamAnswer::published_by() const {
  if (question.terms.own_noise_known) return "Theorem 16";
  return question.observers.size() == 1 ? "Theorem 13" : "Theorem 15 (proof)";
}

double AttackStreamAnswer::per_round(double mu) const {
  const double sensitivity = mu * question.terms.sigma;
  return sensitivity * sensitivity / question.terms.rounds;
}

AttackEnd end_of(const AttackStreamAnswer& answer) {
  if (const auto* anytime = std::get_if<empirical::LinearAnytimeResult>(&answer.found)) return end_of(anytime->stop);
  return end_of_runs(answer.refuted(), std::get<empirical::LinearResult>(answer.found).runs,
                     answer.question.terms.runs);
}

}  // namespace hearsay::api
