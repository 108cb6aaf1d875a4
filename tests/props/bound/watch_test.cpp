// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/watch.hpp"

#include <gtest/gtest.h>

#include <hearsay/formula/expression.hpp>

#include "props/bound/gossip_bound.hpp"

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;

const ScenarioDomain watched_domain{.all_nodes = 3, .random_nodes = 0, .most_steps = 2};
const run::Context watched_context{.claim = "test", .effort = run::Effort::quick};

run::Finding stopped_after(int instances, const std::string& statement) {
  int asked = 0;
  return refute_gossip(formula::parse(statement), watched_domain, watched_context,
                       {.progress = {}, .stop = [&] { return asked++ >= instances; }});
}

TEST(Watch, WhatIsCutShortHoldsNothing) {
  EXPECT_EQ(refute_gossip(formula::parse("exact <= 1"), watched_domain, watched_context).verdict, Verdict::holds);
  const auto found = stopped_after(3, "exact <= 1");
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_EQ(found.instances, 3u);
  EXPECT_EQ(found.note, "the search was stopped early: not all instances were tried");
}

TEST(Watch, WhatIsRefutedBeforeIsRefuted) {
  EXPECT_EQ(stopped_after(1, "exact < 1").verdict, Verdict::refuted);
  EXPECT_EQ(stopped_after(0, "exact < 1").verdict, Verdict::inconclusive);
}

TEST(Watch, ProgressCountsTheInstancesAndEnds) {
  std::size_t calls = 0, last = 0, total = 0;
  const auto progress = [&](std::size_t done, std::size_t of, std::string_view) {
    EXPECT_GE(done, last);
    last = done;
    total = of;
    ++calls;
  };
  const auto found =
      refute_gossip(formula::parse("exact <= 1"), watched_domain, watched_context, {.progress = progress, .stop = {}});
  EXPECT_GT(calls, 1u);
  EXPECT_EQ(last, total);
  EXPECT_EQ(total, found.instances);
}

}  // namespace
