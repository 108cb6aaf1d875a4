// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include <hearsay/system/progress.hpp>

namespace hearsay {

/// Calls body(0), ..., body(count - 1), each once, on at most `jobs` threads (0: one per core).
/// Results are the same for every `jobs` when body(i) writes only what belongs to i and draws its random numbers
/// from streams addressed by i: that is the rule for every caller.
/// @throws the first exception a body threw, after the others have stopped.
void parallel_for(std::size_t count, int jobs, const std::function<void(std::size_t)>& body);

/// The same, and tells `progress` after each body how many are done; `what` says what they are.
void parallel_for(std::size_t count, int jobs, const Progress& progress, std::string_view what,
                  const std::function<void(std::size_t)>& body);

}  // namespace hearsay
