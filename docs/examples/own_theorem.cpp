// SPDX-License-Identifier: GPL-3.0-or-later
// Two statements of your own, checked and reported like the published ones.
#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/report/table.hpp>

using namespace hearsay;

constexpr claims::Claim halves{.id = "own.halves",
                               .source = "hearsay",
                               .level = claims::Level::ours,
                               .statement = "At distance d the loss is at most 2^(1-d) of the local loss.",
                               .conditions = "path, Metropolis weights",
                               .adversary = "node 0, which knows the graph and W",
                               .domain = "n <= 8, T <= 8",
                               .evidence = claims::Evidence::property,
                               .expected = Verdict::refuted,
                               .repaired_by = "own.hops",
                               .witness = "path 0-1-2-3, T = 3",
                               .controls = "",
                               .note = ""};
constexpr claims::Claim hops{.id = "own.hops",
                             .source = "hearsay",
                             .level = claims::Level::ours,
                             .statement = "A node at distance d has loss 0 in the first d - 1 steps.",
                             .conditions = "path, Metropolis weights",
                             .adversary = "node 0, which knows the graph and W",
                             .domain = "n <= 8, T <= 8",
                             .evidence = claims::Evidence::property,
                             .expected = Verdict::holds,
                             .repaired_by = "",
                             .witness = "",
                             .controls = "",
                             .note = ""};

/// Tries `allowed(distance, steps)` as a bound on every loss, smallest instances first.
template <class Bound>
run::Finding try_bound(Bound allowed) {
  run::Finding finding{.verdict = Verdict::holds};
  for (int n = 3; n <= 8; ++n) {
    for (int steps = 1; steps <= 8; ++steps) {
      const auto losses = accounting::gossip_losses(graph::gossip_matrix(graph::path(n), graph::Weights::metropolis),
                                                    std::vector<graph::Node>{0}, steps);
      for (int u = 1; u < n; ++u, ++finding.instances) {
        if (losses.exact(u) <= allowed(u, steps) + 1e-9) continue;
        finding.verdict = Verdict::refuted;
        finding.witness = run::Witness{
            .instance = {{"graph", fmt::format("path:{}", n)}, {"observer", 0}, {"target", u}, {"steps", steps}},
            .claimed = fmt::format("{:.6g}", allowed(u, steps)),
            .actual = fmt::format("{:.6g}", losses.exact(u)),
            .certificate = run::Certificate::interval};
        return finding;
      }
    }
  }
  return finding;
}

int main() {
  run::Registry registry;
  registry.add(halves.id, [](const run::Context&) {
    return try_bound([](int distance, int) { return std::exp2(1 - distance); });
  });
  registry.add(hops.id, [](const run::Context&) {
    return try_bound([](int distance, int steps) { return steps < distance ? 0.0 : 1.0; });
  });

  const claims::Claim* const mine[] = {&halves, &hops};
  const auto rows = run::verify(mine, registry, {.execution = {.jobs = 1}});
  report::Table table;
  report::Sink* const sinks[] = {&table};
  report::feed({}, rows, sinks);
  std::cout << table.text().string();
  return run::exit_code(rows);
}
