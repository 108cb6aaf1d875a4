// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/run/registry.hpp>

namespace hearsay::props {

// The parts of register_rumor, one a file.
void register_rumor_privacy(run::Registry& registry);        ///< Theorems 5, 7, 8, 11, Proposition 12
void register_rumor_process(run::Registry& registry);        ///< equations (7), (8), increments, messages
void register_rumor_first_suspect(run::Registry& registry);  ///< Theorem 10
void register_rumor_attacks(run::Registry& registry);        ///< attack caps, composition
void register_rumor_graphs(run::Registry& registry);         ///< Appendix D

/// Counts instances and keeps the smallest margin of a claim over them.
struct RumorTally {
  std::uint64_t instances = 0;
  double margin = std::numeric_limits<double>::infinity();
  std::optional<run::Witness> witness = std::nullopt;
  bool inconclusive = false;

  /// One instance of "allowed >= actual" given as the margin (allowed - actual)/scale. @return true if it is violated,
  /// i.e. the margin is below -slack.
  bool add(double relative_margin, double slack) {
    ++instances;
    margin = std::min(margin, relative_margin);
    return relative_margin < -slack;
  }
  [[nodiscard]] run::Finding finding(std::string note = {}) const {
    run::Finding result{.verdict = witness                          ? Verdict::refuted
                                   : inconclusive || instances == 0 ? Verdict::inconclusive
                                                                    : Verdict::holds,
                        .instances = instances,
                        .witness = witness,
                        .note = std::move(note)};
    if (margin < std::numeric_limits<double>::infinity()) result.tightness = margin;
    return result;
  }
};

/// "between 0.25 and 0.5".
[[nodiscard]] std::string between(const Bracket& bracket);

/// The instance of a rumor claim as JSON.
[[nodiscard]] nlohmann::ordered_json rumor_instance(int nodes, int curious, const std::string& muting);

}  // namespace hearsay::props
