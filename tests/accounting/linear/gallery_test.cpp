// SPDX-License-Identifier: GPL-3.0-or-later
// Every protocol of docs/examples/protocols has the loss that is derived here by hand.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/source_dir.hpp"

namespace hearsay::accounting {
namespace {

struct Known {
  graph::Node target;
  std::string loss;
};

const std::map<std::string, Known> known = {
    // Node 0 is sent z_1 and (z_0 + z_1 + z_2)/3: z_0 + z_2 is what is new.
    {"muffliato", {2, "1/2"}},
    // Every later message lies in the span of these two, accelerated or not: (0, 1, 0) W^2 = (0, 1, 0) W = (1, 1, 1)/3.
    {"accelerated", {2, "1/2"}},
    // Rows (0, 1, 0) and (1, 1, 1)/3, S = [[65/64, 1/3], [1/3, 67/192]], b = (0, 1/3): (1/9) (65/64) / (26907/110592).
    {"message_noise", {2, "4160/8969"}},
    // Cy learns the mean of ann and bob, twice: (1/2)^2 / (1/2).
    {"randomized", {0, "1/2"}},
    // Without node 0, S = [[2, -1], [-1, 2]] and S^-1 = [[2, 1], [1, 2]] / 3.
    {"decor", {1, "2/3"}},
    // Four copies less their mean: variance 4 (1 - 1/4) = 3.
    {"zero_sum_copies", {0, "1/3"}},
    // The view is C^-1 up to prefix sums, so the loss is |C s|^2, largest for s = 1: 1 + 9/4 + 9/4.
    {"matrix_factorization", {0, "11/2"}},
    // Every message holds two new contributions in two new noises: twice (1 + 1)^2 / 2.
    {"local_steps", {1, "4"}},
    // Node 0 is sent z_3 and (z_2 + z_3)/2.
    {"push_sum", {2, "1"}},
    // Only z_2 / 3 + z_1' of round 1 holds node 2: (1/9) / (1/9 + 1). What it would have sent then nobody carries on.
    {"dropout", {2, "1/10"}},
    // One sum of three: (1/4)^2 / (3 (1/4)^2).
    {"secure_summation", {1, "1/3"}},
};

TEST(ProtocolGallery, HasTheLossesDerivedByHand) {
  std::set<std::string> seen;
  for (const auto& file : std::filesystem::directory_iterator(tests::source_dir() / "docs/examples/protocols")) {
    const auto name = file.path().stem().string();
    SCOPED_TRACE(name);
    seen.insert(name);
    ASSERT_EQ(known.count(name), 1u);
    const auto& [target, loss] = known.at(name);
    const auto account = linear_account(read_protocol(file.path().string()), {.subjects = {node_subject(target)}});
    ASSERT_TRUE(account.losses[0].loss.exact);
    EXPECT_EQ(exact::to_string(*account.losses[0].loss.exact), loss);
  }
  EXPECT_EQ(seen.size(), known.size());
}

}  // namespace
}  // namespace hearsay::accounting
