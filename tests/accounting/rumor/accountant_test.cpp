// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include <hearsay/accounting/rumor/accountant.hpp>
#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/graph/families/generators.hpp>
#include "tests/accountant_laws.hpp"

namespace hearsay::accounting {
namespace {

static_assert(divergence::Accountant<RumorAccountant>);

RumorAccountant without_muting(int nodes, int curious, const RumorEffort& effort = {}) {
  return RumorAccountant(RumorLaw<double>(rumor_world(nodes, curious), 0.0), effort);
}

TEST(RumorAccountant, KeepsTheLawsOfAccountants) {
  tests::expect_accountant_laws(without_muting(5, 2), {0.3, 0.2, 0.1});
}

// Theorem 5: delta(epsilon) = b (1 - (e^epsilon - 1)/f) without muting, so epsilon(delta) = ln(1 + f (1 - delta/b)).
TEST(RumorAccountant, InvertsTheClosedFormWithoutMuting) {
  for (const auto& [n, f] : {std::pair{4, 1}, {5, 2}, {6, 3}}) {
    const auto accountant = without_muting(n, f);
    const double b = static_cast<double>(f) / n;
    for (const double share : {0.9, 0.5, 0.01}) {
      const auto found = accountant.epsilon(share * b);
      const double expected = std::log1p(f * (1.0 - share));
      EXPECT_TRUE(found.contains(expected)) << n << ' ' << f << ' ' << share;
      EXPECT_NEAR(found.estimate(), expected, 3e-6) << n << ' ' << f << ' ' << share;
    }
    EXPECT_EQ(accountant.epsilon(1.01 * b).upper(), 0.0);
  }
}

// The search stops early and says so: what it returns stays on both sides of the truth.
TEST(RumorAccountant, ALittleEffortGivesAWideBracket) {
  const RumorLaw<double> law(rumor_world(5, 2), 0.5);
  const auto quick = RumorAccountant(law, {.expansions = 3}).epsilon(0.3),
             careful = RumorAccountant(law, {.expansions = 5'000}).epsilon(0.3);
  EXPECT_LT(careful.width(), quick.width());
  EXPECT_LE(quick.lower(), careful.upper());
  EXPECT_GE(quick.upper(), careful.lower());
}

// Behind a curious node in the middle of a path each source sends what the other cannot, whatever epsilon.
TEST(RumorAccountant, NoEpsilonHidesWhatIsImpossible) {
  const std::array<graph::Node, 1> middle{1};
  const RumorAccountant cut(RumorLaw<double>(rumor_world(graph::path(3), middle), 0.0));
  EXPECT_EQ(cut.epsilon(0.5).lower(), std::numeric_limits<double>::infinity());
}

TEST(RumorAccountant, RefusesADeltaThatIsNone) {
  const auto accountant = without_muting(4, 1);
  for (const double delta : {0.0, 1.0, -0.1, std::nan("")})
    EXPECT_THROW((void)accountant.epsilon(delta), Error) << delta;
}

}  // namespace
}  // namespace hearsay::accounting
