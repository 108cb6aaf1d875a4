// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/scaled.hpp>

#include <fmt/format.h>
#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include <hearsay/core/infinity.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/linalg/boolean_quadratic.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

using Kind = NoiseKind::Kind;

constexpr double ratio_rounding = 1e-14;  ///< of a quotient of squared factors
constexpr std::size_t most_tests = 64;
constexpr std::string_view what_is_done = "settings of the noise";

std::vector<double> squares_of(const NoiseFactors& factors) {
  std::vector<double> squares;
  for (const auto& factor : factors) squares.push_back(std::pow(exact::to_double(factor), 2));
  return squares;
}

bool all_positive(const std::vector<double>& squares) {
  return std::ranges::all_of(squares, [](double x) { return x > 0.0; });
}

/// max_{k: f_k > 0} f_k^2 / g_k^2: loss(g) <= loss(f) times it.
double growth(const std::vector<double>& from, const std::vector<double>& to) {
  double most = 0.0;
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (from[k] > 0.0) most = std::max(most, from[k] / to[k]);
  }
  return most;
}

/// What is known at `to` of a loss that was computed at `from`.
Interval carried(const Interval& loss, const std::vector<double>& from, const std::vector<double>& to) {
  const double up = growth(from, to) * (1.0 + ratio_rounding), down = growth(to, from) * (1.0 + ratio_rounding);
  return {.lower = loss.lower == 0.0 || std::isinf(down) ? 0.0 : loss.lower / down,
          .upper = loss.upper == 0.0 ? 0.0 : loss.upper * up};
}

Eigen::MatrixXd summed(const DenseParts& parts, const std::vector<double>& squares) {
  const auto rows = parts.signals.rows();
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(rows, rows);
  for (std::size_t k = 0; k < squares.size(); ++k) {
    if (squares[k] > 0.0) sum += squares[k] * parts.grams[k];
  }
  return sum;
}

/// Rows of a singular S of known rank that double precision takes for independent.
std::vector<Eigen::Index> independent_rows(const Eigen::MatrixXd& gram, std::size_t rank) {
  const Eigen::VectorXd scale = gram.diagonal().array().max(std::numeric_limits<double>::min()).rsqrt();
  const Eigen::LDLT<Eigen::MatrixXd> factored(scale.asDiagonal() * gram * scale.asDiagonal());
  Eigen::VectorXi order =
      Eigen::VectorXi::LinSpaced(static_cast<int>(gram.rows()), 0, static_cast<int>(gram.rows()) - 1);
  order = factored.transpositionsP() * order;
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < rank; ++i) rows.push_back(order(static_cast<Eigen::Index>(i)));
  std::ranges::sort(rows);
  return rows;
}

/// What w shows of a change: its shown part rounded down, the variances up.
NoiseTest test_of(const DenseParts& parts, const Eigen::VectorXd& change, const Eigen::VectorXd& w) {
  const double rounding = 1e-15 * static_cast<double>(w.size());
  const double shown = w.dot(change) - rounding * w.cwiseAbs().dot(change.cwiseAbs());
  NoiseTest test{.shown = std::pow(std::max(0.0, shown), 2)};
  for (const auto& gram : parts.grams)
    test.variances.push_back(w.dot(gram * w) + rounding * gram.diagonal().dot(w.cwiseAbs2()));
  return test;
}

}  // namespace

LargestLoss largest_loss(const LinearModel& model, const std::vector<LinearAudience>& audiences) {
  LargestLoss largest;
  auto changed = model;
  for (const auto& audience : audiences) {
    if (auto* protocol = std::get_if<Protocol>(&changed)) protocol->view.observers = audience.observers;
    for (const auto& [loss, witness] : linear_account(changed, audience.question).losses) {
      largest.upper = std::max(largest.upper, loss.of(audience.question.contributions).upper);
      largest.estimated = largest.estimated || loss.certified == Certified::estimate;
    }
  }
  return largest;
}

Protocol scaled(const Protocol& protocol, const NoiseFactors& factors) {
  auto changed = protocol;
  std::vector<NoiseKind> noises;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    auto& noise = changed.noise[k];
    if (factors[k] == 0) continue;
    noise.sigma *= factors[k];
    if (noise.kind == Kind::temporal || noise.kind == Kind::matrix) {
      for (auto& row : noise.matrix.rows)
        for (auto& entry : row) entry.value *= factors[k];
    }
    noises.push_back(std::move(noise));
  }
  changed.noise = std::move(noises);
  return changed;
}

ScaledLosses::ScaledLosses(const Protocol& protocol, const std::vector<LinearAudience>& audiences,
                           const Execution& execution)
    : protocol_(protocol), execution_(execution) {
  double bytes = 0.0;
  for (const auto& asked : audiences) {
    protocol_.view.observers = asked.observers;
    const auto system = linear_system<double>(protocol_);
    auto& audience = audiences_.emplace_back(
        Audience{.asked = asked, .rounds = system.rounds, .rows = system.rows.size(), .noises = system.noises.size()});
    audience.asked.question.execution = execution.part();
    for (const auto& subject : asked.question.subjects) {
      audience.begin.push_back(audience.changes.size());
      auto own = changes_of(subject, system.nodes, system.rounds);
      std::ranges::move(own, std::back_inserter(audience.changes));
    }
    audience.begin.push_back(audience.changes.size());
    audience.known.resize(asked.question.subjects.size());
    const auto rows = static_cast<double>(audience.rows);
    bytes += 8.0 * rows *
             (rows * static_cast<double>(protocol_.noise.size()) + static_cast<double>(audience.changes.size()));
  }
  keep_ = bytes < 0.25 * available_memory();
}

LargestLoss ScaledLosses::largest(const NoiseFactors& factors) { return *search(factors, infinity); }

bool ScaledLosses::allowed(const NoiseFactors& factors, double allowed) {
  const auto found = search(factors, allowed);
  return found && found->upper <= allowed;
}

LargestLoss ScaledLosses::judged(const NoiseFactors& factors) {
  const bool cheap =
      std::ranges::all_of(audiences_, [](const Audience& a) { return exact_is_cheap(a.rows, a.noises); });
  if (!cheap) return largest(factors);
  std::vector<LinearAudience> asked;
  for (const auto& audience : audiences_) asked.push_back(audience.asked);
  return largest_loss(scaled(protocol_, factors), asked);
}

std::size_t ScaledLosses::usual_calls() const { return 20 * protocol_.noise.size() + 50; }

ScaledLosses::Bounds ScaledLosses::bounds_at(const Squares& squares) const {
  Bounds bounds;
  for (const auto& audience : audiences_) {
    auto& losses = bounds.loss.emplace_back(audience.known.size(), Interval{.lower = 0.0, .upper = infinity});
    bounds.computed.emplace_back(audience.known.size(), 0);
    for (std::size_t i = 0; i < losses.size(); ++i) {
      for (const auto& known : audience.known[i]) {
        if (known.squares == squares) {
          losses[i] = known.loss;
          bounds.computed.back()[i] = 1;
          break;
        }
        const auto loss = carried(known.loss, known.squares, squares);
        losses[i] = {.lower = std::max(losses[i].lower, loss.lower), .upper = std::min(losses[i].upper, loss.upper)};
      }
    }
  }
  return bounds;
}

void ScaledLosses::tell() {
  constexpr double long_work = 60.0;
  if (calls_ == 1 && since_.seconds() * static_cast<double>(usual_calls()) > long_work) {
    execution_.say(
        fmt::format("`meet` judges some {} settings of the noise; the first took {:.0f} s, and later ones take less",
                    usual_calls(), since_.seconds()));
  }
  if (execution_.progress) execution_.progress(std::min(calls_, usual_calls() - 1), usual_calls(), what_is_done);
  ++calls_;
}

void ScaledLosses::finish() const {
  if (execution_.progress) execution_.progress(usual_calls(), usual_calls(), what_is_done);
}

/// Computes the loss with the largest upper end, and those of the same audience that may exceed the largest so far,
/// until none is left. @return nothing as soon as a loss exceeds `most`.
std::optional<LargestLoss> ScaledLosses::search(const NoiseFactors& factors, double most) {
  tell();
  auto bounds = bounds_at(squares_of(factors));
  LargestLoss found{.upper = most < infinity ? most : -1.0};
  double largest = 0.0;
  while (true) {
    std::optional<std::pair<std::size_t, std::size_t>> next;
    for (std::size_t a = 0; a < audiences_.size(); ++a) {
      for (std::size_t i = 0; i < bounds.loss[a].size(); ++i) {
        const auto& loss = bounds.loss[a][i];
        if (loss.lower > most) return std::nullopt;
        if (loss.lower == infinity) return LargestLoss{.upper = infinity, .estimated = bounds.estimated};
        if (bounds.computed[a][i] != 0) {
          largest = std::max(largest, loss.upper);
          if (loss.upper > most) return std::nullopt;
        } else if (loss.upper > found.upper && (!next || loss.upper > bounds.loss[next->first][next->second].upper)) {
          next = {a, i};
        }
      }
    }
    found.upper = std::max(found.upper, largest);
    if (!next || bounds.loss[next->first][next->second].upper <= found.upper) break;
    const auto a = next->first;
    std::vector<std::size_t> subjects;
    for (std::size_t i = 0; i < bounds.loss[a].size(); ++i) {
      if (bounds.computed[a][i] == 0 && bounds.loss[a][i].upper > found.upper) subjects.push_back(i);
    }
    compute(audiences_[a], factors, subjects, bounds.loss[a], bounds.computed[a], bounds.estimated);
  }
  return LargestLoss{.upper = std::max(0.0, found.upper), .estimated = bounds.estimated};
}

void ScaledLosses::compute(Audience& audience, const NoiseFactors& factors, const std::vector<std::size_t>& subjects,
                           std::vector<Interval>& losses, std::vector<char>& computed, bool& estimated) {
  end_if(execution_.stop);
  const auto squares = squares_of(factors);
  if (compute_dense(audience, squares, subjects, losses)) {
    for (const auto i : subjects) {
      computed[i] = 1;
      audience.known[i].push_back({squares, losses[i]});
    }
    return;
  }
  auto changed = scaled(protocol_, factors);
  changed.view.observers = audience.asked.observers;
  const auto account = linear_account(changed, audience.asked.question);
  bool proved = account.rank && account.rank_proved;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const auto& loss = account.losses[i].loss;
    losses[i] = loss.of(audience.asked.question.contributions);
    computed[i] = 1;
    if (loss.certified == Certified::estimate) {
      estimated = true;
      proved = false;
    } else {
      audience.known[i].push_back({squares, losses[i]});
    }
  }
  if (proved && *account.rank < audience.rows) reduce(audience, squares, *account.rank);
}

bool ScaledLosses::compute_dense(Audience& audience, const Squares& squares, const std::vector<std::size_t>& subjects,
                                 std::vector<Interval>& losses) {
  if (audience.rows > most_dense_rows) return false;
  const bool reduced = !audience.basis.empty();
  if (reduced && !all_positive(squares)) return false;
  const auto& parts = parts_of(audience);
  Eigen::MatrixXd gram = summed(parts, squares), signals = parts.signals;
  if (reduced) {
    gram = gram(audience.basis, audience.basis).eval();
    signals = signals(audience.basis, Eigen::all).eval();
  }
  const auto factor = DenseFactor::of(std::move(gram));
  if (!factor) return false;
  parallel_for(subjects.size(), execution_.part(), [&](std::size_t place) {
    const std::size_t i = subjects[place];
    const auto begin = static_cast<Eigen::Index>(audience.begin[i]),
               size = static_cast<Eigen::Index>(audience.begin[i + 1]) - begin;
    auto found = factor->losses(signals.middleCols(begin, size));
    const LossMatrix matrix{.rounds = audience.rounds,
                            .members = audience.asked.question.subjects[i].members.size(),
                            .values = std::move(found.values),
                            .exact = {},
                            .doubt = std::move(found.doubt)};
    const auto& question = audience.asked.question;
    losses[i] = question.contributions == Contributions::vectors ? largest_vectors_loss(matrix, question.participation)
                                                                 : largest_loss(matrix, question.participation).loss;
  });
  return true;
}

void ScaledLosses::reduce(Audience& audience, const Squares& squares, std::size_t rank) {
  if (rank == 0 || !all_positive(squares) || audience.rows > most_dense_rows || !audience.basis.empty()) return;
  const auto gram = summed(parts_of(audience), squares);
  auto rows = independent_rows(gram, rank);
  if (DenseFactor::of(gram(rows, rows))) audience.basis = std::move(rows);
}

const DenseParts& ScaledLosses::parts_of(Audience& audience) {
  if (audience.parts) return *audience.parts;
  protocol_.view.observers = audience.asked.observers;
  const auto system = linear_system<double>(protocol_);
  std::vector<std::size_t> part_of;
  for (const auto& name : system.noises) part_of.push_back(static_cast<std::size_t>(name.source));
  auto parts = dense_parts(system, audience.changes, part_of, protocol_.noise.size(), execution_.part());
  return keep_ ? audience.parts.emplace(std::move(parts)) : scratch_ = std::move(parts);
}

std::vector<NoiseTest> ScaledLosses::tests(const NoiseFactors& factors) {
  (void)largest(factors);
  const auto squares = squares_of(factors);
  const auto bounds = bounds_at(squares);
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (std::size_t a = 0; a < audiences_.size(); ++a)
    for (std::size_t i = 0; i < bounds.loss[a].size(); ++i) order.emplace_back(a, i);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](const auto& place) { return bounds.loss[place.first][place.second].upper; });
  order.resize(std::min(order.size(), most_tests));
  std::vector<NoiseTest> tests;
  for (std::size_t a = 0; a < audiences_.size(); ++a) {
    std::vector<std::size_t> subjects;
    for (const auto& [audience, subject] : order)
      if (audience == a) subjects.push_back(subject);
    if (!subjects.empty()) add_tests(audiences_[a], squares, subjects, tests);
  }
  return tests;
}

void ScaledLosses::add_tests(Audience& audience, const Squares& squares, const std::vector<std::size_t>& subjects,
                             std::vector<NoiseTest>& tests) {
  if (audience.rows > most_dense_rows || (!audience.basis.empty() && !all_positive(squares))) return;
  auto parts = parts_of(audience);
  if (!audience.basis.empty()) {
    for (auto& gram : parts.grams) gram = gram(audience.basis, audience.basis).eval();
    parts.signals = parts.signals(audience.basis, Eigen::all).eval();
  }
  const auto factor = DenseFactor::of(summed(parts, squares));
  if (!factor) return;
  const std::size_t first = tests.size();
  tests.resize(first + subjects.size());
  parallel_for(subjects.size(), execution_.part(), [&](std::size_t place) {
    const std::size_t i = subjects[place];
    const auto begin = static_cast<Eigen::Index>(audience.begin[i]),
               size = static_cast<Eigen::Index>(audience.begin[i + 1]) - begin;
    const Eigen::MatrixXd signals = parts.signals.middleCols(begin, size);
    const Eigen::MatrixXd values = factor->losses(signals).values;
    const auto members = static_cast<Eigen::Index>(audience.asked.question.subjects[i].members.size());
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(audience.rounds));
    for (Eigen::Index k = 0; k < size; ++k) weights(k / members) += values.row(k).cwiseAbs().sum();
    std::vector<Eigen::Index> places;
    for (const auto t : heaviest_pattern(audience.asked.question.participation, weights)) {
      for (Eigen::Index j = 0; j < members; ++j) places.push_back(static_cast<Eigen::Index>(t) * members + j);
    }
    const Eigen::VectorXd signs = linalg::boolean_quadratic_bounds(values(places, places)).signs;
    const Eigen::VectorXd change = signals(Eigen::all, places) * signs;
    tests[first + place] = test_of(parts, change, factor->test(change));
  });
}

}  // namespace hearsay::accounting
