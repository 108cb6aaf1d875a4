// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include <hearsay/report/certificate/folder.hpp>
#include <hearsay/run/runner.hpp>
#include <hearsay/system/execution.hpp>
#include "api/checks.hpp"

namespace hearsay::api {

/// The certificates of the rows: of those that are refuted, and if asked for of those that hold. A refuted claim whose
/// certifier fails is uncertified, with its reason; so is a claim that holds and that no certificate supports.
[[nodiscard]] report::CertificateFolder certificates_of(std::span<const run::Row> rows, bool with_holding,
                                                        const Checks& checks, const Execution& execution);

}  // namespace hearsay::api
