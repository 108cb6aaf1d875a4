// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr Claim dp_claims[] = {
    {
        .id = "dp.gaussian.profile",
        .source = "balle2018improving, Theorem 8",
        .paper_version = "ICML 2018",
        .level = Level::theorem,
        .quote_where = "none, the text was not at hand: Balle and Wang, Theorem 8",
        .formula = "(eps, delta)-DP iff Phi(Delta/(2 sigma) - eps sigma/Delta) - e^eps Phi(-Delta/(2 sigma) - eps "
                   "sigma/Delta) <= delta",
        .statement = "The hockey-stick divergence of N(Delta, sigma^2) and N(0, sigma^2) at e^epsilon is Phi(mu/2 - "
                     "epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu) with mu = Delta/sigma.",
        .conditions = "mu > 0, epsilon >= 0",
        .adversary = "sees one output of the Gaussian mechanism; knows both neighboring inputs",
        .domain = "mu from 1e-6 to 1e3 and epsilon up to 1e6 with delta from 1e-300 to 1; compared with quadrature of "
                  "the definition",
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
        .paper_version = "JRSS B 2022",
        .level = Level::theorem,
        .quote = "Consider an adaptive composition of Gaussian mechanisms, each with -sensitivity and noise scale "
                 "parameter . The adaptive composition is -DP",
        .quote_where = "as recalled, its formulas lost, in Koskela and Kulkarni, Lemma 4",
        .formula = "T mechanisms that are Delta/sigma-GDP compose to sqrt(T) Delta/sigma-GDP: delta(eps) = Phi(mu/2 - "
                   "eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu = sqrt(T) Delta/sigma",
        .statement = "The composition of T adaptive Gaussian mechanisms of ratio Delta/sigma at most mu is no worse "
                     "than one Gaussian mechanism of ratio mu sqrt(T). Equality holds if every ratio is mu.",
        .conditions = "each mechanism draws fresh noise; its sensitivity may depend on earlier outputs",
        .adversary = "sees all T outputs; knows both neighboring inputs and the choice of the mechanisms",
        .domain = "T from 2 to 4, mu from 0.05 to 4, epsilon from 0 to 12, with fixed ratios and with ratios chosen "
                  "from the previous outputs; compared with integration over all outputs",
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
        .paper_version = "Foundations and Trends in TCS 2014",
        .level = Level::theorem,
        .quote_where = "none, the text was not at hand: Dwork and Roth, Theorem A.1",
        .formula = "sigma = Delta sqrt(2 ln(1.25/delta))/eps, 0 < eps < 1 => (eps, delta)-DP",
        .statement = "sigma = Delta sqrt(2 ln(1.25/delta)) / epsilon makes the Gaussian mechanism (epsilon, delta)-DP.",
        .conditions = "0 < epsilon < 1, 0 < delta < 1",
        .adversary = "sees one output of the Gaussian mechanism; knows both neighboring inputs",
        .domain =
            "epsilon in (0, 1), delta from 1e-300 to almost 1; compared with certified brackets of the exact profile",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The bound is loose. The slack is in delta: the promised delta divided by the exact one.",
    },
    {
        .id = "dp.gaussian.classical.large_epsilon",
        .source = "hearsay (common use of dwork2014algorithmic, Theorem A.1, outside its condition epsilon < 1)",
        .level = Level::ours,
        .reading = "No paper states this: the theorem requires epsilon < 1. The check tests its common use for larger "
                   "epsilon.",
        .statement = "sigma = Delta sqrt(2 ln(1.25/delta)) / epsilon makes the Gaussian mechanism (epsilon, delta)-DP "
                     "also for every epsilon > 1.",
        .conditions = "epsilon > 1, 0 < delta < 1",
        .adversary = "sees one output of the Gaussian mechanism; knows both neighboring inputs",
        .domain = "every epsilon from 1.01 upwards in steps of 0.01, every delta from 0.99 down to 0.01 in steps of "
                  "0.01, then 1e-3 to 1e-12; certified brackets of the exact profile",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "dp.gaussian.classical.range",
        .root = "dp.gaussian.classical.large_epsilon",
        .witness = "epsilon = 3.79, delta = 0.9: mu = epsilon / sqrt(2 ln(1.25/delta)) gives Phi(mu/2 - epsilon/mu) - "
                   "e^epsilon Phi(-mu/2 - epsilon/mu) > delta. For the usual small deltas the formula fails at larger "
                   "epsilon: for delta = 1e-5 from epsilon = 8.42 on.",
        .controls = "",
        .note = "The formula does not fail at the printed limit epsilon = 1: it holds for every delta up to epsilon = "
                "3.78.",
    },
    {
        .id = "dp.gaussian.classical.range",
        .source = "hearsay, docs/maths/gaussian_profile.md",
        .level = Level::ours,
        .statement = "sigma = Delta sqrt(2 ln(1.25/delta)) / epsilon makes the Gaussian mechanism (epsilon, delta)-DP "
                     "up to epsilon = 3.78.",
        .conditions = "0 < epsilon <= 3.78, 0 < delta < 1",
        .adversary = "sees one output of the Gaussian mechanism; knows both neighboring inputs",
        .domain = "epsilon in (0, 3.78], delta from 1e-300 to almost 1, dense near the extremal delta 0.8958; at "
                  "epsilon = 3.78, intervals that cover delta from 1/40 to 1; certified brackets of the exact profile",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The covering intervals and docs/maths/gaussian_profile.md prove it. The exact threshold is epsilon = "
                "3.78686..., where the bound is an equality at delta = 0.89581.",
    },
    {
        .id = "dp.renyi.gaussian",
        .source = "mironov2017renyi, Proposition 7",
        .paper_version = "CSF 2017",
        .level = Level::theorem,
        .quote = "It satisfies (α, α∆2 g/2σ 2)-RDP for any α > 1",
        .quote_where = "as recalled in Muffliato, Section 2.2 (powers are set on the line)",
        .formula = "(alpha, alpha Delta_g^2/(2 sigma^2))-RDP for any alpha > 1",
        .statement = "The Renyi divergence of order alpha of N(Delta, sigma^2) and N(0, sigma^2) is alpha Delta^2 / (2 "
                     "sigma^2).",
        .conditions = "alpha > 1, sigma > 0",
        .adversary = "sees one output of the Gaussian mechanism; knows both neighboring inputs",
        .domain = "alpha from 1.001 to 1000, Delta/sigma from 1e-4 to 1e2, sigma from 1e-3 to 1e3, both directions; "
                  "compared with quadrature",
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
        .paper_version = "CSF 2017",
        .level = Level::theorem,
        .quote = "Note that any (α, ε)-RDP algorithm is also (ϵ+ ln(1/δ)/(α− 1), δ)-DP for any 0 < δ < 1",
        .quote_where = "as recalled in Muffliato, Section 2.2",
        .formula = "(alpha, eps)-RDP => (eps + ln(1/delta)/(alpha - 1), delta)-DP for any 0 < delta < 1",
        .statement = "(alpha, epsilon)-Renyi DP implies (epsilon + ln(1/delta)/(alpha-1), delta)-DP.",
        .conditions = "alpha > 1, 0 < delta < 1",
        .adversary = "sees one output; knows both neighboring inputs",
        .domain = "Gaussian mechanisms by their exact profile and pairs of laws on 2 to 6 points by their exact "
                  "hockey-stick divergence; orders from 1.01 to 300",
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
        .paper_version = "NeurIPS 2020; AISTATS 2020",
        .level = Level::theorem,
        .quote_where =
            "none, the text was not at hand: Canonne, Kamath and Steinke, Proposition 12; Balle et al., Theorem 21",
        .formula = "(alpha, eps)-RDP => (eps + ln((alpha - 1)/alpha) - (ln delta + ln alpha)/(alpha - 1), delta)-DP",
        .statement = "(alpha, epsilon)-Renyi DP implies (epsilon + ln((alpha-1)/alpha) - (ln delta + ln "
                     "alpha)/(alpha-1), delta)-DP. This is never worse than Mironov's conversion.",
        .conditions = "alpha > 1, 0 < delta < 1; a negative value means epsilon = 0",
        .adversary = "sees one output; knows both neighboring inputs",
        .domain = "Gaussian mechanisms by their exact profile, pairs of laws on 2 to 6 points by their exact "
                  "hockey-stick divergence, and the two-point law that attains the bound; orders from 1.01 to 300",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.composition.advanced",
        .source = "dwork2010boosting, Theorem III.3",
        .paper_version = "FOCS 2010",
        .level = Level::theorem,
        .quote_where = "none, the text was not at hand: Dwork, Rothblum and Vadhan, Theorem III.3",
        .formula = "k times (eps, delta)-DP => (sqrt(2 k ln(1/delta')) eps + k eps (e^eps - 1), k delta + delta')-DP",
        .statement = "The composition of k adaptive (epsilon, delta)-DP mechanisms is (sqrt(2 k ln(1/delta')) epsilon "
                     "+ k epsilon (e^epsilon - 1), k delta + delta')-DP.",
        .conditions = "epsilon > 0, 0 <= delta < 1, 0 < delta' < 1",
        .adversary =
            "sees all k outputs; chooses each mechanism and each pair of inputs after it has seen the previous outputs",
        .domain = "k from 1 to 3000, epsilon from 1e-3 to 3, delta 0 or 1e-10 to 1e-2, delta' from 1e-12 to 0.5; "
                  "compared with the exact optimal composition (Kairouz, Oh, Viswanath)",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.subsampling",
        .source = "balle2018privacy, Theorems 8, 9 and 10",
        .paper_version = "NeurIPS 2018",
        .level = Level::theorem,
        .quote_where = "none, the text was not at hand: Balle, Barthe and Gaboardi, Theorems 8, 9 and 10",
        .formula = "eps' = ln(1 + q (e^eps - 1)); delta'(eps') = q delta(eps) (Poisson; without replacement, q = m/n), "
                   "<= sum_{k=1}^m C(m,k) (1/n)^k (1 - 1/n)^{m-k} delta_k(eps) (with replacement, q = 1 - (1 - 1/n)^m)",
        .statement =
            "Subsampling at rate q changes epsilon into ln(1 + q (e^epsilon - 1)). It changes delta into q "
            "delta(epsilon) for Poisson sampling and for sampling without replacement (q = m/n), and into sum_k C(m,k) "
            "n^-k (1-1/n)^(m-k) delta_k(epsilon) for sampling with replacement (q = 1 - (1-1/n)^m).",
        .conditions = "neighbors differ by one added or removed element (Poisson) or by one replaced element (the "
                      "others); delta_k is the profile for an element that occurs k times",
        .adversary = "sees the output of the mechanism on the sample, not the sample; knows both neighboring inputs",
        .domain = "pairs and families of laws on 2 to 4 outcomes, m <= 4, n <= 6, rational scales e^epsilon; exact "
                  "mixtures in rational arithmetic, both directions",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "dp.shuffling.efmrtt",
        .source = "erlingsson2019amplification, Corollary 9",
        .paper_version = "SODA 2019",
        .level = Level::theorem,
        .quote = "For a local randomizer ensuring ε0 -LDP, the shuffling mechanism is (ε, δ)-differentially private",
        .quote_where = "as recalled in Cyffers and Bellet, Theorem 5",
        .formula = "eps = 12 eps_0 sqrt(log(1/delta)/n), n >= 100, 0 < eps_0 < 1/2, delta < 1/100",
        .reading = "The check tests n >= 1000. The theorem as recalled in Cyffers and Bellet asks for n >= 100 only.",
        .statement =
            "Shuffling n reports of an epsilon0-LDP randomizer is (12 epsilon0 sqrt(ln(1/delta)/n), delta)-DP.",
        .conditions = "n >= 1000, 0 < epsilon0 < 1/2, 0 < delta < 1/100",
        .adversary = "sees the shuffled reports; knows all inputs except which of two values one user holds",
        .domain = "binary randomized response, n from 1000 to 4000, epsilon0 from 0.001 to 0.499, delta from 1e-12 to "
                  "0.0099; the other users hold zeros only, or half of them hold ones; exact binomial sums",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The bound is very loose. The slack is in epsilon, at the promised delta.",
    },
    {
        .id = "dp.shuffling.clones",
        .source = "feldman2021hiding, Theorem 3.1",
        .paper_version = "FOCS 2021, arXiv:2012.12803",
        .level = Level::theorem,
        .quote = "be the algorithm which takes as input a dataset (x1 , . . . , xn ) ∈ X n , samples a [...] uniform "
                 "random permutation π over [n], then sequentially computes [...] outputs (z1 , . . . , zn ). Then for "
                 "any δ ∈ [0, 1] [...] As satisfies (εshuf f , δ)-DP",
        .quote_where = "as recalled in Cyffers and Bellet, Theorem 7",
        .formula = "eps_shuff <= ln(1 + (e^{eps_0} - 1)/(e^{eps_0} + 1) (8 sqrt(e^{eps_0} ln(4/delta))/sqrt(n) + 8 "
                   "e^{eps_0}/n)), eps_0 <= log(n/(16 log(2/delta)))",
        .statement = "Shuffling n reports of an epsilon0-LDP randomizer is (epsilon, delta)-DP with epsilon = ln(1 + "
                     "(e^epsilon0 - 1)/(e^epsilon0 + 1) (8 sqrt(e^epsilon0 ln(4/delta)) / sqrt n + 8 e^epsilon0 / n)). "
                     "The paper's numerical bound lies between this value and the exact one.",
        .conditions = "epsilon0 <= ln(n / (16 ln(2/delta)))",
        .adversary = "sees the shuffled reports; knows all inputs except which of two values one user holds",
        .domain = "binary randomized response, n from 100 to 2000, every admissible epsilon0, delta from 1e-10 to 0.1; "
                  "the closed form, and the numerical bound at its epsilon and at a quarter of it; exact binomial sums",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The slack of the closed form is in epsilon, at the promised delta. The slack of the numerical bound "
                "is in delta.",
    },
    {
        .id = "dp.shuffling.blanket",
        .source = "balle2019privacy, Theorem 5.3 with Lemmas 5.5 and 5.6",
        .paper_version = "CRYPTO 2019, arXiv:1903.02837",
        .level = Level::theorem,
        .quote_where = "none, the text was not at hand: Balle, Bell, Gascon and Nissim, Theorem 5.3",
        .formula = "delta <= (1/(gamma n)) sum_{m=1}^n C(n,m) gamma^m (1 - gamma)^{n-m} E[max(0, L_1 + ... + L_m)]",
        .statement = "Shuffling n reports has delta(epsilon) <= (1/(gamma n)) E_m E (L_1 + ... + L_m)^+, m ~ Bin(n, "
                     "gamma). It also holds with Hoeffding's or Bennett's bound on the inner expectation.",
        .conditions = "gamma is the mass of the randomizer's blanket; 0 < epsilon < epsilon0",
        .adversary = "sees the shuffled reports; knows all inputs except which of two values one user holds",
        .domain = "binary randomized response (gamma = 2/(e^epsilon0 + 1)), n from 2 to 2000, epsilon0 from 0.01 to 5, "
                  "exact deltas above 1e-13; exact binomial sums",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The ranges of L are derived in docs/maths/privacy_blanket.md. They are at least as tight as the "
                "printed ones. The slack is in delta.",
    },
    {
        .id = "dp.iteration",
        .source = "feldman2018privacy, Theorem 23",
        .paper_version = "FOCS 2018",
        .level = Level::theorem,
        .quote = "Then for any η ≤ 2/β, σ > 0, α > 1, t ∈ [n], starting point w0 ∈ K and D ∈ X n , PNSGD satisfies "
                 "[...] for its t-th input",
        .quote_where = "as recalled in Cyffers and Bellet, Theorem 8",
        .formula = "(alpha, alpha eps/(n + 1 - t))-RDP for its t-th input, eps = 2 L^2/sigma^2",
        .statement = "In noisy projected gradient descent over n inputs, releasing the last iterate gives the t-th "
                     "input Renyi DP 2 alpha L^2 / (sigma^2 (n+1-t)).",
        .conditions =
            "convex, L-Lipschitz, beta-smooth losses, step size eta <= 2/beta, noise N(0, sigma^2 I) on every gradient",
        .adversary = "sees the last iterate; knows all inputs except which of two values the t-th one is",
        .domain = "one-dimensional quadratic losses with any curvatures between 0 and beta, n from 1 to 12, every t, "
                  "no projection: Gaussian laws, in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Linear losses with t = 1 attain equality. For eta > 2/beta the bound fails: n = 2, t = 1, 1 - eta "
                "beta = -2 gives 8/5 instead of 1.",
    },
    {
        .id = "dp.renyi.weak_convexity",
        .source = "feldman2018privacy, Lemma 25",
        .paper_version = "FOCS 2018",
        .level = Level::theorem,
        .quote = "such that for all i ∈ [m], Dα (µi ∥νi ) ≤ c/(α − 1) for some c ∈ (0, 1]. [...] Then we have: Dα (µρ "
                 "∥νρ ) ≤ (1 + c) · E [Dα (µi ∥νi )] .",
        .quote_where = "as recalled in Cyffers and Bellet, Proposition 4",
        .formula = "D_alpha(mu_rho || nu_rho) <= (1 + c) E_{i~rho}[D_alpha(mu_i || nu_i)] if D_alpha(mu_i || nu_i) <= "
                   "c/(alpha - 1), c in (0, 1]",
        .statement = "If D_alpha(mu_i || nu_i) <= c/(alpha-1) for all i, then D_alpha(sum w_i mu_i || sum w_i nu_i) <= "
                     "(1+c) sum w_i D_alpha(mu_i || nu_i).",
        .conditions = "alpha > 1, 0 < c <= 1, the same weights on both sides",
        .adversary = "sees one draw of the mixture, but not its component",
        .domain = "mixtures of 2 to 4 Gaussian pairs by quadrature and of 2 to 4 pairs of two-point laws by exact "
                  "sums, alpha from 1.1 to 20",
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
        .level = Level::ours,
        .statement = "For every pair x, x', releasing A(x+z), z ~ N(0, sigma^2 I), is a Gaussian mechanism of ratio "
                     "||A+ A (x-x')|| / sigma. This also holds if x-x' does not lie in the row space of A.",
        .conditions = "sigma > 0; any A, of any rank",
        .adversary = "sees the vector A(x+z); knows A, x and x'",
        .domain = "integer matrices up to 5 x 5 of every rank, integer differences inside and outside the row space; "
                  "QR compared with an exact rational solution of A A^T y = A (x-x')",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "In the row space the ratio is ||x-x'|| / sigma. Outside it only the projection on the row space "
                "counts. For a difference in the kernel of A the ratio is 0.",
    },
};
static_assert(complete(dp_claims), "a claim has an empty field");

}  // namespace

std::span<const Claim> dp() { return dp_claims; }

}  // namespace hearsay::claims
