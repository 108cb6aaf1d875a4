// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/sample.hpp>
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using report::Certificate;
using run::Witness;

Certificate dominating(const Witness& witness) {
  const auto& x = witness.instance;
  return report::expression_refutation("muffliato.dominating", {{"dimension", fraction_at(x, "log2_nodes")}});
}

Certificate hidden_graph(const Witness& witness) {
  const auto& x = witness.instance;
  return report::expression_refutation("muffliato.corollary5",
                                       {{"n", fraction_at(x, "nodes")}, {"c", fraction_at(x, "c")}});
}

/// The smallest even ring; at this alpha Delta^2 / epsilon the row's constant of a million is not enough.
Certificate unmixed_ring(const Witness&) {
  return report::expression_refutation("muffliato.table1", {{"half", 2}, {"scale", Rational(1, 10'000'000)}});
}

/// The complete bipartite graph on twice so many nodes, which is the check's smallest for 3.
Certificate activation(const Witness&) { return report::expression_refutation("muffliato.activation", {{"half", 3}}); }

Certificate mean_communications(const Witness& witness) {
  const auto& x = witness.instance;
  return report::expression_refutation("muffliato.appendixD2.mean",
                                       {{"n", fraction_at(x, "nodes")}, {"loop", fraction_at(x, "loop")}});
}

/// Of two nodes, which are drawn with probability 1/2 in a step, as one of two users is visited.
Certificate tail_at_stop(const Witness& witness) {
  const auto& x = witness.instance;
  if (x.at("graph") != "complete:2")
    throw std::logic_error("the certificate of muffliato.appendixD2.stop requires two nodes");
  const auto more = fraction_at(x, "more");
  const auto steps = x.at("steps").get<int>();
  const Rational least = Rational(steps, 2) + more;
  if (denominator(least) != 1) throw std::logic_error("steps / 2 + more must be a whole number");
  auto certificate = report::refutation("muffliato.appendixD2.stop");
  certificate.instance = {{"users", 2}, {"places", 1}, {"steps", steps}, {"at_least", static_cast<int>(least)}};
  certificate.instance["parameters"] = {{"more", exact::to_string(more)}};
  const auto tail = exact::to_string(fraction_at_end(witness.actual));
  certificate.proves = {.lower = tail, .upper = tail};
  return certificate;
}

/// The row's number for the sum is that of a path of three nodes with these weights, which is the check's smallest.
Certificate mean_of_rounds(const Witness& witness) {
  if (witness.instance.at("graph") != "0-1 1-2" || witness.instance.at("observer") != 0)
    throw std::logic_error("the certificate of muffliato.thm11.mean requires the end of a path of three nodes");
  return report::expression_refutation("muffliato.thm11.mean", {{"weight", Rational(1, 3)}});
}

Certificate communities(const Witness& witness) {
  return report::expression_refutation("muffliato.communities",
                                       {{"clique", fraction_at(witness.instance, "community")}});
}

/// The row's constants are larger than those of the smallest witnesses.
Certificate joined_by_an_edge(const Witness&) {
  return report::expression_refutation("muffliato.activation.gap", {{"clique", 2048}});
}

Certificate coalition_of_one(const Witness&) {
  return report::expression_refutation("muffliato.prop1.neighbors",
                                       {{"n", 2048}, {"coalition", 1}, {"q", Rational(1, 200)}});
}

/// The graphs of the check are drawn from its seed, which somebody chose.
Certificate hashed_graphs(const Witness&) {
  auto certificate = report::refutation("muffliato.er_gap");
  prove_sample(certificate, 400, Rational(9, 400), 20);
  certificate.note = "the graphs are drawn from a hash of the claim's name and differ from those of the check";
  return certificate;
}

}  // namespace

void certify_muffliato_others(Certifiers& certifiers) {
  certifiers.emplace("muffliato.dominating", dominating);
  certifiers.emplace("muffliato.corollary5", hidden_graph);
  certifiers.emplace("muffliato.table1", unmixed_ring);
  certifiers.emplace("muffliato.er_gap", hashed_graphs);
  certifiers.emplace("muffliato.activation", activation);
  certifiers.emplace("muffliato.appendixD2.mean", mean_communications);
  certifiers.emplace("muffliato.appendixD2.stop", tail_at_stop);
  certifiers.emplace("muffliato.thm11.mean", mean_of_rounds);
  certifiers.emplace("muffliato.communities", communities);
  certifiers.emplace("muffliato.activation.gap", joined_by_an_edge);
  certifiers.emplace("muffliato.prop1.neighbors", coalition_of_one);
}

}  // namespace hearsay::props
