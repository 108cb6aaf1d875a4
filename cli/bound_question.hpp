// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include <hearsay/run/finding.hpp>

namespace hearsay::cli {

/// A bound as text, and where it is tried.
struct BoundQuestion {
  std::string statement;
  std::string protocol = "gossip";
  std::string graphs = "connected:2..5,random:12";  ///< one of the two, or both
  std::string steps = "1..8";                       ///< A or A..B
  std::string observers = "any";                    ///< or "coalitions"
};

/// All fields, by name.
[[nodiscard]] nlohmann::ordered_json to_json(const BoundQuestion& question);

/// Tries the bound. @throws Error(Errc::syntax) for malformed text, Error(Errc::unknown) for unknown names, and what
/// props::bound::refute_gossip() throws.
[[nodiscard]] run::Finding try_bound(const BoundQuestion& question, const run::Context& context);

/// Refuses what try_bound() would refuse before it tries anything. @throws as it does.
void require_sound(const BoundQuestion& question);

}  // namespace hearsay::cli
