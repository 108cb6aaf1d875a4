// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/learning/detail/text_file.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::learning {

Table read_table(const std::string& path, Format format, std::string_view target) {
  auto file = read_text(path);
  std::string_view content = file.content;
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  for (std::size_t number = 1; !content.empty(); ++number) {
    const auto end = std::min(content.find('\n'), content.size());
    const auto text = content.substr(0, end);
    if (!trimmed(text).empty()) file.lines.push_back({number, text});
    content.remove_prefix(std::min(end + 1, content.size()));
  }
  if (file.lines.empty()) throw Error(Errc::file, path, "is empty");
  switch (format) {
    case Format::csv:
      return read_csv(file, target);
    case Format::arff:
      return read_arff(file, target);
    case Format::libsvm:
      break;
  }
  if (!target.empty())
    throw Error(Errc::unknown, path, "a LIBSVM file has its label first on every line: give no label column");
  return read_libsvm(file);
}

Table read_houses(const std::string& path) {
  constexpr std::string_view value = "median_house_value";
  auto extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension != ".arff") return read_table(path, Format::csv);
  try {
    return read_table(path, Format::arff, value);
  } catch (const Error& error) {
    if (error.code() != Errc::unknown) throw;
  }
  return read_table(path, Format::arff);  // no column has that name
}

Format format_from_name(std::string_view name) {
  if (name == "csv") return Format::csv;
  if (name == "arff") return Format::arff;
  if (name == "libsvm") return Format::libsvm;
  throw Error(Errc::unknown, "format", fmt::format("'{}' is not one of csv, arff, libsvm", name));
}

Threshold threshold_from_text(std::string_view text) {
  if (text == "mean") return {Threshold::Kind::mean, 0.0};
  if (text == "median") return {Threshold::Kind::median, 0.0};
  if (const auto value = parse_real(text)) return {Threshold::Kind::value, *value};
  throw Error(Errc::syntax, "label threshold", fmt::format("'{}' is not one of mean, median, a finite number", text));
}

Eigen::VectorXd binarize(const Table& table, const Threshold& threshold) {
  const auto& target = table.target;
  double cut = threshold.value;
  if (table.binary) {
    cut = 0.0;
  } else if (threshold.kind == Threshold::Kind::mean) {
    cut = target.mean();
  } else if (threshold.kind == Threshold::Kind::median) {
    std::vector<double> sorted(target.begin(), target.end());
    std::ranges::sort(sorted);
    const auto middle = sorted.size() / 2;
    cut = sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
  }
  const Eigen::VectorXd labels =
      (target.array() > cut).select(Eigen::VectorXd::Ones(target.size()), -Eigen::VectorXd::Ones(target.size()));
  if (std::abs(labels.sum()) == static_cast<double>(labels.size())) {
    throw Error(Errc::conditions, "labels",
                fmt::format("every '{}' is on the same side of the threshold {}; training needs both labels",
                            table.target_name, cut));
  }
  return labels;
}

Table generated_houses() {
  constexpr Eigen::Index rows = 20'640;
  Table table{
      .features = Eigen::MatrixXd(rows, 8),
      .target = Eigen::VectorXd(rows),
      .feature_names = {"longitude", "latitude", "age", "rooms", "bedrooms", "population", "households", "income"},
      .target_name = "value"};
  random::Stream stream({823}, random::Purpose::data, 0);
  for (Eigen::Index i = 0; i < rows; ++i) {
    std::array<double, 9> z;
    for (auto& value : z) value = stream.normal();
    const double households = std::exp(6.0 + 0.65 * z[3]);
    const double rooms = households * std::exp(1.65 + 0.25 * z[4]);
    table.features.row(i) << -119.6 + 2.0 * z[0], 35.6 - 1.95 * z[0] + 0.8 * z[1],
        std::clamp(28.6 + 12.6 * z[2], 1.0, 52.0), rooms, rooms * std::exp(-1.6 + 0.15 * z[5]),
        households * std::exp(1.05 + 0.28 * z[6]), households, std::exp(1.25 + 0.45 * z[7]);
    table.target[i] = 1.8e5 * std::exp(0.42 * z[7] + 0.12 * z[2] - 0.1 * z[1] + 0.1 * z[4] - 0.15 * z[6] + 0.3 * z[8]);
  }
  return table;
}

}  // namespace hearsay::learning
