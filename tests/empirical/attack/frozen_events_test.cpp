// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/frozen_events.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include <hearsay/random/stream.hpp>

namespace {

using namespace hearsay::empirical;
using hearsay::random::Purpose;
using hearsay::random::Stream;

using Number = std::function<double(int world, Stream& stream)>;

/// A program that answers one number.
class Answers {
 public:
  explicit Answers(Number number) : number_(std::move(number)) {
    for (std::uint32_t i = 0; i < 2000; ++i) {
      worlds_.push_back(static_cast<int>(i % 2));
      views_.push_back(view(worlds_.back(), Purpose::selection, i));
    }
  }
  [[nodiscard]] FrozenEvents freeze(ViewFeatures features = ViewFeatures::automatic) const {
    return {views_, worlds_, features, {.epsilon = 1.0, .delta = 0.0, .trials = 3000.0, .alpha = 0.05}};
  }
  /// The largest ratio of how often an event of this subject happens in one world and in the other, in new views.
  [[nodiscard]] double ratio(const FrozenEvents& frozen, EventSubject subject) const {
    constexpr std::uint32_t trials = 4000;
    std::vector<std::array<double, 2>> happened(frozen.events().size(), {0.5, 0.5});
    for (std::uint32_t i = 0; i < trials; ++i) {
      const auto found = frozen.happened(view(static_cast<int>(i % 2), Purpose::noise, i));
      for (std::size_t e = 0; e < found.size(); ++e) happened[e][i % 2] += found[e] ? 1.0 : 0.0;
    }
    double largest = 1.0;
    for (std::size_t e = 0; e < happened.size(); ++e) {
      if (frozen.events()[e].subject != subject) continue;
      const auto [zero, one] = happened[e];
      largest = std::max({largest, one / zero, (trials / 2 + 1 - zero) / (trials / 2 + 1 - one)});
    }
    return largest;
  }

 private:
  [[nodiscard]] ProgramView view(int world, Purpose purpose, std::uint32_t trial) const {
    Stream stream({3}, purpose, trial);
    return {.kind = ProgramView::Kind::numbers, .numbers = {number_(world, stream)}, .events = {}};
  }

  Number number_;
  std::vector<ProgramView> views_;
  std::vector<int> worlds_;
};

double laplace(Stream& stream) {
  const auto exponential = [&] { return -std::log1p(-stream.uniform()); };
  const double first = exponential();
  return first - exponential();
}

double spent(const FrozenEvents& frozen, EventSubject subject) {
  double sum = 0.0;
  for (const auto& event : frozen.events()) sum += event.subject == subject ? event.alpha : 0.0;
  return sum;
}

TEST(FrozenEvents, NoiseInDoublesTellsByItsBitsAndNotByItsValues) {
  for (const bool single : {false, true}) {
    const Answers answers([single](int world, Stream& stream) {
      const double noise = laplace(stream);
      return single ? static_cast<double>(static_cast<float>(world) + static_cast<float>(noise)) : world + noise;
    });
    const auto frozen = answers.freeze();
    EXPECT_TRUE(frozen.look_at_representation());
    EXPECT_NEAR(spent(frozen, EventSubject::values), 0.04, 1e-12);
    EXPECT_NEAR(spent(frozen, EventSubject::representation), 0.01, 1e-12);
    EXPECT_LT(answers.ratio(frozen, EventSubject::values), 1.3 * std::numbers::e);
    EXPECT_GT(answers.ratio(frozen, EventSubject::representation), 10.0);
  }
}

TEST(FrozenEvents, RoundedNoiseHasNoRepresentationToTellBy) {
  const Answers answers(
      [](int world, Stream& stream) { return std::round(1024.0 * (world + laplace(stream))) / 1024.0; });
  const auto frozen = answers.freeze();
  EXPECT_FALSE(frozen.look_at_representation());
  EXPECT_NEAR(spent(frozen, EventSubject::values), 0.05, 1e-12);
  EXPECT_EQ(spent(frozen, EventSubject::representation), 0.0);
}

TEST(FrozenEvents, AShiftInTheValuesIsFoundInTheValues) {
  const Answers answers([](int world, Stream& stream) { return 3.0 * world + laplace(stream); });
  EXPECT_GT(answers.ratio(answers.freeze(), EventSubject::values), 10.0);
}

TEST(FrozenEvents, RawSpendsAllOnValues) {
  const Answers answers([](int world, Stream& stream) { return world + laplace(stream); });
  const auto frozen = answers.freeze(ViewFeatures::raw);
  EXPECT_FALSE(frozen.look_at_representation());
  EXPECT_NEAR(spent(frozen, EventSubject::values), 0.05, 1e-12);
}

}  // namespace
