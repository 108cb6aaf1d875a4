// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <stdexcept>
#include <string>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"
#include "props/kit/protocol_certificate.hpp"

namespace hearsay::props {

namespace {

using run::Witness;

/// One round on the complete graph of the witness, everything sent seen by these observers.
ProtocolInstance shared_round(const Witness& witness, std::vector<graph::Node> observers) {
  const auto nodes = witness.instance.at("nodes").get<graph::Node>();
  return {.graph = graph::complete(nodes),
          .noise = {{"node", "1"}, {"pair", exact::to_string(fraction_at(witness.instance, "pair_sigma"))}},
          .observers = std::move(observers),
          .view = "all",
          .target = nodes - 1};
}

}  // namespace

void certify_decor(Certifiers& certifiers) {
  for (const auto* claim : {"decor.curious", "decor.closed_form.curious"}) {
    certifiers.emplace(claim, [claim](const Witness& witness) {
      return protocol_refutation(claim, shared_round(witness, {0}), witness.actual);
    });
  }
  // The witness's mu^2 is 4 times the loss.
  certifiers.emplace("decor.fdp_mu", [](const Witness& witness) {
    const exact::Rational loss = fraction_at_end(witness.actual) / 4;
    return protocol_refutation("decor.fdp_mu", shared_round(witness, {}), exact::to_string(loss));
  });
  certifiers.emplace("decor.precision", [](const Witness& witness) {
    // The witness is twice the loss.
    const exact::Rational loss = fraction_at_end(witness.actual) / 2;
    return protocol_refutation("decor.precision", shared_round(witness, {}), exact::to_string(loss));
  });
  certifiers.emplace("decor.tables.curious", [](const Witness& witness) {
    if (witness.instance.at("topology") != "ring")
      throw std::logic_error("the certificate of decor.tables.curious requires a ring");
    std::map<std::string, exact::Rational> values = {{"n", witness.instance.at("nodes").get<int>()},
                                                     {"rounds", witness.instance.at("rounds").get<int>()}};
    for (const auto* name : {"sigma", "sigma_cor", "clip", "delta"}) values[name] = fraction_at(witness.instance, name);
    return report::expression_refutation("decor.tables.curious", values);
  });
}

}  // namespace hearsay::props
