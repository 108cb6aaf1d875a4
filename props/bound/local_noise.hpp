// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/formula/wide_range.hpp>
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// The local guarantee of one contribution to a token, and the slacks of a guarantee on the whole walk.
struct LocalNoise {
  oracle::Rational epsilon{1, 2}, delta{1, 100'000}, delta_prime{1, 100'000}, delta_hat{1, 100'000};
};

/// The values of each that are tried, the first ones first.
struct LocalNoises {
  std::vector<oracle::Rational> epsilon{{1, 10}, {1, 2}}, delta{{1, 100'000}}, delta_prime{{1, 100'000}},
      delta_hat{{1, 100'000}};

  /// All combinations.
  [[nodiscard]] std::vector<LocalNoise> all() const;
};

/// One of all(), which shrinks to the first.
[[nodiscard]] rc::Gen<LocalNoise> drawn_noise(const LocalNoises& noises);

/// sqrt(2 ln(1.25/delta)) / epsilon: the standard deviation of the noise of a contribution that changes by at most 1,
/// by the classical calibration.
[[nodiscard]] formula::Range classical_sigma(const LocalNoise& noise);

/// What local_epsilon, local_delta, delta_prime and delta_hat stand for; none for other names.
[[nodiscard]] std::optional<oracle::Rational> noise_fact(const std::string& name, const LocalNoise& noise);

/// Adds them to a witness, as decimals.
void add_noise(nlohmann::ordered_json& instance, const LocalNoise& noise, bool with_delta_hat);

}  // namespace hearsay::props::bound
