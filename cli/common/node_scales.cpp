// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/node_scales.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include <hearsay/core/nearest.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/io/node_values.hpp>
#include "cli/common/command_files.hpp"

namespace hearsay::cli {

std::string Scale::words() const { return file.empty() ? fmt::format("{}", number) : "of " + file; }

nlohmann::ordered_json to_json(const Scale& scale) {
  if (scale.file.empty()) return scale.number;
  return scale.file;
}

void add_scale(CLI::App& command, const std::string& name, const std::string& description, Scale& scale) {
  const auto take = [&scale, name](const std::string& text) {
    scale.file.clear();
    if (const auto value = parse_real(text)) {
      scale.number = *value;
      return;
    }
    std::error_code ignored;
    if (text != "-" && !std::filesystem::exists(text, ignored))
      throw CLI::ValidationError(
          name, fmt::format("'{}' is neither a number nor a file{}", text, did_you_mean(nearest_file(text))));
    scale.file = text;
  };
  reads(command
            .add_option_function<std::string>(name, take,
                                              description + ", of every node or by node in a file: label,value")
            ->default_str("1")
            ->type_name("X|FILE"),
        file_if_there);
}

std::optional<audit::NodeScales> read_scales(const Scale& sigma, const Scale& sensitivity, const graph::Graph& graph) {
  if (sigma.file.empty() && sensitivity.file.empty()) return std::nullopt;
  const auto read = [&graph](const Scale& scale, graph::Zeros zeros) {
    std::vector<exact::Rational> exact;
    for (const double value : scale.file.empty() ? std::vector<double>(graph.nodes(), scale.number)
                                                 : graph::read_node_values(scale.file, graph, zeros))
      exact.push_back(exact::fraction_of(value));
    return exact;
  };
  return audit::NodeScales{.sigma = read(sigma, graph::Zeros::refused),
                           .sensitivity = read(sensitivity, graph::Zeros::allowed)};
}

}  // namespace hearsay::cli
