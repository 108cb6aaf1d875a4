// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/adversary/rumor_transcript.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::adversary {
namespace {

using Sight = RumorAdversary::Sight;

// What the simulated adversary sees, by frequency, against the exact law that the accountant computes: two sides that
// share no code.
TEST(RumorTranscript, HasTheProbabilitiesOfTheExactLaw) {
  constexpr int runs = 40'000;
  for (const bool unending : {true, false}) {
    for (const double s : {0.0, 0.5, 1.0}) {
      const accounting::RumorLaw<double> law(
          accounting::rumor_world(4, 2, unending ? accounting::RumorEnd::unending : accounting::RumorEnd::terminated),
          s);
      std::map<std::vector<std::size_t>, int> seen;
      for (int t = 0; t < runs; ++t) {
        const auto transcript =
            watch_rumor({.nodes = 4, .muting = s}, 0, {.curious = 2}, unending, 2, {31}, static_cast<std::uint32_t>(t));
        std::vector<std::size_t> key;
        for (const auto& message : transcript.seen) {
          for (std::size_t o = 0; o < law.labels().size(); ++o) {
            const auto& label = law.labels()[o];
            if (label.sender == static_cast<int>(message.sender) &&
                label.receiver == static_cast<int>(message.receiver))
              key.push_back(o);
          }
        }
        if (key.size() < 2 && transcript.ended) {
          for (std::size_t o = 0; o < law.labels().size(); ++o) {
            if (law.labels()[o].kind == accounting::RumorLabel::Kind::end) key.push_back(o);
          }
        }
        ++seen[key];
      }
      for (const auto& [key, count] : seen) {
        const double p = law.probability(0, key);
        EXPECT_NEAR(count / static_cast<double>(runs), p, 5.5 * std::sqrt(p * (1 - p) / runs) + 1e-9);
      }
    }
  }
}

TEST(RumorTranscript, OnlyTheTimedAdversarySeesIndices) {
  const protocol::RumorRules rules{.nodes = 30, .muting = 0.5};
  const auto ordered = watch_rumor(rules, 0, {.curious = 5}, false, 1000, {1}, 0);
  const auto timed = watch_rumor(rules, 0, {.sight = Sight::timed, .curious = 5}, false, 1000, {1}, 0);
  ASSERT_EQ(ordered.seen.size(), timed.seen.size());
  ASSERT_FALSE(ordered.seen.empty());
  std::uint64_t last = 0;
  for (std::size_t k = 0; k < timed.seen.size(); ++k) {
    EXPECT_FALSE(ordered.seen[k].index.has_value());
    EXPECT_EQ(ordered.seen[k].sender, timed.seen[k].sender);
    EXPECT_GE(*timed.seen[k].index, last);
    last = *timed.seen[k].index;
    if (k > 0) EXPECT_GT(last, *timed.seen[k - 1].index);
    EXPECT_GE(timed.seen[k].receiver, 25u);
  }
  EXPECT_GT(last, 2 * timed.seen.size());  // five of six messages go past the curious nodes, and count
  EXPECT_TRUE(ordered.ended);
}

TEST(RumorTranscript, ThatIsCutShortHasNotEnded) {
  const auto first = watch_rumor({.nodes = 30, .muting = 0.5}, 0, {.curious = 5}, false, 1, {1}, 0);
  EXPECT_EQ(first.seen.size(), 1u);
  EXPECT_FALSE(first.ended);
}

// Half of the messages are lost, and nobody sees them: all that an eavesdropper misses.
TEST(RumorTranscript, HasNoLostMessages) {
  std::size_t seen = 0;
  std::uint64_t sent = 0;
  const protocol::RumorRules rules{.nodes = 30, .muting = 0.5, .loss = 0.5};
  for (std::uint32_t t = 0; t < 200; ++t) {
    random::Words words({1}, random::Purpose::activation, t);
    sent +=
        protocol::run_rumor(rules, 0, words, 100'000, {.message = [](const protocol::RumorMessage&) { return true; }})
            .messages;
    seen += watch_rumor(rules, 0, {.sight = Sight::eavesdropper, .curious = 0, .seen = 1.0}, false, 100'000, {1}, t)
                .seen.size();
  }
  EXPECT_NEAR(static_cast<double>(seen), 0.5 * static_cast<double>(sent),
              5 * std::sqrt(0.25 * static_cast<double>(sent)));
}

TEST(RumorTranscript, SwappingPermutesAndNeverSwappingChangesNothing) {
  const protocol::RumorRules rules{.nodes = 30, .muting = 0.5};
  const auto ordered = watch_rumor(rules, 0, {.curious = 5}, false, 1000, {1}, 0);
  EXPECT_EQ(watch_rumor(rules, 0, {.sight = Sight::swapped, .curious = 5, .swap = 0.0}, false, 1000, {1}, 0).seen,
            ordered.seen);
  auto swapped = watch_rumor(rules, 0, {.sight = Sight::swapped, .curious = 5, .swap = 0.5}, false, 1000, {1}, 0).seen;
  EXPECT_NE(swapped, ordered.seen);
  const auto less = [](const RumorSighting& a, const RumorSighting& b) {
    return std::pair(a.sender, a.receiver) < std::pair(b.sender, b.receiver);
  };
  auto sorted = ordered.seen;
  std::ranges::sort(sorted, less);
  std::ranges::sort(swapped, less);
  EXPECT_EQ(swapped, sorted);
}

TEST(RumorTranscript, TheEavesdropperSeesItsShareOfAllMessages) {
  std::size_t seen = 0, all = 0;
  for (std::uint32_t t = 0; t < 200; ++t) {
    const protocol::RumorRules rules{.nodes = 30, .muting = 0.5};
    all += watch_rumor(rules, 0, {.sight = Sight::eavesdropper, .curious = 0, .seen = 1.0}, false, 100'000, {1}, t)
               .seen.size();
    seen += watch_rumor(rules, 0, {.sight = Sight::eavesdropper, .curious = 0, .seen = 0.25}, false, 100'000, {1}, t)
                .seen.size();
  }
  const auto total = static_cast<double>(all);
  EXPECT_NEAR(static_cast<double>(seen), 0.25 * total, 5 * std::sqrt(total * 0.25 * 0.75));
  EXPECT_THROW((void)watch_rumor({.nodes = 5}, 0, {.curious = 0}, true, 5, {1}, 0), Error);
}

}  // namespace
}  // namespace hearsay::adversary
