// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <string>
#include <string_view>
#include <vector>

namespace hearsay::learning {

/// Limits of data files: a table at the limit takes 1.6 GB.
inline constexpr std::int64_t largest_entries = 200'000'000;
inline constexpr std::int64_t largest_columns = 100'000;

/// Rows of numbers and one target a row, as a file gives them.
struct Table {
  Eigen::MatrixXd features;                ///< rows x features
  Eigen::VectorXd target;                  ///< one number a row
  std::vector<std::string> feature_names;  ///< one a feature
  std::string target_name;
  bool binary = false;  ///< the target already is -1 or 1: the file named two classes

  [[nodiscard]] Eigen::Index rows() const noexcept { return features.rows(); }
};

enum class Format { csv, arff, libsvm };

/// Reads a table.
/// - CSV: fields separated by commas, optionally in double quotes (a quote inside is doubled; no line breaks inside).
/// The first
///   line is a header if none of its fields is a number; without header the columns are called 1, 2, ...
/// - ARFF: dense; numeric attributes; the target may be nominal with two values; `%` starts a comment.
/// - LIBSVM: `target index:value ...` with increasing indices from 1; what is not listed is 0; `#` starts a comment.
///
/// Blank lines are skipped. A target that is no number must take exactly two values, which become -1 and 1 in
/// alphabetic order (CSV) or in the order of their declaration (ARFF).
/// @param target  the target's column name, or its number from 1; empty: the last column. LIBSVM has none to choose.
/// @throws Error(Errc::file) for a file that cannot be read; Error(Errc::syntax) naming line and column for a missing
/// value,
///         a field that is no finite number, or a line of the wrong length; Error(Errc::unknown) for a target that is
///         no column; Error(Errc::too_large) beyond the limits above; Error(Errc::shape) for a table without rows or
///         features.
/// @complexity O(size of the file); memory is bounded by what the file holds.
[[nodiscard]] Table read_table(const std::string& path, Format format, std::string_view target = {});

/// Reads the houses data: ARFF as OpenML has it if the name ends in ".arff", else CSV. The target is the column
/// `median_house_value` of ARFF if there is one (data set 537, where it is the first), else the last column (data set
/// 823, where it has the classes P and N; CSV).
/// @throws as read_table.
[[nodiscard]] Table read_houses(const std::string& path);

/// "csv", "arff" or "libsvm". @throws Error(Errc::unknown) for another name.
[[nodiscard]] Format format_from_name(std::string_view name);

/// How a target becomes a label: 1 if target > threshold, -1 otherwise.
struct Threshold {
  enum class Kind { mean, median, value } kind = Kind::mean;
  double value = 0.0;  ///< for Kind::value
};

/// "mean", "median" or a finite number. @throws Error(Errc::syntax) for another text.
[[nodiscard]] Threshold threshold_from_text(std::string_view text);

/// Labels in {-1, 1}; a binary table keeps its own.
/// @throws Error(Errc::conditions) if all rows would get the same label.
[[nodiscard]] Eigen::VectorXd binarize(const Table& table, const Threshold& threshold);

/// The project's own data set, so that everything runs without a download: 20,640 rows of 8 features shaped like the
/// houses data (longitude, latitude, age, rooms, bedrooms, population, households, income; target: value). With z_0,
/// ..., z_8 independent standard normals per row, longitude = -119.6 + 2 z_0, latitude = 35.6 - 1.95 z_0 + 0.8 z_1, age
/// = min(52, max(1, 28.6 + 12.6 z_2)), households = exp(6 + 0.65 z_3), rooms = households exp(1.65 + 0.25 z_4),
/// bedrooms = rooms exp(-1.6 + 0.15 z_5), population = households exp(1.05 + 0.28 z_6), income = exp(1.25 + 0.45 z_7),
/// value = 1.8e5 exp(0.42 z_7 + 0.12 z_2 - 0.1 z_1 + 0.1 z_4 - 0.15 z_6 + 0.3 z_8). Always the same: drawn from
/// Stream(Seed{823}, Purpose::data, 0).
[[nodiscard]] Table generated_houses();

}  // namespace hearsay::learning
