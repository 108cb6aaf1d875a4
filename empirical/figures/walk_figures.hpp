// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "empirical/figures/figure.hpp"

namespace hearsay::empirical {

/// Bounds of the complete sum for T = laps n: local DP, Theorem 3 as printed and with N_v = T/n exactly, repaired, and
/// the exact bracket for the users in `exact`. @cite cyffers2022privacy (Figure 1(a))
FigureData walk_figure_1a(const FigureRequest& request);
/// Losses of all pairs in sampled walks of the complete sum, charged as published and as repaired, and the median and
/// worst pair if the whole path is known. @cite cyffers2022privacy (Figure 1(b))
FigureData walk_figure_1b(const FigureRequest& request);
/// Logistic regression by a token under central, network and local DP. @cite cyffers2022privacy (Figure 2)
FigureData walk_figure_2(const FigureRequest& request);
/// The histogram walk: local DP, Theorem 6 as printed and repaired, and the exact law of the whole view. @cite
/// cyffers2022privacy (Figure 3)
FigureData walk_figure_3(const FigureRequest& request);

}  // namespace hearsay::empirical
