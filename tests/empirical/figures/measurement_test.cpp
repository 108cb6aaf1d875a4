// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/measurement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "empirical/figures/selection.hpp"

namespace hearsay::empirical {
namespace {

using Json = nlohmann::ordered_json;

std::string text(const Cell& cell) { return std::get<std::string>(cell); }

std::vector<Cell> values(const Table& table, const std::string& column, const Where& where = {}) {
  std::vector<Cell> found;
  for (const auto row : rows_where(table, all_rows(table), where, "test"))
    found.push_back(table.rows()[row][table.column(column)]);
  return found;
}

TEST(Measurements, HaveNamesOfTheirOwnAndColumnsThatTemplatesCanName) {
  std::set<std::string> names;
  for (const auto* measurement : measurements()) {
    EXPECT_TRUE(names.insert(measurement->name).second) << measurement->name;
    EXPECT_FALSE(measurement->tables.empty()) << measurement->name;
    for (const auto& [table, columns] : measurement->tables) {
      EXPECT_EQ(std::set<std::string>(columns.begin(), columns.end()).size(), columns.size()) << table;
      for (const auto& column : columns) {
        EXPECT_TRUE(std::ranges::all_of(column, [](char c) { return std::islower(c) || std::isdigit(c) || c == '_'; }))
            << column;
      }
    }
  }
}

TEST(Measurements, FillTheTablesThatTheyPromise) {
  const Json ego = {{"communities", 2}, {"smallest", 5}, {"largest", 6}, {"inside", 0.9}, {"across", 0.2}};
  const Json ring = {{"name", "ring"}, {"specs", {"ring:11", "ring:21"}}, {"logs", {1, 1}}, {"printed", {"-1", "-1"}}};
  const std::vector<std::pair<const Measurement*, Json>> requests = {
      {&gossip_distances(), {{"graphs", {{{"name", "ring"}, {"spec", "ring:7"}}}}}},
      {&gossip_drawings(), {{"graphs", {{{"name", "grid"}, {"spec", "grid:3x3"}, {"columns", 3}}}}}},
      {&gossip_networks(), {{"networks", {"1"}}, {"generated", ego}, {"released_factor", 0.25}}},
      {&gossip_dropout(), {{"runs", 2}, {"nodes", 60}, {"edge_probability", 0.05}, {"dropout", {0.5}}}},
      {&gossip_utility(), {{"graphs", {ring}}}},
      {&histogram_walks(), {{"users", {5}}, {"laps", 2}, {"walks", 1}, {"epsilon", {0.1}}, {"delta", 1e-7}}},
      {&linked_rumors(), {{"nodes", 30}, {"curious", 3}, {"runs", 5}, {"rumors", {1}}, {"muting", {0, 1}}}},
      {&rumor_size(), {{"nodes", {10, 20}}, {"one_in", 10}, {"muting", {0, 1}}}},
      {&rumor_source(), {{"nodes", 30}, {"curious", 3}, {"runs", 5}, {"suspects", {0}}, {"muting", {0, 1}}}},
      {&rumor_spreading(), {{"nodes", 64}, {"runs", 3}, {"muting", {0, 1}}}},
      {&rumor_tradeoff(),
       {{"nodes", 64}, {"curious", 6}, {"exact_nodes", 4}, {"exact_curious", 1}, {"runs", 3}, {"muting", {1, 0}}}},
      {&bounds_on_streams(), {{"graphs", {"ring:12"}}, {"rounds", 12}}},
      {&growth_of_streams(), {{"graphs", {"ring:12"}}, {"rounds", 12}}},
      {&walk_bounds(), {{"users", {20}}, {"exact", {20}}, {"laps", 2}, {"epsilon", 0.1}, {"delta", 1e-7}}},
      {&walk_samples(), {{"users", {5}}, {"laps", 2}, {"walks", 1}, {"epsilon", {0.1}}, {"delta", 1e-7}}},
      {&gossip_learning(),
       {{"users", {20, 30}}, {"trials", 2}, {"rounds", 2}, {"step", 0.7}, {"noise", 1.5}, {"edge_factor", 1.0}}},
      {&walk_learning(),
       {{"users", 20},
        {"iterations", 50},
        {"delta", 1e-6},
        {"epsilon", {1}},
        {"slack", {1, 2}},
        {"steps", {0.01}},
        {"trials", 2},
        {"every", 25}}},
  };
  EXPECT_EQ(requests.size(), measurements().size());
  for (const auto& [measurement, parameters] : requests) {
    const auto found = measurement->measure({.parameters = parameters, .execution = {.seed = {1}, .jobs = 1}});
    EXPECT_EQ(found.tables.size(), measurement->tables.size()) << measurement->name;
    for (const auto& [name, columns] : measurement->tables) {
      ASSERT_TRUE(found.tables.contains(name)) << measurement->name << ": " << name;
      EXPECT_EQ(found.tables.at(name).columns(), columns);
      EXPECT_FALSE(found.tables.at(name).rows().empty()) << measurement->name << ": " << name;
    }
    EXPECT_FALSE(found.numbers.empty()) << measurement->name;
  }
}

TEST(GossipDistances, HypercubeLosesTheClosedForm) {
  const auto found = gossip_distances().measure(
      {.parameters = {{"graphs",
                       {{{"name", "n = 16"}, {"spec", "hypercube:4"}}, {{"name", "n = 32"}, {"spec", "hypercube:5"}}}}},
       .execution = {.jobs = 1}});
  EXPECT_NEAR(found.numbers.at("own noise known, distance 2, n = 16"), 2.0 / 3.0, 1e-9);  // m / C(m, 2)
  EXPECT_NEAR(found.numbers.at("own noise known, distance 2, n = 32"), 0.5, 1e-9);
  EXPECT_LE(found.numbers.at("largest spread of the exact loss at one distance"), 1e-9);
  const auto mean = values(found.tables.at("losses"), "mean",
                           {{"graph", "n = 16"}, {"loss", "exact, own noise known"}, {"distance", 2.0}});
  ASSERT_EQ(mean.size(), 1u);
  EXPECT_NEAR(std::get<double>(mean[0]), 2.0 / 3.0, 1e-9);
}

// 5 laps at c = 1 and 2 are 5 and 10 contributions; local DP, one Gaussian mechanism, needs sqrt(2) times the noise for
// twice as many.
TEST(WalkLearning, TunesStepAndContributions) {
  const auto found = walk_learning().measure({.parameters = {{"users", 20},
                                                             {"iterations", 100},
                                                             {"delta", 1e-6},
                                                             {"epsilon", {10}},
                                                             {"slack", {1, 2}},
                                                             {"steps", {1e-9, 5.0}},
                                                             {"trials", 3},
                                                             {"every", 50}},
                                              .execution = {.seed = {1}, .jobs = 1}});
  const auto noise = [&](const char* contributions) {
    return found.numbers.at(std::string("noise for ") + contributions + " contributions, local DP at epsilon 10");
  };
  EXPECT_NEAR(noise("10") / noise("5"), std::sqrt(2.0), 1e-9);
  const auto& tuned = found.tables.at("tuned");
  EXPECT_EQ(text(values(tuned, "contributions", {{"model", "central DP"}}).at(0)), "any number of");
  EXPECT_EQ(std::get<double>(values(tuned, "step", {{"model", "central DP"}}).at(0)), 1e-9)
      << "noise drowns a step of 5";
}

TEST(GossipUtility, OnTheRingFallsLikeOneOverN) {
  const auto found = gossip_utility().measure(
      {.parameters = {
           {"graphs",
            {{{"name", "ring"}, {"specs", {"ring:101", "ring:401"}}, {"logs", {1, 1}}, {"printed", {"-1", "-1"}}}}}}});
  EXPECT_NEAR(found.numbers.at("exponent of n, Algorithm 1, ring"), -1.0024, 1e-3);  // closed-form gaps
  EXPECT_NEAR(found.numbers.at("exponent of n, Algorithm 2, ring"), -0.0002, 1e-3);
}

TEST(GossipNetworks, ShowEveryNodeAndNoMoreThanFourThousandEdges) {
  const Json ego = {{"communities", 3}, {"smallest", 40}, {"largest", 60}, {"inside", 1.0}, {"across", 0.9}};
  const auto found =
      gossip_networks().measure({.parameters = {{"networks", {"414"}}, {"generated", ego}}, .execution = {.jobs = 1}});
  const auto nodes = found.tables.at("nodes").rows().size(), edges = found.tables.at("edges").rows().size();
  EXPECT_GE(nodes, 120u);
  EXPECT_LE(nodes, 180u);
  EXPECT_LE(edges, 4000u);
  EXPECT_GE(edges, 2000u);
  EXPECT_EQ(values(found.tables.at("nodes"), "node", {{"observer", 1.0}}).size(), 1u);
  EXPECT_NE(found.note.find("Generated graphs"), std::string::npos);
}

TEST(RumorSource, EveryNumberIsThere) {
  const auto found = rumor_source().measure({.parameters = {{"nodes", 300},
                                                            {"curious", 30},
                                                            {"runs", 200},
                                                            {"confidence", 0.9999},
                                                            {"suspects", {10, 0}},
                                                            {"muting", {0.0, 1.0}}}});
  EXPECT_EQ(found.numbers.at("share of intervals that contain the computed value"), 1.0);
  EXPECT_NEAR(found.numbers.at("exact precision, 10 suspects, muting 0"), 0.1 + 0.9 / 10, 1e-12);
}

// Too many nodes to keep every count apart: only a muting of 0 and all honest nodes as suspects are computed exactly.
TEST(RumorSource, SaysWhereTheChainIsAnApproximation) {
  const auto found = rumor_source().measure(
      {.parameters = {{"nodes", 1200}, {"curious", 120}, {"runs", 10}, {"suspects", {10, 0}}, {"muting", {0.0, 1.0}}}});
  for (const char* key : {"exact precision, 10 suspects, muting 0", "mean-field precision, 10 suspects, muting 1",
                          "exact precision, all suspects, muting 1"}) {
    EXPECT_TRUE(found.numbers.contains(key)) << key;
  }
  const auto& table = found.tables.at("precision");
  std::vector<std::string> methods, curves;
  std::ranges::transform(values(table, "method"), std::back_inserter(methods), text);
  std::ranges::transform(values(table, "curve_method"), std::back_inserter(curves), text);
  EXPECT_EQ(methods, (std::vector<std::string>{"exact", "mean-field", "exact", "exact"}));
  EXPECT_EQ(curves, (std::vector<std::string>{"mean-field", "mean-field", "exact", "exact"}));
  const auto small = rumor_source().measure(
      {.parameters = {{"nodes", 100}, {"curious", 10}, {"runs", 10}, {"suspects", {10, 0}}, {"muting", {0.0, 1.0}}}});
  EXPECT_TRUE(small.numbers.contains("exact precision, 10 suspects, muting 1"));
  EXPECT_EQ(values(small.tables.at("precision"), "method", {{"method", "exact"}}).size(), 4u);
}

}  // namespace
}  // namespace hearsay::empirical
