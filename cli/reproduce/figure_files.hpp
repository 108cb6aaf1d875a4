// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "empirical/figures/experiment.hpp"

namespace hearsay::cli {

/// Writes the files of one figure below `out`, in a folder of its id, and draws it if gnuplot is there.
/// @return its record in manifest.json: nothing in it differs between equal runs.
/// @throws Error(Errc::file) if a file cannot be written; Interrupted if Ctrl-C ended gnuplot; as make_figure and
/// compare.
[[nodiscard]] nlohmann::ordered_json write_figure(const empirical::Experiment& experiment,
                                                  const empirical::Measured& measured,
                                                  const std::filesystem::path& out);

}  // namespace hearsay::cli
