// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/attack_run.hpp"

#include <fmt/format.h>

#include "api/attack_end.hpp"

namespace hearsay::api {

nlohmann::ordered_json rate_json(const Bracket& rate) {
  return {{"lower", rate.lower()}, {"estimate", rate.estimate()}, {"upper", rate.upper()}};
}

nlohmann::ordered_json anytime_json(empirical::AnytimeStop stop, const empirical::AnytimeState& state) {
  return {{"stopped", empirical::to_string(stop)},
          {"runs", state.runs},
          {"verdict", refutes(stop) ? "refuted" : "inconclusive"}};
}

std::string anytime_line(empirical::AnytimeStop stop, const empirical::AnytimeState& state) {
  switch (stop) {
    case empirical::AnytimeStop::refuted:
      return fmt::format("refuted after {} runs", state.runs);
    case empirical::AnytimeStop::hopeless:
      return fmt::format(
          "inconclusive: after {} runs it is clear that this attack will not refute it; that is no evidence of privacy",
          state.runs);
    case empirical::AnytimeStop::asked:
      return fmt::format("inconclusive: stopped on request after {} runs", state.runs);
    case empirical::AnytimeStop::runs:
      break;
  }
  return fmt::format("inconclusive after {} runs; that is no evidence of privacy", state.runs);
}

}  // namespace hearsay::api
