// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/protocol.hpp>
#include <hearsay/graph/graph.hpp>

#include "props/oracle/rational_stream.hpp"

// Protocols by their definition: every value is a linear form of named inputs and noises. Shares nothing with the
// library but the protocol that it reads.

namespace hearsay::accounting::testing {

using graph::Node;
using props::oracle::Matrix;
using props::oracle::Rational;
using props::oracle::Row;
using Form = std::map<std::string, Rational>;

inline void add(Form& sum, const Form& form, const Rational& factor) {
  for (const auto& [name, value] : form) sum[name] += factor * value;
}

inline Matrix dense(const linalg::FractionMatrix& matrix) {
  Matrix rows(matrix.rows.size(), Row(matrix.columns, 0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [column, value] : matrix.rows[i]) rows[i][column] = value;
  }
  return rows;
}

inline Matrix mixing(const Mix& mix, Node n) {
  if (mix.rule == Mix::Rule::matrix) return dense(mix.matrix);
  std::vector<int> degree(n, 0);
  for (const auto& [u, v] : mix.edges) ++degree[u], ++degree[v];
  Matrix w(n, Row(n, 0));
  for (std::size_t e = 0; e < mix.edges.size(); ++e) {
    const auto [u, v] = mix.edges[e];
    const auto weight = [&](Node own, Node other) -> Rational {
      const Rational most = std::max(degree[own], degree[other]);
      if (mix.rule == Mix::Rule::metropolis) return 1 / (1 + most);
      if (mix.rule == Mix::Rule::min_degree) return 1 / most;
      if (mix.rule == Mix::Rule::uniform) return Rational(1) / (1 + degree[own]);
      if (mix.rule == Mix::Rule::average) return Rational(1, 2);
      return mix.weights[e];
    };
    w[u][v] = weight(u, v);
    w[v][u] = weight(v, u);
  }
  for (Node u = 0; u < n; ++u) {
    Rational rest = 1;
    for (Node v = 0; v < n; ++v) rest -= v == u ? Rational(0) : w[u][v];
    w[u][u] = rest;
  }
  return w;
}

/// What is seen, as forms, and which noises are known.
class Naive {
 public:
  explicit Naive(const Protocol& protocol) : protocol_(protocol), theta_(protocol.nodes) {
    std::size_t injection = 0;
    for (std::size_t r = 0; r < protocol.rounds.size(); ++r) {
      one_round(protocol.rounds[r], r, injection);
      injection += protocol.rounds[r].inject ? 1 : 0;
    }
    if (protocol.view.sees == ProtocolView::Sees::final) {
      for (Node u = 0; u < protocol.nodes; ++u) see(theta_[u], "end " + std::to_string(u));
    }
  }

  [[nodiscard]] Matrix signal() const {
    Matrix a;
    for (const auto& form : seen_) {
      auto& row = a.emplace_back();
      for (std::size_t t = 0; t < protocol_.injections(); ++t) {
        for (Node u = 0; u < protocol_.nodes; ++u) {
          const auto found = form.find("x " + std::to_string(t) + " " + std::to_string(u));
          row.push_back(found == form.end() ? Rational(0) : found->second);
        }
      }
    }
    return a;
  }

  /// B without the known noises; one column of zeros at least.
  [[nodiscard]] Matrix noise() const {
    std::set<std::string> names = {"z none"};
    for (const auto& form : seen_) {
      for (const auto& [name, value] : form) {
        if (name.starts_with("z") && known_.count(name) == 0) names.insert(name);
      }
    }
    Matrix b;
    for (const auto& form : seen_) {
      auto& row = b.emplace_back();
      for (const auto& name : names) row.push_back(form.count(name) > 0 ? form.at(name) : Rational(0));
    }
    return b;
  }

 private:
  bool observer(Node u) const { return std::ranges::count(protocol_.view.observers, u) > 0; }

  Form noise(const std::string& name, std::vector<Node> knowers) {
    if (protocol_.view.knows_own && std::ranges::any_of(knowers, [&](Node u) { return observer(u); }))
      known_.insert(name);
    return {{name, 1}};
  }

  void see(Form form, const std::string& place) {
    for (std::size_t i = 0; i < protocol_.noise.size(); ++i) {
      if (protocol_.noise[i].kind == NoiseKind::Kind::link)
        add(form, noise("z link " + std::to_string(i) + " " + place, {}), protocol_.noise[i].sigma);
    }
    seen_.push_back(form);
  }

  void inject(std::size_t r, std::size_t injection) {
    for (Node u = 0; u < protocol_.nodes; ++u)
      theta_[u]["x " + std::to_string(injection) + " " + std::to_string(u)] += 1;
    for (std::size_t i = 0; i < protocol_.noise.size(); ++i) {
      const auto& kind = protocol_.noise[i];
      if (kind.first_only && injection > 0) continue;
      const auto tag = "z " + std::to_string(i) + " " + std::to_string(r) + " ";
      if (kind.kind == NoiseKind::Kind::node) {
        for (const auto u : kind.nodes) add(theta_[u], noise(tag + std::to_string(u), {u}), kind.sigma);
      } else if (kind.kind == NoiseKind::Kind::pair) {
        for (std::size_t p = 0; p < kind.pairs.size(); ++p) {
          const auto [u, v] = kind.pairs[p];
          const auto z = noise(tag + std::to_string(p), {u, v});
          add(theta_[u], z, kind.sigma);
          add(theta_[v], z, -kind.sigma);
        }
      } else if (kind.kind == NoiseKind::Kind::temporal) {
        const auto c = dense(kind.matrix);
        for (Node u = 0; u < protocol_.nodes; ++u) {
          for (std::size_t s = 0; s < c.size(); ++s)
            add(theta_[u], noise("z " + std::to_string(i) + " t" + std::to_string(s) + " " + std::to_string(u), {u}),
                c[injection][s]);
        }
      } else if (kind.kind == NoiseKind::Kind::matrix) {
        const auto l = dense(kind.matrix);
        for (std::size_t j = 0; j < kind.matrix.columns; ++j) {
          const auto z = noise(tag + std::to_string(j), kind.known_by.empty() ? std::vector<Node>{} : kind.known_by[j]);
          for (Node u = 0; u < protocol_.nodes; ++u) add(theta_[u], z, l[u][j]);
        }
      }
    }
  }

  /// The copies of a step: copy[w][u] is what u sends to w, itself included.
  std::vector<std::vector<Form>> copies(const Matrix& w, std::size_t r, bool noisy) {
    const Node n = protocol_.nodes;
    std::vector<std::vector<Form>> copy(n, theta_);
    for (std::size_t i = 0; noisy && i < protocol_.noise.size(); ++i) {
      const auto& kind = protocol_.noise[i];
      if (kind.kind != NoiseKind::Kind::message) continue;
      for (Node u = 0; u < n; ++u) {
        std::vector<Node> to;
        for (Node v = 0; v < n; ++v) {
          if (v == u ? kind.self : w[v][u] != 0) to.push_back(v);
        }
        Form mean;
        for (const auto v : to) {
          const auto z = noise(
              "z " + std::to_string(i) + " " + std::to_string(r) + " " + std::to_string(u) + ">" + std::to_string(v),
              {u});
          add(copy[v][u], z, kind.sigma);
          add(mean, z, kind.sigma / static_cast<int>(to.size()));
        }
        for (const auto v : to) add(copy[v][u], mean, kind.zero_sum ? -1 : 0);
      }
    }
    return copy;
  }

  void look(const Matrix& w, const std::vector<std::vector<Form>>& copy, std::size_t r, int k, bool noisy) {
    using Sees = ProtocolView::Sees;
    const auto sees = protocol_.view.sees;
    if (sees == Sees::final || (k > 0 && protocol_.view.first_step_only)) return;
    const auto place = std::to_string(r) + "," + std::to_string(k) + " ";
    const Node n = protocol_.nodes;
    if (sees == Sees::sum) {
      for (Node o = 0; o < n; ++o) {
        Form sum;
        bool hears = false;
        for (Node u = 0; u < n; ++u) {
          if (observer(o) && !observer(u) && w[o][u] != 0) add(sum, copy[o][u], w[o][u]), hears = true;
        }
        if (hears) see(sum, place + std::to_string(o));
      }
      return;
    }
    for (Node v = 0; v < n; ++v) {
      for (Node u = 0; u < n && noisy && sees != Sees::states; ++u) {
        const bool sent = u != v && w[v][u] != 0;
        if (sent && (sees == Sees::all || (observer(v) && !observer(u))))
          see(copy[v][u], place + std::to_string(u) + ">" + std::to_string(v));
      }
    }
    for (Node u = 0; u < n && (!noisy || sees == Sees::states); ++u) {
      bool heard = sees == Sees::all || (sees == Sees::states && observer(u));
      for (Node o = 0; o < n; ++o)
        heard = heard || (sees == Sees::messages && observer(o) && !observer(u) && w[o][u] != 0);
      if (heard) see(theta_[u], place + std::to_string(u));
    }
  }

  void one_round(const ProtocolRound& round, std::size_t r, std::size_t injection) {
    const Node n = protocol_.nodes;
    if (round.feedback) {
      const auto f = dense(*round.feedback);
      auto next = theta_;
      for (Node u = 0; u < n; ++u) {
        for (Node v = 0; v < n; ++v) add(next[u], theta_[v], f[u][v]);
      }
      theta_ = next;
    }
    if (round.inject) inject(r, injection);
    bool messages = false;
    for (const auto& kind : protocol_.noise) messages = messages || kind.kind == NoiseKind::Kind::message;
    std::vector<Form> before;
    for (int k = 0; k < round.steps; ++k) {
      const auto w = mixing(*round.mix, n);
      const bool noisy = messages && k == 0 && round.inject;
      const auto copy = copies(w, r, noisy);
      look(w, copy, r, k, noisy);
      std::vector<Form> next(n);
      const Rational gamma = k > 0 && round.gamma ? *round.gamma : Rational(1);
      for (Node v = 0; v < n; ++v) {
        for (Node u = 0; u < n; ++u) add(next[v], copy[v][u], gamma * w[v][u]);
        if (k > 0) add(next[v], before[v], 1 - gamma);
      }
      before = theta_;
      theta_ = next;
    }
  }

  const Protocol& protocol_;
  std::vector<Form> theta_, seen_;
  std::set<std::string> known_;
};

/// b^T (B B^T)^+ b for columns b of A, as a matrix; nothing if one of them is not in range(B).
inline std::optional<Matrix> loss_matrix(const Matrix& noise, const Matrix& columns) {
  Matrix both = noise;
  for (std::size_t i = 0; i < both.size(); ++i) {
    for (const auto& column : columns) both[i].push_back(column[i]);
  }
  if (props::oracle::rank(both) > props::oracle::rank(noise)) return std::nullopt;
  // Independent rows of B, by adding one row after the other.
  Matrix kept;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < noise.size(); ++i) {
    kept.push_back(noise[i]);
    if (props::oracle::rank(kept) == kept.size()) {
      places.push_back(i);
    } else {
      kept.pop_back();
    }
  }
  Matrix gram(kept.size(), Row(kept.size())), right(kept.size(), Row(columns.size()));
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = 0; j < kept.size(); ++j) gram[i][j] = props::oracle::dot(kept[i], kept[j]);
    for (std::size_t k = 0; k < columns.size(); ++k) right[i][k] = columns[k][places[i]];
  }
  Matrix m(columns.size(), Row(columns.size(), 0));
  if (kept.empty()) return m;
  const auto solved = props::oracle::solve(gram, right);
  for (std::size_t s = 0; s < columns.size(); ++s) {
    for (std::size_t t = 0; t < columns.size(); ++t) {
      for (std::size_t i = 0; i < kept.size(); ++i) m[s][t] += right[i][s] * solved[i][t];
    }
  }
  return m;
}

inline Row column_of(const Matrix& a, std::size_t j) {
  Row column;
  for (const auto& row : a) column.push_back(row[j]);
  return column;
}

/// Random protocols of few nodes with all kinds of rounds, noises and views.
class RandomProtocols {
 public:
  explicit RandomProtocols(unsigned seed) : engine_(seed) {}

  Protocol next() {
    Protocol protocol;
    protocol.nodes = 2 + below(3);
    for (Node v = 0; v < protocol.nodes; ++v) protocol.labels.push_back(std::to_string(v));
    const auto rounds = 1 + below(3);
    for (Node r = 0; r < rounds; ++r) protocol.rounds.push_back(round(protocol.nodes, r));
    const auto kinds = 1 + below(3);
    for (Node i = 0; i < kinds; ++i) protocol.noise.push_back(noise(protocol));
    auto& view = protocol.view;
    for (Node v = 0; v < protocol.nodes; ++v) {
      if (below(3) == 0 && view.observers.size() + 1 < protocol.nodes) view.observers.push_back(v);
    }
    view.sees = static_cast<ProtocolView::Sees>(below(5));
    view.knows_own = below(2) == 0;
    view.first_step_only = below(4) == 0;
    return protocol;
  }

  Node below(Node bound) { return static_cast<Node>(engine_() % bound); }
  Rational fraction() { return Rational(static_cast<int>(below(7)) - 3, 1 + static_cast<int>(below(3))); }

 private:
  linalg::FractionMatrix matrix(std::size_t rows, std::size_t columns) {
    linalg::FractionMatrix result{.columns = columns, .rows = {}};
    for (std::size_t i = 0; i < rows; ++i) {
      auto& row = result.rows.emplace_back();
      for (std::size_t j = 0; j < columns; ++j) {
        if (const auto value = fraction(); value != 0) row.push_back({static_cast<Node>(j), value});
      }
    }
    return result;
  }

  std::shared_ptr<const Mix> mix(Node nodes) {
    Mix mix;
    mix.rule = static_cast<Mix::Rule>(below(6));
    if (mix.rule == Mix::Rule::matrix) {
      mix.matrix = matrix(nodes, nodes);
    } else if (mix.rule == Mix::Rule::average) {
      mix.edges = {{0, 1}};
    } else {
      for (Node u = 0; u < nodes; ++u) {
        for (Node v = u + 1; v < nodes; ++v) {
          if (below(3) > 0) mix.edges.emplace_back(u, v);
        }
      }
      for (std::size_t e = 0; e < mix.edges.size(); ++e) mix.weights.push_back(fraction());
    }
    return std::make_shared<const Mix>(mix);
  }

  ProtocolRound round(Node nodes, Node place) {
    ProtocolRound round{.mix = mix(nodes),
                        .steps = static_cast<int>(below(4)),
                        .gamma = {},
                        .inject = place == 0 || below(3) > 0,
                        .feedback = {}};
    if (below(3) == 0) round.gamma = Rational(5, 4);
    if (below(4) == 0) round.feedback = std::make_shared<const linalg::FractionMatrix>(matrix(nodes, nodes));
    return round;
  }

  NoiseKind noise(const Protocol& protocol) {
    NoiseKind noise;
    noise.kind = static_cast<NoiseKind::Kind>(below(6));
    noise.sigma = Rational(1 + static_cast<int>(below(3)), 2);
    noise.first_only = below(3) == 0;
    noise.zero_sum = below(2) == 0;
    noise.self = below(2) == 0;
    for (Node v = 0; v < protocol.nodes; ++v) {
      if (below(4) > 0) noise.nodes.push_back(v);
    }
    noise.pairs = {{0, 1}};
    if (protocol.nodes > 2) noise.pairs.emplace_back(2, 0);
    if (noise.kind == NoiseKind::Kind::temporal) noise.matrix = matrix(protocol.injections(), protocol.injections());
    if (noise.kind == NoiseKind::Kind::matrix) {
      noise.matrix = matrix(protocol.nodes, 2);
      if (below(2) == 0) noise.known_by = {{0}, {1}};
    }
    return noise;
  }

  std::mt19937 engine_;
};

}  // namespace hearsay::accounting::testing
