// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/first_sender_exact.hpp>
#include <hearsay/stats/clopper_pearson.hpp>
#include "controls/rumor_controls.hpp"
#include "props/rumor/first_seen.hpp"
#include "props/rumor/first_sender.hpp"
#include "tests/controls/quick.hpp"

namespace hearsay::controls {
namespace {

constexpr std::uint32_t nodes = 40, curious = 8;
constexpr std::uint64_t runs = 20'000;

template <class Protocol>
Bracket first_seen_is_the_source(Protocol protocol) {
  std::uint64_t hits = 0;
  for (std::uint64_t t = 0; t < runs; ++t) {
    random::Words words({7}, random::Purpose::activation, static_cast<std::uint32_t>(t));
    hits += protocol(words).first_suspect == 0 ? 1 : 0;
  }
  return stats::clopper_pearson(hits, runs, 1e-6);
}

// The same machinery with both switches off is the right protocol: the lumped chain agrees.
TEST(RumorControls, TheSwitchesOffIsTheRightProtocol) {
  const auto found = first_seen_is_the_source([](random::Words& w) { return loud_source(nodes, curious, 0.5, 0, w); });
  EXPECT_TRUE(found.contains(accounting::rumor_map_success({nodes, curious}, 0.5, nodes - curious).estimate()));
}

TEST(RumorControls, ALoudSourceIsFoundMoreOftenThanTheorem7Allows) {
  const auto found = first_seen_is_the_source([](random::Words& w) { return loud_source(nodes, curious, 0.5, 4, w); });
  const double cap =
      accounting::rumor_attack_cap(accounting::rumor_delta_bound({nodes, curious}, 0.5), nodes - curious);
  EXPECT_GT(found.lower(), cap);
}

TEST(RumorControls, MutingBeforeSendingDiesOutAndMissesTheChain) {
  std::uint64_t died = 0;
  for (std::uint32_t t = 0; t < 200; ++t) {
    random::Words words({8}, random::Purpose::activation, t);
    died += mutes_first(nodes, curious, 0.5, words).informed < nodes ? 1 : 0;
  }
  EXPECT_GT(died, 0u);  // Algorithm 1 always keeps somebody active
  const auto found = first_seen_is_the_source([](random::Words& w) { return mutes_first(nodes, curious, 0.5, w); });
  EXPECT_FALSE(found.contains(accounting::rumor_map_success({nodes, curious}, 0.5, nodes - curious).estimate()));
}

TEST(RumorControls, CuriousNodesAsAFractionOfTheOthersIsNotTheExactDelta) {
  for (int n = 3; n <= 5; ++n) {
    const accounting::RumorLaw<double> law(accounting::rumor_world(n, 1), 0.0);
    const Bracket exact = rumor_delta(law, 0.0);
    EXPECT_TRUE(exact.contains(accounting::rumor_delta_limit(accounting::rumor_crowd(n, 1), 0.0)));
    EXPECT_FALSE(exact.contains(fraction_of_others(accounting::rumor_crowd(n, 1), 0.0)));
  }
}

TEST(RumorControls, ThePublishedBoundIsNotTheValueOfTheFirstSeen) {
  const props::FirstSeen published = [](const auto& crowd, double s) {
    return Bracket::exact(published_as_value(crowd, s));
  };
  EXPECT_EQ(props::first_seen_is_delta(quick("rumor.first_seen"), published).verdict, Verdict::refuted);
  EXPECT_EQ(props::first_seen_is_bounded(quick("rumor.first_seen.bound"), one_curious_too_many).verdict,
            Verdict::refuted);
  EXPECT_EQ(props::first_seen_is_delta(quick("rumor.first_seen"), props::exact_first_seen).verdict, Verdict::holds);
  EXPECT_EQ(props::first_seen_is_bounded(quick("rumor.first_seen.bound"), props::exact_first_seen).verdict,
            Verdict::holds);
}

TEST(RumorControls, ARumorThatStartsAtANeighborIsNotTheSourcesLaw) {
  for (const auto& [laws, verdict] : {std::pair<props::SenderLaws, Verdict>{starts_at_neighbor, Verdict::refuted},
                                      {accounting::exact_sender_laws, Verdict::holds}}) {
    EXPECT_EQ(props::sender_laws_are_exact(quick("rumor.graph.exact"), laws).verdict, verdict);
    EXPECT_EQ(props::sender_laws_meet_theorem5(quick("rumor.graph.complete"), laws).verdict, verdict);
    EXPECT_EQ(props::first_sender_is_best_guess(quick("rumor.graph.map"), laws).verdict, verdict);
  }
}

}  // namespace
}  // namespace hearsay::controls
