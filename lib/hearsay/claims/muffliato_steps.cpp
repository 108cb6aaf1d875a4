// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view no_one = "none";

constexpr Claim muffliato_step_claims[] = {
    {
        .id = "muffliato.definition2",
        .source = "cyffers2022muffliato, Definition 2",
        .paper_version = neurips,
        .level = Level::definition,
        .quote = "converge to the mean of initial values x0 ∈ Rn at a linear rate e−tλW , with λW defined below. "
                 "Definition 2 (Spectral gap). The spectral gap λW associated with a gossip matrix W is",
        .quote_where = "Section 2.1",
        .formula = "in words: |W^t x - xbar| <= e^(-t lambda_W) |x - xbar| with lambda_W = min_{lambda in Sp(W) "
                   "without 1} (1 - |lambda|)",
        .reading =
            "The graph is connected, so 1 is a simple eigenvalue. The printed minimum over Sp(W) without 1 excludes "
            "every eigenvalue 1. So on a disconnected graph it may be positive although nothing converges.",
        .statement = "For every x, W^t x is within (1 - lambda_W)^t |x - mean| of the mean, and for some x no closer. "
                     "So it is within e^(-t lambda_W) |x - mean|.",
        .conditions = "W symmetric, stochastic, non-negative, connected",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 6 nodes (quick: 4, standard: 5), Metropolis and min-degree weights, t "
                  "= 1, 2, 3, 8; the worst x by the eigenvalues of W^t - J",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.floors",
        .source = "cyffers2022muffliato, Section 2.2",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "Formally, to achieve (α, ε)-DP, one cannot have better utility than:",
        .quote_where = "Section 2.2",
        .formula = "E|x_out - xbar|^2 <= alpha Delta^2/(2 n eps) for local DP, E|x_out - xbar|^2 <= alpha Delta^2/(2 "
                   "n^2 eps) for central DP",
        .reading = "The bound is that of the Gaussian mechanism, on which the paragraph says that it focuses. The "
                   "printed signs \"⩽\" are read as the values that cannot be improved. For arbitrary mechanisms the "
                   "sentence would be false: at small ε a constant answer is better.",
        .statement = "Use the least Gaussian noise that is (alpha, epsilon)-Renyi-DP. Then the mean has the variance "
                     "alpha Delta^2 / (2 n epsilon) if every user adds it, and alpha Delta^2 / (2 n^2 epsilon) if a "
                     "trusted aggregator adds it.",
        .conditions = "sensitivity Delta of an input, one release",
        .adversary = "local: sees every noisy input; central: sees the noisy mean",
        .domain = "2 to 12 users, three orders, three epsilons and three sensitivities, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note =
            "dp.renyi.gaussian checks that the Renyi loss of the Gaussian mechanism is alpha Delta^2 / (2 sigma^2).",
    },
    {
        .id = "muffliato.activation",
        .source = "cyffers2022muffliato, Section 3.3",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "we note that activation probabilities can be derived from a gossip matrix W by taking p{u,v} = "
                 "2W{u,v}/n implying that λ(p) = 2λW /n,",
        .quote_where = "Section 3.3, after Theorem 3",
        .formula = "p_{u,v} = 2 W_{u,v}/n implies lambda(p) = 2 lambda_W/n",
        .reading = "lambda(p) is read as lambda_2(L_p), the only reading under which the equality can hold, because "
                   "L_p = 2 (I - W) / n. The equality holds for every W without negative eigenvalues.",
        .statement = "With p_{u,v} = 2 W_{u,v} / n, lambda_2(L_p) = 2 lambda_W / n.",
        .conditions = "Metropolis weights",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 6 nodes up to isomorphism, fewest nodes first",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.activation.repaired",
        .root = "muffliato.activation",
        .witness = "The complete bipartite graph on 3 and 3 nodes, Metropolis weights 1/4. The eigenvalues are 1, 1/4 "
                   "and -1/2, so lambda_W = 1/2 and 2 lambda_W / n = 1/6. But lambda_2(L_p) = (2/6)(3/4) = 1/4.",
        .controls = "",
        .note = "lambda_W = 1 - max |lambda| also depends on the negative end of the spectrum, where W nearly "
                "oscillates. Randomized gossip does not oscillate. It is faster than stated, never slower. W has "
                "loops, so the p sum to 1 - tr(W)/n only. In the remaining steps no pair communicates.",
    },
    {
        .id = "muffliato.activation.repaired",
        .source = "hearsay, docs/maths/randomized_gossip.md",
        .level = Level::ours,
        .statement =
            "lambda_2(L_p) = 2 (1 - lambda_2(W)) / n >= 2 lambda_W / n, with equality if no eigenvalue of W is "
            "below -lambda_2(W).",
        .conditions = "p_{u,v} = 2 W_{u,v} / n",
        .adversary = no_one,
        .domain =
            "every connected graph on 2 to 6 nodes (quick: 5) up to isomorphism, Metropolis and min-degree weights",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Because L_p = 2 (I - W) / n.",
    },
    {
        .id = "muffliato.appendixD2.mean",
        .source = "cyffers2022muffliato, Appendix D.2",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "Note that a choice p{v,w} = 2Wv,w/n for some given gossip matrix W yields probability activations. "
                 "For the sake of comparison with Muffliato with a fixed matrix, we place ourselves in this case. This "
                 "leads to πv = 2/n, so that",
        .quote_where = "Appendix D.2, second line of Table 1",
        .formula = "pi_v = sum_{w ~ v} p_{v,w} = 2/n for p_{v,w} = 2 W_{v,w}/n",
        .reading = "W has loops, as Metropolis weights and those of Table 1 have. Without loops the statement is true.",
        .statement = "A node takes part in a step with probability 2/n.",
        .conditions = "p_{u,v} = 2 W_{u,v} / n",
        .adversary = no_one,
        .domain = "every node of every connected graph on 2 to 6 nodes (quick: 4, standard: 5), Metropolis and "
                  "min-degree weights, fewest nodes first, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.appendixD2.mean.repaired",
        .root = "muffliato.appendixD2.mean",
        .witness = "Two nodes, Metropolis weights: every entry of W is 1/2, and the pair is drawn with probability "
                   "1/2, not 1.",
        .controls = "",
        .note =
            "The printed mean of the loss, alpha Delta^2 T / (2 n^2 sigma^2) times a constant, is then an upper bound.",
    },
    {
        .id = "muffliato.appendixD2.mean.repaired",
        .source = "hearsay, docs/maths/randomized_gossip.md",
        .level = Level::ours,
        .statement = "A node takes part in a step with probability 2 (1 - W_vv) / n <= 2/n.",
        .conditions = "p_{u,v} = 2 W_{u,v} / n",
        .adversary = no_one,
        .domain = "every node of every connected graph on 2 to 5 nodes, Metropolis and min-degree weights, in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The rows of W sum to 1.",
    },
    {
        .id = "muffliato.appendixD2.tail",
        .source = "cyffers2022muffliato, Appendix D.2",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "and for any C > 0, P (Tv − ETv ⩾ C) ⩽ exp ( − C2 T ) , using Hoeffding’s inequality.",
        .quote_where = "Appendix D.2",
        .formula = "P(T_v - E T_v >= C) <= exp(-C^2/T) for C > 0",
        .statement = "P(T_v - E T_v >= C) <= exp(-C^2 / T) for T_v binomial with T trials.",
        .conditions = "C > 0",
        .adversary = no_one,
        .domain = "T up to 60 (quick: 12, standard: 30), probabilities 1/2, 1/3, 1/5, 1/8, 1/20, every C at which the "
                  "left side jumps; the left side in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Hoeffding's inequality has exp(-2 C^2 / T).",
    },
    {
        .id = "muffliato.appendixD2.stop",
        .source = "cyffers2022muffliato, Appendix D.2",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "We take as time-horizon T = T stop ⩾ 1/λ(p) defined in Theorem 3, leading to P (Tv − ETv ⩾ C) ⩽ exp "
                 "( − C2λW n ) ,",
        .quote_where = "Appendix D.2",
        .formula = "P(T_v - E T_v >= C) <= exp(-C^2 lambda_W/n) for T = T_stop >= 1/lambda(p)",
        .reading = "The sentence is read for every T >= 1/lambda(p), as written. The bound exp(-C^2/T) of the previous "
                   "step grows with T. For T > n / lambda_W it is above the printed bound. With the 2 of Hoeffding's "
                   "inequality, exp(-2 C^2/T), the printed bound holds up to T = 2 n / lambda_W.",
        .statement = "For T >= 1/lambda(p), P(T_v - E T_v >= C) <= exp(-C^2 lambda_W / n).",
        .conditions = "p_{u,v} = 2 W_{u,v} / n",
        .adversary = no_one,
        .domain =
            "two nodes, Metropolis weights (lambda_W = lambda(p) = 1, probability 1/2), T = 1, 2, ..., every C at "
            "which the left side jumps",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.appendixD2.tail",
        .root = "muffliato.appendixD2.stop",
        .witness = "Two nodes, Metropolis weights, C = 3, and T = 6, which is T_stop for inputs of variance 200 "
                   "sigma^2. Then P(T_v = 6) = 1/64 = 0.0156, but exp(-9/2) = 0.0111.",
        .controls = "",
        .note = "Since exp(-C^2 / T) grows with T, a lower bound on T bounds it from below, not from above. The "
                "comparison in Table 1 needs "
                "exp(-C^2 / T_stop). This costs a logarithm, which O~ hides.",
    },
};
static_assert(complete(muffliato_step_claims));

}  // namespace

std::span<const Claim> muffliato_steps() { return muffliato_step_claims; }

}  // namespace hearsay::claims
