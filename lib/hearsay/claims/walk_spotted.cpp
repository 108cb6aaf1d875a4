// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>

namespace hearsay::claims {

namespace {

// Known senders and receivers.
constexpr Claim claims[] = {
    {
        .id = "walk.spotted.negligible",
        .source = "cyffers2022privacy, Appendix G",
        .paper_version = aistats,
        .level = Level::prose,
        .quote = "the spotted contribution term becomes negligible and we recover the same order of privacy "
                 "amplification as in Theorem 3, Theorem 4 and Theorem 6.",
        .quote_where = "Appendix G, after Lemma 2, for T = Omega(n^2)",
        .formula = "in words: for T = Omega(n^2), (spotted term of Lemma 2)/(epsilon' of Theorem 3) is negligible",
        .reading =
            "Negligible is read as: at most a fifth. Compared are the terms of order epsilon of advanced "
            "composition: the first of Lemma 2 without a 2 under the root, as printed, and the first of "
            "Appendix D's formula, whose order Theorem 3 states. The second term of Appendix D's formula has a "
            "misprint (walk.thm3.final) and grows like T/n^(3/2). Against the sum of both the spotted term does "
            "become negligible. With the misprint repaired the ratio of the sums is at least 1/9 for n >= 9. The "
            "second half of the sentence, the same order, is walk.spotted.order and holds.",
        .statement = "For T >= n^2 the spotted term is at most a fifth of Theorem 3's.",
        .conditions = "n >= 3, T >= n^2, any delta~ and delta^; the ratio depends on neither epsilon nor delta'",
        .adversary = "one curious user v that sees the token at each visit and knows its own contributions and noise, "
                     "the number of steps since its last visit, and who sends the token to v and receives it from v; "
                     "all other senders and receivers are hidden",
        .domain = "n = 3, 20, 2000, 10^6, T = n^2, 10 n^2, 1000 n^2, 10^6 n^2, delta~ = delta^ = 1/2, 1e-6",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "walk.spotted.negligible.repaired",
        .root = "walk.spotted.negligible",
        .witness = "n = 3, T = 9, delta~ = delta^ = 1/2: the ratio is 0.355. It is above sqrt(2)/6 = 0.2357 for every "
                   "n, T, delta~ and delta^, and tends to that.",
        .realistic =
            "n = 2000, T = n^2, delta~ = delta^ = 1e-6: 0.558; T = 1000 n^2: 0.252. Against the term of "
            "Theorem 4 at delta = delta' = 1e-6, T = 1000 n^2, with the 2 under the root: 1.45, and 1.36 for T "
            "to infinity.",
        .controls = "",
        .note = "The proof is one line: at least 2N_u/n spotted contributions are allowed for, and at most 2N_u cycles "
                "(docs/maths/walk.md, section 4).",
    },
    {
        .id = "walk.spotted.negligible.repaired",
        .source = "hearsay, docs/maths/walk.md, section 4",
        .level = Level::ours,
        .statement = "With the 2 under the root of Lemma 2 the spotted term is at least a third of Theorem 3's, for "
                     "every T. For T so large that the first term of Theorem 4's q is the larger one, it is at least "
                     "sqrt(ln(1.25/delta)/ln n) times Theorem 4's. Both are limits for T to infinity.",
        .conditions = "n >= 3, delta' = delta; terms of order epsilon",
        .adversary = "one curious user v that sees the token at each visit and knows its own contributions and noise, "
                     "the number of steps since its last visit, and who sends the token to v and receives it from v; "
                     "all other senders and receivers are hidden",
        .domain = "n from 3 to 10^4 (quick), 10^5, 10^6, T from n to 10^6 n^2, delta~ = delta^ = delta = 1/2, 1e-3, "
                  "1e-6",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "spotted-receivers-only",
        .note = "Relative to Theorem 4's term it falls with n, but only like 1/sqrt(ln n): it is a tenth where ln n = "
                "100 ln(1.25/delta).",
    },
    {
        .id = "walk.spotted.order",
        .source = "cyffers2022privacy, Section 4.3",
        .paper_version = aistats,
        .level = Level::prose,
        .quote = "as the expected number of contributions per node increases, the relative importance of this term "
                 "decreases (and thus the privacy amplification increases) until [...] for which the amplification "
                 "reaches the same order as in Theorems 3-4.",
        .quote_where = "Section 4.3 (T = Omega(n^2))",
        .formula = "in words: (spotted term of Lemma 2)/(epsilon' of Theorem 3) decreases in T, and is O(1) for T = "
                   "Omega(n^2)",
        .reading = "Terms of order epsilon, with the 2 under the root of Lemma 2. The same order is read as a ratio "
                   "that is bounded by a constant that depends on delta~ only.",
        .statement = "The ratio of the spotted term to Theorem 3's falls as T grows, and for T >= n^2 it is at most "
                     "sqrt(2 + sqrt(6 ln(1/delta~)))/3.",
        .conditions = "n >= 3",
        .adversary = "one curious user v that sees the token at each visit and knows its own contributions and noise, "
                     "the number of steps since its last visit, and who sends the token to v and receives it from v; "
                     "all other senders and receivers are hidden",
        .domain = "n from 3 to 10^4 (quick), 10^5, 10^6, T from n to 10^6 n^2, delta~ = delta^ = 1/2, 1e-3, 1e-6",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "spotted-deviation-of-all-contributions",
        .note = "The bound is 1.11 at delta~ = 1e-6. At T = n the ratio grows like n^(1/4).",
    },
    {
        .id = "walk.spotted.cap",
        .source = "cyffers2022privacy, Section 4.3",
        .paper_version = aistats,
        .level = Level::prose,
        .quote = "by enforcing a deterministic bound on the number of times any edge (u, v) is used, e.g., by "
                 "contributing only noise along (u, v) after it has been used too many times.",
        .quote_where = "Section 4.3; Appendix G says the same",
        .formula = "in words: only noise along an edge that was used b times before => the number of spotted "
                   "contributions has a deterministic bound",
        .reading =
            "A user adds only noise if the edge over which the token came, or the one over which it goes on, was "
            "used b times before. Edges are directed.",
        .statement = "If users add only noise along edges that were used b times before, at most 2b contributions of u "
                     "are spotted by v, on every walk.",
        .conditions = "b >= 1; every user knows from whom the token comes and to whom it goes",
        .adversary = "one curious user v that knows who sends the token to v and receives it from v",
        .domain = "every walk of 3 users and 6 steps (quick), 7, 8, of 4 users and 6 steps, 8; b = 1, 2",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "cap-of-receivers-only",
        .note = "The bound is attained. It takes both edges: with a bound on the edges (u, v) alone, contributions "
                "right after v stay unbounded. Spotted contributions then lose at most 2b epsilon, without delta~.",
    },
    {
        .id = "walk.spotted.fake",
        .source = "cyffers2022privacy, Appendix G",
        .paper_version = aistats,
        .level = Level::prose,
        .quote = "These \"fake contributions\" seldom happen in practice and thus do not harm the convergence.",
        .quote_where = "Appendix G",
        .formula = "in words: the share of fake contributions is small",
        .reading = "The strictest bound is taken, b = 1: a contribution is only noise if the edge over which the token "
                   "came, or the one over which it goes on, was used before. Seldom is read as a share of T/n^2 at "
                   "most. Whether the convergence suffers is not tested.",
        .statement = "With b = 1 the expected share of contributions that are only noise is at most T/n^2.",
        .conditions = "uniform walk of T steps on the complete graph with self-loops, which are no edges to others",
        .adversary = "none",
        .domain =
            "every walk of 2 and 3 users and up to 6 steps (quick), 7, of 4 users and up to 7; the sharper n(n-1) "
            "(T-2)(T-3)/(n^4 T)",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "cap-without-direction",
        .note = "0.5 % at n = 2000, T = 20000, the size of Section 5.2, and 5 % at T = 100 n. At T = n^2, where the "
                "spotted term has the order of Theorem 3's, the bound says nothing.",
    },
};

static_assert(complete(claims));

}  // namespace

std::span<const Claim> walk_spotted() { return claims; }

}  // namespace hearsay::claims
