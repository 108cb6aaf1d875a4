#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr const char* any_graph = "connected graph, Metropolis weights (symmetric, doubly stochastic, primitive)";
constexpr const char* state_view = "observers A see their own states theta_1 .. theta_T; no noise is known to them";
constexpr const char* state_view_own = "observers A see their own states theta_1 .. theta_T and know the noise they injected";
constexpr const char* one_observer = "one observer v sees its own states theta_1 .. theta_T; no noise is known to it";
constexpr const char* one_observer_own = "one observer v sees its own states theta_1 .. theta_T and knows the noise it injected";
constexpr const char* small_scenarios = "generated connected graphs, observers, targets and T (RapidCheck)";

constexpr Claim claims[] = {
    {"stream.lemma6", "koskela2026differential, Lemma 6",
     "A Gaussian mechanism A (x + noise) has at most the privacy profile of the Gaussian mechanism with sensitivity |A^+ A d|, d the change of x, and exactly this one",
     "any matrix A, also rank deficient", "sees A (x + noise)", "views of gossip on generated graphs, redundant rows included", Evidence::property, Verdict::holds, "", "", "",
     "See also dp.projected_gaussian."},
    {"stream.lemma9", "koskela2026differential, Lemma 9", "W^k = J + R^k for k >= 1, R J = 0 and |R^k| = rho^k", any_graph, "none", small_scenarios, Evidence::property, Verdict::holds, "", "", "", ""},
    {"stream.lemma10", "koskela2026differential, Lemma 10", "The view of the simulated protocol is H (x + z) with H block lower triangular Toeplitz, blocks C W^(t-s)",
     "contributions fixed in advance", state_view, small_scenarios, Evidence::property, Verdict::holds, "", "", "", "Unit contributions and random streams are pushed through the protocol and compared with H in rational arithmetic."},
    {"stream.thm12", "koskela2026differential, Theorem 12", "The loss towards A is that of the Gaussian mechanism with Delta^2 = max over s of s^T M s, and Delta^2 <= 1^T |M| 1",
     "contributions of one node change by s, |s_t| <= 1", state_view, small_scenarios, Evidence::property, Verdict::holds, "", "", "stream.later_noise_forgotten",
     "M and the maximum over all sign vectors are recomputed in rational arithmetic from the definition of H."},
    {"stream.projector", "hearsay", "0 <= M <= I, so Delta^2 <= T; and the traces of M over all nodes sum to the rank of H", any_graph, state_view, small_scenarios, Evidence::property, Verdict::holds, "", "", "stream.later_noise_forgotten", ""},
    {"stream.matrix_mechanism", "koskela2026differential, Theorem A.3 and Appendix A", "The matrix-mechanism sensitivity with participation in every round equals 1^T |M| 1", any_graph, state_view, small_scenarios, Evidence::property, Verdict::holds, "", "", "", "Computed by singular values of H against the accountant."},
    {"stream.stationary", "koskela2026differential, eq. G.11", "The stationary part y_st = (1/n) (cumulative sums of s) has y_st^T (H H^T)^-1 y_st <= T/n", any_graph, one_observer, small_scenarios, Evidence::property, Verdict::holds, "", "", "", "Equality is approached; the proof is H H^T >= (1/n) L L^T with L the summation matrix."},
    {"stream.lemmaG2", "koskela2026differential, Lemma G.2", "One observer: the transient part y_tr^T (H H^T)^-1 y_tr is bounded uniformly in T and in s", "|s_t| <= 1", one_observer,
     "alternating and square-wave streams on connected graphs, smallest first", Evidence::exact, Verdict::refuted, "stream.lemmaG2.repaired",
     "K2, W = J, v = 0, u = 1, s_t = (-1)^t: y_tr = -s/2 and the noise at that frequency has density 5/8, so the transient part grows by (1/4)/(5/8) = 2/5 every round", "",
     "The residual of the proof's predictor is not O(rho^t): the newest contributions always enter it."},
    {"stream.lemmaG2.repaired", "hearsay, docs/maths/streams.md", "The transient part is at most V(s)^2 (sqrt(n) |Z_vu| + 2 |q|)^2 with V(s) = |s_1| + sum |s_t - s_(t-1)| and q_j = (R^(j+1) (I-R)^-1)_vu", any_graph, one_observer,
     small_scenarios, Evidence::property, Verdict::holds, "", "", "", "For a constant stream V = 1, so its transient part is bounded uniformly in T."},
    {"stream.thm13", "koskela2026differential, Theorem 13", "One observer: Delta_T^2 / T tends to 1/n, and Delta <= sqrt(T/n) + sqrt(C) with C independent of T", "Delta^2 is the maximum over |s_t| <= 1", one_observer,
     "square waves on connected graphs, smallest first", Evidence::exact, Verdict::refuted, "stream.thm13.repaired",
     "path 0-1 0-3 1-2 (four nodes), v an inner node, u its leaf, s the square wave of half-period 9: more than 0.2604 per round against 1/4", "",
     "The gap widens with n: on the torus of 100 x 100 nodes an adjacent node loses 60 in 1,000 rounds against T/n = 0.1. True of constant streams."},
    {"stream.thm13.repaired", "hearsay, docs/maths/streams.md", "One observer: the loss of the stream s is at most (|s|/sqrt(n) + V(s) sqrt(C))^2; for a constant stream the loss grows by 1/n per round in the long run", any_graph, one_observer,
     small_scenarios, Evidence::property, Verdict::holds, "", "", "", "The maximum over all streams grows by at most max_w D(w) per round: stream.spectral."},
    {"stream.remark14", "koskela2026differential, Remark 14", "1/n per round is the loss towards a trusted aggregator when every node adds noise sigma", "T rounds, constant stream", "sees the mean of all noisy contributions of every round",
     "n = 2 .. 50, exhaustive in T <= 4", Evidence::exact, Verdict::holds, "", "", "", ""},
    {"stream.thm15.linear", "koskela2026differential, Theorem 15", "m observers: Delta^2 = O(T)", any_graph, state_view, small_scenarios, Evidence::property, Verdict::holds, "", "", "", "With constant 1, by stream.projector."},
    {"stream.lemmaH1", "koskela2026differential, Lemma H.1", "m >= 2 observers: the transient part is bounded uniformly in T", "already for a constant stream", "a closed neighbourhood A sees its states theta_1 .. theta_T",
     "every closed neighbourhood and target of every connected graph, smallest first", Evidence::exact, Verdict::refuted, "stream.thm15.repaired",
     "path 0-1-2, A = {0, 1}, u = 2: the transient part of a constant stream grows by 1/6 per round. Petersen graph, A a closed neighbourhood, u at distance 2: 13/270 per round", "", ""},
    {"stream.thm15.rate", "koskela2026differential, Theorem 15 (proof)", "m >= 2 observers: the growth rate per round is 1/n as for one observer", "already for a constant stream", "a closed neighbourhood A sees its states theta_1 .. theta_T",
     "every closed neighbourhood and target of every connected graph, smallest first", Evidence::exact, Verdict::refuted, "stream.thm15.repaired",
     "path 0-1-2, A = {0, 1}, u = 2: 1/2 per round against 1/3. Petersen graph, A a closed neighbourhood: 4/27 for u at distance 2 and 19/27 for an observed neighbour, against 1/10", "", ""},
    {"stream.thm15.repaired", "hearsay, docs/maths/streams.md", "Constant stream, m observers: Delta^2_T/T tends to 1/n + z^T (K^-1 - K^-1 1 1^T K^-1/(1^T K^-1 1)) z, z = C Z e_u, K = C Z Z^T C^T, Z = (I-W+J)^-1 - J: the leverage of u among the functions harmonic off A", "m < n", state_view,
     small_scenarios, Evidence::property, Verdict::holds, "", "", "", "Three roads: one sparse solve, the formula in dense arithmetic, and the growth of the exact sensitivity."},
    {"stream.spectral", "hearsay, docs/maths/streams.md", "A stream of frequency w grows by D(w) = y* G^-1 y, y = C M_w e_u, G = C M_w M_w* C^T, M_w = (I - e^(-iw) W)^-1, times its power; after a long run-in no stream gains more than max D per round",
     "the start of the run adds a bounded amount", state_view, small_scenarios, Evidence::property, Verdict::holds, "", "", "", ""},
    {"stream.thm16.single", "koskela2026differential, Theorem 16 with m = 1", "Own noise known, one observer: Delta_T^2 / T tends to 1/(n-1)", "Delta^2 is the maximum over |s_t| <= 1", one_observer_own,
     "square waves on connected graphs, smallest first", Evidence::exact, Verdict::refuted, "stream.thm16.repaired",
     "path 0-1-2 seen from an end, own noise known, u the middle node, s_t = (-1)^t: 25/26 per round against 1/2", "", "Falls with stream.thm13; true of constant streams."},
    {"stream.thm16.rate", "koskela2026differential, Theorem 16", "Own noise known, m >= 2 observers: the growth rate per round is at most 1/(n-m)", "already for a constant stream", "a closed neighbourhood A sees its states theta_1 .. theta_T and knows its own noise",
     "every closed neighbourhood and target of every connected graph, smallest first", Evidence::exact, Verdict::refuted, "stream.thm16.repaired",
     "Petersen graph, A a closed neighbourhood, u at distance 2: 1/2 per round against 1/6", "", ""},
    {"stream.thm16.repaired", "hearsay, docs/maths/streams.md", "Own noise known, constant stream: the rate is the leverage of u in the span of the probabilities h_a(x) that a walk from x meets A first at a (1/(n-1) for one observer)", any_graph, state_view_own,
     small_scenarios, Evidence::property, Verdict::holds, "", "", "stream.own_noise_kept",
     "Equals 1/(n-m) + z'^T V (V^T K' V)^+ V^T z' with the columns of V a basis of the complement of 1; the shorter K'^+ - K'^+ 1 1^T K'^+/(1^T K'^+ 1) is wrong when K' is singular."},
    {"stream.appendixF", "koskela2026differential, Appendix F, Figure 2", "1^T |M| 1 exceeds 1^T M 1 by less than 10 %", "one observer and one target, drawn at random", one_observer,
     "Erdos-Renyi (n = 100, p = 0.1) and Barabasi-Albert (n = 100, core 5, 3 links) graphs, T = 100", Evidence::exact, Verdict::refuted, "",
     "targets adjacent to the observer: the excess is 40 % to 130 %; at distance 2 and more it was 0 in every pair tried", "", "An illustration in the paper, true of most random pairs."},
    {"stream.lemmaJ1", "koskela2026differential, Lemma J.1", "|W^k x - mean|^2 <= (1-gamma)^(2k) |x - mean|^2 with gamma = 1 - rho, and 1 - rho^2 >= gamma", any_graph, "none", small_scenarios, Evidence::property, Verdict::holds, "", "", "", ""},
    {"stream.thm17", "koskela2026differential, Theorem 17", "DP gradient descent with one gossip step a round and noise sigma^2 ~ T/(n eps^2): the time-averaged excess risk (late iterates weighing most, as in the convergence theorem used) of the average iterate is of order 1/(n^2 eps^2) plus terms that vanish with T", "quadratic losses, known optimum",
     "none", "hypercubes of 8 to 64 nodes, exact second moments, fitted exponents; a simulation cross-checks them", Evidence::statistical, Verdict::holds, "", "", "",
     "Utility at the printed noise. That noise protects constant changes of a gradient only: see stream.thm13."},
    {"stream.adaptive", "koskela2026differential, Appendix A", "The guarantee holds when contributions depend on past views", "adaptive contributions, |s_t| <= 1", "one observer sees its states, chooses the next change of u from what it has seen, and tests which world it is in",
     "path of 4 nodes, T = 8, sequential likelihood-ratio attack", Evidence::statistical, Verdict::holds, "", "", "", "An attack can refute, not prove."},
};
static_assert(complete(claims));

}  // namespace

std::span<const Claim> stream() { return claims; }

}  // namespace hearsay::claims
