// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <string>

#include "cli/common/output.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// show() of an answer that runs make; says on stderr if they were cut short. @return the exit code, 3 if they were.
template <class Answer>
[[nodiscard]] int show_runs(const Common& common, const Answer& answer) {
  const auto& [finished, asked] = answer.runs;
  if (finished < asked)
    say(fmt::format("cut short: the result is partial and covers the first {} of {} runs", finished, asked));
  show(common, answer);
  return finished < asked ? 3 : 0;
}

/// What the exit codes of simulations mean.
[[nodiscard]] inline std::string exit_codes_of_runs() {
  return exit_codes("all runs are done", "", "the run was cut short: the result covers the finished runs");
}

}  // namespace hearsay::cli
