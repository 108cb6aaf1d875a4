// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/verb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <hearsay/core/json_text.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/graph/io/label_list.hpp>
#include <hearsay/report/text.hpp>
#include <hearsay/system/threads_used.hpp>
#include "cli/common/command_line.hpp"
#include "cli/common/help.hpp"
#include "cli/common/interrupt.hpp"

namespace hearsay::cli {

CLI::Validator natural_number() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        if (parse_whole<std::uint64_t>(text)) return {};
        return fmt::format("'{}' is not a whole number from 0 to 18446744073709551615", text);
      },
      "N");
}

CLI::Validator finite_non_negative() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        const auto value = parse_real(text);
        return value && *value >= 0.0 ? "" : fmt::format("'{}' is not a finite number >= 0", text);
      },
      "X");
}

CLI::Option* add_nodes(CLI::App& command, const std::string& name, std::vector<std::string>& nodes,
                       const std::string& description) {
  const auto split = [&nodes, name](const std::vector<std::string>& given) {
    nodes.clear();
    for (const auto& text : given) {
      const auto labels = graph::split_list(text);
      if (!labels) throw CLI::ValidationError(name, fmt::format("'{}' has an unclosed quote", text));
      for (const auto& label : *labels) {
        if (label.empty()) throw CLI::ValidationError(name, fmt::format("'{}' has an empty label", text));
        nodes.push_back(label);
      }
    }
  };
  return command.add_option_function<std::vector<std::string>>(name, split, description);
}

CLI::Validator existing_file() {
  return CLI::Validator(
      [](const std::string& path) -> std::string {
        std::error_code ignored;
        if (std::filesystem::is_directory(path, ignored)) return path + " is a folder, not a file";
        return std::filesystem::exists(path, ignored) ? ""
                                                      : path + " does not exist" + did_you_mean(nearest_file(path));
      },
      "FILE");
}

Execution Common::execution() const {
  return {.seed = seeded(),
          .jobs = jobs,
          .progress = stderr_progress(),
          .stop = interrupted,
          .note = [](std::string_view sentence) { say(fmt::format("note: {}", with_options(sentence))); }};
}

api::Origin Common::origin() const {
  return {.seed = seed, .jobs = threads_used(), .seconds = watch_.seconds(), .command_line = command_line()};
}

void add_common(CLI::App& command, Common& common) {
  writes(command.add_option("--json", common.json, "write the result as JSON to FILE; -: to stdout")
             ->check(writable_file(true))
             ->type_name("FILE|-")
             ->group(common_group));
  command
      .add_option("--seed", common.seed,
                  "seed of all random numbers; the same seed gives the same numbers, bit for bit")
      ->check(natural_number())
      ->type_name("UINT")
      ->capture_default_str()
      ->group(common_group);
  command.add_option("--jobs", common.jobs, "number of threads (default: all cores); results do not depend on it")
      ->check(CLI::Range(1, 1024))
      ->group(common_group);
  command
      .add_option_function<std::string>("--color", set_color,
                                        "color of verdicts and titles; auto: on a terminal, unless NO_COLOR is set")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->group(common_group);
  command.get_help_ptr()->group(common_group);
}

void write_json(const Common& common, const nlohmann::ordered_json& result) {
  if (!common.wants_json()) return;
  write_file(common.json, json_text(result) + "\n");
}

std::string exit_codes(std::string_view zero, std::string_view one, std::string_view three) {
  std::string text = "Exit code:";
  const auto add = [&text, width = help_width()](int code, std::string_view meaning) {
    text += fmt::format("\n  {}  {}", code, report::wrapped(meaning, width, 5));
  };
  add(0, zero);
  if (!one.empty()) add(1, one);
  add(2, "bad usage, bad input, or an output that cannot be written");
  add(3, three.empty() ? "the program itself failed, or was interrupted" : three);
  return text;
}

std::string examples(std::initializer_list<std::string_view> commands) {
  std::string text = fmt::format("\n\n{}", examples_title);
  for (const auto command : commands)
    text += fmt::format("\n  {}", report::wrapped(fmt::format("hearsay {}", command), help_width() - 2, 4));
  return text;
}

}  // namespace hearsay::cli
