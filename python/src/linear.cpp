// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/exact/fraction.hpp>
#include "api/account_linear.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"
#include "python/src/fields.hpp"

namespace hearsay::python {

namespace py = pybind11;
using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

namespace {

/// @pre columns of a row increase, numbers are finite.
linalg::FractionMatrix fractions_of(const Matrix& matrix) {
  linalg::FractionMatrix found{.columns = static_cast<std::size_t>(matrix.cols()), .rows = {}};
  found.rows.resize(static_cast<std::size_t>(matrix.rows()));
  for (Eigen::Index u = 0; u < matrix.outerSize(); ++u) {
    for (Matrix::InnerIterator entry(matrix, u); entry; ++entry) {
      if (entry.value() != 0.0)
        found.rows[static_cast<std::size_t>(u)].push_back(
            {static_cast<linalg::Index>(entry.col()), exact::fraction_of(entry.value())});
    }
  }
  return found;
}

/// Whatever a question says besides its model.
void take_fields(api::LinearQuestion& q, const py::dict& fields) {
  take(fields, "observer", q.observers);
  take(fields, "target", q.targets);
  take(fields, "group", q.group);
  take(fields, "direction", q.direction);
  take(fields, "participation", q.participation);
  q.terms.contributions = api::contributions_of(fields["contributions"].cast<std::string>());
  take(fields, "delta", q.terms.delta);
  take(fields, "fpr", q.terms.fpr);
  take(fields, "claimed_epsilon", q.claimed_epsilon);
  take(fields, "meet", q.meet);
  take(fields, "reconstruct", q.reconstruct);
  take(fields, "witness", q.witness);
}

py::object account(api::LinearSource source, accounting::LinearModel model, const py::dict& fields, std::uint64_t seed,
                   int jobs, const py::object& progress) {
  api::LinearQuestion question;
  question.source = std::move(source);
  question.model = std::move(model);
  take_fields(question, fields);
  return answered(
      [question = std::move(question)](const Execution& execution) { return api::account_linear(question, execution); },
      seed, jobs, progress);
}

/// Of files, by their names; empty for what is not given.
py::object of_files(const std::string& protocol, const std::string& signal, const std::string& noise, int rounds,
                    const py::dict& fields, std::uint64_t seed, int jobs, const py::object& progress) {
  const api::LinearSource source{.protocol = protocol, .signal = signal, .noise = noise, .rounds = rounds};
  auto model = interruptible([=] { return api::load_linear(source); });
  return account(source, std::move(model), fields, seed, jobs, progress);
}

/// Of a protocol's text.
py::object of_text(const std::string& text, const py::dict& fields, std::uint64_t seed, int jobs,
                   const py::object& progress) {
  return account({.protocol = "memory", .signal = {}, .noise = {}}, accounting::parse_protocol("protocol", text, "."),
                 fields, seed, jobs, progress);
}

py::object of_matrices(const Matrix& signal, const Matrix& noise, int rounds, const py::dict& fields,
                       std::uint64_t seed, int jobs, const py::object& progress) {
  const api::LinearSource source{.protocol = {}, .signal = "memory", .noise = "memory", .rounds = rounds};
  return account(source, api::given_matrices(source, fractions_of(signal), fractions_of(noise)), fields, seed, jobs,
                 progress);
}

}  // namespace

void bind_linear(py::module_& module) {
  module.def("linear_account_of_files", &of_files, py::arg("protocol"), py::arg("signal"), py::arg("noise"),
             py::arg("rounds"), py::arg("fields"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("linear_account_of_text", &of_text, py::arg("text"), py::arg("fields"), py::arg("seed"), py::arg("jobs"),
             py::arg("progress"));
  module.def("linear_account_of_matrices", &of_matrices, py::arg("signal"), py::arg("noise"), py::arg("rounds"),
             py::arg("fields"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
}

}  // namespace hearsay::python
