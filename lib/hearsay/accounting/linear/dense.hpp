// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/accounting/linear/model.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// S = B B^T and A d for some changes d, in doubles.
struct DenseView {
  Eigen::MatrixXd gram;     ///< rows x rows
  Eigen::MatrixXd signals;  ///< rows x changes
};

inline constexpr std::size_t most_dense_rows = 28'000;

/// B B^T as a sum over parts of the noises, and A d for some changes d, in doubles.
struct DenseParts {
  std::vector<Eigen::MatrixXd> grams;  ///< B_k B_k^T, B_k the columns of part k: rows x rows
  Eigen::MatrixXd signals;             ///< rows x changes
};

/// @param part_of  the part of each noise, below `parts`; empty: one part.
/// @throws Error(Errc::too_large) beyond most_dense_rows, or if the matrices do not fit into half of the free memory.
/// @complexity parts + 1 runs a row.
[[nodiscard]] DenseParts dense_parts(const LinearSystem<double>& system, const std::vector<Change>& changes,
                                     std::span<const std::size_t> part_of, std::size_t parts,
                                     const Execution& execution);

/// Two runs a row, several rows at a time.
/// @throws Error(Errc::too_large) beyond most_dense_rows, or if S does not fit into half of the free memory.
/// @complexity two runs a row.
[[nodiscard]] DenseView dense_view(const LinearSystem<double>& system, const std::vector<Change>& changes,
                                   const Execution& execution);

/// S factored: S = L L^T after its rows and columns are scaled to diagonal 1, with a proved lambda <= lambda_min.
class DenseFactor {
 public:
  /// @param gram  S, or a part of it. @param rounding  bounds the rounding errors of its entries, relative to the root
  /// of both diagonal entries: a few units in the last place, unless it is a long sum. @return nothing if S cannot be
  /// shown to be positive definite: a Cholesky factorization of S - lambda I must succeed for a lambda above the
  /// rounding errors of S.
  /// @complexity O(rows^3).
  [[nodiscard]] static std::optional<DenseFactor> of(Eigen::MatrixXd gram, double rounding = 1e-15);

  /// The matrix with entries b_s^T S^{-1} b_t and, for each b_t, a bound on |S^{-1/2} r|, r what S w_t misses of b_t:
  /// sqrt(loss) is wrong by at most that.
  struct Losses {
    Eigen::MatrixXd values;
    Eigen::VectorXd doubt;
  };
  [[nodiscard]] Losses losses(const Eigen::MatrixXd& signals) const;

  /// w = S^{-1} b, the best test of b.
  [[nodiscard]] Eigen::VectorXd test(const Eigen::VectorXd& signal) const;

 private:
  Eigen::VectorXd scale_;
  Eigen::MatrixXd gram_, factor_;
  double lambda_ = 0.0, rounding_ = 0.0;
};

}  // namespace hearsay::accounting
