// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace hearsay::api {

/// The writer of an answer that consists of files. Both throw Error(Errc::file).
struct FileWriter {
  std::function<void(const std::string& path, const std::string& text)> write;  ///< whole or not at all
  std::function<void(const std::string& folder)> make_folder;                   ///< and its parents, if missing
};

}  // namespace hearsay::api
