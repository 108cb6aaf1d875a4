// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "api/simulate_learn.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

struct SimulateLearnOptions {
  Common common;
  SimulateLearnQuestion question;
  std::string algorithm = "muffliato-gd", format = "csv", calibration;
  GraphSource graph;
};

/// Adds what `simulate learn` takes besides the common options.
void add_learn_options(CLI::App& command, SimulateLearnOptions& options);

}  // namespace hearsay::cli
