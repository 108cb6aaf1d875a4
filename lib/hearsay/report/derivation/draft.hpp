// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/report/derivation/derivation.hpp>
#include <hearsay/report/derivation/formula.hpp>

namespace hearsay::report {

/// What the derivation of one kind of certificate finds: blocks, what the bound of the statement may name, and the ends
/// that the instance and the evidence show.
struct Draft {
  std::vector<Block> blocks;
  Values variables;
  std::optional<Value> lower, upper;
  bool infinite = false;    ///< the quantity is infinite
  bool bound_told = false;  ///< the blocks have the bound already

  void say(std::string words) { blocks.emplace_back(Sentence{std::move(words)}); }
  void show(NumberTable table) { blocks.emplace_back(std::move(table)); }
  /// left = right = ...
  void write(std::string left, std::vector<Formula::Step> steps) {
    blocks.emplace_back(Formula{std::move(left), std::move(steps)});
  }
  void write(std::string left, std::string right) { write(std::move(left), {{"=", std::move(right)}}); }
};

using Vector = std::vector<exact::Rational>;
using Matrix = std::vector<Vector>;

/// Rows in tables, columns of numbers, steps of a sum that are printed in full.
inline constexpr std::size_t most_rows = 16, most_columns = 9, most_terms = 12;

// One function a kind of certificate: from instance, quantity and evidence.
[[nodiscard]] Draft derive_view(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_stream(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_rate(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_protocol(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_rumor(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_ring(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_walk(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_spectrum(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_expression(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);
[[nodiscard]] Draft derive_sample(const nlohmann::ordered_json& certificate, const nlohmann::ordered_json& row);

/// An expression: in symbols, with its numbers, part by part where it is long, and its value.
void evaluate_in_steps(Draft& draft, const std::string& name, const nlohmann::ordered_json& expression,
                       const Values& variables);

// Parts that several kinds use.

/// The fraction of a string of a certificate.
[[nodiscard]] exact::Rational fraction(const nlohmann::ordered_json& text);
[[nodiscard]] Vector fractions(const nlohmann::ordered_json& list);

/// The gossip matrix of edges by the rule of that name: metropolis, min-degree, uniform or lazy.
[[nodiscard]] linalg::RationalMatrix gossip_rows(int nodes, const nlohmann::ordered_json& edges,
                                                 const std::string& rule);
/// x^T W, and W x.
[[nodiscard]] Vector row_times(const Vector& x, const linalg::RationalMatrix& w);
[[nodiscard]] Vector times(const linalg::RationalMatrix& w, const Vector& x);
[[nodiscard]] exact::Rational dot(const Vector& x, const Vector& y);

/// "nodes 0 to 2, edges 0-1 1-2, Metropolis weights W_uv = 1/(1 + max(d_u, d_v))".
[[nodiscard]] std::string network_words(const nlohmann::ordered_json& instance);
/// "0", "0 and 3", "0, 2 and 3"; long runs as "4 to 9".
[[nodiscard]] std::string listed(const std::vector<int>& nodes);
/// "node 3", "nodes 0 and 3".
[[nodiscard]] std::string nodes_words(const std::vector<int>& nodes);

/// Columns that are equal in all rows, as one: of their members the first is shown.
struct ColumnGroup {
  std::vector<int> members;
};
/// @param alone  columns that stay alone.
[[nodiscard]] std::vector<ColumnGroup> equal_columns(const Matrix& rows, const std::vector<int>& alone);

/// A matrix with one row and column a node; nothing if it has more than most_columns.
[[nodiscard]] std::optional<NumberTable> matrix_table(const linalg::RationalMatrix& w, const std::string& caption);

/// "-1/2 y1 + 3/2 y2" of weights and names; zeros are left out, and all but the largest where there are many.
[[nodiscard]] std::string combination_text(const Vector& weights, const std::vector<std::string>& names);
/// "(1/3)^2", "2^2"; and "(1/3)", "2".
[[nodiscard]] std::string squared(const exact::Rational& x);
[[nodiscard]] std::string bracketed(const exact::Rational& x);
/// "1/4 + 1/4", with what is left of many terms.
[[nodiscard]] std::string sum_text(const Vector& terms);

}  // namespace hearsay::report
