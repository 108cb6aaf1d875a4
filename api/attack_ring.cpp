// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_ring.hpp"

#include <utility>

#include <hearsay/core/error.hpp>
#include "api/account_ring.hpp"
#include "api/names.hpp"
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

using empirical::RingOutput;

constexpr std::string_view attack_ring_where = "attack ring";
constexpr Names<RingOutput, 3> ring_outputs = {
    {{"hidden", RingOutput::hidden}, {"published", RingOutput::published}, {"perturbed", RingOutput::perturbed}}};

void require_affordable_attack(const AttackRingQuestion& question) {
  const auto runs = static_cast<double>(question.terms.runs), users = static_cast<double>(question.token.users);
  require_affordable(attack_ring_where,
                     {.operations = 4.0 * runs * 8.0 * users * static_cast<double>(question.token.rounds),
                      .bytes = 100.0 * runs + 64.0 * users},
                     "`users`, `rounds` or `runs`");
}

nlohmann::ordered_json identity_of(const AttackRingQuestion& question, random::Seed seed) {
  auto parameters = parameters_json(question);
  parameters.erase("runs");
  return run_identity(attack_ring_where, std::move(parameters), seed);
}

}  // namespace

RingOutput ring_output_named(std::string_view name) { return named(ring_outputs, "`output`", name); }
std::string_view name_of(RingOutput output) { return name_in(ring_outputs, output); }

AttackRingAnswer attack_ring(const AttackRingQuestion& question, const Execution& execution,
                             const Continuation& continuation) {
  const auto token = ring_token(question.token, question.delta);
  AttackRingAnswer answer{.question = question,
                          .test = {.terms = question.terms,
                                   .published = accounting::ring_published(token),
                                   .repaired = accounting::ring_repaired(token)},
                          .pair = {},
                          .mu = std::nullopt,
                          .gamma = std::nullopt};
  require_affordable_attack(question);
  empirical::RingAttack attack{.users = token.users, .rounds = token.rounds, .output = question.output};
  if (token.task == accounting::TokenTask::histogram) {
    answer.gamma = accounting::ring_response_published(token).value.gamma;
    attack.answers = {.buckets = token.buckets, .gamma = *answer.gamma};
  } else if (token.noise == accounting::Noise::laplace) {
    attack.laplace = true;
    attack.signal = token.epsilon;
  } else {
    answer.mu = accounting::signal_to_noise(token.calibration, token.epsilon, token.delta);
    attack.signal = *answer.mu;
  }
  attack.terms = epsilon_terms(attack_ring_where, "rounds", answer.test, execution);
  answer.pair = empirical::ring_pair(attack);
  make_test(
      answer.test, identity_of(question, execution.seed), execution, continuation,
      [&] { return empirical::attack_ring(attack); },
      [&](double claimed, auto from, const auto& keeper) {
        return empirical::attack_ring_anytime(attack, claimed, std::move(from), keeper);
      });
  return answer;
}

}  // namespace hearsay::api
