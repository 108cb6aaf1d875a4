// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/nearest.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace hearsay {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

std::string nearest(std::string_view given, const std::vector<std::string>& known) {
  const std::size_t allowed = std::max<std::size_t>(1, given.size() / 3);
  std::size_t least = allowed + 1;
  std::string found;
  for (const auto& name : known) {
    if (std::max(name.size(), given.size()) - std::min(name.size(), given.size()) > allowed) continue;
    const auto distance = edit_distance(given, name);
    if (distance >= least || distance >= given.size()) continue;
    least = distance;
    found = name;
  }
  return found;
}

std::string nearest_file(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path given(path);
  std::error_code failed;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(given.has_parent_path() ? given.parent_path() : fs::path("."), failed), end;
       !failed && entry != end; entry.increment(failed)) {
    if (entry->path().filename() != given.filename()) names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);
  const auto name = nearest(given.filename().string(), names);
  return name.empty() ? name : (given.parent_path() / name).string();
}

std::string did_you_mean(std::string_view suggestion) {
  return suggestion.empty() ? std::string() : fmt::format("; did you mean '{}'?", suggestion);
}

}  // namespace hearsay
