// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// Adds --seen, --swap and --delayed-start.
void add_rumor_view(CLI::App& command, double& seen, double& swap, bool& delayed_start);

}  // namespace hearsay::cli
