// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/system.hpp>

#include <gtest/gtest.h>

#include <hearsay/accounting/linear/build.hpp>
#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/exact/residue.hpp>

#include "tests/accounting/linear/naive.hpp"

namespace hearsay::accounting {
namespace {

template <class Scalar, class Draw>
std::vector<Scalar> drawn(std::size_t size, Draw draw) {
  std::vector<Scalar> values;
  for (std::size_t i = 0; i < size; ++i) values.push_back(draw());
  return values;
}

// <w, A x + B z> = <A^T w, x> + <B^T w, z>, in fractions and modulo a prime.
TEST(LinearSystem, TheAdjointIsTheAdjoint) {
  testing::RandomProtocols random(5);
  using Number = exact::Residue<exact::first_prime>;
  for (int i = 0; i < 100; ++i) {
    const auto protocol = random.next();
    const auto exact = linear_system<exact::Rational>(protocol);
    const auto fraction = [&] { return random.fraction(); };
    const auto x = drawn<exact::Rational>(exact.inputs(), fraction),
               z = drawn<exact::Rational>(exact.noises.size(), fraction),
               w = drawn<exact::Rational>(exact.rows.size(), fraction);
    const auto back = run_adjoint(exact, w, 1);
    EXPECT_EQ(dot(w, run<exact::Rational>(exact, {.inputs = x, .noises = z}, 1)),
              dot(back.inputs, x) + dot(back.noises, z))
        << i;

    const auto modular = linear_system<Number>(protocol);
    const auto number = [&] { return Number(random.below(1000)); };
    const auto u = drawn<Number>(modular.inputs(), number), v = drawn<Number>(modular.noises.size(), number),
               t = drawn<Number>(modular.rows.size(), number);
    const auto product = [](const std::vector<Number>& a, const std::vector<Number>& b) {
      Number sum;
      for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
      return sum;
    };
    const auto forth = run<Number>(modular, {.inputs = u, .noises = v}, 1);
    const auto adjoint = run_adjoint(modular, t, 1);
    EXPECT_EQ(product(t, forth), product(adjoint.inputs, u) + product(adjoint.noises, v)) << i;
  }
}

TEST(LinearSystem, SeveralRightHandSidesAreSeveralRuns) {
  testing::RandomProtocols random(6);
  for (int i = 0; i < 30; ++i) {
    const auto system = linear_system<double>(random.next());
    std::vector<double> noises(system.noises.size() * 3);
    for (auto& value : noises) value = static_cast<double>(random.below(100)) / 7.0;
    const auto all = run<double>(system, {.inputs = {}, .noises = noises}, 3);
    for (std::size_t j = 0; j < 3; ++j) {
      std::vector<double> one;
      for (std::size_t k = 0; k < system.noises.size(); ++k) one.push_back(noises[3 * k + j]);
      const auto rows = run<double>(system, {.inputs = {}, .noises = one}, 1);
      for (std::size_t k = 0; k < rows.size(); ++k) EXPECT_EQ(rows[k], all[3 * k + j]);
    }
  }
}

}  // namespace
}  // namespace hearsay::accounting
