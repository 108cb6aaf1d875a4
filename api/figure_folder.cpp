// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/figure_folder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/report/figure_page.hpp>

namespace hearsay::api {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

}  // namespace

fs::path experiments_folder(const std::string& given) {
  if (!given.empty()) return given;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path installed = program.parent_path().parent_path() / "share" / "hearsay" / "experiments";
  if (!failed && fs::is_directory(installed)) return installed;
  return HEARSAY_EXPERIMENTS;
}

Json read_figure_manifest(const fs::path& path) {
  auto manifest = read_json<Json>(path.string());
  try {
    (void)report::figure_page(manifest);  // reads every field
    (void)manifest.at("request").at("figures").get<std::vector<std::string>>();
    return manifest;
  } catch (const Json::exception& error) {
    throw Error(Errc::syntax, path.string(), fmt::format("is not a manifest of `hearsay reproduce`: {}", error.what()));
  }
}

bool all_files_there(const Json& record, const fs::path& folder) {
  return std::ranges::all_of(record.at("files"),
                             [&](const Json& file) { return fs::exists(folder / file.get<std::string>()); });
}

FigureFolder::FigureFolder(fs::path path, Json manifest, FileWriter files)
    : path_(std::move(path)), manifest_(std::move(manifest)), files_(std::move(files)) {
  manifest_["complete"] = false;
  manifest_["figures"] = Json::array();
  const auto before = path_ / "manifest.json";
  if (fs::exists(before)) {
    take_over(read_figure_manifest(before));
  } else if (fs::exists(path_ / "index.html")) {
    throw Error(
        Errc::conditions, "`out`",
        fmt::format(
            "{} holds an index.html that `hearsay reproduce` did not write and would overwrite; choose another folder",
            path_.string()));
  }
}

std::vector<std::string> FigureFolder::patterns() const {
  return manifest_["request"]["figures"].get<std::vector<std::string>>();
}

void FigureFolder::drop(const std::string& figure) {
  if (records_.erase(figure) > 0) write();
}

void FigureFolder::add(const Json& record) {
  records_[record.at("figure").get<std::string>()] = record;
  write();
}

void FigureFolder::write() {
  auto& figures = manifest_["figures"] = Json::array();
  for (const auto& id : wanted_) {
    if (const auto found = records_.find(id); found != records_.end()) figures.push_back(found->second);
  }
  manifest_["complete"] = figures.size() == wanted_.size();
  files_.write((path_ / "manifest.json").string(), json_text(manifest_) + "\n");
  files_.write((path_ / "index.html").string(), report::figure_page(manifest_));
}

/// Keeps what an earlier run left, if one page can say under which conditions all of it was made.
void FigureFolder::take_over(const Json& before) {
  const auto require_same = [&](const char* what, const Json& theirs, const Json& ours) {
    if (theirs != ours)
      throw Error(Errc::conditions, "`out`",
                  fmt::format("{} holds figures made with {} {}, not {}; choose another folder", path_.string(), what,
                              theirs.dump(), ours.dump()));
  };
  for (const char* key : {"version", "seed", "scale"}) require_same(key, before.at(key), manifest_[key]);
  for (const char* key : {"facebook", "houses", "experiments"})
    require_same(fmt::format("`{}`", key).c_str(), before["request"].value(key, Json()), manifest_["request"][key]);
  auto& asked = manifest_["request"]["figures"];
  auto all = before["request"]["figures"];
  for (const auto& pattern : asked) {
    if (std::ranges::find(all, pattern) == all.end()) all.push_back(pattern);
  }
  asked = std::move(all);
  for (const auto& record : before.at("figures")) {
    if (all_files_there(record, path_)) records_[record.at("figure").get<std::string>()] = record;
  }
}

}  // namespace hearsay::api
