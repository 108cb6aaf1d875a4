// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "api/figures.hpp"
#include "api/file_writer.hpp"

namespace hearsay::api {

/// Writes the files of one figure below `out`, in a folder of its id, and draws it if gnuplot is there.
/// @return its record in manifest.json: nothing in it differs between equal runs.
/// @throws Error(Errc::file) if a file cannot be written; Interrupted if Ctrl-C ended gnuplot.
[[nodiscard]] nlohmann::ordered_json write_figure(const Figure& figure, const MadeFigure& made,
                                                  const std::filesystem::path& out, const FileWriter& files);

}  // namespace hearsay::api
