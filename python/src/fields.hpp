// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace hearsay::python {

/// Takes a field of a question. @throws pybind11::type_error (TypeError) naming it, if its value is of another type.
template <class Field>
void take(const pybind11::dict& fields, const char* name, Field& field) {
  try {
    field = fields[name].cast<Field>();
  } catch (const pybind11::cast_error&) {
    throw pybind11::type_error(std::string(name) + " is of another type than it must be");
  }
}

}  // namespace hearsay::python
