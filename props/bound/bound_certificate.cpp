// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/bound_certificate.hpp"

#include <array>
#include <functional>
#include <string>

#include <hearsay/linalg/fraction.hpp>
#include <hearsay/report/certificate/stream.hpp>
#include <hearsay/report/certificate/view.hpp>

#include "props/bound/gossip_facts.hpp"
#include "props/bound/stream_bound.hpp"
#include "props/kit/instance.hpp"

namespace hearsay::props::bound {

using gen::Scenario;
using oracle::Rational;
using report::Certificate;

namespace {

Scenario scenario_of(const nlohmann::ordered_json& instance) {
  return {.graph = graph_of(instance),
          .weights = weights_of(instance),
          .observers = observers_of(instance),
          .target = instance.at("target").get<graph::Node>(),
          .steps = instance.at(instance.contains("rounds") ? "rounds" : "steps").get<int>()};
}

/// Proves what a name stands for in a scenario, from both sides or from below; false if it is no such name.
using Prove = std::function<bool(Certificate&, const std::string& name, const Scenario&)>;

bool prove_gossip_loss(Certificate& certificate, const std::string& name, const Scenario& s) {
  if (name != "exact" && name != "exact_own_noise") return false;
  const auto instance = report::gossip_instance(s.graph, s.weights, s.steps, s.observers, name != "exact");
  certificate = report::loss_bounds(instance, std::array{s.target}).front();
  return true;
}

bool prove_stream_name(Certificate& certificate, const std::string& name, const Scenario& s) {
  const bool own_noise = name.ends_with("_own_noise");
  const auto loss = name.substr(0, name.find("_own_noise"));
  const report::StreamInstance instance{.graph = s.graph,
                                        .weights = s.weights,
                                        .observers = s.observers,
                                        .own_noise = own_noise,
                                        .messages = false,
                                        .target = s.target,
                                        .steps = 1};
  certificate.kind = loss == "rate" ? "rate" : "stream";
  certificate.quantity = loss == "exact" ? "loss" : loss;
  if (loss == "exact") {
    prove_stream_loss(certificate, instance, s.steps, true);
  } else if (loss == "constant") {
    prove_constant_loss(certificate, instance, s.steps);
  } else if (loss == "rate") {
    prove_rate(certificate, instance, std::array{linalg::Rational(1)}, false);
  } else {
    return false;
  }
  return true;
}

/// Whether the ends that are proved exclude `quantity relation bound`.
bool excludes(const report::ProvedEnds& proved, const std::string& relation, const Rational& bound) {
  const auto above = [&] {
    return proved.lower == "inf" || (!proved.lower.empty() && *linalg::parse_fraction(proved.lower) > bound);
  };
  const auto below = [&] { return !proved.upper.empty() && *linalg::parse_fraction(proved.upper) < bound; };
  return relation == "<=" ? above() : relation == ">=" ? below() : above() || below();
}

std::string turned(const std::string& relation) { return relation == "<=" ? ">=" : relation == ">=" ? "<=" : relation; }

std::optional<Certificate> certified(const Expression& statement, const Scenario& s, const Meaning<Rational>& fractions,
                                     const Prove& prove) {
  Evaluator<Rational> evaluate(fractions);
  for (const auto& comparison : statement.parts) {
    if (comparison.name != "<=" && comparison.name != ">=" && comparison.name != "==") continue;
    for (const std::size_t side : {0U, 1U}) {
      const auto& quantity = comparison.parts[side];
      if (quantity.kind != Expression::Kind::name) continue;
      const auto relation = side == 0 ? comparison.name : turned(comparison.name);
      try {
        const Rational bound = evaluate(comparison.parts[1 - side]);
        Certificate certificate;
        if (!prove(certificate, quantity.name, s) || !excludes(certificate.proves, relation, bound)) continue;
        certificate.verdict = "refutes";
        certificate.says = {.relation = relation, .bound = linalg::to_string(bound)};
        return certificate;
      } catch (const NotRational&) {
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Certificate> gossip_certificate(const Expression& statement, const run::Witness& witness) {
  const auto s = scenario_of(witness.instance);
  return certified(statement, s, gossip_fractions(s), prove_gossip_loss);
}

std::optional<Certificate> stream_certificate(const Expression& statement, const run::Witness& witness) {
  const auto s = scenario_of(witness.instance);
  return certified(statement, s, stream_fractions(s), prove_stream_name);
}

}  // namespace hearsay::props::bound
