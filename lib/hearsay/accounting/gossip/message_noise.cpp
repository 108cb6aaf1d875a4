// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/message_noise.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>

// LAPACK has no header in OpenBLAS's package.
extern "C" void dgeqrf_(const int* rows, const int* columns, double* matrix, const int* stride, double* factors,
                        double* work, const int* size, int* failure);

namespace hearsay::accounting {

namespace {

/// R of A = Q R, min(m, n) x n.
Eigen::MatrixXd triangle(Eigen::MatrixXd a) {
  const int m = static_cast<int>(a.rows()), n = static_cast<int>(a.cols());
  Eigen::VectorXd factors(std::min(m, n));
  int failure = 0, ask = -1;
  double wanted = 0.0;
  dgeqrf_(&m, &n, a.data(), &m, factors.data(), &wanted, &ask, &failure);
  std::vector<double> work(static_cast<std::size_t>(wanted));
  const int size = static_cast<int>(work.size());
  dgeqrf_(&m, &n, a.data(), &m, factors.data(), work.data(), &size, &failure);
  return a.topRows(std::min(m, n)).triangularView<Eigen::Upper>();
}

/// |L^{-1} r_u|^2 for the columns r_u of R, L L^T = R R^T + tau^2.
Eigen::VectorXd shares(const Eigen::MatrixXd& r, double tau) {
  Eigen::MatrixXd stacked(r.cols() + r.rows(), r.rows());
  stacked << r.transpose(), tau * Eigen::MatrixXd::Identity(r.rows(), r.rows());
  const Eigen::MatrixXd upper = triangle(std::move(stacked));
  return upper.transpose().triangularView<Eigen::Lower>().solve(r).colwise().squaredNorm().transpose();
}

}  // namespace

Enclosure NoisyLosses::enclosed(double loss) const {
  const double lower = std::max(0.0, loss - accuracy), upper = std::min(1.0, loss + accuracy);
  const bool known = upper - lower <= GossipLosses::close;
  return {.lower = lower, .upper = upper, .value = known ? std::optional(std::clamp(loss, 0.0, 1.0)) : std::nullopt};
}

GossipLosses NoisyLosses::instead_of(GossipLosses losses) const {
  losses.exact = exact;
  losses.exact_own_noise = exact_own_noise;
  losses.accuracy = accuracy;
  losses.ranks_checked = true;  // on which these losses do not depend
  return losses;
}

std::vector<NoisyLosses> noisy_losses(const HeardGossip& heard, std::span<const double> taus,
                                      const Execution& /*execution*/) {
  const auto n = heard.w.rows();
  for (const double tau : taus) require_positive("noisy_losses", "tau", tau);
  if (!heard.sigma.empty() && static_cast<Eigen::Index>(heard.sigma.size()) != n)
    throw Error(Errc::shape, "noisy_losses", fmt::format("{} sigmas of {} nodes", heard.sigma.size(), n));
  Eigen::MatrixXd view = accelerated_view(heard.w, heard.gamma, heard.observers, heard.steps);
  for (std::size_t u = 0; u < heard.sigma.size(); ++u)
    view.col(static_cast<Eigen::Index>(u)) *= require_positive("noisy_losses", "sigma", heard.sigma[u]);
  const double size = view.norm();
  if (view.rows() > n) view = triangle(std::move(view));
  const auto own_noise = without_columns(view, heard.observers);
  std::vector<NoisyLosses> found;
  for (const double tau : taus) {
    const double accuracy = 2.0 * std::sqrt(heard.steps + 1.0) * 0x1p-53 * size / tau;
    found.push_back({.tau = tau,
                     .exact = shares(view, tau),
                     .exact_own_noise = shares(own_noise, tau),
                     .accuracy = std::min(1.0, accuracy)});
  }
  return found;
}

}  // namespace hearsay::accounting
