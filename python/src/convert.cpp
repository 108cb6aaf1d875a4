// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/src/convert.hpp"

#include <cmath>

namespace hearsay::python {

namespace py = pybind11;

py::object to_python(const nlohmann::ordered_json& json) {
  using Type = nlohmann::ordered_json::value_t;
  switch (json.type()) {
    case Type::boolean:
      return py::bool_(json.get<bool>());
    case Type::number_integer:
      return py::int_(json.get<std::int64_t>());
    case Type::number_unsigned:
      return py::int_(json.get<std::uint64_t>());
    case Type::number_float:
      if (const double number = json.get<double>(); std::isfinite(number)) return py::float_(number);
      return py::none();  // as JSON has it
    case Type::string:
      return py::str(json.get_ref<const std::string&>());
    case Type::array: {
      py::list list;
      for (const auto& item : json) list.append(to_python(item));
      return list;
    }
    case Type::object: {
      py::dict dict;
      for (const auto& [key, value] : json.items()) dict[py::str(key)] = to_python(value);
      return dict;
    }
    default:
      return py::none();
  }
}

py::dict to_python(const Bracket& bracket) {
  py::dict dict;
  dict["lower"] = bracket.lower();
  dict["estimate"] = bracket.estimate();
  dict["upper"] = bracket.upper();
  return dict;
}

}  // namespace hearsay::python
