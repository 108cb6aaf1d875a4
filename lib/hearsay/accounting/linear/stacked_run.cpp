// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/stacked_run.hpp>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/krylov.hpp>
#include <hearsay/linalg/perturbation.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/without_nodes.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

using linalg::SparseMatrix;
/// Functionals of a round's models, one a column.
using Functionals = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double entry_change = 0x1p-44;  ///< of W, relative
constexpr Eigen::Index stack_piece = 64;

/// What is heard within a round: a basis, and the one with W changed.
struct Heard {
  Eigen::MatrixXd basis, changed;
  bool resolved = true;  ///< of all steps, not of the first ones only
};

/// As many steps as can be told from rounding; the first alone always can.
Heard heard_in(const StackedRound& round, const SparseMatrix& other, const Stop& stop) {
  for (int steps = round.steps;; steps = (steps + 1) / 2) {
    auto found = linalg::krylov_basis(round.m, round.starts, steps, round.ranks, stop);
    auto again = linalg::krylov_basis(other, round.starts, steps, round.ranks, stop);
    const auto rank = found.basis.cols();
    const auto most = std::min<Eigen::Index>(round.m.rows(), static_cast<Eigen::Index>(round.starts.size()) * steps);
    const auto place = std::min(static_cast<std::size_t>(steps), round.ranks.size());
    const bool complete = rank == (round.ranks.empty() ? most : static_cast<Eigen::Index>(round.ranks[place - 1]));
    if (steps == 1 || (complete && rank == again.basis.cols() && linalg::same_pivots(found.pivots, again.pivots)))
      return {.basis = std::move(found.basis), .changed = std::move(again.basis), .resolved = steps == round.steps};
  }
}

/// P_K(M) x.
Functionals taken_back(const SparseMatrix& m, const StackedRound& round, const Functionals& x,
                       const Execution& execution) {
  Functionals result(x.rows(), x.cols());
  const auto pieces = static_cast<std::size_t>((x.cols() + stack_piece - 1) / stack_piece);
  parallel_for(pieces, execution, [&](std::size_t i) {
    const auto begin = static_cast<Eigen::Index>(i) * stack_piece, width = std::min(stack_piece, x.cols() - begin);
    Functionals before = x.middleCols(begin, width), now = m * before;
    for (int k = 1; k < round.steps; ++k) {
      Functionals next = m * now;
      if (round.gamma != 1.0) next = round.gamma * next + (1.0 - round.gamma) * before;
      before.swap(now);
      now.swap(next);
    }
    result.middleCols(begin, width) = now;
  });
  return result;
}

/// The view by the rounds in which noise enters: block q has the rows of rounds q, q + 1, ... as its columns.
struct Stack {
  std::vector<Functionals> blocks;
  std::vector<Eigen::Index> begin;  ///< the first row of each round
  Eigen::Index rows = 0;
};

/// @param matrices  M of the different rounds. @param bases  what is heard in them.
Stack stacked(const StackedRun& run, const std::vector<SparseMatrix>& matrices,
              const std::vector<const Eigen::MatrixXd*>& bases, const Execution& execution) {
  Stack stack;
  for (const auto place : run.rounds) {
    stack.begin.push_back(stack.rows);
    stack.rows += bases[place]->cols();
  }
  stack.blocks.resize(run.count());
  for (std::size_t q = run.count(); q-- > 0;) {
    end_if(execution.stop);
    const auto& basis = *bases[run.rounds[q]];
    auto& block = stack.blocks[q];
    block.resize(basis.rows(), stack.rows - stack.begin[q]);
    block.leftCols(basis.cols()) = basis;
    if (q + 1 < run.count())
      block.rightCols(block.cols() - basis.cols()) =
          taken_back(matrices[run.rounds[q]], run.round(q), stack.blocks[q + 1], execution);
  }
  return stack;
}

/// L of S = B B^T = L L^T.
Eigen::MatrixXd factor_of(const Stack& stack, const Execution& execution) {
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(stack.rows, stack.rows);
  const auto pieces = static_cast<std::size_t>((stack.rows + stack_piece - 1) / stack_piece);
  parallel_for(pieces, execution, "rows of the run", [&](std::size_t i) {
    const auto first = static_cast<Eigen::Index>(i) * stack_piece, end = std::min(first + stack_piece, stack.rows);
    for (std::size_t q = 0; q < stack.blocks.size(); ++q) {
      const auto from = stack.begin[q], begin = std::max(first, from);
      if (begin >= end) break;
      const auto& block = stack.blocks[q];
      gram.block(begin, from, end - begin, end - from).noalias() +=
          block.middleCols(begin - from, end - begin).transpose() * block.leftCols(end - from);
    }
  });
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factored(gram);
  // No eigenvalue is below 1/4.
  if (factored.info() != Eigen::Success) throw std::logic_error("the view of a run of learning has dependent rows");
  return gram;
}

/// M of every node.
std::vector<Eigen::MatrixXd> loss_matrices(Stack stack, const Execution& execution) {
  const auto factor = factor_of(stack, execution);
  const auto nodes = stack.blocks.front().rows();
  const auto rounds = static_cast<Eigen::Index>(stack.blocks.size());
  std::vector<Eigen::MatrixXd> matrices(static_cast<std::size_t>(nodes), Eigen::MatrixXd(rounds, rounds));
  const auto pieces = static_cast<std::size_t>((nodes + stack_piece - 1) / stack_piece);
  parallel_for(pieces, execution, "nodes of the run", [&](std::size_t i) {
    const auto begin = static_cast<Eigen::Index>(i) * stack_piece, width = std::min(stack_piece, nodes - begin);
    for (std::size_t q = 0; q < stack.blocks.size(); ++q) {
      auto white = stack.blocks[q].middleRows(begin, width).transpose();
      const auto size = stack.rows - stack.begin[q];
      factor.bottomRightCorner(size, size).triangularView<Eigen::Lower>().solveInPlace(white);
    }
    for (Eigen::Index u = begin; u < begin + width; ++u) {
      auto& matrix = matrices[static_cast<std::size_t>(u)];
      for (Eigen::Index s = 0; s < rounds; ++s) {
        for (Eigen::Index q = s; q < rounds; ++q) {
          const auto& later = stack.blocks[static_cast<std::size_t>(q)];
          const auto& earlier = stack.blocks[static_cast<std::size_t>(s)];
          matrix(s, q) = matrix(q, s) = earlier.row(u).tail(later.cols()).dot(later.row(u));
        }
      }
    }
  });
  return matrices;
}

}  // namespace

StackedRound stacked_round(const graph::GossipMatrix& w, std::vector<graph::Node> starts,
                           const std::vector<graph::Node>& deleted, int steps, double gamma, const Stop& stop) {
  constexpr double modular_limit = 2e9;
  StackedRound result{.m = linalg::without_nodes(w.transpose(), deleted),
                      .starts = std::move(starts),
                      .steps = steps,
                      .gamma = gamma,
                      .ranks = {}};
  const double n = static_cast<double>(w.rows()), rank = std::min(n, static_cast<double>(result.starts.size()) * steps);
  if (!result.starts.empty() && n * rank * rank <= modular_limit)
    result.ranks = linalg::modular_krylov(linalg::without_nodes(linalg::exact_entries(w), deleted), result.starts,
                                          steps, linalg::default_prime, stop)
                       .ranks.ranks;
  return result;
}

std::int64_t StackedRun::most_rows() const {
  std::int64_t rows = 0;
  for (std::size_t r = 0; r < count(); ++r) {
    const auto& one = round(r);
    const auto known = one.ranks.empty() ? one.m.rows() : one.ranks.back();
    rows += std::min<std::int64_t>(known, static_cast<std::int64_t>(one.starts.size()) * one.steps);
  }
  return rows;
}

StackedLosses stacked_losses(const StackedRun& run, const Execution& execution) {
  std::vector<SparseMatrix> matrices, others;
  for (const auto& round : run.different) {
    matrices.push_back(round.m);
    others.push_back(linalg::perturbed(round.m, entry_change));
  }
  std::vector<Heard> heard(run.different.size());
  parallel_for(heard.size(), execution.part(),
               [&](std::size_t i) { heard[i] = heard_in(run.different[i], others[i], execution.stop); });
  StackedLosses result;
  std::vector<const Eigen::MatrixXd*> bases, again;
  for (const auto& one : heard) {
    bases.push_back(&one.basis);
    again.push_back(&one.changed);
    result.resolved = result.resolved && one.resolved;
  }
  auto stack = stacked(run, matrices, bases, execution.part());
  const double rounding = 0x1p-50 * static_cast<double>(stack.rows + 1);
  result.matrices = loss_matrices(std::move(stack), execution);
  const auto other = loss_matrices(stacked(run, others, again, execution.part()), execution);
  result.errors.resize(static_cast<Eigen::Index>(other.size()));
  for (std::size_t u = 0; u < other.size(); ++u)
    result.errors(static_cast<Eigen::Index>(u)) =
        linalg::perturbation_margin * (result.matrices[u] - other[u]).norm() + rounding;
  return result;
}

}  // namespace hearsay::accounting
