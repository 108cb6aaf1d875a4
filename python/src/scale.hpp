// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/stl.h>

#include <string>
#include <variant>
#include <vector>

#include "api/network/node_scales.hpp"

namespace hearsay::python {

/// A number for all nodes, a file of a value for each, or a number for each.
using ScaleArgument = std::variant<double, std::string, std::vector<double>>;

[[nodiscard]] inline api::Scale scale_of(const ScaleArgument& given) {
  api::Scale scale;
  if (const auto* number = std::get_if<double>(&given)) scale.number = *number;
  if (const auto* file = std::get_if<std::string>(&given)) scale.file = *file;
  if (const auto* values = std::get_if<std::vector<double>>(&given)) scale.values = *values;
  return scale;
}

}  // namespace hearsay::python
