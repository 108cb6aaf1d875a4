// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/run/registry.hpp>

namespace hearsay::run {
namespace {

TEST(Registry, RefusesASecondCheckOfTheSameClaim) {
  Registry registry;
  registry.add("paper.claim", [](const Context&) { return Finding{}; });
  EXPECT_THROW(registry.add("paper.claim", [](const Context&) { return Finding{}; }), Error);
}

}  // namespace
}  // namespace hearsay::run
