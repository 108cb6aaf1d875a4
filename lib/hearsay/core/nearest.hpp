// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hearsay {

/// Edit distance: the least number of insertions, deletions, replacements and swaps of neighbors, in bytes, that make
/// `b` of `a`, no part edited twice (optimal string alignment).
/// @complexity O(|a| |b|).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The first of the known names that are nearest to `given`; empty if none is within a third of its length (at least 1
/// edit).
/// @complexity O(|given| * sum of |name|).
[[nodiscard]] std::string nearest(std::string_view given, const std::vector<std::string>& known);

/// The path of the other file whose name is nearest to that of `path`, in the same folder; empty if there is none or
/// the folder cannot be read.
[[nodiscard]] std::string nearest_file(const std::string& path);

/// "; did you mean 'SUGGESTION'?", the end of a complaint; empty if there is no suggestion.
[[nodiscard]] std::string did_you_mean(std::string_view suggestion);

}  // namespace hearsay
