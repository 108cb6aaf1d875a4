// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

#include <hearsay/learning/table.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::learning {

/// Rows contiguous in memory: one point, or one node's model, a row.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Labelled points: `x` rows x d, `y` in {-1, 1}.
struct Samples {
  RowMatrix x;
  Eigen::VectorXd y;

  [[nodiscard]] Eigen::Index rows() const noexcept { return x.rows(); }
};

/// How a table becomes training and test points.
struct Preparation {
  Threshold threshold = {};
  double training_share = 0.8;  ///< of the rows, rounded down
  bool bias = false;            ///< a last feature 1, added after the standardization and before the scaling to norm 1
};

/// Training and test points of one table.
struct Split {
  Samples train, test;
};

/// Splits the rows at random (Stream(seed, Purpose::data, 0, 1)); standardizes every feature to mean 0 and variance 1
/// on the training part (a feature constant there becomes 0); scales every row to 2-norm 1, so that the logistic loss
/// is 1-Lipschitz and 1/4-smooth (a row of zeros stays).
/// @throws Error(Errc::domain) unless 0 < training_share < 1 leaves both parts non-empty; as binarize().
[[nodiscard]] Split prepare(const Table& table, const Preparation& preparation, random::Seed seed);

/// Deals all rows at random to `users` users (Stream(seed, Purpose::data, 0, 2)), sizes as even as possible.
/// @return the rows of every user.
/// @throws Error(Errc::domain) unless 1 <= users <= rows.
[[nodiscard]] std::vector<std::vector<Eigen::Index>> deal(Eigen::Index rows, Eigen::Index users, random::Seed seed);

}  // namespace hearsay::learning
