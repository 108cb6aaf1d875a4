// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/own_noise.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/linear/build.hpp>

#include "tests/accounting/linear/naive.hpp"

namespace hearsay::accounting {
namespace {

// B z = r for the z that is found; and B has independent rows, as it must where there is one.
TEST(OwnNoise, SolvesForTheNoise) {
  testing::RandomProtocols random(7);
  int found = 0;
  for (int i = 0; i < 400; ++i) {
    const auto protocol = random.next();
    const auto system = linear_system<double>(protocol);
    const auto own = OwnNoise::of(system);
    if (!own || system.rows.empty()) continue;
    ++found;
    std::vector<double> rows(system.rows.size());
    for (auto& value : rows) value = static_cast<double>(random.below(100)) / 10.0;
    const auto image = run<double>(system, {.inputs = {}, .noises = own->solve(system, rows)}, 1);
    double size = 1.0;
    for (const double x : own->solve(system, rows)) size = std::max(size, std::abs(x));
    for (std::size_t k = 0; k < rows.size(); ++k) EXPECT_NEAR(image[k], rows[k], 1e-9 * size) << i;
    EXPECT_EQ(props::oracle::rank(testing::Naive(protocol).noise()), rows.size()) << i;
  }
  EXPECT_GT(found, 30);
}

// One injection, two steps: the second message has no noise of its own.
TEST(OwnNoise, AMessageThatIsSentOnHasNone) {
  const auto text = [](const std::string& rest) {
    return R"({"format": "hearsay-protocol-1", "nodes": 2, "rounds": [{"mix": {"edges": [[0, 1]], "weights": "average"}, "steps": 2}],
      "noise": [{"kind": "node", "sigma": 1})" +
           rest + R"(], "view": {"observers": [0], "sees": "messages", "knows": "none"}})";
  };
  EXPECT_FALSE(OwnNoise::of(linear_system<double>(parse_protocol("test", text(""), "."))));
  EXPECT_TRUE(
      OwnNoise::of(linear_system<double>(parse_protocol("test", text(R"(, {"kind": "link", "sigma": 1})"), "."))));
}

}  // namespace
}  // namespace hearsay::accounting
