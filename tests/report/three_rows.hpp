// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <hearsay/report/sink.hpp>

#include "tests/source_dir.hpp"

// A run of three claims, one refuted as expected, one that holds and one surprise, and what reports said about it when
// they were approved.

namespace hearsay::report {

inline constexpr claims::Claim refuted_claim = {.id = "paper.bound",
                                                .source = "key2020, Theorem 1",
                                                .paper_version = "VENUE 2020",
                                                .level = claims::Level::theorem,
                                                .quote = "Loss is at most <the bound>.",
                                                .quote_where = "Theorem 1",
                                                .formula = "loss <= <bound>",
                                                .reading = "Natural logarithm.",
                                                .statement = "Loss <= \"bound\" & more.",
                                                .conditions = "n >= 2",
                                                .adversary = "one node",
                                                .domain = "small graphs",
                                                .evidence = claims::Evidence::property,
                                                .expected = Verdict::refuted,
                                                .repaired_by = "paper.bound.repaired",
                                                .root = "paper.bound",
                                                .witness = "path of 3 nodes",
                                                .realistic = "a grid of 45 x 45: 2/3 > 1/3",
                                                .controls = "",
                                                .note = ""};
inline constexpr claims::Claim holding_claim = {.id = "paper.bound.repaired",
                                                .source = "hearsay",
                                                .level = claims::Level::ours,
                                                .statement = "Loss = projector.",
                                                .conditions = "n >= 2",
                                                .adversary = "one node",
                                                .domain = "small graphs",
                                                .evidence = claims::Evidence::exact,
                                                .expected = Verdict::holds,
                                                .repaired_by = "",
                                                .witness = "",
                                                .controls = "",
                                                .note = ""};
inline constexpr claims::Claim surprising_claim = {.id = "paper.rate",
                                                   .source = "key2020, Theorem 2",
                                                   .paper_version = "VENUE 2020",
                                                   .level = claims::Level::misprint,
                                                   .quote = "Rate 1/n.",
                                                   .quote_where = "page 3",
                                                   .formula = "rate = 1/n",
                                                   .statement = "Rate 1/n.",
                                                   .conditions = "m = 1",
                                                   .adversary = "one node",
                                                   .domain = "rings",
                                                   .evidence = claims::Evidence::statistical,
                                                   .expected = Verdict::holds,
                                                   .repaired_by = "",
                                                   .witness = "",
                                                   .controls = "",
                                                   .note = ""};

inline std::vector<run::Row> three_rows() {
  run::Finding refuted{.verdict = Verdict::refuted, .instances = 12, .tightness = -0.5, .slack = 2.0 / 3.0};
  refuted.witness = run::Witness{.instance = {{"graph", "0-1 1-2"}, {"steps", 2}}, .claimed = "1/3", .actual = "1/2"};
  run::Finding surprise = refuted;
  surprise.witness->certificate = run::Certificate::statistical;
  surprise.confidence = 0.999;
  return {{.claim = &refuted_claim, .finding = refuted, .seconds = 0.25},
          {.claim = &holding_claim,
           .finding = {.verdict = Verdict::holds, .instances = 400, .tightness = 0.0, .slack = 1.0},
           .seconds = 0.5},
          {.claim = &surprising_claim, .finding = surprise, .seconds = 0.125, .error_level = 1e-6}};
}

inline const RunInfo info{
    .effort = run::Effort::quick, .seed = 7, .patterns = {"paper.*"}, .family_error = 1e-6, .jobs = 2, .seconds = 1.0};

/// Compares with tests/approved/NAME; writes NAME.received beside the test's working folder when they differ.
inline void expect_approved(const std::string& name, const std::string& text) {
  std::ifstream file(tests::source_dir() / "tests/approved" / name);
  std::stringstream approved;
  approved << file.rdbuf();
  if (text != approved.str()) std::ofstream(name + ".received") << text;
  EXPECT_EQ(text, approved.str()) << "differs from tests/approved/" << name;
}

}  // namespace hearsay::report
