#include "cli/verb.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/help.hpp"
#include <hearsay/core/error.hpp>
#include <hearsay/core/ranks.hpp>

namespace hearsay::cli {

CLI::Validator writable_file(bool or_stdout) {
  return CLI::Validator(
      [or_stdout](const std::string& path) -> std::string {
        if (path == "-") return or_stdout ? "" : "- is no file; only --json writes to stdout";
        const std::filesystem::path file(path);
        std::error_code ignored;
        if (std::filesystem::is_directory(file, ignored)) return path + " is a folder, not a file";
        const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
        if (!std::filesystem::is_directory(folder, ignored)) return "folder " + folder.string() + " does not exist";
        const std::string probe = fmt::format("{}.{}.probe", path, getpid());
        const bool writable = static_cast<bool>(std::ofstream(probe));
        std::remove(probe.c_str());
        return writable ? "" : path + " cannot be written";
      },
      "FILE");
}

CLI::Validator natural_number() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        std::uint64_t value = 0;
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (failed == std::errc{} && end == text.data() + text.size()) return {};
        return fmt::format("'{}' is no whole number from 0 to 18446744073709551615", text);
      },
      "N");
}

CLI::Validator finite_non_negative() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        double value = 0.0;
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool number = failed == std::errc{} && end == text.data() + text.size() && std::isfinite(value) && value >= 0.0;
        return number ? "" : fmt::format("'{}' is no finite number >= 0", text);
      },
      "X");
}

CLI::Option* add_nodes(CLI::App& command, const std::string& name, std::vector<std::string>& nodes, const std::string& description) {
  const auto split = [&nodes, name](const std::vector<std::string>& given) {
    nodes.clear();
    for (const auto& text : given) {
      for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        if (end == begin) throw CLI::ValidationError(name, fmt::format("'{}' holds an empty label", text));
        nodes.push_back(text.substr(begin, end - begin));
        begin = end + 1;
      }
    }
  };
  return command.add_option_function<std::vector<std::string>>(name, split, description);
}

void add_common(CLI::App& command, Common& common) {
  command.add_option("--json", common.json, "write the machine-readable result to FILE, or - for stdout")->check(writable_file(true))->type_name("FILE|-")->group(common_group);
  command.add_option("--seed", common.seed, "seed of every random number; the same seed gives the same bits")->check(natural_number())->type_name("UINT")->capture_default_str()->group(common_group);
  command.add_option("--jobs", common.jobs, "threads (default: all cores); results do not depend on it")->check(CLI::Range(1, 1024))->group(common_group);
  command.get_help_ptr()->group(common_group);
}

void write_file(const std::string& path, const std::string& text) {
  if (!ranks::is_root()) return;
  const std::string temporary = path + ".partial";
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();
  if (out.fail()) {
    std::remove(temporary.c_str());
    throw Error(Errc::file, path, "cannot be written");
  }
  std::error_code failed;
  std::filesystem::rename(temporary, path, failed);
  if (failed) {
    std::remove(temporary.c_str());
    throw Error(Errc::file, path, "cannot be written: " + failed.message());
  }
}

void make_folder(const std::string& path) {
  if (!ranks::is_root()) return;
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed || !std::filesystem::is_directory(path)) throw Error(Errc::file, path, "is no folder and cannot be made one");
}

void write_json(const Common& common, const nlohmann::ordered_json& result) {
  if (!common.wants_json()) return;
  const std::string text = result.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (common.json == "-") {
    std::cout << text;
  } else {
    write_file(common.json, text);
  }
}

std::string time_left(std::size_t done, std::size_t total, double seconds) {
  if (done == 0 || seconds < 2.0) return {};
  const double left = seconds * static_cast<double>(total - done) / static_cast<double>(done);
  return left < 90.0 ? fmt::format(", about {:.0f} s left", left) : fmt::format(", about {:.0f} min left", left / 60.0);
}

Progress terminal_progress() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [start = std::chrono::steady_clock::now()](std::size_t done, std::size_t total, std::string_view what) {
    constexpr std::size_t width = 30;
    const std::size_t filled = total == 0 ? width : width * done / total;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}/{} {}{}", "", filled, "", width - filled, done, total, what, time_left(done, total, seconds));
    if (done == total) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
  };
}

}  // namespace hearsay::cli
