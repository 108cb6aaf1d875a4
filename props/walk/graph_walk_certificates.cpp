// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"
#include "props/kit/protocol_certificate.hpp"

namespace hearsay::props {

namespace {

/// The witness's numbers, under the names of the table.
Certifier named_alike(const std::string& claim, std::vector<std::string> names) {
  return [claim, names = std::move(names)](const run::Witness& witness) {
    std::map<std::string, exact::Rational> values;
    for (const auto& name : names) values[name] = fraction_at(witness.instance, name);
    return report::expression_refutation(claim, values);
  };
}

/// A token as the only node of a graph: `changes` noisy steps of one user, then others, in each of which it first grows
/// by `factor`; it is seen at the end.
report::Certificate token(const std::string& claim, int changes, int steps, const exact::Rational& factor,
                          const run::Witness& witness) {
  std::vector<FedNode> feedback;
  if (factor != 1) feedback.push_back({0, changes + 1, steps, factor - 1});
  return protocol_refutation(claim,
                             {.graph = graph::Graph(1, {}),
                              .rounds = steps,
                              .injections = steps,
                              .changes = changes,
                              .noise = {{"node", "1"}},
                              .observers = {},
                              .own_noise = false,
                              .view = "final",
                              .target = 0,
                              .feedback = std::move(feedback)},
                             witness.actual);
}

report::Certificate translated(const run::Witness& witness) {
  const int local = witness.instance.at("local_steps").get<int>(), visits = witness.instance.at("visits").get<int>();
  return token("graphwalk.lemma42.limit", local, visits * local, 1, witness);
}

report::Certificate expanded(const run::Witness& witness) {
  const int local = witness.instance.at("local_steps").get<int>(), visits = witness.instance.at("visits").get<int>();
  return token("graphwalk.lemma43", local, (visits + 1) * local, fraction_at(witness.instance, "factor"), witness);
}

report::Certificate widened(const run::Witness& witness) {
  if (witness.instance.at("noise_variance") != 1)
    throw std::logic_error("the row of graphwalk.lemmaD3 is of noise of variance 1");
  return token("graphwalk.lemmaD3", 1, 2, fraction_at(witness.instance, "factor"), witness);
}

/// zeta is the largest with that number of visits.
report::Certificate composed_visits(const run::Witness& witness) {
  const auto& x = witness.instance;
  if (x.at("graph") != "0-1") throw std::logic_error("graphwalk.thm41: the table has no row for " + x.dump());
  const auto steps = fraction_at(x, "steps");
  return report::expression_refutation("graphwalk.thm41",
                                       {{"contraction", fraction_at(x, "contraction")},
                                        {"steps", steps},
                                        {"zeta", 2 * fraction_at(x, "visits_composed") / steps - 1}});
}

}  // namespace

void certify_graph_walk(Certifiers& certifiers) {
  const auto add = [&](const std::string& claim, std::vector<std::string> names) {
    certifiers.emplace(claim, named_alike(claim, std::move(names)));
  };
  for (const char* claim : {"graphwalk.closed_form", "graphwalk.series"}) add(claim, {"others", "apart", "steps", "z"});
  certifiers.emplace("graphwalk.series.order", [](const run::Witness& witness) {
    const auto& x = witness.instance;
    return report::expression_refutation("graphwalk.series.order",
                                         {{"n", fraction_at(x, "nodes")}, {"steps", fraction_at(x, "steps")}});
  });
  add("graphwalk.hitting", {"moves", "steps"});
  add("netshuffle.bipartite", {"e_epsilon0"});
  certifiers.emplace("graphwalk.lemma42.limit", translated);
  certifiers.emplace("graphwalk.lemma43", expanded);
  certifiers.emplace("graphwalk.lemmaD3", widened);
  certifiers.emplace("graphwalk.thm41", composed_visits);
}

}  // namespace hearsay::props
