// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/report.hpp>
#include <hearsay/core/error.hpp>
#include "props/oracle/rumor_oracle.hpp"

namespace hearsay::accounting {
namespace {

using props::oracle::RumorModel;
using Message = RumorModel::Message;

const Rational overtakes(1, 4);

RumorWorld reordered_world(int nodes, int curious, RumorEnd end) {
  auto world = rumor_world(nodes, curious, end);
  world.sight = RumorSight::reordered;
  return world;
}

/// Index of a label in a law. @pre it is there.
std::size_t label_of(const RumorLaw<Rational>& law, RumorLabel::Kind kind, const Message& message = {}) {
  for (std::size_t k = 0; k < law.labels().size(); ++k) {
    const auto& label = law.labels()[k];
    if (label.kind == kind &&
        (kind == RumorLabel::Kind::end || (label.sender == message.sender && label.receiver == message.receiver)))
      return k;
  }
  ADD_FAILURE() << "no such label";
  return 0;
}

/// All messages to the curious nodes n - f .. n - 1.
std::vector<Message> messages_to_curious(int n, int f) {
  std::vector<Message> all;
  for (int i = 0; i < n; ++i) {
    for (int j = n - f; j < n; ++j) all.push_back({i, j});
  }
  return all;
}

// Two messages are shown once a third is there: the oracle's law of three in order, sent through the swaps by hand.
TEST(RumorReordered, TheFirstTwoShownAreThoseOfTheOracleSwapped) {
  constexpr int n = 3, f = 1;
  const Rational s(1, 3);
  const RumorModel model{n, f, s, false};
  const RumorLaw<Rational> law(reordered_world(n, f, RumorEnd::unending), s, 1, overtakes);
  const auto all = messages_to_curious(n, f);
  for (const auto& a : all) {
    for (const auto& b : all) {
      for (int source = 0; source < n - f; ++source) {
        Rational expected = 0;
        for (const auto& first : all) {
          for (const auto& second : all) {
            for (const auto& third : all) {
              const auto p = model.probability(source, {.messages = {first, second, third}});
              const auto later = [&](const Message& shown, const Message& held) -> Rational {  // shown before b
                if (shown != a) return 0;
                return (third == b ? overtakes : Rational(0)) + (held == b ? 1 - overtakes : Rational(0));
              };
              expected += p * (overtakes * later(second, first) + (1 - overtakes) * later(first, second));
            }
          }
        }
        const std::size_t shown[] = {label_of(law, RumorLabel::Kind::message, a),
                                     label_of(law, RumorLabel::Kind::message, b)};
        ASSERT_EQ(law.probability(source, shown), expected) << a.sender << ' ' << b.sender;
      }
    }
  }
}

// Where the transcript ends the held message is shown before the end.
TEST(RumorReordered, AtTheEndTheHeldMessageIsShown) {
  constexpr int n = 3, f = 1;
  const Rational s(1, 2);
  const RumorModel model{n, f, s, true};
  const RumorLaw<Rational> law(reordered_world(n, f, RumorEnd::terminated), s, 1, overtakes);
  const auto end = label_of(law, RumorLabel::Kind::end);
  for (const auto& a : messages_to_curious(n, f)) {
    const auto first = label_of(law, RumorLabel::Kind::message, a);
    const std::size_t one[] = {first, end};
    ASSERT_EQ(law.probability(0, one), model.probability(0, {.messages = {a}, .ended = true}));
    for (const auto& b : messages_to_curious(n, f)) {
      const std::size_t two[] = {first, label_of(law, RumorLabel::Kind::message, b), end};
      const auto in_order = model.probability(0, {.messages = {a, b}, .ended = true}),
                 turned = model.probability(0, {.messages = {b, a}, .ended = true});
      ASSERT_EQ(law.probability(0, two), (1 - overtakes) * in_order + overtakes * turned);
    }
  }
}

// Reordering is computed from the messages in order: it cannot raise delta. At swap 0 a message is only late.
TEST(RumorReordered, DeltaIsAtMostThatOfTheMessagesInOrder) {
  for (const double s : {0.0, 0.5, 1.0}) {
    const RumorEffort effort{.width = 1e-4, .expansions = 3000};
    const auto in_order = rumor_delta(RumorLaw<double>(rumor_world(4, 1), s), 0.25, effort);
    double last = in_order.upper();
    for (const double swap : {0.0, 0.5}) {
      const auto shuffled =
          rumor_delta(RumorLaw<double>(reordered_world(4, 1, RumorEnd::unending), s, 1.0, swap), 0.25, effort);
      EXPECT_LE(shuffled.lower(), last + 1e-9) << s << ' ' << swap;
      if (swap == 0.0) {
        EXPECT_NEAR(shuffled.lower(), in_order.lower(), 1e-3) << s;
      } else if (s < 1.0) {
        EXPECT_LT(shuffled.lower(), in_order.lower() - 1e-3) << s;
      }
      last = std::min(last, shuffled.upper());
    }
  }
}

TEST(RumorReordered, SwapMustBeAProbability) {
  EXPECT_THROW(RumorLaw<double>(reordered_world(3, 1, RumorEnd::unending), 0.5, 1.0, 1.5), Error);
}

TEST(RumorReordered, TooManyStatesAreRefused) {
  EXPECT_THROW(RumorLaw<double>(reordered_world(6, 5, RumorEnd::terminated), 0.5, 1.0, 0.5), Error);
}

// Caps of attacks: published where there is a bound, exact on few nodes, else none.
TEST(RumorSuccessCap, EachViewHasItsBound) {
  using By = RumorSuccessCap::By;
  const RumorSourceQuestion usual{.crowd = rumor_crowd(50, 5), .muting = 0.5, .suspects = 45};
  const auto expect = [](const RumorSourceQuestion& q, By by, double delta) {
    const auto cap = rumor_success_cap(q);
    EXPECT_EQ(cap.by, by);
    ASSERT_TRUE(cap.success.has_value());
    EXPECT_NEAR(*cap.success, rumor_attack_cap(delta, q.suspects), 1e-12);
  };
  auto q = usual;
  expect(q, By::privacy_bound, rumor_delta_bound(q.crowd, 0.5));
  q.sight = RumorSight::reordered, q.swap = 0.5;
  expect(q, By::privacy_bound, rumor_delta_bound(q.crowd, 0.5));
  q = usual, q.delayed = true, q.muting = 1.0;
  expect(q, By::privacy_bound, 0.1);
  q = usual, q.sight = RumorSight::eavesdropper, q.seen = 0.25, q.crowd = rumor_crowd(50, 0), q.suspects = 50;
  expect(q, By::privacy_bound, 0.25 / (1.0 - 0.5 * 0.75));
  q = usual, q.sight = RumorSight::timed, q.muting = 0.0;
  expect(q, By::privacy_bound, 0.1);
  q.muting = 0.5;
  EXPECT_EQ(rumor_success_cap(q).by, By::no_view);
  q.crowd = rumor_crowd(4, 1), q.suspects = 3;
  const auto exact = rumor_success_cap(q);
  EXPECT_EQ(exact.by, By::exact_view);
  EXPECT_GT(*exact.success, rumor_attack_cap(0.25, 3));  // Theorem 11: delta >= f/n
}

}  // namespace
}  // namespace hearsay::accounting
