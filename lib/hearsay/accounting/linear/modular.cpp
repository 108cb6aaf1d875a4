// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/modular.hpp>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/exact/residue.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/modular_space.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

/// A number without pattern for each column: the finalizer of SplitMix64.
std::uint64_t weight(std::uint64_t column) {
  std::uint64_t x = (column + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

template <std::uint64_t prime>
exact::Residue<prime> converted(const exact::Rational& fraction) {
  if (const auto value = exact::residue<prime>(fraction)) return *value;
  throw Error(Errc::too_large, "modular_view", fmt::format("{} divides a denominator", prime));
}

/// The rows of [B D B^T, A d_0, A d_1, ...].
template <std::uint64_t prime>
std::vector<linalg::ModularSpace::Vector> tableau(const LinearModel& model, const std::vector<Change>& changes,
                                                  const Execution& execution) {
  using Number = exact::Residue<prime>;
  const auto system = linear_system<Number>(model);
  const std::size_t size = system.rows.size();
  std::vector<linalg::ModularSpace::Vector> rows(size);
  parallel_for(size, execution, "rows modulo a prime", [&](std::size_t i) {
    std::vector<Number> unit(size);
    unit[i] = Number(1);
    auto sources = run_adjoint(system, unit, 1);
    auto& row = rows[i];
    row.reserve(size + changes.size());
    for (std::size_t j = 0; j < sources.noises.size(); ++j) sources.noises[j] *= Number(weight(j));
    for (const auto value : run<Number>(system, {.inputs = {}, .noises = sources.noises}, 1))
      row.push_back(value.value());
    for (const auto& change : changes) {
      Number sum;
      for (const auto& [input, factor] : change) sum += converted<prime>(factor) * sources.inputs[input];
      row.push_back(sum.value());
    }
  });
  return rows;
}

template <std::uint64_t prime>
ModularView view_modulo(const LinearModel& model, const std::vector<Change>& changes, std::size_t noises,
                        const Execution& execution) {
  const auto rows = tableau<prime>(model, changes, execution);
  const std::size_t size = rows.size();
  ModularView view{.in_range = std::vector<char>(changes.size(), 1)};
  linalg::ModularSpace space(size + changes.size(), size, prime);
  for (const auto& row : space.add(rows)) {
    const auto pivot = static_cast<std::size_t>(std::ranges::find_if(row, [](auto x) { return x != 0; }) - row.begin());
    if (pivot < size) {
      view.rows.push_back(pivot);  // B D B^T is symmetric: independent columns are independent rows
      continue;
    }
    for (std::size_t k = 0; k < changes.size(); ++k) {
      if (row[size + k] != 0) view.in_range[k] = 0;
    }
  }
  view.rank = view.rows.size();
  view.proved = view.rank == std::min(size, noises);
  view.range_proved =
      view.rank == size || (view.proved && std::ranges::none_of(view.in_range, [](char x) { return x != 0; }));
  return view;
}

}  // namespace

ModularView modular_view(const LinearModel& model, const std::vector<Change>& changes, const Execution& execution) {
  const auto noises = linear_system<double>(model).noises.size();
  auto first = view_modulo<exact::first_prime>(model, changes, noises, execution);
  if (first.proved) return first;
  auto second = view_modulo<exact::second_prime>(model, changes, noises, execution);
  return second.rank > first.rank ? second : first;
}

std::vector<std::size_t> reconstructible_modulo(const LinearModel& model, const Execution& execution) {
  using Number = exact::Residue<exact::first_prime>;
  const auto system = linear_system<Number>(model);
  const std::size_t size = system.rows.size(), inputs = system.inputs();
  if (24.0 * static_cast<double>(size) * static_cast<double>(inputs) > 0.5 * available_memory())
    throw Error(Errc::too_large, "reconstruct",
                fmt::format("{} rows of {} inputs do not fit into memory", size, inputs));
  std::vector<linalg::ModularSpace::Vector> rows(size);
  parallel_for(size, execution, "rows modulo a prime", [&](std::size_t i) {
    std::vector<Number> unit(size);
    unit[i] = Number(1);
    const auto sources = run_adjoint(system, unit, 1);
    for (std::size_t j = 0; j < inputs; ++j) {
      const bool own = std::ranges::binary_search(system.observers, static_cast<graph::Node>(j % system.nodes));
      rows[i].push_back(own ? 0 : sources.inputs[j].value());
    }
  });
  linalg::ModularSpace space(inputs, std::min(size, inputs), exact::first_prime);
  space.add(rows);
  std::vector<std::size_t> found;
  const auto unit_vectors = space.unit_vectors();
  for (std::size_t j = 0; j < inputs; ++j) {
    if (unit_vectors[j] != 0) found.push_back(j);
  }
  return found;
}

}  // namespace hearsay::accounting
