// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "empirical/figures/figure_spec.hpp"

namespace hearsay::empirical {

/// What is written of a figure.
struct Figure {
  std::map<std::string, std::string> csv;  ///< file name -> text
  std::string picture;                     ///< SVG file that the script writes; empty for a table
  std::string gnuplot;                     ///< script
  std::string table;                       ///< for people, as plain text; empty for a picture
};

/// The tables of a measurement as its specification shows them.
/// @param stem  of the picture's name.
/// @throws as gnuplot_script.
[[nodiscard]] Figure make_figure(const FigureSpec& spec, const Measured& measured,
                                 const nlohmann::ordered_json& parameters, const std::string& stem);

}  // namespace hearsay::empirical
