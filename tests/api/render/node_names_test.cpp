// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/node_names.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <hearsay/graph/spec.hpp>

namespace hearsay::api {
namespace {

/// The names of both nodes of an edge with these labels.
std::string names_of(const std::string& first, const std::string& second) {
  const graph::Graph edge(2, std::vector<graph::Edge>{{0, 1}}, {first, second});
  const NodeNames names(edge);
  return nlohmann::ordered_json::array({names.json(0), names.json(1)}).dump();
}

TEST(NodeNames, AreTextsWhateverTheLabelsAre) {
  EXPECT_EQ(names_of("10", "-3"), R"(["10","-3"])");
  EXPECT_EQ(names_of("10", "b"), R"(["10","b"])");
  EXPECT_EQ(names_of("007", "1.0"), R"(["007","1.0"])");
  EXPECT_EQ(names_of("9007199254740993", "99999999999999999999"), R"(["9007199254740993","99999999999999999999"])");
}

TEST(NodeNames, AreThePlacesWithoutLabels) {
  const auto path = graph::from_spec("path:3", {}).graph;
  EXPECT_EQ(NodeNames(path).json(2), "2");
}

TEST(NodeNames, ParametersSayTheGraphAndItsObservers) {
  const graph::Graph edge(2, std::vector<graph::Edge>{{0, 1}}, {"a", "b"});
  const auto parameters_of = [&](const std::string& component) {
    const GraphSource source{.spec = "file:edge.csv", .weights = "min-degree", .component = component};
    return graph_parameters(network_of(edge, graph::gossip_matrix(edge, graph::Weights::metropolis), source), {1, 0})
        .dump();
  };
  EXPECT_EQ(parameters_of(""),
            R"({"graph":"file:edge.csv","weights":"min-degree","nodes":2,"edges":1,"observer":["b","a"]})");
  EXPECT_EQ(parameters_of("largest").find(R"({"graph":"file:edge.csv","weights":"min-degree","component":"largest",)"),
            0u);
}

}  // namespace
}  // namespace hearsay::api
