// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/muffliato_words.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>

namespace hearsay::claims {

namespace {

// Losses are in units U = alpha Delta^2 / (2 sigma^2), the local-DP level. "path 0-1-2" has Metropolis weights,
// under which node 0 receives e_1 in step 0 and (1/3, 1/3, 1/3) in step 1.

constexpr std::string_view own_noise =
    "one honest-but-curious node: receives the messages of its neighbors; knows the graph, W and its own noise";
constexpr std::string_view colluders =
    "a coalition of honest-but-curious nodes that share the messages that they receive";
constexpr std::string_view no_one = "none";

constexpr std::string_view coalition_domain =
    "every connected graph on 2 to 5 nodes, coalition, target and T <= 4 (Metropolis); then generated graphs of up to "
    "12 nodes, T <= 8, Metropolis and min-degree weights";
constexpr std::string_view rounds_domain =
    "every sequence of at most 3 pairs on 2 to 4 nodes; then generated sequences of pairwise averaging, up to 8 nodes "
    "and 10 steps";

constexpr std::string_view lambda_of_p =
    "The paper calls lambda(p) \"the spectral gap of graph G with weights p\" and does not define it. \"lambda(p) = 2 "
    "lambda_W / n\" (Section 3.3) and e^(-T lambda_2(p)) in eq. (11) mean lambda_2(L_p), the second smallest "
    "eigenvalue of the weighted Laplacian. The check tests this value. With 1 - lambda_2(E W) = lambda_2(L_p)/2 in its "
    "place Theorems 3 and 8 hold. V is computed with the noise in x^0 if that is larger.";

constexpr Claim muffliato_claims[] = {
    {
        .id = "muffliato.thm1",
        .source = "cyffers2022muffliato, Theorem 1, eq. (6)",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "Under Assumption 1, AT is (α, f)-PNDP with: [...] This theorem, proved in Appendix B, gives a tight "
                 "computation of the privacy loss between every pair of nodes",
        .quote_where = "Theorem 1, Section 3.1",
        .formula =
            "f(u, v) = alpha Delta^2/(2 sigma^2) sum_{w in V} sum_{t in P^T_{vw}} (W_{0:t})_{u,w}^2 / |(W_{0:t})_w|^2",
        .reading = "The view is that of eq. (5), and the observer does not use its own noise. If it does, the loss is "
                   "larger. All steps use one matrix W. Its powers are symmetric, so the printed entry (u, w) equals "
                   "the entry (w, u) that the proof means (muffliato.thm1.index).",
        .statement = "The Renyi loss of a node's view is at most U times the sum over its messages of "
                     "(W_{0:t})_{w,u}^2 / |(W_{0:t})_w|^2.",
        .conditions = "Gaussian noise of variance sigma^2 injected once, inputs of sensitivity Delta, any alpha > 1; U "
                      "= alpha Delta^2/(2 sigma^2) is the local-DP level",
        .adversary = one_gossip_observer,
        .domain = fixed_gossip_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm1.repaired",
        .root = "muffliato.thm1",
        .witness = "Path 0-1-2, observer 0, target 2, T = 2. Node 0 receives z_1 and (z_0 + z_1 + z_2)/3, where z is "
                   "the noisy vector. The sum gives 0 + 1/3. But subtracting the first message leaves z_0 + z_2, where "
                   "x_2 is hidden by two noises. So the loss is 1/2, and it is 1 if node 0 knows its own noise.",
        .realistic =
            "Exponential graph on 2^11 nodes of Figure 1(a), Metropolis weights, observer 0, T = 19 (T_stop): for 562 "
            "nodes the loss exceeds the published value. For the node opposite to the observer the loss is 1, and "
            "0.00945 is published. With noise of standard deviation 1e-7 sigma on every message (float32) this loss is "
            "still 1.000; with 1e-3 sigma it is 0.066. Grid of 22 x 22, T = 96, from the middle of a side (node 242) "
            "to a far corner (node 21): 8.77e-7 is published, and the loss is 0.582 (0.088 with noise 1e-7 sigma).",
        .controls = "",
        .note =
            "The proof adds the losses of the messages as if their noises were independent. With edge weights e "
            "instead of 1/3 the ratio of loss to formula is ((1-2e)^2 + 2e^2) / (2e^2). It is unbounded already on "
            "three nodes. For neighbors of the observer the bound holds: their loss is U, by the message at t = 0. The "
            "authors' correction (released with arXiv:2510.17480 as \"Theorem 11 of arXiv 2206.05091, corrected\") is "
            "for fresh noise in every round; its numerator is not squared. It is not a bound for one injection of "
            "noise either. On the path 2-1-0-3 with observer 3, target 2, T = 3 it gives 9/23, and the loss is 2/3.",
    },
    {
        .id = "muffliato.thm1.first_step",
        .source = "cyffers2022muffliato, Theorem 1, eq. (6) at T = 1",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "Under Assumption 1, AT is (α, f)-PNDP with: [...] This theorem, proved in Appendix B, gives a tight "
                 "computation of the privacy loss between every pair of nodes",
        .quote_where = "Theorem 1, Section 3.1, at T = 1",
        .formula = "f(u, v) = alpha Delta^2/(2 sigma^2) sum_{w in V} sum_{t in P^T_{vw}} (W_{0:t})_{u,w}^2 / "
                   "|(W_{0:t})_w|^2, T = 1",
        .statement =
            "For one step eq. (6) equals the loss: U for a neighbor of the observer and 0 for every other node.",
        .conditions = "as muffliato.thm1, T = 1",
        .adversary = colluders,
        .domain = coalition_domain,
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.thm1.repaired",
        .source = "hearsay, docs/maths/gossip_view.md",
        .level = Level::ours,
        .statement = "The loss is U |P e_u|^2 and never above U, where P is the orthogonal projector on the row space "
                     "of the view. If the observer knows its own noise, its column is deleted from the view first.",
        .conditions = "as muffliato.thm1",
        .adversary = own_noise,
        .domain = "every connected graph on 2 to 5 nodes and T <= 4, generated graphs of up to 10 nodes and T <= 6, "
                  "sequences of pairwise averaging; compared with normal equations in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Both observation models are checked: own noise unknown and own noise known.",
    },
    {
        .id = "muffliato.thm1.index",
        .source = "cyffers2022muffliato, Theorem 1, eq. (6) as printed",
        .paper_version = neurips_corrected,
        .level = Level::misprint,
        .quote = "f(u, v) = α∆2 2σ2 ∑ w∈V ∑ t∈PT {v,w} (W0:t) 2 u,w ∥(W0:t)w∥2 .",
        .quote_where = "eq. (6), Section 3.1 (a fraction)",
        .formula =
            "f(u, v) = alpha Delta^2/(2 sigma^2) sum_{w in V} sum_{t in P^T_{vw}} (W_{0:t})_{u,w}^2 / |(W_{0:t})_w|^2",
        .reading = "The proof (Appendix B) means row w, which is (W_{0:t})_{w,u}.",
        .statement =
            "For time-varying W and one message, eq. (6) with the printed entry (W_{0:t})_{u,w} bounds the loss.",
        .conditions = "as muffliato.thm1, W_t may change",
        .adversary = one_gossip_observer,
        .domain = rounds_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm1.repaired",
        .root = "muffliato.thm1.index",
        .witness = "Four nodes average in pairs 1-2, then 1-3, then 0-3. Node 0 receives one message, z_3/2 + z_1/4 + "
                   "z_2/4, so the loss of target 2 is (1/16)/(3/8) = 1/6. The printed entry (W_1 W_0)_{2,3} is 0, "
                   "because nothing of node 3 has reached node 2. The message is row w, so the entry must be (w, u).",
        .controls = "",
        .note = "For a fixed W the product is symmetric, so the order of the indices does not matter.",
    },
    {
        .id = "muffliato.thm1.distance",
        .source = "cyffers2022muffliato, Section 1.1 (ii)",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "It offers privacy amplification that increases as the distance between two nodes increases.",
        .quote_where = "Section 1.1 (ii)",
        .formula = "in words: d(u, v) < d(u', v) implies that u loses at least as much to v as u' does",
        .reading = "The sentence is read for every pair of nodes of a graph. The check does not contest it as a "
                   "tendency over pairs.",
        .statement = "A node's loss decreases as its distance from the observer increases.",
        .conditions = "as muffliato.thm1, fixed graph",
        .adversary = own_noise,
        .domain = fixed_gossip_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "",
        .root = "muffliato.thm1.distance",
        .witness =
            "Tree 0-1 1-2 1-3 2-4, observer 0, T = 3. The messages that it receives span z_1, z_0 + z_2 + z_3 and z_2 "
            "- z_4. So the loss of node 3 at distance 2 is 2/5, and that of node 4 at distance 3 is 3/5. With own "
            "noise known: kite 0-1 1-2 1-3 2-4 3-4, T = 3, where the loss is 1/2 at distance 2 and 1 at distance 3.",
        .controls = "",
        .note = "There is no repair. On every graph a neighbor of the observer loses U, and a node at a distance above "
                "T loses 0. Between the two, the loss depends on the number of other nodes that share each message, "
                "not on the distance. On hypercubes it decreases up to half the diameter and then increases "
                "(muffliato.hypercube).",
    },
    {
        .id = "muffliato.eq7.identity",
        .source = "cyffers2022muffliato, eq. (7)",
        .paper_version = neurips_corrected,
        .level = Level::step,
        .quote = "The mean privacy loss is then obtained by summing the above inequality for u ̸= v and t < T",
        .quote_where = "Appendix B",
        .formula = "(1/n) sum_{u in V} alpha Delta^2/(2 sigma^2) sum_{w in V} sum_{t in P^T_{vw}} (W_{0:t})_{u,w}^2 / "
                   "|(W_{0:t})_w|^2 = alpha Delta^2 T_v/(2 n sigma^2)",
        .reading = "The check tests the sum over all u, with which the display continues.",
        .statement = "Summed over all n nodes, the observer included, eq. (6) is U times the number of messages T_v "
                     "that the observer receives.",
        .conditions = "fixed graph; U = alpha Delta^2/(2 sigma^2)",
        .adversary = one_gossip_observer,
        .domain = fixed_gossip_domain,
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Every message contributes |row|^2 / |row|^2 = 1.",
    },
    {
        .id = "muffliato.eq7.printed",
        .source = "cyffers2022muffliato, eq. (7) with the definition of the mean loss in Section 2.3",
        .paper_version = neurips_corrected,
        .level = Level::misprint,
        .quote = "Another way to interpret the result of Theorem 1 is to derive the corresponding mean privacy loss: "
                 "εv = α∆2Tv 2nσ2",
        .quote_where = "eq. (7), Section 3.1 (a fraction)",
        .formula = "eps_v = (1/n) sum_{u != v} f(u, v) = alpha Delta^2 T_v/(2 n sigma^2)",
        .reading = "The mean of Section 2.3 excludes u = v. Appendix B has an inequality at this place.",
        .statement = "Summed over the nodes u other than v, eq. (6) is U T_v.",
        .conditions = "fixed graph; U = alpha Delta^2/(2 sigma^2)",
        .adversary = one_gossip_observer,
        .domain = fixed_gossip_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.eq7.identity",
        .root = "muffliato.eq7.printed",
        .witness = "Edge 0-1, T = 2: node 0 receives z_1 and (z_0 + z_1)/2. Node 1 has 1 + 1/2, and the missing 1/2 "
                   "belongs to node 0. (Path 0-1-2, T = 2: 5/3 instead of 2.)",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.eq7.repaired",
        .source = "hearsay, docs/maths/gossip_mean.md",
        .level = Level::ours,
        .statement = "The losses of all nodes sum to U rank(A). With own noise known, those of the other nodes sum to "
                     "U rank(A without column v). So the mean loss is at most U T_v / n.",
        .conditions = "fixed graph, A the view; U = alpha Delta^2/(2 sigma^2)",
        .adversary = own_noise,
        .domain = fixed_gossip_domain,
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "So the conclusion that the paper draws from eq. (7) is true, because the trace of a projector is its "
                "rank.",
    },
    {
        .id = "muffliato.polynomials",
        .source = "hearsay, docs/maths/acceleration.md; the polynomials of cyffers2022muffliato, Definition 3",
        .level = Level::ours,
        .statement = "P_t(x) = q^t [T_t(y) + s y U_{t-1}(y)] with y = x/(1-lambda/2), q^2 = gamma - 1, s = "
                     "sqrt(lambda(1-lambda/4)), gamma = 2/(1+s).",
        .conditions = "0 < lambda <= 1",
        .adversary = no_one,
        .domain = "all rational q = a/b in (2 - sqrt 3, 1) with b <= 12 (quick), 20, 30; identity of polynomials up to "
                  "degree 12 in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The polynomials combine Chebyshev polynomials of the first and of the second kind. Definition 3 calls "
                "them re-scaled Chebyshev polynomials, but they are T_t(x/c) / T_t(1/c) for no c (P_2 requires c^2 = 2 "
                "- 2/gamma, and P_3 then requires gamma = 1 or 2). At the end of the domain, lambda = 1 (an edge, "
                "complete graphs), one step averages exactly. More steps partly undo it: P_2(0) = 1 - gamma = 4 "
                "sqrt(3) - 7. Eq. (1) starts its recursion at t = 2; it must be t = 1.",
    },
    {
        .id = "muffliato.thm7.lemma",
        .source = "cyffers2022muffliato, proof of Theorem 7",
        .paper_version = neurips,
        .level = Level::step,
        .quote = "using results from Berthier et al. [8], we have, for a vector y ∈ RV×D such that ∑ v∈V yv = 0, ∥Pt(W "
                 ")y∥2 ⩽ 2(1− √ λW )2∥y∥2. In particular: ∥∥Pt(W )(y − ȳ1⊤) ∥∥ ⩽ 2(1− √ λW )t ∥∥y − ȳ1⊤∥∥2",
        .quote_where = "Appendix C.1",
        .formula = "|P_t(W) y|^2 <= 2 (1 - sqrt(lambda_W))^2 |y|^2 for sum_v y_v = 0; in particular |P_t(W)(y - ybar "
                   "1^T)| <= 2 (1 - sqrt(lambda_W))^t |y - ybar 1^T|^2",
        .reading = "The exponent is printed as 2, and in the next line as t. The check tests t.",
        .statement = "|P_t(W) y|^2 <= 2 (1 - sqrt(lambda))^t |y|^2 for y orthogonal to the constants.",
        .conditions = "lambda the spectral gap, gamma as in Algorithm 1",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 5 nodes, t <= 4",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm7.lemma.repaired",
        .root = "muffliato.thm7.lemma",
        .witness = "Edge 0-1, W = J/2, lambda = 1, t = 2: the right side is 0, and the left side is (7 - 4 sqrt 3)^2 = "
                   "0.005155.",
        .realistic = "Complete graph on 2048 nodes, a column of Table 1: W = J/n, lambda = 1. At t = 2 the sides are "
                     "those of the edge: 0.005155 and 0.",
        .controls = "",
        .note = "If 0 is an eigenvalue, P_t(0)^2 = (gamma - 1)^t for even t. So the form that the proof uses fails for "
                "every lambda > 0.7832 once t is large. An example is W = J/3 + y y^T/10 on the triangle, y = (1, -1, "
                "0)/sqrt(2), with lambda = 0.9. At t = 2 the unit vector along (1, 1, -2) keeps 0.00807, not 0.00527. "
                "With exponent 2t the lemma also fails in both cases.",
    },
    {
        .id = "muffliato.thm7.lemma.repaired",
        .source = "hearsay, docs/maths/acceleration.md",
        .level = Level::ours,
        .statement = "|P_t(W) y|^2 <= 2 (gamma - 1)^t |y|^2 <= 2 exp(-2 t sqrt(lambda)) |y|^2 for y orthogonal to the "
                     "constants.",
        .conditions = "lambda the spectral gap, gamma as in Algorithm 1",
        .adversary = no_one,
        .domain = "a grid of 0 < lambda <= 1, |x| <= 1 - lambda, t <= 34; every connected graph on 2 to 5 nodes and "
                  "generated ones of up to 16, t <= 20",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.thm7",
        .source = "cyffers2022muffliato, Theorem 7, eq. (10)",
        .paper_version = neurips,
        .level = Level::theorem,
        .quote =
            "For any T ⩾ 0, the iterates (xT )T⩾0 of Muffliato (Algorithm 1) verify, for λW defined in Definition 2",
        .quote_where = "Theorem 7, Appendix C.1",
        .formula = "(1/(2n)) sum_v E|x^T_v - xbar|^2 <= ((1/n) sum_v |x_v - xbar|^2 + D sigma^2) e^(-T sqrt(lambda_W)) "
                   "+ D sigma^2/n",
        .statement = "(1/2n) sum E|x_v^T - mean|^2 <= (V + D sigma^2) exp(-T sqrt(lambda)) + D sigma^2 / n.",
        .conditions = "Algorithm 1, V = (1/n) sum |x_v - mean|^2",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 5 nodes and generated ones of up to 16, T <= 45, worst inputs with V "
                  "/ (D sigma^2) in {0, 1/4, 1, 10, 1000}",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note =
            "The theorem holds although the lemma in its proof fails. With the repaired lemma the exponent doubles.",
    },
    {
        .id = "muffliato.thm2",
        .source = "cyffers2022muffliato, Theorem 2",
        .paper_version = neurips,
        .level = Level::theorem,
        .quote = "Let λW be the spectral gap of W . Muffliato (Algorithm 1) verifies, for any t ⩾ T stop:",
        .quote_where = "Theorem 2, Section 3.2",
        .formula = "(1/(2n)) sum_v E|x^t_v - xbar|^2 <= 3 sigma^2/n for t >= T_stop = (1/sqrt(lambda_W)) "
                   "ln((n/sigma^2) max(sigma^2, (1/n) sum_v |x_v - xbar|^2))",
        .statement = "(1/2n) sum E|x_v^t - mean|^2 <= 3 sigma^2 / n for all t >= T_stop = lambda^{-1/2} ln(n "
                     "max(sigma^2, V) / sigma^2).",
        .conditions = "Algorithm 1, lambda > 0",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 5 nodes and generated ones of up to 14, worst inputs with V / sigma^2 "
                  "in {0, 1/4, 1, 10, 1000}, t from T_stop/2 to 2 T_stop",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Half of T_stop is sufficient: docs/maths/acceleration.md.",
    },
    {
        .id = "muffliato.postprocessing",
        .source = "cyffers2022muffliato, Section 3.2",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "Theorem 1 still holds as accelerated gossip can be seen as a post-processing of the non-accelerated "
                 "version.",
        .quote_where = "Section 3.2",
        .formula = "in words: (P_s(W) x^0)_w for s <= t is a function of (W^s x^0)_w for s <= t",
        .statement = "The messages of accelerated gossip carry the same information as those of plain gossip.",
        .conditions = "same graph, observers and number of steps",
        .adversary = colluders,
        .domain = "every connected graph on 2 to 5 nodes and T <= 4, generated ones of up to 9 nodes and T <= 5; row "
                  "spaces in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "P_t has degree t, so the rows of P_0(W), ..., P_t(W) span what those of 1, ..., W^t span.",
    },
    {
        .id = "muffliato.corollary1",
        .source = "cyffers2022muffliato, Corollary 1",
        .paper_version = neurips_corrected,
        .level = Level::step,
        .quote = "Algorithm 1 satisfies (α, εTu→v(α))-PNDP for node u with respect to v, with:",
        .quote_where = "Corollary 1, Section 3.2; proved in Appendix C.2",
        .formula = "eps^T_{u->v}(alpha) <= alpha Delta^2 n/(2 sigma^2) max_{{v,w} in E} W_{v,w}^{-2} sum_{t=1}^T P(X_t "
                   "= v | X_0 = u)^2",
        .reading = "The check tests it as a bound on eq. (6), which the proof shows.",
        .statement = "U n max_w W_{v,w}^{-2} sum_{t=1}^T P(X_t = v | X_0 = u)^2 bounds eq. (6), where X is the walk "
                     "with transition matrix W.",
        .conditions = "fixed graph; U = alpha Delta^2/(2 sigma^2)",
        .adversary = one_gossip_observer,
        .domain = fixed_gossip_domain,
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The maximum is over the neighbors of v.",
    },
    {
        .id = "muffliato.corollary1.loss",
        .source = "cyffers2022muffliato, Corollary 1",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "Algorithm 1 satisfies (α, εTu→v(α))-PNDP for node u with respect to v, with:",
        .quote_where = "Corollary 1, Section 3.2",
        .formula = "eps^T_{u->v}(alpha) <= alpha Delta^2 n/(2 sigma^2) max_{{v,w} in E} W_{v,w}^{-2} sum_{t=1}^T P(X_t "
                   "= v | X_0 = u)^2",
        .reading = "The check tests it as a bound on the loss, which the corollary states.",
        .statement = "U n max_w W_{v,w}^{-2} sum_{t=1}^T P(X_t = v | X_0 = u)^2 bounds the loss of u towards v, where "
                     "X is the walk with transition matrix W.",
        .conditions = "fixed graph; U = alpha Delta^2/(2 sigma^2)",
        .adversary = one_gossip_observer,
        .domain = fixed_gossip_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm1.repaired",
        .root = "muffliato.thm1",
        .witness = "Path 0-1-2, v = 0, u = 2, T = 2. The walk is at 0 only at t = 2, with probability 1/9. So the "
                   "bound is 3 * 9 / 81 = 1/3, and the loss is 1/2.",
        .realistic = "Exponential graph on 2^11 nodes, observer 0, T = 19 (T_stop): for the node opposite to the "
                     "observer the bound is 0.1254, and the loss is 1.",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.thm8",
        .source = "cyffers2022muffliato, Theorem 8, eq. (11)",
        .paper_version = neurips,
        .level = Level::theorem,
        .quote = "For any T ⩾ 0, the iterates (xT )T⩾0 of randomized Muffliato (Algorithm 2) verify:",
        .quote_where = "Theorem 8, Appendix D.1",
        .formula = "(1/(2n)) sum_v E|x^T_v - xbar|^2 <= ((1/n) sum_v |x^0_v - xbar|^2 + D sigma^2) e^(-T lambda_2(p)) "
                   "+ D sigma^2/n",
        .reading = lambda_of_p,
        .statement = "In randomized gossip, (1/2n) sum E|x_v^T - mean|^2 <= (V + D sigma^2) exp(-T lambda_2(L_p)) + D "
                     "sigma^2 / n.",
        .conditions = "one edge per step, drawn with probabilities p; L_p = sum p_e (e_v - e_w)(e_v - e_w)^T",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 4 nodes, equal probabilities, T <= 8, values 100 and -100 at two "
                  "nodes and 0 elsewhere, sigma^2 = 1",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm8.repaired",
        .root = "muffliato.thm8",
        .witness = "Triangle, each edge with probability 1/3: lambda_2 = 1, and a step halves E|x - mean|^2. Take "
                   "values (100, -100, 0), sigma^2 = 1, T = 3. The error is ((20000 + 2)/8 + 1)/6 = 416.9. The bound "
                   "is (20000/3 + 1) exp(-3) + 1/3 = 332.3, and 332.4 if V is that of the noisy values.",
        .realistic = "Complete graph on 2048 nodes, a column of Table 1, all pairs equally likely, values 1 and -1, "
                     "sigma = 1, 7804 steps (T_stop): the error is 0.0223, the bound 0.00146.",
        .controls = "",
        .note = "Averaging one pair is a projection: E[W^T W] = E[W] = I - L_p/2, not I - L_p. On the triangle the "
                "ratio of error to bound tends to (e/2)^T / 2 as V grows.",
    },
    {
        .id = "muffliato.thm8.repaired",
        .source = "hearsay, docs/maths/randomized_gossip.md",
        .level = Level::ours,
        .statement = "Theorem 8 holds with the rate lambda_2(L_p)/2, because E[W^T W] = I - L_p/2.",
        .conditions = "as muffliato.thm8",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 5 nodes and generated ones of up to 8, equal probabilities and "
                  "probabilities proportional to W, T <= 32, worst inputs with V / (D sigma^2) in {0, 1/4, 1, 10, "
                  "1000}; exact second moments, no simulation",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.thm3",
        .source = "cyffers2022muffliato, Theorem 3",
        .paper_version = neurips,
        .level = Level::theorem,
        .quote = "Let λ(p) be the spectral gap of graph G with weights (p{v,w}){v,w}∈E . Randomized Muffliato "
                 "(Algorithm 2) verifies, for all t ⩾ T stop:",
        .quote_where = "Theorem 3, Section 3.3",
        .formula = "(1/(2n)) sum_v E|x^t_v - xbar|^2 <= 2 sigma^2/n for t >= T_stop = (1/lambda(p)) ln((n/sigma^2) "
                   "max(sigma^2, (1/n) sum_v |x^0_v - xbar|^2))",
        .reading = lambda_of_p,
        .statement = "In randomized gossip the error is at most 2 sigma^2 / n for all t >= T_stop = ln(n max(sigma^2, "
                     "V) / sigma^2) / lambda_2(L_p).",
        .conditions = "as muffliato.thm8",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 4 nodes, equal probabilities, T <= 12, values 100 and -100 at two "
                  "nodes and 0 elsewhere, sigma^2 = 1",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm3.repaired",
        .root = "muffliato.thm8",
        .witness =
            "Triangle, each edge with probability 1/3: lambda_2 = 1. Take values (100, -100, 0), sigma^2 = 1. Then "
            "T_stop = ln(20000) = 9.90, and at T = 10 the error is ((20000 + 2)/1024 + 1)/6 = 3.42, not 2/3.",
        .realistic = "Complete graph on 2048 nodes, a column of Table 1, all pairs equally likely, values 1 and -1, "
                     "sigma = 1, 7804 steps (T_stop): the error is 0.0223, the bound 0.000977.",
        .controls = "",
        .note = "On large sparse graphs the printed rate is nearly right. An example is the exponential graph with "
                "2^11 nodes, values 1 and -1 by one coordinate, sigma = 1. The error after T_stop = 42942 steps is "
                "0.00057, below the printed 0.00098.",
    },
    {
        .id = "muffliato.thm3.repaired",
        .source = "hearsay, docs/maths/randomized_gossip.md",
        .level = Level::ours,
        .statement = "Theorem 3 holds with lambda_2(L_p)/2 in place of lambda_2(L_p).",
        .conditions = "as muffliato.thm8",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 4 nodes and generated ones of up to 7, equal probabilities and "
                  "probabilities proportional to W, worst inputs with V / sigma^2 in {0, 1/4, 1, 10, 1000}; exact "
                  "second moments, no simulation",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.corollary2",
        .source = "cyffers2022muffliato, Corollary 2",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "After T iterations of randomized Muffliato, and conditionally on the edges sampled, node u ∈ V is "
                 "(α, εTu→v(α))-PNDP with respect to v, with:",
        .quote_where = "Corollary 2, Appendix D.2",
        .formula = "eps^T_{u->v}(alpha) <= alpha Delta^2/(2 sigma^2) sum_{w ~ v} sum_{t in P^T_{vw}} (W_{0:t})_{uw}^2 "
                   "/ |(W_{0:t})_w|^2",
        .reading = "The check uses the entry (w, u) of the message of w, as the proof means it. The printed entry (u, "
                   "w) is muffliato.thm1.index.",
        .statement = "In randomized gossip, given the edges drawn, eq. (6) bounds the loss.",
        .conditions = "one pair averages in each step",
        .adversary = one_gossip_observer,
        .domain = rounds_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm1.repaired",
        .root = "muffliato.thm1",
        .witness = "Three nodes, pairs 0-1, 1-2, 0-1: node 0 receives z_1 and z_0/4 + z_1/4 + z_2/2. For target 2, eq. "
                   "(6) gives (1/4)/(3/8) = 2/3. Without z_1 the second message is z_0 + 2 z_2, which gives 4/5 (own "
                   "noise known: 1).",
        .realistic = "2048 nodes, pairs drawn from the edges of the exponential graph (seed 1), 42942 steps (T_stop): "
                     "node 0 receives 40 messages. For node 586 the published value is 0.158, and the loss is 0.363.",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.corollary2.mean",
        .source = "cyffers2022muffliato, Corollary 2",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "After T iterations of randomized Muffliato, and conditionally on the edges sampled, node u ∈ V is "
                 "(α, εTu→v(α))-PNDP with respect to v, with: [...] Taking the mean over u ̸= v yields:",
        .quote_where = "Corollary 2, Appendix D.2",
        .formula = "(1/n) sum_{u != v} eps^T_{u->v}(alpha) <= alpha Delta^2/(2 n sigma^2) T_v",
        .statement = "In randomized gossip, given the edges drawn, the mean loss towards v is at most U T_v / n.",
        .conditions = "one pair averages in each step, and v takes part in T_v steps; U = alpha Delta^2/(2 sigma^2)",
        .adversary = own_noise,
        .domain = rounds_domain,
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.thm12",
        .source = "cyffers2022muffliato, Theorem 12, eq. (15)",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "Then the algorithm AT is (α, f)-PNDP with::",
        .quote_where = "Theorem 12, Appendix G.1.2",
        .formula = "f(u, V) <= alpha Delta^2/(2 sigma^2) sum_w sum_{t in P^T_{Vw}} (W_{0:t})_{u,w}^2 / "
                   "|(W_{0:t})_w|^2, V the colluders, u not in V",
        .reading =
            "The paper's view also contains the messages between members of the coalition. The check tests what the "
            "coalition knows without them. The witness is a coalition of one, for which both views are the same.",
        .statement =
            "The loss towards a coalition O is at most U times the sum over its messages of (row_u)^2 / |row|^2.",
        .conditions = "as muffliato.thm1, u outside O",
        .adversary = colluders,
        .domain = coalition_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm12.repaired",
        .root = "muffliato.thm1",
        .witness = "A coalition of one is Theorem 1. Path 0-1-2, O = {0}, target 2, T = 2: the bound is 1/3, and the "
                   "loss is 1/2.",
        .realistic =
            "A coalition of one: exponential graph on 2^11 nodes of Figure 1(a), Metropolis weights, observer 0, T = "
            "19 (T_stop). For the node opposite to the observer the published value is 0.00945, and the loss is 1.",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.thm12.repaired",
        .source = "hearsay, docs/maths/gossip_view.md",
        .level = Level::ours,
        .statement = "The loss towards a coalition that knows its own noise is U |P e_u|^2, where P is the projector "
                     "on the row space of the view without the columns O.",
        .conditions = "as muffliato.thm12",
        .adversary =
            "a coalition of honest-but-curious nodes that share the messages that they receive and their own noise",
        .domain = "every connected graph on 2 to 5 nodes, coalition and T <= 4, generated graphs of up to 10 nodes and "
                  "T <= 6; compared with normal equations in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.eq16",
        .source = "cyffers2022muffliato, eq. (16)",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "Consequently, there exists f such that AT is (α, f)-PNDP with: [...] where ∑ t<T |Nt(V )| is the "
                 "total number of communications a colluding set V is involved with, up to time T .",
        .quote_where = "Theorem 12, eq. (16), Appendix G.1.2",
        .formula =
            "eps_V = (1/n) sum_{u not in V} f(u, V) <= alpha Delta^2/(2 n sigma^2) sum_{t<T} |N_t(V)|, V the colluders",
        .statement = "The mean loss towards a coalition O is at most (U/n) sum_{t<T} |N_t(O)|.",
        .conditions = "as muffliato.thm12",
        .adversary =
            "a coalition of honest-but-curious nodes that share the messages that they receive and their own noise",
        .domain = coalition_domain,
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The printed proof, which sums eq. (15), does not show it. It holds because the losses sum to a rank.",
    },
    {
        .id = "muffliato.thm13",
        .source = "cyffers2022muffliato, Theorem 13, eq. (18)",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "Under Assumption 1, AT is (α, f)-group PNDP for with:",
        .quote_where = "Theorem 13, Appendix G.2",
        .formula = "f(U, v) = alpha Delta^2/(2 sigma^2) sum_w sum_{t in P^T_{vw}} sum_{u in U} (W_{0:t})_{u,w}^2 / "
                   "|(W_{0:t})_w|^2, U the group",
        .reading = "The check uses one message, for which eq. (6) is exact. So the failure is in the step to groups, "
                   "not in Theorem 1.",
        .statement = "For a group of nodes that change together and one message, U sum_{u in group} (row_u)^2 / "
                     "|row|^2 bounds the loss.",
        .conditions = "every member changes by at most Delta; U = alpha Delta^2/(2 sigma^2)",
        .adversary = one_gossip_observer,
        .domain = "every sequence of at most 3 pairs on 2 to 4 nodes and every group of at least two; then generated "
                  "sequences on up to 8 nodes",
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm13.repaired",
        .root = "muffliato.thm13",
        .witness = "Pairs 1-2, then 0-1: node 0 receives (z_1 + z_2)/2. Changing both inputs by Delta changes the "
                   "message by Delta, with noise variance sigma^2/2. So the loss is 2, while eq. (18) adds 1/2 + 1/2. "
                   "The square of a sum is not the sum of the squares.",
        .realistic = "Exponential graph on 2^11 nodes, observer 0, T = 2, the 55 nodes at distance 2 change together. "
                     "Eq. (18) gives 55/6 = 9.17, and the loss is 1100/31 = 35.5.",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.thm13.repaired",
        .source = "hearsay, docs/maths/gossip_mean.md",
        .level = Level::ours,
        .statement =
            "The loss of a group is U max over signs of |P sum_u +-e_u|^2, which is at most U (sum_u |P e_u|)^2.",
        .conditions = "every member changes by at most Delta; U = alpha Delta^2/(2 sigma^2)",
        .adversary = own_noise,
        .domain = "every sequence of at most 3 pairs on 2 to 4 nodes and every group, generated sequences on up to 7 "
                  "nodes; compared with normal equations in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.h2",
        .source = "cyffers2022muffliato, Appendix H.2",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "For an exponential graph, the pairwise privacy loss is fully determined by the shortest length path,",
        .quote_where = "Appendix H.2",
        .formula = "f(u, v) = g(d(u, v)), d the length of the shortest path",
        .statement = "On the hypercube the loss depends only on the distance from the observer.",
        .conditions = "fixed graph, equal weights",
        .adversary = own_noise,
        .domain = "hypercubes of dimension 2 to 5 (quick), 7, 9 and every T up to the dimension plus 1; eq. (6), the "
                  "exact loss, and the loss with own noise known",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "There are at most 60 instances. Each is one dimension with one T, and covers three losses of every "
                "node of hypercubes of up to 2^9 nodes.",
    },
    {
        .id = "muffliato.hypercube",
        .source = "hearsay, docs/maths/hypercube_loss.md",
        .level = Level::ours,
        .statement = "On the hypercube with 2^m nodes and own noise known, a node at distance k <= min(T, m-1) loses m "
                     "/ C(m,k) U. A node at distance k = m <= T loses U.",
        .conditions = "fixed graph, equal weights; U = alpha Delta^2/(2 sigma^2)",
        .adversary = own_noise,
        .domain = "hypercubes of dimension 2 to 5 (quick), 7, 9 and every T up to the dimension plus 1; dimensions 2 "
                  "and 3 also in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The antipode gets no amplification; its loss is far larger than that of the nodes just before it. "
                "There are at most 60 instances. Each is one dimension with one T, and covers every node of hypercubes "
                "of up to 2^9 nodes.",
    },
    {
        .id = "muffliato.edges_help",
        .source = "cyffers2022muffliato, Section 2.1",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "adding edges improve mixing properties (λW increases)",
        .quote_where = "Section 2.1",
        .formula = "in words: lambda_W of (V, E) <= lambda_W of (V, E') for E contained in E'",
        .reading = "The check uses Metropolis weights before and after. With optimal weights for each graph the "
                   "sentence holds, because more edges allow more choices of weights.",
        .statement = "Adding an edge does not lower the spectral gap lambda_W.",
        .conditions = "Metropolis weights before and after",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 5 nodes and every missing edge",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.edges_help.repaired",
        .root = "muffliato.edges_help",
        .witness = "Ring of 4 with all weights 1/3: eigenvalues 1, 1/3, 1/3, -1/3, gap 2/3. A chord raises two degrees "
                   "to 3, so all weights become 1/4. Then the difference of the two other nodes is an eigenvector for "
                   "1/2, and the gap is 1/2.",
        .controls = "",
        .note = "With the best weights for each graph the sentence holds, because weights on fewer edges remain "
                "allowed after an edge is added.",
    },
    {
        .id = "muffliato.edges_help.repaired",
        .source = "hearsay, docs/maths/gossip_gap.md",
        .level = Level::ours,
        .statement =
            "With the same weight 1/n on every edge before and after, adding an edge does not lower the spectral gap.",
        .conditions = "W = I - L/n, L the Laplacian of a graph on n nodes",
        .adversary = no_one,
        .domain = "every connected graph on 2 to 5 nodes and every missing edge; then generated graphs of up to 16 "
                  "nodes and one missing edge each",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Proved: the gap is lambda_2(L)/n, and an added edge adds a positive semidefinite matrix to L.",
    },
    {
        .id = "muffliato.dominating",
        .source = "cyffers2022muffliato, Appendix G.1.4",
        .paper_version = neurips,
        .level = Level::prose,
        .quote = "For Erdos Rényi graphs or exponential graphs, there exists dominating sets of size O(log n)",
        .quote_where = "Appendix G.1.4",
        .formula = "in words: min {|S|: S a dominating set of the exponential graph on n nodes} = O(log n)",
        .statement = "Exponential graphs have dominating sets of at most C log_2 n nodes for a constant C.",
        .conditions = "hypercubes, n = 2^m",
        .adversary = no_one,
        .domain = "hypercubes of growing dimension, C = 1, 100, 10000, 1000000",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.dominating.repaired",
        .root = "muffliato.dominating",
        .witness = "Each node dominates itself and its m neighbors, so n / (1 + m) nodes are necessary, with n = 2^m. "
                   "On hypercube:5, 32/6 > 5 rules out C = 1. On hypercube:30, 2^30 / 31 > 30 million rules out C = "
                   "10^6. Larger hypercubes rule out larger C.",
        .controls = "",
        .note = "The same count, n / (1 + d_max), also rules it out for Erdos-Renyi graphs, whose degrees are of order "
                "log n.",
    },
    {
        .id = "muffliato.dominating.repaired",
        .source = "hearsay, docs/maths/gossip_gap.md",
        .level = Level::ours,
        .statement = "The smallest dominating sets of the hypercube with n = 2^m nodes have between n / (m + 1) and 2 "
                     "n / (m + 1) nodes.",
        .conditions = "m >= 1",
        .adversary = no_one,
        .domain = "m = 1 to 12 (quick), 14, 18; the check builds the set of Hamming's code and examines every node",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The order is n / log n, not log n. So a coalition that dominates an exponential graph is a fraction 1 "
                "/ log n of all nodes. Proved for every m. There is one instance per dimension, of up to 2^18 nodes.",
    },
    {
        .id = "muffliato.corollary3",
        .source = "cyffers2022muffliato, Corollary 3",
        .paper_version = neurips_corrected,
        .level = Level::step,
        .quote = "After T iterations of Algorithm 1, node u is (α, εTu→V (α))-PNDP with respect to V , with:",
        .quote_where = "Corollary 3, Appendix G.1.2",
        .formula =
            "eps^T_{u->V}(alpha) <= alpha n/(2 sigma^2) max_{w ~ V} W_{v,w}^{-2} sum_{t=1}^T P(X_t in V | X_0 = u)^2",
        .reading = "The check tests it as a bound on eq. (15).",
        .statement = "U n max W_{v,w}^{-2} sum_{t=1}^T P(X_t in O | X_0 = u)^2 bounds eq. (15), where X is the walk "
                     "with transition matrix W.",
        .conditions = "fixed graph, u outside O; the maximum is over edges between O and its neighbors; Delta = 1, "
                      "which the printed statement omits; U = alpha/(2 sigma^2)",
        .adversary = colluders,
        .domain = coalition_domain,
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.corollary3.loss",
        .source = "cyffers2022muffliato, Corollary 3",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "After T iterations of Algorithm 1, node u is (α, εTu→V (α))-PNDP with respect to V , with:",
        .quote_where = "Corollary 3, Appendix G.1.2",
        .formula =
            "eps^T_{u->V}(alpha) <= alpha n/(2 sigma^2) max_{w ~ V} W_{v,w}^{-2} sum_{t=1}^T P(X_t in V | X_0 = u)^2",
        .reading = "The check tests it as a bound on the loss, which the corollary states. Messages between members of "
                   "the coalition, which the paper's sum also has, are left out on both sides: see muffliato.thm12.",
        .statement = "U n max W_{v,w}^{-2} sum_{t=1}^T P(X_t in O | X_0 = u)^2 bounds the loss of u towards O, where X "
                     "is the walk with transition matrix W.",
        .conditions = "as muffliato.corollary3",
        .adversary = colluders,
        .domain = coalition_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm12.repaired",
        .root = "muffliato.thm1",
        .witness = "A coalition of one is Corollary 1. Path 0-1-2, O = {0}, target 2, T = 2: the bound is 1/3, and the "
                   "loss is 1/2.",
        .realistic = "A coalition of one, exponential graph on 2^11 nodes, T = 19 (T_stop): for the node opposite to "
                     "the observer the bound is 0.1254, and the loss is 1.",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.corollary4",
        .source = "cyffers2022muffliato, Corollary 4",
        .paper_version = neurips_corrected,
        .level = Level::misprint,
        .quote = "where xout is the output of Algorithm 1 after T stop(x,W, σ2) steps for σ2 = dV ∆2 2αε",
        .quote_where = "Corollary 4, Appendix G.1.2 (a fraction)",
        .formula = "eps_V = (1/n) sum_{u not in V} f(u, V) <= eps after T_stop(x, W, sigma^2) steps for sigma^2 = d_V "
                   "Delta^2/(2 alpha eps)",
        .statement = "With sigma^2 = d_O Delta^2 / (2 alpha epsilon) the mean loss of T_stop steps towards O is at "
                     "most epsilon.",
        .conditions = "Algorithm 1; d_O nodes outside O have a neighbor in O; alpha = 2, Delta = 1, epsilon = 1",
        .adversary = colluders,
        .domain = coalition_domain,
        .evidence = Evidence::property,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.corollary4.repaired",
        .root = "muffliato.corollary4",
        .witness = "Edge 0-1, O = {0}, alpha = 2, epsilon = 1: the printed variance is 1/4. Node 0 receives x_1 + "
                   "noise, a loss of alpha / (2 sigma^2) = 4. The mean over n = 2 nodes is 2, not 1.",
        .controls = "",
        .note = "alpha is on the wrong side, and n and T are missing. So on large graphs the printed variance is also "
                "far too large: for hypercube:12, alpha = 2, epsilon = 1, T = 22, the value 0.0645 is sufficient and 3 "
                "is printed.",
    },
    {
        .id = "muffliato.corollary4.repaired",
        .source = "hearsay, docs/maths/gossip_mean.md",
        .level = Level::ours,
        .statement =
            "Let T >= T_stop and sigma^2 = alpha Delta^2 T d_O / (2 n epsilon). Then the mean loss towards O is at "
            "most epsilon, and the error is at most 3 sigma^2 / n = 3 alpha Delta^2 T d_O / (2 n^2 epsilon).",
        .conditions = "Algorithm 1, lambda > 0",
        .adversary =
            "a coalition of honest-but-curious nodes that share the messages that they receive and their own noise",
        .domain = "every connected graph on 2 to 5 nodes and coalition, generated graphs of up to 12 nodes; alpha in "
                  "{1.5, 2, 10}, inputs in [0, 1]",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "muffliato.robust",
        .source = "hearsay, docs/maths/gossip_mean.md",
        .level = Level::ours,
        .statement = "With independent noise of variance tau^2 sigma^2 on every message, the loss is continuous in tau "
                     "and tends to the exact loss as tau -> 0. Violations of eq. (6) persist at tau = 1e-7: all of "
                     "them on at most 5 nodes, and on more nodes at least one in every view that has a violation.",
        .conditions = "as muffliato.thm1; T <= 10 for the last part",
        .adversary = one_gossip_observer,
        .domain = "every connected graph on 2 to 5 nodes, T <= 5 (quick) or 10, generated graphs of up to 16 nodes, T "
                  "<= 10; tau from 1 down to 1e-4, and 1e-7; the ridge form is also compared with rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note =
            "tau = 1e-7 corresponds to rounding messages to float32. So the refutation of Theorem 1 does not depend on "
            "infinite precision. Single targets can fall below eq. (6) again: 6 of 31507 violations on generated "
            "graphs did. An example is target 5 towards node 0 of the tree 0-1 1-2 1-3 2-4 2-5 2-6 2-7 3-8 3-9 3-10 "
            "4-11 8-12 at T = 10. Its loss falls from 0.333 to 0.157, and the published value is 0.177.",
    },
};
static_assert(complete(muffliato_claims), "a claim has an empty field, or is refuted without a witness");

}  // namespace

std::span<const Claim> muffliato() { return muffliato_claims; }

}  // namespace hearsay::claims
