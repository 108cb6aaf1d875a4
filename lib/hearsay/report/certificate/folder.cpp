// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/folder.hpp>

#include <hearsay/core/version.hpp>
#include <hearsay/report/certificate/sha256.hpp>

namespace hearsay::report {

using nlohmann::ordered_json;

ordered_json manifest_json(const CertificateFolder& folder) {
  auto files = ordered_json::array(), uncertified = ordered_json::array();
  for (const auto& file : folder.files) {
    files.push_back({{"file", file.name},
                     {"sha256", sha256_text(file.text)},
                     {"claim", file.claim ? ordered_json(*file.claim) : ordered_json(nullptr)},
                     {"verdict", file.verdict}});
  }
  for (const auto& [claim, why] : folder.uncertified) uncertified.push_back({{"claim", claim}, {"why", why}});
  return {{"format", "hearsay-certificates/1"},
          {"program", std::string("hearsay ") + version},
          {"parameters", folder.parameters},
          {"files", std::move(files)},
          {"uncertified", std::move(uncertified)}};
}

}  // namespace hearsay::report
