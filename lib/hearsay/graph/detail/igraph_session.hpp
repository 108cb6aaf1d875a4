// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>

#include <hearsay/random/stream.hpp>

namespace hearsay::graph {

/// Runs `body`, which calls igraph and returns igraph's error code, with igraph to itself: its random generator, error
/// handlers and clean-up stack are global, and Debian's build is not thread-safe. Within `body` igraph draws from
/// `draws` (nullptr: it must not draw), prints nothing, and reports an error through its return code; afterwards the
/// caller's own handlers and generator are back.
/// @throws Error named `where` with igraph's message if `body` returns an error: Errc::syntax for a file it cannot
///         read, Errc::too_large for memory, Errc::domain otherwise; Errc::domain if igraph warns of what it made.
void igraph_session(std::string_view where, random::Stream* draws, const std::function<int()>& body);

}  // namespace hearsay::graph
