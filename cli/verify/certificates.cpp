// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/certificates.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/system/parallel_map.hpp>
#include <hearsay/system/ranks.hpp>
#include "cli/common/output.hpp"
#include "props/certificates.hpp"

namespace hearsay::cli {

namespace {

namespace fs = std::filesystem;

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

Attempt certify(const run::Row& row) {
  const std::string claim(row.claim->id);
  try {
    if (row.finding.verdict == Verdict::refuted) {
      const auto certifier = props::certifiers().find(claim);
      if (certifier == props::certifiers().end()) return {.file = {}, .why = "no kind of certificate states it yet"};
      return {.file = file_of(claim, to_json(certifier->second(row.finding.witness.value()))), .why = {}};
    }
    const auto supporter = props::supporters().find(claim);
    if (supporter == props::supporters().end()) return {.file = {}, .why = "it holds, and no certificate supports it"};
    return {.file = file_of(claim, supporter->second()), .why = {}};
  } catch (const std::exception& error) {
    return {.file = {}, .why = error.what()};
  }
}

bool asked_for(const run::Row& row, Certify which) {
  return row.finding.verdict == Verdict::refuted || (which == Certify::all && row.finding.verdict == Verdict::holds);
}

}  // namespace

void require_free_folder(const std::string& path) {
  std::error_code failed;
  if (!fs::exists(path, failed)) return;
  if (fs::is_directory(path, failed) && fs::is_empty(path, failed) && !failed) return;
  throw Error(Errc::conditions, "--certificates",
              fmt::format("{} is no empty folder: a folder of certificates is written anew and whole", path));
}

report::CertificateFolder certificates_of(std::span<const run::Row> rows, Certify which, const Execution& execution) {
  std::vector<const run::Row*> asked;
  for (const auto& row : rows) {
    if (asked_for(row, which)) asked.push_back(&row);
  }
  std::vector<Attempt> attempts(asked.size());
  parallel_for(asked.size(), execution.unstopped(), "certificates",
               [&](std::size_t i) { attempts[i] = certify(*asked[i]); });
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

void write_folder(const std::string& given, const report::CertificateFolder& folder) {
  if (!ranks::is_root()) return;
  auto path = fs::path(given).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  const std::string partial = fmt::format("{}.{}.partial", path.string(), getpid());
  std::error_code failed;
  try {
    make_folder(partial);
    for (const auto& file : folder.files) write_file(partial + "/" + file.name, file.text);
    write_file(partial + "/manifest.json", json_text(report::manifest_json(folder)) + "\n");
    fs::rename(partial, path, failed);
    if (failed) throw Error(Errc::file, given, "cannot be written: " + failed.message());
  } catch (const Error&) {
    fs::remove_all(partial, failed);
    throw;
  }
}

}  // namespace hearsay::cli
