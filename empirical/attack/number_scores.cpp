// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/logistic.hpp>
#include "empirical/attack/view_scores.hpp"

namespace hearsay::empirical {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t most_numbers = 256, most_single = 16;
constexpr Index most_multiplied = 8;  ///< numbers whose products are features, too

/// The numbers that are used of a view, in units of their standard deviations from their means.
struct Standard {
  std::vector<std::size_t> places;
  VectorXd mean, deviation;

  [[nodiscard]] VectorXd operator()(const DescribedView& view) const {
    VectorXd z = VectorXd::Zero(mean.size());
    for (Index i = 0; i < z.size(); ++i) {
      const auto place = places[static_cast<std::size_t>(i)];
      if (place < view.numbers.size()) z[i] = (view.numbers[place] - mean[i]) / deviation[i];
    }
    return z;
  }
};

/// Numbers of views of both worlds, a row a view.
struct NumberTable {
  MatrixXd x;
  VectorXd world;  ///< 0 or 1

  [[nodiscard]] double count(int of) const {
    return of == 1 ? world.sum() : static_cast<double>(world.size()) - world.sum();
  }
  /// Mean of world 1 minus mean of world 0.
  [[nodiscard]] VectorXd difference() const {
    return x.transpose() * (world / count(1) - (VectorXd::Ones(world.size()) - world) / count(0));
  }
  /// Rows less the mean of their world.
  [[nodiscard]] MatrixXd centered() const {
    const VectorXd one = x.transpose() * world / count(1);
    const VectorXd zero = one - difference();
    return x - world * one.transpose() - (VectorXd::Ones(world.size()) - world) * zero.transpose();
  }
  /// difference() in units of its standard error; infinite where the worlds differ and nothing varies.
  [[nodiscard]] VectorXd separation() const {
    const VectorXd error =
        (centered().colwise().squaredNorm().transpose() / static_cast<double>(x.rows())).cwiseSqrt() *
        std::sqrt(1.0 / count(0) + 1.0 / count(1));
    return difference().binaryExpr(error,
                                   [](double d, double e) { return d == 0.0 || std::isnan(d / e) ? 0.0 : d / e; });
  }
};

std::vector<std::size_t> largest(const VectorXd& values, std::size_t most) {
  std::vector<std::size_t> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) {
    return values[static_cast<Index>(i)] > values[static_cast<Index>(j)];
  });
  order.resize(std::min(order.size(), most));
  return order;
}

/// Standardizes the views' numbers, all that there are.
Standard standard_of(const std::vector<const LabeledView*>& views) {
  std::size_t places = 0;
  for (const auto* v : views) places = std::max(places, v->view.numbers.size());
  Standard standard{.places = std::vector<std::size_t>(places),
                    .mean = VectorXd::Zero(static_cast<Index>(places)),
                    .deviation = VectorXd::Zero(static_cast<Index>(places))};
  std::iota(standard.places.begin(), standard.places.end(), 0);
  for (std::size_t i = 0; i < places; ++i) {
    const auto at = static_cast<Index>(i);
    double count = 0.0, squares = 0.0;
    for (const auto* v : views) {
      if (i >= v->view.numbers.size()) continue;
      const double step = v->view.numbers[i] - standard.mean[at];
      standard.mean[at] += step / ++count;
      squares += step * (v->view.numbers[i] - standard.mean[at]);
    }
    standard.deviation[at] = squares > 0.0 && std::isfinite(squares) ? std::sqrt(squares / count) : 1.0;
  }
  return standard;
}

NumberTable table_of(const std::vector<const LabeledView*>& views, const Standard& standard) {
  NumberTable table{.x = MatrixXd(static_cast<Index>(views.size()), standard.mean.size()),
                    .world = VectorXd(static_cast<Index>(views.size()))};
  for (std::size_t i = 0; i < views.size(); ++i) {
    table.x.row(static_cast<Index>(i)) = standard(views[i]->view);
    table.world[static_cast<Index>(i)] = views[i]->world;
  }
  return table;
}

/// Of many numbers those whose means or mean squares differ most.
Standard screened(Standard standard, const NumberTable& table) {
  if (standard.places.size() <= most_numbers) return standard;
  const NumberTable squares{.x = table.x.cwiseAbs2(), .world = table.world};
  auto kept = largest(table.separation().cwiseAbs().cwiseMax(squares.separation().cwiseAbs()), most_numbers);
  std::ranges::sort(kept);
  Standard fewer{.places = kept, .mean = VectorXd(kept.size()), .deviation = VectorXd(kept.size())};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    fewer.mean[static_cast<Index>(i)] = standard.mean[static_cast<Index>(kept[i])];
    fewer.deviation[static_cast<Index>(i)] = standard.deviation[static_cast<Index>(kept[i])];
  }
  return fewer;
}

/// z, its squares, and products if z is short.
VectorXd with_products(const VectorXd& z) {
  const Index p = z.size(), products = p <= most_multiplied ? p * (p - 1) / 2 : 0;
  VectorXd all(2 * p + products + 1);
  all << z, z.cwiseAbs2(), VectorXd::Zero(products), 1.0;
  Index next = 2 * p;
  for (Index i = 0; i < p && products > 0; ++i) {
    for (Index j = i + 1; j < p; ++j) all[next++] = z[i] * z[j];
  }
  return all;
}

/// The weights of logistic regression on with_products(); none if Newton's method does not converge.
VectorXd logistic_weights(const NumberTable& table) {
  constexpr double ridge = 1e-3;
  learning::Samples samples{.x = {}, .y = 2.0 * table.world.array() - 1.0};
  samples.x.resize(table.x.rows(), with_products(table.x.row(0)).size());
  for (Index i = 0; i < table.x.rows(); ++i) samples.x.row(i) = with_products(table.x.row(i).transpose());
  std::vector<Index> rows(static_cast<std::size_t>(table.x.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  try {
    return learning::LogisticProblem(std::move(samples), {rows}, ridge).minimum();
  } catch (const Error&) {
    return {};
  }
}

using Numbers = std::function<double(const VectorXd&)>;

constexpr double nothing = -std::numeric_limits<double>::infinity();

/// A score of the standardized numbers.
ViewScore score(std::string name, const std::shared_ptr<const Standard>& standard, Numbers of) {
  return {.name = std::move(name), .of = [standard, of = std::move(of)](const DescribedView& view) {
            const double value = view.numeric ? of((*standard)(view)) : nothing;
            return std::isnan(value) ? nothing : value;  // of numbers near the largest double
          }};
}

void add_discriminants(const NumberTable& table, const std::shared_ptr<const Standard>& standard,
                       std::vector<ViewScore>& scores) {
  const MatrixXd centered = table.centered();
  const MatrixXd covariance = centered.transpose() * centered / static_cast<double>(table.x.rows());
  for (const double ridge : {1e-9, 1e-2}) {
    MatrixXd regular = covariance;
    regular.diagonal().array() += ridge;
    const VectorXd direction = regular.ldlt().solve(table.difference());
    if (direction.allFinite())
      scores.push_back(
          score("the linear discriminant", standard, [direction](const VectorXd& z) { return direction.dot(z); }));
  }
}

void add_single_numbers(const NumberTable& table, const std::shared_ptr<const Standard>& standard,
                        std::vector<ViewScore>& scores) {
  const VectorXd means = table.separation();
  for (const auto i : largest(means.cwiseAbs(), most_single)) {
    const auto at = static_cast<Index>(i);
    const double sign = means[at] < 0.0 ? -1.0 : 1.0;
    scores.push_back(score("single numbers", standard, [at, sign](const VectorXd& z) { return sign * z[at]; }));
  }
  const VectorXd spreads = NumberTable{.x = table.x.cwiseAbs2(), .world = table.world}.separation();
  for (const auto i : largest(spreads.cwiseAbs(), most_single)) {
    const auto at = static_cast<Index>(i);
    const double sign = spreads[at] < 0.0 ? -1.0 : 1.0;
    scores.push_back(
        score("squared deviations", standard, [at, sign](const VectorXd& z) { return sign * z[at] * z[at]; }));
  }
}

}  // namespace

std::vector<ViewScore> number_scores(std::span<const LabeledView> views) {
  std::vector<const LabeledView*> numeric;
  std::size_t ones = 0;
  for (const auto& v : views) {
    if (!v.view.numeric || v.view.numbers.empty()) continue;
    numeric.push_back(&v);
    ones += v.world == 1 ? 1 : 0;
  }
  if (2 * numeric.size() < views.size() || ones < 2 || numeric.size() - ones < 2) return {};
  const auto all = standard_of(numeric);
  const auto standard = std::make_shared<const Standard>(screened(all, table_of(numeric, all)));
  const auto table = table_of(numeric, *standard);
  std::vector<ViewScore> scores;
  add_discriminants(table, standard, scores);
  if (auto weights = logistic_weights(table); weights.size() > 0) {
    scores.push_back(
        score("logistic regression", standard, [weights](const VectorXd& z) { return weights.dot(with_products(z)); }));
  }
  add_single_numbers(table, standard, scores);
  return scores;
}

}  // namespace hearsay::empirical
