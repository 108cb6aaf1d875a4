// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/io/matrix_file.hpp>
#include <hearsay/report/certificate/linear.hpp>
#include "api/promise.hpp"
#include "api/render/linear_result.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/account/linear_meet.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

constexpr std::string_view account_linear_where = "account linear";
constexpr std::string_view each = "each";  ///< a value of --observer

struct AccountLinearOptions {
  Common common;
  std::string protocol, signal, noise;
  int rounds = 1;
  std::vector<std::string> observers, targets, group, direction;
  std::string participation = "every";
  LinearTerms terms;
  std::string contributions;
  std::optional<double> claimed_epsilon;
  std::string meet, certificate;
  bool reconstruct = false, witness = false;
};

bool every_observer(const AccountLinearOptions& options) {
  return options.observers == std::vector<std::string>{std::string(each)};
}

void require_domain(const AccountLinearOptions& options) {
  if (!options.certificate.empty() && every_observer(options))
    throw Error(Errc::conditions, "--certificate", "proves what one view shows: name the observers instead of each");
  const bool given = !options.signal.empty() || !options.noise.empty();
  if (options.protocol.empty() == !given || (given && (options.signal.empty() || options.noise.empty())))
    throw Error(Errc::conditions, account_linear_where, "say either --protocol F, or --signal A and --noise B");
  if (given && !options.observers.empty())
    throw Error(Errc::conditions, account_linear_where,
                "--observer belongs to --protocol: given matrices are a view already");
  require_between(account_linear_where, "--rounds", options.rounds, 1, 1'000'000);
  if (!options.protocol.empty() && options.rounds != 1)
    throw Error(Errc::conditions, account_linear_where, "--rounds belongs to --signal: a protocol has its rounds");
  if (options.terms.delta) require_open_unit(account_linear_where, "--delta", *options.terms.delta);
  if (options.terms.fpr) require_open_unit(account_linear_where, "--fpr", *options.terms.fpr);
  if (!options.claimed_epsilon) return;
  require_non_negative(account_linear_where, "--claimed-epsilon", *options.claimed_epsilon);
  if (!options.terms.delta)
    throw Error(Errc::conditions, account_linear_where, "--claimed-epsilon E claims (E, delta)-DP: say --delta too");
}

accounting::LinearModel load(const AccountLinearOptions& options) {
  if (!options.protocol.empty()) return accounting::read_protocol(options.protocol);
  accounting::GivenMatrices given{.signal = graph::read_matrix(options.signal),
                                  .noise = graph::read_matrix(options.noise),
                                  .rounds = static_cast<std::size_t>(options.rounds)};
  if (given.signal.columns % given.rounds != 0)
    throw Error(Errc::shape, "--rounds",
                fmt::format("the {} columns of {} are not {} rounds of equally many", given.signal.columns,
                            options.signal, given.rounds));
  return given;
}

/// The observers of each account: those that are named, those of the protocol, or every node once.
std::vector<std::vector<graph::Node>> coalitions(const AccountLinearOptions& options,
                                                 const accounting::LinearModel& model, const LinearNames& names) {
  if (every_observer(options)) {
    std::vector<std::vector<graph::Node>> all;
    for (graph::Node v = 0; v < names.nodes(); ++v) all.push_back({v});
    return all;
  }
  const auto* protocol = std::get_if<accounting::Protocol>(&model);
  if (options.observers.empty()) return {protocol != nullptr ? protocol->view.observers : std::vector<graph::Node>{}};
  return {names.nodes("--observer", options.observers)};
}

/// Subjects, and how results name them.
struct Subjects {
  std::vector<accounting::Subject> subjects;
  std::vector<nlohmann::ordered_json> json;
  std::vector<std::string> names;

  void add(accounting::Subject subject, nlohmann::ordered_json entry, std::string name) {
    subjects.push_back(std::move(subject));
    json.push_back(std::move(entry));
    names.push_back(std::move(name));
  }
};

graph::Node require_hidden(std::string_view option, graph::Node node, const std::vector<graph::Node>& observers,
                           const LinearNames& names) {
  if (std::ranges::count(observers, node) > 0)
    throw Error(Errc::domain, option,
                fmt::format("node '{}' is an observer: it has no secret from itself", names.text(node)));
  return node;
}

Subjects group_of(const AccountLinearOptions& options, const std::vector<graph::Node>& observers,
                  const LinearNames& names) {
  std::vector<graph::Node> members;
  std::string text = "group";
  for (const auto& label : options.group) {
    const auto node = require_hidden("--group", names.node("--group", label), observers, names);
    if (std::ranges::count(members, node) > 0)
      throw Error(Errc::domain, "--group", fmt::format("node '{}' is named twice", label));
    members.push_back(node);
    text += " " + names.text(node);
  }
  Subjects found;
  found.add(accounting::group_subject(members), {{"group", names.json(members)}}, text);
  return found;
}

Subjects direction_of(const AccountLinearOptions& options, const std::vector<graph::Node>& observers,
                      const LinearNames& names) {
  std::vector<std::pair<graph::Node, exact::Rational>> terms;
  auto entry = nlohmann::ordered_json::array();
  for (const auto& text : options.direction) {
    const auto colon = text.rfind(':');
    const auto factor = colon == text.npos ? std::nullopt : exact::parse_fraction(text.substr(colon + 1));
    if (!factor)
      throw Error(Errc::syntax, "--direction", fmt::format("'{}' must be node:factor, such as 2:-1/3", text));
    const auto node = require_hidden("--direction", names.node("--direction", text.substr(0, colon)), observers, names);
    if (std::ranges::count(terms, node, [](const auto& term) { return term.first; }) > 0)
      throw Error(Errc::domain, "--direction", fmt::format("node '{}' is named twice", names.text(node)));
    terms.emplace_back(node, *factor);
    entry.push_back({names.json(node), exact::to_string(*factor)});
  }
  Subjects found;
  found.add(accounting::direction_subject(terms), {{"direction", entry}}, "direction");
  return found;
}

Subjects subjects_of(const AccountLinearOptions& options, const std::vector<graph::Node>& observers,
                     const LinearNames& names) {
  if (!options.group.empty()) return group_of(options, observers, names);
  if (!options.direction.empty()) return direction_of(options, observers, names);
  Subjects found;
  const auto add = [&](graph::Node node) {
    found.add(accounting::node_subject(node), {{"target", names.json(node)}}, names.text(node));
  };
  if (options.targets == std::vector<std::string>{"all"}) {
    for (graph::Node v = 0; v < names.nodes(); ++v) {
      if (std::ranges::count(observers, v) == 0) add(v);
    }
  } else {
    for (const auto& label : options.targets) {
      const auto node = names.node("--target", label);
      // With every observer in turn a target is left out where it observes.
      if (every_observer(options) && observers.front() == node) continue;
      add(require_hidden("--target", node, observers, names));
    }
  }
  return found;
}

/// The audiences of --meet.
std::vector<accounting::LinearAudience> audiences_of(const AccountLinearOptions& options,
                                                     const accounting::LinearModel& model, const LinearNames& names) {
  std::vector<accounting::LinearAudience> audiences;
  for (const auto& observers : coalitions(options, model, names)) {
    audiences.push_back({observers,
                         {.subjects = subjects_of(options, observers, names).subjects,
                          .participation = accounting::parse_participation("--participation", options.participation),
                          .contributions = options.terms.contributions,
                          .execution = options.common.execution().part()}});
  }
  return audiences;
}

std::vector<LinearView> account(const AccountLinearOptions& options, accounting::LinearModel& model,
                                const LinearNames& names) {
  catch_interrupts();
  const auto participation = accounting::parse_participation("--participation", options.participation);
  std::vector<LinearView> views;
  for (const auto& observers : coalitions(options, model, names)) {
    if (auto* protocol = std::get_if<accounting::Protocol>(&model)) protocol->view.observers = observers;
    auto subjects = subjects_of(options, observers, names);
    auto found = accounting::linear_account(model, {.subjects = subjects.subjects,
                                                    .participation = participation,
                                                    .contributions = options.terms.contributions,
                                                    .reconstruct = options.reconstruct,
                                                    .witness = options.witness || !options.certificate.empty(),
                                                    .execution = options.common.execution()});
    views.push_back({observers, std::move(found), std::move(subjects.json), std::move(subjects.names)});
  }
  return views;
}

nlohmann::ordered_json parameters_json(const AccountLinearOptions& options, const std::vector<LinearView>& views,
                                       const LinearNames& names) {
  nlohmann::ordered_json parameters;
  if (!options.protocol.empty()) {
    parameters["protocol"] = options.protocol;
    parameters["observers"] =
        every_observer(options) ? nlohmann::ordered_json(each) : names.json(views.front().observers);
  } else {
    parameters["signal"] = options.signal;
    parameters["noise"] = options.noise;
    parameters["rounds"] = options.rounds;
  }
  if (!options.group.empty()) {
    parameters["group"] = options.group;
  } else if (!options.direction.empty()) {
    parameters["direction"] = options.direction;
  } else {
    parameters["target"] = options.targets;
  }
  parameters["participation"] = options.participation;
  parameters["contributions"] = to_string(options.terms.contributions);
  if (options.terms.delta) parameters["delta"] = *options.terms.delta;
  if (options.terms.fpr) parameters["fpr"] = *options.terms.fpr;
  if (options.claimed_epsilon) parameters["claimed_epsilon"] = *options.claimed_epsilon;
  if (!options.meet.empty()) parameters["meet"] = options.meet;
  return parameters;
}

/// What the options ask of the views besides their losses.
struct LinearFindings {
  struct Audit {
    double claimed, delta;
    Verdict verdict;
  };
  std::optional<Audit> audit;
  std::optional<LinearMeet> meet;
};

nlohmann::ordered_json to_json(const AccountLinearOptions& options, const accounting::LinearModel& model,
                               const std::vector<LinearView>& views, const LinearFindings& findings) {
  const LinearNames names(model);
  auto result = envelope(account_linear_where, parameters_json(options, views, names), options.common.origin());
  if (const auto* protocol = std::get_if<accounting::Protocol>(&model)) result["name"] = protocol->name;
  if (!views.empty()) {
    result["nodes"] = views.front().account.nodes;
    result["rounds"] = views.front().account.rounds;
  }
  if (!every_observer(options)) {
    result.update(view_json(views.front(), names));
  } else {
    auto& list = result["views"] = nlohmann::ordered_json::array();
    for (const auto& view : views) {
      nlohmann::ordered_json entry = {{"observer", names.json(view.observers.front())}};
      entry.update(view_json(view, names));
      list.push_back(std::move(entry));
    }
  }
  result["adaptivity"] = adaptivity_words(model);
  if (findings.meet) result["meet"] = to_json(*findings.meet, model);
  if (const auto& audit = findings.audit)
    result["audit"] = {{"unit", "epsilon"},
                       {"delta", audit->delta},
                       {"claimed", audit->claimed},
                       {"contributions", to_string(options.terms.contributions)},
                       {"verdict", to_string(audit->verdict)}};
  auto& list = result["losses"] = nlohmann::ordered_json::array();
  for (const auto& view : views) {
    for (auto& entry : losses_json(view, model, options.terms, every_observer(options), names))
      list.push_back(std::move(entry));
  }
  return result;
}

void print_reconstructible(const accounting::LinearAccount& account, const std::vector<std::size_t>& inputs,
                           const LinearNames& names) {
  std::string list;
  for (const auto input : inputs) {
    list += list.empty() ? "" : ", ";
    list += names.text(static_cast<graph::Node>(input % account.nodes));
    if (account.rounds > 1) list += fmt::format(" (injection {})", input / account.nodes);
  }
  print_wrapped("without any noise the observers would solve for {}{}", list.empty() ? "nobody" : list,
                account.reconstructible_proved ? "" : " (by ranks modulo a prime)");
}

void print_table(const AccountLinearOptions& options, const accounting::LinearModel& model,
                 const std::vector<LinearView>& views, const LinearFindings& findings) {
  const LinearNames names(model);
  const auto& first = views.front().account;
  const auto* protocol = std::get_if<accounting::Protocol>(&model);
  const auto name = protocol != nullptr && !protocol->name.empty() ? protocol->name
                    : protocol != nullptr ? std::filesystem::path(options.protocol).filename().string()
                                          : "y = A x + B z";
  put("{}: {} node{}, {} injection{}\n", report::shortened(name, 40), first.nodes, first.nodes == 1 ? "" : "s",
      first.rounds, first.rounds == 1 ? "" : "s");
  if (!every_observer(options)) {
    const auto rank =
        first.rank ? fmt::format("{}{}", *first.rank, first.rank_proved ? "" : " (not proved)") : "unknown";
    put("{} rows, {} unknown noises, rank of the noise {}\n", first.rows, first.noises, rank);
  }
  print_wrapped("losses: mu^2 of numbers and of vectors that change by at most 1 a round ({}); mu{}: of {}\n",
                options.participation, options.terms.delta || options.terms.fpr ? " and what follows from it" : "",
                to_string(options.terms.contributions));
  put("\n");
  put_text(losses_text(views, options.terms, names));
  for (const auto& view : views) {
    for (std::size_t i = 0; i < view.names.size() && view.names.size() <= 3; ++i) {
      const auto& why = view.account.losses[i].loss.why;
      if (!why.empty()) print_wrapped("\n{}: {}", view.names[i], why);
    }
    if (const auto& inputs = view.account.reconstructible; inputs && !every_observer(options))
      print_reconstructible(view.account, *inputs, names);
  }
  print_wrapped("\n{}", adaptivity_words(model));
  if (findings.meet) print_meet(*findings.meet, model);
  if (const auto& audit = findings.audit)
    print_wrapped("\nclaim 'every loss is ({}, {})-DP', for contributions that are {}: {}", audit->claimed,
                  audit->delta, to_string(options.terms.contributions), verdict_word(audit->verdict));
}

/// The file of --certificate: of each subject the change that loses most, and the verdict on the claim.
void prove(const AccountLinearOptions& options, const accounting::LinearModel& model, const LinearView& view,
           const LinearFindings& findings) {
  auto certificates = report::linear_bounds(model, view.account);
  std::vector<std::string> missing;
  const bool refuted = findings.audit && findings.audit->verdict == Verdict::refuted;
  std::optional<exact::Rational> bound;
  if (const auto& audit = findings.audit; audit && audit->verdict != Verdict::inconclusive) {
    const auto mu = divergence::gaussian_mu(audit->claimed, audit->delta);
    const exact::Rational end(refuted ? mu.upper() : mu.lower());
    bound = end * end;
  }
  std::size_t one_change = 0, judged = 0;
  for (std::size_t i = 0; i < certificates.size(); ++i) {
    certificates[i].note = view.names[i];
    const auto& loss = view.account.losses[i].loss;
    const bool all = !loss.is_private || (view.account.rounds == 1 && loss.signs.size() <= 1);
    if (all) ++one_change;
    if (bound && (all || refuted) && report::prove_bound(certificates[i], *bound, refuted)) ++judged;
  }
  if (one_change < certificates.size())
    missing.push_back(fmt::format("that no other signs or rounds lose more is not proved for {} of {} losses",
                                  certificates.size() - one_change, certificates.size()));
  if (findings.audit && (refuted ? judged == 0 : judged < certificates.size()))
    missing.push_back(
        fmt::format("the verdict on the claim is proved for {} of {} losses", judged, certificates.size()));
  write_certificate(options.certificate, certificates, missing);
}

int run(const AccountLinearOptions& options) {
  require_domain(options);
  const Stopwatch watch;
  auto model = load(options);
  const LinearNames names(model);
  if (!options.meet.empty()) (void)allowed_loss(options.meet);  // refused before the work
  const auto views = account(options, model, names);
  LinearFindings findings;
  if (const auto& claimed = options.claimed_epsilon, &delta = options.terms.delta; claimed && delta)
    findings.audit = {.claimed = *claimed, .delta = *delta, .verdict = judge_losses(views, options.terms, *claimed)};
  if (!options.meet.empty()) findings.meet = meet_promise(options.meet, model, audiences_of(options, model, names));
  if (options.common.wants_table()) print_table(options, model, views, findings);
  if (options.common.wants_json()) {
    auto result = to_json(options, model, views, findings);
    result["timing"] = timing_json(options.common.origin());
    write_json(options.common, result);
  }
  if (!options.certificate.empty()) prove(options, model, views.front(), findings);
  return findings.audit ? exit_code(findings.audit->verdict) : 0;
}

void add_subjects(CLI::App& command, AccountLinearOptions& options) {
  add_nodes(command, "--observer", options.observers,
            "observers in place of the protocol's, by label; each: every node alone")
      ->type_name("V,..|each");
  auto* target = add_nodes(command, "--target", options.targets, "nodes whose losses are wanted, or all (default)")
                     ->type_name("U,..|all");
  auto* group = add_nodes(command, "--group", options.group, "nodes that change together, with any signs")
                    ->type_name("U,..")
                    ->excludes(target);
  add_nodes(command, "--direction", options.direction, "one fixed change, such as 0:1,2:-1/3")
      ->type_name("U:C,..")
      ->excludes(target)
      ->excludes(group);
}

}  // namespace

void add_account_linear(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("linear", "any linear Gaussian view: your own protocol, or two matrices");
  auto options = std::make_shared<AccountLinearOptions>();
  options->targets = {"all"};
  add_common(*command, options->common);
  reads(command->add_option("--protocol", options->protocol, "a protocol (docs/linear.md)")
            ->check(existing_file())
            ->type_name("FILE"),
        json_and_named_files);
  reads(command->add_option("--signal", options->signal, "A of y = A x + B z, .mtx or .npy")
            ->check(existing_file())
            ->type_name("FILE"));
  reads(command->add_option("--noise", options->noise, "B, .mtx or .npy")->check(existing_file())->type_name("FILE"));
  command->add_option("--rounds", options->rounds, "rounds of the columns of A: column r n + u is node u in round r")
      ->capture_default_str();
  add_subjects(*command, *options);
  command
      ->add_option("--participation", options->participation,
                   "rounds of a target: every, once, period:B, at-most:K:GAP")
      ->type_name("P")
      ->capture_default_str();
  add_contributions(*command, options->contributions);
  command->add_option("--delta", options->terms.delta, "also give the exact epsilon of (epsilon, delta)-DP");
  command->add_option("--fpr", options->terms.fpr,
                      "also give the best test's true positive rate at this false positive rate");
  command
      ->add_option("--claimed-epsilon", options->claimed_epsilon,
                   "audit with --delta: every loss, of vectors or what --contributions says, is (E, delta)-DP; exit 1 "
                   "if not")
      ->type_name("E");
  command
      ->add_option("--meet", options->meet,
                   "also give the noise that would keep a promise, such as 'epsilon(1e-5) <= 2': the factor on all "
                   "noise, on each noise of the protocol alone, and the best split between node and pair noise")
      ->type_name("PROMISE");
  command->add_flag("--reconstruct", options->reconstruct, "also say who would be solved for without any noise");
  command->add_flag("--witness", options->witness,
                    "also give noise that hides the change and the best test, as fractions");
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known, and the claim that is audited holds",
                             "the claim that is audited is refuted",
                             "the claim that is audited is inconclusive: the loss is not known well enough"));
  command->callback([options, &action] {
    options->terms.contributions = contributions_of(options->contributions);
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
