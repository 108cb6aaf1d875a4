// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/spectrum.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/exact/fraction.hpp>
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::report {
namespace {

using exact::Rational;
using Vector = std::vector<Rational>;

Certificate spectral_certificate() { return {.kind = "spectrum", .quantity = "any"}; }

Vector vector_of(const nlohmann::ordered_json& fractions) {
  Vector values;
  for (const auto& text : fractions) values.push_back(exact::parse_fraction(text.get<std::string>()).value());
  return values;
}

double number_of(const std::string& fraction) { return exact::to_double(exact::parse_fraction(fraction).value()); }

// A ring of four with weights 1/3 has the eigenvalues 1, 1/3 (twice) and -1/3: the gap is 2/3.
TEST(SpectrumProofs, TheVectorShowsTheGapThatIsLeftWithTheEdge) {
  auto certificate = spectral_certificate();
  prove_gap_after(certificate, testing::path(4), graph::Weights::metropolis, {0, 3}, Rational(1, 5), Rational(2, 3));
  EXPECT_EQ(certificate.proves.upper, "2/3");
  EXPECT_EQ(certificate.proves.lower, "");
  EXPECT_EQ(certificate.instance.at("edges").size(), 3u) << "of the graph before";
  EXPECT_EQ(certificate.instance.at("added").dump(), "[0,3]");
  EXPECT_EQ(certificate.evidence.at("before"), "1/5");
  const auto y = vector_of(certificate.evidence.at("vector"));
  ASSERT_EQ(y.size(), 4u);
  EXPECT_EQ(Rational(y[0] + y[1] + y[2] + y[3]), 0);
  EXPECT_NE(Rational(y[0] * y[0] + y[1] * y[1]), 0);
  Vector image, same, opposite;
  for (std::size_t v = 0; v < 4; ++v) {
    image.emplace_back((y[(v + 3) % 4] + y[v] + y[(v + 1) % 4]) / 3);
    same.emplace_back(y[v] / 3), opposite.emplace_back(-y[v] / 3);
  }
  EXPECT_TRUE(image == same || image == opposite);
}

// The complete graph of three forgets everything at once: gap 1, eigenvalue 0, which the constants do not have.
TEST(SpectrumProofs, AGapOfOneHasAVectorThatIsNotConstant) {
  auto certificate = spectral_certificate();
  prove_gap_after(certificate, testing::path(3), graph::Weights::metropolis, {0, 2}, Rational(1, 3), 1);
  const auto y = vector_of(certificate.evidence.at("vector"));
  EXPECT_EQ(Rational(y[0] + y[1] + y[2]), 0);
  EXPECT_NE(y, Vector(3, 0));
}

TEST(SpectrumProofs, RefuseWhatIsNoEigenvalue) {
  auto certificate = spectral_certificate();
  EXPECT_EQ(tests::message_of([&] {
              prove_gap_after(certificate, testing::path(3), graph::Weights::metropolis, {0, 2}, Rational(1, 3),
                              Rational(1, 2));
            }),
            "HS-203 certificate: the spectral gap is not 1/2");
  EXPECT_EQ(tests::message_of([&] {
              prove_polynomial_norm(certificate, testing::path(3), 2, {1, 0, -1}, Rational(1, 2));
            }),
            "HS-203 certificate: the spectral gap is not 1/2");
  EXPECT_EQ(tests::message_of([&] {
              prove_randomized_error(certificate, {testing::path(3), 1, 1, {1, 0, 0}}, Rational(1, 3), 1);
            }),
            "HS-203 certificate: lambda2 is not 1/3");
}

// On a path of three W (1, 0, -1) = 2/3 (1, 0, -1), gap 1/3: P_1 = 2/3, and P_2 = gamma 4/9 + 1 - gamma, where gamma =
// 2 (1 - sqrt(11/36)) / (25/36).
TEST(SpectrumProofs, PolynomialsOfAnEigenvectorAreThoseOfItsEigenvalue) {
  const double gamma = 72.0 / 25.0 * (1.0 - std::sqrt(11.0) / 6.0);
  for (const auto& [steps, value] : {std::pair{0, 1.0}, {1, 2.0 / 3.0}, {2, gamma * 4.0 / 9.0 + 1.0 - gamma}}) {
    auto certificate = spectral_certificate();
    prove_polynomial_norm(certificate, testing::path(3), steps, {1, 0, -1}, Rational(1, 3));
    const double lower = number_of(certificate.proves.lower), upper = number_of(certificate.proves.upper);
    EXPECT_LT(lower, value * value) << steps;
    EXPECT_GT(upper, value * value) << steps;
    EXPECT_LT(upper - lower, 3e-12) << steps;
  }
}

// Edges 0-1 and 1-2, half the time each: (1, 0, -1) has the eigenvalue 1/2 of their Laplacian.
TEST(SpectrumProofs, DrawnEdgesShowTheVectorOfTheirLaplacian) {
  auto certificate = spectral_certificate();
  prove_randomized_error(certificate, {testing::path(3), 4, Rational(1, 2), {1, 0, 0}}, Rational(1, 2), Rational(3, 7));
  const auto y = vector_of(certificate.evidence.at("vector"));
  EXPECT_EQ(y.at(1), 0);
  EXPECT_EQ(Rational(y.at(0) + y.at(2)), 0);
  EXPECT_NE(y.at(0), 0);
  EXPECT_EQ(certificate.proves.lower, "3/7");
  EXPECT_EQ(certificate.proves.upper, "3/7");
  EXPECT_EQ(certificate.instance.at("noise_variance"), "1/2");
}

}  // namespace
}  // namespace hearsay::report
