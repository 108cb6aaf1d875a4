// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/certificate/sha256.hpp>
#include "api/network/network.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view in_memory = "given";  ///< the weights of a matrix that no file holds

}  // namespace

nlohmann::ordered_json file_provenance(std::string_view role, const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {{"role", role}, {"path", path}, {"sha256", nullptr}};
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw Error(Errc::file, path, "cannot be read a second time for its SHA-256");
  return {{"role", role}, {"path", path}, {"sha256", report::sha256_text(bytes)}};
}

nlohmann::ordered_json provenance_json(const GraphSource& options, const graph::Graph& graph,
                                       std::string_view adversary, const std::string& command_line) {
  constexpr std::string_view file_prefix = "file:";
  auto files = nlohmann::ordered_json::array();
  if (options.spec.starts_with(file_prefix))
    files.push_back(file_provenance("graph", options.spec.substr(file_prefix.size())));
  if (options.spec.starts_with(schedule_prefix)) {
    files.push_back(file_provenance("schedule", options.spec.substr(schedule_prefix.size())));
  } else if (!is_weights_rule(options.weights) && options.weights != in_memory) {
    files.push_back(file_provenance("weights", options.weights));
  }
  return {{"command_line", text_or_null(command_line)},
          {"version", version},
          {"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
          {"adversary", adversary},
          {"nodes", graph.nodes()},
          {"edges", graph.edges()},
          {"files", std::move(files)}};
}

}  // namespace hearsay::api
