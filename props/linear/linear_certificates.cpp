// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <stdexcept>
#include <string>

#include <hearsay/graph/families/generators.hpp>
#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/certificate/view.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"
#include "props/kit/protocol_certificate.hpp"

namespace hearsay::props {

namespace {

using report::Certificate;
using run::Witness;

/// What node "observer" of a witness is sent of its "target", with fresh noise in each round. The noise of all nodes
/// has the standard deviation 1.
ProtocolInstance heard_of(const Witness& witness, int rounds) {
  const auto& x = witness.instance;
  return {.graph = graph_of(x),
          .rounds = rounds,
          .injections = rounds,
          .changes = rounds,
          .noise = {{"node", "1"}},
          .observers = observers_of(x),
          .target = x.at("target").get<graph::Node>()};
}

/// The same, where the witness names the weights and the trust model.
ProtocolInstance stream_heard_of(const Witness& witness) {
  auto protocol = heard_of(witness, witness.instance.at("rounds").get<int>());
  const auto weights = witness.instance.at("weights").get<std::string>();
  protocol.weights = weights == "lazy metropolis" ? "lazy" : weights;
  protocol.own_noise = witness.instance.at("own_noise_known").get<bool>();
  return protocol;
}

Certificate unit_vectors(const Witness& witness) {
  auto certificate = protocol_refutation("linear.vectors", stream_heard_of(witness), witness.actual);
  certificate.instance["vectors"] = witness.instance.at("vectors");
  return certificate;
}

Certificate absolute_values(const Witness& witness) {
  return protocol_refutation("mfdl.sum_abs.local", stream_heard_of(witness), witness.actual);
}

Certificate accelerated_messages(const Witness& witness) {
  const auto& x = witness.instance;
  auto protocol = heard_of(witness, x.at("steps").get<int>());
  protocol.injections = protocol.changes = 1;
  protocol.noise["link"] = x.at("link_sigma");
  protocol.gamma = fraction_at(x, "gamma");
  return protocol_refutation("linear.acceleration", protocol, witness.actual);
}

Certificate hidden_state(const Witness& witness) {
  const auto& x = witness.instance;
  auto protocol = heard_of(witness, x.at("rounds").get<int>());
  protocol.feedback = {{x.at("follower").get<graph::Node>(), 2, protocol.rounds, fraction_at(x, "factor")}};
  return protocol_refutation("linear.adaptive.hidden", protocol, witness.actual);
}

Certificate cancelled_noise(const Witness& witness) {
  const auto& x = witness.instance;
  return protocol_refutation("corr.zero_sum",
                             {.graph = graph_of(x),
                              .noise = {{"pair", x.at("pair_sigma")}},
                              .observers = {},
                              .own_noise = false,
                              .view = "all",
                              .target = x.at("node").get<graph::Node>()},
                             witness.actual);
}

/// The neighbors of node 0, of whom the first compare their copies.
Certificate compared_copies(const Witness& witness) {
  const auto& x = witness.instance;
  if (x.at("own_copy").get<bool>())
    throw std::logic_error("the certificate of corr.copies requires a sender that keeps no copy");
  const auto coalition = x.at("coalition").get<graph::Node>();
  ProtocolInstance protocol{.graph = graph::star(x.at("neighbors").get<std::int64_t>() + 1),
                            .noise = {{"copies", x.at("sigma")}},
                            .observers = {},
                            .target = 0};
  for (graph::Node v = 1; v <= coalition; ++v) protocol.observers.push_back(v);
  return protocol_refutation("corr.copies", protocol, witness.actual);
}

/// The witness is a tree on which rounding and tolerance hide values; the certificate is of a path, where the pivot is
/// a power of 1/3.
Certificate vanishing_pivot(const Witness&) {
  auto certificate = report::expression_refutation("attack.tolerance", {{"distance", 17}});
  certificate.note =
      "this certificate is for the path of 19 nodes seen from one end, not for the smaller tree of the check";
  return certificate;
}

Certificate once(const Witness& witness) {
  auto certificate = report::refutation("mfdl.muffliato.once");
  prove_loss(certificate,
             report::gossip_instance(graph_of(witness.instance), weights_of(witness.instance),
                                     witness.instance.at("rounds").get<int>(), observers_of(witness.instance), false),
             witness.instance.at("target").get<graph::Node>());
  return certificate;
}

}  // namespace

void certify_linear(Certifiers& certifiers) {
  certifiers.emplace("linear.vectors", unit_vectors);
  certifiers.emplace("mfdl.sum_abs.local", absolute_values);
  certifiers.emplace("linear.acceleration", accelerated_messages);
  certifiers.emplace("linear.adaptive.hidden", hidden_state);
  certifiers.emplace("corr.zero_sum", cancelled_noise);
  certifiers.emplace("corr.copies", compared_copies);
  certifiers.emplace("attack.tolerance", vanishing_pivot);
  certifiers.emplace("mfdl.square_root", [](const Witness& witness) {
    return report::expression_refutation("mfdl.square_root", {{"rounds", witness.instance.at("rounds").get<int>()}});
  });
  certifiers.emplace("mfdl.muffliato.once", once);
  certifiers.emplace("girth.dropouts", [](const Witness& witness) {
    return report::expression_refutation("girth.dropouts",
                                         {{"leaves", witness.instance.at("leaves").get<int>()}, {"absent", 1}});
  });
}

}  // namespace hearsay::props
