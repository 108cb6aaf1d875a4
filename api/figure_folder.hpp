// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "api/file_writer.hpp"

namespace hearsay::api {

/// `given`, or if it is empty the folder of experiments installed beside the running program, or that
/// this library was built from.
[[nodiscard]] std::filesystem::path experiments_folder(const std::string& given = {});

/// manifest.json of a folder of figures. @throws Error(Errc::file) if it cannot be read; Error(Errc::syntax) if it is
/// none.
[[nodiscard]] nlohmann::ordered_json read_figure_manifest(const std::filesystem::path& path);

/// Whether no file of a finished figure was lost since.
[[nodiscard]] bool all_files_there(const nlohmann::ordered_json& record, const std::filesystem::path& folder);

/// The folder that `hearsay reproduce` writes to: records of finished figures, its manifest.json and index.html. Both
/// always say what is in the folder now, earlier runs included.
class FigureFolder {
 public:
  /// @param manifest  of this run: {"command", "version", "seed", "scale", "request": {"figures", "facebook", "houses",
  /// "experiments"}}.
  /// @throws Error(Errc::conditions) if the folder holds figures made under other conditions, or a page of something
  /// else; as read_figure_manifest.
  FigureFolder(std::filesystem::path path, nlohmann::ordered_json manifest, FileWriter files);

  /// What was asked for by this and earlier runs.
  [[nodiscard]] std::vector<std::string> patterns() const;
  /// Figures that those name: with all of them, the manifest is complete.
  void want(std::vector<std::string> figures) { wanted_ = std::move(figures); }
  /// A figure is about to be made: what may be there of it is no longer finished.
  void drop(const std::string& figure);
  /// Puts a record in its place.
  void add(const nlohmann::ordered_json& record);
  void write();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  void take_over(const nlohmann::ordered_json& before);

  std::filesystem::path path_;
  nlohmann::ordered_json manifest_;
  FileWriter files_;
  std::vector<std::string> wanted_;
  std::map<std::string, nlohmann::ordered_json> records_;  ///< by figure
};

}  // namespace hearsay::api
