// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "cli/audit/request.hpp"

namespace hearsay::cli {

/// The audits of a file of the form schemas/audit.schema.json: "defaults", and for each of "audits" one request a
/// promise. Paths of graphs are relative to the file's folder.
/// @throws Error naming the file: Errc::file if it cannot be read, Errc::syntax, with the place, for what is not of the
/// form, Errc::unknown for a name that the form does not know.
[[nodiscard]] std::vector<AuditRequest> read_audits(const std::string& path);

}  // namespace hearsay::cli
