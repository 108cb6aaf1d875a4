// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/audit/network_views.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/report/certificate/recheck.hpp>
#include "api/render/page_views.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// The pair that a page explains.
struct PagePair {
  std::vector<graph::Node> observers;
  graph::Node target = 0;
  Enclosure share;  ///< of the local loss that the observers learn
};

/// What ``report`` of an account or an audit shows.
struct NetworkPage {
  nlohmann::ordered_json result;   ///< the JSON, "provenance" included; on the page as it is
  nlohmann::ordered_json summary;  ///< {"title", "verdict" | null, "words": [sentence], "worst": sentence}
  nlohmann::ordered_json scale;    ///< {"sigma", "sensitivity", "order", "delta"}: in which units losses are shown
  nlohmann::ordered_json nodes;    ///< by node, what its worst observers learn as shares; null: one view was asked for
  std::vector<graph::Point> positions;  ///< of the nodes, if the graph has some
  bool own_noise = true;                ///< the observers know what they injected themselves
  PagePair worst;
  PageFocus focus;
  report::ResultProofs proofs = report::ResultProofs();  ///< certificates that the page re-checks
};

/// The page as data: the above, "graph", "views" and "combination", the messages that reveal the worst pair.
/// @throws as page_views.
[[nodiscard]] nlohmann::ordered_json page_data(const NetworkPage& page, const PageNetwork& network,
                                               const Execution& execution);

/// The page as data, with the "timing" of now, if the result has one; `result` gets the same.
[[nodiscard]] nlohmann::ordered_json timed(nlohmann::ordered_json data, nlohmann::ordered_json& result,
                                           const std::function<Origin()>& origin);

/// One self-contained page that explains itself: needs no network, opens from disk, prints.
/// @param proofs  certificates that it re-checks.
[[nodiscard]] std::string page_text(const nlohmann::ordered_json& data, const report::ResultProofs& proofs);

}  // namespace hearsay::api
