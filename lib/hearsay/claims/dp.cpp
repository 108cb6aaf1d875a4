#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr Claim claims[] = {
    {
        .id = "dp.gaussian.profile",
        .source = "balle2018improving, Theorem 8",
        .statement = "The hockey-stick divergence of N(Delta, sigma^2) and N(0, sigma^2) at e^epsilon is "
                     "Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu), mu = Delta/sigma.",
        .conditions = "mu > 0, epsilon >= 0",
        .adversary = "sees one output of the Gaussian mechanism, knows both neighboring inputs",
        .domain = "mu from 1e-6 to 1e3 and epsilon up to 1e6 with delta from 1e-300 to 1, against quadrature of the definition",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.gaussian.composition",
        .source = "dong2022gaussian, Corollary 3.3",
        .statement = "T adaptive Gaussian mechanisms of ratio at most mu are together no worse than one of ratio mu sqrt(T), "
                     "with equality when every ratio is mu.",
        .conditions = "each mechanism draws fresh noise; its sensitivity may depend on earlier outputs",
        .adversary = "sees all T outputs, knows both neighboring inputs and how the mechanisms were chosen",
        .domain = "T from 2 to 4, mu from 0.05 to 4, epsilon from 0 to 12, fixed ratios and ratios chosen from the previous outputs; "
                  "against integration over all outputs",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.gaussian.classical",
        .source = "dwork2014algorithmic, Theorem A.1",
        .statement = "sigma = Delta sqrt(2 ln(1.25/delta)) / epsilon makes the Gaussian mechanism (epsilon, delta)-DP.",
        .conditions = "0 < epsilon < 1, 0 < delta < 1",
        .adversary = "sees one output of the Gaussian mechanism, knows both neighboring inputs",
        .domain = "epsilon in (0, 1), delta from 1e-300 to almost 1, against certified brackets of the exact profile",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Loose: the exact delta is at most 0.32 of the promised one.",
    },
    {
        .id = "dp.gaussian.classical.large_epsilon",
        .source = "hearsay (common use of dwork2014algorithmic, Theorem A.1, outside its condition epsilon < 1)",
        .statement = "sigma = Delta sqrt(2 ln(1.25/delta)) / epsilon makes the Gaussian mechanism (epsilon, delta)-DP for every epsilon > 1 too.",
        .conditions = "epsilon > 1, 0 < delta < 1",
        .adversary = "sees one output of the Gaussian mechanism, knows both neighboring inputs",
        .domain = "every epsilon from 1.01 upwards in steps of 0.01 and every delta from 0.01 to 0.99 in steps of 0.01, then 1e-3 to 1e-12",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "dp.gaussian.classical.range",
        .witness = "epsilon = 3.79, delta = 0.9: mu = epsilon / sqrt(2 ln(1.25/delta)) gives Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu) > delta. "
                   "At the usual small deltas it fails later: for delta = 1e-5 from epsilon = 8.3 on.",
        .controls = "",
        .note = "The printed condition epsilon < 1 is not where the formula breaks: no delta breaks it up to epsilon = 3.78.",
    },
    {
        .id = "dp.gaussian.classical.range",
        .source = "hearsay",
        .statement = "sigma = Delta sqrt(2 ln(1.25/delta)) / epsilon makes the Gaussian mechanism (epsilon, delta)-DP up to epsilon = 3.78.",
        .conditions = "0 < epsilon <= 3.78, 0 < delta < 1",
        .adversary = "sees one output of the Gaussian mechanism, knows both neighboring inputs",
        .domain = "epsilon in (0, 3.78], delta from 1e-300 to almost 1, dense near the extremal delta 0.8958; certified brackets of the exact profile",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The exact threshold is epsilon = 3.78686..., where delta = 0.89581 meets the bound with equality.",
    },
    {
        .id = "dp.renyi.gaussian",
        .source = "mironov2017renyi, Proposition 7",
        .statement = "The Renyi divergence of order alpha of N(Delta, sigma^2) and N(0, sigma^2) is alpha Delta^2 / (2 sigma^2).",
        .conditions = "alpha > 1, sigma > 0",
        .adversary = "sees one output of the Gaussian mechanism, knows both neighboring inputs",
        .domain = "alpha from 1.001 to 1000, Delta/sigma from 1e-4 to 1e2, sigma from 1e-3 to 1e3, both directions; against quadrature",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.renyi.to_dp",
        .source = "mironov2017renyi, Proposition 3",
        .statement = "(alpha, epsilon)-Renyi DP implies (epsilon + ln(1/delta)/(alpha-1), delta)-DP.",
        .conditions = "alpha > 1, 0 < delta < 1",
        .adversary = "sees one output, knows both neighboring inputs",
        .domain = "Gaussian mechanisms by their exact profile and pairs of laws on 2 to 6 points by their exact hockey-stick divergence, orders from 1.01 to 300",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.renyi.to_dp.improved",
        .source = "canonne2020discrete, Proposition 12; balle2020hypothesis, Theorem 21",
        .statement = "(alpha, epsilon)-Renyi DP implies (epsilon + ln((alpha-1)/alpha) - (ln delta + ln alpha)/(alpha-1), delta)-DP, "
                     "which is never worse than Mironov's conversion.",
        .conditions = "alpha > 1, 0 < delta < 1; a negative value means epsilon = 0",
        .adversary = "sees one output, knows both neighboring inputs",
        .domain = "Gaussian mechanisms by their exact profile, pairs of laws on 2 to 6 points by their exact hockey-stick divergence, "
                  "and the two-point law that meets the bound, orders from 1.01 to 300",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.renyi.weak_convexity",
        .source = "feldman2018privacy, Lemma 25",
        .statement = "If D_alpha(mu_i || nu_i) <= c/(alpha-1) for all i, a mixture has D_alpha(sum w_i mu_i || sum w_i nu_i) <= (1+c) sum w_i D_alpha(mu_i || nu_i).",
        .conditions = "alpha > 1, 0 < c <= 1, the same weights on both sides",
        .adversary = "sees one draw of the mixture, not which component it came from",
        .domain = "mixtures of 2 to 4 Gaussian pairs by quadrature and of 2 to 4 pairs of two-point laws by exact sums, alpha from 1.1 to 20",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.projected_gaussian",
        .source = "hearsay",
        .statement = "Releasing A(x+z), z ~ N(0, sigma^2 I), is a Gaussian mechanism of ratio ||A+ A (x-x')|| / sigma for every pair x, x', "
                     "whether or not x-x' lies in the row space of A.",
        .conditions = "sigma > 0; any A, of any rank",
        .adversary = "sees the vector A(x+z), knows A, x and x'",
        .domain = "integer matrices up to 5 x 5 of every rank with integer differences, in and out of the row space; QR against an exact rational "
                  "solution of A A^T y = A (x-x')",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "In the row space the ratio is ||x-x'|| / sigma; outside it only the projection counts, and a difference in the kernel of A is invisible.",
    },
};
static_assert(complete(claims), "a claim has an empty field");

}  // namespace

std::span<const Claim> dp() { return claims; }

}  // namespace hearsay::claims
