#include <gtest/gtest.h>

#include <cmath>

#include "props/oracle/rumor_oracle.hpp"
#include <hearsay/accounting/rumor_bounds.hpp>
#include <hearsay/accounting/rumor_exact.hpp>

namespace hearsay::accounting {
namespace {

using props::oracle::RumorModel;

// Every transcript of up to two observations, library against oracle, as equal fractions.
TEST(RumorExact, TranscriptProbabilitiesAreThoseOfTheOracle) {
  for (const bool terminated : {false, true}) {
    for (const Rational& s : {Rational(0), Rational(1, 3), Rational(1)}) {
      for (const auto& [n, f] : {std::pair{3, 1}, {4, 2}}) {
        if (n == 4 && s != Rational(1, 3)) continue;
        const RumorModel model{n, f, s, terminated};
        const RumorLaw<Rational> law(rumor_world(n, f, terminated ? RumorEnd::terminated : RumorEnd::unending), s);
        const auto labels = law.labels();
        for (std::size_t a = 0; a < labels.size(); ++a) {
          for (std::size_t b = 0; b < labels.size(); ++b) {
            RumorModel::Transcript transcript;
            for (const auto k : {a, b}) {
              if (labels[k].kind == RumorLabel::Kind::end) {
                transcript.ended = true;
              } else if (!transcript.ended) {
                transcript.messages.push_back({labels[k].sender, labels[k].receiver});
              }
            }
            if (labels[a].kind == RumorLabel::Kind::end) continue;
            const std::size_t both[] = {a, b};
            for (int i = 0; i < n - f; ++i) ASSERT_EQ(law.probability(i, both), model.probability(i, transcript)) << a << ' ' << b;
          }
        }
      }
    }
  }
}

// By hand (three nodes, one curious, s = 0): from the source, a first message to the curious node has probability 1/2 among
// the messages that leave the source, and the walk comes back otherwise: 2/3 in all; from the other node 1/3.
TEST(RumorExact, TheFirstSenderOfThreeNodesByHand) {
  const RumorLaw<Rational> law(rumor_world(3, 1), Rational(0));
  for (std::size_t o = 0; o < law.labels().size(); ++o) {
    const std::size_t transcript[] = {o};
    const int sender = law.labels()[o].sender;
    EXPECT_EQ(law.probability(0, transcript), sender == 0 ? Rational(2, 3) : sender == 1 ? Rational(1, 3) : Rational(0));
  }
}

TEST(RumorExact, SilentGossipMeetsTheLimits) {
  for (int n = 3; n <= 6; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      const RumorLaw<double> law(rumor_world(n, f), 0.0);
      const auto crowd = rumor_crowd(n, f);
      for (const double epsilon : {0.0, 0.4, 1.0}) EXPECT_NEAR(rumor_delta(law, epsilon).estimate(), rumor_delta_limit(crowd, epsilon), 1e-10);
      EXPECT_NEAR(rumor_uncertainty(law).estimate(), rumor_uncertainty_limit(crowd), 1e-10);
    }
  }
}

// Reference: shared specification (2-rumor.md), which gives 0.2749 and 0.2855 as lower bounds.
TEST(RumorExact, TheProtocolAsPrintedExceedsTheBoundsAtFourNodes) {
  const RumorLaw<double> silent(rumor_world(4, 1, RumorEnd::terminated), 0.0), slow(rumor_world(4, 1, RumorEnd::terminated), 0.1);
  const RumorEffort effort{.width = 1e-5};
  const Bracket at_zero = rumor_delta(silent, 0.0, effort);
  EXPECT_GT(at_zero.lower(), 0.2749);
  EXPECT_NEAR(at_zero.estimate(), 0.275, 1e-5);
  EXPECT_GT(rumor_delta(slow, 0.0, effort).lower(), 0.2855);
}

TEST(RumorExact, SymmetryOnlySavesWork) {
  for (const auto end : {RumorEnd::unending, RumorEnd::terminated}) {
    auto world = rumor_world(4, 2, end);
    const Bracket with = rumor_delta(RumorLaw<double>(world, 0.3), 0, 1, 0.2);
    const Bracket with_c = rumor_uncertainty(RumorLaw<double>(world, 0.3), 0);
    world.exchangeable = false;
    const Bracket without = rumor_delta(RumorLaw<double>(world, 0.3), 0, 1, 0.2);
    const Bracket without_c = rumor_uncertainty(RumorLaw<double>(world, 0.3), 0);
    EXPECT_NEAR(with.estimate(), without.estimate(), 1e-7);
    EXPECT_LE(with_c.lower(), without_c.upper());
    EXPECT_LE(without_c.lower(), with_c.upper());
  }
}

TEST(RumorExact, MoreEffortNarrowsTheBracketAroundTheSameNumber) {
  const RumorLaw<double> law(rumor_world(5, 2), 0.5);
  const Bracket rough = rumor_delta(law, 0.0, {.width = 1e-9, .expansions = 200}), fine = rumor_delta(law, 0.0, {.width = 1e-9, .expansions = 4'000});
  EXPECT_LT(fine.width(), rough.width() / 3);
  EXPECT_LE(rough.lower(), fine.lower());
  EXPECT_GE(rough.upper(), fine.upper());
}

TEST(RumorExact, WithoutSelfSendsADelayedStartBeatsTheLimit) {
  auto world = rumor_world(3, 1, RumorEnd::unending, false);
  world.delayed = true;
  EXPECT_NEAR(rumor_delta(RumorLaw<double>(world, 1.0), 0.0).estimate(), 0.25, 1e-10);
  EXPECT_GT(rumor_delta_limit(rumor_crowd(3, 1), 0.0), 0.33);
}

TEST(RumorExact, AGraphThatIsCompleteIsTheCompleteWorldWithoutSelfSends) {
  const std::vector<graph::Edge> edges{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  const std::vector<graph::Node> curious{3};
  const auto by_graph = rumor_world(graph::Graph(4, edges), curious);
  const auto direct = rumor_world(4, 1, RumorEnd::unending, false);
  EXPECT_NEAR(rumor_delta(RumorLaw<double>(by_graph, 0.4), 0.1).estimate(), rumor_delta(RumorLaw<double>(direct, 0.4), 0.1).estimate(), 1e-7);
}

// The eavesdropper who sees everything knows the source from the first message.
TEST(RumorExact, AnEavesdropperWhoSeesAllKnowsTheSource) {
  auto world = rumor_world(3, 0);
  world.sight = RumorSight::eavesdropper;
  EXPECT_NEAR(rumor_delta(RumorLaw<double>(world, 0.5, 1.0), 0.0).lower(), 1.0, 1e-10);
  const double half = rumor_delta(RumorLaw<double>(world, 0.0, 0.5), 0.0).lower();
  EXPECT_GT(half, 0.5 - 1e-9);  // a first message seen with probability 1/2
  EXPECT_LT(half, 1.0);
}

TEST(RumorExact, RefusesWhatItCannotAnswer) {
  EXPECT_THROW((void)rumor_world(7, 1), Error);
  EXPECT_THROW((void)rumor_world(3, 3), Error);
  EXPECT_THROW(RumorLaw<double>(rumor_world(3, 0), 0.5), Error);
  EXPECT_THROW(RumorLaw<double>(rumor_world(3, 1), 1.5), Error);
  auto delayed = rumor_world(3, 1);
  delayed.delayed = true;
  EXPECT_THROW(RumorLaw<double>(delayed, 0.5), Error);
}

TEST(RumorBounds, TheClosedFormIsTheSeriesAndBelowItsLooserForms) {
  const auto crowd = rumor_crowd(20, 3);
  for (const double s : {0.1, 0.5, 0.95}) {
    double series = 1.0;
    for (int k = 0; k < 2000; ++k) series -= (1 - s) * std::pow(s, k) * std::pow(1 - crowd.fraction(), k + 1);
    EXPECT_NEAR(rumor_delta_bound(crowd, s), series, 1e-12);
    for (int r = 1; r < 10; ++r) EXPECT_LE(rumor_delta_bound(crowd, s), rumor_delta_bound_rounds(crowd, s, r) + 1e-12);
  }
  EXPECT_NEAR(rumor_delta_bound_rounds(crowd, 0.3, 1), 0.3 + 0.7 * crowd.fraction(), 1e-15);
  EXPECT_EQ(rumor_delta_bound(crowd, 1.0), 1.0);
}

}  // namespace
}  // namespace hearsay::accounting
