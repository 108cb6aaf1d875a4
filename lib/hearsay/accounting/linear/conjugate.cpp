// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/conjugate.hpp>

#include <cmath>
#include <optional>

#include <hearsay/accounting/linear/own_noise.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/linalg/conjugate_gradient.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

std::vector<double> to_vector(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

Eigen::VectorXd to_eigen(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

Eigen::VectorXd signal_of(const LinearSystem<double>& system, const Change& change) {
  std::vector<double> inputs(system.inputs(), 0.0);
  for (const auto& [input, factor] : change) inputs[input] += exact::to_double(factor);
  return to_eigen(run<double>(system, {.inputs = std::move(inputs), .noises = {}}, 1));
}

/// B^T w of the test of a change, and the length of what B B^T w misses of it.
struct Hidden {
  Eigen::VectorXd noise;
  double doubt = 0.0;
};

Hidden hidden(const LinearSystem<double>& system, const std::optional<OwnNoise>& own, const Change& change,
              const Stop& stop) {
  const auto signal = signal_of(system, change);
  const auto gram = [&](const Eigen::VectorXd& w, Eigen::VectorXd& result) {
    end_if(stop);
    auto sources = run_adjoint(system, to_vector(w), 1);
    sources.inputs.clear();
    result = to_eigen(run(system, sources, 1));
  };
  Hidden result{.noise = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(system.noises.size()))};
  if (signal.isZero(0.0)) return result;
  const Eigen::VectorXd test = linalg::conjugate_gradient("linear view", gram, {}, signal);
  Eigen::VectorXd image;
  gram(test, image);
  result.noise = to_eigen(run_adjoint(system, to_vector(test), 1).noises);
  const Eigen::VectorXd missed = signal - image;
  result.doubt = own ? to_eigen(own->solve(system, to_vector(missed))).norm()
                     : result.noise.norm() * missed.norm() / signal.norm();
  return result;
}

}  // namespace

ConjugateLosses conjugate_losses(const LinearSystem<double>& system, const std::vector<Change>& changes,
                                 const Execution& execution) {
  const auto own = OwnNoise::of(system);
  std::vector<Hidden> found(changes.size());
  parallel_for(changes.size(), execution,
               [&](std::size_t k) { found[k] = hidden(system, own, changes[k], execution.stop); });
  const auto size = static_cast<Eigen::Index>(changes.size());
  ConjugateLosses result{.losses = {.values = Eigen::MatrixXd(size, size), .doubt = Eigen::VectorXd(size)},
                         .proved = own.has_value()};
  for (Eigen::Index s = 0; s < size; ++s) {
    const auto& one = found[static_cast<std::size_t>(s)];
    result.losses.doubt(s) = one.doubt;
    for (Eigen::Index t = 0; t < size; ++t)
      result.losses.values(s, t) = one.noise.dot(found[static_cast<std::size_t>(t)].noise);
  }
  return result;
}

}  // namespace hearsay::accounting
