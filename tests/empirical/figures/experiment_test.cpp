// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/experiment.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/source_dir.hpp"

namespace hearsay::empirical {
namespace {

TEST(Experiments, HaveExpectationsAndSomethingToShowAtBothScales) {
  const auto folder = tests::source_dir() / "experiments";
  const auto ids = experiment_ids(folder);
  EXPECT_FALSE(ids.empty());
  for (const auto& id : ids) {
    for (const auto* scale : {"small", "paper"}) {
      const auto experiment = read_experiment(folder, id, scale);
      EXPECT_FALSE(experiment.spec.source.empty()) << id;
      EXPECT_FALSE(experiment.spec.title.empty()) << id;
      EXPECT_FALSE(experiment.expected_source.empty()) << id;
      EXPECT_FALSE(experiment.ranges.empty()) << id << " has nothing to be compared with at scale " << scale;
      EXPECT_TRUE(experiment.spec.picture || !experiment.spec.text.empty()) << id << " shows nothing";
    }
  }
}

TEST(Experiments, EveryMeasurementIsUsed) {
  const auto folder = tests::source_dir() / "experiments";
  std::vector<const Measurement*> used;
  for (const auto& id : experiment_ids(folder)) used.push_back(read_experiment(folder, id, "small").spec.measurement);
  for (const auto* measurement : measurements())
    EXPECT_NE(std::ranges::find(used, measurement), used.end()) << measurement->name;
}

}  // namespace
}  // namespace hearsay::empirical
