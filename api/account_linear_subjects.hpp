// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "api/account_linear.hpp"

namespace hearsay::api {

/// Subjects, and how results name them.
struct LinearSubjects {
  std::vector<accounting::Subject> subjects;
  std::vector<nlohmann::ordered_json> json;
  std::vector<std::string> names;

  void add(accounting::Subject subject, nlohmann::ordered_json entry, std::string name);
};

/// The observers of each account: those that are named, those of the protocol, or every node once.
/// @throws as LinearNames::nodes.
[[nodiscard]] std::vector<std::vector<graph::Node>> coalitions(const LinearQuestion& question,
                                                               const LinearNames& names);

/// Whose losses towards these observers are asked.
/// @throws Error(Errc::domain) for an observer or a node that is named twice; Error(Errc::syntax) for a direction that
/// is none; as LinearNames::node.
[[nodiscard]] LinearSubjects subjects_of(const LinearQuestion& question, const std::vector<graph::Node>& observers,
                                         const LinearNames& names);

}  // namespace hearsay::api
