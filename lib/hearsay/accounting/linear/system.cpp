// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/system.hpp>

#include <utility>

#include <hearsay/exact/residue.hpp>

namespace hearsay::accounting {

namespace {

/// target_i += sum_j a_ij source_j.
template <class Scalar>
void multiply_add(const SparseRows<Scalar>& a, const Scalar* source, Scalar* target, std::size_t width) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = a.offsets[i]; k < a.offsets[i + 1]; ++k) {
      const Scalar* from = source + a.columns[k] * width;
      for (std::size_t j = 0; j < width; ++j) target[i * width + j] += a.values[k] * from[j];
    }
  }
}

/// target_j += sum_i a_ij source_i.
template <class Scalar>
void transposed_add(const SparseRows<Scalar>& a, const Scalar* source, Scalar* target, std::size_t width) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = a.offsets[i]; k < a.offsets[i + 1]; ++k) {
      Scalar* to = target + a.columns[k] * width;
      for (std::size_t j = 0; j < width; ++j) to[j] += a.values[k] * source[i * width + j];
    }
  }
}

template <class Scalar>
void scale(std::vector<Scalar>& values, const Scalar& factor) {
  for (auto& value : values) value *= factor;
}

template <class Scalar>
void add_scaled(std::vector<Scalar>& target, const std::vector<Scalar>& source, const Scalar& factor) {
  for (std::size_t i = 0; i < target.size(); ++i) target[i] += factor * source[i];
}

/// M state, with the weight gamma and the state before where there is one.
template <class Scalar>
std::vector<Scalar> mixed(const Stage<Scalar>& stage, const std::vector<Scalar>& state,
                          const std::vector<Scalar>& before, std::size_t width) {
  if (!stage.mix) return state;
  std::vector<Scalar> next(state.size());
  multiply_add(*stage.mix, state.data(), next.data(), width);
  if (stage.gamma) {
    scale(next, *stage.gamma);
    add_scaled(next, before, Scalar(1) - *stage.gamma);
  }
  return next;
}

}  // namespace

template <class Scalar>
std::vector<Scalar> run(const LinearSystem<Scalar>& system, const Sources<Scalar>& sources, std::size_t width) {
  std::vector<Scalar> state(system.state * width), before(system.state * width);
  std::vector<Scalar> rows(system.rows.size() * width);
  for (const auto& stage : system.stages) {
    auto next = mixed(stage, state, before, width);
    before = std::exchange(state, std::move(next));
    if (stage.inputs && !sources.inputs.empty()) {
      for (std::size_t i = 0; i < state.size(); ++i) state[i] += sources.inputs[*stage.inputs * width + i];
    }
    if (!sources.noises.empty()) multiply_add(stage.noise, sources.noises.data(), state.data(), width);
    Scalar* seen = rows.data() + stage.first_row * width;
    multiply_add(stage.seen, state.data(), seen, width);
    if (!sources.noises.empty()) multiply_add(stage.seen_noise, sources.noises.data(), seen, width);
  }
  return rows;
}

template <class Scalar>
void pull_back(const Stage<Scalar>& stage, std::vector<Scalar>& now, std::vector<Scalar>& earlier, std::size_t width) {
  if (!stage.mix) {
    add_scaled(earlier, now, Scalar(1));
    now = std::exchange(earlier, std::vector<Scalar>(now.size()));
    return;
  }
  std::vector<Scalar> before(now.size());
  if (stage.gamma) {
    add_scaled(before, now, Scalar(1) - *stage.gamma);
    scale(now, *stage.gamma);
  }
  transposed_add(*stage.mix, now.data(), earlier.data(), width);
  now = std::exchange(earlier, std::move(before));
}

template <class Scalar>
Sources<Scalar> run_adjoint(const LinearSystem<Scalar>& system, const std::vector<Scalar>& rows, std::size_t width) {
  Sources<Scalar> result{.inputs = std::vector<Scalar>(system.inputs() * width),
                         .noises = std::vector<Scalar>(system.noises.size() * width)};
  // The derivatives by the state after a stage, and by the state after the stage before it as far as known.
  std::vector<Scalar> now(system.state * width), earlier(system.state * width);
  for (auto stage = system.stages.rbegin(); stage != system.stages.rend(); ++stage) {
    const Scalar* seen = rows.data() + stage->first_row * width;
    transposed_add(stage->seen, seen, now.data(), width);
    transposed_add(stage->seen_noise, seen, result.noises.data(), width);
    transposed_add(stage->noise, now.data(), result.noises.data(), width);
    if (stage->inputs) {
      for (std::size_t i = 0; i < now.size(); ++i) result.inputs[*stage->inputs * width + i] += now[i];
    }
    pull_back(*stage, now, earlier, width);
  }
  return result;
}

template std::vector<double> run(const LinearSystem<double>&, const Sources<double>&, std::size_t);
template Sources<double> run_adjoint(const LinearSystem<double>&, const std::vector<double>&, std::size_t);
template void pull_back(const Stage<double>&, std::vector<double>&, std::vector<double>&, std::size_t);

using exact::Rational;
template std::vector<Rational> run(const LinearSystem<Rational>&, const Sources<Rational>&, std::size_t);
template Sources<Rational> run_adjoint(const LinearSystem<Rational>&, const std::vector<Rational>&, std::size_t);

using First = exact::Residue<exact::first_prime>;
using Second = exact::Residue<exact::second_prime>;
template std::vector<First> run(const LinearSystem<First>&, const Sources<First>&, std::size_t);
template Sources<First> run_adjoint(const LinearSystem<First>&, const std::vector<First>&, std::size_t);
template std::vector<Second> run(const LinearSystem<Second>&, const Sources<Second>&, std::size_t);
template Sources<Second> run_adjoint(const LinearSystem<Second>&, const std::vector<Second>&, std::size_t);

}  // namespace hearsay::accounting
