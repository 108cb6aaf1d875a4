// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <stdexcept>
#include <string>

#include <hearsay/core/number.hpp>
#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/certificate/stream.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"

namespace hearsay::props {

namespace {

using linalg::Rational;
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
  if (!half || *half < 1) throw std::logic_error("a witness has another stream than a square wave: " + text);
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

/// The best weights of the three states on the path: the mean that they give a change is w_2/3 + 2 w_3/3, and the
/// variance is least for w_1 = -(w_2 + w_3)/3; what is left is largest at w_2 = 5 w_3/18.
Certificate hidden_state(const Witness& witness) {
  if (witness.instance.at("rounds") != 3 || graph_of(witness.instance).nodes() != 3)
    throw std::logic_error("the row of stream.adaptive is of the path of three nodes and three rounds");
  const Rational w2(5, 18), w3 = 1;
  return report::expression_refutation("stream.adaptive", {{"w1", -(w2 + w3) / 3}, {"w2", w2}, {"w3", w3}});
}

}  // namespace

void certify_stream(Certifiers& certifiers) {
  for (const char* claim : {"stream.lemmaG2", "stream.thm13", "stream.lemmaH1", "stream.thm15.rate"})
    certifiers.emplace(claim, rate(claim, false));
  for (const char* claim : {"stream.thm16.single", "stream.thm16.rate"}) certifiers.emplace(claim, rate(claim, true));
  certifiers.emplace("muffliato.thm6", gradient_rounds);
  certifiers.emplace("stream.appendixF.everywhere", absolute_sum);
  certifiers.emplace("stream.adaptive", hidden_state);
  certifiers.emplace("mfdl.muffliato.uniform", [](const Witness& witness) {
    return report::expression_refutation("mfdl.muffliato.uniform",
                                         {{"leaves", fraction_at(witness.instance, "leaves")}});
  });
}

}  // namespace hearsay::props
