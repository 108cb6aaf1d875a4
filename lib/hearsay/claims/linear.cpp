// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view sees_y = "sees y = A x + B z, z standard normal, and knows A and B";
constexpr std::string_view random_views =
    "generated views of up to 5 rows, 4 inputs and 6 noise variables with small integers, at least a tenth of them "
    "with "
    "an infinite loss; in rational arithmetic";
constexpr std::string_view fresh_messages =
    "node v sees every message its neighbours send in every round and knows its own noise";
constexpr std::string_view fresh_graphs =
    "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), Metropolis and min-degree weights, observer, "
    "target, "
    "T up to 5 (quick: 3, standard: 4), all sign patterns, in rational arithmetic";
constexpr std::string_view fresh_conditions =
    "fresh noise of variance sigma^2 in every round, one gossip step a round, changes of at most 1 a round, fixed in "
    "advance or functions of what v has seen; U = alpha/(2 sigma^2); W symmetric, its entries not negative";
constexpr std::string_view any_weights =
    "fresh noise of variance sigma^2 in every round, one gossip step a round, changes of at most 1 a round, fixed in "
    "advance or functions of what v has seen; U = alpha/(2 sigma^2); the entries of W are not negative";

constexpr Claim linear_claims[] = {
    {
        .id = "linear.primal_dual",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement =
            "The loss of a change d is the least |z|^2 with B z = A d, and the largest (w^T A d)^2 / |B^T w|^2; "
            "infinite iff some w has B^T w = 0 and w^T A d != 0.",
        .conditions = "any A and B",
        .adversary = sees_y,
        .domain = random_views,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The accountant hands out z and w; the definition is solved for by an elimination of its own.",
    },
    {
        .id = "linear.known_noise",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement =
            "Knowing a noise variable loses what deleting its column loses, and what seeing it in a row of its "
            "own loses.",
        .conditions = "any A and B",
        .adversary = sees_y,
        .domain = random_views,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "linear.invariance",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Reversible combinations of the rows, and rotations of the noise, change no loss.",
        .conditions = "any A and B",
        .adversary = sees_y,
        .domain = random_views,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The rotations tried turn two noise variables at a time by the angle of the triangle 3, 4, 5, permute "
                "them and change signs.",
    },
    {
        .id = "linear.monotone",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "More rows, or less noise, never lose less.",
        .conditions = "any A and B",
        .adversary = sees_y,
        .domain = random_views,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "linear.reconstruct",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Without noise an input is solved for exactly iff its unit vector is in the row space of A.",
        .conditions = "any A",
        .adversary = "sees y = A x and knows A",
        .domain = random_views,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The account decides it modulo primes; the check by ranks of fractions.",
    },
    {
        .id = "corr.limit",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement =
            "With noise 1 at every node and c between neighbours an eavesdropper's loss is between 1/n and 1/n + "
            "(L^+)_uu / c^2: it falls to that of a trusted aggregator.",
        .conditions = "connected graph, every pair of neighbours shares noise that cancels, nobody is curious",
        .adversary = "an outsider who sees all that is sent in one round",
        .domain = "every node of every connected graph on 2 to 5 nodes (quick: 3, standard: 4), c = 1, 3, 10, 1000, in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note =
            "The loss is the entry (u, u) of (I + c^2 L)^-1. Curious nodes know what they share: delete them from the "
            "graph.",
    },
    {
        .id = "mfdl.muffliato.fresh",
        .source = "bellet2025matrix, released code, function epsilon_upper_bound",
        .paper_version = "code released with arXiv:2510.17480",
        .level = Level::code,
        .quote_where = "not in the text at hand: \"theorem 11 in https://arxiv.org/pdf/2206.05091. This is the "
                       "original paper's CORRECTED formula (different from the NeurIPS paper).\"",
        .reading = "W is symmetric, as in the theorem; the weights that the function itself makes are not "
                   "(mfdl.muffliato.uniform). It sums over v itself too, whose loop is an edge of its graph.",
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
        .note =
            "The authors' correction of the formula that muffliato.thm1, thm6 and thm11 refute: the numerator is not "
            "squared. It follows from mfdl.first_passage.",
    },
    {
        .id = "mfdl.muffliato.uniform",
        .source = "bellet2025matrix, released code, function epsilon_upper_bound",
        .paper_version = "code released with arXiv:2510.17480",
        .level = Level::code,
        .quote_where = "not in the text at hand: the function takes the weights of its get_communication_matrix, each "
                       "node giving equal weight to itself and its neighbours",
        .statement = "The same, with equal weights in each row of W.",
        .conditions = any_weights,
        .adversary = fresh_messages,
        .domain = "paths v, w, u with 1, 2, ... leaves at u, T = 2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "mfdl.first_passage",
        .root = "mfdl.muffliato.uniform",
        .witness = "26 leaves: the bound is 252/2557, below the loss of 1/10 of node u; with 38 leaves 0.69 of it",
        .controls = "",
        .note = "(W^s)_uw is what u hears from w; what w hears from u, which v learns, is (W^s)_wu. The code can make "
                "Metropolis weights, but the function does not ask for them. The authors compute with their own exact "
                "accountant beside it.",
    },
    {
        .id = "mfdl.muffliato.open",
        .source = "hearsay, docs/maths/streams.md",
        .level = Level::ours,
        .statement = "The same with N(v) for N[v]: the sum over the neighbours alone.",
        .conditions = fresh_conditions,
        .adversary = fresh_messages,
        .domain = fresh_graphs,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "For a symmetric W: the mass that first arrives is at most 1 in all, and |W^s e_w| <= 1.",
    },
    {
        .id = "mfdl.first_passage",
        .source = "hearsay, docs/maths/streams.md",
        .level = Level::ours,
        .statement =
            "The loss of T rounds is at most U sum_{t<=T} sum_{w in N(v)} (sum_{k<t} f_k(w))^2, f_k(w) the mass "
            "that leaves u and first meets N(v) in step k, at w.",
        .conditions = any_weights,
        .adversary = fresh_messages,
        .domain = "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), Metropolis and min-degree weights "
                  "and rows of "
                  "equal weights, observer, target, T up to 5 (quick: 3, standard: 4), all sign patterns, in rational "
                  "arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "v's neighbours could make up for what arrives from u by noise of their own, z_w(t) = sum_j f_{t-j}(w) "
                "s_j: v sees the same. True of every W >= 0.",
    },
};
static_assert(complete(linear_claims));

}  // namespace

std::span<const Claim> linear() { return linear_claims; }

}  // namespace hearsay::claims
