// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/system/ranks.hpp>

#include <cstdlib>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>

#ifdef HEARSAY_WITH_MPI
#define OMPI_SKIP_MPICXX 1  // not the C++ bindings that MPI has given up
#include <errno.h>
#include <fmt/format.h>
#include <mpi.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

#include <hearsay/system/parallel.hpp>
#endif

namespace hearsay::ranks {

namespace {

/// Processes that mpirun or a cluster's launcher says it started; 0 if none did.
int started_together() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* size = std::getenv(name)) return parse_whole<int>(size).value_or(0);
  }
  return 0;
}

}  // namespace

bool launched() { return started_together() > 0; }

bool started_beside_another() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
    if (const char* rank = std::getenv(name)) return parse_whole<int>(rank).value_or(0) > 0;
  }
  return false;
}

#ifndef HEARSAY_WITH_MPI

Session::Session() {
  if (started_together() > 1)
    throw Error(Errc::unknown, "mpirun",
                "this hearsay was built without MPI: run it as one process, or build it with libopenmpi-dev installed");
}
Session::~Session() = default;
int rank() noexcept { return 0; }
int count() noexcept { return 1; }
bool alone() noexcept { return true; }
void abandon(const std::string&, int code) { std::_Exit(code); }

Found share(std::size_t, const Execution&, std::string_view, const std::function<std::string(std::size_t)>&, bool) {
  throw Error(Errc::unknown, "ranks", "there is only one process");
}

#else

namespace {

using namespace std::chrono_literals;

constexpr auto pause = 200us;
constexpr int item = 1, failure = 2, everything = 3;  // tags

bool write_all(int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(to, bytes, size);
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes += written, size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool read_all(int from, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t got = read(from, bytes, size);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got > 0) bytes += got, size -= static_cast<std::size_t>(got);
  }
  return true;
}

/// A child of the root that is told of every finished item and goes on with them if the root falls silent. mpirun kills
/// what it started at once, the root too; the child is out of its reach.
class Keeper {
 public:
  /// Without `keep`, nothing. @post in the child, which returns from here only when the root has fallen silent, heir()
  /// holds what is finished.
  Keeper(std::size_t count, bool keep) {
    int ends[2];
    if (!keep || pipe(ends) != 0) return;
    child_ = fork();
    if (child_ == 0) {
      setsid();
      signal(SIGTERM, SIG_IGN);
      close(ends[1]);
      heir_ = watch(ends[0], Found(count));
      return;
    }
    close(ends[0]);
    to_ = ends[1];
  }
  ~Keeper() { dismiss(); }
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  void keep(std::size_t index, const std::string& bytes) const {
    if (to_ < 0) return;
    const std::size_t head[2] = {index, bytes.size()};
    if (write_all(to_, reinterpret_cast<const char*>(head), sizeof head)) write_all(to_, bytes.data(), bytes.size());
  }
  std::optional<Found>& heir() { return heir_; }
  /// All is well: nothing is to be kept.
  void dismiss() {
    keep(over, {});
    fall_silent();
  }
  /// Lets the child do its work, and waits for it.
  void fall_silent() {
    if (to_ < 0) return;
    close(to_);
    to_ = -1;
    waitpid(child_, nullptr, 0);
  }

 private:
  static constexpr std::size_t over = std::numeric_limits<std::size_t>::max();

  static Found watch(int from, Found found) {
    std::size_t head[2];
    while (read_all(from, reinterpret_cast<char*>(head), sizeof head)) {
      if (head[0] == over) std::_Exit(0);
      std::string bytes(head[1], '\0');
      if (!read_all(from, bytes.data(), bytes.size())) break;
      found[head[0]] = std::move(bytes);
    }
    return found;
  }

  std::optional<Found> heir_;
  pid_t child_ = -1;
  int to_ = -1;
};

/// What the root waits for in one call of share().
struct Gathering {
  Found found;
  std::size_t missing;
  const Progress& progress;
  std::string_view what;
  Keeper& keeper;
};

/// This process and, on the root, the thread that listens to the others. MPI is called by one thread at a time.
struct Run {
  int rank = 0, count = 1;
  bool joined = false;
  bool heir = false;   ///< of a root that is lost: no MPI here, nor the listener
  std::mutex calling;  ///< guards MPI
  std::mutex gathering_guard;
  std::condition_variable complete;
  Gathering* gathering = nullptr;  ///< guarded; the root's
  std::jthread listener;
};

Run& run() {
  static Run only;
  return only;
}

std::atomic<bool> sharing = false;
std::atomic<bool> told_to_end = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

/// Keeps what is finished, says why, and ends this process; mpirun then ends the others.
[[noreturn]] void end(const std::string& reason, int code) {
  static std::atomic_flag ending;
  while (ending.test_and_set()) std::this_thread::sleep_for(1s);  // another thread has said why
  const std::scoped_lock lock(run().gathering_guard);
  auto* g = run().gathering;
  const auto share_done =
      g == nullptr ? std::string()
                   : fmt::format("; {} of {} parts were finished", g->found.size() - g->missing, g->found.size());
  fmt::print(stderr, "hearsay: {}{}\n", error_line(reason), code == 2 ? std::string() : share_done);
  std::fflush(stderr);
  if (g != nullptr) {
    if (code == 2) {
      g->keeper.dismiss();
    } else {
      g->keeper.fall_silent();
    }
  }
  std::this_thread::sleep_for(100ms);  // mpirun may drop what a process said in its last moment
  std::_Exit(code);
}

void keep(std::size_t index, std::string bytes) {
  const std::scoped_lock lock(run().gathering_guard);
  auto& g = *run().gathering;
  g.keeper.keep(index, bytes);
  g.found[index] = std::move(bytes);
  --g.missing;
  if (g.progress) g.progress(g.found.size() - g.missing, g.found.size(), g.what);
  if (g.missing == 0) run().complete.notify_all();
}

bool gathers() {
  const std::scoped_lock lock(run().gathering_guard);
  return run().gathering != nullptr;
}

std::string receive(const MPI_Status& status) {
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return bytes;
}

/// A message that has come, or nothing.
std::optional<std::pair<MPI_Status, std::string> > poll(int source, int tag) {
  const std::scoped_lock lock(run().calling);
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(source, tag, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  return std::pair{status, receive(status)};
}

void send(const std::string& bytes, int to, int tag) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Error(Errc::too_large, "mpirun", "the result of a part exceeds 2 GiB; use fewer runs");
  const std::scoped_lock lock(run().calling);
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

std::string numbered(std::size_t index, const std::string& bytes) {
  return std::string(reinterpret_cast<const char*>(&index), sizeof index) + bytes;
}

/// The root's ear: what others have finished, that one failed, that mpirun ends the run.
void listen(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (told_to_end) end("received a signal to end (mpirun sends it when a process of the run is lost)", 3);
    // Between two calls of share() the items of a process that is ahead have to wait.
    const auto message = gathers() ? poll(MPI_ANY_SOURCE, MPI_ANY_TAG) : poll(MPI_ANY_SOURCE, failure);
    if (!message) {
      std::this_thread::sleep_for(pause);
      continue;
    }
    const auto& [status, bytes] = *message;
    if (status.MPI_TAG == failure) {
      const int code = bytes[0];
      end(code == 2 ? bytes.substr(1)
                    : fmt::format("process {} of {} failed: {}", status.MPI_SOURCE, run().count, bytes.substr(1)),
          code);
    }
    std::size_t index = 0;
    bytes.copy(reinterpret_cast<char*>(&index), sizeof index);
    keep(index, bytes.substr(sizeof index));
  }
}

}  // namespace

Session::Session() {
  if (started_together() <= 1) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED)
    throw Error(Errc::unknown, "mpirun", "this MPI does not support calls from several threads in turn");
  run().joined = true;
  MPI_Comm_rank(MPI_COMM_WORLD, &run().rank);
  MPI_Comm_size(MPI_COMM_WORLD, &run().count);
  if (!is_root() || run().count == 1) return;
  struct sigaction action = {};
  action.sa_handler = [](int) { told_to_end = true; };
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);  // of a lost keeper
  run().listener = std::jthread(listen);
}

Session::~Session() {
  if (run().heir) {
    std::fflush(nullptr);
    std::_Exit(3);
  }
  if (!run().joined) return;
  if (run().listener.joinable()) {
    run().listener.request_stop();
    run().listener.join();
  }
  MPI_Finalize();
}

int rank() noexcept { return run().rank; }
int count() noexcept { return run().count; }
bool alone() noexcept { return run().count == 1 || sharing; }

void abandon(const std::string& reason, int code) {
  if (run().heir) std::_Exit(3);
  if (is_root()) end(code == 2 ? reason : fmt::format("process 0 of {} failed: {}", run().count, reason), code);
  send(static_cast<char>(code) + reason, 0, failure);
  while (true) std::this_thread::sleep_for(1s);  // until mpirun ends this process too
}

Found share(std::size_t count, const Execution& execution, std::string_view what,
            const std::function<std::string(std::size_t)>& body, bool keep_finished) {
  Keeper keeper(count, keep_finished && is_root());
  if (keeper.heir()) {
    run().heir = true;
    run().count = 1;
    for (auto* stream : {stdout, stderr}) {  // mpirun, which reads them, is about to end
      if (std::freopen("/dev/null", "w", stream) == nullptr) std::_Exit(3);
    }
    return std::move(*keeper.heir());
  }
  Gathering gathering{
      .found = Found(count), .missing = count, .progress = execution.progress, .what = what, .keeper = keeper};
  if (is_root()) {
    const std::scoped_lock lock(run().gathering_guard);
    run().gathering = &gathering;
  }
  sharing = true;
  const auto ours = static_cast<std::size_t>(rank()), all = static_cast<std::size_t>(ranks::count());
  try {
    parallel_for(count > ours ? (count - ours - 1) / all + 1 : 0, {.jobs = execution.jobs}, [&](std::size_t k) {
      const std::size_t i = ours + k * all;
      auto bytes = body(i);
      if (is_root()) {
        keep(i, std::move(bytes));
      } else {
        send(numbered(i, bytes), 0, item);
      }
    });
  } catch (const Error& error) {
    abandon(error.what(), 2);
  } catch (const std::exception& error) {
    abandon(error.what(), 3);
  }

  Found results(count);
  if (is_root()) {
    std::unique_lock lock(run().gathering_guard);
    run().complete.wait(lock, [&] { return gathering.missing == 0; });
    run().gathering = nullptr;
    results = std::move(gathering.found);
    lock.unlock();
    for (int to = 1; to < ranks::count(); ++to) {
      for (const auto& bytes : results) send(*bytes, to, everything);
    }
  } else {
    for (auto& bytes : results) {
      while (true) {
        auto message = poll(0, everything);
        if (message) {
          bytes = std::move(message->second);
          break;
        }
        std::this_thread::sleep_for(pause);
      }
    }
  }
  sharing = false;
  return results;
}

#endif

}  // namespace hearsay::ranks
