// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>

namespace hearsay::claims {

namespace {

// Several contributions to SGD, and what the proof of Theorem 4 says about its order.
constexpr Claim claims[] = {
    {
        .id = "walk.ring.next",
        .source = "cyffers2022privacy, Section 3.3",
        .paper_version = aistats,
        .level = Level::prose,
        .quote = "there would be no privacy amplification when v is the user who comes immediately after u",
        .quote_where = "Section 3.3, on gradient descent on a ring",
        .formula =
            "in words: on a ring the loss of u to v depends on their relative positions, and to the next user it "
            "is that under local DP",
        .reading =
            "Amplification by iteration, of which the sentence speaks, is a bound for all convex objectives. Every "
            "user adds its noise, as in Algorithm 4. The loss of one contribution is mu^2 in units of (2L/sigma)^2, "
            "1 under local DP.",
        .statement = "On a ring the largest loss of one contribution of u to the user d places after u is 1/d of the "
                     "local one, over quadratic objectives. For d = 1 it is the local one.",
        .conditions = "n >= 2 users, noisy gradient steps, contractions 0, 1/2 and 1 of u and of the others",
        .adversary = "one curious user v that sees the token at each visit and knows its own contributions and noise",
        .domain = "every ring up to 12 (quick), 20, 40 users, every distance",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "ring-distance-counts-the-observer",
        .note =
            "It is attained where u's step forgets the token (contraction 0) and the later steps do not change it "
            "(contraction 1). For linear objectives there is amplification at every distance: the noise of all n - 1 "
            "others is in what v sees, mu^2 = 1/(n-1).",
    },
    {
        .id = "walk.thm4.alpha",
        .source = "cyffers2022privacy, Appendix F",
        .paper_version = aistats,
        .level = Level::step,
        .quote = "and α > 2 [...] are satisfied.",
        .quote_where = "Appendix F, before the bound of N_u",
        .formula = "alpha = sigma sqrt(ln(1/delta_c))/(L sqrt(q)) > 2; sigma^2 = 8 L^2 ln(1.25/delta)/epsilon^2, q = "
                   "max(2 T_u ln n/n, 2 ln(1/delta_c)), delta_c = delta",
        .statement = "The order of Appendix F is above 2 wherever Theorem 4 is stated.",
        .conditions = "epsilon < 1, delta < 1/2, delta^ < 1, any T; T_u = N_u",
        .adversary = "none",
        .domain = "n = 2, 3, 20, 2000, T = 1, epsilon 0.99, 0.5, 0.1, delta = delta^ = 1e-6, 1e-3, 0.1, 0.4, 0.49",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "walk.thm4.alpha.repaired",
        .root = "walk.thm4",
        .witness = "n = 2, T = 1, epsilon = 0.99, delta = delta^ = 0.49: q = 2 ln(1/delta) and alpha = 2 "
                   "sqrt(ln(1.25/delta))/epsilon = 1.955.",
        .realistic = "n = 2000, epsilon = 0.99, delta = delta^ = 1e-6, T = 26 n^2: alpha = 1.974. Section 4.2 claims "
                     "the amplification for T = Omega(n^2 ln(1/delta)/ln n), which is 1.8 n^2 here.",
        .controls = "",
        .note =
            "alpha falls like T^(-1/2). The step before it, sigma >= L sqrt(2 alpha (alpha - 1)), holds for every T "
            "(walk.thm4.alpha.repaired). Where alpha is above 2 the conversion to (epsilon', delta) is right. "
            "Theorem 4 itself fails for other reasons, too (walk.thm4, walk.lemma1.composition).",
    },
    {
        .id = "walk.thm4.alpha.repaired",
        .source = "hearsay, docs/maths/walk.md, section 8",
        .level = Level::ours,
        .statement = "The order of Appendix F is at least 2 if and only if epsilon' <= 2 ln(1/delta), and it satisfies "
                     "sigma >= L sqrt(2 alpha (alpha - 1)) everywhere.",
        .conditions = "epsilon < 1, delta < 1/2",
        .adversary = "none",
        .domain = "n = 2, 3, 20, 2000, T from 1 to 10^9, epsilon 0.99, 0.5, 0.1, delta 1e-6, 1e-3, 0.1, 0.4, 0.49",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "order-without-its-factor",
        .note = "epsilon' alpha = 4 ln(1/delta).",
    },
    {
        .id = "walk.lemma1.composition",
        .source = "cyffers2022privacy, Appendix F",
        .paper_version = aistats,
        .level = Level::step,
        .quote = "To bound the privacy loss over all the Tu contributions of user u, we use the composition property "
                 "of RDP, leading to the following Network RDP guarantee.",
        .quote_where = "Appendix F, before Lemma 1",
        .formula = "D_alpha(O_v || O_v') <= sum over the contributions of u of D_alpha of the token at v's next visit, "
                   "that one contribution being changed; for t steps at most alpha/t times 2 L^2/sigma^2",
        .reading =
            "The loss of one walk that v knows, as for two users. Between two visits of v the contributions of u "
            "are no mechanisms with outputs of their own: v sees one token, in which they add up.",
        .statement = "On every walk the loss of several contributions is at most the sum of 1/t over them, in units of "
                     "2 alpha L^2/sigma^2, t being the number of steps up to v's next visit.",
        .conditions = "two contributions between two visits of v, linear objectives",
        .adversary = "one curious user v that sees the token at each visit and knows its own contributions and noise, "
                     "and the walk",
        .domain = "first contribution up to 12 (quick), 20, 40 steps before the visit, second anywhere after it",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "walk.lemma1.composition.repaired",
        .root = "walk.lemma1.composition",
        .witness = "n = 2, the walk u, u, v: the token moves by 2 under two noises, 2^2/2 = 2. The sum of snapshots is "
                   "1/2 + 1 = 3/2.",
        .realistic = "n = 2000, contributions 1000 and 500 steps before the visit: 4/1000 against 3/1000.",
        .controls = "",
        .note =
            "In the mean over walks Lemma 1 has room for this if n is large: E k^2/m is about 2/n a cycle for linear "
            "objectives, and ln n/n is charged. Theorem 4 is not known to fail for this reason alone "
            "(walk.thm4.range).",
    },
    {
        .id = "walk.lemma1.composition.repaired",
        .source = "hearsay, docs/maths/walk.md, section 8",
        .level = Level::ours,
        .statement = "On every walk the loss of several contributions is at most the sum of 1/g over them, g being the "
                     "number of steps up to u's next contribution or v's next visit.",
        .conditions = "convex smooth Lipschitz objectives, eta <= 2/beta; in units of 2 alpha L^2/sigma^2",
        .adversary = "one curious user v that sees the token at each visit and knows its own contributions and noise, "
                     "and the walk",
        .domain =
            "every walk of 3 users and up to 5 steps (quick), 6, 8; quadratic objectives of contraction 0, 1/2, 1 "
            "of u and of the others, in fractions",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "snapshots-added",
        .note = "Proved for all convex objectives. Equality holds, for one contribution right before the visit and for "
                "u, u, v.",
    },
    {
        .id = "walk.thm4.repaired",
        .source = "hearsay, docs/maths/walk.md, section 8",
        .level = Level::ours,
        .statement =
            "N contributions of u lose e^((alpha-1) D_alpha) <= (1 + (e^c - 1) g)^N at every order, c = 2 alpha "
            "(alpha-1) L^2/sigma^2 and g = 2 ln(n/2)/(n - 2). So Theorem 4 holds for every T with the epsilon' "
            "that the best order gives. Its closed form holds with 2 (e - 1) ln(n/2)/(n - 2) in place of 2 ln "
            "n/n in q if epsilon' <= 2 ln(1/delta).",
        .conditions =
            "convex L-Lipschitz beta-smooth objectives, eta <= 2/beta; N is exceeded with probability at most "
            "delta^; n >= 2, with g = 1 for n = 2",
        .adversary = "one curious user v that sees the token at each visit and knows its own contributions and noise, "
                     "and the walk",
        .domain =
            "Renyi divergence: every walk of 2 and 3 users, 5 steps (quick), 7, 4 users, 7 steps, at most 1 to 3 "
            "contributions, c = 1, 1/2, 1/10, quadratic objectives of contraction 0, 1/2, 1 in fractions. "
            "epsilon': n from 3 to 10^4, T from n to 1000 n, epsilon 0.99 and 0.3, delta 1e-6, 1e-3, 0.1; an upper "
            "bound on the loss for linear objectives",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "half-a-contribution-to-descent",
        .note =
            "Proved, for all convex objectives and any number of contributions between two visits. The constant of "
            "the closed form is at most e - 1 = 1.72 times the printed one for n >= 4. At n = 2000, T = 20000, local "
            "epsilon 0.9 and delta = delta^ = 1e-6 the best order gives 0.97, equation (7) 6.64 with an N_u that is "
            "no bound (walk.chernoff), and local DP 2.3 at 15 times that delta.",
    },
    {
        .id = "walk.remark5",
        .source = "cyffers2022privacy, Remark 5",
        .paper_version = aistats,
        .level = Level::prose,
        .quote =
            "For smaller T , the amplification is much stronger than suggested by the simple closed form in Eq. 7: "
            "we can numerically find a smaller ε′ that satisfy the conditions required by our non-asymptotic result",
        .quote_where = "Section 4.2; Remark 5 says how",
        .formula =
            "in words: min over alpha with sigma >= L sqrt(2 alpha (alpha - 1)) of 4 N_u alpha L^2 ln n/(sigma^2 "
            "n) + ln(1/delta)/(alpha - 1) < epsilon' of equation (7)",
        .reading = "Both sides use Lemma 1 as printed. Smaller T means that 2 N_u ln n/n is below 2 ln(1/delta). Much "
                   "stronger is read as: by a factor of 1/0.35 = 2.9 for a tenth of that.",
        .statement = "For 2 N_u ln n/n <= 2 ln(1/delta) the numerical epsilon is at most 0.85 times that of equation "
                     "(7), and for a tenth of that at most 0.35 times.",
        .conditions = "epsilon < 1, delta <= 1/100",
        .adversary = "none",
        .domain = "n from 3 to 10^6, shares 1, 1/10 and 1/1000 of the largest N_u, epsilon 0.99, 0.3, 0.1, delta 1e-2, "
                  "1e-6; the accountant against the minimum over 20,000 orders",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "orders-without-a-limit",
        .note =
            "For much noise the ratio is (1 + 2 x)/4, x the share. This is about the formulas: whether Lemma 1 holds "
            "is another row.",
    },
};

static_assert(complete(claims));

}  // namespace

std::span<const Claim> walk_descent() { return claims; }

}  // namespace hearsay::claims
