// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/repeated.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/accounting/linear/naive.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using exact::Rational;

/// A drawn protocol with its first round repeated, and noise and view that the short road takes.
Protocol drawn_repeated(testing::RandomProtocols& random) {
  while (true) {
    auto protocol = random.next();
    protocol.rounds.assign(1 + random.below(4), protocol.rounds.front());
    std::erase_if(protocol.noise, [](const NoiseKind& noise) {
      return noise.kind == NoiseKind::Kind::message || noise.kind == NoiseKind::Kind::temporal;
    });
    if (rounds_alike(protocol)) return protocol;
  }
}

/// A drawn protocol whose values are all seen, with noise that is drawn anew in each round.
Protocol drawn_shown(testing::RandomProtocols& random) {
  while (true) {
    auto protocol = random.next();
    protocol.view.sees = ProtocolView::Sees::all;
    NoiseKind own;
    for (graph::Node u = 0; u < protocol.nodes; ++u) own.nodes.push_back(u);
    own.sigma = Rational(1, 2);
    if (random.below(2) == 0) protocol.view.knows_own = false;
    protocol.noise.push_back(own);
    if (!shown_injections(protocol).empty()) return protocol;
  }
}

// S and A d against the matrices in fractions, entry by entry.
TEST(RepeatedView, IsTheViewInFractions) {
  testing::RandomProtocols random(11);
  std::size_t rows = 0, several = 0;
  for (int i = 0; i < 300; ++i) {
    const auto protocol = drawn_repeated(random);
    const auto system = linear_system<Rational>(protocol);
    const auto matrices = view_matrices(system);
    const RepeatedView view(protocol, {.jobs = 1});
    ASSERT_EQ(view.rows(), system.rows.size()) << "protocol " << i;
    ASSERT_EQ(view.noises(), system.noises.size()) << "protocol " << i;
    const auto gram = view.gram({.jobs = 1});
    std::vector<Change> changes;
    for (std::size_t j = 0; j < system.inputs(); ++j) changes.push_back({{j, Rational(1)}});
    const auto signals = view.signals(changes);
    for (std::size_t a = 0; a < view.rows(); ++a) {
      const auto row = static_cast<Eigen::Index>(a);
      EXPECT_EQ(view.row_names()[a].round, system.rows[a].round);
      EXPECT_EQ(view.row_names()[a].sender, system.rows[a].sender);
      for (std::size_t b = 0; b < view.rows(); ++b) {
        const double expected = exact::to_double(dot(matrices.noise[a], matrices.noise[b]));
        ASSERT_NEAR(gram(row, static_cast<Eigen::Index>(b)), expected, 1e-12 * (1.0 + std::abs(expected)))
            << "protocol " << i;
      }
      for (std::size_t j = 0; j < system.inputs(); ++j) {
        const double expected = exact::to_double(matrices.signal[a][j]);
        ASSERT_NEAR(signals(row, static_cast<Eigen::Index>(j)), expected, 1e-12 * (1.0 + std::abs(expected)))
            << "protocol " << i;
      }
    }
    rows += view.rows();
    several += view.rounds() > 1 && view.rows() > 1 ? 1 : 0;
  }
  EXPECT_GT(rows, 1000u);
  EXPECT_GT(several, 100u);
}

/// Whether an interval contains the exact loss, and is narrow.
void expect_enclosed(const LinearLoss& found, const LinearLoss& exact, int i) {
  ASSERT_TRUE(exact.is_private) << "protocol " << i;
  const double truth = exact::to_double(*exact.exact);
  EXPECT_LE(found.loss.lower, truth * (1.0 + 1e-14)) << "protocol " << i;
  EXPECT_GE(found.loss.upper, truth * (1.0 - 1e-14)) << "protocol " << i;
  EXPECT_NEAR(found.loss.lower, found.loss.upper, 1e-7 * (1.0 + truth)) << "protocol " << i;
  EXPECT_EQ(found.certified, Certified::interval) << "protocol " << i;
}

LinearQuestion about_all(const Protocol& protocol) {
  LinearQuestion question{.subjects = {}, .road = LinearRoad::exact, .execution = {.jobs = 1}};
  for (graph::Node u = 0; u < protocol.nodes; ++u) {
    if (std::ranges::count(protocol.view.observers, u) == 0) question.subjects.push_back(node_subject(u));
  }
  if (question.subjects.size() > 1) {
    const Subject pair{.members = {question.subjects[0].members[0], question.subjects[1].members[0]}};
    question.subjects.push_back(pair);
  }
  return question;
}

TEST(RepeatedView, LossesEncloseTheFractions) {
  testing::RandomProtocols random(12);
  int compared = 0;
  for (int i = 0; i < 600; ++i) {
    const auto protocol = drawn_repeated(random);
    auto question = about_all(protocol);
    const auto exact = linear_account(protocol, question);
    question.road = LinearRoad::repeated;
    if (exact.rank != exact.rows || !weights_add(protocol)) {  // no loss may be given
      EXPECT_THROW((void)linear_account(protocol, question), Error) << "protocol " << i;
      continue;
    }
    LinearAccount found;
    try {
      found = linear_account(protocol, question);
    } catch (const Error&) {
      continue;  // too nearly dependent
    }
    EXPECT_EQ(found.rank, exact.rank);
    for (std::size_t k = 0; k < question.subjects.size(); ++k, ++compared)
      expect_enclosed(found.losses[k].loss, exact.losses[k].loss, i);
  }
  EXPECT_GT(compared, 100);
}

TEST(ShownInjections, LossesEncloseTheFractions) {
  testing::RandomProtocols random(13);
  int compared = 0, two = 0;
  for (int i = 0; i < 150; ++i) {
    const auto protocol = drawn_shown(random);
    auto question = about_all(protocol);
    if (question.subjects.empty()) continue;
    const auto exact = linear_account(protocol, question);
    question.road = LinearRoad::shown;
    LinearAccount found;
    try {
      found = linear_account(protocol, question);
    } catch (const Error&) {
      continue;  // an observer's row without noise
    }
    EXPECT_EQ(found.rank, exact.rank) << "protocol " << i;
    EXPECT_EQ(found.rows, exact.rows) << "protocol " << i;
    EXPECT_EQ(found.noises, exact.noises) << "protocol " << i;
    two += shown_injections(protocol).size() == 2 ? 1 : 0;
    for (std::size_t k = 0; k < question.subjects.size(); ++k, ++compared)
      expect_enclosed(found.losses[k].loss, exact.losses[k].loss, i);
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(two, 10);
}

Protocol torus(graph::Node side, std::size_t rounds, ProtocolView::Sees sees) {
  Protocol protocol{.name = "", .nodes = side * side, .labels = {}, .rounds = {}, .noise = {}, .view = {}};
  Mix mix;
  for (graph::Node i = 0; i < side; ++i) {
    for (graph::Node j = 0; j < side; ++j) {
      const auto add = [&](graph::Node u, graph::Node v) { mix.edges.emplace_back(std::min(u, v), std::max(u, v)); };
      add(i * side + j, i * side + (j + 1) % side);
      add(i * side + j, (i + 1) % side * side + j);
    }
  }
  protocol.noise.resize(2);
  for (graph::Node u = 0; u < protocol.nodes; ++u) protocol.noise[0].nodes.push_back(u);
  protocol.noise[1].kind = NoiseKind::Kind::pair;
  protocol.noise[1].sigma = 2;
  protocol.noise[1].pairs = mix.edges;
  protocol.rounds.assign(rounds, {.mix = std::make_shared<const Mix>(mix), .gamma = {}, .feedback = {}});
  protocol.view.sees = sees;
  if (sees == ProtocolView::Sees::messages) protocol.view.observers = {0};
  return protocol;
}

// Two neighbors' messages tell apart noise of a pair only by rounding.
TEST(RepeatedView, CancelledNoiseWidensTheInterval) {
  const auto few = [](const Rational& own, const Rational& pair) {
    Protocol protocol{.name = "", .nodes = 5, .labels = {}, .rounds = {}, .noise = {}, .view = {}};
    const Mix mix{.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}}};
    protocol.rounds.assign(4, {.mix = std::make_shared<const Mix>(mix), .steps = 8, .gamma = {}, .feedback = {}});
    protocol.noise.resize(2);
    protocol.noise[0].nodes = {0, 1, 2, 3, 4};
    protocol.noise[0].sigma = own;
    protocol.noise[1].kind = NoiseKind::Kind::pair;
    protocol.noise[1].sigma = pair;
    protocol.noise[1].pairs = mix.edges;
    protocol.view.observers = {0};
    protocol.view.sees = ProtocolView::Sees::sum;
    return protocol;
  };
  const auto rounding = [](const Protocol& protocol) {
    const RepeatedView view(protocol, {});
    return view.rounding(view.gram({}), {});
  };
  EXPECT_GT(rounding(few(1, 1000)), 10.0 * rounding(few(1, 1)));
  EXPECT_GT(rounding(few(Rational(1, 1000), 1)), 1000.0 * rounding(few(1, Rational(1, 1000))));
}

TEST(RepeatedView, NegativeWeightsAreNotTaken) {
  auto protocol = torus(3, 2, ProtocolView::Sees::messages);
  EXPECT_TRUE(weights_add(protocol));
  auto given = *protocol.rounds.front().mix;
  given.rule = Mix::Rule::given;
  for (const auto& [weight, adds] :
       {std::pair{Rational(1, 4), true}, {Rational(1, 3), false}, {Rational(-1, 9), false}}) {
    given.weights.assign(given.edges.size(), weight);  // four neighbors each
    for (auto& round : protocol.rounds) round.mix = std::make_shared<const Mix>(given);
    EXPECT_EQ(weights_add(protocol), adds) << weight.str();
  }
  protocol = torus(3, 2, ProtocolView::Sees::messages);
  for (auto& round : protocol.rounds) round.gamma = Rational(5, 4);
  EXPECT_TRUE(rounds_alike(protocol));
  EXPECT_FALSE(weights_add(protocol));
}

// Beyond the distance that a message travels in the run, the size of the torus changes nothing.
TEST(RepeatedView, KeepsOnlyNodesThatReachARow) {
  const auto small = torus(13, 5, ProtocolView::Sees::messages), large = torus(40, 5, ProtocolView::Sees::messages);
  const RepeatedView near(small, {}), far(large, {});
  EXPECT_EQ(far.kept(), near.kept());
  EXPECT_EQ(far.kept(), 85u);  // at most six steps from node 0
  LinearQuestion question{.subjects = {node_subject(1), node_subject(2)}, .participation = {}};
  question.road = LinearRoad::repeated;
  const auto a = linear_account(small, question), b = linear_account(large, question);
  question.road = LinearRoad::dense;
  const auto c = linear_account(small, question);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(a.losses[i].loss.vectors.upper, b.losses[i].loss.vectors.upper, 1e-9);
    EXPECT_NEAR(a.losses[i].loss.vectors.upper, c.losses[i].loss.vectors.upper, 1e-9);
  }
  question.subjects = {node_subject(20 * 40 + 20)};
  question.road = LinearRoad::repeated;
  EXPECT_EQ(linear_account(large, question).losses[0].loss.vectors.upper, 0.0);
}

// The chosen road of a large view is a short one: the long ones would take minutes here.
TEST(RepeatedView, LargeViewsTakeTheShortRoads) {
  const auto seen = torus(100, 20, ProtocolView::Sees::messages), all = torus(100, 20, ProtocolView::Sees::all);
  LinearQuestion question{.subjects = {node_subject(1)}, .participation = {}};
  const auto one = linear_account(seen, question), other = linear_account(all, question);
  EXPECT_EQ(one.rows, 80u);
  EXPECT_TRUE(one.noise_names.empty());
  EXPECT_NEAR(one.losses[0].loss.vectors.upper, 2.24824, 1e-5);
  EXPECT_EQ(other.rows, 200'000u);
  EXPECT_NEAR(other.losses[0].loss.vectors.upper, 1.88428, 1e-5);
  EXPECT_LE(other.losses[0].loss.vectors.upper - other.losses[0].loss.vectors.lower, 1e-9);
}

TEST(RepeatedView, TakesOnlyWhatItDescribes) {
  auto protocol = torus(3, 2, ProtocolView::Sees::messages);
  EXPECT_TRUE(rounds_alike(protocol));
  EXPECT_TRUE(shown_injections(protocol).empty());
  LinearQuestion question{.subjects = {node_subject(1)}, .participation = {}};
  question.road = LinearRoad::shown;
  EXPECT_EQ(tests::message_of([&] { (void)linear_account(protocol, question); }),
            "HS-203 linear view: the road that is asked for does not go through this view");
  protocol.rounds[1].steps = 2;
  EXPECT_FALSE(rounds_alike(protocol));
  protocol.rounds[1].steps = 1;
  protocol.rounds[1].inject = false;
  EXPECT_FALSE(rounds_alike(protocol));
  protocol.rounds[1].inject = true;
  protocol.noise[0].kind = NoiseKind::Kind::message;
  EXPECT_FALSE(rounds_alike(protocol));
}

}  // namespace
}  // namespace hearsay::accounting
