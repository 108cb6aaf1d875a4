#include "cli/verb.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <hearsay/core/error.hpp>

namespace hearsay::cli {

void add_common(CLI::App& command, Common& common) {
  command.add_option("--json", common.json, "write the machine-readable result to FILE, or - for stdout")->type_name("FILE|-");
  command.add_option("--seed", common.seed, "seed of every random number; the same seed gives the same bits")->capture_default_str();
  command.add_option("--jobs", common.jobs, "threads (default: all cores); results do not depend on it")
      ->check(CLI::Range(1, 1024));
}

void write_file(const std::string& path, const std::string& text) {
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

void write_json(const Common& common, const nlohmann::ordered_json& result) {
  if (common.json.empty()) return;
  const std::string text = result.dump(1) + "\n";
  if (common.json == "-") {
    std::cout << text;
  } else {
    write_file(common.json, text);
  }
}

Progress terminal_progress() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [](std::size_t done, std::size_t total, std::string_view what) {
    constexpr std::size_t width = 30;
    const std::size_t filled = total == 0 ? width : width * done / total;
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}/{} {}", "", filled, "", width - filled, done, total, what);
    if (done == total) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
  };
}

}  // namespace hearsay::cli
