// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>
#include <string>
#include <vector>

#include <hearsay/report/certificate/rumor.hpp>
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"

namespace hearsay::props {

namespace {

using nlohmann::ordered_json;
using report::Certificate;
using report::RumorInstance;
using run::Witness;

/// The claims about Algorithm 1 to the letter are of terminated transcripts, the others of unending ones.
RumorInstance rumor_of(const ordered_json& x, bool terminated) {
  return {.nodes = x.at("nodes").get<int>(),
          .curious = static_cast<int>(x.at("curious").size()),
          .muting = fraction_at(x, "muting"),
          .terminated = terminated,
          .self_sends = x.value("self_sends", true),
          .delayed_start = x.value("delayed_start", false)};
}

Certifier event(const std::string& claim) {
  return [claim](const Witness& witness) {
    auto certificate = report::refutation(claim);
    const auto& x = witness.instance;
    prove_rumor_event(certificate, rumor_of(x, true), fraction_at(x, "exp_epsilon"),
                      x.at("event").get<std::vector<std::string>>());
    return certificate;
  };
}

/// The witness's odds are those against source 0.
Certifier odds(const std::string& claim) {
  return [claim](const Witness& witness) {
    auto certificate = report::refutation(claim);
    const auto& x = witness.instance;
    prove_rumor_odds(certificate, rumor_of(x, true), x.at("transcript_begins").get<std::string>(), 0);
    return certificate;
  };
}

Certificate no_self_sends(const Witness& witness) {
  constexpr std::size_t expansions = 64;
  auto certificate = report::refutation("rumor.thm5.limit.no_self_sends");
  prove_rumor_delta(certificate, rumor_of(witness.instance, false), 1, expansions);
  return certificate;
}

Certifier told_twice(const std::string& claim) {
  return [claim](const Witness& witness) {
    auto certificate = report::refutation(claim);
    constexpr std::size_t expansions = 8;  // more than the three that close the tree
    auto instance = rumor_of(witness.instance, true);
    instance.told_twice = true;
    prove_rumor_delta(certificate, instance, 1, expansions);
    return certificate;
  };
}

Certificate first_suspect(const Witness& witness) {
  auto certificate = report::refutation("rumor.thm10.terminated");
  const auto& x = witness.instance;
  prove_rumor_map(certificate, rumor_of(x, true), x.at("transcript").get<std::string>(),
                  x.at("suspects").get<std::vector<int>>());
  return certificate;
}

// ---- the proof of Theorem 9: formulas of the table

Certificate logarithm(const Witness& witness) {
  const auto& x = witness.instance;
  return report::expression_refutation("rumor.eq11", {{"n", fraction_at(x, "nodes")},
                                                      {"s", fraction_at(x, "muting")},
                                                      {"c", fraction_at(x, "c")},
                                                      {"delta", fraction_at(x, "delta")}});
}

Certificate second_phase(const Witness& witness) {
  const auto& x = witness.instance;
  return report::expression_refutation("rumor.thm9.phases",
                                       {{"n", fraction_at(x, "nodes")}, {"s", fraction_at(x, "muting")}});
}

Certificate sequential_round(const Witness& witness) {
  const auto& x = witness.instance;
  return report::expression_refutation(
      "rumor.thm9.mean",
      {{"n", fraction_at(x, "nodes")}, {"active", fraction_at(x, "active")}, {"s", fraction_at(x, "muting")}});
}

// ---- Sections 3.1 and 5.1, the proof of Theorem 4, Appendices A.4 and B

Certificate constant_messages(const Witness& witness) {
  const auto& x = witness.instance;
  return report::expression_refutation("rumor.thm4.constant", {{"k", fraction_at(x, "k")},
                                                               {"n", fraction_at(x, "nodes")},
                                                               {"f", fraction_at(x, "curious")},
                                                               {"r", fraction_at(x, "r")}});
}

Certificate no_termination(const Witness& witness) {
  const auto x = rumor_of(witness.instance, true);
  return report::expression_refutation("rumor.malicious.termination",
                                       {{"n", x.nodes}, {"f", x.curious}, {"s", x.muting}});
}

Certificate exponent(const Witness& witness) {
  const auto& x = witness.instance;
  if (x.at("nodes") != 3 || x.at("curious") != 1) throw std::logic_error("rumor.appendixB.eq4: not the row's crowd");
  return report::expression_refutation("rumor.appendixB.eq4", {{"r", fraction_at(x, "r")}});
}

Certificate receivers(const Witness& witness) {
  const auto x = rumor_of(witness.instance, false);
  if (x.nodes != x.curious + 2 || x.muting != 1) throw std::logic_error("rumor.receivers: not the row's crowd");
  return report::expression_refutation("rumor.receivers", {{"f", x.curious}});
}

Certificate first_receiver(const Witness& witness) {
  const auto& x = witness.instance;
  return report::expression_refutation("rumor.appendixD.first_receiver", {{"n", fraction_at(x, "nodes")},
                                                                          {"f", fraction_at(x, "number_curious")},
                                                                          {"degree", fraction_at(x, "degree")},
                                                                          {"adjacent", fraction_at(x, "adjacent")}});
}

Certificate push_uncertainty(const Witness& witness) {
  const auto x = rumor_of(witness.instance, false);
  return report::expression_refutation("rumor.thm8.push.fixed", {{"n", x.nodes}, {"f", x.curious}});
}

}  // namespace

void certify_rumor(Certifiers& certifiers) {
  for (const char* claim : {"rumor.thm5.dp.terminated", "rumor.thm7.terminated"})
    certifiers.emplace(claim, event(claim));
  for (const char* claim : {"rumor.thm5.uncertainty.terminated", "rumor.thm8.terminated"})
    certifiers.emplace(claim, odds(claim));
  for (const auto* claim : {"rumor.thm5.limit", "rumor.appendixB.optimal"})
    certifiers.emplace(claim, told_twice(claim));
  certifiers.emplace("rumor.thm5.limit.no_self_sends", no_self_sends);
  certifiers.emplace("rumor.thm10.terminated", first_suspect);
  certifiers.emplace("rumor.eq11", logarithm);
  certifiers.emplace("rumor.thm9.phases", second_phase);
  certifiers.emplace("rumor.thm9.mean", sequential_round);
  certifiers.emplace("rumor.thm4.constant", constant_messages);
  certifiers.emplace("rumor.malicious.termination", no_termination);
  certifiers.emplace("rumor.appendixB.eq4", exponent);
  certifiers.emplace("rumor.receivers", receivers);
  certifiers.emplace("rumor.appendixD.first_receiver", first_receiver);
  certifiers.emplace("rumor.thm8.push.fixed", push_uncertainty);
}

}  // namespace hearsay::props
