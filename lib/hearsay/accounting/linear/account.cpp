// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/account.hpp>

#include <algorithm>
#include <limits>
#include <map>

#include <hearsay/accounting/linear/conjugate.hpp>
#include <hearsay/accounting/linear/dense.hpp>
#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/accounting/linear/modular.hpp>
#include <hearsay/accounting/linear/own_noise.hpp>
#include <hearsay/accounting/linear/repeated.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;

constexpr std::size_t most_decided_rows = 300;  ///< where doubles leave a rank open
constexpr double most_decided_entries = 1e6;

/// All changes of all subjects, and where each subject's begin.
struct Changes {
  std::vector<Change> all;
  std::vector<std::size_t> begin;
};

Changes changes_of(const LinearQuestion& question, const LinearAccount& account) {
  Changes changes;
  for (const auto& subject : question.subjects) {
    changes.begin.push_back(changes.all.size());
    auto own = changes_of(subject, account.nodes, account.rounds);
    std::ranges::move(own, std::back_inserter(changes.all));
  }
  changes.begin.push_back(changes.all.size());
  return changes;
}

LinearLoss infinite_loss(Certified certified, std::string why) {
  return {.is_private = false,
          .loss = {.lower = infinity, .upper = infinity},
          .exact = {},
          .vectors = {.lower = infinity, .upper = infinity},
          .constant = infinity,
          .sum_abs = infinity,
          .rounds = {},
          .signs = {},
          .certified = certified,
          .why = std::move(why)};
}

LinearLoss undecided_loss(std::string why) {
  auto loss = infinite_loss(Certified::estimate, std::move(why));
  loss.is_private = true;
  loss.loss.lower = loss.vectors.lower = 0.0;
  loss.constant = std::numeric_limits<double>::quiet_NaN();
  return loss;
}

/// "1 * (node 1 in round 0, step 0) - 2/3 * (...)".
std::string combination_words(const Fractions& weights, const LinearAccount& account, const LinearModel& model) {
  constexpr std::size_t most_terms = 6;
  std::string text;
  std::size_t terms = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0 || ++terms > most_terms) continue;
    const bool negative = weights[i] < 0;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    text += fmt::format("{} ({})", exact::to_string(abs(weights[i])), row_words(account.row_names[i], i, model));
  }
  return terms > most_terms ? fmt::format("{} and {} more", text, terms - most_terms) : text;
}

LinearWitness::Vector sparse(const Fractions& vector) {
  LinearWitness::Vector entries;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    if (vector[i] != 0) entries.emplace_back(i, vector[i]);
  }
  return entries;
}

LinearWitness::Vector summed(const std::vector<std::pair<const Change*, int>>& terms) {
  std::map<std::size_t, Rational> sum;
  for (const auto& [change, sign] : terms) {
    for (const auto& [input, factor] : *change) sum[input] += sign * factor;
  }
  std::erase_if(sum, [](const auto& entry) { return entry.second == 0; });
  return {sum.begin(), sum.end()};
}

/// The exact road: everything about a view in fractions.
class ExactRoad {
 public:
  ExactRoad(const LinearModel& model, const LinearQuestion& question, LinearAccount& account)
      : model_(model),
        question_(question),
        account_(account),
        system_(linear_system<Rational>(model)),
        matrices_(view_matrices(system_)),
        changes_(changes_of(question, account)) {
    for (const auto& change : changes_.all) {
      auto& column = columns_.emplace_back(system_.rows.size(), Rational(0));
      for (std::size_t i = 0; i < column.size(); ++i) {
        for (const auto& [input, factor] : change) column[i] += matrices_.signal[i][input] * factor;
      }
    }
  }

  void account() {
    solved_ = solve_exactly(matrices_.noise, columns_);
    account_.rank = solved_.rank;
    account_.rank_proved = true;
    account_.losses.resize(question_.subjects.size());
    parallel_for(question_.subjects.size(), question_.execution, "subjects",
                 [&](std::size_t i) { account_.losses[i] = subject(i); });
  }

  void reconstruct() {
    std::vector<std::size_t> found;
    const auto flags = reconstructible(matrices_.signal, system_);
    for (std::size_t j = 0; j < flags.size(); ++j) {
      if (flags[j] != 0) found.push_back(j);
    }
    account_.reconstructible = std::move(found);
    account_.reconstructible_proved = true;
  }

 private:
  [[nodiscard]] SubjectLoss subject(std::size_t i) const {
    const std::size_t begin = changes_.begin[i], end = changes_.begin[i + 1];
    for (std::size_t k = begin; k < end; ++k) {
      if (!solved_.solutions[k].test) return shown_without_noise(k);
    }
    LossMatrix matrix{.rounds = account_.rounds, .members = question_.subjects[i].members.size()};
    const auto size = static_cast<Eigen::Index>(end - begin);
    matrix.values.resize(size, size);
    matrix.exact.assign(end - begin, Fractions(end - begin));
    for (std::size_t s = begin; s < end; ++s) {
      for (std::size_t t = begin; t <= s; ++t) {
        const auto value = dot(columns_[s], *solved_.solutions[t].test);
        const auto a = static_cast<Eigen::Index>(s - begin), b = static_cast<Eigen::Index>(t - begin);
        matrix.values(a, b) = matrix.values(b, a) = exact::to_double(value);
        matrix.exact[s - begin][t - begin] = matrix.exact[t - begin][s - begin] = value;
      }
    }
    SubjectLoss result{.loss = largest_loss(matrix, question_.participation), .witness = {}};
    if (question_.witness) result.witness = witness(result.loss, begin, matrix.members);
    return result;
  }

  [[nodiscard]] SubjectLoss shown_without_noise(std::size_t k) const {
    const auto& test = solved_.solutions[k].noiseless;
    SubjectLoss result{
        .loss = infinite_loss(Certified::rational,
                              fmt::format("seen without noise: {}", combination_words(test, account_, model_))),
        .witness = {}};
    if (question_.witness)
      result.witness = LinearWitness{.change = summed({{&changes_.all[k], 1}}), .noise = {}, .test = sparse(test)};
    return result;
  }

  [[nodiscard]] LinearWitness witness(const LinearLoss& loss, std::size_t begin, std::size_t members) const {
    Fractions test(system_.rows.size(), Rational(0));
    std::vector<std::pair<const Change*, int>> terms;
    for (std::size_t i = 0; i < loss.signs.size(); ++i) {
      const std::size_t k = begin + loss.rounds[i / members] * members + i % members;
      terms.emplace_back(&changes_.all[k], loss.signs[i]);
      for (std::size_t row = 0; row < test.size(); ++row)
        test[row] += loss.signs[i] * (*solved_.solutions[k].test)[row];
    }
    Fractions noise(system_.noises.size(), Rational(0));
    for (std::size_t row = 0; row < test.size(); ++row) {
      if (test[row] == 0) continue;
      for (std::size_t j = 0; j < noise.size(); ++j) noise[j] += test[row] * matrices_.noise[row][j];
    }
    return {.change = summed(terms), .noise = sparse(noise), .test = sparse(test)};
  }

  const LinearModel& model_;
  const LinearQuestion& question_;
  LinearAccount& account_;
  LinearSystem<Rational> system_;
  ViewMatrices matrices_;
  Changes changes_;
  std::vector<Fractions> columns_;
  ExactSolutions solved_;
};

/// Losses of all subjects from a factor of (independent rows of) S. @param in_range  by change; empty: all.
void dense_losses(const LinearQuestion& question, const Changes& changes, const DenseFactor& factor,
                  const Eigen::MatrixXd& signals, const std::vector<char>& in_range, LinearAccount& account) {
  account.losses.resize(question.subjects.size());
  parallel_for(question.subjects.size(), question.execution, "subjects", [&](std::size_t i) {
    const std::size_t begin = changes.begin[i], end = changes.begin[i + 1];
    auto& loss = account.losses[i].loss;
    for (std::size_t k = begin; k < end; ++k) {
      if (in_range.empty() || in_range[k] != 0) continue;
      loss = infinite_loss(account.rank_proved ? Certified::modular : Certified::estimate,
                           "some combination of the rows reveals it without noise, by ranks modulo a prime");
      return;
    }
    const auto found =
        factor.losses(signals.middleCols(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin)));
    loss = largest_loss({.rounds = account.rounds,
                         .members = question.subjects[i].members.size(),
                         .values = found.values,
                         .exact = {},
                         .doubt = found.doubt},
                        question.participation);
    if (in_range.empty()) return;
    loss.certified = Certified::estimate;
    loss.why = "some rows depend on the others modulo a prime; this is not proved over the rationals";
  });
}

/// S cannot be shown to be positive definite: ranks modulo primes, then the independent rows.
void singular_account(const LinearModel& model, const LinearQuestion& question, const Changes& changes,
                      const DenseView& view, LinearAccount& account) {
  const auto modular = modular_view(model, changes.all, question.execution);
  account.rank = modular.rank;
  account.rank_proved = modular.proved;
  const std::vector<Eigen::Index> rows(modular.rows.begin(), modular.rows.end());
  const auto factor = DenseFactor::of(view.gram(rows, rows));
  if (factor) {
    const Eigen::MatrixXd signals = view.signals(rows, Eigen::all);
    dense_losses(question, changes, *factor, signals, modular.in_range, account);
    return;
  }
  for (std::size_t i = 0; i < question.subjects.size(); ++i) {
    auto& loss = account.losses.emplace_back().loss;
    loss = undecided_loss("the rows are too nearly dependent for double precision");
    if (modular.range_proved && modular.rank == account.rows) loss.certified = Certified::modular;
  }
}

bool decided_exactly(const LinearAccount& account) {
  return account.rows <= most_decided_rows &&
         static_cast<double>(account.rows) * static_cast<double>(account.noises) <= most_decided_entries;
}

void conjugate_account(const LinearSystem<double>& system, const LinearQuestion& question, LinearAccount& account) {
  for (const auto& subject : question.subjects) {
    const auto found = conjugate_losses(system, changes_of(subject, account.nodes, account.rounds), question.execution);
    auto& loss = account.losses.emplace_back().loss;
    loss = largest_loss({.rounds = account.rounds,
                         .members = subject.members.size(),
                         .values = found.losses.values,
                         .exact = {},
                         .doubt = found.losses.doubt},
                        question.participation);
    if (question.execution.progress)
      question.execution.progress(account.losses.size(), question.subjects.size(), "subjects");
    if (found.proved) continue;
    loss.certified = Certified::estimate;
    loss.why = "not every row has its own noise, so only the residual of the solver supports the loss";
  }
  if (!OwnNoise::of(system)) return;
  account.rank = account.rows;
  account.rank_proved = true;
}

/// The losses through a view of rounds that are all alike. @return nothing if its S cannot be shown to be positive
/// definite.
std::optional<LinearAccount> repeated_account(const Protocol& protocol, const LinearQuestion& question) {
  const RepeatedView view(protocol, question.execution);
  LinearAccount account{.nodes = protocol.nodes,
                        .rounds = view.rounds(),
                        .rows = view.rows(),
                        .noises = view.noises(),
                        .row_names = view.row_names(),
                        .noise_names = {},
                        .rank = view.rows(),
                        .rank_proved = true};
  auto gram = view.gram(question.execution);
  const double rounding = view.rounding(gram, question.execution);
  const auto factor = DenseFactor::of(std::move(gram), rounding);
  if (!factor) return std::nullopt;
  account.losses.resize(question.subjects.size());
  parallel_for(question.subjects.size(), question.execution, "subjects", [&](std::size_t i) {
    const auto& subject = question.subjects[i];
    const auto found = factor->losses(view.signals(changes_of(subject, account.nodes, account.rounds)));
    account.losses[i].loss = largest_loss({.rounds = account.rounds,
                                           .members = subject.members.size(),
                                           .values = found.values,
                                           .exact = {},
                                           .doubt = found.doubt},
                                          question.participation);
  });
  return account;
}

/// The losses where every injection is shown by rows of its own: the quadratic form has a block for each. @return
/// nothing if these rows do not all have a noise of their own.
std::optional<LinearAccount> shown_account(const Protocol& protocol, const std::vector<Protocol>& injections,
                                           const LinearQuestion& question) {
  std::vector<LinearSystem<double>> systems;
  for (const auto& injection : injections) {
    systems.push_back(linear_system<double>(injection));
    if (!OwnNoise::of(systems.back())) return std::nullopt;
  }
  LinearAccount account{.nodes = protocol.nodes,
                        .rounds = protocol.injections(),
                        .rows = static_cast<std::size_t>(linear_size(protocol).rows),
                        .noises = 0,
                        .row_names = {},
                        .noise_names = {},
                        .rank = std::size_t{protocol.nodes} * protocol.injections(),
                        .rank_proved = true};
  account.noises = systems.front().noises.size() + (account.rounds - 1) * systems.back().noises.size();
  for (const auto& subject : question.subjects) {
    const auto members = static_cast<Eigen::Index>(subject.members.size());
    const auto rounds = static_cast<Eigen::Index>(account.rounds);
    LossMatrix matrix{.rounds = account.rounds,
                      .members = subject.members.size(),
                      .values = Eigen::MatrixXd::Zero(rounds * members, rounds * members),
                      .exact = {},
                      .doubt = Eigen::VectorXd(rounds * members)};
    std::vector<ConjugateLosses> found;
    for (const auto& system : systems)
      found.push_back(conjugate_losses(system, changes_of(subject, account.nodes, 1), question.execution.part()));
    for (Eigen::Index r = 0; r < rounds; ++r) {
      const auto& block = (r == 0 ? found.front() : found.back()).losses;
      matrix.values.block(r * members, r * members, members, members) = block.values;
      matrix.doubt.segment(r * members, members) = block.doubt;
    }
    account.losses.push_back({.loss = largest_loss(matrix, question.participation), .witness = {}});
    if (question.execution.progress)
      question.execution.progress(account.losses.size(), question.subjects.size(), "subjects");
  }
  return account;
}

/// An account without building the view, where that is asked for or the view is large. @return nothing if no such road
/// goes through it.
std::optional<LinearAccount> short_account(const LinearModel& model, const LinearQuestion& question) {
  constexpr double large = 64.0 * (1 << 20);
  const auto* protocol = std::get_if<Protocol>(&model);
  const bool choose = question.road == LinearRoad::choose;
  const bool asked = question.road == LinearRoad::shown || question.road == LinearRoad::repeated;
  if (!asked && (!choose || question.witness || question.reconstruct)) return std::nullopt;
  if (protocol == nullptr || (choose && linear_size(*protocol).bytes < large)) return std::nullopt;
  std::optional<LinearAccount> found;
  if (question.road != LinearRoad::repeated) {
    const auto injections = shown_injections(*protocol);
    if (!injections.empty()) found = shown_account(*protocol, injections, question);
  }
  const bool few_rows = linear_size(*protocol).rows <= static_cast<double>(most_dense_rows);
  if (!found && question.road != LinearRoad::shown && few_rows && rounds_alike(*protocol) && weights_add(*protocol))
    found = repeated_account(*protocol, question);
  return found;
}

LinearRoad chosen_road(const LinearQuestion& question, const LinearAccount& account) {
  if (question.witness && account.rows > most_exact_rows)
    throw Error(
        Errc::too_large, "linear view",
        fmt::format("a witness is computed in fractions, and {} rows are more than {}", account.rows, most_exact_rows));
  if (question.witness) return LinearRoad::exact;
  if (question.road != LinearRoad::choose) return question.road;
  if (exact_is_cheap(account.rows, account.noises)) return LinearRoad::exact;
  return account.rows <= most_dense_rows ? LinearRoad::dense : LinearRoad::conjugate;
}

}  // namespace

LinearAccount linear_account(const LinearModel& model, const LinearQuestion& question) {
  if (auto found = short_account(model, question)) return *std::move(found);
  if (question.road == LinearRoad::repeated || question.road == LinearRoad::shown)
    throw Error(Errc::conditions, "linear view", "the road that is asked for does not go through this view");
  auto system = linear_system<double>(model);
  LinearAccount account{.nodes = system.nodes,
                        .rounds = system.rounds,
                        .rows = system.rows.size(),
                        .noises = system.noises.size(),
                        .row_names = system.rows,
                        .noise_names = system.noises};
  const auto road = chosen_road(question, account);
  if (road == LinearRoad::exact) {
    ExactRoad exact(model, question, account);
    exact.account();
    if (question.reconstruct) exact.reconstruct();
    return account;
  }
  if (road == LinearRoad::conjugate) {
    conjugate_account(system, question, account);
  } else {
    const auto changes = changes_of(question, account);
    const auto view = dense_view(system, changes.all, question.execution);
    if (const auto factor = DenseFactor::of(view.gram)) {
      account.rank = account.rows;
      account.rank_proved = true;
      dense_losses(question, changes, *factor, view.signals, {}, account);
    } else if (question.road == LinearRoad::choose && decided_exactly(account)) {
      ExactRoad exact(model, question, account);
      exact.account();
    } else {
      singular_account(model, question, changes, view, account);
    }
  }
  if (question.reconstruct) account.reconstructible = reconstructible_modulo(model, question.execution);
  return account;
}

}  // namespace hearsay::accounting
