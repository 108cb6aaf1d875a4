// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/muffliato_words.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view no_one = "none";
constexpr std::string_view coalition =
    "a coalition V of honest-but-curious nodes that share the messages that they receive and their own noise";

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
        .id = "muffliato.activation.iterations",
        .source = "cyffers2022muffliato, Section 3.3",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "thus requiring n times more iterations to reach the same utility as the synchronous applications of "
                 "matrix W.",
        .quote_where = "Section 3.3, after Theorem 3",
        .formula = "in words: T_stop of randomized gossip with p_{u,v} = 2 W_{u,v}/n is of the order of n times that "
                   "of x^{t+1} = W x^t",
        .reading = "\"n times\" is read up to a factor of 4, without acceleration, and where lambda(p) = 2 lambda_W/n "
                   "(muffliato.activation). By the printed T_stop the factor is n/2, by the exact rates it is near 2 n "
                   "for small gaps.",
        .statement = "For one contraction of E |x - mean|^2 at the worst x, randomized gossip takes between n and 4 n "
                     "times as many steps as W.",
        .conditions = "lambda_W <= 3/4, no eigenvalue of W below -lambda_2(W)",
        .adversary = no_one,
        .domain = "every connected graph on 3 to 6 nodes (quick: 5) up to isomorphism, Metropolis and min-degree "
                  "weights; the contraction of one step also by the second moment",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "contraction-without-half",
        .note = "If the negative end of the spectrum is the slow one, the factor can be bounded: on complete bipartite "
                "graphs of k and k nodes W oscillates, and it tends to 8.",
    },
    {
        .id = "muffliato.activation.gap",
        .source = "cyffers2022muffliato, Section 3.3",
        .paper_version = neurips,
        .level = Level::misprint,
        .quote = "Randomized gossip can thus achieve an optimal privacy-utility trade-off with large-degree graphs, as "
                 "long as the spectral gap is small enough.",
        .quote_where = "Section 3.3, after Theorem 3",
        .formula = "in words: alpha Delta^2/(n^2 eps lambda_W) = O~(alpha Delta^2/(n^2 eps)) for small lambda_W",
        .reading = "\"Small\" is a misprint for \"large\": Table 1 has 1/lambda_W. The intended sentence is "
                   "muffliato.table1.randomized.",
        .statement = "With large degrees and a small spectral gap, Table 1's entry for Algorithm 2 is at most a "
                     "constant times the optimum alpha Delta^2/(n^2 eps).",
        .conditions = "degrees of at least n/2 - 1, Metropolis weights",
        .adversary = no_one,
        .domain = "two complete graphs of k nodes that an edge joins, constants 1, 100, 10000, 1000000; the gap by the "
                  "difference of the two halves, in rational arithmetic, and by the library's spectra",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.table1.randomized",
        .root = "muffliato.activation.gap",
        .witness = "Two nodes on each side (a path of four): the gap is at most 1/3, the entry 3 times the optimum. "
                   "Two complete graphs of k nodes have the gap 2/(k(k+1)) at most and the entry k(k+1)/2 times the "
                   "optimum.",
        .realistic = "Two complete graphs of 1024 nodes, n = 2048 as in Figure 1(a): the gap is at most 1.91e-6, the "
                     "entry 524,800 times the optimum.",
        .controls = "",
        .note = "",
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
    {
        .id = "muffliato.communities",
        .source = "cyffers2022muffliato, Figure 1(b), Section 5 and Appendix H.4",
        .paper_version = neurips_corrected,
        .level = Level::figure,
        .quote = "Privacy loss of Muffliato from a node chosen at random on a Facebook ego graph, showing that leakage "
                 "is very limited outside the node’s own community.",
        .quote_where = "Figure 1, Section 5",
        .formula = "in words: the mean of f(u, v) over nodes u and v of different communities is far below alpha "
                   "Delta^2/(2 sigma^2) at T = T_stop",
        .reading = "\"Very limited\" is read as at most half of the local-DP loss, on average over the nodes outside "
                   "the observer's community. The sentence is about what leaks. As a sentence about eq. (6), which the "
                   "figure shows, it holds on the graph below. The networks of the paper are not needed: the check "
                   "generates graphs.",
        .statement = "On a graph of two communities the nodes outside the observer's community lose at most half of "
                     "the local-DP loss on average.",
        .conditions = "Metropolis weights, T = T_stop steps, sigma = 1, inputs in [0, 1]",
        .adversary = one_gossip_observer,
        .domain = "two complete graphs of 3 to 5 nodes that an edge joins, smallest first, seen from a node without "
                  "that edge, in rational arithmetic; for the note one generated graph of two communities of 50 nodes",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.communities.noisy",
        .root = "muffliato.thm1",
        .witness = "Two triangles joined by an edge, seen from a node without that edge, T = T_stop = 6. The observer "
                   "learns all values of its own triangle, that of the next node, and the sum of the other two. So the "
                   "nodes of the other triangle lose 1, 1/2 and 1/2: 2/3 on average.",
        .realistic =
            "Two communities of 50 nodes (edges with probability 0.3 inside and 0.005 across, seed 1), T = 35: "
            "1.000 of the local-DP loss on average outside, 0.965 with noise of standard deviation 1e-7 sigma "
            "on every message (float32), 0.283 with 1e-3 sigma, 0.104 with 1e-2 sigma; eq. (6) says 0.413. "
            "Two communities of 372 nodes (0.08, 0.001, seed 1), n = 744 as the network of Figure 1(b), T = "
            "48: every node loses everything, 0.178 on average outside at 1e-7 sigma and 0.015 at 1e-2 "
            "sigma; eq. (6) says 0.376.",
        .controls = "",
        .note = "Two complete graphs of k nodes lose 2/k outside, because the far nodes are alike. Communities of "
                "people are not alike, and a view of more messages than nodes tells them apart.",
    },
    {
        .id = "muffliato.communities.noisy",
        .source = "hearsay, docs/maths/gossip_mean.md",
        .level = Level::ours,
        .statement = "If every message carries independent noise of standard deviation sigma/100, the nodes outside "
                     "the observer's community lose at most half of the local-DP loss on average.",
        .conditions = "two communities of 50 nodes, edges with probability 0.3 inside and 0.005 across, Metropolis "
                      "weights, T = T_stop steps",
        .adversary = one_gossip_observer,
        .domain = "generated graphs of seeds 1 to 4 (quick), 20, 100, seen from node 0; the losses also by singular "
                  "values",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "message-noise-forgotten",
        .note = "This is an observation on generated graphs, not a theorem. Rounding to float32 (tau = 1e-7) is not "
                "enough on these graphs; on larger ones it is (muffliato.communities). Rounding is no mechanism that "
                "anybody proved, and no mechanism of the paper adds such noise.",
    },
    {
        .id = "muffliato.fusion",
        .source = "cyffers2022muffliato, Appendix G.1.1",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "Roughly speaking, V can be seen as a unique abstract node, resulting from the fusion of all its "
                 "nodes.",
        .quote_where = "Appendix G.1.1",
        .formula = "in words: the loss of u to V equals its loss to one node joined to w with weight sum_{v in V} "
                   "W_{v,w}",
        .reading = "The fused node keeps the weights of the edges to it, added where several nodes of V have one "
                   "neighbor, and the weights among the others stay. Its own loop does not matter. With Metropolis "
                   "weights of the fused graph, whose degrees are smaller, losses can differ: on the tree 0-2 1-2 2-3 "
                   "2-4 4-5 4-6 4-7, V = {0, 1}, T = 2, node 3 loses 1/2, and 25/41 to the fused node.",
        .statement = "A coalition that knows its own noise learns exactly what its fused node learns.",
        .conditions = "fixed graph, Metropolis or min-degree weights",
        .adversary = coalition,
        .domain = "that tree; every connected graph on 2 to 5 nodes (quick: 4), coalition and T <= 3 (exhaustive: 4); "
                  "generated graphs of up to 9 nodes; the fused matrix in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "fused-graph-has-its-own-weights",
        .note = "Both learn the span of e_w^T (W_oo)^t, t < T, w a neighbor of V: the matrix W_oo among the other "
                "nodes is the same. If the weights to a node outside exceed 1 in sum, the fused matrix has a negative "
                "loop and is no gossip matrix.",
    },
    {
        .id = "muffliato.dominating.all_messages",
        .source = "cyffers2022muffliato, Appendix G.1.4",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "A condition for having equality corresponds to observing all messages that are transmitted. In the "
                 "case of a fixed graph, this can be characterized by the fact that V contains a dominating set for "
                 "the graph.",
        .quote_where = "Appendix G.1.4",
        .formula = "in words: O_V(A^T) = A^T if and only if V contains a dominating set",
        .reading = "A message is observed if its sender is in V or sends it to a member of V. Neighbors receive the "
                   "same message. The sentence is about the view, not about losses: after one step a node outside "
                   "loses less than in local DP if and only if V is not dominating, but after several steps all may "
                   "lose everything although V does not dominate (path 0-1-2, V = {0}, T = 2, own noise known).",
        .statement = "A coalition observes every message if and only if it contains a dominating set. Then no node has "
                     "any amplification.",
        .conditions = "fixed graph, every node sends one message to all neighbors in each step",
        .adversary = coalition,
        .domain = "every connected graph on 2 to 5 nodes (exhaustive: 6), every coalition, T <= 2 (standard: 4); all "
                  "subsets of the coalition; the messages by a run of the protocol",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "total-domination",
        .note = "Dominating sets of exponential graphs are far larger than the next sentence says "
                "(muffliato.dominating).",
    },
    {
        .id = "muffliato.h1",
        .source = "cyffers2022muffliato, Appendix H.1, Figure 3",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "We see that privacy guarantees improve with n: distance between nodes increases, but also the number "
                 "of nodes with whom the contribution of a specific node is mixed.",
        .quote_where = "Appendix H.1",
        .formula = "in words: at a fixed distance k, f(u, v) does not increase with n = 2^m on exponential graphs",
        .reading = "At a fixed distance, for the exact loss. Neighbors (k = 1) lose U at every n, and so does the "
                   "farthest node (k = m): for every n a node remains without amplification. Eq. (6) at T_stop rises "
                   "up to n = 32 (at distance 2 from 0.67 to 1.18) and falls from there on.",
        .statement = "On the hypercube with own noise known, the loss of a node at distance k does not increase with "
                     "the dimension m. It falls strictly from m = k + 2 on if k >= 2, to m / C(m, k).",
        .conditions = "fixed graph, equal weights, T > m",
        .adversary = "one honest-but-curious node: receives the messages of its neighbors; knows the graph, W and its "
                     "own noise",
        .domain = "hypercubes of dimension 1 to 6 (quick), 8, 9, T = m + 1, every distance; compared with m / C(m, k)",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "own-noise-of-the-wrong-node-on-hypercubes",
        .note = "The values are those of muffliato.hypercube.",
    },
    {
        .id = "muffliato.h3",
        .source = "cyffers2022muffliato, Appendix H.3, Figure 4",
        .paper_version = neurips,
        .level = Level::figure,
        .quote = "Our experiments show that the privacy loss is extremely well correlated to the Euclidean distance, "
                 "as represented in Figure 4.",
        .quote_where = "Appendix H.3",
        .formula = "in words: the rank correlation of |z_u - z_v| and f(u, v) is near -1 on random geometric graphs",
        .reading = "The correlation is Spearman's, since the loss is not linear in the distance, and the loss is that "
                   "of eq. (6), which the figure shows. \"Extremely well\" is read as at most -0.95 at the paper's "
                   "size. The exact loss is less well correlated, because many far nodes lose everything.",
        .statement = "In at least nine of ten draws of a random geometric graph and an observer, the rank correlation "
                     "of Euclidean distance and eq. (6) is at most -0.95 on 2048 nodes, and at most -0.85 on 512.",
        .conditions = "Metropolis weights, T = T_stop, radius 0.07 (n = 2048) and 0.13 (n = 512), the largest "
                      "component, an observer drawn at random",
        .adversary = one_gossip_observer,
        .domain = "seeds 1 and 2 (quick), 1 to 20, 1 to 100 at n = 512, and 1 to 3 (standard), 1 to 20 at n = 2048; "
                  "eq. (6) also by dense powers of W on a graph of 60 nodes",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "losses-to-another-node",
        .note = "",
    },
};
static_assert(complete(muffliato_step_claims));

}  // namespace

std::span<const Claim> muffliato_steps() { return muffliato_step_claims; }

}  // namespace hearsay::claims
