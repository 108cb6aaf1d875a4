// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/sample.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/sha256.hpp>

namespace hearsay::report {

namespace {

using exact::Integer;
using exact::Rational;
using graph::Graph;
using graph::Node;

Graph drawn_graph(std::string_view claim, unsigned index, Node nodes, std::uint64_t below) {
  std::vector<graph::Edge> edges;
  std::array<std::uint32_t, 8> words{};
  std::size_t pair = 0;
  for (Node u = 0; u < nodes; ++u) {
    for (Node v = u + 1; v < nodes; ++v, ++pair) {
      if (pair % 8 == 0)
        words = sha256(fmt::format("hearsay-certificate/1 {} graph {} block {}", claim, index, pair / 8));
      if (words[pair % 8] < below) edges.emplace_back(u, v);
    }
  }
  return {nodes, edges};
}

/// A node v with n (1 - W_vv) / (n - 1) < 1/2, the one that hears least.
std::optional<Node> narrow_node(const Graph& graph) {
  const auto heard = [&](Node v) {
    Rational sum = 0;
    for (const auto w : graph.neighbors(v))
      sum += Rational(
          1, static_cast<long>(weight_denominator(graph::Weights::metropolis, graph.degree(v), graph.degree(w))));
    return sum;
  };
  std::optional<Node> best;
  Rational least = Rational(graph.nodes() - 1, 2 * static_cast<long>(graph.nodes()));
  for (Node v = 0; v < graph.nodes(); ++v) {
    if (const Rational sum = heard(v); sum < least) least = sum, best = v;
  }
  return best;
}

}  // namespace

void prove_sample(Certificate& certificate, Node nodes, const Rational& p, unsigned graphs) {
  const auto below = static_cast<std::uint64_t>(Integer((numerator(p) << 32) / denominator(p)));
  auto shown = nlohmann::ordered_json::array();
  unsigned count = 0;
  for (unsigned j = 0; j < graphs; ++j) {
    const auto node = narrow_node(drawn_graph(*certificate.claim, j, nodes, below));
    shown.push_back(node ? nlohmann::ordered_json(*node) : nlohmann::ordered_json(nullptr));
    count += node ? 1 : 0;
  }
  Integer ways = 0, choose = 1;
  for (unsigned k = 0; k <= graphs; ++k) {
    if (k >= count) ways += choose;
    choose = choose * (graphs - k) / (k + 1);
  }
  const auto value = exact::to_string(Rational(ways, Integer(1) << graphs));
  certificate.instance = {{"model", "erdos-renyi"},
                          {"nodes", nodes},
                          {"p", exact::to_string(p)},
                          {"graphs", graphs},
                          {"weights", "metropolis"}};
  certificate.evidence = {{"nodes", std::move(shown)}};
  certificate.proves = {.lower = value, .upper = value};
}

}  // namespace hearsay::report
