// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/linear.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {
namespace {

using exact::Rational;

/// y_1 = x_0 + 3 z_1, y_2 = x_0 + 2 x_1 + z_2.
accounting::LinearModel two_rows(bool noisy) {
  linalg::FractionMatrix signal{.columns = 2, .rows = {{{0, 1}}, {{0, 1}, {1, 2}}}},
      noise{.columns = 2, .rows = {{{0, 3}}, {}}};
  if (noisy) noise.rows[1] = {{1, 1}};
  return accounting::GivenMatrices{.signal = signal, .noise = noise, .rounds = 1};
}

std::vector<Certificate> subject_proofs(const accounting::LinearModel& model) {
  const accounting::LinearQuestion question{.subjects = {accounting::node_subject(0), accounting::node_subject(1)},
                                            .witness = true};
  return linear_bounds(model, accounting::linear_account(model, question));
}

/// A vector of a certificate as numbers by their places.
std::vector<Rational> dense_vector(const nlohmann::ordered_json& entries, std::size_t size) {
  std::vector<Rational> values(size, 0);
  for (const auto& entry : entries)
    values.at(entry.at(0).get<std::size_t>()) = exact::parse_fraction(entry.at(1).get<std::string>()).value();
  return values;
}

// Of x_0: 1/9 + 1 = 10/9; of x_1: 2^2 / 1 = 4.
TEST(LinearBounds, ProveTheLossOfEachSubjectFromBothSides) {
  const auto all = subject_proofs(two_rows(true));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].proves.lower, "10/9");
  EXPECT_EQ(all[0].proves.upper, "10/9");
  EXPECT_EQ(all[1].proves.lower, "4");
  EXPECT_EQ(all[1].proves.upper, "4");
}

TEST(LinearBounds, WriteTheViewAndTheChangeThatTheyAreAbout) {
  const auto all = subject_proofs(two_rows(true));
  const auto& instance = all[0].instance;
  EXPECT_EQ(instance.at("rows"), 2);
  EXPECT_EQ(instance.at("inputs"), 2);
  EXPECT_EQ(instance.at("noises"), 2);
  EXPECT_EQ(instance.at("signal").dump(), R"([[0,0,"1"],[1,0,"1"],[1,1,"2"]])");
  EXPECT_EQ(instance.at("noise").dump(), R"([[0,0,"3"],[1,1,"1"]])");
  EXPECT_EQ(dense_vector(all[1].instance.at("direction"), 2).at(0), 0);
  EXPECT_EQ(Rational(abs(dense_vector(all[1].instance.at("direction"), 2).at(1))), 1);
}

// B z = A d for d = e_0: z = (1/3, 1). The test w has (w_1 + w_2)^2 / ((3 w_1)^2 + w_2^2) = 10/9.
TEST(LinearBounds, NoiseHidesTheChangeAndTheTestFindsIt) {
  const auto evidence = subject_proofs(two_rows(true)).at(0).evidence;
  const auto z = dense_vector(evidence.at("z"), 2), w = dense_vector(evidence.at("w"), 2);
  EXPECT_EQ(Rational(3 * z[0]), z[1]);
  EXPECT_EQ(Rational(abs(z[1])), 1);
  const Rational signal = w[0] + w[1], noise = 9 * w[0] * w[0] + w[1] * w[1];
  EXPECT_EQ(Rational(signal * signal / noise), Rational(10, 9));
}

TEST(LinearBounds, ATestWithoutNoiseProvesThatALossIsInfinite) {
  const auto bare = subject_proofs(two_rows(false)).at(1);
  EXPECT_EQ(bare.proves.lower, "inf");
  EXPECT_EQ(bare.proves.upper, "");
  EXPECT_FALSE(bare.evidence.contains("z"));
  const auto w = dense_vector(bare.evidence.at("w"), 2);
  EXPECT_EQ(w[0], 0) << "the first row has noise";
  EXPECT_NE(w[1], 0);
}

}  // namespace
}  // namespace hearsay::report
