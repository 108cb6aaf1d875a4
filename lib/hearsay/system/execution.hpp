// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/random/seed.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay {

/// How work is run, whatever it computes.
struct Execution {
  random::Seed seed = {};  ///< of what is drawn at random; work that draws nothing does not look at it
  int jobs = 0;            ///< threads, 0: one per core; results do not depend on it
  Progress progress = {};  ///< told how far the work has come
  Stop stop =
      {};  ///< once it says true the work ends: with what is finished where a function says so, else by Interrupted
  Note note = {};  ///< told what a user should know: what of a file was left out, how much memory may be needed

  /// Calls `note` with it, if there is one.
  void say(std::string_view sentence) const {
    if (note) note(sentence);
  }
  /// The same, run to its end: for work that itself asks when to stop.
  [[nodiscard]] Execution unstopped() const {
    return {.seed = seed, .jobs = jobs, .progress = progress, .stop = {}, .note = note};
  }
  /// How a part of the work is run, of which nobody is told.
  [[nodiscard]] Execution part() const { return part(jobs); }
  /// The same on so many threads.
  [[nodiscard]] Execution part(int threads) const {
    return {.seed = seed, .jobs = threads, .progress = {}, .stop = stop, .note = {}};
  }
};

}  // namespace hearsay
