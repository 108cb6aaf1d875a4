// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// Adds --report, of accounts and audits of networks.
void add_report(CLI::App& command, std::string& folder);

/// The page in the folder of --report; empty if no folder was asked for.
[[nodiscard]] std::string report_page(const std::string& folder);

/// Writes the page in the folder of --report, and says where it is. @pre a folder was asked for.
void write_report_page(const std::string& folder, const std::string& page);

/// Makes the folder of --report before work starts, and takes it away again if nothing was written to it.
class ReportFolder {
 public:
  /// @param folder  empty: none.
  /// @throws Error(Errc::conditions) for a folder that holds figures, whose page would be lost; Error(Errc::file) if it
  /// cannot be made.
  explicit ReportFolder(const std::string& folder);
  ReportFolder(const ReportFolder&) = delete;
  ReportFolder& operator=(const ReportFolder&) = delete;
  ~ReportFolder();

 private:
  std::string made_;  ///< empty if it was there already
};

}  // namespace hearsay::cli
