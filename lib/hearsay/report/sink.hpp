// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hearsay/run/runner.hpp>

namespace hearsay::report {

/// The facts of a verification run.
struct RunInfo {
  run::Effort effort = run::Effort::standard;
  std::uint64_t seed = 1;
  std::vector<std::string> patterns;  ///< the globs the user gave; empty: the whole catalogue
  double family_error = 1e-6;         ///< false-alarm budget of the whole run
  int jobs = 0;
  double seconds = 0.0;                                  ///< wall time; differs between equal runs
  bool cut_short = false;                                ///< on request, before every claim was checked
  std::optional<std::vector<std::string>> changes = {};  ///< since the baseline, if there is one to compare with
  std::map<std::string, std::string, std::less<>> certificates = {};  ///< claim -> file, where certificates are written
  std::map<std::string, std::string, std::less<>> commands =
      {};  ///< claim -> the command that shows its counterexample
};

/// Receives a run in order: begin, row*, end. Sinks format; they never decide. Every sink is fed the same stream, so
/// the table, JSON, JUnit and Markdown cannot disagree about a verdict.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void begin(const RunInfo& info) = 0;
  virtual void row(const run::Row& row) = 0;
  virtual void end(const run::Summary& summary) = 0;
};

/// Feeds a finished run to every sink.
void feed(const RunInfo& info, std::span<const run::Row> rows, std::span<Sink* const> sinks);

/// "graph 0-1 1-2, observer 0, target 2, steps 2: claimed 1/3, actual 1/2": a witness in one line.
[[nodiscard]] std::string witness_line(const run::Witness& witness);

/// The command that shows the counterexample of a row; empty if there is none.
[[nodiscard]] std::string command_of(const RunInfo& info, const run::Row& row);

/// "claimed 1/3, actual 1/2: graph 0-1 1-2, obser…": both numbers, and of the instance what fits into `width` columns.
/// Fractions of more than twenty characters are rounded to seven digits. Two numbers that do not fit stay whole.
[[nodiscard]] std::string numbers_first(const run::Witness& witness, int width);

}  // namespace hearsay::report
