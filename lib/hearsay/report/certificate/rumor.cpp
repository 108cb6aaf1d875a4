// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/rumor.hpp>

#include <algorithm>

#include <hearsay/accounting/rumor/odds_tree.hpp>
#include <hearsay/accounting/rumor/transcript_tree.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {

namespace {

using accounting::RumorEnd;
using exact::Rational;
using Json = nlohmann::ordered_json;
using Law = accounting::RumorLaw<Rational>;

void set_instance(Certificate& certificate, const RumorInstance& x) {
  certificate.instance = {{"nodes", x.nodes},
                          {"curious", x.curious},
                          {"muting", exact::to_string(x.muting)},
                          {"transcript", x.terminated ? "terminated" : "unending"},
                          {"self_sends", x.self_sends},
                          {"delayed_start", x.told_twice ? Json("twice") : Json(x.delayed_start)}};
  if (!x.edges.empty()) certificate.instance["edges"] = edges_json(x.edges);
}

Law law_of(const RumorInstance& x) {
  const auto end = x.terminated ? RumorEnd::terminated : RumorEnd::unending;
  if (!x.edges.empty()) {
    std::vector<graph::Node> curious;
    for (int v = x.nodes - x.curious; v < x.nodes; ++v) curious.push_back(static_cast<graph::Node>(v));
    return {accounting::rumor_world(graph::Graph(static_cast<graph::Node>(x.nodes), x.edges), curious, end), x.muting};
  }
  auto world = accounting::rumor_world(x.nodes, x.curious, end, x.self_sends);
  world.delayed = x.delayed_start;
  if (x.told_twice) world.tellings = 2;
  return {world, x.muting};
}

/// P(the transcript begins like this) from each of the sources.
std::vector<Rational> chances(const Law& law, const std::string& transcript, const std::vector<int>& sources) {
  const auto seen = accounting::read_transcript(law, transcript);
  std::vector<Rational> found;
  for (const int source : sources) found.push_back(law.probability(source, seen));
  return found;
}

}  // namespace

void prove_rumor_event(Certificate& certificate, const RumorInstance& x, const Rational& factor,
                       const std::vector<std::string>& event) {
  const auto law = law_of(x);
  Rational gain = 0;
  for (const auto& transcript : event) {
    const auto p = chances(law, transcript, {0, 1});
    gain += p[0] - factor * p[1];
  }
  set_instance(certificate, x);
  certificate.instance["e_epsilon"] = exact::to_string(factor);
  certificate.evidence = {{"event", event}};
  certificate.proves.lower = exact::to_string(gain);
}

void prove_rumor_delta(Certificate& certificate, const RumorInstance& x, const Rational& factor,
                       std::size_t expansions) {
  const auto tree = accounting::transcript_tree(law_of(x), 0, 1, factor, expansions);
  set_instance(certificate, x);
  certificate.instance["e_epsilon"] = exact::to_string(factor);
  if (!tree.event.empty()) certificate.evidence["event"] = tree.event;
  certificate.evidence["expanded"] = tree.expanded;
  certificate.proves = {.lower = exact::to_string(tree.lower), .upper = exact::to_string(tree.upper)};
}

void prove_rumor_odds(Certificate& certificate, const RumorInstance& x, const std::string& transcript, int source) {
  std::vector<int> sources;
  for (int v = 0; v < x.nodes - x.curious; ++v) sources.push_back(v);
  const auto p = chances(law_of(x), transcript, sources);
  const Rational& mine = p.at(static_cast<std::size_t>(source));
  if (mine == 0) throw Error(Errc::conditions, "certificate", "the transcript is impossible from its source");
  Rational all = 0;
  for (const auto& chance : p) all += chance;
  set_instance(certificate, x);
  certificate.evidence = {{"transcript", transcript}, {"source", source}};
  certificate.proves.upper = exact::to_string((all - mine) / mine);
}

void prove_rumor_uncertainty(Certificate& certificate, const RumorInstance& x, std::size_t expansions) {
  const auto tree = accounting::odds_tree(law_of(x), expansions);
  set_instance(certificate, x);
  certificate.evidence = {{"expanded", tree.expanded}, {"floor", exact::to_string(tree.floor)}};
  certificate.proves.lower = exact::to_string(tree.floor);
  if (!tree.odds) return;
  certificate.evidence["transcript"] = tree.transcript;
  certificate.evidence["source"] = tree.source;
  certificate.proves.upper = exact::to_string(*tree.odds);
}

void prove_rumor_map(Certificate& certificate, const RumorInstance& x, const std::string& transcript,
                     const std::vector<int>& suspects) {
  const auto law = law_of(x);
  const auto p = chances(law, transcript, suspects);
  for (const auto label : accounting::read_transcript(law, transcript)) {
    const auto first = std::ranges::find(suspects, law.labels()[label].sender);
    if (first == suspects.end()) continue;
    set_instance(certificate, x);
    certificate.instance["suspects"] = suspects;
    certificate.evidence = {{"transcript", transcript}};
    const Rational& shown = p[static_cast<std::size_t>(first - suspects.begin())];
    certificate.proves.upper = exact::to_string(shown / *std::ranges::max_element(p));
    return;
  }
  throw Error(Errc::conditions, "certificate", "the transcript shows no suspect");
}

}  // namespace hearsay::report
