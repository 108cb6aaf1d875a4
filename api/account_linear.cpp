// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_linear.hpp"

#include <fmt/format.h>

#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/io/matrix_file.hpp>
#include <hearsay/report/certificate/linear.hpp>
#include "api/account_linear_subjects.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view account_linear_where = "account linear";

void require_domain(const LinearQuestion& q) {
  if (std::holds_alternative<accounting::GivenMatrices>(q.model) && !q.observers.empty())
    throw Error(Errc::conditions, account_linear_where,
                "`observer` needs `protocol`; the given matrices already are the view");
  if (q.terms.delta) require_open_unit(account_linear_where, "`delta`", *q.terms.delta);
  if (q.terms.fpr) require_open_unit(account_linear_where, "`fpr`", *q.terms.fpr);
  if (!q.claimed_epsilon) return;
  require_non_negative(account_linear_where, "`claimed_epsilon`", *q.claimed_epsilon);
  if (!q.terms.delta)
    throw Error(Errc::conditions, account_linear_where,
                "`claimed_epsilon` E promises (E, delta)-DP, so it needs `delta`");
}

/// The audiences of a promise.
std::vector<accounting::LinearAudience> audiences_of(const LinearQuestion& question, const LinearNames& names,
                                                     const Execution& execution) {
  std::vector<accounting::LinearAudience> audiences;
  for (const auto& observers : coalitions(question, names)) {
    audiences.push_back({observers,
                         {.subjects = accounting_subjects(subjects_of(question, observers, names)),
                          .participation = accounting::parse_participation("`participation`", question.participation),
                          .contributions = question.terms.contributions,
                          .execution = execution.part()}});
  }
  return audiences;
}

/// The account of each view; `model` is left with the last one's observers.
std::vector<LinearView> views_of(const LinearQuestion& question, accounting::LinearModel& model,
                                 const LinearNames& names, const Execution& execution) {
  const auto participation = accounting::parse_participation("`participation`", question.participation);
  std::vector<LinearView> views;
  const auto all = coalitions(question, names);
  for (const auto& observers : all) {
    if (auto* protocol = std::get_if<accounting::Protocol>(&model)) protocol->view.observers = observers;
    auto subjects = subjects_of(question, observers, names);
    auto found = accounting::linear_account(model, {.subjects = accounting_subjects(subjects),
                                                    .participation = participation,
                                                    .contributions = question.terms.contributions,
                                                    .reconstruct = question.reconstruct,
                                                    .witness = question.witness,
                                                    .execution = all.size() > 1 ? execution.part() : execution});
    views.push_back({observers, std::move(subjects), std::move(found)});
    if (all.size() > 1 && execution.progress) execution.progress(views.size(), all.size(), "observers");
  }
  return views;
}

}  // namespace

bool LinearQuestion::every_observer() const {
  return observers == std::vector<std::string>{std::string(each_observer)};
}

accounting::LinearModel load_linear(const LinearSource& source) {
  const bool given = !source.signal.empty() || !source.noise.empty();
  if (source.protocol.empty() == !given || (given && (source.signal.empty() || source.noise.empty())))
    throw Error(Errc::conditions, account_linear_where, "needs either `protocol` F, or `signal` A and `noise` B");
  require_between(account_linear_where, "`rounds`", source.rounds, 1, 1'000'000);
  if (!source.protocol.empty() && source.rounds != 1)
    throw Error(Errc::conditions, account_linear_where, "`rounds` needs `signal`; a protocol file contains its rounds");
  if (!source.protocol.empty()) return accounting::read_protocol(source.protocol);
  return given_matrices(source, graph::read_matrix(source.signal), graph::read_matrix(source.noise));
}

accounting::GivenMatrices given_matrices(const LinearSource& source, linalg::FractionMatrix signal,
                                         linalg::FractionMatrix noise) {
  const auto rounds = static_cast<std::size_t>(source.rounds);
  if (signal.columns % rounds != 0)
    throw Error(Errc::shape, "`rounds`",
                fmt::format("the {} columns of {} cannot be divided into {} rounds of equal size", signal.columns,
                            source.signal, rounds));
  return {.signal = std::move(signal), .noise = std::move(noise), .rounds = rounds};
}

LinearAnswer account_linear(const LinearQuestion& question, const Execution& execution) {
  require_domain(question);
  if (!question.meet.empty()) (void)allowed_loss(question.meet);  // refused before the work
  LinearAnswer answer{.question = question, .views = {}, .audit = {}, .meet = {}};
  auto& model = answer.question.model;
  const LinearNames names(model);
  // Without names the observers are the protocol's, which views_of leaves as they are.
  answer.views = views_of(question, model, names, execution);
  if (question.claimed_epsilon) answer.audit = judge_losses(answer.views, question.terms, *question.claimed_epsilon);
  if (!question.meet.empty())
    answer.meet = meet_promise(question.meet, model, audiences_of(question, names, execution), execution);
  return answer;
}

Proofs proofs_of(const LinearAnswer& answer) {
  const auto& view = answer.views.front();
  const LinearNames names(answer.question.model);
  Proofs proofs{.certificates = report::linear_bounds(answer.question.model, view.account), .missing = {}};
  const bool refuted = answer.audit == Verdict::refuted;
  std::optional<exact::Rational> bound;
  if (answer.audit && answer.audit != Verdict::inconclusive) {
    const auto mu =
        divergence::gaussian_mu(answer.question.claimed_epsilon.value(), answer.question.terms.delta.value());
    const exact::Rational end(refuted ? mu.upper() : mu.lower());
    bound = end * end;
  }
  auto& certificates = proofs.certificates;
  std::size_t one_change = 0, judged = 0;
  for (std::size_t i = 0; i < certificates.size(); ++i) {
    certificates[i].note = words_of(view.subjects[i], names);
    const auto& loss = view.account.losses[i].loss;
    const bool all = !loss.is_private || (view.account.rounds == 1 && loss.signs.size() <= 1);
    if (all) ++one_change;
    if (bound && (all || refuted) && report::prove_bound(certificates[i], *bound, refuted)) ++judged;
  }
  if (one_change < certificates.size())
    proofs.missing.push_back(
        fmt::format("for {} of {} losses no proof shows that other signs or rounds have no larger loss",
                    certificates.size() - one_change, certificates.size()));
  if (answer.audit && (refuted ? judged == 0 : judged < certificates.size()))
    proofs.missing.push_back(
        fmt::format("the verdict on the promise is proved for {} of {} losses", judged, certificates.size()));
  return proofs;
}

}  // namespace hearsay::api
