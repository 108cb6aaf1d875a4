// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include <hearsay/stats/clopper_pearson.hpp>

namespace hearsay::mechanism {

/// P lies in the Clopper-Pearson interval of level 1e-9 (seeds are fixed).
inline void expect_frequency(std::uint64_t successes, std::uint64_t trials, double p) {
  EXPECT_TRUE(stats::clopper_pearson(successes, trials, 1e-9).contains(p))
      << successes << " of " << trials << " against " << p;
}

}  // namespace hearsay::mechanism
