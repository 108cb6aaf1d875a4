// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/certificate/sha256.hpp>
#include "cli/common/network.hpp"

namespace hearsay::cli {

namespace {

std::string& remembered() {
  static std::string line = "hearsay";
  return line;
}

/// A word as a shell reads it back.
std::string quoted(std::string_view word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

nlohmann::ordered_json file_json(std::string_view role, const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {{"role", role}, {"path", path}, {"sha256", nullptr}};
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw Error(Errc::file, path, "cannot be read again, for its SHA-256");
  return {{"role", role}, {"path", path}, {"sha256", report::sha256_text(bytes)}};
}

}  // namespace

void remember_command_line(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) remembered() += " " + quoted(argv[i]);
}

std::string command_line() { return remembered(); }

nlohmann::ordered_json provenance_json(const GraphOptions& options, const graph::Graph& graph,
                                       std::string_view adversary) {
  constexpr std::string_view file_prefix = "file:";
  auto files = nlohmann::ordered_json::array();
  if (options.spec.starts_with(file_prefix))
    files.push_back(file_json("graph", options.spec.substr(file_prefix.size())));
  if (options.spec.starts_with(schedule_prefix)) {
    files.push_back(file_json("schedule", options.spec.substr(schedule_prefix.size())));
  } else if (!is_weights_rule(options.weights)) {
    files.push_back(file_json("weights", options.weights));
  }
  return {{"command_line", command_line()},
          {"version", version},
          {"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
          {"adversary", adversary},
          {"nodes", graph.nodes()},
          {"edges", graph.edges()},
          {"files", std::move(files)}};
}

}  // namespace hearsay::cli
