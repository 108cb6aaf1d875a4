// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/provenance.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include <hearsay/core/version.hpp>
#include <hearsay/graph/spec.hpp>
#include "tests/graph/scratch_folder.hpp"

namespace hearsay::api {
namespace {

// SHA-256 of "abc" and of the empty text: NIST's examples.
constexpr const char* hash_of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr const char* hash_of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

class ProvenanceFiles : public graph::ScratchFolder {
 protected:
  static nlohmann::ordered_json files_of(const GraphSource& source) {
    return provenance_json(source, graph::from_spec("path:3", {}).graph, "node 0", "").at("files");
  }
};

TEST_F(ProvenanceFiles, AreThoseOfGraphAndWeightsWithTheirHashes) {
  const auto edges = write("edges.csv", "abc"), weights = write("w.mtx", "");
  const auto files = files_of({.spec = "file:" + edges, .weights = weights});
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files.at(0), (nlohmann::ordered_json{{"role", "graph"}, {"path", edges}, {"sha256", hash_of_abc}}));
  EXPECT_EQ(files.at(1), (nlohmann::ordered_json{{"role", "weights"}, {"path", weights}, {"sha256", hash_of_nothing}}));
}

TEST_F(ProvenanceFiles, AScheduleHasNoOtherWeights) {
  const auto rounds = write("rounds.csv", "abc");
  const auto files = files_of({.spec = "schedule:" + rounds, .weights = "nowhere"});
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files.at(0).at("role"), "schedule");
  EXPECT_EQ(files.at(0).at("sha256"), hash_of_abc);
}

TEST_F(ProvenanceFiles, FamiliesRulesAndMatricesInMemoryAreNoFiles) {
  for (const std::string weights : {"metropolis", "min-degree", "given"})
    EXPECT_TRUE(files_of({.spec = "path:3", .weights = weights}).empty()) << weights;
}

TEST_F(ProvenanceFiles, WhatCannotBeReadTwiceHasNoHash) {
  const auto files = files_of({.spec = "file:-"});
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files.at(0).at("path"), "-");
  EXPECT_TRUE(files.at(0).at("sha256").is_null());
}

TEST(Provenance, SaysWhoAskedWhatOfWhom) {
  const auto asked =
      provenance_json({.spec = "path:3"}, graph::from_spec("path:3", {}).graph, "node 0", "hearsay account gossip");
  EXPECT_EQ(asked.at("command_line"), "hearsay account gossip");
  EXPECT_EQ(asked.at("version"), version);
  EXPECT_EQ(asked.at("adversary"), "node 0");
  EXPECT_EQ(asked.at("nodes"), 3);
  EXPECT_EQ(asked.at("edges"), 2);
  EXPECT_TRUE(std::regex_match(asked.at("date").get<std::string>(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
  EXPECT_TRUE(provenance_json({.spec = "path:3"}, graph::from_spec("path:3", {}).graph, "node 0", "")
                  .at("command_line")
                  .is_null());
}

}  // namespace
}  // namespace hearsay::api
