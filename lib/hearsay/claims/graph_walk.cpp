// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view random_walks = "code released with arXiv:2402.07471 (repository totilas/DPrandomwalk)";
constexpr std::string_view fdp = "NeurIPS 2025, arXiv:2510.19934v1";
constexpr std::string_view fdp_code = "code released with arXiv:2510.19934 (repository lx10077/PN-f-DP)";
constexpr std::string_view reader = "node v reads the token whenever it arrives and knows the times and its own noise";
constexpr std::string_view much_noise =
    "W symmetric, its entries not negative; X_0 uniform; linear losses (each contribution moves the token by at most "
    "Delta, for any token), fresh noise of variance sigma^2; U = alpha Delta^2/(2 sigma^2), the limit for sigma -> "
    "infinity";
constexpr std::string_view one_visit =
    "user i takes K noisy steps, sensitivity Delta each, and the token arrives at j after t K of them";

constexpr Claim claims[] = {
    {
        .id = "graphwalk.exact",
        .source = "hearsay, docs/maths/walk.md, section 11",
        .level = Level::ours,
        .statement = "For much noise, the loss of a walk of T steps tends to U times the mean of the sum over readings "
                     "of E[k | gap]^2/m. Here k is the number of passes of u in the m hidden steps of the gap.",
        .conditions = much_noise,
        .adversary = reader,
        .domain =
            "every connected graph on 2 to 4 nodes (quick: 3), Metropolis weights, T <= 7 (quick: 4, standard: 5), all "
            "walks listed; generated graphs of up to 8 nodes, T <= 16; gap by gap in rational arithmetic, and the "
            "accountant of any graph",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "graph-walk-single-visits",
        .note = "",
    },
    {
        .id = "graphwalk.closed_form",
        .source = "cyffers2024differentially, released code, function priv_global",
        .paper_version = random_walks,
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: graph.py, function priv_global: \"constant = alpha*T *np.log(T)/(sigma**2 "
            "*n**2)\", to which alpha T logW/(sigma^2 n) is added, logW = -ln(I - W + J)",
        .formula = "alpha T ln(T)/(sigma^2 n^2) + alpha T logW_uv/(sigma^2 n), logW = -ln(I - W + J); T = int(20 "
                   "ceil(ln(n)/lambda_2) (0.25 + sigma^2)/sigma^2), lambda_2 = 1 - the second largest eigenvalue of W",
        .reading = "Tested at the number of steps that the code itself takes, which is 20 ceil(ln(n)/lambda_2) for "
                   "sigma to infinity. A negative number counts as 0.",
        .statement = "With T = 20 ceil(ln(n)/lambda_2) steps, the loss is at most U (2T/n) (ln(T)/n - ln(I - W + "
                     "J)_uv), where lambda_2 = 1 - the second eigenvalue of W.",
        .conditions = much_noise,
        .adversary = reader,
        .domain = "5 to 12 nodes that are alike and one more node, to which each of them sends the token with "
                  "probability 1/1000, 1/3000 or 1/10000; a lower bound of the loss in rational arithmetic, the "
                  "logarithm between fractions",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "graphwalk.exact",
        .root = "graphwalk.thm41",
        .witness = "Eleven nodes: ten are alike, and each sends the token to the eleventh with probability 1/3000 and "
                   "back. T = 13080: the number is 836.95, the loss is above 861.",
        .realistic = "A clique of 57 nodes with a tail of three, Metropolis weights, T = 14180: 33.84 < 34.46 for the "
                     "end of the tail and a node of the clique away from it.",
        .controls = "",
        .note = "The number counts each pass of u separately, but passes between two readings of v add up "
                "(graphwalk.series). On all connected graphs of up to 6 nodes with the code's weights the number is "
                "above the loss (graphwalk.closed_form.long). Its ln T is below the H_T of the sum that it replaces; "
                "this alone does not refute the statement at such T. The copy released with Li et al. (NeurIPS 2025) "
                "has H_T, and its scripts take 100 to 1500 steps. That copy is too small if a walk does not mix in so "
                "few steps. For the two ends of a path of 16 nodes and T = 100 it is -0.048, the loss 0.00484. On its "
                "own ring of cliques it holds.",
    },
    {
        .id = "graphwalk.closed_form.long",
        .source = "hearsay, docs/maths/walk.md, section 13",
        .level = Level::ours,
        .statement =
            "On connected graphs of up to 6 nodes with Metropolis weights, the loss is at most U (2T/n) (ln(T)/n - "
            "ln(I - W + J)_uv). Here T = 25 ceil(ln(n)/(1 - lambda_2)), the code's own number of steps at sigma = 1.",
        .conditions = much_noise,
        .adversary = reader,
        .domain = "every connected graph on 2 to 6 nodes (quick: 4, standard: 5), Metropolis weights, every pair",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "This is the limit of much noise. On larger graphs the statement fails (graphwalk.closed_form). At "
                "sigma = 1 sums of this kind fail for other reasons, too (graphwalk.series.order).",
    },
    {
        .id = "graphwalk.series",
        .source = "li2025mitigating, released code, class OneStepRDP",
        .paper_version = fdp_code,
        .level = Level::code,
        .quote_where = "none, the text was not at hand: OneStepRDP of the private logistic regression sums (W^t)_ij/(t "
                       "sigma^2) and composes T/n times; arXiv:2510.19934, Remark 4.1, says that arXiv:2402.07471 "
                       "\"defines the weights as the matrix entries\"",
        .formula = "(T/n) sum_{t<=T} (W^t)_uv/(t sigma^2), times alpha",
        .reading = "Tested for every T and every symmetric W, as the class takes them.",
        .statement = "The loss of T steps is at most U (2T/n) sum_{i<=T} (W^i)_uv/i.",
        .conditions = much_noise,
        .adversary = reader,
        .domain = "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), T <= 16 (quick: 6, standard: 12); "
                  "generated graphs of up to 10 nodes, T <= 40; Metropolis weights, in rational arithmetic; and 5 to "
                  "12 nodes that are alike and one more, as in graphwalk.closed_form, with its T; there by a lower "
                  "bound of the loss and an upper bound of the sum",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "graphwalk.exact",
        .root = "graphwalk.thm41",
        .witness = "Twelve nodes: eleven are alike, and each sends the token to the twelfth with probability 1/10000 "
                   "and back. T = 41420: the number is below 2825.8, the loss is above 2877.",
        .realistic = "A clique of 77 nodes with a tail of three, Metropolis weights, T = 20420: 31.67 < 34.24 for the "
                     "end of the tail and a node of the clique away from it.",
        .controls = "",
        .note = "(W^i)_uv is small if u is far away. But a token near u stays there and passes u many times between "
                "two readings of v: k values behind m noises have a loss of k^2/m. The statement holds on every "
                "connected graph of up to 5 nodes with Metropolis weights, and on generated graphs of up to 10 nodes. "
                "For fixed noise and order see graphwalk.series.order. The class of the same name beside the synthetic "
                "graphs squares its singular values in each step: it uses the powers 1, 2, 4, ... instead.",
    },
    {
        .id = "graphwalk.series.order",
        .source = "li2025mitigating, released code, class OneStepRDP",
        .paper_version = fdp_code,
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: function compute_RDP_rho_bound, whose rho is taken T/n times: \"Here "
            "we compute the (alpha, alpha * rho)-RDP\"",
        .formula = "(T/n) sum_{t<=T} (W^t)_uv/(t sigma^2), times alpha, for any alpha",
        .reading = "Tested for order 2 at sigma = 2 Delta, where sigma^2 = 2 Delta^2 alpha (alpha - 1). Weak "
                   "convexity, on which such sums rest, requires this noise. The theorem of arXiv:2402.07471 and its "
                   "conditions were not at hand.",
        .statement =
            "The Renyi loss of order 2 at sigma = 2 Delta is at most a quarter of (2T/n) sum_{i<=T} (W^i)_uv/i.",
        .conditions = "W symmetric, its entries not negative; X_0 uniform; linear losses, fresh noise of variance 4 "
                      "Delta^2",
        .adversary = reader,
        .domain = "stars of 3 to 8 nodes read by the center, Metropolis weights, T <= 70; the loss from below by the "
                  "first reading",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "graphwalk.exact",
        .root = "graphwalk.series.order",
        .witness = "A star of seven nodes, a leaf towards the center, T = 66: the number is 3.215, the loss is at "
                   "least 3.226.",
        .controls = "",
        .note = "A leaf keeps the token for m steps with probability (1 - 1/n)^m, and its m values behind m noises "
                "contribute e^(m Delta^2/sigma^2). So the loss of order 2 grows like T (Delta^2/sigma^2 + ln(1 - "
                "1/n)), but the number grows like ln(T) T/n^2. At sigma = Delta, the setting of graph.py, a star of "
                "four nodes is enough: T = 8, 2.718 < 2.84.",
    },
    {
        .id = "graphwalk.hitting",
        .source = "li2025mitigating, released code, class NewWightRDP",
        .paper_version = fdp_code,
        .level = Level::code,
        .quote_where = "none, the text was not at hand: \"modified_W[:,self.end] = 0\", \"betas = "
                       "1/np.arange(1,1+self.T)/self.sigma**2\", composed T/n times; arXiv:2510.19934, Section 5, "
                       "calls it a refined RDP baseline with the exact hitting time",
        .formula = "(T/n) sum_{t<=T} f_t/(t sigma^2), times alpha, f_t the probability that the walk from u first "
                   "meets v in step t",
        .statement = "The loss of T steps is at most U (2T/n) sum_{t<=T} f_t/t, where f_t is the probability that the "
                     "walk from u first meets v in step t.",
        .conditions = much_noise,
        .adversary = reader,
        .domain = "two nodes, W_01 = 1/2, 1/4, 1/10, T <= 40 (quick: 20, standard: 30), in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "graphwalk.exact",
        .root = "graphwalk.thm41",
        .witness = "Two nodes, W_01 = 1/10, T = 14: 3.433 < 3.529.",
        .realistic = "The released ring of three cliques of eight nodes, T = 930, which the script takes for it: 1.771 "
                     "< 1.863 for a node of the next clique.",
        .controls = "",
        .note = "With Metropolis weights the ends of a path of three nodes refute it at T = 25: 3.190 < 3.231. In "
                "graphwalk.series the later visits of v, counted for every pass, offset the passes that add up between "
                "two readings.",
    },
    {
        .id = "graphwalk.lemma42",
        .source = "li2025mitigating, Lemma 4.2",
        .paper_version = fdp,
        .level = Level::theorem,
        .quote = "for 0 < c < 1, we have",
        .quote_where = "Lemma 4.2 (mu_t^2 = c^(2K(t-1)) (1+c)/(1-c) (1-c^K)^2/(1-c^(2Kt)) Delta^2/sigma^2)",
        .formula = "f_ij^t >= G_{mu_t}, mu_t = sqrt(c^(2K(t-1)) ((1 + c)/(1 - c)) (1 - c^K)^2/(1 - c^(2Kt))) "
                   "Delta/sigma; 0 < c < 1",
        .reading = "Tested for one visit of i, as in the proof: the maps of i differ by a shift, and later maps are "
                   "the same. The proof says that \"the privacy loss of the second pass is accounted for using other f "
                   "single functions\"; graphwalk.thm41 is about that.",
        .statement = "Between c-Lipschitz maps, 0 < c < 1, the token is G_mu-private with respect to i's visit, with "
                     "mu^2 = c^(2K(t-1)) (1+c)/(1-c) (1-c^K)^2/(1-c^(2Kt)) Delta^2/sigma^2.",
        .conditions = one_visit,
        .adversary = "node j sees the token when it arrives",
        .domain = "generated affine maps of slopes up to c = 1/8, ..., 7/8, K <= 3, t <= 4, in rational arithmetic; "
                  "clipped maps with K = 1, t = 2 and noises of different size, by quadrature",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Equality holds for theta -> c theta. The released code leaves out c^(2K(t-1)), which is safe.",
    },
    {
        .id = "graphwalk.lemma42.limit",
        .source = "li2025mitigating, Lemma 4.2",
        .paper_version = fdp,
        .level = Level::theorem,
        .quote = "When c = 1, one has",
        .quote_where = "Lemma 4.2 (sqrt(K) Delta/(sigma sqrt(tK + 1)))",
        .formula = "mu_t = sqrt(K) Delta/(sigma sqrt(tK + 1)); c = 1",
        .reading = "Node j sees the token as it arrives, t K noises after i took it over, as in \"after t steps, "
                   "Algorithm 1 has been run for tK iterations\". If j's own K noises were counted too, the number "
                   "would be right for K = 1.",
        .statement = "Between maps that expand no distance, the token is G_mu-private with respect to i's visit, with "
                     "mu^2 = K/(tK + 1) Delta^2/sigma^2.",
        .conditions = one_visit,
        .adversary = "node j sees the token when it arrives",
        .domain = "translations, t + K <= 8, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "graphwalk.lemma42.limit.repaired",
        .root = "graphwalk.lemma42.limit",
        .witness = "t = K = 1: one value behind one noise, mu^2 = 1; the number is 1/2.",
        .realistic = "The paper's hypercube of 32 nodes, T = 275, sigma = 1, delta = 1e-5, composed floor(T/n) times. "
                     "With the printed value epsilon is 6.15, 4.00, 3.20, 2.83, 2.63 at distance 1 to 5, as in the "
                     "released table. With K/t it is 9.21, 4.85, 3.60, 3.08, 2.80.",
        .controls = "",
        .note = "The limit of the lemma's own formula for c -> 1 is K/t. The released code has K/t too (gdp.py of the "
                "private classification). Its copy beside the synthetic graphs takes the value at t + 1, which gives "
                "the released table of the hypercube.",
    },
    {
        .id = "graphwalk.lemma42.limit.repaired",
        .source = "hearsay, docs/maths/walk.md, section 13",
        .level = Level::ours,
        .statement = "Between maps that expand no distance, the token is G_mu-private with respect to i's visit, with "
                     "mu^2 = K/t Delta^2/sigma^2.",
        .conditions = one_visit,
        .adversary = "node j sees the token when it arrives",
        .domain = "generated affine maps of slopes up to 1, K <= 3, t <= 4, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "This is privacy amplification by iteration. Equality holds for translations.",
    },
    {
        .id = "graphwalk.lemma43",
        .source = "li2025mitigating, Lemma 4.3",
        .paper_version = fdp,
        .level = Level::theorem,
        .quote = "For non-convex loss functions with gradient sensitivity ∆, we have",
        .quote_where = "Lemma 4.3 (mu = sqrt(K) Delta/(sqrt(tK + 1) sigma))",
        .formula = "f_ij^t >= G_mu, mu = sqrt(K) Delta/(sqrt(tK + 1) sigma)",
        .reading = "Tested for the f_t of the proof: t K noisy steps of others after the K steps of i. As the paper "
                   "uses the lemma, with t K noises in all, it fails without any map (graphwalk.lemma42.limit).",
        .statement = "Between any maps, the token is G_mu-private with respect to i's visit, with mu^2 = K/(tK + 1) "
                     "Delta^2/sigma^2.",
        .conditions = "user i takes K noisy steps, sensitivity Delta each, and others t K; gradients of any losses",
        .adversary = "node j sees the token when it arrives",
        .domain = "theta -> a theta, a = 1, ..., 5 after i's steps, t + K <= 8, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "graphwalk.lemma43.repaired",
        .root = "graphwalk.lemmaD3",
        .witness = "t = K = 1, then a user whose gradient step doubles the token: (2 Delta)^2/(4 + 1) = 4/5 > 1/2.",
        .controls = "",
        .note = "An expanding map enlarges the contribution of i, so the noise that follows is small beside it. "
                "Without convexity there is no amplification by iteration.",
    },
    {
        .id = "graphwalk.lemma43.repaired",
        .source = "hearsay, docs/maths/walk.md, section 13",
        .level = Level::ours,
        .statement =
            "Between any maps, the token is G_mu-private with respect to i's visit, with mu^2 = K Delta^2/sigma^2.",
        .conditions = "user i takes K noisy steps, sensitivity Delta each, and others any number",
        .adversary = "node j sees the token when it arrives",
        .domain = "generated affine maps of slopes up to 6, K <= 3, t <= 4, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "It follows from composition and post-processing, and is the supremum over maps.",
    },
    {
        .id = "graphwalk.lemmaD3",
        .source = "li2025mitigating, Lemma D.3",
        .paper_version = fdp,
        .level = Level::step,
        .quote = "satisfying T(X,X ′) ≥ T(ζ,ζ ′) with ζ ∼ N(0,σ 2 1), ζ ′ ∼ N(µ,σ 2 1) for some µ > 0, we have "
                 "T(X + ξ,X ′ + ξ ′) ≥ T(ζ + ξ,ζ ′ + ξ ′)",
        .quote_where = "Appendix D.3, Lemma D.3, for xi, xi' ~ N(0, sigma_2^2)",
        .formula = "T(X, X') >= T(zeta, zeta') => T(X + xi, X' + xi') >= T(zeta + xi, zeta' + xi'); zeta ~ N(0, "
                   "sigma^2 1), zeta' ~ N(mu, sigma^2 1), xi, xi' ~ N(0, sigma_2^2)",
        .statement = "Suppose that X and X' are at least as hard to distinguish as N(0, s^2) and N(m, s^2). After the "
                     "same Gaussian noise is added to all four, this is still true.",
        .conditions = "X, X' any random variables, the noise independent",
        .adversary = "none",
        .domain = "X = a zeta, a = 1, ..., 5, s = m = 1, noise of variance 1, ..., 5; mu^2 in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "graphwalk.lemmaD3.repaired",
        .root = "graphwalk.lemmaD3",
        .witness = "X = 2 zeta, noise of variance 1: mu^2 = 4/5 > 1/2.",
        .controls = "",
        .note = "The proof computes proc(zeta) + xi from zeta + xi, but it would need zeta. A trade-off function does "
                "not depend on the scale of X; added noise does.",
    },
    {
        .id = "graphwalk.lemmaD3.repaired",
        .source = "hearsay, docs/maths/walk.md, section 13",
        .level = Level::ours,
        .statement =
            "graphwalk.lemmaD3 holds for X = phi(zeta), X' = phi(zeta'), where the map phi expands no distance.",
        .conditions = "the noise independent",
        .adversary = "none",
        .domain = "generated clipped linear maps of slope up to 1, noise between 1/2 and 3/2, epsilon up to 0.8, both "
                  "directions, by quadrature",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "This is privacy amplification by iteration, for one step.",
    },
    {
        .id = "graphwalk.thm41",
        .source = "li2025mitigating, Theorem 4.1",
        .paper_version = fdp,
        .level = Level::theorem,
        .quote =
            "user j is visited no more than ⌈(1 + ζ)T/n⌉ times, yielding the composed trade-off function (f single "
            "ij) ⊗⌈(1+ζ)T/n⌉ in Theorem 4.1.",
        .quote_where =
            "Remark 4.4; in the text at hand Theorem 4.1 has lost its display: \"with probability 1 -δ ′ T,n "
            ", for any ζ > 0\", W irreducible, aperiodic and symmetric",
        .formula = "(f_ij^single) composed ceil((1 + zeta) T/n) times, f_ij^single the mixture of the f_ij^t over the "
                   "first hitting time; with probability 1 - delta'_{T,n}, any zeta > 0",
        .reading = "Tested for strongly convex losses with c = 1/2, where Lemma 4.2's value is right, K = 1 and the "
                   "smallest zeta. The words \"with probability\" have two readings: given that there are no more "
                   "visits, or of all walks. The statement is refuted only if it fails in both.",
        .statement = "The loss is at most U ceil((1 + zeta) T/n) sum_{t<=T} f_t mu_t^2, where f_t is the probability "
                     "that the walk from u first meets v in step t.",
        .conditions = "W symmetric, X_0 uniform; theta -> theta/2 between the contributions, fresh noise of variance "
                      "sigma^2; U = alpha Delta^2/(2 sigma^2), the limit for sigma -> infinity",
        .adversary = reader,
        .domain = "every connected graph on 2 and 3 nodes, Metropolis weights, T <= 12 (quick: 8, standard: 10), in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "graphwalk.exact",
        .root = "graphwalk.thm41",
        .witness = "Two nodes, W = J, T = 5, zeta <= 1/5: the bound of three snapshots is 1.670, the loss of the walk "
                   "is 1.772, and 1.916 if v reads at most three times.",
        .realistic = "The released ring of three cliques of eight nodes, T = 930, linear losses, mu_t^2 = 1/t: the "
                     "bound of 39 snapshots is 0.891, the loss of the walk is 1.863 for a node of the next clique.",
        .controls = "",
        .note =
            "Passes of u between two readings of v add up: m values behind m noises have a loss of m, not 1/m a pass. "
            "So composing snapshots of one pass each does not cover them. If u stops after as many contributions, as "
            "in the paper's experiments, T = 7 gives 2.227 < 2.288. For linear losses (c = 1, mu_t^2 = 1/t) the first "
            "T is 7. Per step ln(2)/2 is claimed and the loss is 1/2, so zeta < 0.44 is not enough for a long walk.",
    },
};

static_assert(complete(claims));

}  // namespace

std::span<const Claim> graph_walk() { return claims; }

}  // namespace hearsay::claims
