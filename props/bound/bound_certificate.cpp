// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/bound_certificate.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/report/certificate/ring.hpp>
#include <hearsay/report/certificate/rumor.hpp>
#include <hearsay/report/certificate/stream.hpp>
#include <hearsay/report/certificate/view.hpp>

#include "props/bound/gossip_facts.hpp"
#include "props/bound/ring_bound.hpp"
#include "props/bound/rumor_bound.hpp"
#include "props/bound/stream_bound.hpp"
#include "props/kit/instance.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

using gen::Scenario;
using oracle::Rational;
using report::Certificate;

namespace {

int steps_of(const nlohmann::ordered_json& instance) {
  return instance.at(instance.contains("rounds") ? "rounds" : "steps").get<int>();
}

Scenario scenario_of(const nlohmann::ordered_json& instance) {
  return {.graph = graph_of(instance),
          .weights = weights_of(instance),
          .observers = observers_of(instance),
          .target = instance.at("target").get<graph::Node>(),
          .steps = steps_of(instance)};
}

/// The same of a network of one's own, whose nodes an instance names by their labels.
Instance instance_of(const nlohmann::ordered_json& instance, const OwnNetwork& own) {
  const auto node = [&](const nlohmann::ordered_json& label) {
    return graph::find_node("witness", own.graph, label.get<std::string>());
  };
  Scenario s{.graph = own.graph, .observers = {}, .target = node(instance.at("target")), .steps = steps_of(instance)};
  if (instance.contains("observer")) s.observers = {node(instance.at("observer"))};
  if (instance.contains("observers"))
    for (const auto& label : instance.at("observers")) s.observers.push_back(node(label));
  Instance found(std::move(s));
  found.own = own.w;
  return found;
}

/// Proves what a name stands for in a scenario, from both sides or from below; false if it is no such name.
using Prove = std::function<bool(Certificate&, const std::string& name, const Instance&)>;

bool prove_gossip_loss(Certificate& certificate, const std::string& name, const Instance& in) {
  if (name != "exact" && name != "exact_own_noise") return false;
  const auto& s = in.scenario;
  const bool own_noise = name != "exact";
  const auto instance = in.own ? report::gossip_instance(*in.own, s.steps, s.observers, own_noise)
                               : report::gossip_instance(s.graph, s.weights, s.steps, s.observers, own_noise);
  certificate = report::loss_bounds(instance, std::array{s.target}).front();
  return true;
}

bool prove_stream_name(Certificate& certificate, const std::string& name, const Instance& in) {
  const auto& s = in.scenario;
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
    prove_rate(certificate, instance, std::array{exact::Rational(1)}, false);
  } else {
    return false;
  }
  return true;
}

/// Whether the ends that are proved exclude `quantity relation bound`.
bool excludes(const report::ProvedEnds& proved, const std::string& relation, const Rational& bound) {
  const auto above = [&] {
    return proved.lower == "inf" || (!proved.lower.empty() && *exact::parse_fraction(proved.lower) > bound);
  };
  const auto below = [&] { return !proved.upper.empty() && *exact::parse_fraction(proved.upper) < bound; };
  return relation == "<=" ? above() : relation == ">=" ? below() : above() || below();
}

std::string turned(const std::string& relation) { return relation == "<=" ? ">=" : relation == ">=" ? "<=" : relation; }

std::optional<Certificate> certified(const formula::Expression& statement, const Instance& s,
                                     const formula::Meaning<Rational>& fractions, const Prove& prove) {
  formula::Evaluator<Rational> evaluate(fractions);
  for (const auto& comparison : statement.parts) {
    if (comparison.name != "<=" && comparison.name != ">=" && comparison.name != "==") continue;
    for (const std::size_t side : {0U, 1U}) {
      const auto& quantity = comparison.parts[side];
      if (quantity.kind != formula::Expression::Kind::name) continue;
      const auto relation = side == 0 ? comparison.name : turned(comparison.name);
      try {
        const Rational bound = evaluate(comparison.parts[1 - side]);
        Certificate certificate;
        if (!prove(certificate, quantity.name, s) || !excludes(certificate.proves, relation, bound)) continue;
        certificate.verdict = "refutes";
        certificate.says = {.relation = relation, .bound = exact::to_string(bound)};
        return certificate;
      } catch (const formula::NotRational&) {
      }
    }
  }
  return std::nullopt;
}

/// A number of a witness, as the decimal that it is printed as.
Rational decimal_at(const nlohmann::ordered_json& instance, const char* name) {
  return exact::decimal_fraction(instance.at(name).get<double>());
}

/// A double that is at least x (`up`), or at most x.
Rational outward(const formula::Wide& x, bool up) {
  const auto near = static_cast<double>(x);
  const bool short_of = up ? formula::Wide(near) < x : formula::Wide(near) > x;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return Rational(short_of ? std::nextafter(near, up ? infinity : -infinity) : near);
}

/// Values of parts of a statement about rumors, as fractions: exact where they are some, else on the safe side.
class RumorNumbers {
 public:
  RumorNumbers(const RumorSetting& setting, std::size_t expansions)
      : exact_(rumor_fractions(setting)), ranges_(rumor_ranges(setting, expansions)) {}

  Rational value(const formula::Expression& e, bool up) {
    try {
      return exact_(e);
    } catch (const formula::NotRational&) {
      const auto range = ranges_(e);
      return outward(up ? range.upper() : range.lower(), up);
    }
  }
  /// e^x, at least 1.
  Rational power_of_e(const formula::Expression& x, bool up) {
    try {
      if (x.kind == formula::Expression::Kind::call && x.name == "ln")
        return std::max<Rational>(1, exact_(x.parts.front()));
      if (exact_(x) == 0) return 1;
    } catch (const formula::NotRational&) {
    }
    const auto range = ranges_(x);
    return std::max<Rational>(1, outward(exp(up ? range.upper() : range.lower()), up));
  }

 private:
  formula::Evaluator<Rational> exact_;
  formula::Evaluator<formula::Range> ranges_;
};

/// Proves `quantity`, which is uncertainty or delta(epsilon), in a setting; of delta at an epsilon that is not smaller
/// (`up`) or not larger. False if it is neither.
bool prove_rumor_name(Certificate& certificate, const formula::Expression& quantity, const RumorSetting& setting,
                      bool up, RumorNumbers& numbers, std::size_t expansions) {
  const report::RumorInstance instance{
      .nodes = setting.nodes, .curious = setting.curious, .muting = setting.muting, .terminated = false};
  certificate.kind = "rumor";
  certificate.quantity = quantity.name;
  if (quantity.name == "uncertainty") {
    prove_rumor_uncertainty(certificate, instance, expansions);
  } else if (quantity.name == "delta") {
    prove_rumor_delta(certificate, instance, numbers.power_of_e(quantity.parts.front(), up), expansions);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::optional<Certificate> gossip_certificate(const formula::Expression& statement, const run::Witness& witness,
                                              const std::optional<OwnNetwork>& own) {
  if (const auto sigma = witness.instance.find("sigma"); sigma != witness.instance.end() && sigma->is_array())
    return std::nullopt;
  const auto instance = own ? instance_of(witness.instance, *own) : Instance(scenario_of(witness.instance));
  return certified(statement, instance, gossip_fractions(instance), prove_gossip_loss);
}

std::optional<Certificate> stream_certificate(const formula::Expression& statement, const run::Witness& witness,
                                              const std::optional<OwnNetwork>& own) {
  if (own) return std::nullopt;
  const Instance instance(scenario_of(witness.instance));
  return certified(statement, instance, stream_fractions(instance), prove_stream_name);
}

std::optional<Certificate> ring_certificate(const formula::Expression& statement, const run::Witness& witness) {
  const auto& json = witness.instance;
  const RingSetting setting{.users = json.at("users").get<int>(),
                            .rounds = json.at("rounds").get<int>(),
                            .noise = {.epsilon = decimal_at(json, "local_epsilon"),
                                      .delta = decimal_at(json, "local_delta"),
                                      .delta_prime = decimal_at(json, "delta_prime")}};
  formula::Evaluator<Rational> evaluate(ring_fractions(setting));
  for (const auto& comparison : statement.parts) {
    for (const std::size_t side : {0U, 1U}) {
      const auto& quantity = comparison.parts[side];
      const auto relation = side == 0 ? comparison.name : turned(comparison.name);
      if (relation != "<=" || quantity.kind != formula::Expression::Kind::name || quantity.name != "exact") continue;
      try {
        const Rational bound = evaluate(comparison.parts[1 - side]);
        auto certificate = report::ring_bounds(setting.users, setting.rounds).at(1);  // the token is not published
        if (!excludes(certificate.proves, relation, bound)) continue;
        certificate.verdict = "refutes";
        certificate.says = {.relation = relation, .bound = exact::to_string(bound)};
        return certificate;
      } catch (const formula::NotRational&) {
      }
    }
  }
  return std::nullopt;
}

std::optional<Certificate> rumor_certificate(const formula::Expression& statement, const run::Witness& witness) {
  constexpr std::size_t most_expansions = 256;  // fractions grow with the transcripts
  const RumorSetting setting{.nodes = witness.instance.at("nodes").get<int>(),
                             .curious = witness.instance.at("curious").get<int>(),
                             .muting = fraction_at(witness.instance, "muting")};
  RumorNumbers numbers(setting, most_expansions);
  for (std::size_t expansions = 1; expansions <= most_expansions; expansions *= 4) {
    for (const auto& comparison : statement.parts) {
      if (comparison.name != "<=" && comparison.name != ">=") continue;
      for (const std::size_t side : {0U, 1U}) {
        const auto relation = side == 0 ? comparison.name : turned(comparison.name);
        const bool up = relation == "<=";
        Certificate certificate;
        if (!prove_rumor_name(certificate, comparison.parts[side], setting, up, numbers, expansions)) continue;
        const auto bound = numbers.value(comparison.parts[1 - side], up);
        if (!excludes(certificate.proves, relation, bound)) continue;
        certificate.verdict = "refutes";
        certificate.says = {.relation = relation, .bound = exact::to_string(bound)};
        return certificate;
      }
    }
  }
  return std::nullopt;
}

}  // namespace hearsay::props::bound
