// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/stream.hpp>
#include "api/render/words.hpp"
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view account_stream_where = "account stream";

void require_domain(const StreamQuestion& question) {
  const auto& [sigma, delta, epsilon] = question.scale;
  require_between(account_stream_where, "`rounds`", question.rounds, 1, 1'000'000);
  require_between(account_stream_where, "`steps_per_round`", question.steps_per_round, 1, 1'000'000);
  require_positive(account_stream_where, "`sigma`", sigma);
  if (delta) require_open_unit(account_stream_where, "`delta`", *delta);
  if (epsilon) require_non_negative(account_stream_where, "`epsilon`", *epsilon);
  if (epsilon && !delta)
    throw Error(Errc::domain, account_stream_where,
                "`epsilon` asks for the noise that gives (epsilon, delta)-DP, so it needs `delta`");
}

accounting::ContinualView view_of(const StreamQuestion& question) {
  const auto& observers = question.observers;
  return {.observed = question.messages ? accounting::senders(question.network.w, observers) : observers,
          .known_noise = question.own_noise ? observers : std::vector<graph::Node>{},
          .steps_per_round = question.steps_per_round,
          .every_step = true};
}

/// Of the powers of W and their products, of the covariance of the view and its factor, and of what the targets add to
/// it.
Workload workload(const StreamQuestion& question, const accounting::ContinualView& view) {
  const auto& w = question.network.w;
  const auto n = static_cast<double>(w.rows()), seen = static_cast<double>(view.observed.size()),
             rounds = static_cast<double>(question.rounds), asked = static_cast<double>(question.targets.size());
  const double messages = seen * rounds;
  return {.operations = 2.0 * messages * question.steps_per_round * static_cast<double>(w.nonZeros()) +
                        n * seen * messages + messages * messages * messages / 3.0 +
                        asked * messages * rounds * rounds / 3.0,
          .bytes = 8.0 * messages * (messages + asked)};
}

/// Losses of one target over the rounds, of any and of constant contributions, and for K = 1 the rate of the latter.
void prove_target(const report::StreamInstance& instance, int rounds, std::vector<report::Certificate>& all) {
  auto loss = report::Certificate{.kind = "stream", .quantity = "loss"};
  prove_stream_loss(loss, instance, rounds, true);
  auto constant = report::Certificate{.kind = "stream", .quantity = "constant"};
  prove_constant_loss(constant, instance, rounds);
  all.insert(all.end(), {std::move(loss), std::move(constant)});
  if (instance.steps != 1) return;
  auto rate = report::Certificate{.kind = "rate", .quantity = "rate"};
  const exact::Rational one = 1;
  prove_rate(rate, instance, {&one, 1}, false);
  all.push_back(std::move(rate));
}

/// Why there is no proof at all; empty if there are some.
std::string unproved(const StreamAnswer& answer) {
  constexpr std::size_t most_states = 40, most_columns = 200;
  constexpr int most_rounds = 12;
  const auto& q = answer.question;
  if (!is_weights_rule(q.network.source.weights)) return "only metropolis and min-degree weights have certificates";
  const auto rounds = static_cast<std::size_t>(q.rounds);
  const auto states = answer.observed * rounds * static_cast<std::size_t>(q.steps_per_round);
  const auto columns = q.network.graph().nodes() * rounds;
  if (q.rounds <= most_rounds && states <= most_states && columns <= most_columns) return {};
  return fmt::format("more than {} rounds, {} observed states or {} noises have no certificate", most_rounds,
                     most_states, most_columns);
}

}  // namespace

StreamAnswer account_stream(const StreamQuestion& question, const Execution& execution) {
  require_domain(question);
  const auto& w = question.network.w;
  const auto view = view_of(question);
  require_affordable(account_stream_where, workload(question, view),
                     "`rounds`, `steps_per_round` or the number of targets");
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  const accounting::ContinualAccountant accountant(w, view, question.rounds, question.targets, execution);
  const bool grows = accounting::is_primitive(account_stream_where, w);  // else there is no rate in the long run
  const Eigen::VectorXd rates = grows ? accounting::ContinualRate(w, view, execution).constant() : Eigen::VectorXd();
  StreamAnswer answer{.question = question,
                      .observed = view.observed.size(),
                      .rank = accountant.rank(),
                      .reports = {},
                      .safe = accounting::continual_safe_loss(question.rounds, question.scale)};
  for (const auto target : question.targets) {
    answer.reports.push_back(accounting::continual_report(
        accountant, target, grows ? std::optional(rates(target)) : std::nullopt, question.scale));
    if (execution.progress) execution.progress(answer.reports.size(), question.targets.size(), "targets");
  }
  return answer;
}

Proofs proofs_of(const StreamAnswer& answer) {
  const auto& q = answer.question;
  if (auto why = unproved(answer); !why.empty()) return {.certificates = {}, .missing = {std::move(why)}};
  auto observers = q.observers;
  std::ranges::sort(observers);
  Proofs proofs;
  for (const auto target : q.targets) {
    const report::StreamInstance instance{.graph = q.network.graph(),
                                          .weights = graph::weights_from_name(q.network.source.weights, "`weights`"),
                                          .observers = observers,
                                          .own_noise = q.own_noise,
                                          .messages = q.messages,
                                          .target = target,
                                          .steps = q.steps_per_round};
    try {
      prove_target(instance, q.rounds, proofs.certificates);
    } catch (const Error& error) {
      if (error.code() != Errc::conditions) throw;
      proofs.missing.push_back(fmt::format("target {}: {}", q.network.graph().label(target), error.what()));
    }
  }
  proofs.missing.emplace_back("rates have lower bounds only");
  if (q.scale.delta)
    proofs.missing.emplace_back("epsilons have no certificate; they follow from the squared sensitivity");
  return proofs;
}

}  // namespace hearsay::api
