// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// From now on Ctrl-C (SIGINT), SIGTERM and SIGHUP, unless it is ignored, ask the program to stop after what it is
/// doing; a second one of them ends it. Nothing if there are several processes: they must take the same decisions, and
/// mpirun ends them all (ranks::share keeps what is finished).
void catch_interrupts();

/// Has the user asked?
[[nodiscard]] bool interrupted();

/// write_json() of the result of `finished` runs; if that is fewer than `asked`, says so on stderr and in the result.
/// @return the exit code, 3 if they are fewer, unless a bound is refuted all the same. @throws as write_json().
[[nodiscard]] int write_runs(const Common& common, nlohmann::ordered_json result, std::uint64_t finished,
                             std::uint64_t asked);

}  // namespace hearsay::cli
