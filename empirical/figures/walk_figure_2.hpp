#pragma once

#include "empirical/figures/figure.hpp"

namespace hearsay::empirical {

/// Figure 2 of cyffers2022privacy: logistic regression by a token under central, network and local DP.
FigureData walk_figure_2(const FigureRequest& request);

}  // namespace hearsay::empirical
