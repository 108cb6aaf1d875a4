// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view fresh_messages =
    "node v sees every message its neighbors send in every round and knows its own noise";
constexpr std::string_view fresh_graphs =
    "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), Metropolis and min-degree weights; observer, "
    "target, T up to 5 (quick: 3, standard: 4), all sign patterns; in rational arithmetic";
constexpr std::string_view fresh_conditions =
    "fresh noise of variance sigma^2 in every round, one gossip step a round, changes of at most 1 a round, fixed in "
    "advance or functions of what v has seen; U = alpha/(2 sigma^2); W symmetric, its entries not negative";
constexpr std::string_view any_weights =
    "fresh noise of variance sigma^2 in every round, one gossip step a round, changes of at most 1 a round, fixed in "
    "advance or functions of what v has seen; U = alpha/(2 sigma^2); the entries of W are not negative";

constexpr Claim factorization_claims[] = {
    {
        .id = "mfdl.muffliato.fresh",
        .source = "bellet2025matrix, released code, function epsilon_upper_bound",
        .paper_version = "code released with arXiv:2510.17480",
        .level = Level::code,
        .quote_where = "none, the text was not at hand: \"theorem 11 in https://arxiv.org/pdf/2206.05091. This is the "
                       "original paper's CORRECTED formula (different from the NeurIPS paper).\"",
        .formula = "(alpha/(2 sigma^2)) min(T, sum_{s<T} (T - s) sum_{w in N[v]} (W^s)_uw / |W^s e_w|^2)",
        .reading = "W is symmetric, as in the theorem. The weights that the function itself makes are not symmetric "
                   "(mfdl.muffliato.uniform). The function also sums over v itself, because its graph has a loop at v.",
        .statement =
            "The loss of T rounds is at most U min(T, sum_{s<T} (T-s) sum_{w in N[v]} (W^s)_uw / |W^s e_w|^2).",
        .conditions = fresh_conditions,
        .adversary = fresh_messages,
        .domain = fresh_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "This is the authors' correction of the formula that is refuted by muffliato.thm1, thm6 and thm11: the "
                "numerator is not squared. It follows from mfdl.first_passage.",
    },
    {
        .id = "mfdl.muffliato.once",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The bound of mfdl.muffliato.fresh also holds, unchanged, for noise that is injected once before "
                     "T gossip steps.",
        .conditions = "one injection of noise of variance sigma^2, T gossip steps; U = alpha/(2 sigma^2); W symmetric, "
                      "its entries not negative",
        .adversary = "node v sees every message its neighbors send and does not use its own noise",
        .domain = "every connected graph on 2 to 5 nodes, Metropolis weights, T up to 4, smallest first, in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm1.repaired",
        .root = "muffliato.thm1",
        .witness = "path 2-1-0-3 seen from 3, T = 3: the bound for node 2 is 9/23, its loss is 2/3",
        .controls = "",
        .note = "The function assumes one round of noise a step. Theorem 1 injects noise once. Applied there, the "
                "corrected formula adds the losses of messages that share their noise, as that theorem does.",
    },
    {
        .id = "mfdl.muffliato.uniform",
        .source = "bellet2025matrix, released code, function epsilon_upper_bound",
        .paper_version = "code released with arXiv:2510.17480",
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: the function takes the weights of its get_communication_matrix, each "
            "node giving equal weight to itself and its neighbors",
        .formula =
            "(alpha/(2 sigma^2)) min(T, sum_{s<T} (T - s) sum_{w in N[v]} (W^s)_uw / |W^s e_w|^2), W_uw = 1/(d_u + 1)",
        .statement = "The bound of mfdl.muffliato.fresh also holds with equal weights in each row of W.",
        .conditions = any_weights,
        .adversary = fresh_messages,
        .domain = "paths v, w, u with 1, 2, ... leaves at u, T = 2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "mfdl.first_passage",
        .root = "mfdl.muffliato.uniform",
        .witness = "26 leaves: the bound is 252/2557, below the loss of node u, which is 1/10. With 38 leaves the "
                   "bound is 0.69 of the loss.",
        .controls = "",
        .note = "(W^s)_uw is the weight at which u receives the value of w. The weight at which w receives the value "
                "of u, which v learns, is (W^s)_wu. The code can make Metropolis weights, but the function does not "
                "use them. The authors also compute the loss with their own exact accountant.",
    },
    {
        .id = "mfdl.muffliato.open",
        .source = "hearsay, docs/maths/streams.md",
        .level = Level::ours,
        .statement = "The bound of mfdl.muffliato.fresh also holds with N(v) in place of N[v], that is, with the sum "
                     "over the neighbors only.",
        .conditions = fresh_conditions,
        .adversary = fresh_messages,
        .domain = fresh_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "For a symmetric W the total mass that first arrives is at most 1, and |W^s e_w| <= 1.",
    },
    {
        .id = "mfdl.first_passage",
        .source = "hearsay, docs/maths/streams.md",
        .level = Level::ours,
        .statement = "The loss of T rounds is at most U sum_{t<=T} sum_{w in N(v)} (sum_{k<t} f_k(w))^2. Here f_k(w) "
                     "is the mass that leaves u and first meets N(v) in step k, at w.",
        .conditions = any_weights,
        .adversary = fresh_messages,
        .domain = "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), Metropolis and min-degree weights "
                  "and rows of equal weights; observer, target, T up to 5 (quick: 3, standard: 4), all sign patterns; "
                  "in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The noise of v's neighbors can offset what arrives from u: with z_w(t) = sum_j f_{t-j}(w) s_j the "
                "view of v is the same. This holds for every W >= 0.",
    },
    {
        .id = "mfdl.identity",
        .source = "bellet2025matrix, released code, sensitivity of rectangular workloads",
        .paper_version = "code released with arXiv:2510.17480",
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand, in compute_sensitivity_rectangularworkload: \"This is the formulat "
            "max(sum_{s,t}(|C.T @ B^+ @ B @ C|_{s,t}))\"",
        .formula = "max(sum_{s,t} |C^T B^+ B C|_st)",
        .statement = "The loss of a change d of the inputs of A x + B z with A = B C is |B^+ B C d|^2.",
        .conditions = "any B and C",
        .adversary = "an observer that sees y = B (C x + z), z standard normal, and knows B and C",
        .domain = "generated B and C of up to 5 rows and columns with small integers, some B of low rank; in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "mfdl.projector",
        .source = "bellet2025matrix, released code, function compute_muffliato_privacy_loss",
        .paper_version = "code released with arXiv:2510.17480",
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: the function takes pinv(B) B, or B^T (B B^T)^{-1} B, with rows of B "
            "for what the attacker knows of its own noise",
        .formula = "B^+ B, or B^T (B B^T)^-1 B, with a row of B for each noise that the attacker knows",
        .reading = "Only the projector of the function is tested. Singular values up to 1e-15 of the largest count as "
                   "0, as in numpy.",
        .statement = "If B has a row for each noise that the attacker knows, the blocks of pinv(B) B in double "
                     "precision are the exact loss matrices M of the other nodes.",
        .conditions = fresh_conditions,
        .adversary = fresh_messages,
        .domain = "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), Metropolis weights, T up to 4 "
                  "(quick: 3), every entry within 1e-9 of the fraction",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Without redundant rows, the rows of streams are well conditioned (docs/maths/streams.md). The rows of "
                "one injection and many steps are not: rank decisions by a tolerance fail there (attack.tolerance).",
    },
    {
        .id = "mfdl.sum_abs",
        .source = "bellet2025matrix, released code, function compute_cyclic_repetitions_1node",
        .paper_version = "code released with arXiv:2510.17480",
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: the function adds the absolute values of the Gram matrix over the "
            "rounds of a cycle and takes the largest cycle",
        .formula = "max over cycles of sum_{s,t in the cycle} |(B^+ B)_st|",
        .statement = "The sum of |M_st| over the rounds in which a node takes part bounds its loss, for changes that "
                     "are vectors of any dimension. If no M_st is negative, the sum equals the loss.",
        .conditions = fresh_conditions,
        .adversary = "node v sees every message its neighbors send in every round, with own noise known or unknown",
        .domain = "every connected graph on 2 to 4 nodes (quick, standard: 3), Metropolis weights W and (I + W)/2, T "
                  "up to 5 (quick: 3, standard: 4); participation in every round and in every second one; all signs, "
                  "vectors in three dimensions by an ascent, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "mfdl.sum_abs.local",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The sum of |M_st| over T rounds is at most T, the loss of T values that are each sent with their "
                     "own noise only.",
        .conditions = fresh_conditions,
        .adversary = fresh_messages,
        .domain = "every connected graph on 2 and 3 nodes, Metropolis weights, T up to 5, smallest first, in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "linear.vectors.bound",
        .root = "mfdl.sum_abs.local",
        .witness = "path of three nodes seen from one end, the middle node, T = 5: the sum is 739/145, above 5; the "
                   "loss for signs is 3479/725",
        .controls = "",
        .note = "The sum is a bound, but it can be too large. M is a block of a projector, so no change has a loss "
                "above T. Use the least of the sum, T and the dual.",
    },
    {
        .id = "mfdl.square_root",
        .source = "bellet2025matrix, released code, function SR_local_factorization",
        .paper_version = "code released with arXiv:2510.17480",
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: the coefficients y_k of the square root go into `toeplitz(y)`, which "
            "is symmetric",
        .formula = "C = toeplitz(y), y_k = binom(2k, k)/4^k; in words: C C = the matrix of prefix sums",
        .reading = "A square root factorization of the workload of prefix sums has this property. The function "
                   "toeplitz is that of scipy.linalg: with one argument it returns the symmetric matrix.",
        .statement = "The square of the matrix C that the function returns is the matrix of prefix sums.",
        .conditions = "T rounds, no band",
        .adversary = "none",
        .domain = "every entry for T up to 20 (quick: 6, standard: 10), smallest first, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "mfdl.square_root.repaired",
        .root = "mfdl.square_root",
        .witness = "T = 2: C = [1, 1/2; 1/2, 1], and the first entry of its square is 5/4, not 1",
        .controls = "",
        .note = "This is not a privacy error: sensitivities are computed from the C that is used. But with a symmetric "
                "C the noise C^{-1} z of round t contains noise that later rounds share. The mechanism is not the "
                "published one.",
    },
    {
        .id = "mfdl.square_root.repaired",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The lower triangular C with c_k = binom(2k, k)/4^k on its k-th diagonal is a square root of the "
                     "matrix of prefix sums.",
        .conditions = "T rounds, no band",
        .adversary = "none",
        .domain = "every entry for T up to 20 (quick: 6, standard: 10), in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "(1 - x)^(-1/2) squared is 1/(1 - x).",
    },
};
static_assert(complete(factorization_claims));

}  // namespace

std::span<const Claim> factorization() { return factorization_claims; }

}  // namespace hearsay::claims
