// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <hearsay/accounting/linear/build.hpp>
#include <hearsay/accounting/linear/model.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Whether all rounds of a protocol are alike: the same mixing, steps, gamma and feedback, contributions in each, noise
/// that is drawn anew for a round (kinds node, pair, matrix and link, also at the first injection only), and a view of
/// each round.
[[nodiscard]] bool rounds_alike(const Protocol& protocol);

/// Whether no weight is negative: then sums of weights do not cancel, and what their products lose to rounding is
/// bounded by their number. Of rounds with gamma (1 - gamma may be negative) or feedback that is not said.
/// @pre rounds_alike(protocol).
[[nodiscard]] bool weights_add(const Protocol& protocol);

/// The view of a protocol whose rounds are alike, which is not built.
///
/// Row v of a round sees h_jv^T x of what was added to the state j rounds before, whatever the round. With the noise N
/// of an injection and rows (r, v),
///
///     S_(r,v),(r',v') = sum over s <= min(r, r') of h_(r-s)v^T N N^T h_(r'-s)v' + what is added to the rows alone,
///
/// so S follows from one matrix of inner products. Only nodes from which a row can be reached within the run are kept:
/// the others change no row.
class RepeatedView {
 public:
  /// Follows the rows of a round backwards through all rounds.
  /// @pre rounds_alike(protocol).
  /// @throws Error(Errc::too_large) if there are more than most_dense_rows rows, or if S and the h do not fit into the
  /// free memory.
  /// @complexity rows of a round times rounds times entries of a round, in 8 rows kept nodes bytes.
  RepeatedView(const Protocol& protocol, const Execution& execution);

  [[nodiscard]] std::size_t rows() const { return names_.size() * rounds_; }
  [[nodiscard]] std::size_t rounds() const { return rounds_; }
  [[nodiscard]] std::size_t noises() const { return noises_; }
  /// The nodes from which a row can be reached. A change of others has loss 0.
  [[nodiscard]] std::size_t kept() const { return static_cast<std::size_t>(h_.cols()); }
  [[nodiscard]] std::vector<RowName> row_names() const;

  /// S. @complexity O(rows^2 (noises of a round that kept nodes add)) operations.
  [[nodiscard]] Eigen::MatrixXd gram(const Execution& execution) const;
  /// A d for some changes d: rows x changes.
  [[nodiscard]] Eigen::MatrixXd signals(const std::vector<Change>& changes) const;
  /// A bound on the relative rounding errors of gram(): every entry is wrong by at most that times the root of both
  /// diagonal entries. It counts operations, times what noise of both signs cancels: the largest ratio of a diagonal
  /// entry without the signs of N to one with them.
  /// @pre weights_add(protocol). @complexity O(rows entries of N).
  [[nodiscard]] double rounding(const Eigen::MatrixXd& gram, const Execution& execution) const;

 private:
  /// Columns of N with the kept nodes that they are added to.
  struct Columns {
    std::vector<std::size_t> offsets = {0};
    std::vector<std::pair<std::uint32_t, double>> entries;  ///< place and factor
  };
  void keep(const LinearSystem<double>& round);
  void follow(const LinearSystem<double>& round, std::size_t begin, std::size_t width);
  [[nodiscard]] LinearSystem<double> restricted(const LinearSystem<double>& round) const;
  [[nodiscard]] Columns columns_of(const LinearSystem<double>& round) const;
  void add_noise(const Columns& columns, Eigen::MatrixXd& gram, const Execution& execution) const;
  [[nodiscard]] Eigen::VectorXd unsigned_diagonal(const Columns& columns, const Execution& execution) const;

  graph::Node nodes_ = 0;
  std::size_t rounds_ = 0, noises_ = 0;
  double roundings_of_round_ = 0.0;
  std::vector<RowName> names_;        ///< of the rows of a round
  std::vector<double> own_variance_;  ///< of the rows of a round: by noise that is added to the row alone
  std::vector<std::uint32_t> place_;  ///< of each node among the kept ones
  Columns every_, first_;             ///< the noise of each injection, and what the first one has besides
  Eigen::MatrixXd h_;                 ///< rows x kept nodes: row j rows_of_round + v is h_jv
};

/// One injection of a protocol in which every value is seen before it is mixed: then round r shows x_r + N_r z_r, since
/// the rest of the state is a function of earlier rows, and no noise enters two rounds.
/// @return protocols of one round with the same losses as the first injection and, if it has other noise, as each later
/// one; nothing for other protocols: other views, noise on messages or links, temporal noise, and rounds that inject
/// and are not seen.
[[nodiscard]] std::vector<Protocol> shown_injections(const Protocol& protocol);

}  // namespace hearsay::accounting
