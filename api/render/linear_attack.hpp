// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include <hearsay/report/terminal_text.hpp>
#include "empirical/attack/linear_score.hpp"

namespace hearsay::api {

/// Adds the lower bounds, and what they assume.
void add_bounds(nlohmann::ordered_json& result, const empirical::LinearResult& found);
void add_bounds(nlohmann::ordered_json& result, const empirical::LinearAnytimeResult& found);

/// Adds whether the published formula is refuted, and the rates of the test.
void add_rates(nlohmann::ordered_json& result, bool refuted, const empirical::Rates& rates);

/// The bounds on epsilon and delta, and those without the assumption that the scores are Gaussian.
[[nodiscard]] report::TerminalText bounds_text(const empirical::LinearResult& found, std::optional<double> delta,
                                               std::optional<double> epsilon);
[[nodiscard]] report::TerminalText bounds_text(const empirical::LinearAnytimeResult& found);

}  // namespace hearsay::api
