// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/accounting/continual/report.hpp>
#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/stream.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/network/graph_source.hpp"
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

constexpr std::string_view account_stream_where = "account stream";

struct AccountStreamOptions {
  Common common;
  GraphSource graph;
  std::vector<std::string> observers, targets;
  int rounds = 0, steps_per_round = 1;
  std::string trust = "all-noise", view = "states";
  double sigma = 1.0;
  std::optional<double> delta, epsilon;
  std::string certificate;

  [[nodiscard]] accounting::ContinualScale scale() const {
    return {.sigma = sigma, .delta = delta, .epsilon = epsilon};
  }
};

constexpr std::string_view stream_assumption =
    "contributions depend on their node's data and on what these observers saw before; not on hidden states, as "
    "gradients at the nodes' own models do";

using accounting::ContinualReport;

void require_domain(const AccountStreamOptions& options) {
  require_between(account_stream_where, "--rounds", options.rounds, 1, 1'000'000);
  require_between(account_stream_where, "--steps-per-round", options.steps_per_round, 1, 1'000'000);
  require_positive(account_stream_where, "--sigma", options.sigma);
  if (options.delta) require_open_unit(account_stream_where, "--delta", *options.delta);
  if (options.epsilon) require_non_negative(account_stream_where, "--epsilon", *options.epsilon);
  if (options.epsilon && !options.delta)
    throw Error(Errc::domain, account_stream_where,
                "--epsilon asks for the noise that gives (epsilon, delta)-DP: say --delta too");
}

accounting::ContinualView view_of(const AccountStreamOptions& options, const graph::GossipMatrix& w,
                                  const std::vector<graph::Node>& observers) {
  const bool own = own_noise_known(options.trust);
  return {.observed = options.view == "messages" ? accounting::senders(w, observers) : observers,
          .known_noise = own ? observers : std::vector<graph::Node>{},
          .steps_per_round = options.steps_per_round,
          .every_step = true};
}

nlohmann::ordered_json to_json(const accounting::ContinualBounds& bounds) {
  return {{"constant", bounds.constant}, {"lower", bounds.lower}, {"upper", bounds.upper}};
}

/// The keys of one target: at the top level if it is the only one.
nlohmann::ordered_json to_json(const ContinualReport& report) {
  nlohmann::ordered_json entry;
  entry["sensitivity_squared"] = to_json(report.squared);
  if (report.exact) entry["sensitivity_squared"]["exact"] = *report.exact;
  entry["rate"] = {{"predicted", number_or_null(report.rate)},
                   {"observed", report.observed_rate},
                   {"last_round", report.last_round}};
  if (report.epsilon) entry["epsilon"] = to_json(*report.epsilon);
  if (report.sigma_needed) entry["sigma"] = *report.sigma_needed;
  return entry;
}

nlohmann::ordered_json to_json(const AccountStreamOptions& options, const GossipGraph& made,
                               const std::vector<graph::Node>& observers, Eigen::Index rank,
                               const std::vector<ContinualReport>& reports) {
  const NodeNames names(made.graph());
  auto parameters = graph_parameters(options.graph, made, observers);
  if (reports.size() == 1) parameters["target"] = names.json(reports.front().target);
  parameters["rounds"] = options.rounds;
  parameters["steps_per_round"] = options.steps_per_round;
  parameters["trust"] = options.trust;
  parameters["view"] = options.view;
  parameters["sigma"] = options.sigma;
  if (options.delta) parameters["delta"] = *options.delta;
  if (options.epsilon) parameters["epsilon"] = *options.epsilon;
  auto result = envelope(account_stream_where, std::move(parameters), options.common.origin());
  result["read"] = reading(options.graph, made).json;
  result["rank"] = rank;
  const auto safe = accounting::continual_safe_loss(options.rounds, options.scale());
  result["adaptivity"] = {{"assumes", std::string(stream_assumption)},
                          {"else", {{"view", "all values that are sent"}, {"sensitivity_squared", safe.squared}}}};
  if (safe.epsilon) result["adaptivity"]["else"]["epsilon"] = *safe.epsilon;
  if (safe.sigma_needed) result["adaptivity"]["else"]["sigma"] = *safe.sigma_needed;
  if (reports.size() == 1) {
    result.update(to_json(reports.front()));
    return result;
  }
  auto& list = result["targets"] = nlohmann::ordered_json::array();
  for (const auto& report : reports) {
    nlohmann::ordered_json entry = {{"target", names.json(report.target)}};
    entry.update(to_json(report));
    list.push_back(std::move(entry));
  }
  return result;
}

void print_table(const AccountStreamOptions& options, const GossipGraph& made,
                 const std::vector<graph::Node>& observers, Eigen::Index rank,
                 const std::vector<ContinualReport>& reports) {
  const auto& graph = made.graph();
  put_text(reading(options.graph, made).text());
  print_wrapped("observer {} ({}, {}), {} rounds of {} gossip step{}: a view of rank {}", node_list(graph, observers),
                options.view, options.trust, options.rounds, options.steps_per_round,
                options.steps_per_round == 1 ? "" : "s", rank);
  using report::Fit;
  report::TextTable losses({{.title = "target", .fit = Fit::cut},
                            {.title = "squared\nconstant"},
                            {.title = "squared\nat least"},
                            {.title = "squared\nat most"},
                            {.title = "growth\npredicted"},
                            {.title = "growth\nlast round"}});
  report::TextTable epsilons({{.title = "target", .fit = Fit::cut},
                              {.title = "epsilon\nat least"},
                              {.title = "epsilon\nat most"},
                              {.title = "sigma for\n--epsilon"}});
  constexpr int digits = 6;
  const auto number = [](double x) { return report::number_text(x, digits); };
  constexpr std::size_t rows = 20;
  for (std::size_t i = 0; i < std::min(rows, reports.size()); ++i) {
    const auto& r = reports[i];
    const auto& name = graph.label(r.target);
    losses.row({name, number(r.squared.constant), report::number_text_below(r.squared.lower, digits),
                report::number_text_above(r.squared.upper, digits), r.rate ? number(*r.rate) : "-",
                number(r.last_round)});
    if (r.epsilon)
      epsilons.row({name, report::number_text_below(r.epsilon->lower, digits),
                    report::number_text_above(r.epsilon->upper, digits),
                    r.sigma_needed ? fmt::format("{}", *r.sigma_needed) : "-"});
  }
  put("\n");
  show(losses);
  print_wrapped("squared: sensitivity squared, of constant contributions and of any; growth: of the first, per round");
  if (!reports.front().rate)
    print_wrapped("no growth is predicted: W has the eigenvalue -1 (a bipartite graph without weight on itself)");
  if (options.delta) {
    put("\n");
    show(epsilons);
  }
  if (reports.size() > rows) put("... {} more targets; --json lists all\n", reports.size() - rows);
  const auto safe = accounting::continual_safe_loss(options.rounds, options.scale());
  const auto epsilon = safe.epsilon ? ", epsilon " + report::number_text_above(*safe.epsilon, 6) : std::string();
  const auto sigma = safe.sigma_needed ? fmt::format(", sigma for --epsilon {}", *safe.sigma_needed) : std::string();
  print_wrapped("\nassumed: {}. For those the safe view is that of an observer who sees all values: squared {}{}{}",
                stream_assumption, safe.squared, epsilon, sigma);
}

/// Of the powers of W and their products, of the covariance of the view and its factor, and of what the targets add to
/// it.
Workload workload(const AccountStreamOptions& options, const graph::GossipMatrix& w,
                  const accounting::ContinualView& view, std::size_t targets) {
  const auto n = static_cast<double>(w.rows()), seen = static_cast<double>(view.observed.size()),
             rounds = static_cast<double>(options.rounds), asked = static_cast<double>(targets);
  const double messages = seen * rounds;
  return {.operations = 2.0 * messages * options.steps_per_round * static_cast<double>(w.nonZeros()) +
                        n * seen * messages + messages * messages * messages / 3.0 +
                        asked * messages * rounds * rounds / 3.0,
          .bytes = 8.0 * messages * (messages + asked)};
}

/// Losses of one target over the rounds, of any and of constant contributions, and for K = 1 the rate of the latter.
void prove_target(const report::StreamInstance& instance, int rounds, std::vector<report::Certificate>& all) {
  auto loss = report::Certificate{.kind = "stream", .quantity = "loss"};
  prove_stream_loss(loss, instance, rounds, true);
  auto constant = report::Certificate{.kind = "stream", .quantity = "constant"};
  prove_constant_loss(constant, instance, rounds);
  all.insert(all.end(), {std::move(loss), std::move(constant)});
  if (instance.steps != 1) return;
  auto rate = report::Certificate{.kind = "rate", .quantity = "rate"};
  const exact::Rational one = 1;
  prove_rate(rate, instance, {&one, 1}, false);
  all.push_back(std::move(rate));
}

/// The file of --certificate: sensitivities squared, in fractions.
void prove(const AccountStreamOptions& options, const GossipGraph& made, std::vector<graph::Node> observers,
           const std::vector<graph::Node>& targets, std::size_t seen) {
  constexpr std::size_t most_states = 40, most_columns = 200;
  constexpr int most_rounds = 12;
  const auto states =
      seen * static_cast<std::size_t>(options.rounds) * static_cast<std::size_t>(options.steps_per_round);
  const auto columns = made.graph().nodes() * static_cast<std::size_t>(options.rounds);
  if (options.rounds > most_rounds || states > most_states || columns > most_columns) {
    write_certificate(options.certificate, {},
                      {fmt::format("more than {} rounds, {} states seen or {} noises have no proof", most_rounds,
                                   most_states, most_columns)});
    return;
  }
  std::ranges::sort(observers);
  std::vector<report::Certificate> all;
  std::vector<std::string> missing;
  for (const auto target : targets) {
    const report::StreamInstance instance{.graph = made.graph(),
                                          .weights = made.weights,
                                          .observers = observers,
                                          .own_noise = own_noise_known(options.trust),
                                          .messages = options.view == "messages",
                                          .target = target,
                                          .steps = options.steps_per_round};
    try {
      prove_target(instance, options.rounds, all);
    } catch (const Error& error) {
      if (error.code() != Errc::conditions) throw;
      missing.push_back(fmt::format("target {}: {}", node_name(made.graph(), target), error.what()));
    }
  }
  missing.emplace_back("rates are proved from below");
  if (options.delta) missing.emplace_back("epsilons have no proof: they follow from the squared sensitivity");
  write_certificate(options.certificate, all, missing);
}

int run(const AccountStreamOptions& options) {
  require_domain(options);
  const Stopwatch watch;
  const auto made = load_graph(options.graph, options.common.seeded());
  const auto observers = nodes_from_labels("--observer", made.graph(), options.observers);
  const auto targets = targets_from_labels(options.targets, made.graph(), observers);
  const auto w = graph::gossip_matrix(made.graph(), made.weights);
  const auto view = view_of(options, w, observers);
  require_affordable(account_stream_where, workload(options, w, view, targets.size()),
                     "--rounds, --steps-per-round or the number of targets");
  print_notes(made.loaded.notes);
  catch_interrupts();
  const auto execution = options.common.execution();
  const accounting::ContinualAccountant accountant(w, view, options.rounds, targets, execution);
  const bool grows = accounting::is_primitive(account_stream_where, w);  // else there is no rate in the long run
  const auto rates = grows ? std::optional(accounting::ContinualRate(w, view, execution).constant()) : std::nullopt;

  const auto scale = options.scale();
  std::vector<ContinualReport> reports;
  for (const auto target : targets) {
    reports.push_back(accounting::continual_report(accountant, target,
                                                   rates ? std::optional((*rates)(target)) : std::nullopt, scale));
    if (execution.progress) execution.progress(reports.size(), targets.size(), "targets");
  }
  if (options.common.wants_table()) print_table(options, made, observers, accountant.rank(), reports);
  auto result = to_json(options, made, observers, accountant.rank(), reports);
  result["timing"] = timing_json(options.common.origin());
  write_json(options.common, result);
  if (!options.certificate.empty()) prove(options, made, observers, targets, view.observed.size());
  return 0;
}

}  // namespace

void add_account_stream(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand(
      "stream", "gossip over many rounds with fresh noise in each: exact sensitivity and its growth");
  auto options = std::make_shared<AccountStreamOptions>();
  add_common(*command, options->common);
  add_graph_options(*command, options->graph);
  add_observers(*command, options->observers);
  add_nodes(*command, "--target", options->targets, "nodes whose loss is wanted, or all")
      ->required()
      ->type_name("U[,U...]|all");
  command->add_option("--rounds", options->rounds, "rounds T, each with fresh contributions and noise")
      ->required()
      ->type_name("T");
  command
      ->add_option("--steps-per-round", options->steps_per_round,
                   "gossip steps K between two injections of noise, all of them seen")
      ->type_name("K")
      ->capture_default_str();
  add_trust(*command, options->trust);
  command
      ->add_option("--view", options->view, "states: what the observers hold; messages: what their neighbors send them")
      ->check(CLI::IsMember({"states", "messages"}))
      ->capture_default_str();
  command
      ->add_option("--sigma", options->sigma,
                   "standard deviation of every node's noise; contributions change by at most 1")
      ->capture_default_str();
  command->add_option("--delta", options->delta, "also give the exact epsilon of (epsilon, delta)-DP");
  command->add_option("--epsilon", options->epsilon, "with --delta: the noise that suffices for (E, delta)-DP")
      ->type_name("E");
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
