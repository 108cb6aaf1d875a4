// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "empirical/figures/figure.hpp"

// Figures and tables of cyffers2022muffliato, one function each. Losses are shares of the local-DP loss alpha Delta^2 /
// (2 sigma^2); `published` is Theorem 1, capped at 1, and `exact` the joint view, all noise unknown to the observer.
namespace hearsay::empirical {

FigureData muffliato_figure_1a(const FigureRequest& request);
FigureData muffliato_figure_1b(const FigureRequest& request);
FigureData muffliato_figure_1c(const FigureRequest& request);
FigureData muffliato_figure_2(const FigureRequest& request);
FigureData muffliato_figure_3(const FigureRequest& request);
FigureData muffliato_figure_4(const FigureRequest& request);
FigureData muffliato_figure_5(const FigureRequest& request);
FigureData muffliato_figure_6(const FigureRequest& request);
FigureData muffliato_table_1(const FigureRequest& request);
FigureData muffliato_table_3(const FigureRequest& request);

}  // namespace hearsay::empirical
