// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/verb.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <hearsay/core/json_text.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/graph/io/label_list.hpp>
#include <hearsay/report/text.hpp>
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
          .progress = terminal_progress(),
          .stop = interrupted,
          .note = [](std::string_view sentence) { say(fmt::format("note: {}", with_options(sentence))); }};
}

api::Origin Common::origin() const {
  return {.seed = seed, .jobs = jobs, .seconds = watch_.seconds(), .command_line = command_line()};
}

void add_common(CLI::App& command, Common& common) {
  writes(command.add_option("--json", common.json, "write the JSON result to FILE; -: to stdout")
             ->check(writable_file(true))
             ->type_name("FILE|-")
             ->group(common_group));
  command.add_option("--seed", common.seed, "seed of all random numbers; the same seed gives the same bits")
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
  add(3, three.empty() ? "the program itself failed" : three);
  return text;
}

std::string time_left(std::size_t done, std::size_t total, double seconds) {
  if (done == 0 || seconds < 2.0) return {};
  const double left = seconds * static_cast<double>(total - done) / static_cast<double>(done);
  return left < 90.0 ? fmt::format(", about {:.0f} s left", left) : fmt::format(", about {:.0f} min left", left / 60.0);
}

Progress terminal_progress() {
  if (isatty(STDERR_FILENO) == 0) {
    return [watch = Stopwatch(), since = Stopwatch(), last = std::string()](std::size_t done, std::size_t total,
                                                                            std::string_view what) mutable {
      constexpr double seconds_between = 10.0;
      if (what != last) {
        if (!last.empty()) watch = {};
        last = what;
      }
      if (since.seconds() < seconds_between) return;
      since = {};
      say(fmt::format("{}/{} {}{}", done, total, what, time_left(done, total, watch.seconds())));
    };
  }
  return
      [watch = Stopwatch(), last = std::string()](std::size_t done, std::size_t total, std::string_view what) mutable {
        if (what != last) {  // other work, with a pace of its own
          if (!last.empty()) watch = {};
          last = what;
        }
        constexpr std::size_t width = 30;
        const std::size_t filled = total == 0 ? width : width * done / total;
        show_progress(fmt::format("[{:#<{}}{:.<{}}] {}/{} {}{}", "", filled, "", width - filled, done, total, what,
                                  time_left(done, total, watch.seconds())));
        if (done == total) show_progress("");
      };
}

}  // namespace hearsay::cli
