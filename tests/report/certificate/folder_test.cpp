// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/folder.hpp>

#include <gtest/gtest.h>

#include <hearsay/report/certificate/sha256.hpp>

namespace hearsay::report {
namespace {

CertificateFolder two_files() {
  CertificateFolder folder;
  folder.files.push_back({.name = "b.json", .text = "abc", .claim = "b", .verdict = "refutes"});
  folder.files.push_back({.name = "a.json", .text = "", .claim = std::nullopt, .verdict = "bounds"});
  folder.parameters = {{"seed", 3}};
  return folder;
}

TEST(Manifest, ListsFilesInTheirOrderWithTheirHashes) {
  const auto files = manifest_json(two_files()).at("files");
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files.at(0).at("file"), "b.json");
  EXPECT_EQ(files.at(0).at("sha256"), sha256_text("abc"));
  EXPECT_EQ(files.at(0).at("claim"), "b");
  EXPECT_EQ(files.at(0).at("verdict"), "refutes");
  EXPECT_EQ(files.at(1).at("file"), "a.json");
  EXPECT_EQ(files.at(1).at("sha256"), sha256_text(""));
  EXPECT_TRUE(files.at(1).at("claim").is_null());
}

TEST(Manifest, SaysWhyAClaimHasNoCertificate) {
  auto folder = two_files();
  EXPECT_TRUE(manifest_json(folder).at("uncertified").empty());
  folder.uncertified.emplace("d", "no row");
  folder.uncertified.emplace("c", "no instance");
  EXPECT_EQ(manifest_json(folder).at("uncertified").dump(),
            R"([{"claim":"c","why":"no instance"},{"claim":"d","why":"no row"}])");
}

TEST(Manifest, RepeatsTheParametersOfItsRun) {
  const auto json = manifest_json(two_files());
  EXPECT_EQ(json.at("format"), "hearsay-certificates/1");
  EXPECT_EQ(json.at("parameters").dump(), R"({"seed":3})");
}

}  // namespace
}  // namespace hearsay::report
