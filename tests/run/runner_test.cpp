// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/run/runner.hpp>

namespace hearsay::run {
namespace {

/// Any three claims of the catalogue, expected to hold, to hang checks on.
std::vector<const claims::Claim*> three_holding() {
  std::vector<const claims::Claim*> chosen;
  for (const auto* claim : claims::catalogue()) {
    if (claim->expected == Verdict::holds && chosen.size() < 3) chosen.push_back(claim);
  }
  return chosen;
}

Registry all_returning(const std::vector<const claims::Claim*>& claims, Verdict verdict) {
  Registry registry;
  for (const auto* claim : claims)
    registry.add(claim->id, [verdict](const Context&) { return Finding{.verdict = verdict, .instances = 1}; });
  return registry;
}

TEST(Runner, ExitsZeroWhenEveryVerdictIsAsExpected) {
  const auto claims = three_holding();
  EXPECT_EQ(exit_code(verify(claims, all_returning(claims, Verdict::holds), {})), 0);
}

TEST(Runner, StartsNoCheckAfterItIsToldToStop) {
  const auto claims = three_holding();
  Registry registry;
  int checked = 0;
  for (const auto* claim : claims) {
    registry.add(claim->id, [&checked](const Context&) {
      ++checked;
      return Finding{.verdict = Verdict::holds, .instances = 1};
    });
  }
  const auto rows = verify(claims, registry, {.execution = {.jobs = 1, .stop = [&checked] { return checked == 2; }}});
  EXPECT_EQ(checked, 2);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].finding.verdict, Verdict::holds);
  EXPECT_EQ(rows[2].finding.verdict, Verdict::inconclusive);
  EXPECT_EQ(rows[2].finding.note, "not checked: the run was cut short");
  EXPECT_EQ(exit_code(rows), 3);
}

TEST(Runner, ExitsOneOnASurprise) {
  const auto claims = three_holding();
  const auto rows = verify(claims, all_returning(claims, Verdict::refuted), {});
  EXPECT_EQ(exit_code(rows), 1);
  EXPECT_EQ(summarize(rows).surprises, 3);
}

TEST(Runner, ExitsThreeWhenSomethingIsInconclusive) {
  const auto claims = three_holding();
  const auto rows = verify(claims, all_returning(claims, Verdict::inconclusive), {});
  EXPECT_EQ(exit_code(rows), 3);
  EXPECT_EQ(summarize(rows).surprises, 0);
}

TEST(Runner, TurnsAnExceptionIntoBrokenWithItsText) {
  const auto claims = three_holding();
  Registry registry;
  registry.add(claims[0]->id, [](const Context&) -> Finding { throw std::runtime_error("the reason"); });
  const auto rows = verify(std::span(claims).first(1), registry, {});
  EXPECT_EQ(rows[0].finding.verdict, Verdict::broken);
  EXPECT_EQ(rows[0].finding.note, "the reason");
  EXPECT_EQ(exit_code(rows), 3);
}

TEST(Runner, SplitsTheErrorLevelOverTheStatisticalClaimsOnly) {
  std::vector<const claims::Claim*> claims;
  for (const auto evidence : {claims::Evidence::statistical, claims::Evidence::statistical, claims::Evidence::exact}) {
    for (const auto* claim : claims::catalogue()) {
      if (claim->evidence == evidence && std::ranges::find(claims, claim) == claims.end()) {
        claims.push_back(claim);
        break;
      }
    }
  }
  const auto rows = verify(claims, all_returning(claims, Verdict::holds), {.family_error = 0.01});
  EXPECT_EQ(rows[0].error_level, 0.005);
  EXPECT_EQ(rows[1].error_level, 0.005);
  EXPECT_FALSE(rows[2].error_level.has_value());
}

TEST(Runner, TellsEachCheckItsClaim) {
  const auto claims = three_holding();
  Registry registry;
  for (const auto* claim : claims)
    registry.add(claim->id, [](const Context& context) { return Finding{.note = std::string(context.claim)}; });
  const auto rows = verify(claims, registry, {});
  for (std::size_t i = 0; i < claims.size(); ++i) EXPECT_EQ(rows[i].finding.note, claims[i]->id);
}

TEST(Runner, AClaimWithoutCheckIsInconclusive) {
  const auto claims = three_holding();
  EXPECT_EQ(verify(claims, Registry{}, {})[0].finding.verdict, Verdict::inconclusive);
}

TEST(Runner, SplitsTheFalseAlarmBudgetOverTheStatisticalClaims) {
  std::vector<const claims::Claim*> all = claims::catalogue();
  double spent = 0.0;
  Registry registry;
  for (const auto* claim : all) {
    const bool statistical = claim->evidence == claims::Evidence::statistical;
    registry.add(claim->id, [&spent, statistical](const Context& context) {
      if (statistical) spent += context.error_level;
      return Finding{};
    });
  }
  Plan plan;
  plan.execution.jobs = 1;
  plan.family_error = 1e-4;
  static_cast<void>(verify(all, registry, plan));
  EXPECT_LE(spent, 1e-4 * (1 + 1e-9));
}

}  // namespace
}  // namespace hearsay::run
