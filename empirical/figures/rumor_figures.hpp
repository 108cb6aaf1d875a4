// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "empirical/figures/figure.hpp"

// Figures and tables of bellet2020started, one function each.
namespace hearsay::empirical {

FigureData rumor_table_1(const FigureRequest& request);
FigureData rumor_figure_2(const FigureRequest& request);
FigureData rumor_figure_3a(const FigureRequest& request);
FigureData rumor_figure_3b(const FigureRequest& request);

}  // namespace hearsay::empirical
