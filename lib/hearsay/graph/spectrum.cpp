// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/spectrum.hpp>

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Dense>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/symmetry.hpp>
#include <hearsay/linalg/factor_size.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::graph {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
// The solvers work on column-major 32-bit matrices: 2^31 nonzeros are beyond every limit of this library.
using Sparse = Eigen::SparseMatrix<double>;
using MapIn = Eigen::Map<const VectorXd>;
using MapOut = Eigen::Map<VectorXd>;

constexpr Index dense_below = 400;
constexpr std::size_t first_check = 32, short_lanczos = 1024, long_lanczos = 8192;  ///< Lanczos steps
constexpr double accuracy = 1e-5;  ///< accepted change of a result when the steps double

/// The largest eigenvalue of the symmetric tridiagonal matrix with this diagonal and off-diagonal, which lies between
/// `low` and `high`, by bisection on the number of negative pivots (Sturm).
double top_of_tridiagonal(std::span<const double> diagonal, std::span<const double> off_diagonal, double low,
                          double high) {
  const auto all_below = [&](double x) {
    double pivot = diagonal[0] - x;
    for (std::size_t i = 1; pivot < 0.0 && i < diagonal.size(); ++i)
      pivot = diagonal[i] - x - off_diagonal[i - 1] * off_diagonal[i - 1] / pivot;
    return pivot < 0.0;
  };
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return low;
    (all_below(middle) ? high : low) = middle;
  }
}

/// The ends of a spectrum, and how far each moved when the steps last doubled.
struct Ends {
  double low, high, low_change, high_change;
};

/// The smallest and largest eigenvalue of a Laplacian A, |A| <= c, on the complement of the all-ones vector, by at most
/// `most` steps of Lanczos iteration without reorthogonalization: copies of converged values appear, the extreme ones
/// stay right (Paige). The steps double until neither end moves by more than `accuracy`, relative to itself for the
/// smallest, to c for the largest. Three vectors of memory; a restarted solver of that size stalls where eigenvalues
/// crowd at an end.
/// @cite golub2013matrix (section 10.3)
Ends lanczos_ends(const Sparse& a, double c, std::size_t most) {
  const Index n = a.rows();
  random::Stream draws(random::Seed{1}, random::Purpose::search, 0);
  VectorXd current(n), previous = VectorXd::Zero(n), next(n);
  for (auto& x : current) x = draws.uniform() - 0.5;
  current.array() -= current.mean();
  current.normalize();
  std::vector<double> diagonal, off_diagonal, negated;
  Ends ends{.low = 0.0, .high = 0.0, .low_change = c, .high_change = c};
  for (std::size_t steps = 1, check = first_check;; ++steps) {
    next.noalias() = a * current;
    if (!off_diagonal.empty()) next -= off_diagonal.back() * previous;
    diagonal.push_back(next.dot(current));
    negated.push_back(-diagonal.back());
    next -= diagonal.back() * current;
    next.array() -= next.mean();
    const double beta = next.norm();
    const bool exhausted = beta < 1e-13 * c;  // the start vector spans an invariant subspace: the values are exact
    if (exhausted || steps == check) {
      const double low = -top_of_tridiagonal(negated, off_diagonal, -2.0 * c, c);
      const double high = top_of_tridiagonal(diagonal, off_diagonal, -c, 2.0 * c);
      if (exhausted) return {.low = low, .high = high, .low_change = 0.0, .high_change = 0.0};
      ends = {
          .low = low, .high = high, .low_change = std::abs(low - ends.low), .high_change = std::abs(high - ends.high)};
      // Below 1e-9 c rounding would decide the smallest value.
      if (check == most || low < 1e-9 * c || (ends.low_change < accuracy * low && ends.high_change < accuracy * c))
        return ends;
      check *= 2;
    }
    off_diagonal.push_back(beta);
    previous.swap(current);
    current = next / beta;
  }
}

/// x -> P A^+ P x through a sparse Cholesky factorization; a singular A (a Laplacian) is grounded at node 0.
class InverseComplement {
 public:
  using Scalar = double;
  InverseComplement(const Sparse& a, bool singular) : nodes_(a.rows()), skipped_(singular ? 1 : 0) {
    const Index kept = nodes_ - skipped_;
    factor_.compute(a.bottomRightCorner(kept, kept));
  }
  [[nodiscard]] bool ready() const { return factor_.info() == Eigen::Success; }
  [[nodiscard]] Index rows() const { return nodes_; }
  [[nodiscard]] Index cols() const { return nodes_; }
  void perform_op(const double* in, double* out) const {
    const MapIn x(in, nodes_);
    MapOut y(out, nodes_);
    centerd_ = x.array() - x.mean();
    y.head(skipped_).setZero();
    y.tail(nodes_ - skipped_) = factor_.solve(centerd_.tail(nodes_ - skipped_));
    y.array() -= y.mean();
  }

 private:
  Index nodes_, skipped_;
  Eigen::SimplicialLDLT<Sparse> factor_;
  mutable VectorXd centerd_;
};

double norm_bound(const Sparse& a) {
  double bound = 0.0;
  for (Index column = 0; column < a.outerSize(); ++column) {
    double sum = 0.0;
    for (Sparse::InnerIterator entry(a, column); entry; ++entry) sum += std::abs(entry.value());
    bound = std::max(bound, sum);
  }
  return bound;
}

/// All eigenvalues of A on the complement of the all-ones vector, an eigenvector of A, in increasing order.
VectorXd dense_on_complement(const Sparse& a) {
  Eigen::MatrixXd lifted = a;
  lifted.array() +=
      2.0 * norm_bound(a) / static_cast<double>(a.rows());  // moves the all-ones vector's eigenvalue to the top
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(lifted, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .head(a.rows() - 1);
}

/// The smallest eigenvalue of a positive semidefinite A on the complement of the all-ones vector, an eigenvector of A,
/// by Lanczos iteration on the inverse; nothing if it would take too much memory or does not converge.
/// @param singular  whether A 1 = 0; A is positive definite on the complement in any case.
std::optional<double> smallest_by_inverse(const Sparse& a, bool singular) {
  if (!linalg::factor_fits(a)) return std::nullopt;
  InverseComplement inverse(a, singular);
  if (!inverse.ready()) return std::nullopt;
  Spectra::SymEigsSolver<InverseComplement> solver(inverse, 1, 20);
  solver.init();
  solver.compute(Spectra::SortRule::LargestAlge, 50, 1e-10);
  if (solver.info() != Spectra::CompInfo::Successful) return std::nullopt;
  return 1.0 / solver.eigenvalues()[0];
}

[[noreturn]] void not_converged(std::string_view where, Index nodes) {
  throw Error(Errc::not_converged, where,
              fmt::format("{} nodes mix too slowly: the eigenvalue was found neither in {} Lanczos steps nor by a "
                          "sparse factorization of at most {} nonzeros",
                          nodes, long_lanczos, linalg::largest_factor));
}

/// Lanczos iteration, and for the smallest eigenvalue of the Laplacian A the inverse where that is too slow.
Ends ends_on_complement(std::string_view where, const Sparse& a) {
  const double c = norm_bound(a);
  const auto found = [&](const Ends& ends) { return ends.low >= 1e-9 * c && ends.low_change < accuracy * ends.low; };
  Ends ends = lanczos_ends(a, c, short_lanczos);
  if (found(ends)) return ends;
  if (const auto low = smallest_by_inverse(a, true)) {
    ends.low = *low;
    ends.low_change = 0.0;
    return ends;
  }
  ends = lanczos_ends(a, c, long_lanczos);
  if (!found(ends)) not_converged(where, a.rows());
  return ends;
}

/// diag(row sums of |off-diagonal|) + sign * off-diagonal + 2 * loops: I - W for sign = -1 without loops, I + W for +1
/// with them.
Sparse laplacian(const GossipMatrix& w, double sign) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(static_cast<std::size_t>(w.nonZeros()));
  for (Index u = 0; u < w.rows(); ++u) {
    double row = 0.0, loop = 0.0;
    for (GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      if (entry.col() == u) {
        loop = entry.value();
      } else {
        row += entry.value();
        entries.emplace_back(static_cast<int>(u), static_cast<int>(entry.col()), sign * entry.value());
      }
    }
    entries.emplace_back(static_cast<int>(u), static_cast<int>(u), row + (sign > 0.0 ? 2.0 * loop : 0.0));
  }
  Sparse matrix(w.rows(), w.cols());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// The graph of the positive off-diagonal entries.
Graph support(const GossipMatrix& w) {
  std::vector<Edge> edges;
  for (Index u = 0; u < w.rows(); ++u) {
    for (GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      if (u < entry.col() && entry.value() > 0.0)
        edges.emplace_back(static_cast<Node>(u), static_cast<Node>(entry.col()));
    }
  }
  return Graph(static_cast<Node>(w.rows()), edges);
}

/// Does every row's diagonal vanish, up to the rounding of 1 - (sum of the row)?
bool without_loops(const GossipMatrix& w) {
  for (Index u = 0; u < w.rows(); ++u) {
    const double rounding = 4.0 * std::numeric_limits<double>::epsilon() *
                            static_cast<double>(w.outerIndexPtr()[u + 1] - w.outerIndexPtr()[u]);
    if (w.coeff(u, u) > rounding) return false;
  }
  return true;
}

bool bipartite(const Graph& graph) {
  std::vector<signed char> side(graph.nodes(), 0);
  std::vector<Node> stack;
  for (Node start = 0; start < graph.nodes(); ++start) {
    if (side[start] != 0) continue;
    side[start] = 1;
    stack.push_back(start);
    while (!stack.empty()) {
      const Node v = stack.back();
      stack.pop_back();
      for (const Node w : graph.neighbors(v)) {
        if (side[w] == side[v]) return false;
        if (side[w] != 0) continue;
        side[w] = static_cast<signed char>(-side[v]);
        stack.push_back(w);
      }
    }
  }
  return true;
}

}  // namespace

Spectrum spectrum(const GossipMatrix& w) {
  constexpr std::string_view where = "spectral gap";
  require_gossip_matrix(where, w);
  if (w.rows() == 1) return {.second = 0.0, .smallest = 0.0, .gap = 1.0};
  const Graph edges = support(w);
  require_connected(where, edges);
  const bool periodic = without_loops(w) && bipartite(edges);
  const Sparse difference = laplacian(w, -1.0);  // I - W: its eigenvalues are 1 - lambda
  if (w.rows() < dense_below) {
    const VectorXd values = dense_on_complement(difference);
    const double low = values[0], high = values[values.size() - 1];
    return {.second = 1.0 - low,
            .smallest = periodic ? -1.0 : 1.0 - high,
            .gap = periodic ? 0.0 : std::min(low, 2.0 - high)};
  }
  const Ends ends = ends_on_complement(where, difference);
  double from_below = periodic ? 0.0 : 2.0 - ends.high;
  // Near -1 the smallest eigenvalue may decide the gap: then it must be known relative to 1 + lambda_n.
  if (!periodic && from_below < 2.0 * ends.low + 100.0 * accuracy && ends.high_change > accuracy * from_below) {
    const auto refined = smallest_by_inverse(laplacian(w, 1.0), false);
    if (!refined) not_converged(where, w.rows());
    from_below = *refined;
  }
  return {.second = 1.0 - ends.low, .smallest = from_below - 1.0, .gap = std::min(ends.low, from_below)};
}

double positive_spectral_gap(const GossipMatrix& w) {
  const double gap = spectrum(w).gap;
  if (gap > 0.0) return gap;
  throw Error(Errc::not_primitive, "spectral gap",
              "the gap is 0: -1 is an eigenvalue of W (a bipartite graph without self-weight), so its powers do not "
              "converge; Metropolis weights always have a positive gap");
}

double algebraic_connectivity(const Graph& graph, std::span<const double> activation) {
  constexpr std::string_view where = "algebraic connectivity";
  if (activation.size() != graph.edges()) {
    throw Error(Errc::shape, where, fmt::format("{} probabilities for {} edges", activation.size(), graph.edges()));
  }
  std::vector<Edge> active;
  std::vector<Eigen::Triplet<double>> entries;
  std::size_t e = 0;
  for (const auto& [u, v] : graph.edge_list()) {
    const double p = require_non_negative(where, "an edge's probability", activation[e++]);
    if (p == 0.0) continue;
    active.emplace_back(u, v);
    const auto i = static_cast<int>(u), j = static_cast<int>(v);
    entries.emplace_back(i, j, -p);
    entries.emplace_back(j, i, -p);
    entries.emplace_back(i, i, p);
    entries.emplace_back(j, j, p);
  }
  require_connected(where, Graph(graph.nodes(), active));
  if (graph.nodes() == 1) throw Error(Errc::domain, where, "a single node has no second eigenvalue");
  const auto n = static_cast<int>(graph.nodes());
  Sparse matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  if (n < dense_below) return dense_on_complement(matrix)[0];
  return ends_on_complement(where, matrix).low;
}

}  // namespace hearsay::graph
