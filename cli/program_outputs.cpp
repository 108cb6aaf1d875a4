// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/program_outputs.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/markup.hpp>

namespace hearsay::cli {

using empirical::ProgramState;
using nlohmann::ordered_json;

namespace {

ordered_json to_json(const ordered_json& question, const ProgramState& state) {
  const auto& tally = state.tally;
  return {{"attack", question},
          {"training_size", state.training_size},
          {"training", state.training},
          {"certified", state.certified},
          {"failures", state.failures},
          {"tally", {tally.true_alarms, tally.positives, tally.false_alarms, tally.negatives}}};
}

std::uint64_t natural(const ordered_json& number) {
  if (!number.is_number_unsigned()) throw Error(Errc::syntax, "--resume", "");
  return number.get<std::uint64_t>();
}

/// The counts of a stored state. @throws Error(Errc::syntax) or nlohmann::json::exception if they contradict each
/// other.
ProgramState from_json(const ordered_json& stored) {
  ProgramState state{.training_size = natural(stored.at("training_size")),
                     .training = stored.at("training").get<std::vector<empirical::ProgramView>>(),
                     .certified = natural(stored.at("certified")),
                     .failures = natural(stored.at("failures"))};
  const auto& tally = stored.at("tally");
  state.tally = {natural(tally.at(0)), natural(tally.at(1)), natural(tally.at(2)), natural(tally.at(3))};
  const bool trained = state.training.size() == state.training_size;
  if (state.training_size == 0 || state.training.size() > state.training_size || (!trained && state.certified > 0) ||
      state.tally.positives + state.tally.negatives != state.certified || state.failures > state.certified ||
      state.tally.true_alarms > state.tally.positives || state.tally.false_alarms > state.tally.negatives)
    throw Error(Errc::syntax, "--resume", "");
  return state;
}

}  // namespace

void add_program_files(CLI::App& command, ProgramFiles& files) {
  writes(command.add_option("--junit", files.junit, "write JUnit XML, red whenever the exit code is not 0")
             ->check(writable_file())
             ->type_name("FILE"));
  writes(command
             .add_option("--resume", files.state,
                         "go on from the state in FILE (made if missing), and leave the new state there")
             ->check(writable_file())
             ->type_name("FILE"));
}

ordered_json question_of(ordered_json parameters, const Common& common) {
  parameters.erase("runs");
  return {{"command", "attack program"}, {"parameters", std::move(parameters)}, {"seed", common.seed}};
}

ProgramState resumed_program(const ProgramFiles& files, const ordered_json& question) {
  const auto& path = files.state;
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
  const auto stored = read_json<ordered_json>(path);
  try {
    if (stored.at("attack") != question)
      throw Error(Errc::conditions, path, "belongs to a run with another command, other parameters or another seed");
    return from_json(stored);
  } catch (const nlohmann::json::exception&) {
  } catch (const Error& error) {
    if (error.code() != Errc::syntax) throw;
  }
  throw Error(Errc::syntax, path, "is no state written by --resume");
}

void store_program(const ProgramFiles& files, const ordered_json& question, const ProgramState& state) {
  if (files.state.empty()) return;
  write_file(files.state, json_text(to_json(question, state), -1) + "\n");
}

std::function<void(const ProgramState&)> program_keeper(const ProgramFiles& files, const ordered_json& question,
                                                        std::uint64_t runs) {
  return [&files, &question, runs, progress = terminal_progress(),
          last = std::chrono::steady_clock::now()](const ProgramState& state) mutable {
    if (progress) progress(state.training.size() + state.certified, runs, "runs");
    const auto now = std::chrono::steady_clock::now();
    if (now - last < std::chrono::seconds(5)) return;
    last = now;
    store_program(files, question, state);
  };
}

void write_program_junit(const ProgramFiles& files, const ProgramCase& words, const empirical::ProgramResult& found,
                         double seconds) {
  if (files.junit.empty()) return;
  const auto detail = report::xml_escape(fmt::format("epsilon >= {:.6g}, mu >= {:.6g} after {} trials",
                                                     found.epsilon_lower, found.mu_lower, found.state.certified));
  std::string content = fmt::format("<system-out>{}</system-out>", detail);
  if (found.refuted) {
    content = fmt::format("<failure message=\"promise '{}' is refuted\">{}</failure>",
                          report::xml_escape(words.promise), detail);
  } else if (!words.why_not.empty()) {
    content = fmt::format("<error message=\"{}\">{}</error>", report::xml_escape(words.why_not), detail);
  }
  write_file(files.junit,
             fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<testsuite name=\"hearsay attack program\" tests=\"1\" failures=\"{}\" errors=\"{}\" "
                         "skipped=\"0\" time=\"{:.3f}\">\n"
                         "  <properties>\n    <property name=\"version\" value=\"{}\"/>\n  </properties>\n"
                         "  <testcase classname=\"attack.program\" name=\"{}\">\n    {}\n  </testcase>\n"
                         "</testsuite>\n",
                         found.refuted ? 1 : 0, !found.refuted && !words.why_not.empty() ? 1 : 0, seconds,
                         report::xml_escape(version),
                         report::xml_escape(fmt::format("{} of {}", words.promise, words.program)), content));
}

}  // namespace hearsay::cli
