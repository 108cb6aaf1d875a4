// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>

namespace hearsay {

/// Told now and then how far long work has come: `done` of `total` units, and what is being done.
/// Called from any thread, never concurrently. An empty function means nobody is listening.
using Progress = std::function<void(std::size_t done, std::size_t total, std::string_view what)>;

/// Asked between the parts of long work, from any thread: shall it end with what is finished? An empty function means
/// no.
using Stop = std::function<bool()>;

/// Told, before long work begins or ends, what a user should know about it: one sentence. An empty function means
/// nobody is listening.
using Note = std::function<void(std::string_view sentence)>;

}  // namespace hearsay
