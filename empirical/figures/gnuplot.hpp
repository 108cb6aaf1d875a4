// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "empirical/figures/figure_spec.hpp"

namespace hearsay::empirical {

/// A gnuplot script that holds the data it draws and writes `svg`.
/// @param parameters  of the scale that was measured, for titles.
/// @throws Error(Errc::unknown) naming the specification's file if a condition of a curve selects no row;
/// Error(Errc::syntax) if a column to be drawn holds text, or a template names something unknown.
[[nodiscard]] std::string gnuplot_script(const FigureSpec& spec, const Measured& measured,
                                         const nlohmann::ordered_json& parameters, const std::string& svg);

}  // namespace hearsay::empirical
