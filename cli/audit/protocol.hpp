// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// `audit gossip --protocol`: one promise about a linear protocol of the user's own, in which what is seen and known is
/// said by the protocol's view, its observers replaced.
struct ProtocolAuditRequest {
  std::string protocol;
  std::vector<std::string> observers;  ///< labels, or one of: each, coalitions:K
  std::string target = "all";
  std::string promise;
  std::string contributions;  ///< as contributions_of() reads it
  std::string junit;
  std::size_t rows = 20;  ///< of the table
};

/// Audits it and writes what --json, --junit and the terminal are to say. @return the exit code.
/// @throws Error naming the option: Errc::conditions for promises of `published`, a formula or a share of the local
/// loss, which a protocol does not have; Errc::too_large for more than audit::most_coalitions coalitions; and whatever
/// reading the protocol and accounting for it throws.
int audit_protocol(const ProtocolAuditRequest& request, const Common& common);

}  // namespace hearsay::cli
