// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/run/registry.hpp>
#include "props/oracle/hidden_chain.hpp"
#include "props/rumor/first_seen.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

// Checks of sentences and steps of proofs, each with the process, formula or condition that it is about as a
// parameter: the right one, or a wrong one (tests/power).

// --- the process (process_step_props.cpp)
/// rumor.alg1.terminates.
[[nodiscard]] run::Finding terminates(const run::Context& context, const oracle::Rule& rule);
/// rumor.thm5.forgets.
[[nodiscard]] run::Finding forgets_source(const run::Context& context, const oracle::Rule& rule);
/// A probability of a crowd, claimed.
using OfCrowd = std::function<oracle::Rational(const RumorSize& size, const oracle::Rational& muting)>;
/// rumor.thm5.first_sender: P(the source is seen first) and P(another given honest node is), at s = 0.
[[nodiscard]] run::Finding first_sender(const run::Context& context, const OfCrowd& source, const OfCrowd& other);
/// rumor.thm8.first_message: P(A_1 = {0}) from another source, and p_i(S) at least that times p_0(S).
[[nodiscard]] run::Finding first_message_share(const run::Context& context, const OfCrowd& claimed);
/// rumor.thm7.conditional. @param given  that the source stopped before it was seen; without, nothing is given.
[[nodiscard]] run::Finding conditional_order(const run::Context& context, bool given);
/// rumor.thm10.active.
[[nodiscard]] run::Finding active_order(const run::Context& context, const oracle::Rule& rule);
/// rumor.thm9.increments. @param largest  claimed bound of |Z_{i+1} - Z_i|.
[[nodiscard]] run::Finding martingale_increments(const run::Context& context, const oracle::Rational& largest);
/// rumor.thm9.mean.repaired. @param sequential  a node that is told before it sends may mute; false: the synchronous
/// round.
[[nodiscard]] run::Finding round_martingale(const run::Context& context, bool sequential);

// --- standard push (push_props.cpp)
/// Number of curious nodes among n.
using CuriousOf = std::function<int(int nodes, double fraction)>;
[[nodiscard]] int constant_fraction(int nodes, double fraction);
/// rumor.thm4.event.
[[nodiscard]] run::Finding seen_before_informed(const run::Context& context, const CuriousOf& curious);
/// rumor.thm4.count: P(at most `messages` messages until `seen` are seen), claimed.
using CountLaw = std::function<oracle::Rational(const RumorSize& size, int messages, int seen)>;
[[nodiscard]] oracle::Rational binomial_count(const RumorSize& size, int messages, int seen);
[[nodiscard]] run::Finding count_law(const run::Context& context, const CountLaw& law);
/// rumor.thm4.constant.repaired: k* = ceil(factor (n/f) (r - 1 + ln n)).
[[nodiscard]] run::Finding enough_messages(const run::Context& context, double factor);
/// rumor.thm8.push: the odds after one message, again and again, tend to 0.
[[nodiscard]] run::Finding push_uncertainty(const run::Context& context, int least_curious);

// --- the delayed start (delayed_start_props.cpp)
/// P(node 0 is seen first and then not among the next r senders that are seen), from source 0 and from source 1.
struct NotAgain {
  double zero, one;
};
/// For r = 1, ..., most_seen; of the delayed start, or of standard push.
[[nodiscard]] std::vector<NotAgain> not_seen_again(const RumorSize& size, int most_seen, bool delayed = true);
/// rumor.appendixB.eq4.repaired. @param exponent  of 1 - 1/n, a function of r and b.
[[nodiscard]] run::Finding delayed_source(const run::Context& context,
                                          const std::function<double(int r, double b)>& exponent);
/// rumor.appendixB.eq5. @param first  bound of P(S_0 = 0) from another source.
[[nodiscard]] run::Finding delayed_other(const run::Context& context, const std::function<double(int honest)>& first);
/// rumor.appendixB.attack. @param delayed  false: standard push.
[[nodiscard]] run::Finding delayed_attack(const run::Context& context, bool delayed);

// --- what curious nodes do and see (curious_props.cpp)
/// Whether curious nodes with these receivers, one each, let the protocol end, claimed.
using EndsWith = std::function<bool(const RumorSize& size, const oracle::Rational& muting, std::span<const int> to)>;
[[nodiscard]] bool ends_unless_circular(const RumorSize& size, const oracle::Rational& muting, std::span<const int> to);
/// rumor.malicious.termination.repaired.
[[nodiscard]] run::Finding malicious_ends(const run::Context& context, const EndsWith& claimed);
/// rumor.malicious.more. @param more, less  messages a curious node sends when it is its turn.
[[nodiscard]] run::Finding emits_more(const run::Context& context, int more, int less);
/// rumor.fixed_curious.
[[nodiscard]] run::Finding larger_is_weaker(const run::Context& context, const FirstSeen& accountant);
/// rumor.prior: success at s = 0 with so many suspects, claimed.
[[nodiscard]] run::Finding prior_knowledge(const run::Context& context,
                                           const std::function<double(double b, double suspects)>& claimed);
/// rumor.receivers.repaired. @param sight  of an observer who is said to know as much.
[[nodiscard]] run::Finding without_receivers(const run::Context& context, accounting::RumorSight sight);

}  // namespace hearsay::props
