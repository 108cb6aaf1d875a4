// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/account_gossip_words.hpp"

#include <fmt/format.h>

#include "api/render/words.hpp"

namespace hearsay::api {

std::string violation_words(const accounting::GossipReport& report) {
  const auto doubtful = report.doubtful_violations == 0
                            ? std::string()
                            : fmt::format(", and perhaps {} more", report.doubtful_violations);
  return fmt::format("{} of {} targets lose more than the published formula says{}", report.violations,
                     report.losses.size(), doubtful);
}

ShareSummary share_summary(const GossipTerms& terms, const GossipLosses& found, bool resolved) {
  const bool own_noise = own_noise_known(terms.claim.trust);
  const auto& shares = own_noise ? found.shares.exact_own_noise : found.shares.exact;
  ShareSummary summary;
  for (const auto& loss : found.report.losses) {
    const auto u = loss.target;
    const auto share = !resolved   ? shares.of(u)
                       : own_noise ? found.resolved->exact_own_noise_of(u)
                                   : found.resolved->exact_of(u);
    summary.add(share, found.shares.published(u));
  }
  return summary;
}

std::vector<std::string> summary_words(const GossipTerms& terms, const GossipLosses& found) {
  if (!terms.noise.given()) return {};
  const auto* whom = own_noise_known(terms.claim.trust) ? "to observers who know the noise that they injected"
                                                        : "to observers who know no noise";
  std::vector<std::string> words = {fmt::format("{}, as shares of the local loss: {}", whom,
                                                share_summary(terms, found, false).words(terms.noise.words()))};
  if (!found.resolved) return words;
  words.push_back(share_summary(terms, found, true).words(terms.noise.precision));
  words.push_back(fmt::format("resolved at {}: {}", terms.noise.precision, resolved_words));
  return words;
}

std::string adversary_words(const graph::Graph& graph, const std::vector<graph::Node>& observers) {
  const bool several = observers.size() > 1;
  return fmt::format("node{} {}{}, all noise unknown (exact) or own noise known (own noise)", several ? "s" : "",
                     label_list(graph, observers), several ? " together" : "");
}

}  // namespace hearsay::api
