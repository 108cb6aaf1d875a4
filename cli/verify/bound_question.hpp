// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/run/finding.hpp>
#include "props/bound/watch.hpp"

namespace hearsay::cli {

/// A bound as text, and where it is tried. What is empty is the protocol's default.
struct BoundQuestion {
  std::string statement;
  std::string protocol = "gossip";  ///< or "stream", "rumor"
  std::string graphs = {};          ///< connected:A..B, random:N, or both; of a rumor complete:A..B
  std::string steps = {};           ///< A or A..B; of gossip only
  std::string rounds = {};          ///< the same of a stream
  std::string observers = {};       ///< "any" or "coalitions"; not of a rumor
};

/// The fields that the protocol has, by name, with its defaults.
[[nodiscard]] nlohmann::ordered_json to_json(const BoundQuestion& question);

/// Tries the bound. @throws Error(Errc::syntax) for malformed text, Error(Errc::unknown) for unknown names,
/// Error(Errc::conditions) for a field that the protocol lacks, and what props::bound::refute_*() throw.
[[nodiscard]] run::Finding try_bound(const BoundQuestion& question, const run::Context& context,
                                     const props::bound::Watch& watch = {});

/// Refuses what try_bound() would refuse before it tries anything. @throws as it does.
void require_sound(const BoundQuestion& question);

/// The certificate of a counterexample that try_bound() found, or none.
[[nodiscard]] std::optional<report::Certificate> bound_certificate(const BoundQuestion& question,
                                                                   const run::Witness& witness);

}  // namespace hearsay::cli
