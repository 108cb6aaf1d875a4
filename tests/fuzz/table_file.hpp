// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

#include <hearsay/learning/table.hpp>

#include "fuzz.hpp"

namespace hearsay::fuzz {

/// Reads `content` as a data file, and holds the reader to what it promises of a table.
inline int read_as_table(const std::uint8_t* data, std::size_t size, learning::Format format) {
  const MemoryFile file(std::string_view(reinterpret_cast<const char*>(data), size));
  return only_refuses([&] {
    const auto table = learning::read_table(file.path(), format);
    require(table.rows() >= 1 && table.features.cols() >= 1);
    require(table.features.allFinite() && table.target.allFinite());
    require(table.target.size() == table.rows());
    require(static_cast<Eigen::Index>(table.feature_names.size()) == table.features.cols());
    if (table.binary) require((table.target.array().abs() == 1.0).all());
    static_cast<void>(learning::binarize(table, {}));
  });
}

}  // namespace hearsay::fuzz
