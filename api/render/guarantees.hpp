// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/report/terminal_text.hpp>

namespace hearsay::api {

/// A question as JSON, for "parameters".
[[nodiscard]] nlohmann::ordered_json to_json(const accounting::TokenQuestion& question);

/// {"epsilon", "delta", "valid", "why"}; an infinite epsilon is null.
[[nodiscard]] nlohmann::ordered_json to_json(const accounting::Guarantee& guarantee);
/// The advanced guarantee's fields, with all methods under "methods".
[[nodiscard]] nlohmann::ordered_json to_json(const accounting::LocalGuarantees& local);
struct NamedGuarantee {
  std::string name;
  accounting::Guarantee guarantee;
};
/// The table of both `account` commands; `further` rows come last.
[[nodiscard]] report::TerminalText guarantees_text(const accounting::LocalGuarantees& local,
                                                   const accounting::Guarantee& published,
                                                   const accounting::Guarantee& repaired,
                                                   const accounting::Guarantee& tight,
                                                   const std::vector<NamedGuarantee>& further = {});

}  // namespace hearsay::api
