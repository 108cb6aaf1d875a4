// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
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
/// garbage is replaced, and its trial stays what it was: a failure. No copy, and nothing that it started, outlives the
/// pool, or this process.
class ProgramPool {
 public:
  /// Starts a first copy. @throws Error(Errc::file) if the program cannot be started.
  ProgramPool(ProgramCommand command, Stop stop);
  ProgramPool(const ProgramPool&) = delete;
  ProgramPool& operator=(const ProgramPool&) = delete;
  /// Lets all copies end by themselves, together for a second, then ends them.
  ~ProgramPool();

  /// RunTrials. Tells of fewer outcomes than trials if `tell` or `stop` says so, or if a copy can no longer be started.
  void run(std::span<const ProgramTrial> trials, const TellOutcome& tell);

  /// Why no copy can be started any more; empty: one can.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  [[nodiscard]] std::unique_ptr<LineProcess> idle_copy();
  /// Nothing if the run is over before there is an outcome.
  [[nodiscard]] std::optional<ProgramOutcome> outcome(const ProgramTrial& trial, const Stop& over);

  ProgramCommand command_;
  Stop stop_;
  std::mutex access_;
  std::vector<std::unique_ptr<LineProcess>> idle_;
  std::string trouble_;
};

}  // namespace hearsay::empirical
