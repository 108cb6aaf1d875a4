// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_gossip.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/table.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/network/exact_gossip.hpp"
#include "api/render/account_gossip_nodes.hpp"
#include "api/render/account_gossip_words.hpp"
#include "api/render/node_names.hpp"
#include "api/render/provenance.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using report::TerminalText;

nlohmann::ordered_json gossip_parameters(const GossipAnswer& answer, const GossipLosses& found,
                                         const NodeNames& names) {
  const auto& question = answer.question;
  const auto& terms = question.terms;
  auto parameters = graph_parameters(question.network, question.observers);
  parameters["target"] = question.target ? names.json(*question.target) : "all";
  parameters["schedule"] = terms.schedule.name();
  parameters["steps"] = found.steps ? nlohmann::ordered_json(*found.steps) : nlohmann::ordered_json(any_steps);
  parameters["alpha"] = terms.alpha;
  parameters["sigma"] = terms.sigma.number;
  parameters["sensitivity"] = terms.sensitivity.number;
  if (terms.delta) parameters["delta"] = *terms.delta;
  if (terms.claim.epsilon) parameters["claimed_epsilon"] = *terms.claim.epsilon;
  if (terms.claim.renyi) parameters["claimed_renyi"] = *terms.claim.renyi;
  if (terms.claim.given()) parameters["trust"] = terms.claim.trust;
  add_message_noise(parameters, terms.noise);
  return parameters;
}

nlohmann::ordered_json values_json(const accounting::LossValues& losses) {
  nlohmann::ordered_json result = {{"published", losses.published}};
  add_enclosure(result, "exact", losses.exact);
  add_enclosure(result, "exact_own_noise", losses.exact_own_noise);
  return result;
}

/// "resolved" and "resolved_own_noise".
void add_resolved(nlohmann::ordered_json& entry, const accounting::NoisyLosses& resolved, double unit, graph::Node u) {
  const auto in_unit = [unit](double share) { return unit * share; };
  add_enclosure(entry, "resolved", resolved.exact_of(u).mapped(in_unit));
  add_enclosure(entry, "resolved_own_noise", resolved.exact_own_noise_of(u).mapped(in_unit));
}

nlohmann::ordered_json loss_json(const accounting::TargetLoss& loss, const GossipLosses& found,
                                 const NodeNames& names) {
  const double local = found.report.unit;
  nlohmann::ordered_json entry = {{"target", names.json(loss.target)}, {"distance", loss.distance}, {"local", local}};
  entry.update(values_json(loss.renyi));
  if (found.resolved) add_resolved(entry, *found.resolved, local, loss.target);
  if (loss.epsilon) entry["epsilon"] = values_json(*loss.epsilon);
  return entry;
}

nlohmann::ordered_json audit_json(const GossipTerms& terms, const accounting::GossipAudit& found,
                                  const NodeNames& names) {
  const auto& worst = found.worst;
  if (terms.claim.epsilon && !worst.epsilon)
    throw std::logic_error("an epsilon is claimed, but the losses have no epsilon");
  const auto& losses = terms.claim.epsilon ? *worst.epsilon : worst.renyi;
  auto result = claim_json(terms.claim, terms.scale());
  result["verdict"] = to_string(found.verdict);
  result["worst"] = {{"target", names.json(worst.target)}, {"lower", found.loss.lower}, {"upper", found.loss.upper}};
  add_enclosure(result["worst"], "exact", losses.exact);
  add_enclosure(result["worst"], "exact_own_noise", losses.exact_own_noise);
  return result;
}

/// "summary", of losses as shares of the local loss, and "resolved", where message noise or a precision is given.
void add_summaries(nlohmann::ordered_json& result, const GossipTerms& terms, const GossipLosses& found) {
  if (!terms.noise.given()) return;
  result["summary"] = {{"trust", terms.claim.trust}, {"tau", terms.noise.tau}};
  result["summary"].update(share_summary(terms, found, false).json());
  if (!found.resolved) return;
  result["resolved"] = {{"trust", terms.claim.trust}, {"tau", found.resolved->tau}};
  result["resolved"].update(share_summary(terms, found, true).json());
  result["resolved"]["words"] = resolved_words;
}

nlohmann::ordered_json alike_json(const GossipAnswer& answer, const GossipLosses& found, const Origin& origin) {
  const auto& question = answer.question;
  const NodeNames names(question.network.graph());
  const auto& report = found.report;
  auto result = envelope(account_gossip_name, gossip_parameters(answer, found, names), origin);
  result["read"] = reading(question.network).json;
  if (found.gap) result["spectral_gap"] = *found.gap;
  result["unit"] = report.unit;
  result["messages"] = number_or_null(found.messages);
  result["rank"] = found.rank;
  result["rank_proof"] = proof_json(found.rank_proof);
  result["exposed"] = exposed_json(found.exposed);
  result["accuracy"] = report.accuracy;
  result["published_capped_at_local"] = true;
  result["in_doubt"] = {{"targets", report.in_doubt()}, {"why", text_or_null(found.doubt)}};
  result["mean"] = {
      {"over", report.mean.over}, {"published", report.mean.published}, {"bound", number_or_null(report.mean.bound)}};
  add_enclosure(result["mean"], "exact", report.mean.exact);
  result["violations"] = report.violations;
  result["violations_in_doubt"] = report.doubtful_violations;
  add_summaries(result, question.terms, found);
  if (found.audit) result["audit"] = audit_json(question.terms, *found.audit, names);
  auto& list = result["losses"] = nlohmann::ordered_json::array();
  for (const auto& loss : report.losses) list.push_back(loss_json(loss, found, names));
  return result;
}

/// Who listens, what was heard, and the unit of losses.
TerminalText view_text(const GossipQuestion& question, const GossipLosses& found) {
  const auto& terms = question.terms;
  const auto& schedule = terms.schedule;
  const auto kind = schedule.accelerated() || schedule.randomized() ? schedule.how + " " : std::string();
  const auto gap =
      found.gap ? fmt::format(" ({}gap {:.3g})", terms.steps == "auto" ? "auto: " : "", *found.gap) : std::string();
  const auto sent = found.steps && found.messages
                        ? fmt::format("{} messages in {} {}steps{}", *found.messages, *found.steps, kind, gap)
                        : "messages of any number of steps";
  const bool full = found.rank_proof.kind == accounting::Proof::Kind::numerical && found.full_rank;
  auto text =
      paragraph("observer {}: {}, rank of the view {}{}", node_list(question.network.graph(), question.observers), sent,
                found.rank, full ? " (the largest possible)" : remark(found.rank_proof));
  text += report::terminal_text("Renyi loss of order {} (sigma {}, sensitivity {}); local loss {:.6g}\n", terms.alpha,
                                terms.sigma.number, terms.sensitivity.number, found.report.unit);
  if (terms.noise.noisy())
    text += paragraph("Gaussian noise of standard deviation {} sigma is added to every message", terms.noise.tau);
  return text;
}

constexpr int loss_digits = 5;

/// The cells of a row after target and distance.
void add_cells(std::vector<TerminalText>& cells, const accounting::LossValues& losses) {
  cells.insert(cells.end(),
               {report::number_text(losses.published, loss_digits), report::enclosure_text(losses.exact, loss_digits),
                report::enclosure_text(losses.exact_own_noise, loss_digits)});
}

TerminalText losses_text(const GossipQuestion& question, const GossipLosses& found) {
  constexpr std::size_t rows = 20;
  const auto& terms = question.terms;
  const auto& report = found.report;
  std::vector<report::TextColumn> columns = {{.title = "target", .fit = report::Fit::cut},
                                             {.title = "distance"},
                                             {.title = "published"},
                                             {.title = "exact"},
                                             {.title = "own noise"}};
  if (found.resolved) columns.push_back({.title = "resolved at\n" + terms.noise.precision});
  if (terms.delta)
    columns.insert(columns.end(),
                   {{.title = "epsilon\npublished"}, {.title = "epsilon\nexact"}, {.title = "epsilon\nown noise"}});
  report::TextTable table(std::move(columns));
  const auto first = accounting::largest_losses(report, rows);
  for (const auto& loss : first) {
    std::vector<TerminalText> cells = {question.network.graph().label(loss.target), std::to_string(loss.distance)};
    add_cells(cells, loss.renyi);
    if (found.resolved) {
      const auto share = own_noise_known(terms.claim.trust) ? found.resolved->exact_own_noise_of(loss.target)
                                                            : found.resolved->exact_of(loss.target);
      cells.emplace_back(report::enclosure_text(share.mapped([&](double x) { return report.unit * x; }), loss_digits));
    }
    if (loss.epsilon) add_cells(cells, *loss.epsilon);
    table.row(std::move(cells));
  }
  auto text = table.text(report::page_width, true);
  if (first.size() < report.losses.size())
    text += report::terminal_text("... {} more targets, none with a larger exact loss; the JSON lists all\n",
                                  report.losses.size() - first.size());
  return text;
}

TerminalText mean_text(const GossipLosses& found, bool several_observers) {
  const auto& mean = found.report.mean;
  const auto bound =
      mean.bound
          ? fmt::format(
                "; bound {:.6g}, since every message adds at most the local loss to the sum of the published losses",
                *mean.bound)
          : "";
  auto text = paragraph("\nmean over the {} node{} that do{} not observe: published {:.6g}, exact {}{}", mean.over,
                        mean.over == 1 ? "" : "s", mean.over == 1 ? "es" : "", mean.published,
                        report::enclosure_text(mean.exact, 6), bound);
  if (found.exposed) {
    const auto& [count, own_noise, proof] = *found.exposed;
    const bool proved = proof.kind == accounting::Proof::Kind::proved;
    text += paragraph("{} node{} get{} no amplification (loss = local DP); {} if the observer{} own noise{}", count,
                      count == 1 ? "" : "s", count == 1 ? "s" : "", own_noise,
                      several_observers ? "s use their" : " uses its",
                      proved ? " (proved in exact arithmetic)" : remark(proof));
  }
  return text;
}

/// What the schedule and the number of steps mean for the losses.
TerminalText schedule_text(const GossipTerms& terms, const GossipLosses& found) {
  TerminalText text;
  if (terms.schedule.accelerated() && !terms.noise.noisy())
    text += paragraph(
        "accelerated: the exact losses equal those of the same number of synchronous steps, because accelerated "
        "messages are combinations of synchronous ones");
  if (terms.schedule.randomized())
    text += paragraph("randomized: one draw of the edges from the seed; the observers know the edges");
  if (!found.steps) {
    text += paragraph(
        "\nforever: W is fixed, noise is added once, and messages carry no noise. The published sum diverges, so its "
        "cap is shown. The losses hold for every stopping rule that depends only on what the observers see. They do "
        "not hold for rules on hidden states, for schedules or for fresh noise");
  }
  return text;
}

TerminalText audit_text(const GossipQuestion& question, const accounting::GossipAudit& found) {
  const auto& terms = question.terms;
  const auto target = node_name(question.network.graph(), found.worst.target);
  const auto scope = question.target ? fmt::format("target {}", target) : "every target";
  const auto loss = found.verdict == Verdict::inconclusive
                        ? fmt::format("between {:.17g} and {:.17g}", found.loss.lower, found.loss.upper)
                        : report::enclosure_text(found.loss, 9);
  auto text =
      paragraph("promise '{} {}': {}", scope, claim_words(terms.claim, terms.scale()), report::colored(found.verdict));
  text += paragraph("largest: target {}, {} {}, {}", target, terms.claim.epsilon ? "epsilon" : "a Renyi loss of", loss,
                    own_noise_known(terms.claim.trust) ? "own noise known" : "all noise unknown");
  return text;
}

TerminalText alike_text(const GossipQuestion& question, const GossipLosses& found) {
  const auto& report = found.report;
  auto text = reading(question.network).text();
  text += view_text(question, found);
  text += TerminalText::lines("\n");
  text += losses_text(question, found);
  if (!found.doubt.empty()) text += paragraph("\nin doubt: {}", found.doubt);
  text += paragraph(
      "\npublished: the formula of muffliato Theorem 1, capped at the local loss. exact: the loss to observers who "
      "know no noise. own noise: the loss to observers who know the noise that they injected");
  text += mean_text(found, question.observers.size() > 1);
  auto violations = violation_words(report);
  if (report.violations > 0) {
    const auto worst = accounting::worst_ratio(report);
    violations += fmt::format("; worst ratio {:.4g} at target {}", worst.ratio,
                              node_name(question.network.graph(), worst.target));
  }
  text += paragraph("{}", violations);
  for (const auto& words : summary_words(question.terms, found)) text += paragraph("\n{}", words);
  text += schedule_text(question.terms, found);
  if (found.audit) text += audit_text(question, *found.audit);
  return text;
}

}  // namespace

nlohmann::ordered_json to_json(const GossipAnswer& answer, const Origin& origin) {
  const auto& question = answer.question;
  const auto& graph = question.network.graph();
  const auto* by_node = std::get_if<GossipByNode>(&answer.found);
  auto result = by_node != nullptr ? by_node_json(question, *by_node, origin)
                                   : alike_json(answer, std::get<GossipLosses>(answer.found), origin);
  result["provenance"] =
      provenance_json(question.network.source, graph, adversary_words(graph, question.observers), origin.command_line);
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const GossipAnswer& answer) {
  if (const auto* by_node = std::get_if<GossipByNode>(&answer.found)) return by_node_text(answer.question, *by_node);
  return alike_text(answer.question, std::get<GossipLosses>(answer.found));
}

}  // namespace hearsay::api
