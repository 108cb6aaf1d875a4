// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/certificates.hpp"

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::api {

namespace {

/// A claim's file, or why there is none.
struct Attempt {
  report::CertificateFile file;
  std::string why;
};

/// The certificate, or the bundle, as a file named after the claim. A bundle without cover is about single instances
/// and is listed without claim.
report::CertificateFile file_of(const std::string& claim, const nlohmann::ordered_json& json) {
  report::CertificateFile file{.name = claim + ".json", .text = report::file_text(json), .claim = {}, .verdict = {}};
  const bool bundle = json.at("kind") == "bundle";
  if (!bundle || json.contains("covers")) file.claim = claim;
  file.verdict = !bundle ? json.at("verdict").get<std::string>() : file.claim ? "supports" : "bounds";
  return file;
}

Attempt certify(const run::Row& row, const Checks& checks) {
  const std::string claim(row.claim->id);
  try {
    if (row.finding.verdict == Verdict::refuted) {
      const auto certifier = checks.certifiers.find(claim);
      if (certifier == checks.certifiers.end()) return {.file = {}, .why = "no kind of certificate covers this claim"};
      return {.file = file_of(claim, to_json(certifier->second(row.finding.witness.value()))), .why = {}};
    }
    const auto supporter = checks.supporters.find(claim);
    if (supporter == checks.supporters.end())
      return {.file = {}, .why = "the claim holds, and no certificate can support it"};
    return {.file = file_of(claim, supporter->second()), .why = {}};
  } catch (const std::exception& error) {
    return {.file = {}, .why = error.what()};
  }
}

bool asked_for(const run::Row& row, bool with_holding) {
  return row.finding.verdict == Verdict::refuted || (with_holding && row.finding.verdict == Verdict::holds);
}

}  // namespace

report::CertificateFolder certificates_of(std::span<const run::Row> rows, bool with_holding, const Checks& checks,
                                          const Execution& execution) {
  std::vector<const run::Row*> asked;
  for (const auto& row : rows) {
    if (asked_for(row, with_holding)) asked.push_back(&row);
  }
  std::vector<Attempt> attempts(asked.size());
  parallel_for(asked.size(), execution.unstopped(), "certificates",
               [&](std::size_t i) { attempts[i] = certify(*asked[i], checks); });
  report::CertificateFolder folder;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    auto& [file, why] = attempts[i];
    if (why.empty()) {
      folder.files.push_back(std::move(file));
    } else {
      folder.uncertified.emplace(asked[i]->claim->id, std::move(why));
    }
  }
  return folder;
}

}  // namespace hearsay::api
