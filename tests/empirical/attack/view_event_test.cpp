// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/view_event.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include <hearsay/random/stream.hpp>
#include "empirical/attack/number_grid.hpp"

namespace {

using namespace hearsay::empirical;
using hearsay::random::Purpose;
using hearsay::random::Stream;

using Program = std::function<ProgramView(int world, Stream& stream)>;

ProgramView numbers(std::vector<double> values) {
  return {.kind = ProgramView::Kind::numbers, .numbers = std::move(values), .events = {}};
}

struct Drawn {
  std::vector<ProgramView> views;
  std::vector<int> worlds;
};

Drawn draw(const Program& program, Purpose purpose, std::uint32_t count) {
  Drawn drawn;
  for (std::uint32_t i = 0; i < count; ++i) {
    Stream stream({1}, purpose, i);
    drawn.worlds.push_back(static_cast<int>(stream.below(2)));
    drawn.views.push_back(program(drawn.worlds.back(), stream));
  }
  return drawn;
}

std::vector<LabeledView> described(const Drawn& drawn, ViewFeatures features, const NumberGrid& grid) {
  std::vector<LabeledView> views;
  for (std::size_t i = 0; i < drawn.views.size(); ++i)
    views.push_back({.view = describe_values(drawn.views[i], features, grid), .world = drawn.worlds[i]});
  return views;
}

const EventPurpose usual = {.epsilon = 0.1, .delta = 0.0, .trials = 3000.0};

/// How often the event of the values that is best at certifying a large epsilon, which 2000 views choose, happens in
/// other views of world 1, and of world 0.
std::pair<double, double> rates(const Program& program, ViewFeatures features = ViewFeatures::automatic) {
  const auto choosing = draw(program, Purpose::selection, 2000), counting = draw(program, Purpose::noise, 4000);
  const NumberGrid grid(choosing.views);
  const auto events = choose_events(described(choosing, features, grid), usual);
  double found[2] = {0.0, 0.0}, of[2] = {0.0, 0.0};
  for (const auto& [view, world] : described(counting, features, grid)) {
    of[world] += 1.0;
    found[world] += !events.empty() && events.front().happened(view) ? 1.0 : 0.0;
  }
  return {found[1] / of[1], found[0] / of[0]};
}

TEST(ViewEvent, DifferencesUndoSharedNoise) {
  const auto [detected, false_alarms] = rates([](int world, Stream& stream) {
    const double noise = 5.0 * stream.normal();
    return numbers({world + noise, noise, stream.normal()});
  });
  EXPECT_EQ(detected, 1.0);
  EXPECT_EQ(false_alarms, 0.0);
}

// However small it is beside the noise that cancels, and though no two numbers alone show it.
TEST(ViewEvent, TheDirectionWithoutNoiseTellsEverything) {
  const auto [detected, false_alarms] = rates([](int world, Stream& stream) {
    const double one = 5.0 * stream.normal(), other = 5.0 * stream.normal();
    return numbers({0.01 * world + one + other, one, other});
  });
  EXPECT_EQ(detected, 1.0);
  EXPECT_EQ(false_alarms, 0.0);
}

TEST(ViewEvent, ASpreadIsSeenWithoutAShift) {
  const auto [detected, false_alarms] =
      rates([](int world, Stream& stream) { return numbers({(world == 1 ? 5.0 : 1.0) * stream.normal()}); });
  EXPECT_GT(detected - false_alarms, 0.5);  // the best test has 0.588
}

TEST(ViewEvent, AProductIsSeen) {
  const auto [detected, false_alarms] = rates([](int world, Stream& stream) {
    const double x = stream.normal(), y = stream.normal();
    return numbers({x, world == 1 ? std::abs(y) * (x < 0.0 ? -1.0 : 1.0) : y});
  });
  EXPECT_GT(detected, 0.95);  // signs are always the same in world 1, half of the time in world 0
  EXPECT_LT(false_alarms, 0.9);
}

TEST(ViewEvent, TheLowestBitsOfASumAreNoMatterOfValues) {
  const auto [detected, false_alarms] =
      rates([](int world, Stream& stream) { return numbers({world + stream.normal()}); });
  EXPECT_GT(false_alarms, 0.001);
  EXPECT_LT(detected, 0.999);
  EXPECT_GT(detected - false_alarms, 0.05);
}

TEST(ViewEvent, ARareEventAmongManyIsSeen) {
  const auto [detected, false_alarms] = rates([](int world, Stream& stream) {
    ProgramView view;
    for (int i = 0; i < 5; ++i) view.events.push_back(std::to_string(stream.below(20)));
    if (world == 1 && stream.bernoulli(0.3)) view.events[stream.below(5)] = "leak";
    return view;
  });
  EXPECT_NEAR(detected, 0.3, 0.05);
  EXPECT_EQ(false_alarms, 0.0);
}

TEST(ViewEvent, ACrashIsSeen) {
  const auto [detected, false_alarms] = rates([](int world, Stream& stream) {
    return world == 1 && stream.bernoulli(0.5) ? failed_view("exit code 1") : numbers({stream.normal()});
  });
  EXPECT_NEAR(detected, 0.5, 0.05);
  EXPECT_LT(false_alarms, 0.01);
}

TEST(ViewEvent, LengthsMayVary) {
  const auto [detected, false_alarms] = rates([](int world, Stream& stream) {
    return numbers(std::vector<double>(1 + stream.below(3) + (world == 1 ? 2 : 0), 1.0));
  });
  EXPECT_GT(detected - false_alarms, 0.6);  // lengths 1, 2, 3 against 3, 4, 5
}

TEST(ViewEvent, HugeNumbersAreNumbers) {
  const auto [detected, false_alarms] = rates([](int world, Stream& stream) {
    return numbers({1e308 * (1.0 - 2.0 * stream.uniform()), 1e300 * world});
  });
  EXPECT_EQ(detected - false_alarms, 1.0);
}

// "a" has the larger ratio, ln 4 against ln 2; "a or b" is further from chance, mu = 0.78 against 0.58, and breaks a
// promise of 0.1 sooner.
TEST(ViewEvent, EventsServeLargeBoundsOnEpsilonAndMuAndAPromiseThatIsSoonBroken) {
  const auto drawn = draw(
      [](int world, Stream& stream) {
        const double u = stream.uniform(), a = world == 1 ? 0.04 : 0.01, b = world == 1 ? 0.7 : 0.4;
        return ProgramView{.events = {u < a ? "a" : u < b ? "b" : "c"}};
      },
      Purpose::selection, 40'000);
  const auto views = described(drawn, ViewFeatures::automatic, {});
  const auto happens = [](const ViewEvent& event, const char* name) {
    return event.happened(describe_values({.events = {name}}, ViewFeatures::automatic, {}));
  };
  const auto events = choose_events(views, {.epsilon = 0.1, .delta = 0.0, .trials = 60'000.0});
  ASSERT_EQ(events.size(), 2u);  // one serves two purposes
  EXPECT_TRUE(happens(events[0], "a"));
  EXPECT_FALSE(happens(events[0], "b"));
  EXPECT_TRUE(happens(events[1], "a"));
  EXPECT_TRUE(happens(events[1], "b"));
  EXPECT_FALSE(happens(events[1], "c"));
  // Few trials certify nothing of a rare event.
  EXPECT_TRUE(happens(choose_events(views, {.epsilon = 0.1, .delta = 0.0, .trials = 300.0}).front(), "b"));
}

// Ten thousand events that tell nothing look promising to whoever believes what 50 views of each world show.
TEST(ViewEvent, TheLuckiestOfManyEventsIsNotBelieved) {
  const auto [detected, false_alarms] = rates([](int world, Stream& stream) {
    ProgramView view{.events = {stream.bernoulli(world == 1 ? 0.6 : 0.4) ? "yes" : "no"}};
    for (int i = 0; i < 20; ++i) view.events.push_back(std::to_string(stream.below(400)));
    return view;
  });
  EXPECT_NEAR(detected, 0.6, 0.1);
  EXPECT_NEAR(false_alarms, 0.4, 0.1);
}

TEST(ViewEvent, NothingIsChosenFromOneWorldOrFromOneView) {
  std::vector<LabeledView> views(200,
                                 {.view = describe_values(numbers({1.0}), ViewFeatures::automatic, {}), .world = 1});
  EXPECT_TRUE(choose_events(views, usual).empty());
  for (std::size_t i = 0; i < views.size(); i += 2) views[i].world = 0;
  EXPECT_TRUE(choose_events(views, usual).empty());
}

}  // namespace
