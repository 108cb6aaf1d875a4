// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/local_noise.hpp"

namespace hearsay::props::bound {

using formula::Range;
using oracle::Rational;

std::vector<LocalNoise> LocalNoises::all() const {
  std::vector<LocalNoise> noises;
  for (const auto& e : epsilon)
    for (const auto& d : delta)
      for (const auto& prime : delta_prime)
        for (const auto& hat : delta_hat)
          noises.push_back({.epsilon = e, .delta = d, .delta_prime = prime, .delta_hat = hat});
  return noises;
}

rc::Gen<LocalNoise> drawn_noise(const LocalNoises& noises) {
  const auto all = noises.all();
  return rc::gen::map(rc::gen::inRange<std::size_t>(0, all.size()), [all](std::size_t i) { return all[i]; });
}

Range classical_sigma(const LocalNoise& noise) {
  return sqrt(Range(2) * log(formula::range_of(Rational(Rational(5, 4) / noise.delta)))) /
         formula::range_of(noise.epsilon);
}

std::optional<Rational> noise_fact(const std::string& name, const LocalNoise& noise) {
  if (name == "local_epsilon") return noise.epsilon;
  if (name == "local_delta") return noise.delta;
  if (name == "delta_prime") return noise.delta_prime;
  if (name == "delta_hat") return noise.delta_hat;
  return std::nullopt;
}

void add_noise(nlohmann::ordered_json& instance, const LocalNoise& noise, bool with_delta_hat) {
  instance["local_epsilon"] = oracle::to_double(noise.epsilon);
  instance["local_delta"] = oracle::to_double(noise.delta);
  instance["delta_prime"] = oracle::to_double(noise.delta_prime);
  if (with_delta_hat) instance["delta_hat"] = oracle::to_double(noise.delta_hat);
}

}  // namespace hearsay::props::bound
