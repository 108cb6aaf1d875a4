// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>
#include <hearsay/claims/detail/rumor_words.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view synchronous = "synchronous protocol on the complete graph, self-sends allowed";

// What the definitions imply, the proof of Theorem 9, the sentences on spreading, and Appendices A, B and D.
constexpr Claim claims[] = {
    {
        .id = "rumor.uncertainty.pure",
        .source = "bellet2020started, Section 3.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "While it can be shown that (ε, 0)-DP with ε > 0 implies prediction uncertainty, the converse is not "
                 "true.",
        .quote_where = "Section 3.2, page 7",
        .formula = "in words: (eps, 0)-DP with eps > 0 => c-prediction uncertainty with some c > 0",
        .reading = "The sentence does not say how much uncertainty. The check uses the bound of Theorem 5's proof: m "
                   "possible sources give c >= (m - 1) e^-epsilon.",
        .statement =
            "(epsilon, 0)-differential privacy of m >= 2 possible sources implies prediction uncertainty c >= (m "
            "- 1) e^-epsilon > 0.",
        .conditions = "any release of finitely many outcomes; uniform prior",
        .adversary = "sees one outcome; knows its law for each source",
        .domain =
            "generated laws of 2 to 6 sources and 2 to 5 outcomes of positive probability, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.uncertainty.converse",
        .source = "bellet2020started, Section 3.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "While it can be shown that (ε, 0)-DP with ε > 0 implies prediction uncertainty, the converse is not "
                 "true.",
        .quote_where = "Section 3.2, page 7",
        .formula = "in words: c-prediction uncertainty with c > 0 =/=> (eps, 0)-DP for some eps",
        .reading = "The sentence is read as follows: a protocol with prediction uncertainty and without (epsilon, "
                   "0)-DP exists. On the complete graph, which is symmetric, Algorithm 1 has both for s < 1. So the "
                   "protocols here are on other graphs (Appendix D).",
        .statement = "Take Algorithm 1 with s = 0 on a graph that the curious nodes cut into parts of at least two "
                     "nodes each. It has prediction uncertainty c > 0 and is (epsilon, 0)-private for no epsilon.",
        .conditions = "connected graph, receivers uniform among the neighbors, the process does not terminate",
        .adversary = ordered,
        .domain =
            "every connected graph on at most 6 nodes (quick: 5) and every such curious set, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.thm5.pure",
        .source = "bellet2020started, Section 4.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "the pure version of differential privacy (δ = 0) is attained for ε ≈ log f",
        .quote_where = "Section 4.2, page 11, after Theorem 5",
        .formula = "s = 0: delta = 0 for eps ~ log f",
        .reading = "The least epsilon is ln(f + 1), which lies between ln f and ln f + 1/f.",
        .statement = "With s = 0, delta(epsilon) is positive at epsilon = ln f and 0 at ln(f + 1).",
        .conditions = unending,
        .adversary = ordered,
        .domain = "every n = 3 .. 6 by the law of the transcript and every n = 3 .. 40 by conditioning on the first "
                  "message, with all f <= n - 2; in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.thm7.near_optimal",
        .source = "bellet2020started, Section 5.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote =
            "In particular, the ratio between the privacy of Algorithm 1 and the lower bound is less than 2 for all s "
            "≤ f /n.",
        .quote_where = "Section 5.1, page 12",
        .formula = "(s + (1 - s) f/n) / (f/n) < 2 for s <= f/n",
        .reading = "The privacy of Algorithm 1 is read as Theorem 7's bound with r = 1, s + (1 - s) f/n, as in the "
                   "previous sentence of the paper. The exact delta is smaller (rumor.thm7). The lower bound f/n is "
                   "the paper's. It holds for Algorithm 1 and the delayed start (rumor.thm5.limit.family), but for all "
                   "protocols only up to O(1/n) (rumor.thm5.limit, rumor.thm5.limit.asymptotic).",
        .statement = "For s <= f/n, s + (1 - s) f/n < 2 f/n. The gap to f/n is s (1 - f/n), which is 0 at s = 0.",
        .conditions = unending,
        .adversary = ordered,
        .domain = "every n = 3 .. 30, f <= n - 2 and s = k f/(8 n), in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.thm7.budget",
        .source = "bellet2020started, Section 1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "if one wants to achieve (0, δ0)-differential privacy with δ0 > 2f /n, then it is possible to set s = "
                 "δ0/2 and obtain a protocol that respects the privacy constraint",
        .quote_where = "Section 1, page 3",
        .formula = "s = delta_0/2, delta_0 > 2 f/n: (0, delta_0)-DP",
        .statement = "With s = delta_0/2 and delta_0 > 2 f/n, s + (1 - s) f/n <= delta_0.",
        .conditions = unending,
        .adversary = ordered,
        .domain = "every n = 3 .. 30, f < n/2 and eight delta_0 up to 1, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.messages.tail",
        .source = "bellet2020started, Section 5",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "it takes O(n log n) communications to inform all nodes with probability at least 1 − 1/n",
        .quote_where = "Section 5, page 11",
        .formula = "P(all nodes are informed after O(n log n) messages) >= 1 - 1/n",
        .reading = "The constant in O(n log n) is 2, from a union bound over the nodes.",
        .statement = "After 2 n ln(n) messages all nodes are informed with probability at least 1 - 1/n, for every s.",
        .conditions = "asynchronous, complete graph, self-sends allowed, any s",
        .adversary = nobody,
        .domain = "every n = 2 .. 110 (quick), 200, 1000, by the law of the number of messages (rumor.messages)",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.doubling",
        .source = "bellet2020started, Section 5.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "since 1/s rounds are needed in expectation to double the population of active nodes (without taking "
                 "collisions into account)",
        .quote_where = "Section 5.2, page 13",
        .formula = "in words: after 1/s rounds E[A] has doubled, without collisions: (1 + s)^(1/s) ~ 2",
        .reading = "Without collisions a round multiplies the mean by 1 + s. So 1/s rounds multiply it by a number "
                   "between 2 and e, which is 2 up to a constant.",
        .statement = "2 <= (1 + s)^(1/s) <= e.",
        .conditions = "0 < s <= 1",
        .adversary = nobody,
        .domain = "s = 1, 1/2, ..., 1/150, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.plateau",
        .source = "bellet2020started, Section 6.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Empirically, this happens when the fraction of active nodes is of order s.",
        .quote_where = "Section 6.1, page 14",
        .formula = "in words: f(alpha) = alpha at an alpha of order s, f of equation (7)",
        .reading =
            "Of order s is read as follows: the share that the mean of equation (7) keeps lies between s and 2 s.",
        .statement = "At n = 2^16 the map of equation (7) does not decrease a share s of active nodes, and does not "
                     "increase a share min(1, 2 s).",
        .conditions = synchronous,
        .adversary = nobody,
        .domain = "s = k/200 from 1/20 to 1, n = 2^16",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The plateau is near 2 s for small s, and it is s for s = 1.",
    },
    {
        .id = "rumor.loss",
        .source = "bellet2020started, Section 6.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote =
            "While the protocol with s = 0 does not tolerate a single lost message, setting s > 0 improve the "
            "resilience [...] The latter property makes it unlikely that the protocol stops because of lost messages "
            "as long as s is larger than the probability of losing messages.",
        .quote_where = "Section 6.1, page 14",
        .formula = "in words: s = 0: one lost message ends the protocol; s > P(loss): P(the protocol dies) is small",
        .reading = "The sentence assumes a linear proportion of active nodes. So the process starts on its plateau n "
                   "(s - l)/(1 - l), where l is the loss probability. Of the start itself the paper says that it "
                   "\"remains somewhat sensitive\". Larger is read as larger by at least 1/4.",
        .statement = "Asynchronous messages are lost with probability l each. The process stops when no node is "
                     "active. With s = 0 the first loss stops it. With s >= l + 1/4, from the plateau, it stops within "
                     "2 n ln(n)/(1 - l) messages with probability at most 1/n. At n = 512 the same holds with s >= l + "
                     "1/8. With s = l, from n/4 active nodes, it stops with probability 99/100 or more.",
        .conditions = "complete graph, self-sends allowed; a sender does not know whether its message is lost",
        .adversary = nobody,
        .domain = "s and l multiples of 1/8, n = 64 .. 128 (quick), 192, 512, by the chain of active nodes; a gap of "
                  "1/8 at n = 512",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Near 0 active nodes, the number of active nodes drifts upwards exactly if s > l. At n = 64 a gap of "
                "1/8 is not sufficient (the process stops with probability 0.12 at l = 1/2).",
    },
    {
        .id = "rumor.eq6",
        .source = "bellet2020started, equation (6)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "We use the fact that log(1 + x) ≤ x for any x > −1",
        .quote_where = "Appendix C.1, equation (6), page 23",
        .formula = "prod_{t=0}^r (1 - (f/n) 1/(t+1)) <= exp(-(f/n) sum_{t=0}^r 1/(t+1))",
        .statement = "prod_{t <= r} (1 - b/(t+1)) <= exp(-b sum_{t <= r} 1/(t+1)).",
        .conditions = "0 < b <= 1",
        .adversary = nobody,
        .domain = "b = k/20, r up to 400",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.eq9",
        .source = "bellet2020started, equation (9)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "Azuma’s inequality [45] then gives",
        .quote_where = "Appendix C.2, equation (9), page 25",
        .formula = "P(A_{t+1} - n f(A_t/n) <= -lambda A_t | A_t = k) <= exp(-(lambda k)^2/(8k))",
        .statement =
            "P(A_{t+1} - n f(A_t/n) <= -lambda A_t given A_t = k) <= exp(-(lambda k)^2/(8 k)), for lambda >= 0.",
        .conditions = synchronous,
        .adversary = nobody,
        .domain =
            "every count k of n = 2 .. 20 (quick), 32, 64 nodes, s = 1/4, 1/2, 3/4, 1, every threshold, by the law "
            "of occupancy",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The slack is in the exponent, for thresholds below the mean.",
    },
    {
        .id = "rumor.eq10",
        .source = "bellet2020started, equation (10)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "Equation 8 yields that for all λ",
        .quote_where = "Appendix C.2, equation (10), page 25",
        .formula =
            "P(A_{t+1} <= A_t (1 + s/2 - lambda) | A_t) <= exp(-lambda^2 A_t/8) for all lambda, alpha <= alpha_s",
        .reading = "lambda > 0 is assumed, because for negative lambda the left side is a probability near 1.",
        .statement = "P(A_{t+1} <= A_t (1 + s/2 - lambda)) <= exp(-lambda^2 A_t/8) while A_t <= n s/(1 + 2 s).",
        .conditions = synchronous,
        .adversary = nobody,
        .domain = "n = 3 .. 32 (quick), 48, 80, s = 1/4, 1/2, 3/4, 1, every such count and threshold",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "With lambda = s/4 it is the growth by 1 + s/4 in the second phase of the proof. The slack is in the "
                "exponent.",
    },
    {
        .id = "rumor.eq10.stay",
        .source = "bellet2020started, proof of Theorem 9",
        .paper_version = disc,
        .level = Level::step,
        .quote = "We also have that p(At+1 < k|At ≥ k) ≤ p(At+1 ≤ k|At = k).",
        .quote_where = "Appendix C.2, page 25, before and after equation (10)",
        .formula = "P(A_{t+1} < k | A_t >= k) <= P(A_{t+1} <= k | A_t = k); P(A_{t+1} < k | A_t >= k) <= exp(-s^2 "
                   "k/32) if alpha <= alpha_s",
        .reading = "The check tests the quoted inequality for every k and s. It also tests the bound that equation "
                   "(10) puts on the right side. A_t may have any law on the numbers from k on.",
        .statement = "P(A_{t+1} < k given A_t = j) <= P(A_{t+1} <= k given A_t = k) for j >= k, and it is at most "
                     "exp(-s^2 k/32) while k <= "
                     "n s/(1 + 2 s).",
        .conditions = synchronous,
        .adversary = nobody,
        .domain = "n = 3 .. 32 (quick), 48, 80, s = 0, 1/4, 1/2, 3/4, 1, every k and every earlier count j >= k",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.eq11",
        .source = "bellet2020started, equation (11)",
        .paper_version = disc,
        .level = Level::misprint,
        .quote = "Equation 11 gives a lower bound on the value of α.",
        .quote_where = "Appendix C.2, equation (11), page 25",
        .formula = "s^2 >= 32/(alpha n) log(C log n/(alpha log(1 - delta))) => P(N_{m, m + C log(n)/alpha} >= C n log "
                   "n) >= 1 - delta",
        .reading = "As printed, the equation takes the logarithm of a negative number. With -log(1 - delta) in place "
                   "of log(1 - delta) the implication also fails, by a small margin. With delta in its place it holds.",
        .statement = "In equation (11) the argument of the logarithm, C log n/(alpha log(1 - delta)), is positive.",
        .conditions = "C >= 1, 0 < delta < 1, n >= 2, alpha = s/(1 + 2 s)",
        .adversary = nobody,
        .domain = "n = 2, 3, ..., C = s = 1, delta = 1/2",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.eq11.repaired",
        .root = "rumor.eq11",
        .witness = "n = 2, C = s = 1, delta = 1/2: log(1 - delta) = -0.69 is negative, so the quotient is negative.",
        .realistic = "n = 2^16, s = 1/2, C = 1, delta = 1/10: alpha = 1/4, and the quotient is 11.09/(0.25 (-0.1054)) "
                     "= -421. It is negative for every n.",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.eq11.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement =
            "If s^2 >= 32/(alpha n) log(M/delta), M = C log(n)/alpha, then (1 - exp(-s^2 alpha n/32))^M >= 1 - "
            "delta.",
        .conditions = "M >= 1, 0 < delta < 1",
        .adversary = nobody,
        .domain = "M from 1 to 10^7, seven values of delta from 10^-6 to 0.99, with equality in the condition",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Bernoulli's inequality: (1 - delta/M)^M >= 1 - delta.",
    },
    {
        .id = "rumor.eq12",
        .source = "bellet2020started, equation (12)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "because in this case, At ≥ At0 for t ≥ t0.",
        .quote_where = "Appendix C.2, equation (12), page 26",
        .formula = "A_{t0} >= -(128/s^2) log(1 - (1 - delta)^{1/t_alpha}) => P(A_{t_alpha + t0} >= n alpha_s | A_{t0}) "
                   ">= 1 - delta, t_alpha = log(alpha_s n)/log(1 + s/4)",
        .statement =
            "From k active nodes, alpha_s n nodes are active after t_alpha rounds with probability at least (1 - "
            "exp(-s^2 k/128))^{t_alpha}. This is 1 - delta for k = -(128/s^2) log(1 - (1 - delta)^{1/t_alpha}).",
        .conditions = synchronous,
        .adversary = nobody,
        .domain = "the law of the active nodes for n = 12 .. 48 (quick), 80, 120, s = 1/4, 1/2, 3/4, 1, every k up to "
                  "alpha_s n; the equation for t from 1 to 10^6 and seven values of delta from 10^-6 to 0.99",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The slack is in the failure probability.",
    },
    {
        .id = "rumor.eq13",
        .source = "bellet2020started, equation (13)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "simplify Equation 12, we show that if At0 satisfies: [...] then it also satisfies Equation 12.",
        .quote_where = "Appendix C.2, equation (13), page 26",
        .formula = "A_{t0} >= (128/s^2) log(2 t_alpha/delta) => A_{t0} >= -(128/s^2) log(1 - (1 - delta)^{1/t_alpha})",
        .statement = "A >= (128/s^2) log(2 t/delta) implies A >= -(128/s^2) log(1 - (1 - delta)^{1/t}).",
        .conditions = "t >= 1, 0 < delta < 1",
        .adversary = nobody,
        .domain = "t from 1 to 10^6, seven values of delta from 10^-6 to 0.99",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.eq14",
        .source = "bellet2020started, equation (14)",
        .paper_version = disc,
        .level = Level::step,
        .quote = "use again Azuma inequality but on κ consecutive rounds this time.",
        .quote_where = "Appendix C.2, equation (14), page 26",
        .formula = "P(A_{t+kappa} <= A_t (1 + kappa s/2 - lambda) | A_t) <= exp(-lambda^2 A_t/(8 kappa))",
        .reading = "The check requires that the claimed growth stays in the range of equation (8): A_t (1 + kappa s/2) "
                   "<= n s/(1 + 2 s). Beyond it the number of active nodes does not grow.",
        .statement = "P(A_{t+kappa} <= A_t (1 + kappa s/2 - lambda)) <= exp(-lambda^2 A_t/(8 kappa)), lambda >= 0.",
        .conditions = "synchronous, complete graph, self-sends allowed; A_t (1 + kappa s/2) <= n s/(1 + 2 s), which "
                      "the paper does not print",
        .adversary = nobody,
        .domain = "n = 8 .. 40 (quick), 64, 96, s = 1/4, 1/2, 3/4, 1, every such count, kappa and threshold",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The slack is in the exponent.",
    },
    {
        .id = "rumor.eq15",
        .source = "bellet2020started, equation (15)",
        .paper_version = disc,
        .level = Level::step,
        .quote =
            "We apply this inequality for κ = 2C log(n)/s and λ = C log(n)/2 (which is valid because at least A0 = 1 "
            "node is active at each round)",
        .quote_where = "Appendix C.2, equation (15), page 26",
        .formula = "P(A_kappa <= 1 + C log(n)/2 | A_t) <= exp(-s log(n) C/64), kappa = 2 C log(n)/s",
        .reading = "The check requires 1 + C log(n) <= n s/(1 + 2 s), as for equation (14). The next sentence of the "
                   "paper has the sign of its last inequality reversed: 1 - delta is a lower bound.",
        .statement = "From one active node, after 2 C log(n)/s rounds, P(A <= 1 + C log(n)/2) <= n^(-s C/64).",
        .conditions = synchronous,
        .adversary = nobody,
        .domain = "n = 12 .. 48 (quick), 80, 120, s = 1/4, 1/2, 3/4, 1, C = 1, 5/4, ...",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The slack is in the exponent. The printed constant 1/64 is far from the exact value.",
    },
    {
        .id = "rumor.thm9.phases",
        .source = "bellet2020started, proof of Theorem 9",
        .paper_version = disc,
        .level = Level::step,
        .quote =
            "Finally, we have that t0 ≤ 2C log(n)/s, tαs ≤ log(n)/s and 1/αs ≤ 3/s so in the end, t0 + tαs + Cα−1 log "
            "n ≤ 6C log(n)/s.",
        .quote_where = "Appendix C.2, page 26",
        .formula = "t_alpha <= log(n)/s, t_alpha = log(alpha_s n)/log(1 + s/4), alpha_s = s/(1 + 2s); t_0 + t_alpha + "
                   "(C/alpha_s) log n <= 6 C log(n)/s",
        .reading = "The check tests the bound on t_alpha, which is defined on the same page. The sum of the three "
                   "phases follows from it.",
        .statement = "log(alpha_s n)/log(1 + s/4) <= log(n)/s.",
        .conditions = "0 < s <= 1, alpha_s n >= 1",
        .adversary = nobody,
        .domain = "n = 2, 3, ..., s = 1, 7/8, ..., 1/8, smallest n first; (alpha_s n)^4 > n refutes the bound, because "
                  "log(1 + s/4) <= s/4",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.thm9.phases.repaired",
        .root = "rumor.thm9.phases",
        .witness = "n = 5, s = 1: alpha = 1/3, and log(5/3)/log(5/4) = 2.289 > log 5 = 1.609. A round of the second "
                   "phase multiplies by 1 + s/4, not by e^s. So the phase takes about 4 log(n)/s rounds.",
        .realistic = "n = 2^16, as in the paper's figures. At s = 1, log(n/3)/log(5/4) = 44.8 exceeds log n = 11.1. At "
                     "s = 1/2 it is 82.4 and exceeds 22.2.",
        .controls = "",
        .note = "It also fails for every large n: at n = 10^6, s = 1, the value is 56.99 and the bound 13.82. For "
                "large n the sum of the three phases is (C (3 + 2 s) + s/log(1 + s/4)) log(n)/s. It exceeds 6 C "
                "log(n)/s for C < 4.4 at s = 1, for C < 2.1 at s = 1/2 and for C < 1.4 at s = 1/8 (C = s = 1: 9.48 log "
                "n). No tried instance refutes Theorem 9 itself (rumor.thm9), because its second phase grows faster "
                "than the proof uses.",
    },
    {
        .id = "rumor.thm9.phases.repaired",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "log(alpha_s n)/log(1 + s/4) <= (9/2) log(n)/s, and the three phases take at most (5 C + 9/2) "
                     "log(n)/s rounds.",
        .conditions = "0 < s <= 1, alpha_s n >= 1, C >= 1",
        .adversary = nobody,
        .domain = "n from 2 to 10^5 (quick), 10^8, 10^9, s = 1/8 .. 1, C = 1, 2, 5",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The proof uses log(1 + x) >= x/(1 + x/2) at x = s/4. The paper's proof then gives Theorem 9 with 9.5 "
                "C in place of 6 C.",
    },
    {
        .id = "rumor.eavesdropper.thm5",
        .source = "bellet2020started, Appendix A.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote =
            "Most of our results are thus easily transferable to this alternative setting. The only difference would "
            "be that all nodes can be suspected in the eavesdropping model, thus introducing a (1 − f /n)−1 factor "
            "each time we consider the population of non-curious nodes.",
        .quote_where = "Appendix A.2, page 19",
        .formula =
            "in words: Theorems 5 with P(a message is seen) = f/n and n suspects for n - f: a factor (1 - f/n)^{-1}",
        .reading = "Theorem 5 with b in place of f/n and n in place of the n - f non-curious nodes.",
        .statement =
            "With s = 0, an eavesdropper that sees each message with probability b has delta(epsilon) = b - (e^epsilon "
            "- 1)(1 - b)/n, or 0 if this is negative. The prediction uncertainty is c = (n - 1)(1 - b)/(n b + 1 - b).",
        .conditions =
            "s = 0; complete graph, n nodes, asynchronous, self-sends allowed, the process does not terminate",
        .adversary = "sees (sender, receiver) of each message with probability b, in order; every node is a suspect",
        .domain = "n = 2 .. 5, b = k/8, e^epsilon = 1 .. 4 in steps of 1/2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "equality in every instance",
    },
    {
        .id = "rumor.eavesdropper.thm7",
        .source = "bellet2020started, Appendix A.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Most of our results are thus easily transferable to this alternative setting.",
        .quote_where = "Appendix A.2, page 19",
        .formula = "in words: Theorem 7 with P(a message is seen) = f/n",
        .reading = "Theorem 7 with b in place of f/n. It does not depend on the number of non-curious nodes.",
        .statement = "With 0 < s < 1, an eavesdropper that sees each message with probability b has delta(0) <= b/(1 - "
                     "s (1 - b)).",
        .conditions = "complete graph, n nodes, asynchronous, self-sends allowed, the process does not terminate",
        .adversary = "sees (sender, receiver) of each message with probability b, in order; every node is a suspect",
        .domain = "n = 2, 3 (quick), 4, five values of b, s strictly between 0 and 1, by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.eavesdropper.thm8",
        .source = "bellet2020started, Appendix A.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Most of our results are thus easily transferable to this alternative setting.",
        .quote_where = "Appendix A.2, page 19",
        .formula = "in words: Theorem 8 with P(a message is seen) = f/n and n suspects",
        .reading = "Theorem 8 with n - 1 other suspects. The first message of each of them is not seen with "
                   "probability 1 - b.",
        .statement = "Against an eavesdropper that sees each message with probability b, the prediction uncertainty is "
                     "c >= (1 - 1/n)(1 - b)(1 - s).",
        .conditions = "complete graph, n nodes, asynchronous, self-sends allowed, the process does not terminate",
        .adversary = "sees (sender, receiver) of each message with probability b, in order; every node is a suspect",
        .domain = "n = 2, 3 (quick), 4, five values of b, s strictly between 0 and 1, by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.involved.thm5",
        .source = "bellet2020started, Appendix A.3.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "For the optimal algorithm, we only consider what happens during the first round, so including the "
                 "messages sent by curious nodes does not change the result.",
        .quote_where = "Appendix A.3.1, page 19",
        .formula = "in words: s = 0: delta = (f/n) (1 - (e^eps - 1)/f) and c = n/(f+1) - 1 also if S holds the "
                   "messages that curious nodes send",
        .statement = "With s = 0, delta(epsilon) and c are those of Theorem 5 also if the curious nodes see the "
                     "messages that they send.",
        .conditions = unending,
        .adversary = "sees the ordered sequence of (sender, receiver) of messages to and from curious nodes",
        .domain = "every n = 3 .. 5 and f <= n - 2, e^epsilon in steps of 1/8 up to f + 2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "equality in every instance",
    },
    {
        .id = "rumor.involved.thm7",
        .source = "bellet2020started, Appendix A.3.1",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "including the messages sent by curious nodes in their observed output would not impact the bounds on "
                 "privacy (i.e., the guarantees for the algorithms).",
        .quote_where = "Appendix A.3.1, page 19",
        .formula = "in words: delta = 1 - (1 - s) sum_{k>=0} s^k (1 - f/n)^{k+1} and c = (1 - (f+1)/n) (1 - s) also if "
                   "S holds the messages that curious nodes send",
        .statement =
            "Theorem 7's delta and Theorem 8's c also hold if the curious nodes see the messages that they send.",
        .conditions = unending,
        .adversary = "sees the ordered sequence of (sender, receiver) of messages to and from curious nodes",
        .domain = "n = 3, 4 (quick), 5, all f <= n - 2, s strictly between 0 and 1, by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.malicious.thm5",
        .source = "bellet2020started, Appendix A.4",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Yet, the privacy bounds are derived from the fact that the source forgets the information before "
                 "communicating to a curious node.",
        .quote_where = "Appendix A.4, page 21",
        .formula = "in words: s = 0: delta = (f/n) (1 - (e^eps - 1)/f) and c = n/(f+1) - 1 also if curious nodes emit "
                   "less or choose receivers",
        .reading = "Two of the three malicious behaviors that the paper names are tested. Emitting less: the curious "
                   "nodes send to no other node (a message to oneself has the same effect as none). Choosing "
                   "receivers: they send to node 0 only. For emitting more see rumor.malicious.more.",
        .statement = "With s = 0, consider malicious curious nodes that send to no other node, or to one node only. "
                     "Against them delta(epsilon) and c are those of Theorem 5.",
        .conditions = unending,
        .adversary = "sees the ordered sequence of (sender, receiver) of messages to and from curious nodes; the "
                     "curious nodes choose the receivers of their messages",
        .domain = "every n = 3 .. 5 and f <= n - 2, both behaviors, both ordered pairs of nodes 0 and 1, e^epsilon in "
                  "steps of 1/8 up to f + 2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "equality in every instance",
    },
    {
        .id = "rumor.malicious.thm7",
        .source = "bellet2020started, Appendix A.4",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Thus, the impact on the observed output and therefore on the privacy would be minimal.",
        .quote_where = "Appendix A.4, page 21",
        .formula = "in words: delta = 1 - (1 - s) sum_{k>=0} s^k (1 - f/n)^{k+1} and c = (1 - (f+1)/n) (1 - s) also if "
                   "curious nodes emit less or choose receivers",
        .reading = "Minimal is read as follows: the bounds of Theorems 7 and 8 hold. The curious nodes send to no "
                   "other node, or to node 0 only. For emitting more see rumor.malicious.more.",
        .statement = "Theorem 7's delta and Theorem 8's c hold against malicious curious nodes that send to no other "
                     "node, or to one node only.",
        .conditions = unending,
        .adversary = "sees the ordered sequence of (sender, receiver) of messages to and from curious nodes; the "
                     "curious nodes choose the receivers of their messages",
        .domain =
            "n = 3, 4 (quick), 5, all f <= n - 2, both behaviors, s strictly between 0 and 1, by rigorous brackets",
        .evidence = Evidence::interval,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "rumor.ordering",
        .source = "bellet2020started, Appendix A.3.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote = "Since parameterized gossip is almost privacy-optimal for small values of s and swapping would only "
                 "increase privacy",
        .quote_where = "Appendix A.3.2, page 20",
        .formula = "in words: delta(eps) with messages swapped at random <= delta(eps) with messages in order",
        .reading = "The check tests the second half of the sentence; for almost optimal see rumor.thm5.limit. From the "
                   "first message on, each message changes places with the next one with a fixed probability.",
        .statement =
            "Random swaps of neighboring messages do not increase delta(epsilon) of the transcripts of a given "
            "length.",
        .conditions = unending,
        .adversary = "sees the sequence of (sender, curious receiver), out of order",
        .domain =
            "n = 3 (quick), 4, transcripts of 2 or 3 messages, s = 0, 1/4, ..., 1, swaps with probability 1/4, 1/2, "
            "3/4, e^epsilon = 1, 3/2, 2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "It follows from data processing. The next sentences of the appendix say that swaps expose a source as "
                "often as they hide it. They concern single runs.",
    },
    {
        .id = "rumor.appendixB.optimal",
        .source = "bellet2020started, Appendix B",
        .paper_version = disc,
        .level = Level::prose,
        .quote =
            "This simple protocol is clearly optimal from the point of view of differential privacy in the regime ε "
            "= 0 (total variation distance).",
        .quote_where = "Appendix B, page 21",
        .formula = "in words: delta(0) of the delayed start <= delta(0) of every gossip protocol",
        .statement = "The delayed start has the least delta(0) of any gossip protocol.",
        .conditions = "complete graph, n nodes, f curious, asynchronous, self-sends allowed, the transcript ends when "
                      "all nodes are informed, and the adversary sees the end",
        .adversary = ordered,
        .domain = "n = 3, f = 1, the delayed start compared with a delayed start whose source must receive the rumor "
                  "twice, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "rumor.appendixB.delta",
        .root = "rumor.thm5.limit",
        .witness = "Three nodes, one curious. The delayed start has delta(0) = 1/3. With a source that waits until it "
                   "has received the rumor twice, delta(0) = 1/4 (rumor.thm5.limit).",
        .controls = "",
        .note = "Up to O(1/n) it holds. The delayed start has f/n (rumor.appendixB.delta), and no protocol is lower by "
                "more than (1 - f/n)/(n - 1) (rumor.thm5.limit.asymptotic).",
    },
    {
        .id = "rumor.appendixB.delta",
        .source = "hearsay, docs/maths/rumor.md",
        .level = Level::ours,
        .statement = "The delayed start has delta(0) = f/n, the least of the paper's own protocols.",
        .conditions = unending,
        .adversary = ordered,
        .domain = "every n = 3 .. 6 and f <= n - 2, in rational arithmetic; larger n are out of reach",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "equality in every instance; no s of Algorithm 1 gives less (rumor.thm5.limit.family)",
    },
    {
        .id = "rumor.appendixD.cut",
        .source = "bellet2020started, Appendix D.2",
        .paper_version = disc,
        .level = Level::prose,
        .quote =
            "It is clear that any non-trivial adversary can always distinguish between two segments of the line. This "
            "intuition directly extends to any graph which admits a cut with only curious nodes in it.",
        .quote_where = "Appendix D.2, page 29",
        .formula =
            "in words: if the curious nodes cut the graph, delta(eps) = 1 for every eps and sources on different sides",
        .reading = "Non-trivial is read as follows: the curious nodes leave at least two segments.",
        .statement = "If the curious nodes disconnect the honest ones, the first sender that is seen lies in the same "
                     "part as the source. So delta(epsilon) = 1 for sources in different parts, at every epsilon.",
        .conditions = "connected graph, receivers uniform among the neighbors, the process does not terminate",
        .adversary = ordered,
        .domain = "every connected graph on at most 4 (quick), 5, 6 nodes with every curious set that disconnects the "
                  "honest nodes, s = 0, 1/2, 1, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
};

static_assert(complete(claims));

}  // namespace

std::span<const Claim> rumor_steps() { return claims; }

}  // namespace hearsay::claims
