// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/accounting/token/other_data.hpp>

namespace hearsay::api {

/// "sum", "histogram", "sgd". @throws Error(Errc::unknown) for other names.
[[nodiscard]] accounting::TokenTask task_named(std::string_view name);
[[nodiscard]] std::string_view name_of(accounting::TokenTask task);

/// What the others add to a token, as an observer knows it: "known", "anything". @throws Error(Errc::unknown) for other
/// names.
[[nodiscard]] accounting::OtherData others_named(std::string_view name);
/// @pre known or anything.
[[nodiscard]] std::string_view name_of(accounting::OtherData others);

/// Noise of one contribution: "classical" and "analytic" Gaussian noise, "laplace".
struct TokenNoise {
  accounting::Noise noise = accounting::Noise::gaussian;
  accounting::Calibration calibration = accounting::Calibration::classical;

  [[nodiscard]] bool operator==(const TokenNoise&) const = default;
};
/// @throws Error(Errc::unknown) for other names.
[[nodiscard]] TokenNoise noise_named(std::string_view name);
[[nodiscard]] std::string_view name_of(const TokenNoise& noise);

}  // namespace hearsay::api
