// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include <hearsay/system/execution.hpp>

namespace hearsay {

/// The number of threads that parallel_for takes for `count` bodies: `execution.jobs`, or all cores if it is not
/// positive, but at most `count`.
[[nodiscard]] std::size_t threads_for(std::size_t count, const Execution& execution);

/// Calls body(0), ..., body(count - 1), each once, on at most `execution.jobs` threads.
/// Results are the same for any number of threads when body(i) writes only what belongs to i and draws its random
/// numbers from streams addressed by i: that is the rule for every caller.
/// Once `execution.stop` says true no further body starts.
/// @throws the first exception a body threw, after the others have stopped; Interrupted if some body never started.
void parallel_for(std::size_t count, const Execution& execution, const std::function<void(std::size_t)>& body);

/// The same, and tells `execution.progress` after each body how many are done; `what` says what they are.
void parallel_for(std::size_t count, const Execution& execution, std::string_view what,
                  const std::function<void(std::size_t)>& body);

}  // namespace hearsay
