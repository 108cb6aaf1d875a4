// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view outsider = "an outsider who sees everything that is sent in one round";
constexpr std::string_view curious =
    "one user, who knows its own noise and the canceling noise that it shares with its neighbors, and sees "
    "everything "
    "that is sent in one round";
constexpr std::string_view one_round =
    "connected graph; every user adds noise of variance sigma^2, every edge adds noise of variance sigma_cor^2 at one "
    "end and subtracts it at the other; L the Laplacian; values change by at most 1";
constexpr std::string_view three_users =
    "connected graph on at least 3 nodes; every user adds noise of variance sigma^2, every edge adds noise of variance "
    "sigma_cor^2 at one end and subtracts it at the other; values change by at most 1";
constexpr std::string_view small_graphs =
    "every connected graph on 2 to 6 nodes (quick: 4, standard: 5), sigma_cor/sigma = 1/2, 1, 3, 20, in rational "
    "arithmetic";
constexpr std::string_view complete_graphs =
    "the complete graph on 3, 4, ... nodes, sigma_cor/sigma = 1, 1/2, 3, in rational arithmetic";
constexpr std::string_view decor_code = "code released with arXiv:2405.01031";
constexpr std::string_view fdp_code = "code released with arXiv:2510.19934";
constexpr std::string_view accountant = "allouah2024privacy, released code, function rdp_account";
constexpr std::string_view rho = "li2025mitigating, released code, function compute_rho";

constexpr std::string_view tables =
    "allouah2024privacy, released tables, quadratics_for_n_16/numerical results for n = 16 and clip = 1.5 or 1";
constexpr std::string_view released_runs =
    "16 users on a ring, a 4 x 4 torus or the complete graph; clip, sigma and sigma_cor of the row, T = 2500 (clip "
    "1.5) or 3500 (clip 1) rounds, delta = 1e-5";
constexpr std::string_view coalition =
    "q of the users, who know their own noise and the canceling noise that they share with their neighbors, and see "
    "everything that is sent in one round; q = 0: an outsider";

constexpr Claim correlated_claims[] = {
    {
        .id = "decor.thm1",
        .source = "allouah2024privacy, Theorem 1",
        .paper_version = "ICML 2024, arXiv:2405.01031",
        .level = Level::theorem,
        .quote_where = "none, the text was not at hand: the function compute_rho of the code released with "
                       "arXiv:2510.19934 names this theorem and evaluates it at q = 1",
        .formula = "epsilon <= 2 C^2 (1/((n-q) s) + (1 - 1/(n-q))/(s + a_q c)), times alpha; s = sigma^2, c = "
                   "sigma_cor^2, a_q the least algebraic connectivity after q nodes are deleted",
        .reading = "Tested for one round and every q from 0 to n - 1. If a deletion leaves a graph that is not "
                   "connected, a_q = 0.",
        .statement = "The loss of a round to q users is at most 1/((n-q) sigma^2) + (1 - 1/(n-q))/(sigma^2 + a_q "
                     "sigma_cor^2).",
        .conditions = one_round,
        .adversary = coalition,
        .domain = "every coalition of every connected graph on 2 to 6 nodes (quick: 4, standard: 5), sigma_cor/sigma "
                  "= 1/2, 1, 3, 20; losses by inverses in rational arithmetic, of the worst coalition also by the "
                  "accountant",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Equality holds on complete graphs. If a_q = 0, the bound is 1/sigma^2, the loss without shared noise.",
    },
    {
        .id = "decor.accountant",
        .source = accountant,
        .paper_version = decor_code,
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: the function solves with sigma^2 I + sigma_cor^2 L for every unit vector "
            "and returns 2 clip^2 times the largest diagonal entry of the inverse",
        .formula = "2 clip^2 max_i [(sigma_cdp^2 I + sigma_cor^2 L)^-1]_ii, L = D - A of the whole graph",
        .reading = "Tested with precision = 0, as in all its calls. Clipped gradients change by at most 2 clip, and 2 "
                   "clip^2 alpha is half alpha times the square of that.",
        .statement = "The loss of a round to an outsider is at most max_i [(sigma^2 I + sigma_cor^2 L)^{-1}]_ii, and "
                     "some user attains it.",
        .conditions = one_round,
        .adversary = outsider,
        .domain = small_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "decor.conversion",
        .source = "allouah2024privacy, released code, function user_level_rdp",
        .paper_version = decor_code,
        .level = Level::code,
        .quote_where = "none, the text was not at hand: the function returns T rho + 2 sqrt(T rho ln(1/delta))",
        .formula = "T rho + 2 sqrt(T rho ln(1/delta))",
        .statement = "T rounds of Renyi loss rho alpha at every order alpha are (T rho + 2 sqrt(T rho ln(1/delta)), "
                     "delta)-DP.",
        .conditions = "Gaussian mechanisms; 0 < delta < 1",
        .adversary = "an observer that sees all rounds",
        .domain = "T rho from 1e-6 to 2000, delta from 1e-10 to 0.3, compared with the exact Gaussian profile of mu^2 "
                  "= 2 T rho",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "decor.secldp",
        .source = "allouah2024privacy, abstract",
        .paper_version = "ICML 2024, arXiv:2405.01031",
        .level = Level::prose,
        .quote = "We do so under SecLDP, our new relaxation of local DP, which protects all user communications "
                 "against an external eavesdropper and curious users, assuming that every pair of connected users "
                 "shares a secret, i.e., an information hidden to all others.",
        .quote_where = "abstract; the rest of the text was not at hand",
        .formula = "in words: no user loses more to an outsider or to one curious user than with noise of its own "
                   "alone, 1/sigma^2, and it loses less if it shares a secret that is hidden from the listener",
        .reading = "Tested for one round and one curious user.",
        .statement = "A user's loss to an outsider is less than 1/sigma^2, and so is its loss to a curious user if it "
                     "has another neighbor. The loss is never above that.",
        .conditions = one_round,
        .adversary = "an outsider who sees everything that is sent in one round, or one of the users",
        .domain = small_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "How much less depends on the graph without the curious user (decor.curious.repaired).",
    },
    {
        .id = "decor.curious",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .reading =
            "This is a warning about use, not an error of the released code. The abstract of arXiv:2405.01031 says of "
            "SecLDP that it protects against curious users too (decor.secldp). The released function, \"Algorithm 2 in "
            "the paper\", assumes that all secrets are hidden, which is an outsider's view (decor.accountant). Given "
            "the graph without the curious user, the function is right about that user.",
        .statement = "The number that the accountant released with arXiv:2405.01031 (rdp_account) gives for the whole "
                     "graph bounds the loss of a round to one of the users.",
        .conditions = three_users,
        .adversary = curious,
        .domain = complete_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "decor.curious.repaired",
        .root = "decor.curious",
        .witness = "three users who all share noise, sigma_cor = sigma = 1: the number is 1/2, the loss of each other "
                   "user to a curious one is 2/3",
        .controls = "",
        .note = "Noise that the curious user shares hides nothing from it, so each of its neighbors has one edge less.",
    },
    {
        .id = "decor.curious.repaired",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The largest loss of a round to one of the users is the largest max_i [(sigma^2 I + sigma_cor^2 "
                     "L')^{-1}]_ii, where L' is the Laplacian of the graph without one node.",
        .conditions = one_round,
        .adversary = curious,
        .domain = small_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "For a coalition, delete all its nodes. A node whose neighbors are all curious has only its own noise.",
    },
    {
        .id = "decor.closed_form",
        .source = rho,
        .paper_version = fdp_code,
        .level = Level::code,
        .quote_where = "none, the text was not at hand: the function returns 2 C^2 (1/((n-1) s) + (1 - 1/(n-1))/(s + "
                       "lambda_2 c)), "
                       "lambda_2 of the whole graph",
        .formula = "2 C^2 (1/((n-1) s) + (1 - 1/(n-1))/(s + lambda_2 c))",
        .reading = "The arguments are called sigma but are read as variances, s = sigma^2 and c = sigma_cor^2. "
                   "Otherwise the formula would have inconsistent units.",
        .statement = "The loss of a round to an outsider is at most 1/((n-1) sigma^2) + (1 - 1/(n-1))/(sigma^2 + "
                     "lambda_2 sigma_cor^2), where lambda_2 is the second eigenvalue of the graph's Laplacian.",
        .conditions = three_users,
        .adversary = outsider,
        .domain = "every connected graph on 3 to 6 nodes (quick: 4, standard: 5), sigma_cor/sigma = 1/2, 1, 3, 20",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "For an outsider 1/n + (1 - 1/n)/(sigma^2 + lambda_2 sigma_cor^2) is enough, because n users remain.",
    },
    {
        .id = "decor.closed_form.curious",
        .source = rho,
        .paper_version = fdp_code,
        .level = Level::code,
        .quote = "Algorithm 2 against honest-but-curious users colluding at level q satisfies [...] SecGDP with [...] "
                 "correspondingly and L is Laplacian matrix of the graph",
        .quote_where = "arXiv:2510.19934, Theorem 4.2, of the same sum (function comnpute_mu_gdp); its formula is not "
                       "in the text at hand. The function itself says that it uses \"Theorem 1 in The Privacy Power of "
                       "Correlated Noise in Decentralized Learning\"",
        .formula = "2 C^2 (1/((n-1) s) + (1 - 1/(n-1))/(s + lambda_2 c)), lambda_2 of the whole graph",
        .reading =
            "Tested at level q = 1, which n - 1 implies. The graph without the curious user has another lambda_2.",
        .statement = "The bound of decor.closed_form also holds for the loss of a round to one of the users.",
        .conditions = three_users,
        .adversary = curious,
        .domain = complete_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "decor.closed_form.repaired",
        .root = "decor.closed_form.curious",
        .witness = "three users who all share noise, sigma_cor = sigma = 1: 5/8 is claimed, the loss to a user is 2/3",
        .controls = "",
        .note = "",
    },
    {
        .id = "decor.closed_form.repaired",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .reading = "This is Theorem 1 of arXiv:2405.01031 at q = 1, read from the released code, which names that "
                   "theorem (compute_rho). The text of the theorem was not at hand.",
        .statement = "The loss of a round to one of the users is at most 1/((n-1) sigma^2) + (1 - 1/(n-1))/(sigma^2 + "
                     "lambda_2 sigma_cor^2). Here lambda_2 is the least second eigenvalue of the Laplacians of the "
                     "graphs that lack one node.",
        .conditions = three_users,
        .adversary = curious,
        .domain = "every connected graph on 3 to 6 nodes (quick: 4, standard: 5), sigma_cor/sigma = 1/2, 1, 3, 20",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "lambda_2 is 0 if such a graph is disconnected. Then the bound is the local loss.",
    },
    {
        .id = "decor.fdp_mu",
        .source = "li2025mitigating, released code, function comnpute_mu_gdp",
        .paper_version = fdp_code,
        .level = Level::code,
        .quote_where = "none, the text was not at hand: the function returns C sqrt(2 X), X the sum of which "
                       "compute_rho returns 2 "
                       "C^2 X",
        .formula = "mu = C sqrt(2 X), X = 1/((n-1) s) + (1 - 1/(n-1))/(s + lambda_2 c)",
        .reading = "Tested for one round and an outsider, for whom X is large enough (decor.closed_form).",
        .statement =
            "A round is mu-Gaussian-DP with mu^2 = 2 C^2 X for gradients clipped at C, where X is the closed form.",
        .conditions = three_users,
        .adversary = outsider,
        .domain = complete_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "decor.closed_form",
        .root = "decor.fdp_mu",
        .witness = "three users who all share noise, C = sigma_cor = sigma = 1: mu^2 = 5/4 is claimed, it is 2",
        .controls = "",
        .note = "Clipped gradients differ by up to 2 C, so mu^2 is 4 C^2 times the loss. This is twice rho, because "
                "mu^2 = 2 rho holds for every Gaussian mechanism of Renyi loss rho alpha. The two functions differ by "
                "that factor.",
    },
    {
        .id = "decor.precision",
        .source = accountant,
        .paper_version = decor_code,
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: with precision > 0 the loops add M each time (series_M += M) where a "
            "series of M_k was computed; the function returns 2 clip^2 times the largest diagonal entry, plus "
            "precision",
        .formula = "2 clip^2 max_i [a S a]_ii + precision, a = (sigma_cdp^2 I + sigma_cor^2 D)^(-1/2), M = sigma_cor^2 "
                   "a A a, S = (I + min(q-1, k-1) M) (I + M^(2k-2) + M^(3k-3) + ...), q = ceil(ln(2 sqrt(n) "
                   "clip^2/(precision sigma_cdp^2))/ln(1 + sigma_cdp^2/(d_max sigma_cor^2))), k = ceil(sqrt(q))",
        .reading = "No call of the released code sets precision; decor.accountant is about the calls.",
        .statement = "With a precision above 0 the function returns at least the loss of a round to an outsider.",
        .conditions = one_round,
        .adversary = outsider,
        .domain = "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), sigma_cor/sigma = 1, 1/2, 3, clip 1, "
                  "precision 1/10 and 1/1000, smallest first",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "decor.precision.repaired",
        .root = "decor.precision",
        .witness = "two users, sigma_cor = sigma = clip = 1, precision 1/10: 1.178125 is returned, 4/3 is lost",
        .realistic = "A ring of 16 users, the size of the released tables, sigma_cor = sigma = clip = 1, precision "
                     "1/1000: 0.676 < 4414/4935 = 0.894.",
        .controls = "",
        .note = "With the powers of M in place of M the sum is a truncated Neumann series.",
    },
    {
        .id = "decor.precision.repaired",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "With S = I + M + ... + M^(q-1) the function of decor.precision returns at least the loss of a "
                     "round to an outsider.",
        .conditions = one_round,
        .adversary = outsider,
        .domain = "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), sigma_cor/sigma = 1, 1/2, 3, clip 1, "
                  "precision 1/10 and 1/1000",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "decor.tables",
        .source = tables,
        .paper_version = decor_code,
        .level = Level::code,
        .quote_where = "none, the text was not at hand: the columns sigma, sigma_cor, eps_iter and eps of "
                       "result_gridsearch_TOPOLOGY_Corr_epsilon_E.csv",
        .formula =
            "eps_iter = 2 clip^2 max_i [(sigma^2 I + sigma_cor^2 L)^-1]_ii, eps = T eps_iter + 2 sqrt(T eps_iter "
            "ln(1/delta))",
        .statement = "The eps of a row bounds the (eps, delta) loss of the run to an outsider, and both columns are "
                     "their formulas.",
        .conditions = released_runs,
        .adversary = "an outsider who sees everything that is sent in all rounds",
        .domain = "ten rows of the tables (quick: five), inverses in rational arithmetic, the exact Gaussian profile",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "docs/findings.md has the counts of all rows.",
    },
    {
        .id = "decor.tables.curious",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .reading = "This is a warning about use. The tables do not say against whom eps holds. The abstract of "
                   "arXiv:2405.01031 says that SecLDP protects against curious users too, and the tables are of its "
                   "experiments (decor.tables is about an outsider).",
        .statement = "The eps of a row of the released tables (decor.tables) also bounds the loss to one of the users.",
        .conditions = released_runs,
        .adversary = "one user, who knows its own noise and the canceling noise that it shares with its neighbors, "
                     "and sees everything that is sent in all rounds",
        .domain = "ten rows of the tables, inverses in rational arithmetic, the exact Gaussian profile",
        .evidence = Evidence::interval,
        .expected = Verdict::refuted,
        .repaired_by = "decor.curious.repaired",
        .root = "decor.curious",
        .witness = "the ring of 16 users, clip 1.5, sigma = 67.56, sigma_cor = 501, 2500 rounds: eps is 3.313, to a "
                   "neighbor epsilon is 3.403",
        .realistic = "Of 60 rows 34 are too small: 30 of 31 of the ring, by up to a third (clip 1, sigma = 9.25, "
                     "sigma_cor = 26, 3500 rounds: 40.2 < 53.4), and 4 of 19 of the torus.",
        .controls = "",
        .note = "On the complete graph the conversion of eps is loose enough to cover the shared noise that the user "
                "knows.",
    },
    {
        .id = "whisper.constraint",
        .source = "rodio2025whisper, released code, functions solve_pairwise and solve_mixing",
        .paper_version = "code released with arXiv:2501.14644",
        .level = Level::code,
        .quote_where = "none, the text was not at hand: for every unit vector e the block matrix [covariance, e; e^T, "
                       "privacy_bound] is constrained to be positive semidefinite",
        .formula = "[S, e_i; e_i^T, b] has no negative eigenvalue, for every node i",
        .reading = "No node is deleted, so the loss is that to an outsider. An observer that knows part of the noise "
                   "learns more (decor.curious).",
        .statement = "The constraint of node i, with covariance S of all noises and bound b, is met iff the loss of "
                     "node i is at most b, for singular S too.",
        .conditions = "S = B B^T, any B",
        .adversary = "an outsider who sees everything that is sent in one round",
        .domain = "generated B of up to 5 nodes and 5 noises with small integers; b at the loss and a millionth above "
                  "and below it; in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The constraint is a Schur complement.",
    },
};
static_assert(complete(correlated_claims));

}  // namespace

std::span<const Claim> correlated() { return correlated_claims; }

}  // namespace hearsay::claims
