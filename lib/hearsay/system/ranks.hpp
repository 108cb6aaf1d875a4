// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/system/execution.hpp>

/// Several processes on one or more machines that run the same program on the same arguments (`mpirun -n 4 hearsay
/// ...`) and share its trials. All of them take the same decisions from the same numbers; process 0, the root, alone
/// speaks and writes files. Without mpirun, or built without MPI, there is one process and nothing here costs anything.
namespace hearsay::ranks {

/// Joins the processes that mpirun started, for the lifetime of this object. One a program.
class Session {
 public:
  /// @throws Error(Errc::unknown) if mpirun started several processes and the program was built without MPI.
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

/// This process, 0 .. count() - 1.
[[nodiscard]] int rank() noexcept;
/// Processes of the run.
[[nodiscard]] int count() noexcept;
[[nodiscard]] inline bool is_root() noexcept { return rank() == 0; }
/// Nothing can be shared now: there is one process, or this is a part of what is being shared.
[[nodiscard]] bool alone() noexcept;
/// mpirun or a cluster's launcher started this process, alone or beside others: its stdout may look like a terminal,
/// whatever becomes of it.
[[nodiscard]] bool launched();
/// mpirun started this process beside the first one (known without a Session).
[[nodiscard]] bool started_beside_another();

/// The bytes of finished items.
using Found = std::vector<std::optional<std::string>>;

/// body(i), as bytes, for i = 0 .. count - 1; item i is computed by process i mod count() on `execution.jobs` threads
/// and comes to all. `execution.progress` is told on the root; nobody asks `execution.stop`.
///
/// If a body throws, or the run is told to end (SIGTERM, which mpirun sends to all when a process dies), the root says
/// on stderr what happened and ends the program at once: exit code 2 for an Error, else 3. Then, and if the root itself
/// is lost, and if `keep` says so, a child of the root, made when this is called, returns with what is finished: some
/// items are missing. It is then the only process, speaks to nobody but may write files, and its program ends with exit
/// code 3, whatever it returns.
/// @pre called by all processes in the same order, by one thread each, with the same count; not alone().
[[nodiscard]] Found share(std::size_t count, const Execution& execution, std::string_view what,
                          const std::function<std::string(std::size_t)>& body, bool keep = false);

/// Ends the run from this process, which cannot go on: the root says `reason` and ends as share() does, with this exit
/// code.
/// @pre count() > 1.
[[noreturn]] void abandon(const std::string& reason, int code);

}  // namespace hearsay::ranks
