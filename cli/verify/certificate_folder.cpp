// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/certificate_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <filesystem>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/system/ranks.hpp>
#include "cli/common/output.hpp"

namespace hearsay::cli {

namespace fs = std::filesystem;

void require_free_folder(const std::string& path) {
  std::error_code failed;
  if (!fs::exists(path, failed)) return;
  if (fs::is_directory(path, failed) && fs::is_empty(path, failed) && !failed) return;
  throw Error(Errc::conditions, "--certificates",
              fmt::format("{} is not an empty folder; certificates are written to a new or empty folder only", path));
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
