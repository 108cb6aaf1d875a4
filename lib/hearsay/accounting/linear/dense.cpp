// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/dense.hpp>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

/// Rows that are run at once: as many as keep a run's vectors below 256 MiB.
std::size_t rows_at_once(const LinearSystem<double>& system) {
  constexpr double bytes = 256.0 * (1 << 20);
  constexpr double most = 16.0;
  const double row = 8.0 * static_cast<double>(system.inputs() + system.noises.size() + 3 * system.state + 1);
  return static_cast<std::size_t>(std::clamp(bytes / row, 1.0, most));
}

void require_memory(std::size_t size, std::size_t changes, std::size_t parts) {
  const double rows = static_cast<double>(size);
  const double bytes = 8.0 * rows * ((2.0 + static_cast<double>(parts)) * rows + 2.0 * static_cast<double>(changes));
  if (size > most_dense_rows || bytes > 0.5 * available_memory())
    throw Error(Errc::too_large, "linear view",
                fmt::format("{} rows need {:.2g} bytes as a dense matrix; at most {} rows and half of the free memory",
                            size, bytes, most_dense_rows));
}

/// A guess at the least eigenvalue of L L^T, from above: some steps of inverse iteration.
double least_eigenvalue(const Eigen::MatrixXd& factor) {
  Eigen::VectorXd x(factor.rows());
  for (Eigen::Index i = 0; i < x.size(); ++i) x(i) = std::cos(1.0 + 7.3 * static_cast<double>(i));
  x.normalize();
  double growth = 1.0;
  for (int step = 0; step < 12; ++step) {
    factor.triangularView<Eigen::Lower>().solveInPlace(x);
    factor.triangularView<Eigen::Lower>().transpose().solveInPlace(x);
    growth = x.norm();
    x /= growth;
  }
  return 1.0 / growth;
}

bool positive_definite(Eigen::MatrixXd& matrix) {
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factored(matrix);
  return factored.info() == Eigen::Success;
}

/// The largest of some fractions of the guess that a factorization of S - lambda I proves; 0 if none does.
double proved_least(const Eigen::MatrixXd& gram, double guess, double rounding_of_entry) {
  const double rounding = 100.0 * rounding_of_entry * static_cast<double>(gram.rows());
  for (const double share : {0.9, 0.5, 0.1}) {
    const double lambda = share * guess;
    if (lambda <= rounding) return 0.0;
    Eigen::MatrixXd shifted = gram;
    shifted.diagonal().array() -= lambda;
    if (positive_definite(shifted)) return lambda - 0.5 * rounding;
  }
  return 0.0;
}

/// The noises of a part; the others are 0. @param noises  several numbers a noise.
std::vector<double> of_part(const std::vector<double>& noises, std::span<const std::size_t> part_of, std::size_t part) {
  const std::size_t width = part_of.empty() ? 0 : noises.size() / part_of.size();
  std::vector<double> result(noises.size(), 0.0);
  for (std::size_t j = 0; j < part_of.size(); ++j) {
    if (part_of[j] == part) std::copy_n(&noises[j * width], width, &result[j * width]);
  }
  return result;
}

}  // namespace

DenseView dense_view(const LinearSystem<double>& system, const std::vector<Change>& changes,
                     const Execution& execution) {
  auto found = dense_parts(system, changes, {}, 1, execution);
  return {.gram = std::move(found.grams.front()), .signals = std::move(found.signals)};
}

DenseParts dense_parts(const LinearSystem<double>& system, const std::vector<Change>& changes,
                       std::span<const std::size_t> part_of, std::size_t parts, const Execution& execution) {
  const std::size_t size = system.rows.size(), batch = rows_at_once(system);
  require_memory(size, changes.size(), parts);
  std::vector<std::vector<std::pair<std::size_t, double>>> sums;
  for (const auto& change : changes) {
    auto& sum = sums.emplace_back();
    for (const auto& [input, factor] : change) sum.emplace_back(input, exact::to_double(factor));
  }
  const auto rows = static_cast<Eigen::Index>(size);
  DenseParts found{.grams = std::vector<Eigen::MatrixXd>(parts, Eigen::MatrixXd(rows, rows)),
                   .signals = Eigen::MatrixXd::Zero(rows, static_cast<Eigen::Index>(changes.size()))};
  parallel_for((size + batch - 1) / batch, execution, "batches of rows", [&](std::size_t piece) {
    const std::size_t begin = piece * batch, width = std::min(batch, size - begin);
    std::vector<double> units(size * width, 0.0);
    for (std::size_t j = 0; j < width; ++j) units[(begin + j) * width + j] = 1.0;
    const auto sources = run_adjoint(system, units, width);
    for (std::size_t k = 0; k < sums.size(); ++k) {
      for (const auto& [input, factor] : sums[k]) {
        for (std::size_t j = 0; j < width; ++j)
          found.signals(static_cast<Eigen::Index>(begin + j), static_cast<Eigen::Index>(k)) +=
              factor * sources.inputs[input * width + j];
      }
    }
    for (std::size_t part = 0; part < parts; ++part) {
      const auto gram = run<double>(
          system, {.inputs = {}, .noises = part_of.empty() ? sources.noises : of_part(sources.noises, part_of, part)},
          width);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < width; ++j)
          found.grams[part](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(begin + j)) = gram[i * width + j];
      }
    }
  });
  for (auto& gram : found.grams) gram = (0.5 * (gram + gram.transpose())).eval();
  return found;
}

std::optional<DenseFactor> DenseFactor::of(Eigen::MatrixXd gram, double rounding) {
  DenseFactor result;
  result.rounding_ = rounding;
  if ((gram.diagonal().array() <= 0.0).any()) return std::nullopt;
  result.scale_ = gram.diagonal().array().rsqrt();
  gram = (result.scale_.asDiagonal() * gram * result.scale_.asDiagonal()).eval();
  result.factor_ = gram;
  if (!positive_definite(result.factor_)) return std::nullopt;
  result.lambda_ = gram.rows() == 0 ? 1.0 : proved_least(gram, least_eigenvalue(result.factor_), rounding);
  if (result.lambda_ <= 0.0) return std::nullopt;
  result.gram_ = std::move(gram);
  return result;
}

Eigen::VectorXd DenseFactor::test(const Eigen::VectorXd& signal) const {
  Eigen::VectorXd w = scale_.asDiagonal() * signal;
  factor_.triangularView<Eigen::Lower>().solveInPlace(w);
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(w);
  return scale_.asDiagonal() * w;
}

DenseFactor::Losses DenseFactor::losses(const Eigen::MatrixXd& signals) const {
  const Eigen::MatrixXd scaled = scale_.asDiagonal() * signals;
  Eigen::MatrixXd white = scaled;
  factor_.triangularView<Eigen::Lower>().solveInPlace(white);
  Eigen::MatrixXd tests = white;
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(tests);
  const Eigen::MatrixXd missed = scaled - gram_ * tests;
  // Each entry of S is wrong by that much, and every product here by less.
  const double rounding = rounding_ * static_cast<double>(gram_.rows());
  Losses result{.values = white.transpose() * white, .doubt = Eigen::VectorXd(signals.cols())};
  for (Eigen::Index k = 0; k < signals.cols(); ++k) {
    result.doubt(k) =
        (missed.col(k).norm() + rounding * (tests.col(k).norm() + scaled.col(k).norm())) / std::sqrt(lambda_);
  }
  return result;
}

}  // namespace hearsay::accounting
