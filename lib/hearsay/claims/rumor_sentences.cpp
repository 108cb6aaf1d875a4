// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>
#include <hearsay/claims/detail/rumor_words.hpp>

namespace hearsay::claims {

namespace {

// Sentences and steps of proofs that a reader relies on, from the model of Section 3 to Appendix C.
constexpr Claim claims[] = {
    {
        .id = "rumor.fixed_curious",
        .source = "bellet2020started, Section 3.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "For a fixed f , the adversary only becomes weaker as the network grows bigger.",
        .quote_where = "Section 3.1, page 7",
        .formula = "in words: delta and the success of attacks fall, and c grows, with n at fixed f",
        .statement = "With f fixed, delta(0) strictly falls as n grows, for every s. On small networks "
                     "delta(epsilon) does not grow and c does not fall.",
        .conditions = unending,
        .adversary = ordered,
        .domain = "delta(0) by certified intervals (rumor.first_seen): f = 1 .. 4, n up to 12 (quick), 40, "
                  "200, s = k/4. delta(epsilon) at epsilon = 1/4, 1/2, and c: n = 3 (quick), 4, 5 against n "
                  "+ 1, s = 0, 1/2, 1, by rigorous brackets up to 1e-6.",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-published-decreases",
        .note = "At s = 1, f = 1, delta(0) is .5, .4375, .3913 and .3553 for n = 3 to 6.",
    },
    {
        .id = "rumor.receivers",
        .source = "bellet2020started, Section 3.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "As we focus on complete graphs, knowing which curious node received the rumor gives no "
                 "information on the source node.",
        .quote_where = "Section 3.1, page 7",
        .formula = "in words: p_1(S)/p_0(S) is the same for all transcripts S with the same senders",
        .reading = "The sentence is read for every transcript. It holds for a single message, since the "
                   "curious nodes are exchangeable. For delta(0), and for everything at s = 0, the receivers "
                   "do not matter: rumor.receivers.repaired.",
        .statement = "Two transcripts with the same senders and other receivers have the same odds "
                     "p_1(S)/p_0(S).",
        .conditions = unending,
        .adversary = ordered,
        .domain = "n = 4, 5, 2 <= f <= n - 2, s = 1, 1/2: senders 0, 0, 0, where the second message goes to "
                  "the receiver of the other two or to another node; in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.receivers.repaired",
        .root = "rumor.receivers",
        .witness = "Four nodes, curious {2, 3}, s = 1. After 0>2 0>2 0>2 the odds of source 1 against source "
                   "0 are 3/23, after 0>2 0>3 0>2 they are 9/65. The receivers tell how many curious nodes "
                   "are active, and so how fast the others send.",
        .realistic = "n = 2^16, f = 6553, s = 1: after three messages of node 0, the odds that another node is "
                     "the source are .927 if they go to one curious node, and .989 if the second goes to "
                     "another one.",
        .controls = "",
        .note = "The difference is small, and at epsilon = 0 it does not help (Theorem 10).",
    },
    {
        .id = "rumor.receivers.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "delta(0) is the same for an adversary that sees only the senders of the messages to "
                     "curious nodes. At s = 0 delta(epsilon) is the same for every epsilon.",
        .conditions = unending,
        .adversary = "sees the ordered sequence of senders of messages to curious nodes; knows n, f, s, not "
                     "the times",
        .domain = "s = 0: n = 3 .. 5, all f <= n - 2, e^epsilon in steps of 1/2 up to f + 2, in rational "
                  "arithmetic. s = k/4: n = 3, 4 (quick), 5, all f <= n - 2, by rigorous brackets of both "
                  "delta(0)",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-index-for-receiver",
        .note = "Proved for delta(0): it is attained by the event that node 0 is seen before node 1 "
                "(rumor.first_seen), and receivers do not enter this event.",
    },
    {
        .id = "rumor.alg1.terminates",
        .source = "bellet2020started, Section 4",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "a large family of protocols that fit Definition 1 [...] but in which the rumor never "
                 "dies regardless of the value of s ∈ [0, 1] (there always remain some active nodes).",
        .quote_where = "Section 4, page 8",
        .formula = "in words: A is never empty, and P(I = {0, ..., n-1} in the end) = 1, for every s in [0, "
                   "1]",
        .statement = "For every s some node is active at every time, and all nodes are informed almost surely.",
        .conditions = "complete graph, receivers uniform on all n nodes, asynchronous",
        .adversary = nobody,
        .domain = "n = 2 .. 4 (quick), 5, 6, s = 0, 1/2, 1: from every pair of active and informed nodes "
                  "that is reached, a state with all nodes informed is reached",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-mutes-last",
        .note = "It needs the printed order: the sender leaves A before the receiver enters it. A node "
                "that sends to itself so stays active. With the opposite order the rumor dies at s = 0.",
    },
    {
        .id = "rumor.thm4.event",
        .source = "bellet2020started, Section 4.1, after Theorem 4",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "the event {td(0) ≤ ti(1)} (node 0 communicates with a curious node before node 1 gets "
                 "the message) becomes more and more likely as n grows",
        .quote_where = "Section 4.1, page 8",
        .formula = "P_0(t_d(0) <= t_i(1)) grows with n at constant f/n; s = 1",
        .reading = "The paper means this at a constant ratio of curious nodes. More and more likely is read "
                   "as tending to 1.",
        .statement = "With s = 1 and f/n constant, P_0(node 0 is seen before node 1 is informed) tends to 1: "
                     "the rest falls by a tenth or more whenever n grows fourfold.",
        .conditions = "s = 1; complete graph, self-sends allowed, the process does not terminate",
        .adversary = nobody,
        .domain = "f/n = 1/10, 1/4, 1/2, n = 20, 40, 80 (quick), 160, 320, 1280 against 4 n, by the chain "
                  "of informed honest and curious nodes. That chain equals the one of all sets of active "
                  "nodes for n <= 5.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-fixed-curious-event",
        .note = "The rest falls only like n^{-f/n}: at f/n = 1/10 by 13 % when n grows fourfold.",
    },
    {
        .id = "rumor.thm4.count",
        .source = "bellet2020started, proof of Theorem 4",
        .paper_version = disc,
        .level = Level::step,
        .quote = "Then, for a given r and for any k > 0, p(nc(r) ≤ k) is equal to p(Binom(k, f n ) ≥ "
                 "r)",
        .quote_where = "Appendix C.1, page 24 (f/n is a fraction)",
        .formula = "P(n_c(r) <= k) = P(Binom(k, f/n) >= r)",
        .statement = "The probability that r messages are seen among the first k is P(Binomial(k, f/n) >= r), "
                     "for every s.",
        .conditions = unending,
        .adversary = nobody,
        .domain = "n = 3 (quick), 4, all f <= n - 2, s = 0, 1/2, 1, r <= k <= 5, by all sets of active "
                  "nodes in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-count-of-others",
        .note = "",
    },
    {
        .id = "rumor.thm4.constant",
        .source = "bellet2020started, proof of Theorem 4",
        .paper_version = disc,
        .level = Level::step,
        .quote = "p(nc(r) ≤ k) is independent of n and we can choose k∗ independently of n such that "
                 "p(nc(r) > k∗) ≤ 1 n . Then, we write that",
        .quote_where = "Appendix C.1, page 24 (1/n is a fraction)",
        .formula = "there is a k* independent of n with P(n_c(r) > k*) <= 1/n",
        .reading = "One k* for every n at a constant ratio f/n. The probability on the left does not depend "
                   "on n and is positive, so it exceeds 1/n for large n. A k* that grows like log n does, "
                   "and Theorem 4 stands: rumor.thm4.constant.repaired.",
        .statement = "For every r and constant f/n some k*, the same for all n, has P(Binomial(k*, f/n) < r) "
                     "<= 1/n.",
        .conditions = "f/n constant, r >= 1",
        .adversary = nobody,
        .domain = "f/n = 1/2, k* up to 24, and f/n = 1/10, k* up to 120; r = 1, 2, 5: for each of these k* "
                  "an n at which the bound fails, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm4.constant.repaired",
        .root = "rumor.thm4.constant",
        .witness = "f/n = 1/2, r = 1, k* = 1: no message is seen among the first k* with probability 2^-k* = "
                   "1/2, and 1/n = 1/4 at n = 4. For any k* the bound fails at n = 2^(k*+1).",
        .realistic = "f/n = 1/10, r = 1: k* = 106 is enough at the paper's n = 2^16 (1.41e-5 <= 1.53e-5). At n "
                     "= 2^17 it is not (1.41e-5 > 7.63e-6).",
        .controls = "",
        .note = "The last step of the proof uses only that k*/n tends to 0.",
    },
    {
        .id = "rumor.thm4.constant.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "k* = ceil(2 (n/f)(r - 1 + ln n)) has P(n_c(r) > k*) <= 1/n. So the event of the proof "
                     "has probability at most (k* + 1)/n from source 1, which tends to 0 at constant f/n.",
        .conditions = "r >= 1, 1 <= f < n",
        .adversary = nobody,
        .domain = "n up to 1000 (quick), 10^5, 10^7, f = 1, n/10, n/4, n/2, n - 2, r = 1, 2, 5, 20, 100",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-half-the-messages",
        .note = "Proved by Chernoff's bound at the mean 2 (q + L), q = r - 1, L = ln n: the exponent is "
                "(q + 2L)^2/(4 (q + L)) >= L.",
    },
    {
        .id = "rumor.thm5.forgets",
        .source = "bellet2020started, Section 4.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "once the source tells the rumor once, the state of the system (the set of active nodes, "
                 "which in this case is only one node) is completely independent from the source.",
        .quote_where = "Section 4.2, page 9",
        .formula = "in words: s = 0: P(A_1 = {v} | source i) = 1/n for all i, v",
        .statement = "With s = 0, after the first message each node alone is active with probability 1/n, "
                     "whoever the source is.",
        .conditions = "s = 0; complete graph, receivers uniform on all n nodes, the sender included",
        .adversary = nobody,
        .domain = "n = 2 .. 12, every source, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-source-stays",
        .note = "Not so of the set of informed nodes, which decides when the protocol ends: "
                "rumor.thm5.dp.terminated.",
    },
    {
        .id = "rumor.thm5.first_sender",
        .source = "bellet2020started, proof of Theorem 5",
        .paper_version = disc,
        .level = Level::step,
        .quote = "has the same probability to disclose the gossip at future rounds. Plugging into the "
                 "previous equation, we obtain:",
        .quote_where = "proof of Theorem 5, page 10",
        .formula = "s = 0: p_0(S_0 = 0) = (f+1)/n, p_0(S_0 = i) = 1/n",
        .statement = "With s = 0 the source is the first sender that is seen with probability (f + 1)/n, and "
                     "each other honest node with probability 1/n.",
        .conditions = unending,
        .adversary = ordered,
        .domain = "every n = 3 .. 6 (quick), 8 and f <= n - 2, by all sets of active nodes in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-first-sender-f",
        .note = "equality in every instance",
    },
    {
        .id = "rumor.thm7.conditional",
        .source = "bellet2020started, proof of Theorem 7",
        .paper_version = disc,
        .level = Level::step,
        .quote = "In this case, p0(S|F c) ≤ p1(S|F c). Indeed, conditioned on F c, td(0) ≥ ti(0) if "
                 "node 0 is not the source and td(0) ≥ max(tm, ti(0)) if it is.",
        .quote_where = "proof of Theorem 7, page 12 (F c is the complement of F)",
        .formula = "p_0(S | F^c) <= p_1(S | F^c) for S with t_d(0) <= t_d(1), F = {t_d(0) <= t_m}",
        .reading = "F is about the source: it is seen before it stops to emit, or with its last message. "
                   "From source 1 it is node 1 that stops unseen. F has the same probability from both "
                   "sources, as the next line of the proof needs.",
        .statement = "For a transcript that shows node 0 before node 1, P_0(S and the source stops unseen) <= "
                     "P_1(S and the source stops unseen).",
        .conditions = "0 < s < 1; complete graph, n nodes, f curious, asynchronous, self-sends allowed, the "
                      "process does not terminate",
        .adversary = ordered,
        .domain = "n = 3, transcripts of at most 3 messages, and n = 4 (quick: f = 1), at most 2 messages; "
                  "s = 1/2 (quick), 1/10 and 9/10, 1/4 and 3/4; in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-nothing-given",
        .note = "",
    },
    {
        .id = "rumor.thm8.push",
        .source = "bellet2020started, Section 5.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Importantly, we also show that Algorithm 1 with s < 1 satisfies prediction uncertainty, "
                 "unlike the case where",
        .quote_where = "Section 5.1, page 12",
        .formula = "in words: s = 1: c = 0; s < 1: c = (1 - (f+1)/n) (1 - s) > 0",
        .reading = "For f >= 2, as in all experiments of the paper, the sentence holds at every n: this row. "
                   "For f = 1 it fails: rumor.thm8.push.fixed. Read for all n at constant f/n, as Theorem 4 "
                   "speaks of s = 1, it holds without exception. Theorem 8 is the half about s < 1 "
                   "(rumor.thm8).",
        .statement = "With s = 1 and f >= 2 the prediction uncertainty is 0: the odds against node 0 tend to 0 "
                     "as its message to one curious node is seen again and again.",
        .conditions = "s = 1; complete graph, n nodes, f curious, two or more honest, asynchronous, self-sends "
                      "allowed, the process does not terminate",
        .adversary = ordered,
        .domain = "n = 4 .. 12 (quick), 40, 80, every f from 2 to n - 2: the odds after 40 n messages are "
                  "at most .6 times those after 20 n, by the chain of informed honest nodes. That chain "
                  "equals the one of all sets of active nodes for n <= 4 and 3 messages.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-one-curious-push",
        .note = "Proved. For f = 2 the odds fall like one over the number of messages, for f >= 3 "
                "geometrically.",
    },
    {
        .id = "rumor.thm8.push.fixed",
        .source = "bellet2020started, Section 5.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Importantly, we also show that Algorithm 1 with s < 1 satisfies prediction uncertainty, "
                 "unlike the case where",
        .quote_where = "Section 5.1, page 12",
        .formula = "in words: s = 1: c = 0",
        .reading = "The sentence for one curious node. It fails for f = 1 only, at small c. For more curious "
                   "nodes, and for all n at constant f/n, it holds: rumor.thm8.push.",
        .statement = "With s = 1 and f = 1 the prediction uncertainty is 0.",
        .conditions = "s = 1, f = 1; complete graph, n nodes, asynchronous, self-sends allowed, the process "
                      "does not terminate",
        .adversary = ordered,
        .domain = "n = 3, by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm8.push",
        .root = "rumor.thm8.push.fixed",
        .witness = "Three nodes, node 2 curious, s = 1. Whatever is seen, the odds of source 1 against "
                   "source 0 are at least 1/5. They tend to 1/5 as 0>2 is seen again and again.",
        .controls = "",
        .note = "The same transcript gives .347 at n = 4 and .463 at n = 5.",
    },
    {
        .id = "rumor.thm8.first_message",
        .source = "bellet2020started, proof of Theorem 8",
        .paper_version = disc,
        .level = Level::step,
        .quote = "Because the state of the system (active nodes) is the same in both cases we can write "
                 "that pi(S|A1 = {0}) = p0(S). Besides, pi(A1 = {0}) corresponds to the probability that "
                 "node i sends a message to node 0 and then stops emitting.",
        .quote_where = "proof of Theorem 8, page 24",
        .formula = "p_i(S) >= p_i(A_1 = {0}) p_0(S), p_i(A_1 = {0}) = (1 - s)/n",
        .statement = "From another source i, node 0 alone is active after the first message with probability "
                     "(1 - s)/n, and p_i(S) >= (1 - s)/n p_0(S) for every transcript S.",
        .conditions = unending,
        .adversary = ordered,
        .domain = "n = 3, 4 (quick), 5, all f <= n - 2, s = 0, 1/2, 1, transcripts of at most 2 messages, "
                  "in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-first-message-to-others",
        .note = "Summed over the n - f - 1 other honest nodes it is Theorem 8.",
    },
    {
        .id = "rumor.thm9.mean",
        .source = "bellet2020started, proof of Theorem 9",
        .paper_version = disc,
        .level = Level::step,
        .quote = "Then, we define the martingale [...] At+1 − nf (α) = Z0 − ZAt. [...] This allows us "
                 "to write",
        .quote_where = "Appendix C.2, page 25",
        .formula = "A_{t+1} - n f(alpha) = Z_0 - Z_{A_t}, Z_i = E[sum_{j=1}^{A_t} X_j | X_1, ..., X_i, A_t]",
        .reading = "The mean of the right side is 0, so A_{t+1} must have the mean n f(alpha). As the sum "
                   "A_t + X_1 + ... + X_{A_t} of the proof's steps (rumor.increments) it has a smaller one: "
                   "a sender that was told in the same round may mute. With the sign of the right side "
                   "changed the identity fails for the same reason.",
        .statement = "E[A_t + X_1 + ... + X_{A_t}] = n f(A_t/n) with the X_i of the proof and f of equation "
                     "(7).",
        .conditions = "0 < s <= 1; complete graph, self-sends allowed, messages of a round sent one after the "
                      "other",
        .adversary = nobody,
        .domain = "n = 2 .. 6, every A_t, s = 1/2, 1/4, 1/3, 3/4, 1, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm9.mean.repaired",
        .root = "rumor.thm9.mean",
        .witness = "Two nodes, both active, s = 1/2. By equation (7) the mean of the next round is 7/4. By "
                   "the steps of the proof it is 13/8: the second sender may mute although the first one has "
                   "told it. At s = 0 the means are 3/2 and 5/4.",
        .realistic = "n = 2^16, s = 1/10, 6553 active nodes: n f = 6829.0, but the mean by the steps is "
                     "6553.1. The difference of 276 is near the deviation s/2 A_t = 328 that equation (9) is "
                     "used with.",
        .controls = "",
        .note = "For A_t >= 2 and s < 1 the steps have the smaller mean: the difference is (1 - s)(n - 1 "
                "- (n - 1 + A_t)(1 - 1/n)^{A_t}). Equation (9) itself holds (rumor.eq9).",
    },
    {
        .id = "rumor.thm9.mean.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "A_{t+1} - n f(alpha) = Z_{A_t} - Z_0 for Z_i = E[A_{t+1} | receivers and coins of the "
                     "first i senders of the synchronous round], and |Z_{i+1} - Z_i| <= 2.",
        .conditions = "synchronous protocol on the complete graph, self-sends allowed",
        .adversary = nobody,
        .domain = "n = 2, 3 (quick), 4, every A_t, s = 1/2, 1/4, 1/3, 3/4, 1: every outcome of a round, in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-round-in-sequence",
        .note = "Azuma's inequality then gives equation (9) as printed.",
    },
    {
        .id = "rumor.thm9.increments",
        .source = "bellet2020started, proof of Theorem 9",
        .paper_version = disc,
        .level = Level::step,
        .quote = "because the distribution of Xi only depends on At,i.",
        .quote_where = "Appendix C.2, page 25",
        .formula = "E[S_{1,t} | X_{i+1} = 1] >= E[S_{1,t} | X_{i+1} = d] >= E[S_{1,t} | X_{i+1} = -1], "
                   "|Z_{i+1} - Z_i| <= 2",
        .statement = "The mean of the later active count is ordered by the present one, and one message "
                     "changes the conditional mean by at most 2.",
        .conditions = "complete graph, self-sends allowed, messages of a round sent one after the other",
        .adversary = nobody,
        .domain = "n = 2 .. 6 (quick), 8, 10, every A_t, i and active count, s = 1/2, 1/4, 1/3, 3/4, 1, in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-increments-of-one",
        .note = "",
    },
    {
        .id = "rumor.thm10.active",
        .source = "bellet2020started, proof of Theorem 10",
        .paper_version = disc,
        .level = Level::step,
        .quote = "This means that p(Atc = A|I0 = i) ≤ p(Atc = A|I0 = j) for all i ∈ [n] and j ∈ Atc.",
        .quote_where = "proof of Theorem 10, page 27",
        .formula = "P(A_{t_c} = A | I_0 = i) <= P(A_{t_c} = A | I_0 = j) for j in A, with equality if i is "
                   "in A, too",
        .reading = "i and j are suspects, as above the sentence in the proof. A_{t_c} holds the nodes that "
                   "are active when the first suspect is seen.",
        .statement = "For suspects i, j and a set A that contains j: P(A_tc = A | source i) <= P(A_tc = A | "
                     "source j), with equality if A contains i.",
        .conditions = unending,
        .adversary = ordered,
        .domain = "n = 3, 4 (quick), 5, all f <= n - 2, every number of suspects, s = 0, 1/2, 1, in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-quiet-source",
        .note = "",
    },
    {
        .id = "rumor.prior",
        .source = "bellet2020started, Section 6.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "We see that, when s is small, the prior knowledge does not improve the attack precision "
                 "significantly, and that the precision remains very close to the probability that the "
                 "source sends its first message to a curious node.",
        .quote_where = "Section 6.2, page 15",
        .formula = "in words: s near 0: P(success with m suspects) ~ f/n; at s = 0 it is f/n + (1 - f/n)/m",
        .reading = "Very close is read as within 0.01. At f/n = 1/10 the precision is .109 for 100 suspects "
                   "and .190 for 10. So for 10 suspects, one of the curves of Figure 3(a) as drawn here, the "
                   "sentence does not hold. A blind guess among m suspects succeeds with probability 1/m.",
        .statement = "At s = 0 the precision of the best attack with m suspects is f/n + (1 - f/n)/m. It is "
                     "within 0.01 of f/n from m = 100 on.",
        .conditions = "s = 0; uniform prior on m honest nodes; complete graph, asynchronous, self-sends "
                      "allowed, the process does not terminate",
        .adversary = ordered,
        .domain = "n = 3 .. 6 (quick), 8, all f <= n - 2, every m >= 2, by all sets of active nodes; n = "
                  "4096, 65536, f = n/10, m = 10, 100, 1000, n - f, by the chain of rumor.attack.bound",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-guess-added",
        .note = "With 10 suspects 0.19 is 1.9 times f/n, and with 2 suspects it is .55.",
    },
    {
        .id = "rumor.malicious.more",
        .source = "bellet2020started, Appendix A.4",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "If they emit more, they will inform more nodes, which makes it more difficult for them "
                 "to locate the source.",
        .quote_where = "Appendix A.4, page 21",
        .formula = "in words: the success of an attack does not grow with the number of messages that "
                   "curious nodes send",
        .reading = "Emitting more is read as follows: a curious node sends 2 or 3 messages to uniform nodes "
                   "where the protocol has one. The attack names the first of two suspects that is seen "
                   "(Theorem 10).",
        .statement = "If curious nodes send 2 messages at once in place of 1, or 3 in place of 2, P_0(0 is "
                     "seen before 1) - P_1(0 is seen before 1) does not grow.",
        .conditions = unending,
        .adversary = "sees the ordered sequence of (sender, curious receiver); the curious nodes send several "
                     "messages to uniform nodes",
        .domain = "n = 3, 4 (quick), 5, all f <= n - 2, s = 0, 1/2, 1, by all sets of active nodes in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-silent-curious",
        .note = "Equality at s = 0 and for two honest nodes. At n = 5, f = 1, s = 1 the difference is "
                ".3913, .3868 and .3841 for 1, 2 and 3 messages.",
    },
    {
        .id = "rumor.malicious.termination",
        .source = "bellet2020started, Appendix A.4",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Choosing the neighbors they send the messages to reduces to the case in which they emit "
                 "less (for they do not send messages to uninformed nodes) but without affecting protocol "
                 "speed or termination (this does not reduce the number of active nodes).",
        .quote_where = "Appendix A.4, page 21",
        .formula = "in words: P(the protocol ends) = 1 for every choice of receivers by curious nodes",
        .reading = "A curious node may choose itself, since receivers are drawn from all n nodes (Section "
                   "2.1). If it may not, two curious nodes that send to each other do the same: at n = 4, f "
                   "= 2, s = 0 the protocol never ends with probability 2/3. The number of active nodes is "
                   "indeed not reduced, but all of them may be curious.",
        .statement = "If the curious nodes choose the receivers of their messages, the protocol still ends "
                     "almost surely.",
        .conditions = "0 <= s < 1; complete graph, asynchronous, the protocol ends when all nodes are informed",
        .adversary = "curious nodes that choose the receivers of their messages and otherwise follow the "
                     "protocol",
        .domain = "n = 3, 4, all f <= n - 2, s = 0, 1/2, curious nodes that send to themselves, in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.malicious.termination.repaired",
        .root = "rumor.malicious.termination",
        .witness = "Three nodes, node 2 curious and sending to itself, s = 0. The source's first message to "
                   "another node goes to node 2 with probability 1/2. Then only node 2 is active, and node 1 "
                   "never learns the rumor. In general this has probability f (1 - s)/(n - 1 - s f) at "
                   "least.",
        .realistic = "n = 2^16, f = 6553: the protocol never ends with probability at least .966 at s = f/n, "
                     "the paper's own choice, and at least .111 at s = 1/2 (all honest nodes mute within 3000 "
                     "messages).",
        .controls = "",
        .note = "With s = 1 the protocol ends.",
    },
    {
        .id = "rumor.malicious.termination.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "Let each curious node send to one node of its choice. The protocol ends almost surely "
                     "exactly if s = 1 or no curious nodes send in a circle among themselves.",
        .conditions = "complete graph, at least two honest nodes, asynchronous, the protocol ends when all "
                      "nodes are informed",
        .adversary = "curious nodes that choose the receivers of their messages, one each, and otherwise "
                     "follow the protocol",
        .domain = "n = 3, 4, 5 (quick: 4), all f <= n - 2, every choice, s = 0, 1/2, 1: whether a state "
                  "with all nodes informed is reached from every state that is reached",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-only-self-sends",
        .note = "A node that sends to itself is a circle of one.",
    },
    {
        .id = "rumor.appendixB.eq4",
        .source = "bellet2020started, equation (4)",
        .paper_version = disc,
        .level = Level::misprint,
        .quote = "there exists a constant H (only depending on f /n) such that [...] Therefore, we have: "
                 "[...] The last line comes from calculations done in the proof of Theorem 4.",
        .quote_where = "Appendix B, equation (4), pages 22 and 23",
        .formula = "p_0(S_r^{(0)}) >= (f/n) (1 - e^{-rH}) (1 - 1/n)^{r 2f/n}",
        .reading = "The exponent is the number of messages k* = 2 r n/f of the previous line, with n and f "
                   "exchanged. H is that of the cited theorem, 2 (n/f) D(1 - f/(2n) || 1 - f/n). With the "
                   "right exponent the inequality holds (rumor.appendixB.eq4.repaired), and the proof uses "
                   "it in this form.",
        .statement = "In the delayed start, P_0(node 0 is seen first and not among the next r senders) is at "
                     "least (f/n)(1 - e^{-rH})(1 - 1/n)^{2rf/n}.",
        .conditions = "delayed start; complete graph, self-sends allowed, the process does not terminate; D is "
                      "the Kullback-Leibler divergence of two coins",
        .adversary = ordered,
        .domain = "n = 3, 4, all f <= n - 2, r = 1, ..., 3 n, smallest first",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.appendixB.eq4.repaired",
        .root = "rumor.appendixB.eq4",
        .witness = "Three nodes, one curious, r = 8: the probability is .0347, and .0370 is printed.",
        .realistic = "n = 2^16, f = 6553, r = 256: the probability is .09965, and .09991 is printed.",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.appendixB.eq4.repaired",
        .source = "hearsay, from bellet2020started, equation (4)",
        .level = Level::ours,
        .statement = "In the delayed start, P_0(node 0 is seen first and not among the next r senders) is at "
                     "least (f/n)(1 - e^{-rH})(1 - 1/n)^{2rn/f}.",
        .conditions = "delayed start; complete graph, self-sends allowed, the process does not terminate; H as "
                      "in rumor.appendixB.eq4",
        .adversary = ordered,
        .domain = "n = 3 .. 10 (quick), 20, 30, all f <= n - 2, r = 1, ..., 3 n, by the chain of active "
                  "nodes. That chain equals the one of all sets of active nodes for n <= 4, r <= 3.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-exponent-exchanged",
        .note = "",
    },
    {
        .id = "rumor.appendixB.eq5",
        .source = "bellet2020started, equation (5)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "Since the fraction of curious nodes is constant, we can choose tf independently of n or "
                 "r in order to control the second",
        .quote_where = "Appendix B, before equation (5), page 23",
        .formula = "p_1(S_r^{(0)}) <= P(S_0 = 0) prod_{t=t_f}^{t_f+r} (1 - (f/n)(1/t)) + P(T_f > t_f), P(S_0 "
                   "= 0) <= 1/(n-f), P(T_f > t_f) <= (1 - f/n)^{t_f}",
        .reading = "The check tests the bound for every t_f. The t_f of the paper, (n/f) log(4 (n-f)/eps), "
                   "does depend on n. With r = log^2 n, as the proof has it, the sum of 1/t still grows, and "
                   "equation (5) follows.",
        .statement = "In the delayed start, P_1(node 0 is seen first and not among the next r senders) is at "
                     "most 1/(n-f) prod_{t=t_f}^{t_f+r} (1 - b/t) + (1 - b)^{t_f}, for every t_f >= 1.",
        .conditions = "delayed start; complete graph, self-sends allowed, the process does not terminate",
        .adversary = ordered,
        .domain = "n = 3 .. 8 (quick), 12, 20, all f <= n - 2, r = 1, ..., 3 n, t_f = 1, ..., 200, by the "
                  "chain of rumor.appendixB.eq4.repaired",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-half-first",
        .note = "",
    },
    {
        .id = "rumor.appendixB.attack",
        .source = "bellet2020started, Appendix B",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "it is possible to design a very simple attack with a very high precision (almost always "
                 "right) and almost optimal recall (identifying the source with certainty every time the "
                 "information is actually released, i.e. with probability f n ).",
        .quote_where = "Appendix B, page 22 (f/n is a fraction)",
        .formula = "in words: the first sender is named if it is not seen again among the next r: precision "
                   "-> 1, recall -> f/n",
        .reading = "Two sentences before, the paper adds \"for large enough graphs\". As a limit it holds, "
                   "and this row tests it with r = sqrt(n). At the paper's own n = 2^16 with f/n = 1/10 and "
                   "r = 256 the precision is .166 and the recall .0997.",
        .statement = "In the delayed start, name the first sender that is seen if it is not among the next "
                     "sqrt(n) senders. At constant f/n, precision and recall come closer to 1 and f/n as n "
                     "grows.",
        .conditions = "delayed start; uniform prior on the honest nodes; complete graph, self-sends allowed, "
                      "the process does not terminate",
        .adversary = ordered,
        .domain = "f/n = 1/10, 1/4, 1/2, n = 320 (quick), 1280, 5120 against 4 n, by the chain of "
                  "rumor.appendixB.eq4.repaired",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-attack-on-push",
        .note = "The precision grows slowly. At f/n = 1/2 it is .76, .80, .85 and .89 at n = 64, 256, "
                "1024 and 4096.",
    },
    {
        .id = "rumor.appendixD.first_receiver",
        .source = "bellet2020started, Appendix D.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "This randomized definition allows to prove a bound similar to that of Theorem 5 for "
                 "arbitrary graphs. Indeed, the first node that receives the rumor has probability f n of "
                 "being a curious node.",
        .quote_where = "Appendix D.1, page 28 (f/n is a fraction)",
        .formula = "P(the first receiver is in C) = f/n, C uniform on L^f_{i,j}",
        .reading = "C is uniform among the sets of f nodes without i and j, and i is the source. The "
                   "probability is f/(n - 2) (1 - a/d) for the degree d of i, where a = 1 if j is a neighbor "
                   "and 0 otherwise. With messages to oneself it is f/(n - 2) (d - a)/(d + 1), which is f/n "
                   "on the complete graph. A bound similar to Theorem 5 holds as a maximum over the pairs: "
                   "rumor.appendixD.average.",
        .statement = "On every graph, for every pair i, j, the first receiver of i's rumor is curious with "
                     "probability f/n.",
        .conditions = "connected graph, source i, C uniform among the sets of f nodes without i and j",
        .adversary = nobody,
        .domain = "every connected graph on 3 and 4 nodes up to isomorphism, all f <= n - 2, every pair; "
                  "with and without messages to oneself, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.appendixD.average",
        .root = "rumor.appendixD.first_receiver",
        .witness = "The path 0-1-2, f = 1, source 0, j = 1. The only neighbor of node 0 is node 1, which is "
                   "never curious: the probability is 0, not 1/3.",
        .controls = "",
        .note = "For two leaves of a star and f = 1 it is 1/(n - 2).",
    },
};

static_assert(complete(claims));

}  // namespace

std::span<const Claim> rumor_sentences() { return claims; }

}  // namespace hearsay::claims
