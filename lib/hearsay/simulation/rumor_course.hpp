// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/protocol/rumor/rumor.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::simulation {

/// Many runs of a rumor, watched from above.
struct RumorCourseRequest {
  protocol::RumorRules rules = {};
  std::uint64_t runs = 100;
  std::uint64_t rounds = 1'000'000;  ///< stop a run after so many rounds (asynchronous: times `nodes` messages)
  Execution execution = {};  ///< once `stop` says true, or when a process is lost, the runs that are finished make the
                             ///< result
};

/// 10 %, 50 % and 90 % quantiles over the runs.
struct Quantiles {
  double low = 0.0, median = 0.0, high = 0.0;
};

struct RumorCourse {
  /// Fractions of nodes at the start of round t; a run that has ended keeps its last values.
  struct Round {
    Quantiles informed, active;
  };
  std::vector<Round> rounds;
  Quantiles messages, spreading_rounds;  ///< when runs ended
  std::uint64_t complete = 0;            ///< runs that informed everyone
  std::uint64_t runs = 0;                ///< fewer than asked for if it was cut short
};

/// The same for asynchronous push by counts alone: any number of nodes, no memory.
struct RumorCountsRequest {
  std::uint64_t nodes = 2;
  double muting = 1.0;
  bool self_sends = true;
  std::uint64_t runs = 100;
  std::uint64_t rounds = 1'000'000;  ///< stop a run after so many times `nodes` messages
  Execution execution = {};  ///< once `stop` says true, or when a process is lost, the runs that are finished make the
                             ///< result
};

/// Runs start from one node; run t draws from (seed, activation, t) as random::Stream, so the result does not depend on
/// the threads.
/// @throws Error(Errc::domain) as protocol::RumorCounts, and unless runs and rounds are 1 .. 2^32 - 1.
/// @complexity some 10^4 binomial draws a run.
[[nodiscard]] RumorCourse rumor_course_by_counts(const RumorCountsRequest& request);

/// Runs start from node 0; run t draws from (seed, activation, t), so the result does not depend on the threads.
/// @throws Error(Errc::domain) on invalid rules, runs < 1 or rounds < 1; Error(Errc::too_large) if the node arrays of
/// as many
///         runs as there are threads exceed the memory that is free.
[[nodiscard]] RumorCourse rumor_course(const RumorCourseRequest& request);

}  // namespace hearsay::simulation
