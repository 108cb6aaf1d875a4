// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>
#include <hearsay/system/stopwatch.hpp>
#include "api/render/result.hpp"
#include "cli/common/cli11.hpp"
#include "cli/common/command_files.hpp"
#include "cli/common/output.hpp"

namespace hearsay::cli {

/// What main runs once the command line is parsed; returns the exit code.
using Action = std::function<int()>;

/// Options every command takes.
struct Common {
  std::string json;  ///< file for the machine-readable result, "-" for stdout, empty for none
  std::uint64_t seed = 1;
  int jobs = 0;  ///< 0: all cores

  [[nodiscard]] random::Seed seeded() const { return {seed}; }
  /// With stderr_progress() and notes on stderr, until interrupted().
  [[nodiscard]] Execution execution() const;
  /// The origin of a result: command line, seed, and so far the time and the threads used.
  [[nodiscard]] api::Origin origin() const;
  /// Whether a table is printed: not if the JSON goes to stdout.
  [[nodiscard]] bool wants_table() const { return json != "-"; }
  [[nodiscard]] bool wants_json() const { return !json.empty(); }

 private:
  Stopwatch watch_;
};

/// A check for whole numbers >= 0: CLI11 itself takes -1 for 2^64 - 1, and any larger number for 2^64 - 1.
[[nodiscard]] CLI::Validator natural_number();

/// A check for finite numbers >= 0.
[[nodiscard]] CLI::Validator finite_non_negative();

/// A check for options that name an input file: it is there. A missing one's neighbor by name is suggested.
[[nodiscard]] CLI::Validator existing_file();

/// Adds an option for nodes, by label: one argument or several, each a list as graph::split_list() has them. An empty
/// label is refused.
CLI::Option* add_nodes(CLI::App& command, const std::string& name, std::vector<std::string>& nodes,
                       const std::string& description);

/// Adds --json, --seed, --jobs, --color to a command.
void add_common(CLI::App& command, Common& common);

/// Writes `result` where --json says, as write_file(). @throws Error(Errc::file) if it cannot be written.
void write_json(const Common& common, const nlohmann::ordered_json& result);

/// Shows an answer, by its to_json() and its text(): as a table, unless the JSON goes to stdout, and where --json says.
template <class Answer>
void show(const Common& common, const Answer& answer) {
  if (common.wants_json()) write_json(common, to_json(answer, common.origin()));
  if (common.wants_table()) put_text(text(answer));
}

/// Names of the commands of `app`.
[[nodiscard]] std::vector<std::string> command_names(const CLI::App& app);

/// The end of a command's --help: what its exit codes mean. An empty `one`: it never has that code; an empty `three`:
/// only if the program itself fails.
[[nodiscard]] std::string exit_codes(
    std::string_view zero = "all results are as expected",
    std::string_view one = "a verdict differs from the expected one, or a bound is refuted",
    std::string_view three = "a result is inconclusive or broken, or the run was cut short");

/// What may follow exit_codes(): command lines to try, without the program's name.
[[nodiscard]] std::string examples(std::initializer_list<std::string_view> commands);

/// ", about 40 s left" when `done` of `total` equal units took `seconds`; empty in the first two seconds.
[[nodiscard]] std::string time_left(std::size_t done, std::size_t total, double seconds);

/// One line of progress in fewer than `width` columns: a bar where there is room for it, and `left`, the time left.
/// @pre width >= 2.
[[nodiscard]] std::string progress_line(std::size_t done, std::size_t total, std::string_view what,
                                        std::string_view left, std::size_t width);

/// Progress on stderr with an estimate of the time left, counted from this call or from when other work began: on a
/// terminal a progress_line() that is replaced; elsewhere a line every ten seconds. Work under a second shows nothing.
/// Empty if the environment sets HEARSAY_PROGRESS=never.
[[nodiscard]] Progress stderr_progress();

// One function a verb: adds the command to its parent and, when the user chose it, sets `action`.
void add_claims(CLI::App& app, Action& action);
void add_explain(CLI::App& app, Action& action);
void add_cite(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_account(CLI::App& app, Action& action);
void add_account_gossip(CLI::App& account, Action& action);
void add_account_linear(CLI::App& account, Action& action);
void add_account_ring(CLI::App& account, Action& action);
void add_account_rumor(CLI::App& account, Action& action);
void add_account_stream(CLI::App& account, Action& action);
void add_account_training(CLI::App& account, Action& action);
void add_account_walk(CLI::App& account, Action& action);
void add_audit(CLI::App& app, Action& action);
void add_audit_gossip(CLI::App& audit, Action& action);
void add_audit_rumor(CLI::App& audit, Action& action);
void add_audit_walk(CLI::App& audit, Action& action);
void add_attack(CLI::App& app, Action& action);
void add_attack_gossip(CLI::App& attack, Action& action);
void add_attack_program(CLI::App& attack, Action& action);
void add_attack_ring(CLI::App& attack, Action& action);
void add_attack_rumor(CLI::App& attack, Action& action);
void add_attack_stream(CLI::App& attack, Action& action);
void add_attack_walk(CLI::App& attack, Action& action);
void add_simulate(CLI::App& app, Action& action);
void add_simulate_gossip(CLI::App& simulate, Action& action);
void add_simulate_learn(CLI::App& simulate, Action& action);
void add_simulate_ring(CLI::App& simulate, Action& action);
void add_simulate_rumor(CLI::App& simulate, Action& action);
void add_simulate_walk(CLI::App& simulate, Action& action);
void add_refute(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);
void add_help(CLI::App& app, Action& action);  ///< help and version

}  // namespace hearsay::cli
