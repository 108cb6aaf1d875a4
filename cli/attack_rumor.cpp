#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "cli/anytime_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/page.hpp"
#include "cli/verb.hpp"
#include "cli/workload.hpp"
#include "empirical/attack/rumor.hpp"
#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
  Common common;
  AnytimeOptions anytime;
  std::int64_t nodes = 0, curious = 0, rumors = 1, runs = 0;
  std::optional<std::int64_t> suspects;
  double muting = 1.0, confidence = 0.95;
  std::string transcript = "unending";
  [[nodiscard]] bool unending() const { return transcript == "unending"; }
};

/// What no attack on the protocol that is simulated exceeds.
struct Cap {
  std::optional<double> success;
  std::string_view why;
};

/// Theorems 5 and 7 speak of unending transcripts; for terminated ones delta is known where it can be computed.
Cap success_cap(const accounting::RumorCrowd& crowd, const Options& options, std::uint64_t suspects) {
  // k linked rumors of a (0, delta)-private protocol are (0, k delta)-private.
  const auto cap = [&](double delta) { return accounting::rumor_attack_cap(std::min(1.0, static_cast<double>(options.rumors) * delta), suspects); };
  if (options.unending()) return {cap(accounting::rumor_delta_bound(crowd, options.muting)), "the privacy bound"};
  if (crowd.curious == 0) return {cap(0.0), "nobody being curious"};
  if (options.nodes > accounting::RumorWorld::max_nodes) {
    return {std::nullopt, "the privacy bounds hold for unending transcripts only (hearsay explain rumor.thm7.terminated)"};
  }
  const auto world = accounting::rumor_world(static_cast<int>(options.nodes), static_cast<int>(options.curious), accounting::RumorEnd::terminated);
  const accounting::RumorLaw<double> law(world, options.muting);
  return {cap(rumor_delta(law, 0.0, {.width = 1e-6, .expansions = 5'000}).upper()), "the exact delta(0) of terminated transcripts"};
}

/// The chance of naming the first suspect seen, without simulation: exact, or with the active nodes split as they are in the mean.
struct Computed {
  std::optional<double> exact, approximation;
};

Computed computed_success(const accounting::RumorCrowd& crowd, const Options& options, std::uint64_t suspects) {
  Computed result;
  if (options.rumors > 1 || !options.unending()) return result;
  try {
    const double value = rumor_map_success(crowd, options.muting, suspects).estimate();
    (rumor_map_success_is_exact(crowd, options.muting, suspects) ? result.exact : result.approximation) = value;
  } catch (const Error& error) {
    if (error.code() != Errc::too_large) throw;
  }
  return result;
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

int run(const Options& options) {
  require_distinct({{"--json", options.common.json}, {"--resume", options.anytime.state}});
  constexpr std::string_view where = "attack rumor";
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  require_between(where, "--nodes", options.nodes, 2, most);
  require_between(where, "--curious", options.curious, 0, options.nodes - 1);
  require_unit(where, "--muting", options.muting);
  const std::int64_t honest = options.nodes - options.curious, suspects = options.suspects.value_or(honest);
  require_between(where, "--suspects", suspects, 1, honest);
  require_between(where, "--rumors", options.rumors, 1, 1'000'000);
  require_between(where, "--runs", options.runs, 1, most);
  require_open_unit(where, "--confidence", options.confidence);
  // A run ends when a suspect tells a curious node, about (n/f)(n/m) messages, or, terminated, when everybody knows, about n ln n.
  const auto nodes = static_cast<double>(options.nodes), curious = static_cast<double>(options.curious);
  const double noticed = curious > 0.0 ? 40.0 * nodes / curious * (options.unending() ? nodes / static_cast<double>(suspects) : 1.0) : 1.0;
  const double messages = options.unending() ? noticed : std::min(2.0 * nodes * std::log(nodes + 1.0), noticed);
  require_affordable(where, {.operations = static_cast<double>(options.runs) * static_cast<double>(options.rumors) * messages, .bytes = 0.0}, "--runs, --rumors or --nodes");
  const auto start = std::chrono::steady_clock::now();
  const auto crowd = accounting::rumor_crowd(options.nodes, options.curious);
  const Cap cap = success_cap(crowd, options, static_cast<std::uint64_t>(suspects));
  const empirical::RumorSourceAttack attack{.nodes = static_cast<std::uint32_t>(options.nodes),
                                                     .curious = static_cast<std::uint32_t>(options.curious),
                                                     .muting = options.muting,
                                                     .suspects = static_cast<std::uint32_t>(suspects),
                                                     .rumors = static_cast<std::uint32_t>(options.rumors),
                                                     .unending = options.unending(),
                                                     .recorded = static_cast<std::uint32_t>(std::min<std::int64_t>(10, honest)),
                                                     .runs = static_cast<std::uint64_t>(options.runs),
                                                     .confidence = options.confidence,
                                                     .seed = options.common.seeded(),
                                                     .jobs = options.common.jobs,
                                                     .progress = terminal_progress(),
                                                     .stop = interrupted};
  catch_interrupts();
  if (options.anytime.on) {
    if (!cap.success) throw Error(Errc::conditions, where, fmt::format("--anytime needs a bound to judge, and {}", cap.why));
    const double bound = *cap.success;
    const Json question{{"command", "attack rumor"},
                        {"parameters", {{"nodes", options.nodes}, {"curious", options.curious}, {"muting", options.muting}, {"suspects", suspects}, {"rumors", options.rumors}, {"transcript", options.transcript}, {"confidence", options.confidence}}},
                        {"seed", options.common.seed}};
    const auto from = resumed_state(options.anytime, question, 1);
    const auto found = empirical::attack_rumor_source_anytime(attack, bound, from, state_keeper(options.anytime, question));
    store_state(options.anytime, question, found.state);
    auto parameters = question.at("parameters");
    parameters["runs"] = options.runs;
    const auto& success = found.probability;
    write_json(options.common, Json{{"command", "attack rumor"},
                                    {"parameters", parameters},
                                    {"seed", options.common.seed},
                                    {"version", version},
                                    {"success", {{"estimate", success.estimate()}, {"lower", success.lower()}, {"upper", success.upper()}, {"runs", found.state.runs}}},
                                    {"bound", bound},
                                    {"anytime", anytime_json(found.stop, found.state)}});
    if (options.common.wants_table()) {
      print_wrapped("named the source in {} of {} runs: {:.5f}, {:g} % confidence sequence {:.5f} .. {:.5f}", found.state.hits[0], found.state.runs, success.estimate(), 100.0 * options.confidence,
                 success.lower(), success.upper());
      print_wrapped("by {}, success is at most {:.5f}: {}", cap.why, bound, anytime_line(found.stop, found.state));
    }
    return exit_code(found.stop);
  }
  const auto found = empirical::attack_rumor_source(attack);
  const auto computed = computed_success(crowd, options, static_cast<std::uint64_t>(suspects));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto& success = found.probability;
  const bool refutes = cap.success && success.lower() > *cap.success;
  if (options.common.wants_table()) {
    print_wrapped("named the source in {} of {} runs: {:.5f}, {:g} % interval {:.5f} .. {:.5f}", found.successes, found.runs, success.estimate(),
               100.0 * options.confidence, success.lower(), success.upper());
    if (computed.exact) fmt::print("exact {:.9f}\n", *computed.exact);
    if (computed.approximation) fmt::print("approximation {:.9f}, too many states for an exact value\n", *computed.approximation);
    if (cap.success) {
      print_wrapped("no attack exceeds {:.5f} by {}{}", *cap.success, cap.why, refutes ? ": refuted" : "");
    } else {
      print_wrapped("no bound: {}", cap.why);
    }
  }
  Json result{{"command", "attack rumor"},
              {"parameters", {{"nodes", options.nodes}, {"curious", options.curious}, {"muting", options.muting}, {"suspects", suspects},
                              {"rumors", options.rumors}, {"transcript", options.transcript}, {"runs", options.runs}, {"confidence", options.confidence}}},
              {"seed", options.common.seed},
              {"version", version},
              {"success", {{"estimate", success.estimate()}, {"lower", success.lower()}, {"upper", success.upper()}, {"runs", found.runs}}},
              {"exact", number_or_null(computed.exact)},
              {"approximation", number_or_null(computed.approximation)},
              {"bound", number_or_null(cap.success)},
              {"bound_by", cap.success ? Json(cap.why) : Json(nullptr)},
              {"timing", {{"seconds", seconds}}}};
  const int code = write_runs(options.common, std::move(result), found.runs, static_cast<std::uint64_t>(options.runs));
  return refutes ? 1 : code;
}

}  // namespace

void add_attack_rumor(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("rumor", "guess who started a rumor");
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  command->add_option("--nodes", options->nodes, "nodes of the complete graph")->required()->type_name("N");
  command->add_option("--curious", options->curious, "curious nodes")->required()->type_name("F");
  command->add_option("--muting", options->muting, "s: a node stays active after a message with this probability")->required()->type_name("S");
  command->add_option("--suspects", options->suspects, "the source and M-1 other honest nodes (default: all honest nodes)")->type_name("M");
  command->add_option("--rumors", options->rumors, "rumors known to come from the same source")->capture_default_str()->type_name("K");
  command->add_option("--transcript", options->transcript, "unending, or terminated: the protocol ends when all know, and is seen to")
      ->check(CLI::IsMember({"unending", "terminated"}))
      ->capture_default_str();
  command->add_option("--runs", options->runs, "how often to try")->required()->type_name("R");
  add_anytime(*command, options->anytime);
  command->add_option("--confidence", options->confidence, "of the interval")->capture_default_str()->type_name("P");
  command->footer(exit_codes("the privacy bound is not refuted; that is no evidence of privacy", "the privacy bound is refuted", "the run was cut short, and what was finished does not refute the bound"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
