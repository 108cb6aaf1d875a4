// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/report/sink.hpp>

namespace hearsay::report {

/// What changed between two JSON results of a verification, one line a change: a claim that is new or gone, a verdict
/// that differs, a tightness that moved by more than `tolerance` relative to max(|old|, |new|, 1e-6). Witnesses may
/// differ in choice but not in presence. Timing, machine and version are not compared.
/// @return empty if nothing changed.
/// @pre both are of runs with the same effort, seed and selection of claims: require_comparable().
/// @throws Error(Errc::syntax) if `baseline` is no result of a verification.
[[nodiscard]] std::vector<std::string> compare(const nlohmann::ordered_json& baseline,
                                               const nlohmann::ordered_json& current, double tolerance);

/// Refuses a baseline, as read_result() returns it, whose differences from the run that `info` describes would mean
/// nothing.
/// @throws Error(Errc::conditions) named `where` if it was made with another effort, seed or selection of claims.
void require_comparable(const nlohmann::ordered_json& baseline, const RunInfo& info,
                        std::string_view where = "baseline");

/// Reads a stored result.
/// @param made_by  what makes one, for the message: "`program --option FILE`".
/// @throws Error(Errc::file) if it cannot be read, Error(Errc::syntax) if it is no result of a verification.
[[nodiscard]] nlohmann::ordered_json read_result(const std::string& path, std::string_view made_by);

}  // namespace hearsay::report
