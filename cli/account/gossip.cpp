// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>

#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/audit/promise.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include <hearsay/system/memory.hpp>
#include "api/network/exact_gossip.hpp"
#include "api/network/gossip_certificate.hpp"
#include "api/network/graph_source.hpp"
#include "api/network/message_noise.hpp"
#include "api/network/network.hpp"
#include "api/network/schedule.hpp"
#include "api/promise.hpp"
#include "api/render/network_page.hpp"
#include "api/render/node_names.hpp"
#include "api/render/page_proofs.hpp"
#include "api/render/provenance.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/account/nodes.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/command_line.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/report_folder.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

constexpr std::string_view account_gossip_where = "account gossip";
constexpr std::size_t table_rows = 20;
constexpr std::string_view forever = "forever";  ///< a value of --steps

struct AccountGossipOptions {
  Common common;
  GraphSource graph;
  GossipSchedule schedule;
  std::vector<std::string> observers;
  std::string target = "all";
  std::string steps;
  double alpha = 2.0;
  Scale sigma, sensitivity;
  std::optional<double> delta;
  PromisedLoss claim;
  MessageNoise noise;
  std::string certificate, report;

  [[nodiscard]] accounting::GaussianLossScale scale() const {
    return {.alpha = alpha, .sigma = sigma.number, .sensitivity = sensitivity.number, .delta = delta};
  }
};

/// Everything the command reports.
struct Report {
  accounting::GossipReport found;
  linalg::Steps steps;
  std::optional<double> gap;  ///< of --steps auto, or of acceleration
  std::optional<std::int64_t> messages;
  std::int64_t rank = 0;
  accounting::Proof rank_proof;
  std::string rank_words;  ///< how sure the rank is
  std::optional<accounting::Exposed> exposed;
  std::optional<accounting::GossipAudit> audit;
  audit::ViewShares shares;                         ///< of the local loss
  std::optional<accounting::NoisyLosses> resolved;  ///< at --precision
  std::string doubt;                                ///< why some losses have no value; empty: all have one
};

void require_domain(const AccountGossipOptions& options) {
  require_renyi_order(account_gossip_where, options.alpha);
  require_positive(account_gossip_where, "--sigma", options.sigma.number);
  require_non_negative(account_gossip_where, "--sensitivity", options.sensitivity.number);
  require_non_negative(account_gossip_where, "alpha sensitivity^2 / (2 sigma^2)", options.scale().unit());
  if (options.delta) require_open_unit(account_gossip_where, "--delta", *options.delta);
  require_claim(account_gossip_where, options.claim, options.delta);
  require_message_noise(options.noise, options.steps);
}

/// Refuses steps that take too long, and says on stderr what memory the basis of the view may need if that is not free.
void require_room(const graph::GossipMatrix& w, std::size_t sending, int steps) {
  const double n = static_cast<double>(w.rows()), senders = static_cast<double>(sending);
  require_affordable(
      account_gossip_where,
      {.operations = 2.0 * senders * steps * static_cast<double>(w.nonZeros()), .bytes = 16.0 * senders * n},
      "--steps, or take observers with fewer neighbors");
  // The rank of the view is not known before: two bases have at most as many vectors as there are messages, often far
  // fewer.
  const double most = 16.0 * n * std::min(n, senders * steps), available = available_memory();
  if (most > available) {
    constexpr double gib = 1ull << 30;
    say(
        fmt::format("note: the exact losses take up to {:.1f} GiB, depending on the rank of the view, and {:.1f} GiB "
                    "are free; if these do not suffice, the run ends with an error",
                    most / gib, available / gib));
  }
}

/// Refuses rounds that take too long: their view costs T n rank^2.
void require_room(std::size_t rounds, graph::Node nodes, std::int64_t messages) {
  const auto n = static_cast<double>(nodes), steps = static_cast<double>(rounds),
             rank = std::min(n, static_cast<double>(messages));
  require_affordable(account_gossip_where,
                     {.operations = 12.0 * steps * n * (rank + 1.0) * (rank + 1.0), .bytes = 24.0 * n * rank},
                     "the number of rounds, or take fewer observers");
}

/// Steps that lose as much as `steps`, which are too many to be counted one by one.
int settled(const graph::GossipMatrix& w, const std::vector<graph::Node>& observers, int steps,
            const Execution& execution) {
  if (const auto rounds = accounting::settling_steps(w, observers, accurate_rounds, execution)) return *rounds;
  throw Error(Errc::too_large, "--steps",
              fmt::format("published losses still grow after {} steps, and the rounding errors of {} exceed the "
                          "accuracy of 1e-9 of the losses; at most {}, or forever",
                          accurate_rounds, steps, accurate_rounds));
}

/// Steps that are counted, for those that --steps asks for: `report.steps`, or as many as lose the same. Sets
/// `report.gap` too.
linalg::Steps counted_steps(const AccountGossipOptions& options, const graph::GossipMatrix& w,
                            const std::vector<graph::Node>& observers, std::size_t sending, Report& report) {
  if (options.steps == forever) return {};
  const auto given = step_count(options.steps);
  const auto steps =
      given ? Steps{.count = *given, .gap = std::nullopt} : resolve_steps(options.steps, w, options.sigma.number);
  require_room(w, sending, std::min(steps.count, accurate_rounds));
  report.steps = steps.count;
  report.gap = steps.gap;
  report.messages = static_cast<std::int64_t>(sending) * steps.count;
  return steps.count <= accurate_rounds ? steps.count : settled(w, observers, steps.count, options.common.execution());
}

/// Losses where messages carry noise: `taus` are the standard deviations.
std::vector<accounting::NoisyLosses> noisy_losses(const AccountGossipOptions& options, const graph::GossipMatrix& w,
                                                  const std::vector<graph::Node>& observers, const Report& report,
                                                  std::span<const double> taus) {
  const double n = static_cast<double>(w.rows()), messages = static_cast<double>(*report.messages);
  require_affordable(account_gossip_where,
                     {.operations = 2.0 * messages * n * n, .bytes = 24.0 * std::max(messages, n) * n},
                     "--steps, or take observers with fewer neighbors");
  const double gamma = options.schedule.accelerated() ? graph::acceleration(*report.gap) : 1.0;
  return accounting::noisy_losses({.w = w, .observers = observers, .steps = *report.steps, .gamma = gamma}, taus,
                                  options.common.execution());
}

/// Puts the losses with the protocol's noise on messages in the place of those without, and sets `report.resolved`.
void add_message_noise(const AccountGossipOptions& options, const graph::GossipMatrix& w,
                       const std::vector<graph::Node>& observers, accounting::GossipAccount& account, Report& report) {
  if (!options.noise.given()) return;
  std::vector<double> taus;
  if (options.noise.noisy()) taus.push_back(options.noise.tau);
  if (options.noise.rounded()) taus.push_back(options.noise.resolution());
  auto found = noisy_losses(options, w, observers, report, taus);
  if (options.noise.rounded()) report.resolved = std::move(found.back());
  if (!options.noise.noisy()) return;
  account.exposed = std::nullopt;
  account.losses = found.front().instead_of(std::move(account.losses));
}

/// Of rounds that differ.
accounting::GossipAccount account_rounds(const Network& network, const std::vector<graph::Node>& observers,
                                         std::span<const std::uint64_t> primes, Report& report) {
  report.steps = static_cast<int>(network.rounds.size());
  report.messages = 0;
  for (const auto& senders : accounting::senders(network.rounds, observers))
    *report.messages += static_cast<std::int64_t>(senders.size());
  require_room(network.rounds.size(), network.made.graph().nodes(), *report.messages);
  return accounting::gossip_account(network.rounds, observers, primes);
}

/// Of one W in all steps.
accounting::GossipAccount account_steps(const AccountGossipOptions& options, const graph::GossipMatrix& w,
                                        const std::vector<graph::Node>& observers, Report& report) {
  const auto execution = options.common.execution();
  const auto counted = counted_steps(options, w, observers, accounting::senders(w, observers).size(), report);
  if (!options.schedule.accelerated()) return account_gossip(account_gossip_where, w, observers, counted, execution);
  if (!report.gap) report.gap = graph::positive_spectral_gap(w);
  return accounting::accelerated_account(w, graph::acceleration(*report.gap), observers, counted.value(),
                                         draw_primes(execution.seed), accounting::some_seconds, execution);
}

Report account(const AccountGossipOptions& options, const Network& network, const std::vector<graph::Node>& observers,
               const std::vector<graph::Node>& targets) {
  const auto& made = network.made;
  Report report;
  catch_interrupts();
  auto found = network.rounds.empty()
                   ? account_steps(options, network.w, observers, report)
                   : account_rounds(network, observers, draw_primes(options.common.seeded()), report);
  add_message_noise(options, network.w, observers, found, report);
  report.rank = found.losses.rank;
  report.rank_proof = found.rank;
  report.rank_words = found.rank.kind == accounting::Proof::Kind::numerical && found.losses.ranks_full
                          ? " (as large as it can be)"
                          : remark(found.rank);
  report.exposed = found.exposed;
  report.shares = audit::shares_of(found.losses);
  report.doubt = doubt_words(found.losses);
  const accounting::GossipQuestion question{
      .observers = observers, .targets = targets, .messages = report.messages, .scale = options.scale()};
  report.found = accounting::gossip_report(found, made.graph(), question, options.common.execution());
  if (options.claim.given())
    report.audit = accounting::gossip_audit(report.found, options.scale(), options.claim.claim(),
                                            own_noise_known(options.claim.trust));
  return report;
}

nlohmann::ordered_json to_json(const AccountGossipOptions& options, const accounting::GossipAudit& found,
                               const NodeNames& names) {
  const auto& worst = found.worst;
  if (options.claim.epsilon && !worst.epsilon) throw std::logic_error("a claim in epsilon, and losses without");
  const auto& losses = options.claim.epsilon ? *worst.epsilon : worst.renyi;
  auto result = claim_json(options.claim, options.scale());
  result["verdict"] = to_string(found.verdict);
  result["worst"] = {{"target", names.json(worst.target)}, {"lower", found.loss.lower}, {"upper", found.loss.upper}};
  add_enclosure(result["worst"], "exact", losses.exact);
  add_enclosure(result["worst"], "exact_own_noise", losses.exact_own_noise);
  return result;
}

void print_audit(const AccountGossipOptions& options, const graph::Graph& graph, const accounting::GossipAudit& found) {
  const auto target = node_name(graph, found.worst.target);
  const auto scope = options.target == "all" ? "every target" : fmt::format("target {}", target);
  const auto loss = found.verdict == Verdict::inconclusive
                        ? fmt::format("between {:.17g} and {:.17g}", found.loss.lower, found.loss.upper)
                        : report::enclosure_text(found.loss, 9);
  print_wrapped("claim '{} {}': {}", scope, claim_words(options.claim, options.scale()), verdict_word(found.verdict));
  print_wrapped("largest: target {}, {} {}, to observers who know {}", target,
                options.claim.epsilon ? "epsilon" : "a Renyi loss of", loss,
                own_noise_known(options.claim.trust) ? "their own noise" : "nobody's noise");
}

nlohmann::ordered_json to_json(const accounting::LossValues& losses) {
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

nlohmann::ordered_json to_json(const accounting::TargetLoss& loss, double local, const NodeNames& names,
                               const std::optional<accounting::NoisyLosses>& resolved) {
  nlohmann::ordered_json entry = {{"target", names.json(loss.target)}, {"distance", loss.distance}, {"local", local}};
  entry.update(to_json(loss.renyi));
  if (resolved) add_resolved(entry, *resolved, local, loss.target);
  if (loss.epsilon) entry["epsilon"] = to_json(*loss.epsilon);
  return entry;
}

nlohmann::ordered_json parameters_json(const AccountGossipOptions& options, const GossipGraph& made,
                                       const std::vector<graph::Node>& observers, const Report& report) {
  auto parameters = graph_parameters(options.graph, made, observers);
  parameters["target"] = options.target == "all" ? nlohmann::ordered_json("all")
                                                 : NodeNames(made.graph()).json(report.found.losses.front().target);
  parameters["schedule"] = options.schedule.name();
  parameters["steps"] = report.steps ? nlohmann::ordered_json(*report.steps) : nlohmann::ordered_json(forever);
  parameters["alpha"] = options.alpha;
  parameters["sigma"] = options.sigma.number;
  parameters["sensitivity"] = options.sensitivity.number;
  if (options.delta) parameters["delta"] = *options.delta;
  if (options.claim.epsilon) parameters["claimed_epsilon"] = *options.claim.epsilon;
  if (options.claim.renyi) parameters["claimed_renyi"] = *options.claim.renyi;
  if (options.claim.given()) parameters["trust"] = options.claim.trust;
  add_message_noise(parameters, options.noise);
  return parameters;
}

/// Over the targets, to the observers that --trust names: as exact as the account, or as resolved.
ShareSummary summary(const AccountGossipOptions& options, const Report& report, bool resolved) {
  const bool own_noise = own_noise_known(options.claim.trust);
  const auto& shares = own_noise ? report.shares.exact_own_noise : report.shares.exact;
  ShareSummary found;
  for (const auto& loss : report.found.losses) {
    const auto u = loss.target;
    const auto share = !resolved   ? shares.of(u)
                       : own_noise ? report.resolved->exact_own_noise_of(u)
                                   : report.resolved->exact_of(u);
    found.add(share, report.shares.published(u));
  }
  return found;
}

/// Whom the summaries are about.
std::string_view summary_trust(const AccountGossipOptions& options) {
  return own_noise_known(options.claim.trust) ? "to observers who know their own noise"
                                              : "to observers who know nobody's noise";
}

/// "summary", of losses as shares of the local loss, and "resolved", where message noise or a precision is given.
void add_summaries(nlohmann::ordered_json& result, const AccountGossipOptions& options, const Report& report) {
  if (!options.noise.given()) return;
  result["summary"] = {{"trust", options.claim.trust}, {"tau", options.noise.tau}};
  result["summary"].update(summary(options, report, false).json());
  if (!report.resolved) return;
  result["resolved"] = {{"trust", options.claim.trust}, {"tau", report.resolved->tau}};
  result["resolved"].update(summary(options, report, true).json());
  result["resolved"]["words"] = resolved_words;
}

nlohmann::ordered_json to_json(const AccountGossipOptions& options, const GossipGraph& made,
                               const std::vector<graph::Node>& observers, const Report& report) {
  const NodeNames names(made.graph());
  const auto& found = report.found;
  auto result =
      envelope(account_gossip_where, parameters_json(options, made, observers, report), options.common.origin());
  result["read"] = reading(options.graph, made).json;
  if (report.gap) result["spectral_gap"] = *report.gap;
  result["unit"] = found.unit;
  result["messages"] = number_or_null(report.messages);
  result["rank"] = report.rank;
  result["rank_proof"] = proof_json(report.rank_proof);
  result["exposed"] = exposed_json(report.exposed);
  result["accuracy"] = found.accuracy;
  result["published_capped_at_local"] = true;
  result["in_doubt"] = {{"targets", found.in_doubt()}, {"why", text_or_null(report.doubt)}};
  result["mean"] = {
      {"over", found.mean.over}, {"published", found.mean.published}, {"bound", number_or_null(found.mean.bound)}};
  add_enclosure(result["mean"], "exact", found.mean.exact);
  result["violations"] = found.violations;
  result["violations_in_doubt"] = found.doubtful_violations;
  add_summaries(result, options, report);
  if (report.audit) result["audit"] = to_json(options, *report.audit, names);
  auto& list = result["losses"] = nlohmann::ordered_json::array();
  for (const auto& loss : found.losses) list.push_back(to_json(loss, found.unit, names, report.resolved));
  return result;
}

/// "2 of 4 targets lose more than the published formula says".
std::string violation_words(const accounting::GossipReport& report) {
  const auto doubtful = report.doubtful_violations == 0
                            ? std::string()
                            : fmt::format(", and perhaps {} more", report.doubtful_violations);
  return fmt::format("{} of {} targets lose more than the published formula says{}", report.violations,
                     report.losses.size(), doubtful);
}

void print_losses(const AccountGossipOptions& options, const graph::Graph& graph,
                  const accounting::GossipReport& report, const std::optional<accounting::NoisyLosses>& resolved) {
  std::vector<report::TextColumn> columns = {{.title = "target", .fit = report::Fit::cut},
                                             {.title = "distance"},
                                             {.title = "published"},
                                             {.title = "exact"},
                                             {.title = "own noise"}};
  if (resolved) columns.push_back({.title = "resolved at\n" + options.noise.precision});
  const bool own_noise = own_noise_known(options.claim.trust);
  if (options.delta)
    columns.insert(columns.end(),
                   {{.title = "epsilon\npublished"}, {.title = "epsilon\nexact"}, {.title = "epsilon\nown noise"}});
  report::TextTable table(std::move(columns));
  constexpr int digits = 5;
  const auto first = accounting::largest_losses(report, table_rows);
  for (const auto& loss : first) {
    std::vector<report::TerminalText> cells = {graph.label(loss.target), std::to_string(loss.distance)};
    const auto add = [&cells](const accounting::LossValues& losses) {
      cells.insert(cells.end(),
                   {report::number_text(losses.published, digits), report::enclosure_text(losses.exact, digits),
                    report::enclosure_text(losses.exact_own_noise, digits)});
    };
    add(loss.renyi);
    if (resolved) {
      const auto share = own_noise ? resolved->exact_own_noise_of(loss.target) : resolved->exact_of(loss.target);
      cells.emplace_back(report::enclosure_text(share.mapped([&](double x) { return report.unit * x; }), digits));
    }
    if (loss.epsilon) add(*loss.epsilon);
    table.row(std::move(cells));
  }
  show(table);
  if (first.size() < report.losses.size())
    put("... {} more targets, none with a larger exact loss; --json lists all\n", report.losses.size() - first.size());
}

/// The losses' summaries, where message noise or a precision is given.
std::vector<std::string> summary_words(const AccountGossipOptions& options, const Report& report) {
  if (!options.noise.given()) return {};
  std::vector<std::string> words = {fmt::format("{}, as shares of the local loss: {}", summary_trust(options),
                                                summary(options, report, false).words(options.noise.words()))};
  if (!report.resolved) return words;
  words.push_back(summary(options, report, true).words(options.noise.precision));
  words.push_back(fmt::format("resolved at {}: {}", options.noise.precision, resolved_words));
  return words;
}

void print_summaries(const AccountGossipOptions& options, const Report& report) {
  for (const auto& words : summary_words(options, report)) print_wrapped("\n{}", words);
}

void print_table(const AccountGossipOptions& options, const GossipGraph& made,
                 const std::vector<graph::Node>& observers, const Report& report) {
  const auto& graph = made.graph();
  const auto& found = report.found;
  put_text(reading(options.graph, made).text());
  const auto& schedule = options.schedule;
  const auto kind = schedule.accelerated() || schedule.randomized() ? schedule.how + " " : std::string();
  const auto gap =
      report.gap ? fmt::format(" ({}gap {:.3g})", options.steps == "auto" ? "auto: " : "", *report.gap) : std::string();
  const auto sent = report.steps && report.messages
                        ? fmt::format("{} messages in {} {}steps{}", *report.messages, *report.steps, kind, gap)
                        : "messages of any number of steps";
  print_wrapped("observer {}: {}, rank of the view {}{}", node_list(graph, observers), sent, report.rank,
                report.rank_words);
  put("Renyi loss of order {} (sigma {}, sensitivity {}); local loss {:.6g}\n", options.alpha, options.sigma.number,
      options.sensitivity.number, found.unit);
  if (options.noise.noisy())
    print_wrapped("every message is heard with Gaussian noise of its own, standard deviation {} sigma",
                  options.noise.tau);
  put("\n");
  print_losses(options, graph, found, report.resolved);
  if (!report.doubt.empty()) print_wrapped("\nin doubt: {}", report.doubt);
  print_wrapped(
      "\npublished: the formula of muffliato Theorem 1, capped at the local loss; exact: everybody's noise is unknown; "
      "own noise: the observers know what they injected themselves");
  const auto& mean = found.mean;
  const auto bound =
      mean.bound
          ? fmt::format(
                "; bound {:.6g}, since every message adds at most the local loss to the sum of the published losses",
                *mean.bound)
          : "";
  print_wrapped("\nmean over the {} node{} that do{} not observe: published {:.6g}, exact {}{}", mean.over,
                mean.over == 1 ? "" : "s", mean.over == 1 ? "es" : "", mean.published,
                report::enclosure_text(mean.exact, 6), bound);
  if (report.exposed) {
    print_wrapped("{} of them lose everything, {} to observers who know their own noise{}", report.exposed->count,
                  report.exposed->own_noise, remark(report.exposed->proof));
  }
  auto violations = violation_words(found);
  if (found.violations > 0) {
    const auto worst = accounting::worst_ratio(found);
    violations += fmt::format("; worst ratio {:.4g} at target {}", worst.ratio, node_name(graph, worst.target));
  }
  print_wrapped("{}", violations);
  print_summaries(options, report);
  if (options.schedule.accelerated() && !options.noise.noisy())
    print_wrapped("accelerated: the exact losses are those of as many synchronous steps, whose messages it combines");
  if (options.schedule.randomized())
    print_wrapped("randomized: one draw of the edges (--seed), which the observers know");
  if (!report.steps) {
    print_wrapped(
        "\nforever: W is fixed, noise is added once and none to messages. The published sum grows "
        "without end and stands at its cap. The losses are those of every rule that stops the gossip by what the "
        "observers see; not of rules on hidden states, of schedules, or of fresh noise");
  }
}

/// The targets, those that lose most first.
std::vector<graph::Node> by_loss(std::vector<graph::Node> targets, const audit::Shares& shares) {
  std::ranges::stable_sort(targets, std::greater{}, [&](graph::Node u) { return shares.of(u).safe(); });
  return targets;
}

/// Proofs of the losses to one kind of observers, and of the verdict on the claim if it is about them.
Proved prove_losses(const AccountGossipOptions& options, GossipProof question, bool own_noise, const Report& report) {
  question.targets = by_loss(question.targets, own_noise ? report.shares.exact_own_noise : report.shares.exact);
  auto proved = prove_gossip(question, own_noise);
  if (report.audit && own_noise == own_noise_known(options.claim.trust))
    prove_claim(proved, options.claim.claim(), options.scale(), report.audit->verdict, report.audit->worst.target);
  return proved;
}

/// The file of --certificate: for both kinds of observers the losses, and the verdict on the claim for its own kind.
void prove(const AccountGossipOptions& options, const Network& network, const std::vector<graph::Node>& observers,
           const std::vector<graph::Node>& targets, const Report& report) {
  Proved all;
  for (const bool own_noise : {false, true}) {
    auto proved = prove_losses(options,
                               {.network = network,
                                .observers = observers,
                                .targets = targets,
                                .steps = report.steps,
                                .work = report::limits::work / 2.0},
                               own_noise, report);
    std::ranges::move(proved.certificates, std::back_inserter(all.certificates));
    std::ranges::move(proved.missing, std::back_inserter(all.missing));
  }
  write_certificate(options.certificate, std::move(all.certificates), std::move(all.missing));
}

/// The two adversaries of every account, in words.
std::string adversaries(const graph::Graph& graph, const std::vector<graph::Node>& observers) {
  const bool several = observers.size() > 1;
  return fmt::format("node{} {}{}, knowing nobody's noise (exact) or the noise that {} (own noise)", several ? "s" : "",
                     node_list(graph, observers), several ? " together" : "",
                     several ? "they injected themselves" : "it injected itself");
}

/// What the page says first.
nlohmann::ordered_json summary_json(const AccountGossipOptions& options, const GossipGraph& made,
                                    const std::vector<graph::Node>& observers, const Report& report,
                                    const PagePair& worst) {
  const auto& graph = made.graph();
  const auto steps =
      report.steps ? fmt::format("{} step{}", *report.steps, *report.steps == 1 ? "" : "s") : "any number of steps";
  const auto learns = fmt::format("What node{} {} learn{} from {} of gossip", observers.size() > 1 ? "s" : "",
                                  node_list(graph, observers), observers.size() > 1 ? "" : "s", steps);
  nlohmann::ordered_json summary = {
      {"title", learns}, {"verdict", nullptr}, {"words", nlohmann::ordered_json::array()}};
  if (report.audit) {
    const auto claim = fmt::format("every target {}", claim_words(options.claim, options.scale()));
    summary["title"] = fmt::format("{}: {}", to_string(report.audit->verdict), claim);
    summary["verdict"] = to_string(report.audit->verdict);
    summary["words"].push_back(learns);
  }
  summary["words"].push_back(violation_words(report.found));
  for (const auto& sentence : summary_words(options, report)) summary["words"].push_back(sentence);
  if (!report.doubt.empty()) summary["words"].push_back("In doubt: " + report.doubt);
  summary["words"].push_back(reading(options.graph, made).line());
  const auto mu = worst.share.mapped([&](double share) { return options.scale().mu(share); });
  summary["worst"] = guess_words(graph, observers, worst.target, mu, options.sensitivity.number);
  return summary;
}

/// The units of the page, and the share of the local loss that breaks the claim.
nlohmann::ordered_json scale_json(const AccountGossipOptions& options) {
  nlohmann::ordered_json scale = {{"sigma", options.sigma.number},
                                  {"sensitivity", options.sensitivity.number},
                                  {"order", options.alpha},
                                  {"delta", options.delta.value_or(1e-5)},
                                  {"false_positive_rates", {0.01, 0.001}}};
  if (!options.claim.given()) return scale;
  const auto claim = options.claim.claim();
  const bool epsilon = claim.unit == accounting::LossUnit::epsilon;
  const audit::PromisedBound promise{.text = {},
                                     .quantity = epsilon ? audit::Quantity::epsilon : audit::Quantity::renyi,
                                     .parameter = epsilon ? options.delta.value_or(0.0) : options.alpha,
                                     .bound = claim.bound};
  scale["broken_share"] =
      audit::thresholds(promise, {.sigma = options.sigma.number, .sensitivity = options.sensitivity.number}).broken;
  return scale;
}

/// The certificates of the page: of those who lose most to the observers that the verdict is about.
report::ResultProofs proofs_of_page(const AccountGossipOptions& options, const Network& network,
                                    const std::vector<graph::Node>& observers, const Report& report) {
  const auto& graph = network.made.graph();
  if (options.noise.noisy()) return report::ResultProofs({}, {"only losses without noise on messages have proofs"});
  if (!network.rounds.empty())
    return report::ResultProofs({}, {"only losses of synchronous gossip with one W have proofs"});
  std::vector<graph::Node> targets;
  for (const auto& loss : accounting::largest_losses(report.found, most_page_proofs)) targets.push_back(loss.target);
  return page_proofs(prove_losses(options,
                                  {.network = network,
                                   .observers = observers,
                                   .targets = targets,
                                   .steps = report.steps,
                                   .work = page_work,
                                   .most_entries = page_entries},
                                  own_noise_known(options.claim.trust), report),
                     graph, report.found.losses.size());
}

/// The page of --report.
std::string page_of(const AccountGossipOptions& options, const Network& network,
                    const std::vector<graph::Node>& observers, const Report& report,
                    const nlohmann::ordered_json& result) {
  const auto& graph = network.made.graph();
  const bool own_noise = own_noise_known(options.claim.trust);
  const auto& judged = own_noise ? report.shares.exact_own_noise : report.shares.exact;
  const auto target =
      report.audit ? report.audit->worst.target : accounting::largest_losses(report.found, 1).front().target;
  const PagePair worst{.observers = observers, .target = target, .share = judged.of(target)};
  const NetworkPage page{.result = result,
                         .summary = summary_json(options, network.made, observers, report, worst),
                         .scale = scale_json(options),
                         .nodes = nullptr,
                         .positions = network.made.loaded.positions,
                         .own_noise = own_noise,
                         .worst = worst,
                         .focus = {.observers = observers, .next = {}, .shares = report.shares},
                         .proofs = proofs_of_page(options, network, observers, report)};
  const PageNetwork shown{.graph = graph,
                          .w = network.w,
                          .rounds = network.rounds,
                          .steps = report.steps,
                          .primes = draw_primes(options.common.seeded()),
                          .scales = nullptr,
                          .tau = options.noise.tau};
  return page_text(page_data(page, shown, options.common.execution()), page.proofs);
}

/// Refuses what is there for one W in all steps only.
void require_supported(const AccountGossipOptions& options) {
  const auto& schedule = options.schedule;
  if (options.noise.given() && (schedule.file() || schedule.randomized()))
    throw Error(Errc::conditions, options.noise.noisy() ? "--message-noise" : "--precision",
                "takes one W in all steps; --schedule gives rounds that differ");
  if (options.noise.noisy() && !options.certificate.empty())
    throw Error(Errc::conditions, "--certificate", "proves losses without noise on messages");
  if (schedule.synchronous()) return;
  if (options.steps == forever) {
    throw Error(Errc::conditions, "--steps",
                "forever is of synchronous gossip; the exact losses of accelerated gossip are the same");
  }
  if (!options.certificate.empty())
    throw Error(Errc::conditions, "--certificate", "proves losses of synchronous gossip with one W");
  if (!options.report.empty() && schedule.accelerated()) {
    throw Error(
        Errc::conditions, "--report",
        "shows synchronous gossip and rounds; the exact losses of accelerated gossip are those of synchronous gossip");
  }
  if (!options.sigma.file.empty() || !options.sensitivity.file.empty())
    throw Error(Errc::conditions, "--schedule", "takes one --sigma and --sensitivity of all nodes");
  if (!schedule.file()) require_steps(options.steps);
}

/// The network with the rounds of its schedule.
Network load(const AccountGossipOptions& options) {
  const auto seed = options.common.seeded();
  if (options.schedule.file()) return load_schedule(options.graph);
  auto network = load_network(options.graph, seed);
  graph::require_connected(fmt::format("--graph {}", options.graph.spec), network.made.graph(),
                           "--component largest keeps the largest");
  return network;
}

/// Draws the rounds of randomized gossip. @return the gap of --steps auto.
std::optional<double> draw_rounds(const AccountGossipOptions& options, Network& network) {
  const auto steps = resolve_steps(options.schedule, options.steps, network, options.sigma.number);
  const auto& graph = network.made.graph();
  require_affordable(account_gossip_where, {.bytes = 40.0 * static_cast<double>(graph.nodes()) * steps.count},
                     "--steps");
  network.rounds = random_rounds(graph, steps.count, options.common.seeded());
  network.w = {};
  return steps.gap;
}

/// The account where nodes differ in noise or sensitivity.
int account_uneven(const AccountGossipOptions& options, const Network& network, std::vector<graph::Node> observers,
                   std::vector<graph::Node> targets, audit::NodeScales scales) {
  if (options.steps == "auto") throw Error(Errc::conditions, "--steps", "auto takes one --sigma for all nodes");
  if (!options.certificate.empty())
    throw Error(Errc::conditions, "--certificate", "proves losses of one --sigma and --sensitivity of all nodes");
  if (!options.report.empty())
    throw Error(Errc::conditions, "--report", "shows losses of one --sigma and --sensitivity of all nodes");
  if (options.noise.rounded())
    throw Error(Errc::conditions, "--precision", "takes one --sigma and --sensitivity of all nodes");
  auto who = adversaries(network.made.graph(), observers);
  return account_nodes({.common = options.common,
                        .graph = options.graph,
                        .network = network,
                        .observers = std::move(observers),
                        .targets = std::move(targets),
                        .steps = step_count(options.steps),
                        .sigma = options.sigma,
                        .sensitivity = options.sensitivity,
                        .scales = std::move(scales),
                        .noise = options.noise,
                        .alpha = options.alpha,
                        .delta = options.delta,
                        .claim = options.claim,
                        .adversaries = std::move(who)});
}

int run(const AccountGossipOptions& options) {
  require_domain(options);
  if (!options.schedule.file() && options.steps != forever && !step_count(options.steps))
    require_steps(options.steps, "auto nor forever");
  require_supported(options);
  const Stopwatch watch;
  auto network = load(options);
  const auto& made = network.made;
  const auto observers = nodes_from_labels("--observer", made.graph(), options.observers);
  const auto targets = targets_from_labels({options.target}, made.graph(), observers);
  print_notes(made.loaded.notes);
  if (auto scales = read_scales(options.sigma, options.sensitivity, made.graph()))
    return account_uneven(options, network, observers, targets, *std::move(scales));
  const ReportFolder report_folder(options.report);
  const auto gap = options.schedule.randomized() ? draw_rounds(options, network) : std::nullopt;
  auto report = account(options, network, observers, targets);
  if (gap) report.gap = gap;
  if (options.common.wants_table()) print_table(options, made, observers, report);
  if (options.common.wants_json() || !options.report.empty()) {  // a million targets take a while
    auto result = to_json(options, made, observers, report);
    result["provenance"] =
        provenance_json(options.graph, made.graph(), adversaries(made.graph(), observers), command_line());
    result["timing"] = timing_json(options.common.origin());
    const auto page = options.report.empty() ? std::string() : page_of(options, network, observers, report, result);
    write_json(options.common, result);
    if (!options.report.empty()) write_file(report_page(options.report), page);
  }
  if (!options.certificate.empty()) prove(options, network, observers, targets, report);
  if (!report.audit) return 0;
  if (options.common.wants_table()) print_audit(options, made.graph(), *report.audit);
  return exit_code(report.audit->verdict);
}

}  // namespace

void add_account_gossip(CLI::App& account, Action& action) {
  auto* command =
      account.add_subcommand("gossip", "private averaging with one initial Gaussian noise: who leaks what to whom");
  auto options = std::make_shared<AccountGossipOptions>();
  add_common(*command, options->common);
  add_graph_options(*command, options->graph);
  take_weights_file(*command);
  add_observers(*command, options->observers);
  command->add_option("--target", options->target, "node whose loss is wanted, or all")
      ->type_name("U|all")
      ->capture_default_str();
  add_steps_or_forever(*command, options->steps);
  add_gossip_schedule(*command, options->schedule);
  command->add_option("--alpha", options->alpha, "order of the Renyi loss, > 1")->capture_default_str();
  add_scale(*command, "--sigma", "standard deviation of the noise", options->sigma);
  add_scale(*command, "--sensitivity", "largest change of a private value", options->sensitivity);
  command->add_option("--delta", options->delta, "also give the exact epsilon of (epsilon, delta)-DP");
  add_claim(*command, options->claim);
  add_message_noise(*command, options->noise);
  add_certificate(*command, options->certificate);
  add_report(*command, options->report);
  command->footer(exit_codes("the losses are known, and the claim that is audited holds",
                             "the claim that is audited is refuted",
                             "the claim that is audited is inconclusive: the loss is not known well enough"));
  command->callback([options, command, &action] {
    complete(*command, options->schedule, options->graph, options->steps);
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
