// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"

namespace hearsay::props {

namespace {

/// The witness's numbers, under the names of the table.
Certifier named_alike(const std::string& claim, std::vector<std::string> names) {
  return [claim, names = std::move(names)](const run::Witness& witness) {
    std::map<std::string, linalg::Rational> values;
    for (const auto& name : names) values[name] = fraction_at(witness.instance, name);
    return report::expression_refutation(claim, values);
  };
}

/// The row is of one graph and pair of nodes: the witness must be of it.
Certifier of_graph(const std::string& claim, const std::string& edges, int observer, int target) {
  return [=](const run::Witness& witness) {
    const auto& x = witness.instance;
    if (x.at("graph") != edges || x.at("observer") != observer || x.at("target") != target)
      throw std::logic_error(claim + ": the table has no row for " + x.dump());
    return report::expression_refutation(claim, {{"steps", fraction_at(x, "steps")}});
  };
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
  certifiers.emplace("graphwalk.closed_form", of_graph("graphwalk.closed_form", "0-1", 0, 1));
  certifiers.emplace("graphwalk.closed_form.harmonic", of_graph("graphwalk.closed_form.harmonic", "0-1 0-2", 1, 2));
  certifiers.emplace("graphwalk.series.order", [](const run::Witness& witness) {
    const auto& x = witness.instance;
    return report::expression_refutation("graphwalk.series.order",
                                         {{"n", fraction_at(x, "nodes")}, {"steps", fraction_at(x, "steps")}});
  });
  add("graphwalk.hitting", {"moves", "steps"});
  add("graphwalk.lemma42.limit", {"visits", "local_steps"});
  add("graphwalk.lemma43", {"visits", "local_steps", "factor"});
  add("graphwalk.lemmaD3", {"factor", "noise_variance"});
  certifiers.emplace("graphwalk.thm41", composed_visits);
}

}  // namespace hearsay::props
