// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>

namespace hearsay {

/// Called during long work with its progress: `done` of `total` units, and the name of the work.
/// Called from any thread, never concurrently. An empty function: no progress is reported.
using Progress = std::function<void(std::size_t done, std::size_t total, std::string_view what)>;

/// Called between the parts of long work, from any thread: whether it should end with what is finished. An empty
/// function: no.
using Stop = std::function<bool()>;

/// Called before long work begins or ends with a sentence that a user should know. An empty function: it is
/// not reported.
using Note = std::function<void(std::string_view sentence)>;

}  // namespace hearsay
