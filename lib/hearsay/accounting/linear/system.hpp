// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::accounting {

/// Sparse rows: row i has the entries offsets[i] .. offsets[i + 1]. Without offsets: no rows.
template <class Scalar>
struct SparseRows {
  std::vector<std::size_t> offsets;
  std::vector<std::uint32_t> columns;
  std::vector<Scalar> values;

  [[nodiscard]] std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  /// Appends an entry to the row that is being written.
  void add(std::size_t column, Scalar value) {
    columns.push_back(static_cast<std::uint32_t>(column));
    values.push_back(std::move(value));
  }
  /// Ends the row that is being written.
  void end_row() {
    if (offsets.empty()) offsets.push_back(0);
    offsets.push_back(columns.size());
  }
};

/// One stage of a linear protocol: the state changes, something is added to it, something of it is seen.
///
///   state <- gamma M state + (1 - gamma) (state before the last stage),  without gamma: M state, without M: state
///   state <- state + x_[inputs ..] + N z,                                y_[first_row ..] = R state + Q z
template <class Scalar>
struct Stage {
  std::shared_ptr<const SparseRows<Scalar>> mix;  ///< M
  std::optional<Scalar> gamma;
  std::optional<std::size_t> inputs;  ///< the first of the inputs that are added, one to each entry of the state
  SparseRows<Scalar> noise;           ///< N; no rows: none
  SparseRows<Scalar> seen;            ///< R
  SparseRows<Scalar> seen_noise;      ///< Q; no rows: none
  std::size_t first_row = 0;
};

/// What a row of a view is: in step `step` of round `round`, what `sender` sent to `receiver` or to all its receivers;
/// without a sender, a sum that `receiver` was sent. The rows of given matrices are only numbered.
struct RowName {
  std::int32_t round = -1, step = -1;
  std::optional<graph::Node> sender, receiver;
};

/// What a noise variable is: drawn in round `round` by `first`, or by `first` and `second` together, or for the copy
/// that `first` sends to `second`; `source` is its place in the protocol's list of noises. Columns of given matrices
/// are only numbered.
struct NoiseName {
  std::int32_t source = -1, round = -1;
  std::optional<graph::Node> first, second;
};

/// A linear Gaussian view y = A x + B z, z ~ N(0, I), as a pair of operators: neither A nor B is formed.
///
/// Input r * nodes + u is what node u contributes at its r-th injection. Noises that the observers know and the
/// observers' own inputs are to be subtracted: the former are no columns of B, `observers` lists the latter.
template <class Scalar>
struct LinearSystem {
  std::size_t nodes = 0, rounds = 0;  ///< of the inputs: rounds injections of one input a node
  std::size_t state = 0;              ///< numbers that the protocol keeps
  std::vector<Stage<Scalar>> stages;
  std::vector<RowName> rows;
  std::vector<NoiseName> noises;
  std::vector<graph::Node> observers;

  [[nodiscard]] std::size_t inputs() const { return nodes * rounds; }
};

/// Inputs and noises, as the adjoint returns them: A^T w and B^T w, `width` numbers each.
template <class Scalar>
struct Sources {
  std::vector<Scalar> inputs, noises;
};

/// y = A x + B z for `width` right-hand sides at once: one run of the protocol. Number j of item i stands at i * width
/// + j.
/// @param sources  inputs and noises; an empty vector is 0.
/// @complexity O(width * entries of the stages).
template <class Scalar>
[[nodiscard]] std::vector<Scalar> run(const LinearSystem<Scalar>& system, const Sources<Scalar>& sources,
                                      std::size_t width);

/// A^T w and B^T w for `width` vectors w of rows: one run backwards.
/// @complexity O(width * entries of the stages).
template <class Scalar>
[[nodiscard]] Sources<Scalar> run_adjoint(const LinearSystem<Scalar>& system, const std::vector<Scalar>& rows,
                                          std::size_t width);

/// One stage of a run backwards: from the derivatives by the state after the stage, and by the state before it as far
/// as known, to those by the state before the stage and by the one before that.
/// @param now  becomes the first of the latter. @param earlier  becomes the second.
/// @complexity O(width * entries of M).
template <class Scalar>
void pull_back(const Stage<Scalar>& stage, std::vector<Scalar>& now, std::vector<Scalar>& earlier, std::size_t width);

}  // namespace hearsay::accounting
