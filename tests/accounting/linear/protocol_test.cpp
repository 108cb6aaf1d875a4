// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/protocol.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using nlohmann::json;

json good() {
  return json::parse(R"({"format": "hearsay-protocol-1", "name": "test", "nodes": 3,
    "rounds": [{"mix": {"edges": [[0, 1], [1, 2]], "weights": "metropolis"}, "steps": 2, "gamma": "5/4"}],
    "noise": [{"kind": "node", "sigma": "1/2"}, {"kind": "pair", "sigma": 2, "pairs": [[1, 0]], "at": "first"}],
    "view": {"observers": [0], "sees": "messages", "knows": "own"}})");
}

TEST(ProtocolFile, IsRead) {
  const auto protocol = parse_protocol("test", good().dump(), ".");
  EXPECT_EQ(protocol.name, "test");
  EXPECT_EQ(protocol.labels, (std::vector<std::string>{"0", "1", "2"}));
  ASSERT_EQ(protocol.rounds.size(), 1u);
  EXPECT_EQ(protocol.rounds[0].steps, 2);
  EXPECT_EQ(protocol.rounds[0].gamma, exact::Rational(5, 4));
  EXPECT_EQ(protocol.noise[0].sigma, exact::Rational(1, 2));
  EXPECT_EQ(protocol.noise[0].nodes, (std::vector<graph::Node>{0, 1, 2}));
  EXPECT_EQ(protocol.noise[1].pairs, (std::vector<std::pair<graph::Node, graph::Node>>{{1, 0}}));
  EXPECT_TRUE(protocol.noise[1].first_only);
  EXPECT_TRUE(protocol.view.knows_own);
}

TEST(ProtocolFile, RepeatsARoundAndNamesNodes) {
  auto file = good();
  file["nodes"] = {"ann", "bob", 7};
  file["rounds"] = json::parse(
      R"({"repeat": 3, "round": {"mix": {"edges": [["ann", "bob", "1/3"], ["bob", 7, 0.25]], "weights": "given"}}})");
  file["noise"][1]["pairs"] = json::parse(R"([["bob", "ann"]])");
  file["view"]["observers"] = {"bob"};
  const auto protocol = parse_protocol("test", file.dump(), ".");
  EXPECT_EQ(protocol.injections(), 3u);
  EXPECT_EQ(protocol.rounds[2].mix->weights, (std::vector<exact::Rational>{{1, 3}, {1, 4}}));
  EXPECT_EQ(protocol.view.observers, (std::vector<graph::Node>{1}));
  EXPECT_EQ(protocol.node("test", "7"), 2u);
  EXPECT_EQ(tests::message_of([&] { (void)protocol.node("--target", "cy"); }),
            "HS-105 --target: 'cy' is not a node of the protocol");
}

struct Bad {
  std::string pointer, value, message;
};

// One change of a good file each: the complaint names the place.
TEST(ProtocolFile, RefusesInOneLine) {
  const std::vector<Bad> all = {
      {"/format", "\"hearsay-protocol-2\"", "HS-105 format: 'hearsay-protocol-2' is not one of hearsay-protocol-1"},
      {"/extra", "1", "HS-103 protocol: unknown key 'extra'"},
      {"/veiw", "1", "HS-103 protocol: unknown key 'veiw'; did you mean 'view'?"},
      {"/nodes", "0", "HS-101 nodes: 0 must be between 1 and 10000000"},
      {"/nodes", "2.5", "HS-103 nodes: must be a whole number"},
      {"/nodes", "[\"a\", \"b\", \"a\"]", "HS-103 nodes[2]: repeats a label"},
      {"/rounds/0/mix/edges/1/1", "3", "HS-105 rounds[0].mix.edges[1][1]: 3 is not a node; nodes are 0 to 2"},
      {"/rounds/0/mix/edges/1/1", "-1", "HS-105 rounds[0].mix.edges[1][1]: -1 is not a node; nodes are 0 to 2"},
      {"/rounds/0/mix/edges/1/1", "1", "HS-103 rounds[0].mix.edges[1]: joins a node to itself"},
      {"/rounds/0/mix/edges/1", "[1, 0]", "HS-103 rounds[0].mix.edges: names an edge twice"},
      {"/rounds/0/mix/edges/1", "[1]", "HS-103 rounds[0].mix.edges[1]: must be two nodes [u, w]"},
      {"/rounds/0/mix/weights", "\"heavy\"",
       "HS-105 rounds[0].mix.weights: 'heavy' is not one of metropolis, min-degree, uniform, average, given"},
      {"/rounds/0/mix/weights", "\"average\"",
       "HS-103 rounds[0].mix.edges: pairs that average in the same round must be disjoint"},
      {"/rounds/0/mix", "{\"matrix\": [[1, 0], [0, 1]]}", "HS-102 rounds[0].mix.matrix: is 2 x 2, must be 3 x 3"},
      {"/rounds/0/mix", "{\"matrix\": [[1, 0, 0], [0, 1]]}",
       "HS-102 rounds[0].mix.matrix[1]: has 2 numbers, the first row 3"},
      {"/rounds/0/mix", "{\"matrix\": [[1, 0, \"x\"]]}",
       "HS-103 rounds[0].mix.matrix[0][2]: must be a number, or a string such as \"2/7\" or \"0.25\""},
      {"/rounds/0", "{\"steps\": 1}", "HS-103 rounds[0]: the key 'mix' is missing: only a round of 0 steps needs none"},
      {"/rounds/0/steps", "-1", "HS-101 rounds[0].steps: -1 must be between 0 and 1000000"},
      {"/rounds/0/inject", "1", "HS-103 rounds[0].inject: must be true or false"},
      {"/rounds", "{\"repeat\": 2}", "HS-103 rounds: the key 'round' is missing"},
      {"/noise/0/sigma", "\"-1\"", "HS-101 noise[0].sigma: -1 must be >= 0"},
      {"/noise/0/kind", "\"loud\"",
       "HS-105 noise[0].kind: 'loud' is not one of node, pair, temporal, matrix, message, link"},
      {"/noise/0/pairs", "[]", "HS-103 noise[0]: unknown key 'pairs'"},
      {"/noise/0", "{\"kind\": \"temporal\", \"matrix\": [[1, 0], [0, 1]]}",
       "HS-102 noise[0].matrix: is 2 x 2, must be 1 x 1"},
      {"/noise/0", "{\"kind\": \"matrix\", \"matrix\": [[1], [1], [1]], \"known_by\": []}",
       "HS-102 noise[0].known_by: has 0 lists, the matrix 1 columns"},
      {"/view/observers", "[0, 0]", "HS-103 view.observers: names a node twice"},
      {"/view/sees", "\"nothing\"", "HS-105 view.sees: 'nothing' is not one of messages, states, all, sum, final"},
      {"/view/knows", "\"all\"", "HS-105 view.knows: 'all' is not one of own, none"},
  };
  for (const auto& [pointer, value, message] : all) {
    auto file = good();
    file[json::json_pointer(pointer)] = json::parse(value);
    EXPECT_EQ(tests::message_of([&] { (void)parse_protocol("test", file.dump(), "."); }), message)
        << pointer << " " << value;
  }
}

TEST(ProtocolFile, RefusesWhatIsNoJson) {
  EXPECT_THAT(tests::message_of([] { (void)parse_protocol("p.json", "{\n1", "."); }),
              ::testing::StartsWith("HS-103 p.json:2: is not JSON"));
  EXPECT_THAT(tests::message_of([] { (void)parse_protocol("p.json", "{\"a\": 1, \"a\": 2}", "."); }),
              ::testing::StartsWith("HS-103 p.json:1: the key 'a' occurs twice in an object"));
  EXPECT_EQ(tests::message_of([] { (void)parse_protocol("p.json", "[]", "."); }),
            "HS-103 protocol: must be an object {...}");
}

}  // namespace
}  // namespace hearsay::accounting
