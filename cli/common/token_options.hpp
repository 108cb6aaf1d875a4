// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/account_ring.hpp"
#include "api/account_walk.hpp"
#include "api/token_names.hpp"
#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// What a token collects, and with what noise, as the command line says it.
struct TokenNames {
  std::string task = "sum";
  std::string noise = "classical";

  /// Puts them into a question about a ring or a walk. @throws as api::task_named, api::noise_named.
  template <class Question>
  void name(Question& question) const {
    question.task = task_named(task);
    question.calibration = noise_named(noise).calibration;
    if constexpr (requires { question.noise; }) question.noise = noise_named(noise).noise;
  }
};

/// Adds --users, --steps, --epsilon, --delta, --delta-prime and --delta-hat; the last two with their defaults if
/// `slack_optional`.
void add_walk_question(CLI::App& command, accounting::TokenQuestion& question, bool slack_optional);
/// Adds --users, --rounds, --epsilon, --delta and --delta-prime, which has a default if `slack_optional`.
void add_ring_question(CLI::App& command, accounting::RingQuestion& question, std::optional<double>& delta,
                       bool slack_optional);
/// Adds --task (of the given choices) and --buckets.
void add_task(CLI::App& command, std::string& task, std::vector<std::string> tasks, std::int64_t& buckets);
/// The same and --noise.
void add_token_names(CLI::App& command, TokenNames& names, std::vector<std::string> tasks, std::int64_t& buckets);

}  // namespace hearsay::cli
