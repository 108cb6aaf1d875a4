// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hearsay/exact/wide_float.hpp>
#include <hearsay/linalg/sliced_matrix.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::linalg {
namespace {

constexpr random::Seed seed{7};

/// Numbers of up to 106 bits and of many sizes.
DoubleDoubleMatrix drawn_slices(Eigen::Index rows, Eigen::Index columns, std::uint32_t which) {
  random::Stream stream(seed, random::Purpose::noise, which);
  DoubleDoubleMatrix matrix{.high = Eigen::MatrixXd(rows, columns), .low = Eigen::MatrixXd(rows, columns)};
  for (Eigen::Index i = 0; i < matrix.high.size(); ++i) {
    const double high = stream.normal() * std::ldexp(1.0, -static_cast<int>(i % 40));
    matrix.high.data()[i] = high;
    matrix.low.data()[i] = std::ldexp(high * stream.normal(), -56);
  }
  return matrix;
}

using Wide = Eigen::Matrix<Float100, Eigen::Dynamic, Eigen::Dynamic>;

Wide wide(const DoubleDoubleMatrix& matrix) {
  Wide result(matrix.high.rows(), matrix.high.cols());
  for (Eigen::Index i = 0; i < result.size(); ++i)
    result.data()[i] = Float100(matrix.high.data()[i]) + Float100(matrix.low.data()[i]);
  return result;
}

Wide wide(const SlicedMatrix& matrix) {
  Wide result = Wide::Constant(matrix.rows(), matrix.cols(), Float100(0));
  for (std::size_t k = 0; k < matrix.digits.size(); ++k) {
    const Float100 weight = ldexp(Float100(1), matrix.exponent - SlicedMatrix::digit_bits * (static_cast<int>(k) + 1));
    for (Eigen::Index i = 0; i < result.size(); ++i) result.data()[i] += weight * Float100(matrix.digits[k].data()[i]);
  }
  return result;
}

Wide product(const Wide& a, const Wide& b) {  // A^T B
  Wide result = Wide::Constant(a.cols(), b.cols(), Float100(0));
  for (Eigen::Index i = 0; i < a.cols(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      for (Eigen::Index k = 0; k < a.rows(); ++k) result(i, j) += a(k, i) * b(k, j);
    }
  }
  return result;
}

double distance(const Wide& a, const Wide& b) {
  double most = 0.0;
  for (Eigen::Index i = 0; i < a.size(); ++i)
    most = std::max(most, static_cast<double>(abs(Float100(a.data()[i] - b.data()[i]))));
  return most;
}

void expect_digits(const SlicedMatrix& matrix) {
  for (const auto& digit : matrix.digits) {
    for (const double x : digit.reshaped()) {
      ASSERT_EQ(x, std::nearbyint(x));
      ASSERT_LE(std::abs(x), 0x1p20);
    }
  }
}

TEST(SlicedMatrix, KeepsAsManyDigitsAsAreAskedFor) {
  const auto matrix = drawn_slices(9, 7, 1);
  for (const std::size_t digits : {1u, 2u, 3u, 6u, 8u}) {
    const auto found = sliced(matrix, digits, 4);
    expect_digits(found);
    EXPECT_EQ(found.digits.size(), digits);
    EXPECT_LE(distance(wide(found), wide(matrix)), found.last_unit() * 0.51) << digits;
    EXPECT_LE((found.rounded() - matrix.high).cwiseAbs().maxCoeff(), found.last_unit() * 0.51 + 1e-15);
  }
  EXPECT_EQ(distance(wide(transposed(sliced(matrix, 3, 4))), wide(sliced(matrix, 3, 4)).transpose()), 0.0);
}

TEST(SlicedMatrix, MultipliesExactlyButForWhatIsDropped) {
  const auto a = drawn_slices(1300, 5, 2), b = drawn_slices(1300, 6, 3);  // more rows than are added up at once
  const auto x = sliced(a, 6, 4), y = sliced(b, 5, 4);
  const auto exact = product(wide(x), wide(y));
  for (const int levels : {1, 2, 4, 7, 11}) {
    const auto found = product(x, y, levels);
    expect_digits(found);
    EXPECT_LE(distance(wide(found), exact), product_error(x, y, levels)) << levels;
  }
  EXPECT_EQ(product_error(x, y, 10), 0.0);
  EXPECT_EQ(distance(wide(product(x, y, 10)), exact), 0.0);
  EXPECT_GT(distance(wide(product(x, y, 2)), exact), 0.0);
}

// X less A^T B and less C^T D, whose digits have other places, cut at several.
TEST(SlicedMatrix, MultipliesAndAddsExactlyButForWhatIsCut) {
  constexpr int bits = SlicedMatrix::digit_bits;
  const auto a = sliced(drawn_slices(1300, 5, 2), 6, bits), b = sliced(drawn_slices(1300, 4, 3), 3, bits),
             c = sliced(drawn_slices(900, 5, 4), 4, 2 * bits), d = sliced(drawn_slices(900, 4, 5), 5, bits),
             x = sliced(drawn_slices(5, 4, 6), 5, bits);
  const Wide exact = wide(x) - product(wide(a), wide(b)) - product(wide(c), wide(d));
  const std::vector<SlicedFactors> factors = {{a, b}, {c, d}};
  for (const int last : {0, -bits, -3 * bits, -9 * bits}) {
    const auto found = multiply_add(&x, -1.0, factors, Left::transposed, last);
    expect_digits(found.value);
    EXPECT_LE(distance(wide(found.value), exact), found.error) << last;
    EXPECT_LT(found.error, std::ldexp(1.0, last + 34));
  }
  EXPECT_EQ(multiply_add(&x, -1.0, factors, Left::transposed, -9 * bits).error, 0.0);
  const SlicedFactors plain{transposed(a), b};
  const auto sum = multiply_add(nullptr, 1.0, {&plain, 1}, Left::plain, -9 * bits);
  EXPECT_EQ(distance(wide(sum.value), product(wide(a), wide(b))), 0.0);
}

TEST(SlicedMatrix, CutsFractions) {
  RationalMatrix w;
  w.rows = {{{0, Rational(1, 3)}, {1, Rational(-2, 7)}}, {{1, Rational("123456789012345678901/4")}}};
  for (const int scale : {66, 70, 84}) {
    const auto found = sliced(w, scale, 5);
    expect_digits(found);
    Wide exact = Wide::Constant(2, 2, Float100(0));
    exact(0, 0) = ldexp(Float100(1) / 3, -scale);
    exact(0, 1) = ldexp(Float100(-2) / 7, -scale);
    exact(1, 1) = ldexp(Float100("123456789012345678901") / 4, -scale);
    EXPECT_LT(distance(wide(found), exact), std::ldexp(1.0, -5 * SlicedMatrix::digit_bits)) << scale;
  }
}

TEST(SlicedMatrix, SumsGramMatricesOfBlocks) {
  GramSum sum(6, 4, 6);
  Wide exact = Wide::Constant(6, 6, Float100(0));
  for (std::uint32_t i = 0; i < 3; ++i) {
    const auto block = sliced(drawn_slices(700, 6, 10 + i), 6, 4);
    sum.add(block);
    exact += product(wide(block), wide(block));
  }
  const auto found = sum.sum();
  expect_digits(found);
  EXPECT_LE(distance(wide(found), exact), sum.error());
  EXPECT_LT(sum.error(), 1e-30);
  EXPECT_GT(sum.error(), 0.0);
}

TEST(SlicedMatrix, FitsDigitsAndExponent) {
  auto large = sliced(drawn_slices(4, 4, 20), 3, 4);
  large.digits.front() *= 0x1p22;  // carried into digits above
  const auto before = wide(large);
  const auto found = fitted(large, 10);
  expect_digits(found);
  EXPECT_EQ(distance(wide(found), before), 0.0);
  EXPECT_GT(found.exponent, large.exponent);
  const auto cut = fitted(large, 2);
  EXPECT_EQ(cut.digits.size(), 2u);
  EXPECT_LE(distance(wide(cut), before), cut.last_unit());
  const auto zero = sliced(Eigen::MatrixXd::Zero(2, 2), 3);
  EXPECT_EQ(fitted(zero, 3).rounded().cwiseAbs().maxCoeff(), 0.0);
}

}  // namespace
}  // namespace hearsay::linalg
