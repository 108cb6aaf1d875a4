// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/report_folder.hpp"

#include <fmt/format.h>

#include <filesystem>

#include <hearsay/core/error.hpp>
#include <hearsay/system/ranks.hpp>
#include "cli/common/command_files.hpp"
#include "cli/common/output.hpp"

namespace hearsay::cli {

void add_report(CLI::App& command, std::string& folder) {
  writes(
      command
          .add_option("--report", folder, "write DIR/index.html: a page with a drawing of the network and all numbers")
          ->type_name("DIR"),
      files_in_folder({"index.html"}));
}

ReportFolder::ReportFolder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code ignored;
  if (std::filesystem::exists(folder + "/manifest.json", ignored)) {
    throw Error(
        Errc::conditions, "--report",
        fmt::format(
            "{} holds figures of `hearsay reproduce`, whose index.html would be overwritten; choose another folder",
            folder));
  }
  const bool there = std::filesystem::exists(folder, ignored);
  make_folder(folder);
  if (!there && ranks::is_root()) made_ = folder;
}

ReportFolder::~ReportFolder() {
  std::error_code not_empty;
  if (!made_.empty()) std::filesystem::remove(made_, not_empty);
}

void write_report_page(const std::string& folder, const std::string& page) {
  write_file(report_page(folder), page);
  if (ranks::is_root()) say(fmt::format("the page is {}", report_page(folder)));
}

std::string report_page(const std::string& folder) { return folder.empty() ? "" : folder + "/index.html"; }

}  // namespace hearsay::cli
