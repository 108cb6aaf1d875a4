// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/node_names.hpp"

namespace hearsay::api {

nlohmann::ordered_json graph_parameters(const GraphSource& options, const GossipGraph& made,
                                        const std::vector<graph::Node>& observers) {
  nlohmann::ordered_json parameters = {{"graph", options.spec}, {"weights", options.weights}};
  if (!options.component.empty()) parameters["component"] = options.component;
  parameters["nodes"] = made.graph().nodes();
  parameters["edges"] = made.graph().edges();
  const NodeNames names(made.graph());
  for (const auto v : observers) parameters["observer"].push_back(names.json(v));
  return parameters;
}

}  // namespace hearsay::api
