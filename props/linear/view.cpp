// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/linear/view.hpp"

#include <memory>
#include <string>
#include <utility>

#include <hearsay/exact/fraction.hpp>

namespace hearsay::props {

using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using oracle::Row;

nlohmann::ordered_json printed(const Matrix& matrix) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : matrix) {
    auto& entries = rows.emplace_back(nlohmann::ordered_json::array());
    for (const auto& entry : row) entries.push_back(oracle::to_string(entry));
  }
  return rows;
}

nlohmann::ordered_json instance_of(const LinearView& view) {
  return {{"signal", printed(view.signal)},
          {"noise", printed(view.noise)},
          {"change", printed(Matrix{view.change}).front()}};
}

std::optional<Rational> defined_loss(const LinearView& view) {
  Matrix augmented = view.noise;
  for (std::size_t i = 0; i < augmented.size(); ++i) augmented[i].push_back(oracle::dot(view.signal[i], view.change));
  if (oracle::rank(augmented) != oracle::rank(view.noise)) return std::nullopt;
  const auto rows = oracle::independent_rows(augmented);
  if (rows.empty()) return Rational(0);
  Matrix gram(rows.size(), Row(rows.size()));
  Row target;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    target.push_back(rows[i].back());
    for (std::size_t j = 0; j < rows.size(); ++j) {
      for (std::size_t k = 0; k + 1 < rows[i].size(); ++k) gram[i][j] += rows[i][k] * rows[j][k];
    }
  }
  return oracle::dot(target, oracle::solve(gram, target));
}

linalg::FractionMatrix fraction_matrix(const Matrix& matrix, std::size_t columns) {
  linalg::FractionMatrix result{.columns = columns, .rows = {}};
  for (const auto& row : matrix) {
    auto& entries = result.rows.emplace_back();
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] != 0) entries.push_back({static_cast<Node>(j), row[j]});
    }
  }
  return result;
}

accounting::LinearAccount account_of(const LinearView& view, bool witness) {
  std::vector<std::pair<Node, Rational>> direction;
  for (std::size_t u = 0; u < view.inputs(); ++u) {
    if (view.change[u] != 0) direction.emplace_back(static_cast<Node>(u), view.change[u]);
  }
  return accounting::linear_account(accounting::GivenMatrices{.signal = fraction_matrix(view.signal, view.inputs()),
                                                              .noise = fraction_matrix(view.noise, view.noises())},
                                    {.subjects = {accounting::direction_subject(std::move(direction))},
                                     .reconstruct = true,
                                     .witness = witness,
                                     .road = accounting::LinearRoad::exact,
                                     .execution = {.jobs = 1}});
}

std::optional<Rational> library_loss(const LinearView& view) {
  const auto loss = account_of(view).losses.front().loss;
  return loss.is_private ? std::optional(loss.exact.value()) : std::nullopt;
}

rc::Gen<Matrix> matrices(std::size_t rows, std::size_t columns) {
  const auto entry = rc::gen::map(rc::gen::weightedElement<int>({{6, 0}, {3, 1}, {3, -1}, {1, 2}, {1, -3}}),
                                  [](int x) { return Rational(x); });
  return rc::gen::container<Matrix>(rows, rc::gen::container<Row>(columns, entry));
}

accounting::Protocol gossip_protocol(const graph::Graph& graph, Node observer, bool own_noise, int steps, int rounds) {
  accounting::Protocol protocol;
  protocol.nodes = graph.nodes();
  auto mix = std::make_shared<accounting::Mix>();
  mix->edges = graph.edge_list();
  accounting::ProtocolRound round;
  round.mix = std::move(mix);
  round.steps = steps;
  protocol.rounds.assign(static_cast<std::size_t>(rounds), round);
  accounting::NoiseKind noise;
  for (Node v = 0; v < graph.nodes(); ++v) {
    protocol.labels.push_back(std::to_string(v));
    noise.nodes.push_back(v);
  }
  protocol.noise = {std::move(noise)};
  protocol.view = {.observers = {observer}, .knows_own = own_noise};
  return protocol;
}

Rational exact_loss(const accounting::LinearModel& model, const accounting::Subject& subject) {
  const auto account = accounting::linear_account(
      model, {.subjects = {subject}, .road = accounting::LinearRoad::exact, .execution = {.jobs = 1}});
  return account.losses.front().loss.exact.value();
}

}  // namespace hearsay::props
