#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/accounting/krylov.hpp>
#include <hearsay/accounting/rational_matrix.hpp>

namespace hearsay::accounting {

namespace {

using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_quad::backend_type, boost::multiprecision::et_off>;
using Vector = std::vector<Wide>;

Wide dot(const Vector& a, const Vector& b) {
  Wide sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The fraction that `value` was rounded from, if its denominator is small, else `value` itself.
Wide fraction(double value) {
  const auto small = small_fraction(value);
  return small ? Wide(small->first) / Wide(small->second) : Wide(value);
}

/// A gossip matrix in quadruple precision.
class WideMatrix {
 public:
  explicit WideMatrix(const graph::GossipMatrix& w) : rows_(static_cast<std::size_t>(w.rows())) {
    for (Eigen::Index u = 0; u < w.rows(); ++u) {
      auto& row = rows_[static_cast<std::size_t>(u)];
      Wide others = 0;
      double diagonal = 0.0;
      for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
        if (entry.col() == u) {
          diagonal = entry.value();
          continue;
        }
        row.emplace_back(static_cast<std::size_t>(entry.col()), fraction(entry.value()));
        others += row.back().second;
      }
      // A row that sums to 1 up to rounding sums to 1.
      const Wide rest = 1 - others;
      const bool stochastic = std::abs(diagonal - static_cast<double>(rest)) < 1e-15 * static_cast<double>(row.size() + 1);
      row.emplace_back(static_cast<std::size_t>(u), stochastic ? rest : fraction(diagonal));
    }
  }

  [[nodiscard]] Vector times(const Vector& x) const {
    Vector y(x.size());
    for (std::size_t u = 0; u < y.size(); ++u) {
      for (const auto& [v, value] : rows_[u]) y[u] += value * x[v];
    }
    return y;
  }

 private:
  std::vector<std::vector<std::pair<std::size_t, Wide>>> rows_;
};

/// Orthonormal basis built vector by vector.
class WideBasis {
 public:
  /// \return whether x enlarged the space; then it is vectors().back().
  bool add(Vector x, Projections& report) {
    const Wide before = dot(x, x);
    if (before == 0) return false;
    for (int pass = 0; pass < 2; ++pass) {
      for (const auto& q : vectors_) {
        const Wide c = dot(q, x);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] -= c * q[i];
      }
    }
    const Wide after = dot(x, x);
    const auto left = std::sqrt(static_cast<double>(after / before));
    if (vectors_.size() == x.size() || left <= wide_deflation_tolerance) {
      report.largest_dropped = std::max(report.largest_dropped, left);
      return false;
    }
    report.pivots.push_back(left);
    const Wide norm = sqrt(after);
    for (auto& entry : x) entry /= norm;
    vectors_.push_back(std::move(x));
    return true;
  }

  [[nodiscard]] const std::vector<Vector>& vectors() const { return vectors_; }

  [[nodiscard]] Eigen::VectorXd projections(Eigen::Index n) const {
    Eigen::VectorXd result(n);
    for (Eigen::Index u = 0; u < n; ++u) {
      Wide sum = 0;
      for (const auto& q : vectors_) sum += q[static_cast<std::size_t>(u)] * q[static_cast<std::size_t>(u)];
      result(u) = static_cast<double>(sum);
    }
    return result;
  }

 private:
  std::vector<Vector> vectors_;
};

Vector unit(Eigen::Index n, graph::Node v) {
  Vector e(static_cast<std::size_t>(n));
  e[v] = 1;
  return e;
}

void finish(Projections& result, const WideBasis& space, Eigen::Index n, std::span<const graph::Node> observers) {
  result.exact = space.projections(n);
  result.rank = static_cast<Eigen::Index>(space.vectors().size());
  WideBasis own_noise;
  for (auto q : space.vectors()) {
    for (const auto o : observers) q[o] = 0;
    own_noise.add(std::move(q), result);
  }
  result.exact_own_noise = own_noise.projections(n);
  result.rank_own_noise = static_cast<Eigen::Index>(own_noise.vectors().size());
}

}  // namespace

Projections wide_krylov(const graph::GossipMatrix& w, std::span<const graph::Node> starts, int steps,
                        std::span<const graph::Node> observers) {
  const WideMatrix wide(w);
  Projections result;
  WideBasis space;
  std::size_t last = 0;
  for (const auto v : starts) {
    if (steps > 0) space.add(unit(w.rows(), v), result);
  }
  for (int t = 1; t < steps && last < space.vectors().size(); ++t) {
    const std::size_t end = space.vectors().size();
    for (; last < end; ++last) space.add(wide.times(space.vectors()[last]), result);
  }
  finish(result, space, w.rows(), observers);
  return result;
}

Projections wide_rounds(std::span<const graph::GossipMatrix> rounds, std::span<const std::vector<graph::Node>> senders,
                        std::span<const graph::Node> observers) {
  const auto n = rounds.front().rows();
  Projections result;
  WideBasis space;
  for (std::size_t t = rounds.size(); t-- > 0;) {
    const WideMatrix wide(rounds[t]);
    WideBasis earlier;
    for (const auto v : senders[t]) earlier.add(unit(n, v), result);
    for (const auto& q : space.vectors()) earlier.add(wide.times(q), result);
    space = std::move(earlier);
  }
  finish(result, space, n, observers);
  return result;
}

}  // namespace hearsay::accounting
