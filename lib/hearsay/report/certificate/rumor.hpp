// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// A rumor on the complete graph, or another one, on 3 to 6 nodes, the last `curious` of which watch.
struct RumorInstance {
  int nodes = 3, curious = 1;
  exact::Rational muting = 0;
  bool terminated = false;  ///< the transcript ends when all nodes are informed, with `end` observed
  bool self_sends = true;
  bool delayed_start = false;
  bool told_twice = false;              ///< of a delayed start
  std::vector<graph::Edge> edges = {};  ///< of a connected graph, increasing; empty: the complete graph
};

/// delta at e^epsilon = factor of sources 0 and 1, from below by the event, a set of transcripts none of which begins
/// another.
void prove_rumor_event(Certificate& certificate, const RumorInstance& instance, const exact::Rational& factor,
                       const std::vector<std::string>& event);
/// The same from both sides, by a tree of at most `expansions` inner nodes.
void prove_rumor_delta(Certificate& certificate, const RumorInstance& instance, const exact::Rational& factor,
                       std::size_t expansions);
/// The prediction uncertainty, from above: the odds against `source` after this transcript.
void prove_rumor_odds(Certificate& certificate, const RumorInstance& instance, const std::string& transcript,
                      int source);
/// The prediction uncertainty from both sides, by a tree of at most `expansions` inner nodes.
void prove_rumor_uncertainty(Certificate& certificate, const RumorInstance& instance, std::size_t expansions);
/// The probability of the transcript from the first suspect seen to send, in units of the largest among the suspects.
void prove_rumor_map(Certificate& certificate, const RumorInstance& instance, const std::string& transcript,
                     const std::vector<int>& suspects);

}  // namespace hearsay::report
