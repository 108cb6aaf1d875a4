// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <string>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/run/runner.hpp>

#include "props/checks.hpp"
#include "props/linear/view.hpp"

namespace hearsay::props {
namespace {

using oracle::Rational;

TEST(LinearClaims, AllComeOutAsExpected) {
  run::Registry registry;
  register_checks(registry);
  const std::array<std::string, 6> patterns{"linear.*", "corr.*", "mfdl.*", "decor.*", "whisper.*", "attack.*"};
  const auto rows = run::verify(claims::select(patterns), registry, {.effort = run::Effort::quick});
  for (const auto& row : rows) {
    EXPECT_TRUE(row.as_expected()) << row.claim->id << ": " << to_string(row.finding.verdict) << ", "
                                   << row.finding.note
                                   << (row.finding.witness ? row.finding.witness->instance.dump() : "");
    EXPECT_GT(row.finding.instances, 0u) << row.claim->id;
  }
}

// What the catalogue tells the reader about the smallest counterexamples.
TEST(LinearClaims, WitnessesAreThoseOfTheCatalogue) {
  run::Registry registry;
  register_checks(registry);
  const auto expect = [&](std::string_view id, const std::string& claimed, const std::string& actual) {
    const auto found = (*registry.find(id))({.claim = id, .effort = run::Effort::quick, .seed = {1}});
    ASSERT_TRUE(found.witness) << id;
    EXPECT_EQ(found.witness->claimed, claimed) << id;
    EXPECT_EQ(found.witness->actual, actual) << id;
  };
  expect("linear.vectors", "5168/1325", "336118/86125");
  expect("linear.acceleration", "1/6", "27/103");
  expect("linear.adaptive.hidden", "1/10", "1/2");
  expect("mfdl.muffliato.once", "9/23", "2/3");
  expect("mfdl.sum_abs.local", "5", "739/145");
  expect("mfdl.square_root", "1", "5/4");
  expect("corr.copies", "2", "infinite");
  expect("attack.tolerance", "values found: 1", "values determined: 12");
  expect("decor.curious", "1/2", "2/3");
  expect("decor.closed_form.curious", "5/8", "2/3");
  expect("decor.fdp_mu", "5/4", "2");
}

// The released accountant counts what an outsider learns, which is right; that it is no bound on what users learn is a
// warning of ours, and what the paper's abstract says of curious users holds.
TEST(LinearClaims, AnAccountOfAnOutsiderIsNoErrorOfReleasedCode) {
  using claims::Level;
  EXPECT_EQ(claims::find("decor.accountant")->expected, Verdict::holds);
  EXPECT_EQ(claims::find("decor.curious")->level, Level::ours);
  EXPECT_EQ(claims::find("decor.secldp")->level, Level::prose);
  EXPECT_EQ(claims::find("decor.secldp")->expected, Verdict::holds);
  EXPECT_EQ(claims::find("decor.closed_form.curious")->root, "decor.closed_form.curious");
}

TEST(LinearView, LossByItsDefinition) {
  EXPECT_EQ(defined_loss({.signal = {{1}, {1}}, .noise = {{1, 0}, {0, 1}}, .change = {1}}), Rational(2));
  EXPECT_EQ(defined_loss({.signal = {{1, 0}, {1, 1}}, .noise = {{1}, {0}}, .change = {0, 1}}), std::nullopt);
  EXPECT_EQ(defined_loss({.signal = {{1, 0}, {1, 1}}, .noise = {{1}, {0}}, .change = {1, -1}}), Rational(1));
}

}  // namespace
}  // namespace hearsay::props
