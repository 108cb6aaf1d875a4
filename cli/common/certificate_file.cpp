// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/certificate_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <hearsay/report/certificate/work.hpp>
#include "cli/common/command_files.hpp"
#include "cli/common/output.hpp"

namespace hearsay::cli {

void add_certificate(CLI::App& command, std::string& file) {
  writes(command
             .add_option("--certificate", file,
                         "also write certificates of the results, for check_certificates.py; results without a "
                         "certificate are listed on stderr")
             ->check(writable_file())
             ->type_name("FILE"));
}

void write_certificate(const std::string& file, std::vector<report::Certificate> certificates,
                       std::vector<std::string> missing) {
  std::ranges::move(report::keep_judged(certificates), std::back_inserter(missing));
  for (const auto& line : missing) say(fmt::format("--certificate: {}", line));
  if (certificates.empty()) {
    say(fmt::format("--certificate: no result has a certificate, {} is not written{}", file,
                    std::filesystem::exists(file) ? "; the existing file is from an earlier run" : ""));
    return;
  }
  write_file(file, report::file_text(report::bundle_json(certificates)));
}

}  // namespace hearsay::cli
