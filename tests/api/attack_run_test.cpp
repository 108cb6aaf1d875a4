// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/error_message.hpp"

namespace hearsay::api {
namespace {

using empirical::AnytimeState;
using nlohmann::ordered_json;
using tests::message_of;

const AnytimeRun coin_run = {
    .identity = run_identity("attack coin", {{"bias", 0.25}}, {7}), .runs = 4096, .events = 2, .unit = 1024};

AnytimeState coin_state() {
  AnytimeState state{.runs = 2048, .hits = {2048, 3}};
  state.pairs = {
      .pairs = 2048, .mean_difference = 0.1, .squares_of_differences = 2.5, .mean_sum = -0.3, .squares_of_sums = 1e-9};
  return state;
}

std::string refusal_of_state(const ordered_json& state, const AnytimeRun& run = coin_run) {
  const auto read = ordered_json::parse(state.dump());  // as it comes from a file
  return message_of([&] { (void)anytime_state({.state = read, .name = "kept.json"}, run); });
}

TEST(AttackRun, BeginsWithNothingCounted) {
  const auto state = anytime_state({}, coin_run);
  EXPECT_EQ(state.runs, 0u);
  EXPECT_EQ(state.hits, (std::vector<std::uint64_t>{0, 0}));
}

TEST(AttackRun, GoesOnWhereItsStateStood) {
  const auto kept = ordered_json::parse(to_json(coin_run.identity, coin_state()).dump());
  const auto state = anytime_state({.state = kept}, coin_run), wanted = coin_state();
  EXPECT_EQ(state.runs, wanted.runs);
  EXPECT_EQ(state.hits, wanted.hits);
  EXPECT_EQ(state.pairs.pairs, wanted.pairs.pairs);
  EXPECT_EQ(state.pairs.mean_difference, wanted.pairs.mean_difference);
  EXPECT_EQ(state.pairs.squares_of_differences, wanted.pairs.squares_of_differences);
  EXPECT_EQ(state.pairs.mean_sum, wanted.pairs.mean_sum);
  EXPECT_EQ(state.pairs.squares_of_sums, wanted.pairs.squares_of_sums);
}

TEST(AttackRun, SharesCommandParametersAndSeedWithTheRunItGoesOnFrom) {
  for (const auto& other :
       {run_identity("attack dice", {{"bias", 0.25}}, {7}), run_identity("attack coin", {{"bias", 0.5}}, {7}),
        run_identity("attack coin", {{"bias", 0.25}, {"more", 1}}, {7}),
        run_identity("attack coin", {{"bias", 0.25}}, {8})}) {
    EXPECT_EQ(refusal_of_state(to_json(other, coin_state())),
              "HS-203 kept.json: belongs to a run with a different command, parameters or seed");
  }
}

TEST(AttackRun, MayAskForAnotherNumberOfRuns) {
  auto longer = coin_run;
  longer.runs = 1u << 20;
  EXPECT_EQ(refusal_of_state(to_json(coin_run.identity, coin_state()), longer), "no error");
}

TEST(AttackRun, RefusesAStateThatContradictsItself) {
  const auto sound = to_json(coin_run.identity, coin_state());
  EXPECT_EQ(refusal_of_state(sound), "no error");
  const std::vector<std::pair<std::string, ordered_json>> changes = {
      {"/runs", -2048},                              // no count
      {"/runs", "2048"},                             // no number
      {"/runs", 3072},                               // another number than the pairs
      {"/hits", ordered_json::array({2048})},        // another number of events
      {"/hits", ordered_json::array({2048, 2049})},  // more than the runs
      {"/hits", 3},
      {"/pairs/count", 1024},
      {"/pairs/squares_of_sums", -1.0},
      {"/pairs/squares_of_differences", -1.0},
      {"/pairs/mean_sum", nullptr},
      {"/pairs", nullptr}};
  for (const auto& [place, value] : changes) {
    auto state = sound;
    state[ordered_json::json_pointer(place)] = value;
    EXPECT_EQ(refusal_of_state(state), "HS-103 kept.json: is not a state written by `resume`") << place << value;
  }
  auto unpaired = sound;  // whose runs nothing else counts
  unpaired["hits"] = {5, 3}, unpaired["pairs"]["count"] = 0;
  EXPECT_EQ(refusal_of_state(unpaired), "no error");
  unpaired["runs"] = 2047;
  EXPECT_EQ(refusal_of_state(unpaired), "HS-103 kept.json: is not a state written by `resume`") << "part of a unit";
  EXPECT_EQ(refusal_of_state(ordered_json::object()), "HS-103 kept.json: is not a state written by `resume`");
}

TEST(AttackRun, KeepsTheStateInWhichItEnds) {
  struct Found {
    AnytimeState state;
  };
  ordered_json kept;
  const Continuation continuation{.keep = [&](const ordered_json& state) { kept = state; }};
  const auto attack = [](AnytimeState state, const empirical::AnytimeWatch& watch) {
    state.runs = 1024, state.hits = {5, 6};
    watch(state);
    return Found{state};
  };
  std::uint64_t told = 0, of = 0;
  const Execution execution{
      .progress = [&](std::uint64_t done, std::uint64_t total, std::string_view) { told = done, of = total; }};
  EXPECT_EQ(attack_anytime(continuation, coin_run, execution, attack).state.runs, 1024u);
  EXPECT_EQ(kept.at("attack"), coin_run.identity);
  EXPECT_EQ(kept.at("runs"), 1024);
  EXPECT_EQ(anytime_state({.state = kept}, coin_run).hits, (std::vector<std::uint64_t>{5, 6}));
  EXPECT_EQ(told, 1024u);
  EXPECT_EQ(of, 4096u);
  EXPECT_FALSE(anytime_watch({}, coin_run, {})) << "nobody listens";
}

}  // namespace
}  // namespace hearsay::api
