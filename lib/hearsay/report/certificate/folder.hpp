// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearsay::report {

/// One certificate as a file of a folder.
struct CertificateFile {
  std::string name;  ///< "muffliato.thm1.json"
  std::string text;
  std::optional<std::string> claim;
  std::string verdict;
};

/// Certificates as a folder holds them.
struct CertificateFolder {
  std::vector<CertificateFile> files;
  std::map<std::string, std::string> uncertified;  ///< claim -> why it has none
  nlohmann::ordered_json parameters;               ///< of the run that made them
};

/// manifest.json: every file with its SHA-256.
[[nodiscard]] nlohmann::ordered_json manifest_json(const CertificateFolder& folder);

}  // namespace hearsay::report
