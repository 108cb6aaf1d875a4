// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/samples.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include <hearsay/core/error.hpp>

namespace hearsay::learning {

namespace {

/// 0 .. count - 1 in random order (Fisher-Yates).
std::vector<Eigen::Index> shuffled(Eigen::Index count, random::Stream stream) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[stream.below(i)]);
  return order;
}

void scale_rows(RowMatrix& x) {
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const double norm = x.row(i).stableNorm();
    if (norm > 0.0) x.row(i) /= norm;
  }
}

}  // namespace

Split prepare(const Table& table, const Preparation& preparation, random::Seed seed) {
  require_open_unit("prepare", "training share", preparation.training_share);
  const auto labels = binarize(table, preparation.threshold);
  const auto training = static_cast<Eigen::Index>(preparation.training_share * static_cast<double>(table.rows()));
  const auto testing = table.rows() - training;
  if (training < 1 || testing < 1) {
    throw Error(Errc::domain, "prepare",
                fmt::format("{} rows split into {} for training and {} for testing: both must be >= 1", table.rows(),
                            training, testing));
  }
  const auto order = shuffled(table.rows(), random::Stream(seed, random::Purpose::data, 0, 1));
  const auto width = table.features.cols();
  RowMatrix x(table.rows(), width + (preparation.bias ? 1 : 0));
  Eigen::VectorXd y(table.rows());
  for (Eigen::Index i = 0; i < table.rows(); ++i) {
    const auto from = order[static_cast<std::size_t>(i)];
    x.row(i).head(width) = table.features.row(from);
    y[i] = labels[from];
  }
  for (Eigen::Index j = 0; j < width; ++j) {
    const double scale = x.col(j).head(training).cwiseAbs().maxCoeff();
    if (scale > 0.0) x.col(j) /= scale;  // squares of huge values must not overflow
    const double mean = x.col(j).head(training).mean();
    const double deviation = std::sqrt((x.col(j).head(training).array() - mean).square().mean());
    if (deviation > 1e-12) {
      x.col(j) = (x.col(j).array() - mean) / deviation;
    } else {
      x.col(j).setZero();
    }
  }
  if (preparation.bias) x.col(width).setOnes();
  scale_rows(x);
  return {{x.topRows(training), y.head(training)}, {x.bottomRows(testing), y.tail(testing)}};
}

std::vector<std::vector<Eigen::Index>> deal(Eigen::Index rows, Eigen::Index users, random::Seed seed) {
  require_between("deal", "users", users, 1, rows);
  const auto order = shuffled(rows, random::Stream(seed, random::Purpose::data, 0, 2));
  std::vector<std::vector<Eigen::Index>> hands(static_cast<std::size_t>(users));
  for (std::size_t i = 0; i < order.size(); ++i) hands[i % hands.size()].push_back(order[i]);
  return hands;
}

}  // namespace hearsay::learning
