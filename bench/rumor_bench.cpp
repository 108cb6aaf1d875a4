// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/protocol/rumor/counts.hpp>
#include <hearsay/protocol/rumor/rumor.hpp>
#include "bench/peak.hpp"

// Rumor kernels beside their textbook versions: standard containers, std::mt19937_64, std::uniform_int_distribution.
// Messages are the unit. The muting parameter decides how predictable branches are, so every ratio is for one value of
// it.

namespace {

using namespace hearsay;

constexpr std::uint32_t nodes = 1 << 16;
constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();

struct Textbook {
  std::vector<bool> informed, active;
  std::vector<std::uint32_t> list;
  std::mt19937_64 engine{1};
  std::uint64_t messages = 0;

  void start() {
    informed.assign(nodes, false);
    active.assign(nodes, false);
    list.assign(1, 0);
    informed[0] = active[0] = true;
    messages = 0;
  }
  void asynchronous(double muting) {
    std::uniform_int_distribution<std::uint32_t> any(0, nodes - 1);
    std::bernoulli_distribution stays(muting);
    std::uint32_t count = 1;
    while (count < nodes) {
      const std::size_t k = std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(engine);
      const std::uint32_t sender = list[k];
      if (!stays(engine)) {
        active[sender] = false;
        list[k] = list.back();
        list.pop_back();
      }
      const std::uint32_t receiver = any(engine);
      ++messages;
      if (!informed[receiver]) {
        informed[receiver] = true;
        ++count;
      }
      if (!active[receiver]) {
        active[receiver] = true;
        list.push_back(receiver);
      }
    }
  }
  void synchronous(double muting) {
    std::uniform_int_distribution<std::uint32_t> any(0, nodes - 1);
    std::bernoulli_distribution stays(muting);
    std::uint32_t count = 1;
    std::vector<std::uint32_t> next;
    while (count < nodes) {
      std::vector<bool> woken(nodes, false);
      next.clear();
      for (const std::uint32_t sender : list) {
        const std::uint32_t receiver = any(engine);
        ++messages;
        for (const auto& [v, joins] : {std::pair{receiver, true}, std::pair{sender, stays(engine)}}) {
          if (!joins || woken[v]) continue;
          woken[v] = true;
          next.push_back(v);
        }
        if (!informed[receiver]) {
          informed[receiver] = true;
          ++count;
        }
      }
      list.swap(next);
    }
  }
};

/// A kernel that gets the mean number of messages wrong must not produce a number: eight runs within six standard
/// errors.
template <class Run>
bool messages_are_right(Run run) {
  double sum = 0.0;
  for (int k = 0; k < 8; ++k) sum += static_cast<double>(run());
  const auto law = accounting::rumor_messages(nodes);
  return std::abs(sum / 8 - law.mean) < 6 * std::sqrt(law.variance / 8);
}

void count(benchmark::State& state, std::uint64_t messages) {
  state.SetItemsProcessed(static_cast<std::int64_t>(messages));
}

double muting_of(const benchmark::State& state) { return static_cast<double>(state.range(0)) / 100.0; }

void BM_RumorAsynchronous(benchmark::State& state) {
  protocol::AsynchronousRumor rumor({.nodes = nodes, .muting = muting_of(state)});
  random::Words words({1}, random::Purpose::activation, 0);
  const auto run = [&] {
    rumor.start(0);
    rumor.run(words, no_limit);
    return rumor.messages();
  };
  if (!messages_are_right(run)) return state.SkipWithError("wrong mean number of messages");
  std::uint64_t messages = 0;
  for (auto _ : state) messages += run();
  count(state, messages);
}

void BM_RumorAsynchronousTextbook(benchmark::State& state) {
  Textbook textbook;
  const auto run = [&] {
    textbook.start();
    textbook.asynchronous(muting_of(state));
    return textbook.messages;
  };
  if (!messages_are_right(run)) return state.SkipWithError("wrong mean number of messages");
  std::uint64_t messages = 0;
  for (auto _ : state) messages += run();
  count(state, messages);
}

/// What no message can do without, with no decisions: two random words, the state of a random receiver read and
/// written, and, if senders mute, a random one of so many active nodes replaced and its state written.
template <bool mutes>
std::uint64_t touch(std::vector<std::uint16_t>& senders, std::vector<std::uint8_t>& states, random::Words& words) {
  const std::uint32_t* drawn = words.take(256);
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < 256; k += 2) {
    const auto receiver = static_cast<std::uint16_t>(drawn[k]);
    if constexpr (mutes) {
      std::uint16_t& sender = senders[drawn[k + 1] * senders.size() >> 32];
      states[sender] = static_cast<std::uint8_t>(k);
      sender = receiver;
    }
    sum += states[receiver];
    states[receiver] = 1;
  }
  return sum;
}

void BM_RumorAsynchronousLimit(benchmark::State& state) {
  std::vector<std::uint16_t> senders(static_cast<std::size_t>(muting_of(state) * nodes));
  std::vector<std::uint8_t> states(nodes);
  random::Words words({1}, random::Purpose::activation, 0);
  for (auto& sender : senders) sender = static_cast<std::uint16_t>(words.next());
  const bool mutes = muting_of(state) < 1.0;
  for (auto _ : state) {
    for (int batch = 0; batch < 1000; ++batch)
      benchmark::DoNotOptimize(mutes ? touch<true>(senders, states, words) : touch<false>(senders, states, words));
  }
  count(state, static_cast<std::uint64_t>(state.iterations()) * 128'000);
}

void BM_RumorCounts(benchmark::State& state) {
  const auto n = static_cast<std::uint64_t>(state.range(1));
  protocol::RumorCounts counts(n, muting_of(state));
  random::Stream stream({1}, random::Purpose::activation, 0);
  const auto run = [&] {
    counts.start();
    counts.run(stream, no_limit);
    return counts.messages();
  };
  if (n == nodes && !messages_are_right(run)) return state.SkipWithError("wrong mean number of messages");
  std::uint64_t messages = 0;
  for (auto _ : state) messages += run();
  count(state, messages);
}

void BM_RumorAsynchronousGrowth(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  const bench::PeakMemory peak;
  protocol::AsynchronousRumor rumor({.nodes = n, .muting = 0.5});
  random::Words words({1}, random::Purpose::activation, 0);
  std::uint64_t messages = 0;
  for (auto _ : state) {
    rumor.start(0);
    rumor.run(words, no_limit);
    messages += rumor.messages();
  }
  count(state, messages);
  state.SetComplexityN(n);
  state.counters["peak_MiB"] = peak.mib();
}

/// Rounds until everyone is informed must agree between the two synchronous versions: means of 20 runs within two
/// rounds.
double mean_rounds(double muting) {
  protocol::SynchronousRumor rumor(
      {.nodes = nodes, .muting = muting, .timing = protocol::RumorRules::Timing::synchronous});
  random::Words words({2}, random::Purpose::activation, 0);
  double messages = 0.0;
  for (int k = 0; k < 20; ++k) {
    rumor.start(0);
    while (!rumor.round(words)) {
    }
    messages += static_cast<double>(rumor.messages());
  }
  return messages / 20;
}

void BM_RumorSynchronous(benchmark::State& state) {
  protocol::SynchronousRumor rumor(
      {.nodes = nodes, .muting = muting_of(state), .timing = protocol::RumorRules::Timing::synchronous});
  random::Words words({1}, random::Purpose::activation, 0);
  std::uint64_t messages = 0;
  for (auto _ : state) {
    rumor.start(0);
    while (!rumor.round(words)) {
    }
    messages += rumor.messages();
  }
  if (rumor.informed() != nodes) return state.SkipWithError("not everyone is informed");
  count(state, messages);
}

void BM_RumorSynchronousTextbook(benchmark::State& state) {
  Textbook textbook;
  double sum = 0.0;
  for (int k = 0; k < 5; ++k) {
    textbook.start();
    textbook.synchronous(muting_of(state));
    sum += static_cast<double>(textbook.messages) / 5;
  }
  if (std::abs(sum / mean_rounds(muting_of(state)) - 1.0) > 0.1)
    return state.SkipWithError("the two versions send different numbers of messages");
  std::uint64_t messages = 0;
  for (auto _ : state) {
    textbook.start();
    textbook.synchronous(muting_of(state));
    messages += textbook.messages;
  }
  count(state, messages);
}

void BM_RumorMapSuccess(benchmark::State& state) {
  const accounting::RumorCrowd crowd{nodes, nodes / 10};
  for (auto _ : state) {
    const auto success = rumor_map_success(crowd, muting_of(state), static_cast<std::uint64_t>(state.range(1)));
    if (success.width() > 1e-8) return state.SkipWithError("bracket too wide");
    benchmark::DoNotOptimize(success);
  }
  state.SetItemsProcessed(state.iterations());
}

#define RUMOR_MUTINGS ->ArgName("muting%")->Arg(10)->Arg(50)->Arg(100)
BENCHMARK(BM_RumorAsynchronous)->Name("rumor.asynchronous/hearsay") RUMOR_MUTINGS;
BENCHMARK(BM_RumorAsynchronousTextbook)->Name("rumor.asynchronous/textbook") RUMOR_MUTINGS;
BENCHMARK(BM_RumorAsynchronousLimit)->Name("rumor.asynchronous/limit") RUMOR_MUTINGS;
BENCHMARK(BM_RumorAsynchronousGrowth)
    ->Name("rumor.asynchronous_growth/hearsay")
    ->ArgName("n")
    ->RangeMultiplier(4)
    ->Range(1 << 12, 1 << 20)
    ->Complexity(benchmark::oNLogN);
BENCHMARK(BM_RumorCounts)
    ->Name("rumor.counts/hearsay")
    ->ArgNames({"muting%", "n"})
    ->ArgsProduct({{10, 50, 100}, {nodes, 1'000'000'000'000}});
BENCHMARK(BM_RumorAsynchronousTextbook)
    ->Name("rumor.counts/textbook")
    ->ArgNames({"muting%", "n"})
    ->ArgsProduct({{10, 50, 100}, {nodes}});
BENCHMARK(BM_RumorSynchronous)->Name("rumor.synchronous/hearsay") RUMOR_MUTINGS;
BENCHMARK(BM_RumorSynchronousTextbook)->Name("rumor.synchronous/textbook") RUMOR_MUTINGS;
BENCHMARK(BM_RumorMapSuccess)
    ->Name("rumor.map_success/hearsay")
    ->ArgNames({"muting%", "suspects"})
    ->ArgsProduct({{10, 100}, {100, 1000}})
    ->Iterations(1);

}  // namespace
