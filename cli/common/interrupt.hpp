// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay::cli {

/// From now on Ctrl-C (SIGINT), SIGTERM and SIGHUP, unless it is ignored, ask the program to stop after what it is
/// doing; a second one of them ends it. Nothing if there are several processes: they must take the same decisions, and
/// mpirun ends them all (ranks::share keeps what is finished).
void catch_interrupts();

/// The same for work that keeps nothing of what it has begun: the first signal ends the program with exit code 3.
void end_at_interrupts();

/// Whether the user asked the program to stop.
[[nodiscard]] bool interrupted();

}  // namespace hearsay::cli
