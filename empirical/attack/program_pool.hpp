// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <hearsay/system/line_process.hpp>
#include <hearsay/system/progress.hpp>
#include "empirical/attack/program.hpp"

namespace hearsay::empirical {

/// How a program is run.
struct ProgramCommand {
  std::vector<std::string> words;  ///< the program and its arguments
  int workers = 0;                 ///< copies at the same time; 0: one per core
  bool fresh = false;              ///< a new copy for every trial
  std::chrono::duration<double> timeout{60.0};
};

/// Copies of a program that answer trials in lines of JSON. A copy that crashed, was silent for too long or talked
/// garbage is replaced, and its trial stays what it was: a failure.
class ProgramPool {
 public:
  /// Starts a first copy. @throws Error(Errc::file) if the program cannot be started.
  ProgramPool(ProgramCommand command, Stop stop);

  /// RunTrials. Fewer outcomes than trials if `stop` says so, or if a copy can no longer be started.
  [[nodiscard]] std::vector<ProgramOutcome> run(std::span<const ProgramTrial> trials);

 private:
  [[nodiscard]] std::unique_ptr<LineProcess> idle_copy();
  [[nodiscard]] ProgramOutcome outcome(const ProgramTrial& trial);

  ProgramCommand command_;
  Stop stop_;
  std::mutex access_;
  std::vector<std::unique_ptr<LineProcess>> idle_;
};

}  // namespace hearsay::empirical
