// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/attack/run.hpp"

#include <filesystem>

#include <hearsay/core/json_text.hpp>

namespace hearsay::cli {

CLI::Option* add_resume(CLI::App& command, std::string& state, const std::string& description) {
  return writes(command.add_option("--resume", state, description)->check(writable_file())->type_name("FILE"));
}

void add_anytime(CLI::App& command, bool& anytime, std::string& state) {
  auto* option = command.add_flag(
      "--anytime", anytime,
      "judge after every 1024 runs by confidence sequences; stop at a clear verdict, at the latest after --runs");
  add_resume(
      command, state,
      "with --anytime: continue from the state in FILE, which is created if missing, and write the new state to it")
      ->needs(option);
}

void add_epsilon_attack(CLI::App& command, EpsilonAttackTerms& terms, std::string& state) {
  add_anytime(command, terms.anytime, state);
  command.add_option("--runs", terms.runs, "simulated views per hypothesis")->capture_default_str();
  command.add_option("--confidence", terms.confidence, "confidence of the lower bound")->capture_default_str();
}

Continuation resume(const std::string& path, int indent) {
  if (path.empty()) return {};
  Continuation continuation{.name = path, .keep = [path, indent](const nlohmann::ordered_json& state) {
                              write_file(path, json_text(state, indent) + "\n");
                            }};
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) continuation.state = read_json<nlohmann::ordered_json>(path);
  return continuation;
}

}  // namespace hearsay::cli
