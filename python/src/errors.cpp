// SPDX-License-Identifier: GPL-3.0-or-later
#include <exception>

#include <hearsay/core/error.hpp>
#include "python/src/bindings.hpp"

namespace hearsay::python {

namespace py = pybind11;

namespace {

/// Sets the Python exception of hearsay.errors that belongs to `code`, with the library's own line.
void raise(int code, const char* line) {
  const py::object error = py::module_::import("hearsay.errors").attr("from_code")(code, line);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
}

}  // namespace

void bind_errors() {
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(static_cast<int>(error.code()), error.what());
    } catch (const Interrupted& interrupted) {
      raise(0, interrupted.what());
    }
  });
}

}  // namespace hearsay::python
