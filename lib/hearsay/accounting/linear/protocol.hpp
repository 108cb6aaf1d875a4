// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::accounting {

/// How nodes mix the messages they receive: W, with W_wu the weight that w gives to what u sends.
struct Mix {
  enum class Rule {
    matrix,      ///< W is given
    metropolis,  ///< W_uv = 1 / (1 + max(d_u, d_v)), the rest on the diagonal
    min_degree,  ///< W_uv = min(1 / d_u, 1 / d_v), the rest on the diagonal
    uniform,     ///< W_uv = 1 / (1 + d_u), the diagonal included: row-stochastic
    average,     ///< both nodes of an edge take their mean; edges are disjoint
    given,       ///< W_uv = W_vu = the edge's weight, the rest on the diagonal
  };
  Rule rule = Rule::metropolis;
  std::vector<graph::Edge> edges;        ///< empty for `matrix`; no loops, no repeats
  std::vector<exact::Rational> weights;  ///< of the edges, for `given`
  linalg::FractionMatrix matrix;         ///< n x n, for `matrix`
};

/// One round: feedback, injection, then steps of gossip.
struct ProtocolRound {
  std::shared_ptr<const Mix> mix;  ///< none: only where steps is 0
  int steps = 1;
  std::optional<exact::Rational> gamma;  ///< from the second step on: gamma W x + (1 - gamma) x_before
  bool inject = true;                    ///< every node adds its contribution and its noise
  std::shared_ptr<const linalg::FractionMatrix> feedback;  ///< F, n x n: theta <- theta + F theta; none: 0
};

/// One kind of noise, N(0, 1) variables times what is said here.
struct NoiseKind {
  enum class Kind {
    node,      ///< sigma z_u on the state of each of `nodes`
    pair,      ///< +sigma z on the first of a pair, -sigma z on the second; both know z
    temporal,  ///< sum_s C_ts z_us on the state of u at injection t
    matrix,    ///< L z on the states: any covariance L L^T
    message,   ///< sigma z on each copy that is sent in step 0 of a round with injection
    link,      ///< sigma z on every value that is seen; no node knows z
  };
  Kind kind = Kind::node;
  exact::Rational sigma = 1;
  std::vector<graph::Node> nodes;  ///< `node`
  std::vector<std::pair<graph::Node, graph::Node>> pairs;
  linalg::FractionMatrix matrix;                   ///< `temporal`: T x T; `matrix`: n x m
  std::vector<std::vector<graph::Node>> known_by;  ///< `matrix`: nodes that know each column's noise; empty: none
  bool first_only = false;                         ///< `node`, `pair`, `matrix`: at the first injection only
  bool zero_sum = false;                           ///< `message`: less the mean of the sender's copies
  bool self = false;                               ///< `message`: one copy is for the sender itself
};

/// What the observers see and know.
struct ProtocolView {
  enum class Sees {
    messages,  ///< what the others send to them
    states,    ///< their own states
    all,       ///< every value that is sent: an eavesdropper
    sum,       ///< of what the others send to an observer only the weighted sum
    final,     ///< the values at the end
  };
  std::vector<graph::Node> observers;  ///< none: an outsider
  Sees sees = Sees::messages;
  bool knows_own = true;         ///< every noise variable that an observer knows
  bool first_step_only = false;  ///< only step 0 of a round is seen
};

/// A linear protocol of nodes that mix, inject and add noise; all numbers are fractions.
struct Protocol {
  std::string name;
  graph::Node nodes = 0;
  std::vector<std::string> labels;  ///< of the nodes; "0", "1", ... if the file gives a count
  std::vector<ProtocolRound> rounds;
  std::vector<NoiseKind> noise;
  ProtocolView view;

  /// Number of rounds in which nodes contribute.
  [[nodiscard]] std::size_t injections() const;
  /// The node of a label. @throws Error(Errc::unknown) naming `where`.
  [[nodiscard]] graph::Node node(const std::string& where, const std::string& label) const;
};

/// Reads a protocol in the format "hearsay-protocol-1" (schemas/protocol.schema.json, docs/linear.md). Numbers
/// are whole, strings "p/q" or decimal strings, which are exact, or doubles, which exact::fraction_of reads; matrices
/// are rows of numbers, or names of .mtx and .npy files beside the file.
/// @throws Error(Errc::file) for what cannot be opened; Error(Errc::syntax) for what is not JSON, an unknown or missing
/// key or a value of another kind, naming its place; Error(Errc::shape) for a matrix of another size;
/// Error(Errc::unknown) for a node that is none; Error(Errc::domain) for a number outside its range.
[[nodiscard]] Protocol read_protocol(const std::string& path);

/// The same from text; `folder` is where files named in it are looked for, `where` names it in errors.
[[nodiscard]] Protocol parse_protocol(const std::string& where, const std::string& text, const std::string& folder);

}  // namespace hearsay::accounting
