// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/averaging_time.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::graph {

namespace {

/// ceil(scale * ln(n max(sigma^2, V) / sigma^2)).
std::int64_t steps_to_average(std::string_view where, double scale, std::int64_t nodes, double sigma, double variance) {
  require_positive(where, "sigma", sigma);
  require_non_negative(where, "V", variance);
  if (nodes < 1) throw Error(Errc::domain, where, fmt::format("n = {} must be >= 1", nodes));
  const double spread = std::max(1.0, variance / (sigma * sigma));
  const double steps = std::ceil(scale * std::log(static_cast<double>(nodes) * spread));
  if (!(steps < 2e9)) throw Error(Errc::too_large, where, fmt::format("{} steps are more than 2e9", steps));
  return static_cast<std::int64_t>(steps);
}

double require_gap(std::string_view where, std::string_view name, double gap, double largest) {
  if (gap == 0.0)
    throw Error(Errc::not_primitive, where,
                fmt::format("{} = 0: gossip with this matrix does not converge to the mean", name));
  if (gap > 0.0 && gap <= largest) return gap;
  throw Error(Errc::domain, where, fmt::format("{} = {} must be in (0, {}]", name, gap, largest));
}

}  // namespace

std::int64_t stopping_time(double gap, std::int64_t nodes, double sigma, double variance) {
  return steps_to_average("stopping_time", 1.0 / std::sqrt(require_gap("stopping_time", "gap", gap, 1.0)), nodes, sigma,
                          variance);
}

std::int64_t randomized_stopping_time(double lambda2, std::int64_t nodes, double sigma, double variance) {
  return steps_to_average("randomized_stopping_time",
                          2.0 / require_gap("randomized_stopping_time", "lambda2", lambda2, 2.0), nodes, sigma,
                          variance);
}

double acceleration(double gap) {
  return 2.0 / (1.0 + std::sqrt(require_unit("acceleration", "gap", gap) * (1.0 - gap / 4.0)));
}

}  // namespace hearsay::graph
