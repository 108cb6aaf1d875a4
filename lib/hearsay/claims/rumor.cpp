// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>

namespace hearsay::claims {

namespace {

constexpr Claim rumor_claims[] = {
    {
        .id = "rumor.thm4",
        .source = "bellet2020started, Theorem 4",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "If Algorithm 1 with s = 1 guarantees (ε, δ)-DP for all values of n and constant ε < ∞, then δ = 1.",
        .quote_where = "Theorem 4, page 8",
        .formula = "s = 1: (eps, delta)-DP for all n, constant eps < infinity => delta = 1; in its proof P_0(S_t = 0 "
                   "for some t <= r) >= 1 - exp(-(f/n) sum_{t=0}^r 1/(t+1)) and P_1(S_t = 0 for some t <= r) <= 1 - (1 "
                   "- 1/n)^{k*} + 1/n",
        .reading = "The check tests the two inequalities of the proof (Appendix C.1) and the delta that they imply. "
                   "The proof counts t from 0, so its r is our r - 1.",
        .statement = "With s = 1, p_0(node 0 is among the first r senders) >= 1 - exp(-b sum_{t<=r} 1/t). Under p_1 "
                     "the same event has probability at most 1 - (1 - 1/n)^k + 1/n, where P(Binomial(k, b) < r) <= "
                     "1/n. Hence delta -> 1 as n grows at fixed b and epsilon.",
        .conditions = "s = 1; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "Both inequalities: the exact law for n <= 6, r <= 6, and simulation at n = 1024, b = 1/8, r = 1, 5, "
                  "20. The implied delta: b = 1/10, 1/4, epsilon = 0, 1, 3, n = 2^20, 2^25, .. 2^45, where 1 - delta "
                  "falls by a fifth or more whenever n grows 32-fold.",
        .evidence = Evidence::statistical,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The implied delta grows like 1 - (log n / n)^b, which is slow for small b.",
    },
    {
        .id = "rumor.thm5.dp",
        .source = "bellet2020started, Theorem 5",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "For muting parameter s = 0, Algorithm 1 satisfies (ε, δ)-differential privacy",
        .quote_where = "Theorem 5, page 9",
        .formula = "s = 0: delta = (f/n) (1 - (e^eps - 1)/f)",
        .reading = "The check uses the process that does not terminate, because Appendix A.5 leaves termination aside. "
                   "For a visible end see rumor.thm5.dp.terminated.",
        .statement = "With s = 0, delta(epsilon) = b (1 - (e^epsilon - 1)/f) if e^epsilon <= f + 1, and 0 otherwise.",
        .conditions = "s = 0; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "every n = 3 .. 6 and f <= n - 2, e^epsilon in steps of 1/4 up to f + 2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-fraction-of-others,rumor-loud-source,rumor-mutes-first",
        .note = "",
    },
    {
        .id = "rumor.thm5.dp.terminated",
        .source = "bellet2020started, Theorem 5 with Definition 1 (the protocol terminates)",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "A gossip protocol on a complete graph is one that (a) terminates almost surely, [...] For muting "
                 "parameter s = 0, Algorithm 1 satisfies (ε, δ)-differential privacy",
        .quote_where = "Definition 1, page 4; Theorem 5, page 9",
        .formula = "s = 0: delta = (f/n) (1 - (e^eps - 1)/f)",
        .reading = "Definition 1 is taken literally: the protocol terminates, and the adversary sees the end. Appendix "
                   "A.5 calls the global criterion a simplification. It argues that termination \"can be handled late "
                   "in the execution so as to reveal very little about the beginning\". Without an end the statement "
                   "holds (rumor.thm5.dp).",
        .statement = "With s = 0, Algorithm 1 is (epsilon, b (1 - (e^epsilon - 1)/f))-differentially private.",
        .conditions = "s = 0; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "transcript ends when all nodes are informed, and the adversary sees the end",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3, 4, ..., f = 1, 2, ..., e^epsilon in {1, 3/2, 2}, smallest instances first",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm7.terminated.repaired",
        .root = "rumor.thm5.dp.terminated",
        .witness =
            "Three nodes, one curious (node 2), e^epsilon = 3/2. Suppose that the first message to node 2 comes from "
            "node 0. With source 1 it ends the protocol, with source 0 it does not. So a second message identifies "
            "node 0 as the source with certainty. At epsilon = 0 the smallest failure is n = 4, f = 1.",
        .controls = "",
        .note = "At n = 4, f = 1, epsilon = 0 the exact value is 0.27500 > 1/4. The repair at s = 0 is (0, f/n + 2 (1 "
                "- f/n)/(n - 1)). So at epsilon = 0 the end adds at most a term of order 1/n. For epsilon > 0 the same "
                "bound holds, but the printed decrease of delta with epsilon is not proved.",
    },
    {
        .id = "rumor.thm5.uncertainty",
        .source = "bellet2020started, Theorem 5",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "For muting parameter s = 0, Algorithm 1 satisfies [...] and c-prediction uncertainty",
        .quote_where = "Theorem 5, page 9",
        .formula = "s = 0: c = n/(f+1) - 1",
        .reading = "The check uses the process that does not terminate, because Appendix A.5 leaves termination aside. "
                   "For a visible end see rumor.thm5.uncertainty.terminated.",
        .statement = "With s = 0 the prediction uncertainty is c = n/(f+1) - 1.",
        .conditions = "s = 0; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "every n = 3 .. 6 and f <= n - 2 by the law of the transcript; every n = 3 .. 40 and f <= n - 2 by "
                  "conditioning on the first message (both in rational arithmetic)",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-loud-source",
        .note = "",
    },
    {
        .id = "rumor.thm5.uncertainty.terminated",
        .source = "bellet2020started, Theorem 5 with Definition 1 (the protocol terminates)",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "A gossip protocol on a complete graph is one that (a) terminates almost surely, [...] For muting "
                 "parameter s = 0, Algorithm 1 satisfies [...] and c-prediction uncertainty",
        .quote_where = "Definition 1, page 4; Theorem 5, page 9",
        .formula = "s = 0: c = n/(f+1) - 1",
        .reading = "Definition 1 is taken literally: the protocol terminates, and the adversary sees the end. Appendix "
                   "A.5 calls the global criterion a simplification. It argues that termination \"can be handled late "
                   "in the execution so as to reveal very little about the beginning\". Without an end the statement "
                   "holds (rumor.thm5.uncertainty).",
        .statement = "With s = 0, Algorithm 1 has prediction uncertainty n/(f+1) - 1.",
        .conditions = "s = 0; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "transcript ends when all nodes are informed, and the adversary sees the end",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3, 4, ..., f = 1, 2, ..., shortest transcripts first",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm5.terminated.repaired",
        .root = "rumor.thm5.dp.terminated",
        .witness = "Three nodes, one curious (node 2). With source 1, node 0 can send to node 2 only after it received "
                   "the rumor from 1, and that message ends the protocol. A transcript that begins with a message of "
                   "node 0 and continues identifies node 0 with certainty. So c = 0, not 1/2.",
        .controls = "",
        .note = "The visible end costs one node: the repair is n/(f + 2) - 1. It is attained at every n <= 5 tried.",
    },
    {
        .id = "rumor.thm5.terminated.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "With s = 0 and a visible end of the protocol the prediction uncertainty is at least n/(f+2) - 1.",
        .conditions = "s = 0; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "transcript ends when all nodes are informed, and the adversary sees the end",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "every transcript of at most 4 (quick), 5, 6 messages at n = 4, f = 1, of at most 3, 4, 5 at n = 5, "
                  "f = 1, and of at most 2, 3, 3 at n = 5, f = 2, in rational arithmetic; rigorous brackets for every "
                  "n <= 4 (quick), 5, 6 and f <= n - 2",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Proved for all n and f. Theorem 5 has f + 1 in place of f + 2. Among the nodes that can be informed "
                "by a node other than the source, the last one does not count.",
    },
    {
        .id = "rumor.thm5.limit",
        .source = "bellet2020started, Theorem 5",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "these privacy guarantees are optimal among all gossip protocols.",
        .quote_where = "Theorem 5, page 9",
        .formula = "delta >= (f/n) (1 - (e^eps - 1)/f) and c <= n/(f+1) - 1 for every gossip protocol",
        .reading =
            "Gossip protocols are those of Definition 1: they terminate almost surely, inform all nodes, and inform by "
            "tell_gossip only. The witness has these three properties. Receivers are drawn from all n nodes, the "
            "sender included (Section 2.1). The check tests epsilon = 0 with n and f as given. Up to O(1/n) the "
            "sentence holds: rumor.thm5.limit.asymptotic. No protocol with more prediction uncertainty is known.",
        .statement = "No gossip protocol has delta(epsilon) below b (1 - (e^epsilon - 1)/f).",
        .conditions = "complete graph, receivers uniform on all n nodes (the sender included), the transcript ends "
                      "when all nodes are informed, and the adversary sees the end",
        .adversary =
            "sees the ordered sequence of (sender, curious receiver); knows n, f and the protocol, not the times",
        .domain = "n = 3, f = 1, epsilon = 0, a delayed start whose source must receive the rumor twice, in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm5.limit.repaired",
        .root = "rumor.thm5.limit",
        .witness = "Three nodes, node 2 curious. The source sends once. If another node receives this message, the "
                   "source stays silent until it has received two messages. No other node mutes. The protocol ends "
                   "when all nodes are informed. Node 0 is the first sender to node 2 with probability 5/8 if it is "
                   "the source, and with probability 3/8 if node 1 is. The rest of the transcript and its end add no "
                   "information. So delta(0) = 1/4 < 1/3. Without an end it is 0.2842.",
        .controls = "",
        .note =
            "The proof conditions on a first message that goes to no curious node. It says that then no honest node is "
            "more likely than the source to be the first sender that a curious node sees. The set of active nodes then "
            "contains no other node more often than the source (p0(A1 = {0}) = p0(i in A1)). But an informed node that "
            "stays silent is less likely to be seen. With f = 1 the same protocol has delta(0) = 0.2032 at n = 4, "
            "0.1617 at n = 5 and 0.1405 at n = 6, below 1/4, 1/5 and 1/6. More silence does not help in general. "
            "Without an end, a source that must receive the rumor twice has 0.2025 > 1/5 at n = 5. One that must "
            "receive it three times has 0.3501 > 1/3 at n = 3. With an end and f = 2, a source that must receive it "
            "twice has 0.5436 > 1/2 at n = 4. At the paper's n = 2^16, f/n = 1/10, no protocol gains more than 1.4e-5 "
            "at epsilon = 0. Algorithm 1 and the delayed start satisfy the limit: rumor.thm5.limit.family.",
    },
    {
        .id = "rumor.thm5.limit.family",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "Algorithm 1 with any s and the delayed start have delta(epsilon) >= b (1 - (e^epsilon - 1)/f) "
                     "and prediction uncertainty at most n/(f+1) - 1.",
        .conditions = "complete graph, receivers uniform on all n nodes (the sender included)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3 .. 5 (quick: 4), all f <= n - 2, s in {0, 1/4, 1/2, 3/4, 1}, delayed start, both transcript "
                  "models, epsilon in {0, 1/2}; by rigorous brackets, both ends of which must satisfy the inequality",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "So s = 0 gives the most privacy in the paper's own family.",
    },
    {
        .id = "rumor.thm5.limit.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "Every gossip protocol has delta(epsilon) >= (f - e^epsilon)/(n - 1).",
        .conditions = "f > e^epsilon (else the bound is at most 0, as always at f = 1); complete graph, receivers "
                      "uniform on all n nodes (the sender included)",
        .adversary =
            "sees the ordered sequence of (sender, curious receiver); knows n, f and the protocol, not the times",
        .domain = "n = 3 .. 5 (quick: 4), all f <= n - 2, s in {0, 1/4, 1/2, 3/4, 1} (quick: without 1/4, 3/4), "
                  "delayed start, delayed start whose source must receive the rumor two or three times, both "
                  "transcript models, epsilon in {0, 1/8, 1/4, 1/2}, by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "After a message to itself only the source is informed, and it must send again. So a curious node sees "
                "it first with probability at least f/(n-1). For some other source this event has probability at most "
                "1/(n-1). For f = 1 the bound is at most 0 and gives no information.",
    },
    {
        .id = "rumor.thm5.limit.asymptotic",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "Theorem 5's optimality is right up to O(1/n). No gossip protocol has delta(epsilon) below b (1 - "
                     "(e^epsilon - 1)/f) by more than (n - 1 - f + e^epsilon)/(n (n - 1)), which is (1 - b)/(n - 1) at "
                     "epsilon = 0. No gossip protocol has prediction uncertainty above (n - 1)/f - 1.",
        .conditions = "e^epsilon <= f for delta; complete graph, receivers uniform on all n nodes or on the n - 1 "
                      "others; b = f/n constant as n grows (the paper's Assumption 3)",
        .adversary =
            "sees the ordered sequence of (sender, curious receiver); knows n, f and the protocol, not the times",
        .domain = "The difference to rumor.thm5.limit.repaired for every n = 3 .. 40, f <= n - 2 and e^epsilon in "
                  "steps of 1/4 up to f, in rational arithmetic. By rigorous brackets: n = 4, 5 (quick: 4), 2 <= f <= "
                  "n - 2, s in {0, 1/4, 1/2, 3/4, 1} (quick: without 1/4, 3/4), delayed start, delayed start whose "
                  "source must receive the rumor two or three times, with and without self-sends, both transcript "
                  "models, epsilon in {0, 1/8, 1/4, 1/2}.",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Proved. The gain is at most 1/n. For f = 1 that equals Theorem 5's delta(0), so the row gives no "
                "information there. At the paper's n = 2^16, b = 1/10, the gain at epsilon = 0 is at most 1.4e-5.",
    },
    {
        .id = "rumor.thm5.limit.no_self_sends",
        .source = "bellet2020started, Theorem 5, for nodes that tell only others",
        .level = Level::ours,
        .reading = "The paper draws receivers from all n nodes (Section 2.1). The variant without self-sends is the "
                   "project's.",
        .statement =
            "No gossip protocol has delta(epsilon) below b (1 - (e^epsilon - 1)/f), also if no node sends to itself.",
        .conditions = "complete graph, receivers uniform on the other n - 1 nodes",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3, 4, ..., f = 1, 2, ..., epsilon = 0, Algorithm 1 with s in {0, 1/2, 1}, then delayed start",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm5.limit.no_self_sends.repaired",
        .root = "rumor.thm5.limit.no_self_sends",
        .witness =
            "Three nodes, one curious, delayed start, epsilon = 0: delta = 1/4 < 1/3. In the delayed start the source "
            "sends once to another node and then stays silent until it receives a message. After that no node mutes.",
        .controls = "",
        .note = "The proof needs that the source receives its own first message as often as any other node does. "
                "Without self-sends it never receives it. Algorithm 1 itself stays at or above the value, although its "
                "first message reaches a curious node with probability f/(n-1). With s = 0 it attains the value.",
    },
    {
        .id = "rumor.thm5.limit.no_self_sends.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "If no node sends to itself, every gossip protocol has delta(epsilon) >= (f - e^epsilon)/(n - 1).",
        .conditions =
            "f > e^epsilon (else the bound is at most 0); complete graph, receivers uniform on the other n - 1 nodes",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3 .. 5 (quick: 4), all f <= n - 2, s in {0, 1/4, 1/2, 3/4, 1} (quick: without 1/4, 3/4), "
                  "delayed start, both transcript models, epsilon in {0, 1/8, 1/4, 1/2}, by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.thm7",
        .source = "bellet2020started, Theorem 7",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "For 0 < s < 1 and any fixed r ∈ N∗, Algorithm 1 with muting parameter s guarantees (0, "
                 "δ)-differential privacy",
        .quote_where = "Theorem 7, page 11",
        .formula = "0 < s < 1: delta = 1 - (1 - s) sum_{k>=0} s^k (1 - f/n)^{k+1}",
        .reading = "The check uses the process that does not terminate, because Appendix A.5 leaves termination aside. "
                   "For a visible end see rumor.thm7.terminated.",
        .statement = "With 0 < s < 1, Algorithm 1 is (0, delta)-differentially private for delta = 1 - (1-s) sum_k s^k "
                     "(1-b)^{k+1}.",
        .conditions = "0 < s < 1; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3 .. 5 (quick 4, exhaustive 6), all f <= n - 2, s = k/18 with 0 < k < 18 (quick: five values), "
                  "by rigorous brackets of the exact delta",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-loud-source",
        .note = "",
    },
    {
        .id = "rumor.thm7.closed_form",
        .source = "bellet2020started, Theorem 7",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "For 0 < s < 1 and any fixed r ∈ N∗, Algorithm 1 with muting parameter s guarantees (0, "
                 "δ)-differential privacy",
        .quote_where = "Theorem 7, page 11",
        .formula = "1 - (1 - s) sum_{k>=0} s^k (1 - f/n)^{k+1} <= 1 - (1 - s^r) (1 - f/n)^r for every fixed r >= 1",
        .reading = "The paper prints the series and its bound. The closed form f/n / (1 - s (1 - f/n)) of the series "
                   "is the project's.",
        .statement =
            "1 - (1-s) sum_k s^k (1-b)^{k+1} = b/(1 - s(1-b)), and it is at most 1 - (1-s^r)(1-b)^r for every r >= 1.",
        .conditions = "0 <= s < 1, 0 <= b <= 1",
        .adversary = "none",
        .domain = "s and b in eighths, r = 1 .. 12, partial sums and their exact remainder, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.thm7.terminated",
        .source = "bellet2020started, Theorem 7 with Definition 1 (the protocol terminates)",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "A gossip protocol on a complete graph is one that (a) terminates almost surely, [...] For 0 < s < 1 "
                 "and any fixed r ∈ N∗, Algorithm 1 with muting parameter s guarantees (0, δ)-differential privacy",
        .quote_where = "Definition 1, page 4; Theorem 7, page 11",
        .formula = "0 < s < 1: delta = 1 - (1 - s) sum_{k>=0} s^k (1 - f/n)^{k+1}",
        .reading = "Definition 1 is taken literally: the protocol terminates, and the adversary sees the end. Appendix "
                   "A.5 calls the global criterion a simplification. It argues that termination \"can be handled late "
                   "in the execution so as to reveal very little about the beginning\". Without an end the statement "
                   "holds (rumor.thm7).",
        .statement = "With 0 < s < 1, Algorithm 1 is (0, delta)-differentially private for delta = 1 - (1-s) sum_k s^k "
                     "(1-b)^{k+1}.",
        .conditions = "0 < s < 1; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "transcript ends when all nodes are informed, and the adversary sees the end",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3, 4, ..., f = 1, 2, ..., s in {1/2, 1/4, 1/10}",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm7.terminated.repaired",
        .root = "rumor.thm5.dp.terminated",
        .witness = "Four nodes, one curious, s = 1/10: the event listed in the witness has p_0 - p_1 above 0.2703. The "
                   "time of the end depends on the nodes that were informed early. So it distinguishes the sources.",
        .controls = "",
        .note = "The exact delta of this instance is 0.28560. On at most five nodes the bound fails for small s only. "
                "For larger s the slack of Theorem 7 exceeds the cost of the end.",
    },
    {
        .id = "rumor.thm7.terminated.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "With a visible end of the protocol, Algorithm 1 with 0 <= s < 1 is (0, delta)-differentially "
                     "private for delta = b/(1 - s(1-b)) + 2 (1-b)/(n-1).",
        .conditions = "0 <= s < 1; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "transcript ends when all nodes are informed, and the adversary sees the end",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3 .. 5 (exhaustive: 6), all f <= n - 2, s = k/20 (quick: k/4), by rigorous brackets of the "
                  "exact delta",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Proved. The first term is Theorem 7's. The end differs between two sources only if one of them is the "
                "last node to be informed, apart from the source. This has probability 1/(n-1) for each.",
    },
    {
        .id = "rumor.thm8",
        .source = "bellet2020started, Theorem 8",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "Algorithm 1 guarantees prediction uncertainty with c = (1 − f +1 n )(1 − s).",
        .quote_where = "Theorem 8, page 12 ((f+1)/n is a fraction)",
        .formula = "c = (1 - (f+1)/n) (1 - s)",
        .reading = "The check uses the process that does not terminate, because Appendix A.5 leaves termination aside. "
                   "For a visible end see rumor.thm8.terminated.",
        .statement = "The prediction uncertainty is at least c = (1 - (f+1)/n)(1 - s).",
        .conditions = "0 <= s <= 1; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain =
            "n = 3 .. 5 (quick 4, exhaustive 6), all f <= n - 2, s = k/18 (quick: seven values), by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.thm8.terminated",
        .source = "bellet2020started, Theorem 8 with Definition 1 (the protocol terminates)",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "A gossip protocol on a complete graph is one that (a) terminates almost surely, [...] Algorithm 1 "
                 "guarantees prediction uncertainty with c = (1 − f +1 n )(1 − s).",
        .quote_where = "Definition 1, page 4; Theorem 8, page 12 ((f+1)/n is a fraction)",
        .formula = "c = (1 - (f+1)/n) (1 - s)",
        .reading = "Definition 1 is taken literally: the protocol terminates, and the adversary sees the end. Appendix "
                   "A.5 calls the global criterion a simplification. It argues that termination \"can be handled late "
                   "in the execution so as to reveal very little about the beginning\". Without an end the statement "
                   "holds (rumor.thm8).",
        .statement = "Algorithm 1 has prediction uncertainty at least (1 - (f+1)/n)(1 - s).",
        .conditions = "0 <= s <= 1; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "transcript ends when all nodes are informed, and the adversary sees the end",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3, 4, ..., f = 1, 2, ..., s = 0, shortest transcripts first",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm8.terminated.repaired",
        .root = "rumor.thm5.dp.terminated",
        .witness = "Three nodes, one curious, s = 0: the transcript identifies the source with certainty, so c = 0, "
                   "not 1/3. At n = 4, f = 1 the bound fails by less: c <= 1/3 < 1/2.",
        .controls = "",
        .note = "It fails for s < 1 whenever all but two nodes are curious: there c = 0. At s = 0 it also fails for f "
                "= 1, n = 4 (c = 1/3) and for f = 2, n = 5 (c = 1/4, and 2/5 is printed). At s = 0 it holds if n/(f + "
                "2) - 1 >= 1 - (f + 1)/n: for f = 1 from n = 5, for f = 2 from n = 6 on.",
    },
    {
        .id = "rumor.thm8.terminated.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "With a visible end of the protocol the prediction uncertainty is at least (1 - (f+2)/n)(1 - s).",
        .conditions = "0 <= s <= 1; complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, the "
                      "transcript ends when all nodes are informed, and the adversary sees the end",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain =
            "every transcript of at most 3 (quick), 4, 5 messages at n = 4, f = 1, s in {0, 1/4, 1/2, 3/4}, of at most "
            "3, 4, 4 at n = 5, f = 1, s = 0, and of at most 2, 3, 3 at n = 5, f = 2, s = 0, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Proved for all n, f and s. It is Theorem 8 with one more node. For s = 0, "
                "rumor.thm5.terminated.repaired is stronger.",
    },
    {
        .id = "rumor.eq7",
        .source = "bellet2020started, equation (7)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "In total, At = αn messages are sent at the beginning of the round. [...] In the end, n (1 − pu(α)) "
                 "nodes get the message in expectation.",
        .quote_where = "Appendix C.2, page 24, after equation (7)",
        .formula = "f(alpha) = 1 - p_u(alpha) (1 - alpha s), p_u(alpha) = (1 - 1/n)^{alpha n}; f(alpha) = (1/n) "
                   "E[A_{t+1} | A_t = alpha n]",
        .statement = "In the synchronous protocol, E[A_{t+1} | A_t = a]/n = 1 - (1 - 1/n)^a (1 - s a/n).",
        .conditions = "synchronous, complete graph, self-sends allowed",
        .adversary = "none",
        .domain = "n <= 6 (quick: 5), every a <= n, s in {0, 1/4, 1/3, 1/2, 3/4, 1}; every outcome of a round is "
                  "enumerated in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.eq8",
        .source = "bellet2020started, equation (8)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "one can see that the function f is simply the sum of these 2 terms. We show [...] we have:",
        .quote_where = "Appendix C.2, page 25, equation (8)",
        .formula = "f(alpha) >= (1 + s/2) alpha for alpha <= alpha_s = s/(1 + 2s)",
        .statement = "1 - (1 - 1/n)^{alpha n} (1 - alpha s) >= (1 + s/2) alpha for alpha <= s/(1 + 2s).",
        .conditions = "0 < s <= 1, alpha n an integer",
        .adversary = "none",
        .domain = "n up to 10^9, s in (0, 1], every alpha = a/n in range",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.increments",
        .source = "bellet2020started, proof of Theorem 9",
        .paper_version = disc,
        .level = Level::step,
        .quote = "At,i+1 only depends on At,i and so does Xi:",
        .quote_where = "Appendix C.2, page 25",
        .formula =
            "X_i = 1 with probability s (1 - |A_{t,i}|/n), -1 with probability (1 - s) (|A_{t,i}| - 1)/n, 0 otherwise",
        .reading =
            "The messages of a round are sent one after the other. The proof compares them to the synchronous round of "
            "equation (7), which has another mean: rumor.thm9.mean.",
        .statement = "Sending one message changes the active count A by +1 with probability s (1 - A/n) and by -1 with "
                     "probability (1-s)(A-1)/n.",
        .conditions = "complete graph, self-sends allowed, messages of a round sent one after the other",
        .adversary = "none",
        .domain = "n <= 8, every A, s in {0, 1/4, 1/3, 1/2, 3/4, 1}; all senders, receivers and coins are enumerated "
                  "in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-mutes-first",
        .note = "",
    },
    {
        .id = "rumor.thm9",
        .source = "bellet2020started, Theorem 9",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "For a given s > 0 and for all 1 > δ > 0 and C ≥ 1, there exists n large enough such that the "
                 "synchronous version of Algorithm 1 with parameter s sends at least Cn log n messages in 6C log(n)/s "
                 "rounds with probability at least 1 − δ.",
        .quote_where = "Theorem 9, page 13",
        .formula = "for s > 0, 0 < delta < 1, C >= 1 and n large enough: P(at least C n log n messages in 6 C log(n)/s "
                   "rounds) >= 1 - delta",
        .reading = "The paper does not say how large n must be. The check tests the n of the domain. Holds means that "
                   "the lower confidence bound of the probability is above 1 - delta.",
        .statement = "For large n the synchronous protocol sends at least C n ln n messages within 6 C ln(n)/s rounds "
                     "with probability at least 1 - delta.",
        .conditions = "s > 0, C >= 1, self-sends allowed",
        .adversary = "none",
        .domain = "C = 1, 2, 3, delta = 1/10; n = 2^10, 2^11, 2^12, twelve s from 0.05 to 1 (quick: n = 2^12, three s; "
                  "exhaustive: n up to 2^16)",
        .evidence = Evidence::statistical,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "rumor.thm9.exact tests smaller n and delta = 1e-6 by the exact chain.",
    },
    {
        .id = "rumor.thm9.exact",
        .source = "bellet2020started, Theorem 9",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "For a given s > 0 and for all 1 > δ > 0 and C ≥ 1, there exists n large enough such that the "
                 "synchronous version of Algorithm 1 with parameter s sends at least Cn log n messages in 6C log(n)/s "
                 "rounds with probability at least 1 − δ.",
        .quote_where = "Theorem 9, page 13",
        .formula = "for s > 0, 0 < delta < 1, C >= 1 and n large enough: P(at least C n log n messages in 6 C log(n)/s "
                   "rounds) >= 1 - delta",
        .reading = "The paper does not say how large n must be. The check tests the n of the domain.",
        .statement = "For large n the synchronous protocol sends at least C n ln n messages within 6 C ln(n)/s rounds "
                     "with probability at least 1 - delta.",
        .conditions = "s > 0, C >= 1, self-sends allowed",
        .adversary = "none",
        .domain = "C = 1, 2, 3, delta = 1e-6; n = 60 .. 80 (quick), 120, 200, s = 1/4, 1/2, 3/4, 1; by the law of the "
                  "active nodes and the Laplace transform of the number of messages",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The slack is in delta.",
    },
    {
        .id = "rumor.thm10",
        .source = "bellet2020started, Theorem 10",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "If the adversary has a uniform prior over a subset P of nodes, [...] then p(I0 = Stc|S) ≥ p(I0 = "
                 "i|S) for all i.",
        .quote_where = "Theorem 10, page 14",
        .formula = "P(I_0 = S_{t_c} | S) >= P(I_0 = i | S) for all i, where P(I_0 = i) = P(I_0 = j) for i, j in P and "
                   "0 outside, S_{t_c} in P and S_t not in P for t < t_c",
        .reading = "The check uses the process that does not terminate, because Appendix A.5 leaves termination aside. "
                   "For a visible end see rumor.thm10.terminated.",
        .statement = "For a uniform prior on a set P of suspects, the first suspect that is seen is a maximum a "
                     "posteriori guess for every transcript.",
        .conditions = "complete graph, asynchronous, with or without self-sends, the process does not terminate (every "
                      "finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3 .. 6 (quick 5), every f <= n - 2, every size of P, s in {0, 1/4, 1/2, 3/4, 1}, with and "
                  "without self-sends; transcripts of any length by induction (docs/maths/rumor.md), in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "There are 200 worlds on at most six nodes: five values of s, with and without self-sends, and twenty "
                "choices of n, f and the number of suspects. Both steps of the induction are proved for every n.",
    },
    {
        .id = "rumor.first_seen",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "delta(0) is the probability, from source 0, that node 0 is seen before node 1, less the same "
                     "probability from source 1.",
        .conditions = "0 <= s <= 1; complete graph, n nodes, f curious, at least two honest, asynchronous, self-sends "
                      "allowed, the process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3 .. 5 (quick 4, exhaustive 6), all f <= n - 2, s = k/8 (quick k/4, exhaustive k/16): the "
                  "certified interval of the linear system against rigorous brackets of the exact delta",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-published-as-value",
        .note = "A lower bound for every n, f and s, since it is the advantage of one event. Equal by Theorem 10.",
    },
    {
        .id = "rumor.first_seen.bound",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "The difference of rumor.first_seen is at least f/n and at most f/(n - s (n - f - 1)), which is "
                     "at most Theorem 7's bound f/(n - s (n - f)).",
        .conditions = "0 <= s <= 1; complete graph, n nodes, f curious, at least two honest, asynchronous, self-sends "
                      "allowed, the process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3 .. 12, all f <= n - 2; n = 30, 100, 1000 (quick 100, exhaustive 100000), f = 1, n/10, n/2, "
                  "n - 2; s = k/8; by certified intervals",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-one-curious-too-many",
        .note = "Proved. With Theorem 10, delta(0) is below Theorem 7's bound for s > 0, and f/(f + 1) at most for s "
                "= 1.",
    },
    {
        .id = "rumor.graph.exact",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "delta(epsilon) of two sources i, j is sum_v max(0, P_i(v) - e^epsilon P_j(v)), P_i(v) the "
                     "probability that v sends the first message to a curious node.",
        .conditions =
            "s = 0; any connected graph, each message goes to a uniform neighbor, C the curious nodes, two or "
            "more honest; the process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows the graph, C and s, not the times",
        .domain = "every connected graph of 3 .. 5 nodes (quick 4, exhaustive 6), every C and pair, e^epsilon = 1 and "
                  "3/2: in fractions, by the sparse solver, and by the exact engine for transcripts",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-starts-at-neighbor",
        .note = "What the curious nodes see after the first message does not depend on the source, given its sender.",
    },
    {
        .id = "rumor.graph.complete",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "On the complete graph this is Theorem 5's value max(0, (f + 1 - e^epsilon)/n), also without "
                     "self-sends.",
        .conditions =
            "s = 0; any connected graph, each message goes to a uniform neighbor, C the curious nodes, two or "
            "more honest; the process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows the graph, C and s, not the times",
        .domain = "n = 3 .. 10 (quick 6, exhaustive 16), every f <= n - 2, e^epsilon in steps of 1/2 up to f + 2, in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.graph.map",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "With a uniform source the first sender that is seen is a best guess: P_i(v) <= P_v(v).",
        .conditions =
            "s = 0; any connected graph, each message goes to a uniform neighbor, C the curious nodes, two or "
            "more honest; the process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows the graph, C and s, not the times",
        .domain = "every connected graph of 3 .. 6 nodes (quick 5), every C, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Proved: from i the rumor must come to v before v sends. Theorem 10 says it of the complete graph and "
                "every s.",
    },
    {
        .id = "rumor.graph.cut",
        .source = "guerraoui2023inherent, abstract",
        .paper_version = "DISC 2023, arXiv:2308.02477; only the abstract is at hand",
        .level = Level::prose,
        .quote = "when the graph has poor connectivity, no gossip protocol can guarantee any meaningful level of "
                 "differential privacy",
        .quote_where = "abstract",
        .formula = "in words: if f curious nodes can separate two honest nodes, delta(epsilon) = 1 for every epsilon",
        .reading = "Poor connectivity means: f is at least the vertex connectivity, the least number of nodes whose "
                   "removal separates two others. The curious nodes are the worst set of f nodes.",
        .statement =
            "If f is at least the vertex connectivity, some f curious nodes have delta(epsilon) = 1 for every s. "
            "If f is less, delta(0) < 1 for all f curious nodes at s = 0.",
        .conditions = "any connected graph, each message goes to a uniform neighbor; s = 0, 1/2, 1; two or more honest "
                      "nodes; the process does not terminate (every finite prefix)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows the graph, C and s, not the times",
        .domain = "every connected graph of 3 .. 5 nodes (quick 4, exhaustive 6), every f and every set of f nodes; "
                  "delta(5) and delta(0) by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.thm10.terminated",
        .source = "bellet2020started, Theorem 10 with Definition 1 (the protocol terminates)",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "A gossip protocol on a complete graph is one that (a) terminates almost surely, [...] then p(I0 = "
                 "Stc|S) ≥ p(I0 = i|S) for all i. [...] since the output after some time only depends on the active "
                 "nodes at that time.",
        .quote_where = "Definition 1, page 4; Theorem 10, page 14; its proof, page 27",
        .formula = "P(I_0 = S_{t_c} | S) >= P(I_0 = i | S) for all i, where P(I_0 = i) = P(I_0 = j) for i, j in P and "
                   "0 outside, S_{t_c} in P and S_t not in P for t < t_c",
        .reading = "Definition 1 is taken literally: the protocol terminates, and the adversary sees the end. Appendix "
                   "A.5 calls the global criterion a simplification. It argues that termination \"can be handled late "
                   "in the execution so as to reveal very little about the beginning\". Without an end the statement "
                   "holds (rumor.thm10).",
        .statement = "For a uniform prior on a set P of suspects, the first suspect that is seen is a maximum a "
                     "posteriori guess for every transcript.",
        .conditions = "complete graph, asynchronous, with or without self-sends, the transcript ends when all nodes "
                      "are informed, and the adversary sees the end",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "n = 3, 4, ..., f = 1, 2, ..., P = {0, 1}, {0, 1, 2}, ..., s in {0, 1/4, 1/2, 3/4, 1}, with and "
                  "without self-sends, shortest transcripts first",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm10",
        .root = "rumor.thm5.dp.terminated",
        .witness = "Five nodes, curious {3, 4}, s = 0, P = {0, 1}, transcript 2>4 0>3 end. Node 0 is the first suspect "
                   "that is seen, but node 1 is more likely to be the source. If node 1 was the source, it need not be "
                   "informed again before the end.",
        .controls = "",
        .note = "The proof's \"the output after some time depends on the active nodes alone\" fails, because the "
                "output also depends on the informed nodes. With the transcript 2>3 0>3 0>3 0>3 0>3 0>4 end the "
                "probabilities are 2059/2187000000 and 2187/2187000000. rumor.thm10 is the theorem without an end. "
                "With an end, no rule for the best guess is known to us. Its success is at most delta + (1 - "
                "delta)/|P| with the delta of rumor.thm7.terminated.repaired.",
    },
    {
        .id = "rumor.thm11",
        .source = "bellet2020started, Theorem 11",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "If a gossip protocol satisfies (ε, δ)-differential privacy and c-prediction uncertainty then we have "
                 "δ ≥ f n and c = 0 in the strong adversary setting.",
        .quote_where = "Theorem 11, page 20 (f/n is a fraction)",
        .formula = "delta >= f/n and c = 0 for every gossip protocol; delta = f/n at s = 0",
        .statement = "Against an adversary that also sees message indices, every protocol has delta >= b and c = 0. "
                     "The muting s = 0 attains delta = b.",
        .conditions = "complete graph, self-sends allowed, the process does not terminate",
        .adversary = "sees (index, sender, curious receiver) of every message to a curious node",
        .domain = "n = 3 .. 5 (quick: 4), all f <= n - 2, s in {0, 1/4, 1/2, 3/4, 1}, the delayed start, a delayed "
                  "start whose source must receive the rumor twice, epsilon in {0, 1/4, 1/2}; by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "In every protocol the first message is the source's. It has index 0 and is seen with probability f/n.",
    },
    {
        .id = "rumor.prop12",
        .source = "bellet2020started, Proposition 12",
        .paper_version = disc,
        .level = Level::theorem,
        .quote = "we assume the ratio of curious nodes f /n to be constant. Then cds → 0 when n → ∞.",
        .quote_where = "Proposition 12, page 22",
        .formula = "c_ds -> 0 when n -> infinity, f/n constant",
        .statement = "The prediction uncertainty of the delayed start tends to 0 as n grows at fixed b.",
        .conditions = "delayed start, b fixed, self-sends allowed, the process does not terminate",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "Exact brackets at b = 1/2, n = 4, 6: at most a tenth of the value of s = 0. For b = 1/10, 1/4, 1/2, "
                  "3/4, the bound of docs/maths/rumor.md on the paper's event at n = 2^10, 2^10.5, .. 2^60: it falls "
                  "by a tenth or more when n grows a hundredfold.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "At b = 1/10 the bound of the paper's event is below 1 only from about n = 2^58 on.",
    },
    {
        .id = "rumor.table1",
        .source = "bellet2020started, Table 1",
        .paper_version = disc,
        .level = Level::table,
        .quote = "s + (1 − s) f n O (log(n)/s) [...] Summary of results to illustrate the tension between privacy and "
                 "speed. [...] Spreading time is asymptotic in n.",
        .quote_where = "Table 1, page 3 (f/n is a fraction)",
        .formula = "s = 1: delta = 1, O(log n); s = 0: delta = f/n, O(n log n); 0 < s < 1: delta = s + (1 - s) f/n, "
                   "O(log(n)/s)",
        .reading = "The delta of the row s = 1 is read as delta -> 1 as n grows, as Theorem 4 says. The asymptotic "
                   "time is tested at two sizes, with the constant 6 of Theorem 9.",
        .statement = "The delta and the spreading time are: for s = 1, delta -> 1 and O(log n); for s = 0, f/n and O(n "
                     "log n); for 0 < s < 1, s + (1-s) f/n and O(log(n)/s).",
        .conditions = "complete graph, self-sends allowed, the process does not terminate (for delta)",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "delta for 0 <= s < 1: n <= 5 (quick: 4) by rigorous brackets. delta for s = 1: the delta that "
                  "Theorem 4's proof implies at b = 1/10, 1/4, epsilon = 0, 1, 3, n = 2^20, 2^25, .. 2^45, where 1 - "
                  "delta falls by a fifth or more whenever n grows 32-fold. Time: simulation at n = 2^10, 2^13, s = "
                  "1/16, 1/4, 1, within 6 ln(n)/s rounds with probability 9/10.",
        .evidence = Evidence::statistical,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.attack.bound",
        .source = "hearsay, from bellet2020started, Section 3.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote =
            "it ensures that the probability of success of any source location attack is upper bounded by 1/(1 + c).",
        .quote_where = "Section 3.2, page 7",
        .formula = "P(success) <= 1/(1 + c)",
        .reading = "The paper states the bound for prediction uncertainty. The bound for (0, delta) is the project's.",
        .statement =
            "For a (0, delta)-private protocol the success of every attack with m suspects is at most delta + (1 - "
            "delta)/m. With prediction uncertainty c it is at most 1/(1+c) if all honest nodes are suspects.",
        .conditions = "complete graph, asynchronous, the process does not terminate, uniform prior on the suspects",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "the exact success of the best attack: n from 4 to 2000 with all honest nodes as suspects, n from 4 "
                  "to 200 with 2 or 5 suspects, several f and s",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "rumor-loud-source",
        .note = "",
    },
    {
        .id = "rumor.composition",
        .source = "bellet2020started, Section 2.3",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "if (ε, δ)-differential privacy holds for a release protocol, then querying this protocol two times "
                 "about the same dataset satisfies (2ε, 2δ)-differential privacy.",
        .quote_where = "Section 2.3, page 5",
        .formula = "(eps, delta)-DP => two queries: (2 eps, 2 delta)-DP",
        .statement = "For k linked rumors an (epsilon, delta)-private protocol is (k epsilon, k delta)-private.",
        .conditions = "the rumors spread independently from the same source; complete graph, n nodes, f curious, b = "
                      "f/n, asynchronous, self-sends allowed, the process does not terminate (every finite prefix)",
        .adversary =
            "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times; links the rumors",
        .domain = "k = 2, n = 3, 4, f <= n - 2, s in {0, 1/4, 1/2}, epsilon = 0, 0.05, .. 0.55; the product law is "
                  "bracketed by the law of what is seen and by the law with the hidden state revealed",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.messages",
        .source = "hearsay, from bellet2020started, Section 5",
        .level = Level::ours,
        .statement = "In the asynchronous protocol, for every s, the number of messages until all nodes are informed "
                     "is that of the coupon collector, with mean n H_{n-1}.",
        .conditions = "complete graph, receivers uniform on all n nodes",
        .adversary = "none",
        .domain = "mean: n <= 4, s in {0, 1/3, 1} in rational arithmetic; law: simulation at n = 200, its distribution "
                  "function at 33 places for three values of s",
        .evidence = Evidence::statistical,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.appendixD.worst",
        .source = "bellet2020started, Appendix D.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "it is impossible to have δ < 1 as soon as there is a node in the graph with less than f neighbors.",
        .quote_where = "Appendix D.1, page 29",
        .formula = "max_{C in L^f_{i,j}} [p_i(S, C) - e^eps p_j(S, C)] <= delta for all i, j, S; in words: some node "
                   "has fewer than f neighbors => delta = 1",
        .reading = "The check tests the reason, not the number of neighbors: all neighbors of an honest node are "
                   "curious and another honest node exists.",
        .statement = "In the worst case over the positions of f curious nodes, delta(epsilon) = 1 for every epsilon if "
                     "all neighbors of some honest node are curious.",
        .conditions = "connected graph, any s, the process does not terminate, another honest node exists",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "Every connected graph on n <= 5 nodes (quick: 4) and every curious set that leaves at least two "
                  "honest nodes. If the curious nodes disconnect the honest ones, as when they surround one: delta = 1 "
                  "for s in {0, 1/2, 1}, epsilon in {0, 1, 5}. If they do not: delta(0) < 1 at s = 0.",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "A surrounded node is not necessary: delta = 1 exactly if the curious nodes separate two honest ones.",
    },
    {
        .id = "rumor.appendixD.average",
        .source = "hearsay, docs/maths/rumor.md (the constant left open in bellet2020started, Appendix D.1)",
        .level = Level::ours,
        .statement =
            "With s = 0, on every connected graph (of at most five nodes if f >= 2), max_{i,j} E_C[delta(0)] >= f/n "
            "over uniform curious sets C of size f without i and j. The complete graph attains equality.",
        .conditions = "connected graph, s = 0, the process does not terminate, receivers uniform among the neighbors",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times; knows the "
                     "curious set, which is drawn uniformly",
        .domain = "every connected graph on n <= 5 nodes up to isomorphism, f = 1 .. n - 2; the inequality behind it "
                  "in rational arithmetic",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Proved for f = 1, where E_C[sum_i p_i(i is seen first)] = 2(n-1)/n on every graph. Checked for f >= "
                "2. A single pair may have 0, so the maximum over pairs is necessary. There are 77 instances: 29 "
                "connected graphs on three to five nodes, with one to three values of f each.",
    },
    {
        .id = "rumor.appendixD.conjecture",
        .source = "bellet2020started, Appendix D.3 (conjecture)",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "We conjecture that for some of these relaxed definitions, the optimal algorithm for general graphs "
                 "will be the same as in our case of the complete graph.",
        .quote_where = "Appendix D.3, page 29",
        .formula = "in words: for some definitions that relax [for all i, j: p_i(S) <= e^eps p_j(S) + delta], s = 0 "
                   "has the least delta on every graph",
        .reading = "Appendix D.2 relaxes which pairs of nodes must be indistinguishable: k others for each node, pairs "
                   "by their distance, nodes by their distance to the curious ones. The check tests each pair "
                   "separately, for every curious set. If s = 0 is best for each pair, it is best under each of these "
                   "definitions and under the mean of D.1. Optimal is read as optimal among the mutings of Algorithm "
                   "1. Among all gossip protocols it already fails on the complete graph (rumor.thm5.limit), where no "
                   "definition of D.2 distinguishes two pairs.",
        .statement = "On every connected graph, for every curious set, every pair of honest sources and every epsilon, "
                     "s = 0 has the least delta(epsilon) of all s.",
        .conditions = "connected graph, any positions of the curious nodes, the process does not terminate, receivers "
                      "uniform among the neighbors",
        .adversary = "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times",
        .domain = "every connected graph on n <= 5 nodes up to isomorphism (quick: n <= 4), every curious set that "
                  "leaves at least two honest nodes, every pair of them, s in {0, 1/4, 1/2, 3/4, 1}, epsilon in {0, "
                  "1/2}; up to 1e-4, the width of the brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The paper does not say for which definitions it conjectures this. The result for n <= 5 covers the "
                "grid of s and epsilon only.",
    },
};
static_assert(complete(rumor_claims));

}  // namespace

std::span<const Claim> rumor() { return rumor_claims; }

}  // namespace hearsay::claims
