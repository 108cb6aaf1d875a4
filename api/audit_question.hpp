// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hearsay/audit/network_views.hpp>
#include <hearsay/audit/promise.hpp>
#include <hearsay/linalg/null_space.hpp>
#include <hearsay/random/stream.hpp>
#include "api/audit_observers.hpp"
#include "api/audit_request.hpp"
#include "api/network/network.hpp"

namespace hearsay::api {

/// Parameters of the units that a promise does not name.
inline constexpr double usual_order = 2.0, usual_delta = 1e-5;

/// One promise about one network.
struct AuditQuestion {
  std::string name, file;  ///< of the request
  Network network;
  AuditedObservers observers;
  std::string target = "all";  ///< as it was asked for
  std::vector<graph::Node> targets;
  linalg::Steps steps;        ///< nothing: any number
  std::optional<double> gap;  ///< of the published stopping time, where the steps are that
  audit::PromisedBound promise;
  bool own_noise = true;  ///< the observers know what they injected themselves
  Scale sigma, sensitivity;
  std::optional<audit::NodeScales> scales;  ///< where nodes differ
  MessageNoise noise;
  AdviceWanted advice = {};

  [[nodiscard]] const graph::Graph& graph() const { return network.graph(); }
  /// Of the local loss of which the answer has shares: the common one, or where nodes differ the largest.
  [[nodiscard]] audit::NoiseScale scale() const;
  [[nodiscard]] double sensitivity_of(graph::Node v) const;
  /// Of Gaussian DP, of a share of that local loss.
  [[nodiscard]] double mu(double share) const;
};

/// The request about a network that is there already; `request.graph` says where results are to say it comes from.
/// @throws Error for whatever is wrong with the request.
[[nodiscard]] AuditQuestion question_of(const AuditRequest& request, Network network);

/// The same of the network that the request names. @throws as load_network, load_schedule and the other.
[[nodiscard]] AuditQuestion question_of(const AuditRequest& request, random::Seed seed);

}  // namespace hearsay::api
