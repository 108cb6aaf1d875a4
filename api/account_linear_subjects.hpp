// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "api/account_linear.hpp"

namespace hearsay::api {

/// The observers of each account: those that are named, those of the protocol, or every node once.
/// @throws as LinearNames::nodes.
[[nodiscard]] std::vector<std::vector<graph::Node>> coalitions(const LinearQuestion& question,
                                                               const LinearNames& names);

/// Whose losses towards these observers are asked.
/// @throws Error(Errc::domain) for an observer or a node that is named twice; Error(Errc::syntax) for a direction that
/// is none; as LinearNames::node.
[[nodiscard]] std::vector<LinearSubject> subjects_of(const LinearQuestion& question,
                                                     const std::vector<graph::Node>& observers,
                                                     const LinearNames& names);

/// The same for accountants.
[[nodiscard]] std::vector<accounting::Subject> accounting_subjects(const std::vector<LinearSubject>& subjects);

}  // namespace hearsay::api
