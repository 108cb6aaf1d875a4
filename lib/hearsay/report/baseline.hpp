#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hearsay::report {

/// What changed between two JSON results of `hearsay verify`, one line a change: a claim that is new or gone, a verdict that
/// differs, a tightness that moved by more than `tolerance` relative to max(|old|, |new|, 1e-6). Witnesses may differ in
/// choice but not in presence. Timing, machine and version are not compared.
/// \return empty if nothing changed.
/// \throws Error(Errc::syntax) if `baseline` is no result of `hearsay verify`; Error(Errc::conditions) if it was made with
///         another effort, seed or selection of claims, for then a difference would mean nothing.
[[nodiscard]] std::vector<std::string> compare(const nlohmann::ordered_json& baseline, const nlohmann::ordered_json& current,
                                               double tolerance);

/// Reads a stored result. \throws Error(Errc::file) if it cannot be read, Error(Errc::syntax) if it is no result of `hearsay verify`.
[[nodiscard]] nlohmann::ordered_json read_result(const std::string& path);

}  // namespace hearsay::report
