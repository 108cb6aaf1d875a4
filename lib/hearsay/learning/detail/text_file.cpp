// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/detail/text_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <hearsay/core/error.hpp>
#include <hearsay/core/lower_case.hpp>
#include <hearsay/core/number.hpp>

namespace hearsay::learning {

namespace {

constexpr std::string_view blanks = " \t\r\f\v";

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

TextFile read_text(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) throw Error(Errc::file, path, "is a folder, not a file");
  if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed))
    throw Error(Errc::file, path, "is not a regular file");
  constexpr std::uintmax_t largest = std::uintmax_t{4} << 30;
  if (const auto size = std::filesystem::file_size(path, failed); !failed && size > largest) {
    throw Error(Errc::too_large, path, fmt::format("{} bytes are more than {}", size, largest));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(Errc::file, path, "cannot be opened");
  TextFile file{path, {std::istreambuf_iterator<char>(in), {}}, {}};
  if (in.bad()) throw Error(Errc::file, path, "cannot be read");
  if (file.content.find('\0') != std::string::npos)
    throw Error(Errc::file, path, "is not a text file: it holds a zero byte");
  return file;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_missing(std::string_view text) {
  const auto lower = lower_case(text);
  return lower.empty() || lower == "?" || lower == "na" || lower == "nan" || lower == "null";
}

void refuse(const TextFile& file, std::size_t line, std::size_t column, std::string_view name,
            std::string_view message) {
  throw Error(Errc::syntax, file.path,
              fmt::format("line {}, column {} ('{}'): {}", line, column, name.substr(0, 60), message));
}

std::size_t find_target(const TextFile& file, const std::vector<std::string>& names, std::string_view target) {
  if (target.empty()) return names.size() - 1;
  const auto named = std::ranges::find(names, target);
  if (named != names.end()) return static_cast<std::size_t>(named - names.begin());
  if (const auto number = parse_whole<std::size_t>(target); number && *number >= 1 && *number <= names.size())
    return *number - 1;
  throw Error(Errc::unknown, file.path,
              fmt::format("label column '{}' is not one of its {} columns; give a name such as '{}' or a number from 1",
                          target, names.size(), names.back()));
}

TableBuilder::TableBuilder(const TextFile& file, std::vector<std::string> names, std::size_t target,
                           std::vector<std::string> classes)
    : file_(file), names_(std::move(names)), target_(target), classes_(std::move(classes)) {
  if (names_.size() > static_cast<std::size_t>(largest_columns)) {
    throw Error(Errc::too_large, file.path, fmt::format("{} columns are more than {}", names_.size(), largest_columns));
  }
}

void TableBuilder::add(std::size_t line, const std::vector<std::string>& fields) {
  if (fields.size() != names_.size()) {
    throw Error(Errc::syntax, file_.path,
                fmt::format("line {} has {} columns, expected {}", line, fields.size(), names_.size()));
  }
  for (std::size_t column = 0; column < fields.size(); ++column) {
    if (is_missing(fields[column])) {
      refuse(file_, line, column + 1, names_[column], "the value is missing; fill it in or remove the line");
    }
    if (column == target_) {
      targets_.push_back(fields[column]);
      continue;
    }
    const auto value = parse_real(fields[column]);
    if (!value) {
      refuse(file_, line, column + 1, names_[column],
             fmt::format("'{}' is not a finite number", fields[column].substr(0, 40)));
    }
    features_.push_back(*value);
  }
  lines_.push_back(line);
  if (features_.size() > static_cast<std::size_t>(largest_entries)) {
    throw Error(Errc::too_large, file_.path, fmt::format("more than {} numbers", largest_entries));
  }
}

Table TableBuilder::finish() {
  const auto rows = static_cast<Eigen::Index>(targets_.size());
  const auto width = static_cast<Eigen::Index>(names_.size()) - 1;
  if (rows == 0 || width == 0) {
    throw Error(Errc::shape, file_.path,
                fmt::format("{} rows of {} features: at least one of each is needed", rows, width));
  }
  Table table;
  table.features = Eigen::Map<const RowMajor>(features_.data(), rows, width);
  table.target.resize(rows);
  table.target_name = names_[target_];
  for (std::size_t column = 0; column < names_.size(); ++column) {
    if (column != target_) table.feature_names.push_back(names_[column]);
  }

  const bool numeric =
      classes_.empty() && std::ranges::all_of(targets_, [](const auto& text) { return parse_real(text).has_value(); });
  if (!numeric && classes_.empty()) {
    std::set<std::string> distinct;
    for (std::size_t i = 0; i < targets_.size() && distinct.size() <= 2; ++i) {
      distinct.insert(targets_[i]);
      if (distinct.size() > 2) {
        refuse(file_, lines_[i], target_ + 1, names_[target_],
               fmt::format("'{}' is a third label; labels must be numbers, or exactly two classes",
                           targets_[i].substr(0, 40)));
      }
    }
    classes_.assign(distinct.begin(), distinct.end());
  }
  if (!numeric && classes_.size() != 2) {
    throw Error(
        Errc::syntax, file_.path,
        fmt::format("label column '{}' has {} classes; exactly two are needed", names_[target_], classes_.size()));
  }
  table.binary = !numeric;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    double value = 0.0;
    if (numeric) {
      value = *parse_real(targets_[i]);
    } else if (targets_[i] == classes_[0] || targets_[i] == classes_[1]) {
      value = targets_[i] == classes_[0] ? -1.0 : 1.0;
    } else {
      refuse(file_, lines_[i], target_ + 1, names_[target_],
             fmt::format("'{}' is neither '{}' nor '{}'", targets_[i].substr(0, 40), classes_[0], classes_[1]));
    }
    table.target[static_cast<Eigen::Index>(i)] = value;
  }
  return table;
}

}  // namespace hearsay::learning
