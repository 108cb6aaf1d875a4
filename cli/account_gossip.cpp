#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <tuple>

#include "cli/exact_gossip.hpp"
#include "cli/graph_options.hpp"
#include "cli/loss_claim.hpp"
#include "cli/page.hpp"
#include "cli/verb.hpp"
#include "cli/workload.hpp"
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/renyi.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::cli {

namespace {

constexpr std::string_view where = "account gossip";
constexpr double relative_tolerance = 1e-9;  ///< of "more than"
constexpr std::size_t table_rows = 20;
constexpr std::string_view forever = "forever";  ///< a value of --steps

struct Options {
  Common common;
  GraphOptions graph;
  std::vector<std::string> observers;
  std::string target = "all";
  std::string steps;
  double alpha = 2.0, sigma = 1.0, sensitivity = 1.0;
  std::optional<double> delta;
  ClaimOptions claim;

  [[nodiscard]] GaussianLossScale scale() const { return {.alpha = alpha, .sigma = sigma, .sensitivity = sensitivity, .delta = delta}; }
};

/// Epsilons at --delta.
struct Epsilons {
  double published = 0.0, exact = 0.0, exact_own_noise = 0.0;
};

/// Renyi losses of one target, in natural-log units.
struct TargetLoss {
  graph::Node target;
  graph::Node distance;  ///< to the nearest observer
  double published;      ///< capped at the local loss
  double exact;
  double exact_own_noise;
  Epsilons epsilon;      ///< at --delta
};

/// Everything the command reports.
struct Report {
  double unit = 0.0;
  linalg::Rounds steps;
  std::optional<double> gap;  ///< of --steps auto
  std::int64_t messages = 0, rank = 0;
  accounting::Proof rank_proof;
  std::optional<accounting::Exposed> exposed;
  double accuracy = 0.0;      ///< of the exact losses, in Renyi loss
  std::size_t others = 0;     ///< nodes that do not observe: the means are over them
  double mean_published = 0.0, mean_bound = 0.0, mean_exact = 0.0;
  std::vector<TargetLoss> losses;
  std::size_t violations = 0;
};

bool exceeds(double loss, double allowed) { return loss > allowed * (1.0 + relative_tolerance); }

void require_domain(const Options& options) {
  require_renyi_order(where, options.alpha);
  require_positive(where, "--sigma", options.sigma);
  require_positive(where, "--sensitivity", options.sensitivity);
  require_positive(where, "alpha sensitivity^2 / (2 sigma^2)", divergence::gaussian_renyi(options.alpha, options.sensitivity, options.sigma));
  if (options.delta) require_open_unit(where, "--delta", *options.delta);
  require_claim(where, options.claim, options.delta);
}

/// The nodes to report: all but the observers, or the one the user named.
std::vector<graph::Node> choose_targets(const Options& options, const graph::Graph& graph, const std::vector<graph::Node>& observers) {
  if (options.target != "all") {
    const auto target = graph::find_node("--target", graph, options.target);
    if (std::ranges::count(observers, target) > 0) {
      throw Error(Errc::domain, "--target", fmt::format("node '{}' is an observer: it has no secret from itself", options.target));
    }
    return {target};
  }
  std::vector<char> observes(graph.nodes(), 0);
  for (const auto v : observers) observes[v] = 1;
  std::vector<graph::Node> targets;
  for (graph::Node v = 0; v < graph.nodes(); ++v) {
    if (observes[v] == 0) targets.push_back(v);
  }
  if (targets.empty()) throw Error(Errc::domain, "--observer", "every node is an observer: no target is left");
  return targets;
}

/// Refuses steps that take too long, and says on stderr what memory the basis of the view may need if that is not free.
void require_room(const graph::GossipMatrix& w, std::size_t sending, int steps) {
  const double n = static_cast<double>(w.rows()), senders = static_cast<double>(sending);
  require_affordable(where, {.operations = 2.0 * senders * steps * static_cast<double>(w.nonZeros()), .bytes = 16.0 * senders * n},
                     "--steps, or take observers with fewer neighbours");
  // The rank of the view is not known before: two bases have at most as many vectors as there are messages, often far fewer.
  const double most = 16.0 * n * std::min(n, senders * steps), available = available_memory();
  if (most > available) {
    constexpr double gib = 1ull << 30;
    say(fmt::format("note: the exact losses take up to {:.1f} GiB, depending on the rank of the view, and {:.1f} GiB are free; if these do not suffice, the run ends with an error", most / gib, available / gib));
  }
}

/// Rounds that lose as much as `steps`, which are too many to be counted one by one.
int settled(const graph::GossipMatrix& w, const std::vector<graph::Node>& observers, int steps) {
  if (const auto rounds = accounting::settling_rounds(w, observers, accurate_rounds)) return *rounds;
  throw Error(Errc::too_large, "--steps",
              fmt::format("published losses still grow after {} rounds, and the rounding errors of {} exceed the accuracy of 1e-9 of the losses; at most {}, or forever", accurate_rounds, steps, accurate_rounds));
}

Report account(const Options& options, const GossipGraph& made, const std::vector<graph::Node>& observers,
               const std::vector<graph::Node>& targets) {
  const auto& graph = made.graph();
  const auto w = graph::gossip_matrix(graph, made.weights);
  const double ratio = options.sensitivity / options.sigma;
  Report report;
  report.unit = divergence::gaussian_renyi(options.alpha, options.sensitivity, options.sigma);
  linalg::Rounds counted;
  const auto sending = accounting::senders(w, observers).size();
  if (options.steps != forever) {
    const auto given = step_count(options.steps);
    const auto steps = given ? Steps{.count = *given, .gap = std::nullopt} : resolve_steps(options.steps, w, options.sigma);
    require_room(w, sending, std::min(steps.count, accurate_rounds));
    report.steps = steps.count;
    report.gap = steps.gap;
    counted = steps.count <= accurate_rounds ? steps.count : settled(w, observers, steps.count);
  }
  const auto found = account_gossip(where, w, observers, counted, options.common.seeded());
  const auto& losses = found.losses;
  report.rank_proof = found.rank;
  report.exposed = found.exposed;
  const auto distance = graph::distances(graph, observers);
  report.messages = report.steps ? static_cast<std::int64_t>(sending) * *report.steps : 0;
  report.rank = losses.rank;
  report.accuracy = losses.accuracy * report.unit;
  const auto published = losses.published.cwiseMin(1.0);
  std::vector<char> observes(graph.nodes(), 0);
  for (const auto v : observers) observes[v] = 1;
  for (graph::Node u = 0; u < graph.nodes(); ++u) {
    if (observes[u] != 0) continue;
    report.mean_published += published[u];
    report.mean_exact += losses.exact[u];
    ++report.others;
  }
  const double scale = report.unit / static_cast<double>(report.others);
  report.mean_published *= scale;
  report.mean_exact *= scale;
  report.mean_bound = scale * static_cast<double>(report.messages);

  report.losses.resize(targets.size());
  parallel_for(targets.size(), options.common.jobs, [&](std::size_t i) {
    const auto u = targets[i];
    auto& loss = report.losses[i];
    loss = {.target = u,
            .distance = distance[u],
            .published = report.unit * published[u],
            .exact = report.unit * losses.exact[u],
            .exact_own_noise = report.unit * losses.exact_own_noise[u],
            .epsilon = {}};
    if (!options.delta) return;
    const auto epsilon = [&](double share) { return divergence::gaussian_epsilon(ratio * std::sqrt(share), *options.delta).upper(); };
    loss.epsilon = {.published = epsilon(published[u]), .exact = epsilon(losses.exact[u]), .exact_own_noise = epsilon(losses.exact_own_noise[u])};
  });
  report.violations = static_cast<std::size_t>(std::ranges::count_if(report.losses, [](const TargetLoss& l) { return exceeds(l.exact, l.published); }));
  return report;
}

/// How a claim fares: the target that loses most to the observers it is about, and its loss in the claim's unit.
struct Audit {
  const TargetLoss* worst;
  Bracket loss;
  Verdict verdict;
};

Audit audit(const Options& options, const Report& report) {
  const auto judged = own_noise_known(options.claim.trust) ? &TargetLoss::exact_own_noise : &TargetLoss::exact;
  const auto worst = std::ranges::max_element(report.losses, {}, judged);
  const auto loss = claimed_loss(options.claim, options.scale(), *worst.*judged / report.unit, report.accuracy / report.unit);
  return {.worst = &*worst, .loss = loss, .verdict = judge(options.claim, loss)};
}

nlohmann::ordered_json to_json(const Options& options, const Audit& found, const NodeNames& names) {
  const auto& worst = *found.worst;
  const bool epsilon = options.claim.epsilon.has_value();
  auto result = claim_json(options.claim, options.scale());
  result["verdict"] = to_string(found.verdict);
  result["worst"] = {{"target", names.json(worst.target)},
                     {"lower", found.loss.lower()},
                     {"upper", found.loss.upper()},
                     {"exact", epsilon ? worst.epsilon.exact : worst.exact},
                     {"exact_own_noise", epsilon ? worst.epsilon.exact_own_noise : worst.exact_own_noise}};
  return result;
}

void print_audit(const Options& options, const graph::Graph& graph, const Audit& found) {
  const auto target = node_name(graph, found.worst->target);
  const auto scope = options.target == "all" ? "every target" : fmt::format("target {}", target);
  const auto loss = found.verdict == Verdict::inconclusive ? fmt::format("between {:.17g} and {:.17g}", found.loss.lower(), found.loss.upper())
                                                           : fmt::format("{:.9g}", found.loss.estimate());
  print_wrapped("claim '{} {}': {}", scope, claim_words(options.claim, options.scale()), to_string(found.verdict));
  print_wrapped("largest: target {}, {} {}, to observers who know {}", target, options.claim.epsilon ? "epsilon" : "a Renyi loss of", loss,
                own_noise_known(options.claim.trust) ? "their own noise" : "nobody's noise");
}

nlohmann::ordered_json to_json(const Options& options, const GossipGraph& made, const std::vector<graph::Node>& observers, const Report& report) {
  const NodeNames names(made.graph());
  auto parameters = graph_parameters(options.graph, made, observers);
  parameters["target"] = options.target == "all" ? nlohmann::ordered_json("all") : names.json(report.losses.front().target);
  parameters["steps"] = report.steps ? nlohmann::ordered_json(*report.steps) : nlohmann::ordered_json(forever);
  parameters["alpha"] = options.alpha;
  parameters["sigma"] = options.sigma;
  parameters["sensitivity"] = options.sensitivity;
  if (options.delta) parameters["delta"] = *options.delta;
  if (options.claim.epsilon) parameters["claimed_epsilon"] = *options.claim.epsilon;
  if (options.claim.renyi) parameters["claimed_renyi"] = *options.claim.renyi;
  if (options.claim.given()) parameters["trust"] = options.claim.trust;

  nlohmann::ordered_json result = {{"command", "account gossip"}, {"parameters", std::move(parameters)}, {"seed", options.common.seed}, {"version", version}};
  if (report.gap) result["spectral_gap"] = *report.gap;
  result["unit"] = report.unit;
  result["messages"] = report.steps ? nlohmann::ordered_json(report.messages) : nullptr;
  result["rank"] = report.rank;
  result["rank_proof"] = proof_json(report.rank_proof);
  result["exposed"] = exposed_json(report.exposed);
  result["accuracy"] = report.accuracy;
  result["published_capped_at_local"] = true;
  result["mean"] = {{"over", report.others}, {"published", report.mean_published}, {"bound", nullptr}, {"exact", report.mean_exact}};
  if (report.steps) result["mean"]["bound"] = report.mean_bound;
  result["violations"] = report.violations;
  if (options.claim.given()) result["audit"] = to_json(options, audit(options, report), names);
  auto& list = result["losses"] = nlohmann::ordered_json::array();
  for (const auto& loss : report.losses) {
    nlohmann::ordered_json entry = {{"target", names.json(loss.target)}, {"distance", loss.distance},       {"local", report.unit},
                                    {"published", loss.published},       {"exact", loss.exact},             {"exact_own_noise", loss.exact_own_noise}};
    if (options.delta) {
      entry["epsilon"] = {{"published", loss.epsilon.published}, {"exact", loss.epsilon.exact}, {"exact_own_noise", loss.epsilon.exact_own_noise}};
    }
    list.push_back(std::move(entry));
  }
  return result;
}

/// The targets that the table shows: largest exact loss first; among equal ones, those the published formula misses most.
std::vector<TargetLoss> worst_targets(const Report& report) {
  const auto rounded = [](double loss) { return std::round(loss / 1e-9); };
  const auto rank = [&](const TargetLoss& l) { return std::tuple(-rounded(l.exact), rounded(l.published), l.target); };
  std::vector<TargetLoss> first(std::min(report.losses.size(), table_rows));
  std::ranges::partial_sort_copy(report.losses, first, {}, rank, rank);
  return first;
}

void print_losses(const Options& options, const graph::Graph& graph, const Report& report) {
  std::vector<report::TextColumn> columns = {{.title = "target", .fit = report::Fit::cut}, {.title = "distance"}, {.title = "published"}, {.title = "exact"}, {.title = "own noise"}};
  if (options.delta) columns.insert(columns.end(), {{.title = "epsilon\npublished"}, {.title = "epsilon\nexact"}, {.title = "epsilon\nown noise"}});
  report::TextTable table(std::move(columns));
  const auto number = [](double x) { return fmt::format("{:.5g}", x); };
  const auto first = worst_targets(report);
  for (const auto& loss : first) {
    std::vector<std::string> cells = {graph.label(loss.target), std::to_string(loss.distance), number(loss.published), number(loss.exact), number(loss.exact_own_noise)};
    if (options.delta) cells.insert(cells.end(), {number(loss.epsilon.published), number(loss.epsilon.exact), number(loss.epsilon.exact_own_noise)});
    table.row(std::move(cells));
  }
  fmt::print("{}", table.text());
  if (first.size() < report.losses.size()) fmt::print("... {} more targets, none with a larger exact loss; --json lists all\n", report.losses.size() - first.size());
}

void print_table(const Options& options, const GossipGraph& made, const std::vector<graph::Node>& observers, const Report& report) {
  const auto& graph = made.graph();
  print_graph(options.graph, graph);
  const auto sent = report.steps ? fmt::format("{} messages in {} rounds{}", report.messages, *report.steps, report.gap ? fmt::format(" (auto: gap {:.3g})", *report.gap) : "")
                                 : "messages of any number of rounds";
  print_wrapped("observer {}: {}, rank of the view {}{}", node_list(graph, observers), sent, report.rank, remark(report.rank_proof));
  fmt::print("Renyi loss of order {} (sigma {}, sensitivity {}); local loss {:.6g}\n\n", options.alpha, options.sigma, options.sensitivity, report.unit);
  print_losses(options, graph, report);
  print_wrapped("\npublished: the formula of muffliato Theorem 1, capped at the local loss; exact: everybody's noise is unknown; own noise: the observers know what they injected themselves");
  const auto bound = report.steps ? fmt::format("; bound {:.6g}, since every message adds at most the local loss to the sum of the published losses", report.mean_bound) : "";
  print_wrapped("\nmean over the {} node{} that do{} not observe: published {:.6g}, exact {:.6g}{}", report.others, report.others == 1 ? "" : "s", report.others == 1 ? "es" : "",
                report.mean_published, report.mean_exact, bound);
  if (report.exposed) {
    print_wrapped("{} of them lose everything, {} to observers who know their own noise{}", report.exposed->count, report.exposed->own_noise, remark(report.exposed->proof));
  }
  std::string violations = fmt::format("{} of {} targets lose more than the published formula says", report.violations, report.losses.size());
  if (report.violations > 0) {
    const auto ratio = [](const TargetLoss& l) { return l.published > 0.0 ? l.exact / l.published : 0.0; };
    const auto worst = std::ranges::max_element(report.losses, {}, ratio);
    violations += fmt::format("; worst ratio {:.4g} at target {}", ratio(*worst), node_name(graph, worst->target));
  }
  print_wrapped("{}", violations);
  if (!report.steps) {
    print_wrapped("\nforever: W is fixed and symmetric, noise is added once and none to messages. The published sum grows without end and stands at its cap. The losses are those of every "
                  "rule that stops the gossip by what the observers see; not of rules on hidden states, of schedules, or of fresh noise");
  }
}

int run(const Options& options) {
  require_domain(options);
  if (options.steps != forever && !step_count(options.steps)) require_steps(options.steps, "auto nor forever");
  std::optional<tbb::global_control> limit;
  if (options.common.jobs > 0) limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(options.common.jobs));
  const auto start = std::chrono::steady_clock::now();
  const auto made = load_graph(options.graph, options.common.seeded());
  const auto observers = nodes_from_labels("--observer", made.graph(), options.observers);
  const auto targets = choose_targets(options, made.graph(), observers);
  print_notes(made.loaded.notes);
  const auto report = account(options, made, observers, targets);
  if (report.accuracy > 1e-6 * report.unit) {
    say(fmt::format("note: exact losses are known to about {:.1g} only: the numerical rank of the view is in doubt", report.accuracy));
  }
  if (options.common.wants_table()) print_table(options, made, observers, report);
  if (options.common.wants_json()) {  // a million targets take a while
    auto result = to_json(options, made, observers, report);
    result["timing"] = {{"seconds", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()}, {"jobs", options.common.jobs}};
    write_json(options.common, result);
  }
  if (!options.claim.given()) return 0;

  const auto found = audit(options, report);
  if (options.common.wants_table()) print_audit(options, made.graph(), found);
  return exit_code(found.verdict);
}

}  // namespace

void add_account_gossip(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("gossip", "private averaging with one initial Gaussian noise: who leaks what to whom");
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  add_graph_options(*command, options->graph);
  add_observers(*command, options->observers);
  command->add_option("--target", options->target, "node whose loss is wanted, or all")->type_name("U|all")->capture_default_str();
  add_steps_or_forever(*command, options->steps);
  command->add_option("--alpha", options->alpha, "order of the Renyi loss, > 1")->capture_default_str();
  command->add_option("--sigma", options->sigma, "standard deviation of every node's noise")->capture_default_str();
  command->add_option("--sensitivity", options->sensitivity, "largest change of a private value")->capture_default_str();
  command->add_option("--delta", options->delta, "also give the exact epsilon of (epsilon, delta)-DP");
  add_claim(*command, options->claim);
  command->footer(exit_codes("the losses are known, and the claim that is audited holds", "the claim that is audited is refuted", "the claim that is audited is inconclusive: the loss is not known well enough"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
