// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <array>
#include <string>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/run/registry.hpp>
#include <hearsay/run/runner.hpp>
#include "props/checks.hpp"

namespace {

using namespace hearsay;

/// By the parameter `family`.
constexpr std::array<const char*, 2> verified_families = {"dp.gaussian.classical*", "view.*"};

/// The checks of a family of claims at quick effort, by one thread.
void BM_Verify(benchmark::State& state) {
  const std::array<std::string, 1> family = {verified_families.at(static_cast<std::size_t>(state.range(0)))};
  state.SetLabel(family[0]);
  run::Registry registry;
  props::register_checks(registry);
  const auto claims = claims::select(family);
  const run::Plan plan{.effort = run::Effort::quick, .execution = {.jobs = 1}};
  if (run::exit_code(run::verify(claims, registry, plan)) != 0) return state.SkipWithError("not as expected");
  for (auto _ : state) benchmark::DoNotOptimize(run::verify(claims, registry, plan));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(claims.size()));
}
BENCHMARK(BM_Verify)->Name("verify.family/hearsay")->ArgName("family")->DenseRange(0, 1)->UseRealTime();

}  // namespace
