// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/kit/protocol_certificate.hpp"

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/statements.hpp>

#include "props/kit/instance.hpp"

namespace hearsay::props {

namespace {

using nlohmann::ordered_json;

/// [[round, node, "f"], ...]. @pre the nodes' rounds do not overlap.
ordered_json feedback_json(const std::vector<FedNode>& feedback) {
  auto entries = ordered_json::array();
  for (const auto& [node, first, last, factor] : feedback) {
    for (int round = first; round <= last; ++round) entries.push_back({round, node, exact::to_string(factor)});
  }
  return entries;
}

}  // namespace

report::Certificate protocol_refutation(const std::string& claim, const ProtocolInstance& instance,
                                        const std::string& value) {
  auto certificate = report::refutation(claim);
  certificate.instance = {
      {"nodes", instance.graph.nodes()},   {"edges", report::edges_json(instance.graph.edge_list())},
      {"weights", instance.weights},       {"rounds", instance.rounds},
      {"injections", instance.injections}, {"changes", instance.changes},
      {"noise", instance.noise},           {"observers", instance.observers},
      {"own_noise", instance.own_noise},   {"view", instance.view},
      {"target", instance.target}};
  if (instance.gamma != 1) certificate.instance["gamma"] = exact::to_string(instance.gamma);
  if (!instance.feedback.empty()) certificate.instance["feedback"] = feedback_json(instance.feedback);
  if (value == "infinite") {
    certificate.proves.lower = "inf";
  } else {
    const auto exact = exact::to_string(fraction_at_end(value));
    certificate.proves = {.lower = exact, .upper = exact};
  }
  return certificate;
}

}  // namespace hearsay::props
