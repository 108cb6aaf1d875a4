// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/linear.hpp>

#include <algorithm>

#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {

namespace {

using nlohmann::ordered_json;

/// [[row, column, "c"], ...] of what is not 0.
ordered_json entries_json(const std::vector<accounting::Fractions>& matrix) {
  auto entries = ordered_json::array();
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t j = 0; j < matrix[i].size(); ++j) {
      if (matrix[i][j] != 0) entries.push_back({i, j, exact::to_string(matrix[i][j])});
    }
  }
  return entries;
}

/// [[place, "c"], ...].
ordered_json vector_json(const accounting::LinearWitness::Vector& vector) {
  auto entries = ordered_json::array();
  for (const auto& [place, value] : vector) entries.push_back({place, exact::to_string(value)});
  return entries;
}

}  // namespace

std::vector<Certificate> linear_bounds(const accounting::LinearModel& model, const accounting::LinearAccount& account) {
  const auto view = accounting::view_matrices(accounting::linear_system<exact::Rational>(model));
  // Where nothing is seen, or there is no noise, a row or a column of zeros stands for it.
  const ordered_json instance = {{"rows", std::max<std::size_t>(account.rows, 1)},
                                 {"inputs", account.nodes * account.rounds},
                                 {"noises", std::max<std::size_t>(account.noises, 1)},
                                 {"signal", entries_json(view.signal)},
                                 {"noise", entries_json(view.noise)}};
  std::vector<Certificate> all;
  for (const auto& [loss, witness] : account.losses) {
    auto& certificate = all.emplace_back(Certificate{.kind = "linear", .quantity = "loss", .instance = instance});
    certificate.instance["direction"] = vector_json(witness->change);
    certificate.evidence["w"] = vector_json(witness->test);
    if (loss.is_private) {
      exact::Rational square = 0;
      for (const auto& [place, value] : witness->noise) square += value * value;
      certificate.proves.lower = certificate.proves.upper = exact::to_string(square);
      certificate.evidence["z"] = vector_json(witness->noise);
    } else {
      certificate.proves.lower = "inf";
    }
  }
  return all;
}

}  // namespace hearsay::report
