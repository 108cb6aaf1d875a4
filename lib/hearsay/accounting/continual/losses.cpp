// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/continual/losses.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

using graph::Node;

constexpr Eigen::Index largest_view = 28'000;  // 6.3 GB of Gram matrix
constexpr int panel = 64;                      // columns of M computed together

/// a^T b for n x r blocks, summed piece by piece in a fixed order.
Eigen::MatrixXd moment(const NodeBlock& a, const NodeBlock& b, const Execution& execution) {
  const auto n = static_cast<std::size_t>(a.rows());
  const std::size_t pieces = (n + ContinualSystem::piece - 1) / ContinualSystem::piece;
  std::vector<Eigen::MatrixXd> parts(pieces);
  parallel_for(pieces, execution, [&](std::size_t p) {
    const auto first = static_cast<Eigen::Index>(p * ContinualSystem::piece);
    const auto count = std::min<Eigen::Index>(a.rows() - first, ContinualSystem::piece);
    parts[p] = a.middleRows(first, count).transpose() * b.middleRows(first, count);
  });
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(a.cols(), b.cols());
  for (const auto& part : parts) sum += part;
  return sum;
}

}  // namespace

ContinualAccountant::ContinualAccountant(const graph::GossipMatrix& w, const ContinualView& view, int rounds,
                                         std::span<const Node> targets, const Execution& execution)
    : rounds_(static_cast<int>(require_between("ContinualAccountant", "rounds", rounds, 1, 1'000'000))),
      execution_(execution),
      targets_(targets.begin(), targets.end()) {
  const ContinualSystem system(w, view);
  for (const Node u : targets_) {
    if (u >= system.nodes())
      throw Error(Errc::domain, "ContinualAccountant",
                  fmt::format("target {} is not in 0 .. {}", u, system.nodes() - 1));
    if (system.knows_noise_of(u) && !system.observes(u)) {
      throw Error(Errc::conditions, "ContinualAccountant",
                  fmt::format("target {} is one of the observers, who know its noise", u));
    }
    infinite_.push_back(system.knows_noise_of(u));
  }
  block_ = system.rank();
  last_block_ = system.last_rank();
  const Eigen::Index size = block_ * (rounds_ - 1) + last_block_;
  if (size > largest_view) {
    throw Error(Errc::too_large, "ContinualAccountant",
                fmt::format("{} observed dimensions in {} rounds make a view of {} numbers, more than {}; use fewer "
                            "rounds or observers",
                            block_, rounds_, size, largest_view));
  }

  influence_.assign(targets_.size(), Eigen::MatrixXd(block_, rounds_));
  std::vector<Eigen::MatrixXd> moments;  // G_0, G_1, ..., G_{2T-1}
  moments.reserve(2 * static_cast<std::size_t>(rounds_));
  NodeBlock now = system.observation(), next;
  for (int i = 0; i < rounds_; ++i) {
    for (std::size_t j = 0; j < targets_.size(); ++j) influence_[j].col(i) = now.row(targets_[j]).transpose();
    moments.push_back(moment(now, now, execution));
    if (execution.progress)
      execution.progress(static_cast<std::size_t>(i + 1), static_cast<std::size_t>(rounds_), "rounds");
    if (i + 1 == rounds_) break;
    system.advance(now, next, execution);
    moments.push_back(moment(now, next, execution));
    now.swap(next);
  }

  factor_.resize(size, size);
  for (int t = 0; t < rounds_; ++t) {  // lower blocks: C(t, s) = C(t-1, s-1) + G_{t+s}
    const Eigen::Index rows = t + 1 == rounds_ ? last_block_ : block_;
    for (int s = 0; s <= t; ++s) {
      const Eigen::Index columns = s + 1 == rounds_ ? last_block_ : block_;
      auto target = factor_.block(t * block_, s * block_, rows, columns);
      target = moments[static_cast<std::size_t>(t + s)].topLeftCorner(rows, columns);
      if (s > 0) target += factor_.block((t - 1) * block_, (s - 1) * block_, rows, columns);
    }
  }
  Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(factor_);
  if (size > 0 && cholesky.info() != Eigen::Success) {
    throw Error(Errc::not_converged, "ContinualAccountant",
                "the covariance of the view is not positive definite; check that W is stochastic");
  }
}

std::size_t ContinualAccountant::place(Node target) const {
  const auto it = std::ranges::find(targets_, target);
  if (it == targets_.end())
    throw Error(Errc::unknown, "ContinualAccountant", fmt::format("node {} is not among the targets", target));
  return static_cast<std::size_t>(it - targets_.begin());
}

std::string ContinualAccountant::unbounded(Node target) const {
  if (!infinite_[place(target)]) return {};
  return fmt::format(
      "the observers see the state of node {} and know its noise, so its first contribution lies outside the range of "
      "the unknown noise",
      target);
}

ContinualSensitivity ContinualAccountant::sensitivity(Node target) const {
  ContinualSensitivity result{.squared = {}, .unbounded = unbounded(target)};
  if (result.unbounded.empty()) {
    result.squared = linalg::boolean_quadratic_bounds(loss_matrix(target));
  } else {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    result.squared = {.constant = infinite,
                      .lower = infinite,
                      .upper = infinite,
                      .exact = {},
                      .signs = Eigen::VectorXd::Ones(rounds_)};
  }
  return result;
}

Eigen::Index ContinualAccountant::size_from(int round) const {
  return factor_.rows() - std::min(factor_.rows(), round * block_);
}

Eigen::MatrixXd ContinualAccountant::loss_matrix(Node target) const {
  if (const auto why = unbounded(target); !why.empty())
    throw Error(Errc::conditions, "ContinualAccountant::loss_matrix", why);
  const auto& h = influence_[place(target)];
  // Columns s of H_u are zero before round s, so a panel of the whitened H_u needs only the trailing part of the
  // factor.
  const int panels = (rounds_ + panel - 1) / panel;
  std::vector<Eigen::MatrixXd> white(static_cast<std::size_t>(panels));
  parallel_for(white.size(), execution_, [&](std::size_t p) {
    const int first = static_cast<int>(p) * panel;
    const int columns = std::min(panel, rounds_ - first);
    const Eigen::Index rows = size_from(first);
    auto& y = white[p];
    y = Eigen::MatrixXd::Zero(rows, columns);
    for (int s = 0; s < columns; ++s) {
      for (int t = first + s; t < rounds_; ++t) {
        const Eigen::Index height = t + 1 == rounds_ ? last_block_ : block_;
        y.block((t - first) * block_, s, height, 1) = h.col(t - first - s).head(height);
      }
    }
    factor_.bottomRightCorner(rows, rows).triangularView<Eigen::Lower>().solveInPlace(y);
  });
  Eigen::MatrixXd m(rounds_, rounds_);
  parallel_for(white.size() * white.size(), execution_, [&](std::size_t index) {
    const std::size_t p = index / white.size(), q = index % white.size();
    if (p < q) return;  // p later than q: its panel is the shorter one
    const Eigen::Index rows = white[p].rows();
    const auto product = (white[p].transpose() * white[q].bottomRows(rows)).eval();
    const auto i = static_cast<Eigen::Index>(p) * panel, j = static_cast<Eigen::Index>(q) * panel;
    m.block(i, j, product.rows(), product.cols()) = product;
    if (p != q) m.block(j, i, product.cols(), product.rows()) = product.transpose();
  });
  return m;
}

Eigen::VectorXd ContinualAccountant::whitened(Node target, const Eigen::VectorXd& stream) const {
  const auto& h = influence_[place(target)];
  Eigen::VectorXd y = Eigen::VectorXd::Zero(factor_.rows());
  for (int t = 0; t < rounds_; ++t) {
    const Eigen::Index height = t + 1 == rounds_ ? last_block_ : block_;
    for (int s = 0; s <= t; ++s) y.segment(t * block_, height) += stream(s) * h.col(t - s).head(height);
  }
  factor_.triangularView<Eigen::Lower>().solveInPlace(y);
  return y;
}

double ContinualAccountant::loss_of(Node target, const Eigen::VectorXd& stream) const {
  if (stream.size() != rounds_)
    throw Error(Errc::shape, "ContinualAccountant::loss_of",
                fmt::format("{} contributions for {} rounds", stream.size(), rounds_));
  if (infinite_[place(target)]) return stream.isZero(0.0) ? 0.0 : std::numeric_limits<double>::infinity();
  return whitened(target, stream).squaredNorm();
}

Eigen::VectorXd ContinualAccountant::constant_growth(Node target) const {
  if (infinite_[place(target)]) return Eigen::VectorXd::Constant(rounds_, std::numeric_limits<double>::infinity());
  const Eigen::VectorXd y = whitened(target, Eigen::VectorXd::Ones(rounds_));
  Eigen::VectorXd growth(rounds_);
  double whole = 0.0;  // of the rounds that are over
  for (int t = 0; t < rounds_; ++t) {
    growth(t) = whole + y.segment(t * block_, last_block_).squaredNorm();
    if (t + 1 < rounds_) whole += y.segment(t * block_, block_).squaredNorm();
  }
  return growth;
}

}  // namespace hearsay::accounting
