// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <stdexcept>
#include <string>

#include <hearsay/core/number.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/certificate/stream.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"
#include "props/kit/protocol_certificate.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using nlohmann::ordered_json;
using report::Certificate;
using report::StreamInstance;
using run::Witness;

StreamInstance stream_of(const ordered_json& x, bool own_noise) {
  auto observers = observers_of(x);
  std::ranges::sort(observers);
  return {.graph = graph_of(x),
          .weights = weights_of(x),
          .observers = std::move(observers),
          .own_noise = own_noise,
          .target = x.at("target").get<graph::Node>()};
}

/// The contributions of a witness: constant, or "square wave +-1 of half-period 9".
std::vector<Rational> contributions(const ordered_json& x) {
  if (!x.contains("stream")) return {1};
  const auto text = x.at("stream").get<std::string>();
  const std::string form = "square wave +-1 of half-period ";
  const auto half = text.starts_with(form) ? parse_whole<std::ptrdiff_t>(text.substr(form.size())) : std::nullopt;
  if (!half || *half < 1) throw std::logic_error("the stream of a witness is not a square wave: " + text);
  std::vector<Rational> stream(static_cast<std::size_t>(2 * *half), 1);
  std::ranges::fill(stream.begin() + *half, stream.end(), Rational(-1));
  return stream;
}

/// How fast the witness's contributions lose.
Certifier rate(const std::string& claim, bool own_noise) {
  return [claim, own_noise](const Witness& witness) {
    auto certificate = report::refutation(claim);
    prove_rate(certificate, stream_of(witness.instance, own_noise), contributions(witness.instance),
               certificate.quantity == "transient_rate");
    return certificate;
  };
}

Certificate gradient_rounds(const Witness& witness) {
  auto certificate = report::refutation("muffliato.thm6");
  auto instance = stream_of(witness.instance, false);
  instance.messages = true;
  instance.steps = witness.instance.at("steps_per_round").get<int>();
  prove_stream_loss(certificate, instance, witness.instance.at("rounds").get<int>(), false);
  return certificate;
}

Certificate absolute_sum(const Witness& witness) {
  auto certificate = report::refutation("stream.appendixF.everywhere");
  prove_absolute_sum(certificate, stream_of(witness.instance, false), witness.instance.at("rounds").get<int>());
  return certificate;
}

/// The witness's node adds minus its state before a step of gossip, the certificate's minus that after it: it starts
/// anew in every round.
Certificate hidden_state(const Witness& witness) {
  const auto& x = witness.instance;
  const auto observer = x.at("observer").get<graph::Node>(), target = x.at("target").get<graph::Node>(),
             follower = x.at("follower").get<graph::Node>();
  const int rounds = x.at("rounds").get<int>();
  auto w = oracle::rational_matrix(graph_of(x));
  for (auto& entry : w[follower]) entry = 0;
  const auto loss = oracle::boolean_maximum(oracle::stream_loss_matrix(w, {.observed = {observer}}, rounds, target));
  auto certificate = protocol_refutation("stream.adaptive",
                                         {.graph = graph_of(x),
                                          .rounds = rounds,
                                          .injections = rounds,
                                          .changes = rounds,
                                          .noise = {{"node", "1"}},
                                          .observers = {observer},
                                          .own_noise = false,
                                          .view = "states",
                                          .target = target,
                                          .feedback = {{follower, 2, rounds, -1}}},
                                         exact::to_string(loss));
  certificate.note =
      "here the node adds minus its state after each step of gossip; in the check it adds minus its state before the "
      "step";
  return certificate;
}

/// The path 0-1-2 with leaves at 2, seen from 0.
Certificate uniform_weights(const Witness& witness) {
  const auto leaves = witness.instance.at("leaves").get<graph::Node>();
  const int rounds = witness.instance.at("rounds").get<int>();
  std::vector<graph::Edge> edges{{0, 1}, {1, 2}};
  for (graph::Node leaf = 3; leaf < leaves + 3; ++leaf) edges.push_back({2, leaf});
  return protocol_refutation("mfdl.muffliato.uniform",
                             {.graph = graph::Graph(leaves + 3, edges),
                              .weights = "uniform",
                              .rounds = rounds,
                              .injections = rounds,
                              .changes = rounds,
                              .noise = {{"node", "1"}},
                              .observers = {0},
                              .target = 2},
                             witness.actual);
}

}  // namespace

void certify_stream(Certifiers& certifiers) {
  for (const char* claim :
       {"stream.lemmaG2", "stream.thm13", "stream.thm17.privacy", "stream.lemmaH1", "stream.thm15.rate"})
    certifiers.emplace(claim, rate(claim, false));
  for (const char* claim : {"stream.thm16.single", "stream.thm16.rate"}) certifiers.emplace(claim, rate(claim, true));
  certifiers.emplace("muffliato.thm6", gradient_rounds);
  certifiers.emplace("stream.appendixF.everywhere", absolute_sum);
  certifiers.emplace("stream.adaptive", hidden_state);
  certifiers.emplace("mfdl.muffliato.uniform", uniform_weights);
}

}  // namespace hearsay::props
