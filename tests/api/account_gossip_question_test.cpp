// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_gossip_question.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/graph/spec.hpp>
#include "tests/error_message.hpp"

namespace hearsay::api {
namespace {

using testing::HasSubstr;
using tests::message_of;

/// A change of what can be answered, the number of the refusal and the field that it names.
struct RefusedTerms {
  std::function<void(GossipTerms&)> change;
  std::string number, field;
};

GossipTerms answerable_terms() {
  GossipTerms terms;
  terms.steps = "3";
  return terms;
}

void expect_refused(const std::vector<RefusedTerms>& cases, const GossipExtras& extras = {}) {
  EXPECT_EQ(message_of([&] { require_answerable(answerable_terms()); }), "no error");
  for (const auto& [change, number, field] : cases) {
    auto terms = answerable_terms();
    change(terms);
    const auto message = message_of([&] { require_answerable(terms, extras); });
    EXPECT_THAT(message, testing::StartsWith(number + " ")) << field;
    EXPECT_THAT(message, HasSubstr(field));
  }
}

TEST(GossipQuestion, RefusesNumbersOutsideTheirDomain) {
  expect_refused({{[](auto& terms) { terms.alpha = 1.0; }, "HS-101", "alpha = 1"},
                  {[](auto& terms) { terms.sigma.number = 0.0; }, "HS-101", "`sigma` = 0"},
                  {[](auto& terms) { terms.sensitivity.number = -1.0; }, "HS-101", "`sensitivity` = -1"},
                  {[](auto& terms) { terms.delta = 1.0; }, "HS-101", "`delta` = 1"},
                  {[](auto& terms) { terms.noise.tau = -0.5; }, "HS-101", "`message_noise`"},
                  {[](auto& terms) { terms.noise.magnitude = 0.0; }, "HS-101", "`magnitude`"},
                  {[](auto& terms) { terms.claim.renyi = -1.0; }, "HS-101", "`claimed_renyi` = -1"}});
}

TEST(GossipQuestion, RefusesStepsThatAreNoCount) {
  for (const std::string steps : {"", "-1", "2.5", "many", "Forever"})
    expect_refused({{[&](auto& terms) { terms.steps = steps; }, "HS-103", "`steps`"}});
  for (const std::string steps : {"0", "1", "auto", "forever"}) {
    auto terms = answerable_terms();
    terms.steps = steps;
    EXPECT_EQ(message_of([&] { require_answerable(terms); }), "no error") << steps;
  }
}

TEST(GossipQuestion, RefusesClaimsThatNobodyCouldJudge) {
  expect_refused({{[](auto& terms) { terms.claim.epsilon = 1.0; }, "HS-203", "`claimed_epsilon` E promises"},
                  {[](auto& terms) {
                     terms.delta = 1e-5;
                     terms.claim.epsilon = terms.claim.renyi = 1.0;
                   },
                   "HS-203", "`claimed_renyi`: excludes `claimed_epsilon`"}});
}

TEST(GossipQuestion, RefusesNoiseOnMessagesOfRoundsThatDifferOrNeverEnd) {
  const auto noisy = [](const std::string& how, const std::string& steps) {
    return [=](GossipTerms& terms) { terms.schedule.how = how, terms.steps = steps, terms.noise.tau = 0.1; };
  };
  const auto rounded = [](const std::string& how, const std::string& steps) {
    return
        [=](GossipTerms& terms) { terms.schedule.how = how, terms.steps = steps, terms.noise.precision = "float32"; };
  };
  expect_refused({{noisy("randomized", "3"), "HS-203", "`message_noise`: needs one W"},
                  {rounded("randomized", "3"), "HS-203", "`precision`: needs one W"},
                  {noisy("synchronous", "forever"), "HS-203", "`message_noise`: needs a number of steps"},
                  {rounded("synchronous", "forever"), "HS-203", "`precision`: needs a number of steps"}});
}

TEST(GossipQuestion, OtherSchedulesHaveOneNoiseAndAnEnd) {
  for (const std::string how : {"accelerated", "randomized"}) {
    expect_refused(
        {{[&](auto& terms) { terms.schedule.how = how, terms.steps = "forever"; }, "HS-203", "`steps`: forever"},
         {[&](auto& terms) {
            terms.schedule.how = how, terms.sigma.values = {1.0, 2.0};
          },
          "HS-203", "`schedule`"},
         {[&](auto& terms) { terms.schedule.how = how, terms.sensitivity.file = "s.csv"; }, "HS-203", "`schedule`"}});
  }
}

TEST(GossipQuestion, ProofsAndPagesAreOfSomeGossipOnly) {
  const auto with = [](const std::string& how) { return [=](GossipTerms& terms) { terms.schedule.how = how; }; };
  const GossipExtras certificate{.certificate = true}, page{.page = true};
  expect_refused({{with("accelerated"), "HS-203", "`certificate`"},
                  {with("randomized"), "HS-203", "`certificate`"},
                  {[](auto& terms) { terms.noise.tau = 0.1; }, "HS-203", "`certificate`"}},
                 certificate);
  expect_refused({{with("accelerated"), "HS-203", "`report`"}}, page);
  auto randomized = answerable_terms();
  randomized.schedule.how = "randomized";
  EXPECT_EQ(message_of([&] { require_answerable(randomized, page); }), "no error");
  EXPECT_EQ(message_of([&] { require_answerable(answerable_terms(), certificate); }), "no error");
}

TEST(GossipQuestion, NodesThatDifferHaveNoPublishedTimeProofOrPage) {
  const auto refusal = [](const GossipTerms& terms, const GossipExtras& extras) {
    return message_of([&] { require_answerable_by_node(terms, extras); });
  };
  auto automatic = answerable_terms(), rounded = answerable_terms();
  automatic.steps = "auto", rounded.noise.precision = "float32";
  EXPECT_EQ(refusal(answerable_terms(), {}), "no error");
  EXPECT_THAT(refusal(automatic, {}), HasSubstr("`steps`: auto"));
  EXPECT_THAT(refusal(rounded, {}), HasSubstr("`precision`"));
  EXPECT_THAT(refusal(answerable_terms(), {.certificate = true}), HasSubstr("`certificate`"));
  EXPECT_THAT(refusal(answerable_terms(), {.page = true}), HasSubstr("`report`"));
}

TEST(GossipQuestion, TargetsAreThoseWhoDoNotObserve) {
  const auto path = graph::from_spec("path:3", {}).graph;
  GossipQuestion asked{.network = network_of(path, graph::gossip_matrix(path, graph::Weights::metropolis), {}),
                       .observers = {1},
                       .target = {},
                       .terms = answerable_terms(),
                       .scales = {}};
  EXPECT_EQ(targets_of(asked), (std::vector<graph::Node>{0, 2}));
  asked.target = 2;
  EXPECT_EQ(targets_of(asked), (std::vector<graph::Node>{2}));
  asked.target = 1;
  EXPECT_THAT(message_of([&] { (void)targets_of(asked); }), HasSubstr("`target`: node '1' is an observer"));
  asked.target.reset(), asked.observers = {0, 1, 2};
  EXPECT_THAT(message_of([&] { require_target(asked); }), HasSubstr("`observer`: every node is an observer"));
}

}  // namespace
}  // namespace hearsay::api
