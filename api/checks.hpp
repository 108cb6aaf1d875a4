// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/run/registry.hpp>
#include "api/bound_question.hpp"

namespace hearsay::api {

/// The checks of claims: code above this library, which links what tests are made with.
struct Checks {
  /// Every check there is.
  std::function<run::Registry()> registry;
  BoundSearch bounds;  ///< tries the bounds of claim files
  /// By claim: the certificate of a refutation, from its witness. A call throws where there is none for it.
  std::map<std::string, std::function<report::Certificate(const run::Witness&)>, std::less<>> certifiers;
  /// By claim: the file that supports one that holds.
  std::map<std::string, std::function<nlohmann::ordered_json()>, std::less<>> supporters;
};

}  // namespace hearsay::api
