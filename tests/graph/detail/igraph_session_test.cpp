// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <igraph.h>

#include <thread>
#include <vector>

#include <hearsay/graph/detail/igraph_session.hpp>

#include "tests/error_message.hpp"

namespace hearsay::graph {
namespace {

using tests::message_of;

/// The first number that igraph draws from this stream.
igraph_integer_t drawn(random::Stream stream) {
  igraph_integer_t number = 0;
  igraph_session("test", &stream, [&] {
    number = igraph_rng_get_integer(igraph_rng_default(), 0, 1'000'000'000);
    return static_cast<int>(IGRAPH_SUCCESS);
  });
  return number;
}

TEST(IgraphSession, DrawsFromTheStreamItIsGiven) {
  const random::Stream one(random::Seed{1}, random::Purpose::graph, 0),
      other(random::Seed{2}, random::Purpose::graph, 0);
  EXPECT_EQ(drawn(one), drawn(one));
  EXPECT_NE(drawn(one), drawn(other));
}

TEST(IgraphSession, AnErrorOfIgraphBecomesOneOfOurs) {
  const auto refusal = [](int code) {
    return message_of([&] { igraph_session("test", nullptr, [&] { return code; }); });
  };
  EXPECT_EQ(refusal(IGRAPH_SUCCESS), "no error");
  EXPECT_EQ(refusal(IGRAPH_PARSEERROR).substr(0, 12), "HS-103 test:");
  EXPECT_EQ(refusal(IGRAPH_ENOMEM).substr(0, 12), "HS-302 test:");
  EXPECT_EQ(refusal(IGRAPH_EINVAL).substr(0, 12), "HS-101 test:");
}

TEST(IgraphSession, AWarningOfIgraphIsNoSuccess) {
  EXPECT_EQ(message_of([] {
              igraph_session("test", nullptr, [] {
                IGRAPH_WARNING("Not what was asked for.");
                return static_cast<int>(IGRAPH_SUCCESS);
              });
            }),
            "HS-101 test: Not what was asked for.");
  EXPECT_EQ(message_of([] { igraph_session("test", nullptr, [] { return static_cast<int>(IGRAPH_SUCCESS); }); }),
            "no error");
}

TEST(IgraphSession, OfSeveralThreadsRunsOneAfterTheOther) {
  int inside = 0, most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      igraph_session("test", nullptr, [&] {
        most = std::max(most, ++inside);
        std::this_thread::yield();
        --inside;
        return static_cast<int>(IGRAPH_SUCCESS);
      });
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
}

}  // namespace
}  // namespace hearsay::graph
