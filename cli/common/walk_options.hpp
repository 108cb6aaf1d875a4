// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// Options that describe a ring or a walk on the command line, as text where they are names.
struct TokenNames {
  std::string task = "sum";
  std::string noise = "classical";
};

/// Adds --users, --steps, --epsilon, --delta, --delta-prime and --delta-hat; the last two with their defaults if
/// `slack_optional`.
void add_walk_question(CLI::App& command, accounting::TokenQuestion& question, bool slack_optional);
/// The same as JSON, for "parameters".
[[nodiscard]] nlohmann::ordered_json to_json(const accounting::TokenQuestion& question);

/// Adds --task (of the given choices), --buckets and --noise.
void add_token_names(CLI::App& command, TokenNames& names, std::vector<std::string> tasks, std::int64_t& buckets);
[[nodiscard]] accounting::TokenTask parse_task(const std::string& name);
[[nodiscard]] accounting::Calibration parse_calibration(const std::string& name);

/// {"epsilon", "delta", "valid", "why"}; an infinite epsilon is null.
[[nodiscard]] nlohmann::ordered_json to_json(const accounting::Guarantee& guarantee);
/// The advanced guarantee's fields, with all methods under "methods".
[[nodiscard]] nlohmann::ordered_json to_json(const accounting::LocalGuarantees& local);
struct NamedGuarantee {
  std::string name;
  accounting::Guarantee guarantee;
};
/// The table of both `account` commands; `further` rows come last.
void print_guarantees(const accounting::LocalGuarantees& local, const accounting::Guarantee& published,
                      const accounting::Guarantee& repaired, const accounting::Guarantee& tight,
                      const std::vector<NamedGuarantee>& further = {});

}  // namespace hearsay::cli
