// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <vector>

#include <hearsay/accounting/rumor/honest_part.hpp>
#include <hearsay/accounting/rumor/sender_rounding.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/linalg/grounded_laplacian.hpp>

namespace hearsay::accounting {

/// The law of who sends the first message to a curious node, from one source.
struct SenderLaw {
  linalg::Index source = 0;     ///< by number
  Eigen::VectorXd probability;  ///< P_i(v), by teller; 0 for a source that is never heard
  SenderErrors errors;          ///< of `probability`
};

/// Rumor spreading with muting 0 on any graph (Dandelion's stem): one token walks, and each message goes to a uniform
/// neighbor. From the honest source i, the first message to a curious node comes from v with probability
///
///   P_i(v) = [(I - Q)^{-1}]_{iv} k_v / d_v = [L^{-1}]_{iv} k_v,   L = D - A on the honest nodes,
///
/// Q the walk among the honest nodes, d_v the degree of v in the whole graph, k_v the number of its curious neighbors.
/// L is symmetric. Which curious node received the message, and all that follows, does not depend on the source given
/// v: the unending transcript tells of the source what v tells. From a component of honest nodes without a curious
/// neighbor nothing is ever observed, which is an outcome of its own.
///
/// One sparse solution a source; sum_v of the errors of P_i(v) is at most sum_v |e_i - L x|_v, since L^{-1} k = 1.
class FirstSender {
 public:
  /// @param largest_factor  nonzeros of the sparse Cholesky factor up to which it is used; else conjugate gradients.
  /// @throws as honest_part.
  FirstSender(const graph::Graph& graph, std::span<const graph::Node> curious,
              std::size_t largest_factor = linalg::largest_factor);

  [[nodiscard]] const HonestPart& part() const { return part_; }
  /// Whether sources are solved for by a factor; else by conjugate gradients.
  [[nodiscard]] bool factored() const { return laplacian_.factored(); }

  /// Sources that are best asked for together.
  static constexpr std::size_t block = 8;

  /// The laws of up to `block` sources, the same bits whatever other sources are asked for.
  /// @param sources  by number. @throws as linalg::GroundedLaplacian::solve_units.
  [[nodiscard]] std::vector<SenderLaw> laws(std::span<const linalg::Index> sources) const;

  /// P_i(i): the probability that the source itself is the first sender that is seen.
  [[nodiscard]] Bracket own(const SenderLaw& law) const;

  /// sum_i P_i(v) over all sources i = k_v [L^{-1} 1]_v, by teller, with the relative error of each.
  [[nodiscard]] SenderLaw all_sources() const;

 private:
  [[nodiscard]] SenderLaw law_of(linalg::Index source, const linalg::BoundedSolution& solution) const;

  HonestPart part_;
  linalg::GroundedLaplacian laplacian_;
};

}  // namespace hearsay::accounting
