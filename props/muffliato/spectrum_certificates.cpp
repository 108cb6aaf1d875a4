// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/spectrum.hpp>
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using report::Certificate;
using run::Witness;

Rational fraction(const std::string& text) {
  const auto value = exact::parse_fraction(text);
  if (!value) throw std::logic_error(fmt::format("'{}' of a witness is not a fraction", text));
  return *value;
}

Certificate edges_help(const Witness& witness) {
  auto certificate = report::refutation("muffliato.edges_help");
  const auto& x = witness.instance;
  prove_gap_after(certificate, graph_of(x), weights_of(x), edges_of(x.at("added").get<std::string>()).front(),
                  fraction(witness.claimed), fraction(witness.actual));
  return certificate;
}

/// The witness's y is the difference of its two nodes.
Certificate polynomial_norm(const Witness& witness) {
  auto certificate = report::refutation("muffliato.thm7.lemma");
  const auto& x = witness.instance;
  prove_polynomial_norm(certificate, graph_of(x), x.at("steps").get<int>(), {1, -1}, fraction_at(x, "lambda"));
  return certificate;
}

Certifier randomized_error(const std::string& claim) {
  return [claim](const Witness& witness) {
    auto certificate = report::refutation(claim);
    const auto& x = witness.instance;
    std::vector<Rational> values;
    for (const auto& value : x.at("values")) values.emplace_back(value.get<long>());
    const report::DrawnEdges drawn{.graph = graph_of(x),
                                   .steps = x.at("steps").get<int>(),
                                   .noise_variance = fraction_at(x, "noise_variance"),
                                   .values = values};
    prove_randomized_error(certificate, drawn, fraction_at(x, "lambda2_at_least"), fraction(witness.actual));
    return certificate;
  };
}

/// The check proves its 1/10 by a rate of 1 - 3e-5.
Certificate descent(const Witness& witness) {
  auto certificate = report::refutation("muffliato.thm5");
  const int rounds = witness.instance.at("rounds").get<int>();
  certificate.instance = {{"stay", "3/4"}, {"curvatures", {"1", "-49/50"}}, {"rounds", rounds}};
  certificate.evidence = {{"rate", "99997/100000"}};
  certificate.proves.lower = report::below_with_room(pow(report::Real("0.99997"), 2 * rounds) / 2, report::Real(1));
  return certificate;
}

}  // namespace

void certify_muffliato_spectra(Certifiers& certifiers) {
  certifiers.emplace("muffliato.edges_help", edges_help);
  certifiers.emplace("muffliato.thm7.lemma", polynomial_norm);
  certifiers.emplace("muffliato.thm8", randomized_error("muffliato.thm8"));
  certifiers.emplace("muffliato.thm3", randomized_error("muffliato.thm3"));
  certifiers.emplace("muffliato.thm5", descent);
}

}  // namespace hearsay::props
