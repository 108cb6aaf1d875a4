// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_rumor.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include <hearsay/accounting/rumor/first_seen.hpp>
#include <hearsay/core/error.hpp>
#include "api/account_rumor_on_graph.hpp"
#include "api/rumor_names.hpp"
#include "api/rumor_view.hpp"

namespace hearsay::api {

namespace {

using accounting::RumorSight;

constexpr std::string_view account_rumor_where = "account rumor";

[[noreturn]] void refuse_rumor(std::string_view why) { throw Error(Errc::conditions, account_rumor_where, why); }

/// Whether Theorems 5, 7 and 8 speak of it: of messages to curious nodes, and (Appendix A.3.1) from them.
bool has_bounds(const accounting::RumorQuestion& q) {
  return (q.sight == RumorSight::ordered || q.sight == RumorSight::involved) && !q.delayed;
}

/// Refuses an adversary and a start that do not go with the rest.
void require_adversary(const RumorQuestion& question) {
  const auto& q = question.adversary;
  require_rumor_view(account_rumor_where,
                     {.sight = q.sight,
                      .seen = q.seen,
                      .swap = q.swap,
                      .delayed = q.delayed,
                      .muting = q.muting,
                      .curious = question.curious.value_or(0) > 0 || !question.curious_set.empty()});
  if (!has_bounds(q) && !question.exact && !question.network) {
    refuse_rumor(fmt::format("no bound is published for {}; `exact` computes the values of at most 6 nodes",
                             q.delayed ? "the delayed start" : fmt::format("`sees` {}", name_of(q.sight))));
  }
}

void require_domain(const RumorQuestion& question) {
  const auto& q = question.adversary;
  require_unit(account_rumor_where, "`muting`", q.muting);
  require_non_negative(account_rumor_where, "`epsilon`", q.epsilon);
  require_unit(account_rumor_where, "`seen`", q.seen);
  require_unit(account_rumor_where, "`swap`", q.swap);
  require_adversary(question);
  if (!q.delta) return;
  require_open_unit(account_rumor_where, "`delta`", *q.delta);
  if (!question.exact && !question.network)
    refuse_rumor("`delta` asks for an exact epsilon, so it needs `exact` or `graph`");
}

RumorAnswer account_on_graph(const RumorQuestion& question, const Execution& execution) {
  if (question.nodes || question.curious)
    refuse_rumor("`graph` needs `curious_set` and excludes `nodes` and `curious`");
  if (question.curious_set.empty() && question.adversary.sight != RumorSight::eavesdropper)
    refuse_rumor("`graph` needs `curious_set` V,...");
  const auto& graph = question.network->graph();
  require_exact_rumor_graph(graph);
  const auto world = accounting::rumor_world(graph, question.curious_set);
  for (const auto& note : question.network->made.loaded.notes) execution.say(note);
  return {.question = question,
          .nodes = graph.nodes(),
          .curious = static_cast<std::int64_t>(question.curious_set.size()),
          .bounds = std::nullopt,
          .exact = accounting::rumor_exact_report(world, question.adversary)};
}

/// delta(0) from below by which of two sources is seen first; nothing where that is not computed.
std::optional<Bracket> first_seen(const accounting::RumorCrowd& crowd, const accounting::RumorQuestion& q) {
  const bool known = q.sight == RumorSight::ordered && !q.delayed && q.end == accounting::RumorEnd::unending;
  if (!known || crowd.nodes > accounting::rumor_first_seen_most_nodes) return std::nullopt;
  if (crowd.honest() < 2) return Bracket::exact(0.0);  // one source
  return accounting::rumor_first_seen(crowd, q.muting, crowd.nodes > 10'000 ? 2 : 4);
}

RumorAnswer account_among_all(const RumorQuestion& question) {
  if (!question.nodes || !question.curious)
    refuse_rumor("`nodes` and `curious` are required (or `graph` and `curious_set`)");
  if (!question.curious_set.empty()) refuse_rumor("`curious_set` needs `graph`");
  const auto crowd = accounting::rumor_crowd(*question.nodes, *question.curious);
  RumorAnswer answer{.question = question,
                     .nodes = *question.nodes,
                     .curious = *question.curious,
                     .bounds = std::nullopt,
                     .exact = std::nullopt};
  if (question.exact) {
    require_between("account rumor `exact`", "`nodes`", *question.nodes, 2, accounting::RumorWorld::max_nodes);
    answer.exact = accounting::rumor_exact_report(crowd, question.adversary);
  }
  if (has_bounds(question.adversary))
    answer.bounds = accounting::rumor_bounds(crowd, question.adversary.muting, question.adversary.epsilon);
  answer.first_seen = first_seen(crowd, question.adversary);
  return answer;
}

}  // namespace

RumorAnswer account_rumor(const RumorQuestion& question, const Execution& execution) {
  require_domain(question);
  return question.network ? account_on_graph(question, execution) : account_among_all(question);
}

}  // namespace hearsay::api
