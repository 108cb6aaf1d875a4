// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::api {

/// Certificates of an answer's numbers, those that matter most first, and what has none: a sentence each.
struct Proofs {
  std::vector<report::Certificate> certificates;
  std::vector<std::string> missing;
};

}  // namespace hearsay::api
