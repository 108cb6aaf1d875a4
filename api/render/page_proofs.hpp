// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/graph/graph.hpp>
#include <hearsay/report/certificate/recheck.hpp>
#include "api/network/gossip_certificate.hpp"

namespace hearsay::api {

/// How much a page proves: what a browser checks in some seconds, and no view that takes long to solve.
inline constexpr double page_work = 2e7, page_entries = 1e5;
inline constexpr std::size_t most_page_proofs = 20;
inline constexpr std::size_t most_page_sets = 8;  ///< of observers of an audit: a proof takes as long as many views

/// The certificates of a page: the first of the losses that were proved, each a file of its own that fits on a page.
/// @param losses  how many the page could prove at most.
[[nodiscard]] report::ResultProofs page_proofs(const Proved& proved, const graph::Graph& graph, std::size_t losses);

}  // namespace hearsay::api
