// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/graph/weights.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/wide_range.hpp>
#include "props/gen/scenario.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// Thrown where doubles do not decide a number, and fractions have to.
struct Doubtful : std::domain_error {
  Doubtful() : std::domain_error("not decided by doubles") {}
};

/// Where a statement about a protocol on a graph is tried once: a scenario, with weights of one's own, and with what
/// the nodes differ in where the protocol has it.
struct Instance {
  // NOLINTNEXTLINE(google-explicit-constructor): a scenario is an instance
  Instance(gen::Scenario s) : scenario(std::move(s)) {}

  gen::Scenario scenario;
  std::shared_ptr<const graph::GossipMatrix> own = nullptr;  ///< W; none: by the rule of scenario.weights
  std::vector<oracle::Rational> sigma = {};                  ///< of the noise, by node, or one for all nodes; empty: 1
  std::vector<oracle::Rational> sensitivity = {};            ///< largest change of a value, likewise
};

/// W in doubles, and in fractions: by the definition of the rule, or as linalg::exact_entries reads doubles.
[[nodiscard]] graph::GossipMatrix matrix_of(const Instance& instance);
[[nodiscard]] oracle::Matrix fractions_of(const Instance& instance);

/// Of one node.
[[nodiscard]] oracle::Rational sigma_of(const Instance& instance, graph::Node node);
[[nodiscard]] oracle::Rational sensitivity_of(const Instance& instance, graph::Node node);
/// Whether nodes may differ in the noise.
[[nodiscard]] inline bool noise_by_node(const Instance& instance) { return instance.sigma.size() > 1; }

/// As gen::to_json; on a network of one's own with the nodes' labels, and without the graph. "sigma" and "sensitivity"
/// where they are not 1: a number, or one for each node.
[[nodiscard]] nlohmann::ordered_json to_json(const Instance& instance);

/// The same with "rounds" for "steps".
[[nodiscard]] nlohmann::ordered_json to_json_with_rounds(const Instance& instance);

/// An argument as an index below `limit`. @throws Error(Errc::domain) naming `function` and the argument otherwise.
[[nodiscard]] std::size_t index_below(double value, std::string_view function, std::string_view argument,
                                      std::size_t limit);

/// The entries of the powers of W, each power computed once.
template <class Matrix>
class Powers {
 public:
  using Multiply = std::function<Matrix(const Matrix&, const Matrix&)>;
  static constexpr std::size_t most = 1001;

  Powers(Matrix identity, Matrix w, Multiply multiply)
      : powers_{std::move(identity)}, w_(std::move(w)), multiply_(std::move(multiply)) {}

  /// W^t. @pre t >= 0.
  const Matrix& operator[](std::size_t t) {
    while (powers_.size() <= t) powers_.push_back(multiply_(powers_.back(), w_));
    return powers_[t];
  }

 private:
  std::vector<Matrix> powers_;
  Matrix w_;
  Multiply multiply_;
};

/// Powers of W in doubles.
[[nodiscard]] Powers<Eigen::MatrixXd> double_powers(const Instance& instance);

/// Which entry of which power w(t, i, j) is.
struct PowerEntry {
  std::size_t power, row, column;
};
/// @throws Error(Errc::domain) for arguments outside.
template <class Value>
PowerEntry power_entry(std::span<const Value> arguments, std::size_t nodes) {
  constexpr std::string_view w = "w(t, i, j)";
  return {.power = index_below(static_cast<double>(arguments[0]), w, "t", Powers<oracle::Matrix>::most),
          .row = index_below(static_cast<double>(arguments[1]), w, "i", nodes),
          .column = index_below(static_cast<double>(arguments[2]), w, "j", nodes)};
}

/// Arguments that must be known exactly, as fractions. @throws Error(Errc::domain) otherwise.
[[nodiscard]] std::vector<oracle::Rational> known_arguments(std::string_view function,
                                                            std::span<const formula::Range> arguments);

}  // namespace hearsay::props::bound
