// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/certificate/view.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"
#include "props/kit/protocol_certificate.hpp"
#include "props/muffliato/muffliato_props.hpp"

namespace hearsay::props {

namespace {

using graph::Node;
using nlohmann::ordered_json;
using report::Certificate;
using report::GossipInstance;
using run::Witness;

/// Who hears what in a witness: rounds of their own, or steps on one graph.
GossipInstance gossip_of(const ordered_json& x) {
  const bool own = x.value("own_noise_known", false);
  if (x.contains("nodes")) return report::gossip_instance(rounds_of(x), observers_of(x), own);
  const int steps = x.contains("steps") ? x.at("steps").get<int>() : x.at("steps_per_round").get<int>();
  return report::gossip_instance(graph_of(x), weights_of(x), steps, observers_of(x), own);
}

/// The loss of the witness's target, or of its group.
Certifier loss_certifier(const std::string& claim) {
  return [claim](const Witness& witness) {
    const auto& x = witness.instance;
    auto certificate = report::refutation(claim);
    if (x.contains("group")) {
      prove_group_loss(certificate, gossip_of(x), x.at("group").get<std::vector<Node>>());
    } else {
      const auto nearer = x.contains("nearer") ? std::optional(x.at("nearer").get<Node>()) : std::nullopt;
      prove_loss(certificate, gossip_of(x), x.at("target").get<Node>(), nearer);
    }
    return certificate;
  };
}

Certificate published_sum(const Witness& witness) {
  auto certificate = report::refutation("muffliato.eq7.printed");
  prove_published_sum(certificate, gossip_of(witness.instance));
  return certificate;
}

Certificate loss_sum(const Witness& witness) {
  auto certificate = report::refutation("muffliato.eq7.capped");
  prove_loss_sum(certificate, gossip_of(witness.instance));
  return certificate;
}

Certificate mean_loss(const Witness& witness) {
  auto certificate = report::refutation("muffliato.corollary4");
  const auto instance = gossip_of(witness.instance);
  prove_loss_sum(certificate, instance, instance.rounds.front().size());
  certificate.instance["parameters"] = {{"alpha", fraction_at(witness.instance, "alpha").str()}};
  return certificate;
}

/// The witness tells its graph in words.
Certificate hidden_coalition(const Witness& witness) {
  auto certificate = report::refutation("muffliato.prop1");
  const auto graph = pendant_target();
  std::vector<Node> coalition;
  for (Node v = 0; v + 2 < graph.nodes(); ++v) coalition.push_back(v);
  const int steps = witness.instance.at("gossip_steps").get<int>();
  prove_loss(certificate, report::gossip_instance(graph, graph::Weights::metropolis, steps, coalition, true),
             witness.instance.at("target").get<Node>());
  certificate.evidence["gap"] = "1/9";
  return certificate;
}

}  // namespace

void certify_muffliato_views(Certifiers& certifiers) {
  for (const char* claim :
       {"muffliato.thm1", "muffliato.thm1.index", "muffliato.thm1.distance", "muffliato.corollary1.loss",
        "muffliato.corollary2", "muffliato.thm12", "muffliato.thm13", "muffliato.corollary3.loss",
        "muffliato.thm6.round", "muffliato.thm11", "muffliato.code.first_message"})
    certifiers.emplace(claim, loss_certifier(claim));
  certifiers.emplace("muffliato.eq7.printed", published_sum);
  certifiers.emplace("muffliato.eq7.capped", loss_sum);
  certifiers.emplace("muffliato.corollary4", mean_loss);
  // One value a user with noise of sigma/2, seen by an outsider; the gradients' squared change of 2 and alpha = 1
  // cancel.
  certifiers.emplace("muffliato.code.gradient_noise", [](const Witness& witness) {
    const exact::Rational deviation = fraction_at(witness.instance, "sigma") / 2;
    return protocol_refutation("muffliato.code.gradient_noise",
                               {.graph = graph::complete(2),
                                .noise = {{"node", exact::to_string(deviation)}},
                                .observers = {},
                                .view = "all",
                                .target = 1},
                               witness.actual);
  });
  certifiers.emplace("muffliato.prop1", hidden_coalition);
}

}  // namespace hearsay::props
