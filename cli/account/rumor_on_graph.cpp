// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/account/rumor_on_graph.hpp"

#include <hearsay/core/verdict.hpp>
#include "api/render/rumor_page.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/report_folder.hpp"

namespace hearsay::cli {

void add_rumor_pair(CLI::App& command, RumorSources& options) {
  auto* source = command.add_option("--source", options.source, "compare this source with --against, by label");
  auto* against = command.add_option("--against", options.against, "the other source, by label");
  source->type_name("I")->needs(against);
  against->type_name("J")->needs(source);
}

void add_rumor_sources(CLI::App& command, RumorSources& options) {
  command.add_option("--component", options.component, "largest: keep only the largest connected component of --graph")
      ->check(CLI::IsMember({"largest"}));
  auto* worst = command.add_flag("--worst", options.worst, "compare all pairs of sources, however long it takes");
  command
      .add_option("--pairs", options.pairs,
                  "compare K pairs of sources, drawn at random. Without --worst and --pairs: all pairs if that takes "
                  "minutes, otherwise 1000")
      ->type_name("K")
      ->excludes(worst);
  add_report(command, options.report);
}

Network rumor_network(const Common& common, const RumorSources& options) {
  const GraphSource source{.spec = options.graph, .component = options.component};
  return {.made = load_any_graph(source, common.seeded()), .w = {}, .source = source};
}

CuriousNodes curious_of(const graph::Graph& graph, const RumorSources& options) {
  return {.set = nodes_from_labels("--curious-set", graph, options.curious_set), .drawn = options.curious};
}

ComparedSources sources_of(const graph::Graph& graph, const RumorSources& options) {
  ComparedSources sources{.worst = options.worst, .drawn = options.pairs};
  if (options.source && options.against) {
    sources.pair = {graph::find_node("--source", graph, *options.source),
                    graph::find_node("--against", graph, *options.against)};
  }
  return sources;
}

int account_rumor_on_graph(const Common& common, const RumorSources& options, const accounting::SenderPoint& at,
                           const std::string& certificate) {
  auto network = rumor_network(common, options);
  if (!options.report.empty()) require_rumor_page(network.graph());
  auto curious = curious_of(network.graph(), options);
  auto sources = sources_of(network.graph(), options);
  const ReportFolder report_folder(options.report);
  catch_interrupts();
  const auto answer = api::account_rumor_on_graph(
      {.network = std::move(network), .curious = std::move(curious), .at = at, .sources = std::move(sources)},
      common.execution());
  if (common.wants_table()) put_text(text(answer));
  if (common.wants_json() || !options.report.empty()) {
    const auto result = to_json(answer, common.origin());
    write_json(common, result);
    if (!options.report.empty()) write_report_page(options.report, rumor_page(answer, result, common.origin()));
  }
  write_certificate(certificate, [&] { return proofs_of(answer); });
  return answer.pairs.size() < answer.asked ? exit_code(Verdict::inconclusive) : 0;
}

}  // namespace hearsay::cli
