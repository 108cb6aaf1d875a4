// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/run/registry.hpp>

#include "props/kit/outcome.hpp"

namespace hearsay::props {

// The parts of register_rumor, one a file.
void register_rumor_definitions(
    run::Registry& registry);                          ///< Sections 3.2, 4.2 and 5.1: what definitions and bounds imply
void register_rumor_privacy(run::Registry& registry);  ///< Theorems 5, 7, 8, 11, Proposition 12
void register_rumor_variants(run::Registry& registry);       ///< Appendices A and B: other adversaries and protocols
void register_rumor_terminated(run::Registry& registry);     ///< Theorems 5, 7, 8 with the end in sight
void register_rumor_process(run::Registry& registry);        ///< equations (7), (8), increments, messages
void register_rumor_rounds(run::Registry& registry);         ///< proof of Theorem 9
void register_rumor_spreading(run::Registry& registry);      ///< Sections 5 and 6.1: messages, losses, plateau
void register_rumor_first_suspect(run::Registry& registry);  ///< Theorem 10
void register_rumor_first_seen(run::Registry& registry);     ///< delta(0) by which of two sources is seen first
void register_rumor_attacks(run::Registry& registry);        ///< attack caps, composition
void register_rumor_graphs(run::Registry& registry);         ///< Appendix D
void register_rumor_first_sender(run::Registry& registry);   ///< s = 0 on any graph
void register_rumor_process_steps(run::Registry& registry);  ///< Sections 4 and 4.2, steps of the proofs
void register_rumor_push(run::Registry& registry);           ///< Section 4.1, Theorem 4's proof, s = 1 in Section 5.1
void register_rumor_delayed_start(run::Registry& registry);  ///< Appendix B: the proof, the attack
void register_rumor_curious(run::Registry& registry);        ///< Sections 3.1 and 6.2, Appendix A.4

/// "actual <= allowed" between brackets, up to `tolerance` for rounding: violated if that is certain, undecided if the
/// brackets allow both answers. The slack is the least that they leave.
[[nodiscard]] Outcome bracket_at_most(const Bracket& actual, const Bracket& allowed, double tolerance = 1e-9);
[[nodiscard]] Outcome bracket_at_most(const Bracket& actual, double allowed, double tolerance = 1e-9);
[[nodiscard]] Outcome bracket_at_least(const Bracket& actual, double least, double tolerance = 1e-9);

/// n nodes of which f are curious.
struct RumorSize {
  int nodes, curious;
  [[nodiscard]] int honest() const { return nodes - curious; }
  [[nodiscard]] accounting::RumorCrowd crowd() const { return accounting::rumor_crowd(nodes, curious); }
};

/// 3 <= n <= most_nodes and 1 <= f <= n - 2, smallest first.
[[nodiscard]] std::vector<RumorSize> rumor_sizes(int most_nodes);

/// Rigorous bounds on delta in exact arithmetic: every transcript up to a number of observations, the future of the
/// longest bounded by data processing.
struct ExactDelta {
  accounting::Rational lower = 0, upper = 0;
};
/// max_S p_i(S) - factor p_j(S).
[[nodiscard]] ExactDelta exact_delta(const accounting::RumorLaw<accounting::Rational>& law,
                                     const accounting::Rational& factor, int depth, int i = 0, int j = 1);

/// The smallest odds that another suspect is the source, over what is seen first and the hidden state after it. Where
/// that state is known and the same for all sources, as at s = 0, later messages do not change the odds: it is the
/// prediction uncertainty.
[[nodiscard]] accounting::Rational smallest_odds_of_first_message(
    const accounting::RumorLaw<accounting::Rational>& law);

/// x / y at s = 0, where x = P(node 0 is seen first | it is active) and y = P(... | another honest node is), for any
/// size: from y = (x + (H - 1) y)/n with H honest nodes.
[[nodiscard]] accounting::Rational first_seen_ratio(const RumorSize& size);

/// Theorem 5's b (1 - (factor - 1)/f), at least 0; factor = e^epsilon.
[[nodiscard]] accounting::Rational rumor_limit(const RumorSize& size, const accounting::Rational& factor);

/// "between 0.25 and 0.5".
[[nodiscard]] std::string between(const Bracket& bracket);

/// The instance of a rumor claim as JSON.
[[nodiscard]] nlohmann::ordered_json rumor_instance(const RumorSize& size, const std::string& muting);

}  // namespace hearsay::props
