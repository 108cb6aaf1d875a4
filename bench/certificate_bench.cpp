// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/accounting/rumor/first_seen.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/report/certificate/linear.hpp>
#include <hearsay/report/certificate/rumor.hpp>
#include <hearsay/report/certificate/view.hpp>

// Certificates, from the question to the text of the file.

namespace {

using namespace hearsay;

/// Whether the certificate proves that its quantity is within `width` of the number.
bool proves_number(const report::Certificate& certificate, double number, double width = 1e-9) {
  const auto end = [](const std::string& text) { return exact::to_double(exact::parse_fraction(text).value()); };
  const double lower = end(certificate.proves.lower), upper = end(certificate.proves.upper);
  return lower <= number + 1e-9 && upper >= number - 1e-9 && upper - lower <= width;
}

void count_file(benchmark::State& state, std::size_t bytes) {
  state.SetItemsProcessed(state.iterations());
  state.counters["file_bytes"] = static_cast<double>(bytes);
}

/// Gossip on a grid: what node 0 learns of each other node.
void BM_GossipCertificate(benchmark::State& state) {
  const auto graph = graph::grid(5, 5);
  const int steps = static_cast<int>(state.range(0));
  std::vector<graph::Node> targets(graph.nodes() - 1);
  std::iota(targets.begin(), targets.end(), graph::Node{1});
  const auto prove = [&] {
    return report::loss_bounds(report::gossip_instance(graph, graph::Weights::metropolis, steps, {0}, true), targets);
  };
  const auto losses = accounting::gossip_losses(gossip_matrix(graph, graph::Weights::metropolis),
                                                std::vector<graph::Node>{0}, steps, {.jobs = 1});
  const auto proved = prove();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!proves_number(proved[i], losses.exact_own_noise(targets[i])))
      return state.SkipWithError("does not prove the loss");
  }
  std::string text;
  for (auto _ : state) text = report::file_text(report::bundle_json(prove()));
  count_file(state, text.size());
}
BENCHMARK(BM_GossipCertificate)->Name("certificate.gossip/hearsay")->ArgName("T")->Arg(4)->Arg(12);

/// A linear view of numbers, each with noise of its own and noise that it shares with the next.
void BM_LinearCertificate(benchmark::State& state) {
  const auto inputs = static_cast<std::size_t>(state.range(0));
  accounting::GivenMatrices matrices{.signal = {.columns = inputs, .rows = {}},
                                     .noise = {.columns = 2 * inputs, .rows = {}}};
  for (linalg::Index i = 0; i < inputs; ++i) {
    matrices.signal.rows.push_back({{i, 1}});
    matrices.noise.rows.push_back({{i, 1}, {static_cast<linalg::Index>(inputs) + i, 2}});
  }
  for (linalg::Index i = 0; i + 1 < inputs; ++i)
    matrices.noise.rows[i].insert(matrices.noise.rows[i].begin() + 1, {i + 1, 1});
  const accounting::LinearModel model = matrices;
  accounting::LinearQuestion question{.witness = true, .execution = {.jobs = 1}};
  for (graph::Node v = 0; v < inputs; ++v) question.subjects.push_back(accounting::node_subject(v));
  const auto prove = [&](const accounting::LinearAccount& account) { return report::linear_bounds(model, account); };
  const auto account = accounting::linear_account(model, question);
  const auto proved = prove(account);
  for (std::size_t i = 0; i < proved.size(); ++i) {
    if (!proves_number(proved[i], account.losses[i].loss.loss.upper))
      return state.SkipWithError("does not prove the loss");
  }
  std::string text;
  for (auto _ : state)
    text = report::file_text(report::bundle_json(prove(accounting::linear_account(model, question))));
  count_file(state, text.size());
}
BENCHMARK(BM_LinearCertificate)->Name("certificate.linear/hearsay")->ArgName("inputs")->Arg(8)->Arg(24);

/// delta(0) of a rumor on the complete graph of four nodes, one of them curious, which accounting::rumor_first_seen
/// computes too.
void BM_RumorCertificate(benchmark::State& state) {
  const report::RumorInstance instance{.nodes = 4, .curious = 1, .muting = exact::Rational(1, 2)};
  const auto prove = [&] {
    report::Certificate certificate{.kind = "rumor", .quantity = "delta"};
    report::prove_rumor_delta(certificate, instance, 1, static_cast<std::size_t>(state.range(0)));
    return certificate;
  };
  if (!proves_number(prove(), accounting::rumor_first_seen({4, 1}, 0.5).estimate(), 0.1))
    return state.SkipWithError("does not prove delta");
  std::string text;
  for (auto _ : state) text = report::file_text(report::to_json(prove()));
  count_file(state, text.size());
}
BENCHMARK(BM_RumorCertificate)->Name("certificate.rumor/hearsay")->ArgName("expansions")->Arg(10)->Arg(100);

}  // namespace
