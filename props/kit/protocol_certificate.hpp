// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::props {

/// A node adds `factor` times its state before its input, in the rounds `first` to `last`, counted from 1.
struct FedNode {
  graph::Node node;
  int first, last;
  exact::Rational factor;
};

/// A linear protocol as certificates of kind `protocol` tell it; certificates/check_certificates.py says what it does.
struct ProtocolInstance {
  graph::Graph graph;
  std::string weights = "metropolis";  ///< or "lazy", "uniform"
  int rounds = 1;
  int injections = 1;            ///< the first rounds that take inputs and noise
  int changes = 1;               ///< the first rounds in which the target's input changes
  nlohmann::ordered_json noise;  ///< {"node": "1", "pair": "2"}: standard deviations
  std::vector<graph::Node> observers;
  bool own_noise = true;
  std::string view = "messages";  ///< or "states", "all", "final"
  graph::Node target;
  exact::Rational gamma = 1;
  std::vector<FedNode> feedback = {};
};

/// The refutation of a claim whose row is of kind `protocol`.
/// @param value  what the protocol loses, "infinite" or text that ends with a fraction, as witnesses say it.
/// @throws std::logic_error if `value` is neither.
[[nodiscard]] report::Certificate protocol_refutation(const std::string& claim, const ProtocolInstance& instance,
                                                      const std::string& value);

}  // namespace hearsay::props
