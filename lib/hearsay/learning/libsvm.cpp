// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/learning/detail/text_file.hpp>

namespace hearsay::learning {

namespace {

struct Entry {
  Eigen::Index row, column;
  double value;
};

/// Cuts the next blank-separated word from the front of `text`.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const auto end = std::min(text.find_first_of(" \t"), text.size());
  const auto word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

}  // namespace

Table read_libsvm(const TextFile& file) {
  std::vector<Entry> entries;
  std::vector<double> targets;
  Eigen::Index width = 0;
  for (const auto& line : file.lines) {
    auto text = line.text.substr(0, line.text.find('#'));
    const auto target = take_word(text);
    if (target.empty()) continue;
    const auto label = parse_real(target);
    if (!label) {
      throw Error(Errc::syntax, file.path,
                  fmt::format("line {}: label '{}' is not a finite number", line.number, target.substr(0, 40)));
    }
    targets.push_back(*label);
    Eigen::Index last = 0;
    for (auto word = take_word(text); !word.empty(); word = take_word(text)) {
      const auto colon = std::min(word.find(':'), word.size());
      const auto index = parse_whole<Eigen::Index>(word.substr(0, colon));
      const auto value = parse_real(word.substr(std::min(colon + 1, word.size())));
      if (!index || !value || *index <= last) {
        throw Error(Errc::syntax, file.path,
                    fmt::format("line {}: '{}' is not index:value with indices from 1 that increase", line.number,
                                word.substr(0, 40)));
      }
      if (*index > largest_columns)
        throw Error(Errc::too_large, file.path,
                    fmt::format("line {}: feature {} is beyond {}", line.number, *index, largest_columns));
      last = *index;
      width = std::max(width, last);
      entries.push_back({static_cast<Eigen::Index>(targets.size()) - 1, last - 1, *value});
    }
  }
  const auto rows = static_cast<Eigen::Index>(targets.size());
  if (rows == 0 || width == 0) {
    throw Error(Errc::shape, file.path,
                fmt::format("{} rows of {} features: at least one of each is needed", rows, width));
  }
  if (rows > largest_entries / width)
    throw Error(Errc::too_large, file.path,
                fmt::format("{} rows of {} features are more than {} numbers", rows, width, largest_entries));
  Table table;
  table.features = Eigen::MatrixXd::Zero(rows, width);
  for (const auto& entry : entries) table.features(entry.row, entry.column) = entry.value;
  table.target = Eigen::Map<const Eigen::VectorXd>(targets.data(), rows);
  table.target_name = "label";
  for (Eigen::Index column = 1; column <= width; ++column) table.feature_names.push_back(std::to_string(column));
  return table;
}

}  // namespace hearsay::learning
