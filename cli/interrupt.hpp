#pragma once

#include <stdexcept>

#include <hearsay/core/progress.hpp>

namespace hearsay::cli {

/// From now on Ctrl-C (SIGINT) asks the program to stop after what it is doing; a second one kills it.
void catch_interrupts();

/// Has the user asked?
[[nodiscard]] bool interrupted();

/// Thrown by stoppable().
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

/// `progress`, which also throws Interrupted once the user has asked.
[[nodiscard]] Progress stoppable(Progress progress);

}  // namespace hearsay::cli
