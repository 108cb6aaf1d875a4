// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/adversary/gossip_view.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>

namespace hearsay::adversary {

Coalition::Coalition(std::span<const graph::Node> members) : members_(members.begin(), members.end()) {
  std::ranges::sort(members_);
  if (members_.empty()) throw Error(Errc::domain, "Coalition", "there must be at least one member");
  const auto repeated = std::ranges::adjacent_find(members_);
  if (repeated != members_.end())
    throw Error(Errc::domain, "Coalition", fmt::format("member {} is listed twice", *repeated));
}

bool Coalition::contains(Eigen::Index v) const {
  return std::ranges::binary_search(members_, static_cast<graph::Node>(v));
}

protocol::Listener Coalition::ears() {
  return [this](int, const graph::GossipMatrix& round, const Eigen::MatrixXd& state) {
    if (members_.back() >= round.rows()) {
      throw Error(Errc::domain, "Coalition",
                  fmt::format("member {} must be a node in 0 .. {}", members_.back(), round.rows() - 1));
    }
    width_ = state.cols();
    for (Eigen::Index sender = 0; sender < round.rows(); ++sender) {
      if (contains(sender)) continue;
      const bool reaches_us =
          std::ranges::any_of(members_, [&](graph::Node o) { return round.coeff(o, sender) != 0.0; });
      if (reaches_us) heard_.push_back(state.row(sender));
    }
  };
}

Eigen::MatrixXd Coalition::transcript() const {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(heard_.size()), width_);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) rows.row(i) = heard_[static_cast<std::size_t>(i)];
  return rows;
}

Eigen::MatrixXd gossip_view(const graph::GossipMatrix& w, std::span<const graph::Node> coalition, int steps) {
  Coalition listeners(coalition);
  (void)protocol::average(w, Eigen::MatrixXd::Identity(w.rows(), w.rows()), steps, listeners.ears());
  return listeners.transcript();
}

Eigen::MatrixXd gossip_view(std::span<const graph::GossipMatrix> rounds, std::span<const graph::Node> coalition) {
  const auto n = rounds.empty() ? 0 : rounds.front().rows();
  Coalition listeners(coalition);
  (void)protocol::average(rounds, Eigen::MatrixXd::Identity(n, n), listeners.ears());
  return listeners.transcript();
}

Eigen::MatrixXd accelerated_view(const graph::GossipMatrix& w, double gamma, std::span<const graph::Node> coalition,
                                 int steps) {
  Coalition listeners(coalition);
  (void)protocol::average_accelerated(w, gamma, Eigen::MatrixXd::Identity(w.rows(), w.rows()), steps, listeners.ears());
  return listeners.transcript();
}

}  // namespace hearsay::adversary
