// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_gossip_question.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/core/error.hpp>
#include "api/network/graph_source.hpp"

namespace hearsay::api {

namespace {

void require_gossip_domain(const GossipTerms& terms) {
  require_renyi_order(account_gossip_name, terms.alpha);
  require_positive(account_gossip_name, "`sigma`", terms.sigma.number);
  require_non_negative(account_gossip_name, "`sensitivity`", terms.sensitivity.number);
  require_non_negative(account_gossip_name, "alpha sensitivity^2 / (2 sigma^2)", terms.scale().unit());
  if (terms.delta) require_open_unit(account_gossip_name, "`delta`", *terms.delta);
  if (terms.claim.epsilon && terms.claim.renyi)
    throw Error(Errc::conditions, "`claimed_renyi`", "excludes `claimed_epsilon`; only one promise is judged");
  require_claim(account_gossip_name, terms.claim, terms.delta);
  require_message_noise(terms.noise, terms.steps);
}

/// Refuses what is there for one W in all steps only.
void require_one_matrix(const GossipTerms& terms, const GossipExtras& extras) {
  const auto& schedule = terms.schedule;
  if (terms.noise.given() && (schedule.file() || schedule.randomized()))
    throw Error(Errc::conditions, terms.noise.noisy() ? "`message_noise`" : "`precision`",
                "needs one W for all steps; `schedule` gives different matrices");
  if (terms.noise.noisy() && extras.certificate)
    throw Error(Errc::conditions, "`certificate`", "proves losses without noise on messages");
  if (schedule.synchronous()) return;
  if (terms.steps == any_steps) {
    throw Error(Errc::conditions, "`steps`",
                "forever is for synchronous gossip; the exact losses of accelerated gossip are the same");
  }
  if (extras.certificate)
    throw Error(Errc::conditions, "`certificate`", "proves losses of synchronous gossip with one W");
  if (extras.page && schedule.accelerated()) {
    throw Error(Errc::conditions, "`report`",
                "shows synchronous gossip and schedule files; the exact losses of accelerated gossip are those of "
                "synchronous gossip");
  }
  if (terms.sigma.by_node() || terms.sensitivity.by_node())
    throw Error(Errc::conditions, "`schedule`", "needs one `sigma` and one `sensitivity` for all nodes");
  if (!schedule.file()) require_steps(terms.steps);
}

}  // namespace

void require_answerable(const GossipTerms& terms, const GossipExtras& extras) {
  require_gossip_domain(terms);
  if (!terms.schedule.file() && terms.steps != any_steps && !step_count(terms.steps))
    require_steps(terms.steps, "auto nor forever");
  require_one_matrix(terms, extras);
}

void require_answerable_by_node(const GossipTerms& terms, const GossipExtras& extras) {
  if (terms.steps == "auto") throw Error(Errc::conditions, "`steps`", "auto needs one `sigma` for all nodes");
  if (extras.certificate)
    throw Error(Errc::conditions, "`certificate`",
                "proves losses with one `sigma` and one `sensitivity` for all nodes");
  if (extras.page)
    throw Error(Errc::conditions, "`report`", "shows losses with one `sigma` and one `sensitivity` for all nodes");
  if (terms.noise.rounded())
    throw Error(Errc::conditions, "`precision`", "needs one `sigma` and one `sensitivity` for all nodes");
}

GossipQuestion load_gossip(const GossipTerms& terms, const GossipNames& names, const GossipExtras& extras,
                           const Execution& execution) {
  require_answerable(terms, extras);
  auto network = load_weighted(terms.schedule, names.graph, execution.seed);
  auto observers = nodes_from_labels("`observer`", network.graph(), names.observers);
  GossipQuestion question{.network = std::move(network),
                          .observers = std::move(observers),
                          .target = std::nullopt,
                          .terms = terms,
                          .scales = std::nullopt};
  const auto& graph = question.network.graph();
  if (names.target != "all") question.target = graph::find_node("`target`", graph, names.target);
  require_target(question);
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  question.scales = read_scales(terms.sigma, terms.sensitivity, graph);
  if (question.scales) require_answerable_by_node(terms, extras);
  return question;
}

void require_target(const GossipQuestion& question) {
  const auto& target = question.target;
  require_targets(question.network.graph(), {target ? &*target : nullptr, target ? 1U : 0U}, question.observers);
}

std::vector<graph::Node> targets_of(const GossipQuestion& question) {
  require_target(question);
  if (question.target) return {*question.target};
  return accounting::nodes_without(question.network.graph(), question.observers);
}

}  // namespace hearsay::api
