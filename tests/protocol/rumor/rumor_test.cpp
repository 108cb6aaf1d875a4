// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/protocol/rumor/counts.hpp>
#include <hearsay/protocol/rumor/rumor.hpp>

namespace hearsay::protocol {
namespace {

constexpr auto endless = std::numeric_limits<std::uint64_t>::max();

/// Mean and standard error of `runs` values; seeds fixed, so five standard errors are a decision, not a gamble.
struct Sample {
  double mean, error;
};
Sample sample(int runs, const std::function<double(random::Words&)>& value, std::uint32_t address = 0) {
  double sum = 0.0, squares = 0.0;
  for (int t = 0; t < runs; ++t) {
    random::Words words({21}, random::Purpose::activation, static_cast<std::uint32_t>(t), address);
    const double x = value(words);
    sum += x, squares += x * x;
  }
  const double mean = sum / runs;
  return {mean, std::sqrt((squares / runs - mean * mean) / runs)};
}
void expect_same(const Sample& a, const Sample& b) {
  EXPECT_NEAR(a.mean, b.mean, 5 * std::hypot(a.error, b.error) + 1e-12);
}

// Three roads to the number of messages and the active nodes at the end: permutation, plain sets, counts in leaps.
TEST(AsynchronousRumor, PlainSetsAndCountsAgree) {
  for (const std::uint32_t n : {50u, 300u}) {  // counts: one message at a time, and many
    const int runs = n == 50 ? 4000 : 1000;
    for (const double s : {0.0, 0.3, 1.0}) {
      const RumorRules rules{.nodes = n, .muting = s};
      for (const bool count_active : {false, true}) {
        const auto fast = sample(runs, [&](random::Words& w) {
          AsynchronousRumor rumor(rules);
          EXPECT_TRUE(rumor.run(w, endless));
          return count_active ? rumor.active() : static_cast<double>(rumor.messages());
        });
        const auto plain = sample(
            runs,
            [&](random::Words& w) {
              const auto outcome = run_rumor(rules, 0, w, endless);
              EXPECT_EQ(outcome.informed, n);
              return count_active ? outcome.active : static_cast<double>(outcome.messages);
            },
            1);
        expect_same(fast, plain);
        std::uint32_t trial = 0;
        const auto counts = sample(runs, [&](random::Words&) {
          random::Stream stream({22}, random::Purpose::activation, trial++);
          RumorCounts counted(n, s);
          EXPECT_TRUE(counted.run(stream, endless));
          EXPECT_EQ(counted.informed(), n);
          return static_cast<double>(count_active ? counted.active() : counted.messages());
        });
        expect_same(fast, counts);
      }
      const auto messages = sample(4000, [&](random::Words& w) {
        AsynchronousRumor rumor(rules);
        rumor.run(w, endless);
        return static_cast<double>(rumor.messages());
      });
      EXPECT_NEAR(messages.mean, accounting::rumor_messages(n).mean, 5 * messages.error);
      EXPECT_NEAR(messages.error * messages.error * 4000, accounting::rumor_messages(n).variance,
                  0.15 * accounting::rumor_messages(n).variance);
    }
  }
}

// 2^16 receivers or fewer are drawn in another way than more.
TEST(AsynchronousRumor, BothWaysOfDrawingInformEquallyMany) {
  for (const double s : {0.0, 0.01, 1.0}) {
    for (const std::uint32_t n : {1u << 16, (1u << 16) + 1}) {
      const auto active = sample(300, [&](random::Words& w) {
        AsynchronousRumor rumor({.nodes = n, .muting = s});
        rumor.run(w, n / 2);
        // Of n nodes n (1 - e^-1/2) are told; each is active if it stayed the last time it was told.
        EXPECT_NEAR(rumor.informed() / (1.0 + n * (1.0 - std::exp(-0.5))), 1.0, 0.02);
        return static_cast<double>(rumor.active());
      });
      EXPECT_NEAR(active.mean, 1.0 + s * n * (1.0 - std::exp(-0.5)), 5 * active.error + 1.0);
    }
  }
}

/// Counts a coin beside something else that takes one of sixteen values; expects it to be fair beside each.
struct CoinCount {
  double coins[16][2] = {};
  void add(std::uint64_t position, std::uint64_t range, std::uint64_t coin) {
    ++coins[position * 16 / range][coin == 0 ? 0 : 1];
  }
  void expect_fair(double p) const {
    double all = 0.0, statistic = 0.0, ones = 0.0;
    for (const auto& cell : coins) {
      const double here = cell[0] + cell[1];
      if (here == 0.0) continue;
      statistic += std::pow(cell[1] - p * here, 2) / (p * (1.0 - p) * here);
      all += here, ones += cell[1];
    }
    EXPECT_LT(statistic, 60.0) << p;  // chi-squared with 16 degrees of freedom exceeds this with probability 5e-7
    EXPECT_NEAR(ones / all, p, 5.0 * std::sqrt(p * (1.0 - p) / all));
  }
};

TEST(RumorDice, TheCoinIsFairAndDependsOnNoPosition) {
  constexpr int draws = 2'000'000;
  constexpr std::uint32_t receivers = 1u << 16, active = 48;
  for (const double s : {0.03, 0.1, 0.7}) {
    const auto stay = random::coin_threshold(s);
    CoinCount small_to, small_from, large_to, large_from, large_last;
    random::Words words({41}, random::Purpose::activation, 0);
    detail::LargeDice<detail::RumorMuting::sometimes> large(words, receivers, stay);
    for (int i = 0; i < draws; ++i) {
      const auto small = detail::small_dice<detail::RumorMuting::sometimes>(words, receivers, active, stay);
      small_to.add(small.to, receivers, small.mutes), small_from.add(small.from, active, small.mutes);
    }
    std::uint64_t last = 0;
    for (int i = 0; i < draws; ++i) {
      const auto k = static_cast<std::size_t>(i) % large.batch;
      if (k == 0) large.draw();
      const auto dice = large.dice(k, active);
      large_to.add(dice.to, receivers, dice.mutes), large_from.add(dice.from, active, dice.mutes),
          large_last.add(last, 16, dice.mutes);
      last = dice.mutes & 1;
    }
    for (const auto* count : {&small_to, &small_from, &large_to, &large_from, &large_last}) count->expect_fair(1.0 - s);
  }
}

struct Recorder {
  static constexpr bool sees_messages = true;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> messages;
  bool operator()(std::uint64_t index, std::uint32_t sender, std::uint32_t receiver) {
    EXPECT_EQ(index, messages.size());
    messages.emplace_back(sender, receiver);
    return true;
  }
};

TEST(AsynchronousRumor, WatchingChangesNothingAndChunksDoNotEither) {
  for (const double s : {0.0, 0.4, 1.0}) {
    AsynchronousRumor alone({.nodes = 100, .muting = s}), watched = alone, chunked = alone;
    random::Words a({1}, random::Purpose::activation, 5), b = a, c = a;
    alone.run(a, endless);
    Recorder recorder;
    watched.run(b, endless, recorder);
    while (!chunked.run(c, chunked.messages() + 7)) {
    }
    EXPECT_EQ(alone.messages(), watched.messages());
    EXPECT_EQ(alone.active(), watched.active());
    EXPECT_EQ(alone.messages(), chunked.messages());
    EXPECT_EQ(recorder.messages.size(), watched.messages());
  }
}

// The kernel beside sets that are looked up one by one, with the same dice: the same messages from the first to the
// last.
TEST(AsynchronousRumor, SendsWhatPlainListsSendWithTheSameDice) {
  for (const std::uint32_t n : {2u, 100u, 3000u}) {
    for (const double s : {0.1, 0.5}) {
      for (const bool self_sends : {true, false}) {
        AsynchronousRumor rumor({.nodes = n, .muting = s, .self_sends = self_sends});
        random::Words words({6}, random::Purpose::activation, n), same = words;
        Recorder recorder;
        rumor.run(words, endless, recorder);
        std::vector<std::uint32_t> senders{0};
        std::set<std::uint32_t> informed{0}, active{0};
        for (const auto& [sender, receiver] : recorder.messages) {
          const auto dice = detail::small_dice<detail::RumorMuting::sometimes>(
              same, n - (self_sends ? 0 : 1), senders.size(), random::coin_threshold(s));
          ASSERT_EQ(sender, senders[dice.from]);
          ASSERT_EQ(receiver, dice.to + (!self_sends && dice.to >= sender ? 1 : 0));
          std::swap(senders[dice.from], senders.back());
          if (dice.mutes != 0) {
            senders.pop_back();
            active.erase(sender);
          }
          if (active.insert(receiver).second) senders.push_back(receiver);
          informed.insert(receiver);
        }
        EXPECT_EQ(informed.size(), n);
        EXPECT_EQ(rumor.active(), active.size());
        EXPECT_EQ(words.next(), same.next());
      }
    }
  }
}

// Whoever sends was told before; with muting 0 the one told last sends next.
TEST(AsynchronousRumor, OnlyInformedNodesSendAndSilentGossipIsAWalk) {
  AsynchronousRumor rumor({.nodes = 40, .muting = 0.0});
  rumor.start(7);
  random::Words words({2}, random::Purpose::activation, 0);
  Recorder recorder;
  rumor.run(words, endless, recorder);
  std::uint32_t at = 7;
  for (const auto& [sender, receiver] : recorder.messages) {
    EXPECT_EQ(sender, at);
    at = receiver;
  }
}

TEST(AsynchronousRumor, NobodyTellsItselfIfSoAsked) {
  AsynchronousRumor rumor({.nodes = 5, .muting = 0.5, .self_sends = false});
  std::vector<int> told(5, 0);
  for (std::uint32_t t = 0; t < 2000; ++t) {
    random::Words words({3}, random::Purpose::activation, t);
    rumor.start(2);
    Recorder recorder;
    rumor.run(words, endless, recorder);
    for (const auto& [sender, receiver] : recorder.messages) EXPECT_NE(sender, receiver);
    ++told[recorder.messages.front().second];
  }
  EXPECT_EQ(told[2], 0);
  for (const int v : {0, 1, 3, 4})
    EXPECT_NEAR(told[static_cast<std::size_t>(v)], 500, 5 * std::sqrt(2000 * 0.25 * 0.75));
}

TEST(AsynchronousRumor, ADelayedStartLeavesTheSourceSilentUntilTold) {
  for (const bool self_sends : {true, false}) {
    AsynchronousRumor rumor({.nodes = 20, .muting = 1.0, .self_sends = self_sends, .delayed_start = true});
    for (std::uint32_t t = 0; t < 200; ++t) {
      random::Words words({4}, random::Purpose::activation, t);
      rumor.start(0);
      Recorder recorder;
      rumor.run(words, endless, recorder);
      EXPECT_EQ(recorder.messages.front().first, 0u);
      bool source_active = recorder.messages.front().second == 0;
      for (std::size_t k = 1; k < recorder.messages.size(); ++k) {
        if (!source_active) {
          EXPECT_NE(recorder.messages[k].first, 0u);
        }
        source_active = source_active || recorder.messages[k].second == 0;
      }
    }
  }
}

TEST(SynchronousRumor, AgreesWithPlainSetsAndEquationSeven) {
  // A power of two (16-bit receivers) and not; many messages at once.
  struct Size {
    std::uint32_t nodes;
    std::uint64_t rounds;
    int runs;
  };
  for (const auto& size : {Size{64, 6, 3000}, Size{300, 6, 3000}, Size{4096, 14, 150}}) {
    const std::uint32_t n = size.nodes;
    for (const double s : {0.0, 0.3, 1.0}) {
      const RumorRules rules{.nodes = n, .muting = s, .timing = RumorRules::Timing::synchronous};
      const auto after = [&](random::Words& w, std::uint64_t rounds, bool informed) {
        SynchronousRumor rumor(rules);
        for (std::uint64_t t = 0; t < rounds; ++t) rumor.round(w);
        return static_cast<double>(informed ? rumor.informed() : rumor.active());
      };
      for (const bool informed : {false, true}) {
        const auto fast = sample(size.runs, [&](random::Words& w) { return after(w, size.rounds, informed); });
        const auto plain = sample(
            size.runs,
            [&](random::Words& w) {
              double value = 1.0;
              (void)run_rumor(rules, 0, w, endless,
                              {.message = {}, .course = [&](std::uint64_t round, std::uint32_t a, std::uint32_t i) {
                                 if (round <= size.rounds) value = informed ? i : a;
                               }});
              return value;
            },
            1);
        expect_same(fast, plain);
      }
      const auto first = sample(20'000, [&](random::Words& w) { return after(w, 1, false); });
      EXPECT_NEAR(first.mean / n, accounting::rumor_active_next(n, 1, s), 5 * first.error / n + 1e-12);
    }
  }
}

namespace race {

constexpr std::uint32_t n = 30, curious = 5, suspects = 8;

struct First {
  static constexpr bool sees_messages = true;
  std::uint32_t who = n;
  bool operator()(std::uint64_t, std::uint32_t sender, std::uint32_t receiver) {
    if (sender >= suspects || receiver < n - curious) return true;
    who = sender;
    return false;
  }
};

}  // namespace race

TEST(RumorRace, CountsAndNodesNameTheSourceEquallyOften) {
  using namespace race;
  for (const double s : {0.0, 0.5, 1.0}) {
    for (const auto wanted : {RumorRace::source, RumorRace::another, RumorRace::nobody}) {
      const auto counts = sample(20'000, [&](random::Words& w) {
        return rumor_race({.nodes = n, .curious = curious, .suspects = suspects, .muting = s}, w) == wanted ? 1.0 : 0.0;
      });
      const auto nodes = sample(
          20'000,
          [&](random::Words& w) {
            AsynchronousRumor rumor({.nodes = n, .muting = s});
            First first;
            rumor.run(w, endless, first);
            const auto found = first.who == n   ? RumorRace::nobody
                               : first.who == 0 ? RumorRace::source
                                                : RumorRace::another;
            return found == wanted ? 1.0 : 0.0;
          },
          1);
      expect_same(counts, nodes);
    }
  }
}

TEST(RunRumor, LossCanKillSilentGossipAndCoinFlipsEndAnyRumor) {
  random::Words words({5}, random::Purpose::activation, 0);
  const auto lost = run_rumor({.nodes = 1000, .muting = 0.0, .loss = 0.5}, 0, words, endless);
  EXPECT_EQ(lost.active, 0u);
  EXPECT_LT(lost.informed, 1000u);
  EXPECT_FALSE(lost.stopped);
  const auto tired = run_rumor({.nodes = 1000, .muting = 1.0, .coin_flips = 2, .unending = true}, 0, words, endless);
  EXPECT_EQ(tired.active, 0u);
  EXPECT_LE(tired.messages, 2000u);
  EXPECT_EQ(tired.messages, 2ull * tired.informed);  // everyone who knows emits twice
}

// With s = 1 a synchronous pull or push-pull round informs an uninformed node with probability (active/n) or more.
TEST(RunRumor, PullAndPushPullInformAsTheyShould) {
  constexpr std::uint32_t n = 200;
  using Exchange = RumorRules::Exchange;
  for (const auto exchange : {Exchange::pull, Exchange::push_pull}) {
    const RumorRules rules{.nodes = n, .muting = 1.0, .timing = RumorRules::Timing::synchronous, .exchange = exchange};
    const auto after_one = sample(20'000, [&](random::Words& w) {
      double value = 0.0;
      (void)run_rumor(rules, 0, w, endless,
                      {.message = {}, .course = [&](std::uint64_t round, std::uint32_t, std::uint32_t informed) {
                         if (round == 1) value = informed;
                       }});
      return value;
    });
    // Pull: each of n-1 nodes calls the source with probability 1/n. Push-pull: or the source calls it.
    const double pulled = (n - 1.0) / n, pushed = (n - 1.0) / n * (1.0 - 1.0 / n);
    EXPECT_NEAR(after_one.mean, 1.0 + pulled + (exchange == Exchange::push_pull ? pushed : 0.0), 5 * after_one.error);
  }
}

TEST(RumorRules, BadNumbersAreRefused) {
  EXPECT_THROW(AsynchronousRumor({.nodes = 1}), Error);
  EXPECT_THROW(AsynchronousRumor({.nodes = 5, .muting = 1.5}), Error);
  EXPECT_THROW(AsynchronousRumor({.nodes = 5, .muting = 0.5, .delayed_start = true}), Error);
  EXPECT_THROW(AsynchronousRumor({.nodes = 5, .loss = 0.5}), Error);
  EXPECT_THROW(SynchronousRumor({.nodes = 5}), Error);
  random::Words words({1}, random::Purpose::activation, 0);
  EXPECT_THROW((void)run_rumor({.nodes = 5}, 5, words, 1), Error);
  EXPECT_THROW((void)rumor_race({.nodes = 5, .curious = 5}, words), Error);
}

}  // namespace
}  // namespace hearsay::protocol
