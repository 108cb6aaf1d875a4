// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view sees_y = "sees y = A x + B z, z standard normal, and knows A and B";
constexpr std::string_view random_views =
    "generated views of up to 5 rows, 4 inputs and 6 noise variables with small integers, at least a tenth of them "
    "with "
    "an infinite loss; in rational arithmetic";
constexpr std::string_view own_message_stream =
    "node v sees every message its neighbors send in every round and knows its own noise";
constexpr std::string_view square_roots =
    "generated G G^T of up to 6 rounds, G of small integers, in rational arithmetic; vectors by an ascent from three "
    "starts in space, rounded to fractions of norm 1";

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
        .id = "linear.vectors",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Changes that are unit vectors lose no more than changes that are numbers: the maximum over signs "
                     "of s^T M s.",
        .conditions = "fresh noise of variance sigma^2 in every round, one gossip step a round, changes of norm at "
                      "most 1 a round",
        .adversary =
            "one node that sees every message its neighbors send, with or without the knowledge of its own noise",
        .domain = "every connected graph on 2 and 3 nodes, Metropolis weights W and (I + W)/2, T up to 4, smallest "
                  "first; unit vectors in the plane with denominators 1, 5 and 13, all of them, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "linear.vectors.bound",
        .root = "linear.vectors",
        .witness = "two nodes, W = [3/4, 1/4; 1/4, 3/4], own noise not used, T = 4: signs lose 5168/1325, the vectors "
                   "(1, 0), (3/5, 4/5), (0, -1), (-5/13, 12/13) 336118/86125",
        .controls = "",
        .note = "What a scalar account says does not carry over to gradients. Theorem 12 of koskela2026differential, "
                "whose remark generalizes it to arbitrary dimensions, prints the sum of |M_st|, which does bound "
                "vectors (mfdl.sum_abs): the remark is right about that sum, not about the maximum over signs. The "
                "factor is at most pi/2.",
    },
    {
        .id = "linear.vectors.bound",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "If Diag(y) - M has no negative eigenvalue, the sum of the y_t bounds the loss of unit vectors of "
                     "any dimension, signs among them; the y that the account finds is one.",
        .conditions = "any M = A_u^T (B B^T)^+ A_u",
        .adversary = sees_y,
        .domain = square_roots,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Slack 1: the ascent reaches the dual.",
    },
    {
        .id = "linear.participation",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The loss of a participation (every, once, period:B, at-most:K:GAP) is attained on sets of rounds "
                     "that cannot grow; with Diag(y) - M without negative eigenvalue the heaviest allowed set of y_t "
                     "bounds it, for vectors too.",
        .conditions = "any M = A_u^T (B B^T)^+ A_u",
        .adversary = sees_y,
        .domain = square_roots,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The check looks at every allowed set, the account at those that cannot grow.",
    },
    {
        .id = "linear.special",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The accountants of gossip, with own noise unknown and known, with noise on messages, "
                     "accelerated, of groups, and of streams give what the account of any linear view gives.",
        .conditions = "Metropolis weights",
        .adversary = "one node that sees every message its neighbors send",
        .domain = "every connected graph on 2 to 5 nodes (quick: 3, standard: 4), every observer, up to 4 steps; "
                  "streams of 3 rounds of up to 2 steps; within 1e-9 of fractions",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "linear.acceleration",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement =
            "Accelerated gossip loses no more than plain gossip of as many steps, with noise on messages as without.",
        .conditions = "one injection of noise of variance 1 at every node, noise of variance 1 on every message; x^1 = "
                      "W x^0, x^{t+1} = gamma W x^t + (1 - gamma) x^{t-1}",
        .adversary = "one node that sees every message its neighbors send and knows its own noise",
        .domain = "every connected graph on 2 to 4 nodes, Metropolis weights, up to 4 steps, gamma = 3/2 and 5/4, "
                  "smallest first, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "linear.acceleration.noiseless",
        .root = "linear.acceleration",
        .witness = "path 0-1-2, node 0 sees three messages, gamma = 3/2: node 2 loses 27/103, with plain gossip 1/6",
        .controls = "",
        .note = "What is seen spans the same space; with noise on each message the size of the rows matters too, and "
                "acceleration makes them larger.",
    },
    {
        .id = "linear.acceleration.noiseless",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Without noise on messages acceleration changes no loss, for any gamma other than 0.",
        .conditions = "one injection of noise at every node",
        .adversary =
            "one node that sees every message its neighbors send, with or without the knowledge of its own noise",
        .domain = "every connected graph on 2 to 4 nodes (quick, standard: 3), Metropolis weights, up to 5 steps "
                  "(quick: 3, standard: 4), gamma = 3/2, 5/4, -1/2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "P_t(W) is W^t times gamma^{t-1} plus lower powers: the rows are reversible combinations of the plain "
                "ones.",
    },
    {
        .id = "linear.adaptive.view",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Contributions that are functions of what the observers have seen before change no loss.",
        .conditions =
            "fresh noise in every round, one gossip step a round; a stream of changes of at most 1 a round besides",
        .adversary =
            "one node that sees every message its neighbors send, with or without the knowledge of its own noise",
        .domain = "every connected graph on 2 to 4 nodes (quick, standard: 3), Metropolis weights, T up to 4 (quick: "
                  "3), all nodes add linear functions of all messages of the observer, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Each row gains a combination of earlier rows, which can be taken off again. Functions that are not "
                "linear: stream.adaptive.view.",
    },
    {
        .id = "linear.adaptive.hidden",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The same of contributions that are functions of states which the observers do not see.",
        .conditions = "fresh noise in every round, one gossip step a round; one node adds twice its own state, or "
                      "minus its own state",
        .adversary = own_message_stream,
        .domain = "every connected graph on 2 to 4 nodes, Metropolis weights, T up to 3, smallest first, all sign "
                  "patterns, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "linear.adaptive.feedback",
        .root = "stream.adaptive",
        .witness = "path of three nodes seen from one end, two rounds, the middle node adds twice its state: 1/2 "
                   "instead of 1/10 for the other end",
        .controls = "",
        .note = "With own noise unknown 1/3 instead of 1/11. The middle node sends 1 + 2 times what it heard, under "
                "the same fresh noise.",
    },
    {
        .id = "linear.adaptive.feedback",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Linear functions F theta of the states are accounted for exactly by `feedback`.",
        .conditions = "fresh noise in every round, one gossip step a round",
        .adversary = own_message_stream,
        .domain = "every connected graph on 2 to 4 nodes (quick: 3), Metropolis weights, one node adds twice or minus "
                  "its own state, T up to 4 (quick, standard: 3), in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The mixing matrix is (I + F) W; the loss is that of the definition.",
    },
    {
        .id = "corr.limit",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement =
            "With noise 1 at every node and c between neighbors an eavesdropper's loss is between 1/n and 1/n + "
            "(L^+)_uu / c^2: it falls to that of a trusted aggregator.",
        .conditions = "connected graph, every pair of neighbors shares noise that cancels, nobody is curious",
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
        .id = "corr.zero_sum",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Noise that neighbors share and that cancels hides their values from an eavesdropper, without "
                     "noise of their own.",
        .conditions = "connected graph, every pair of neighbors shares noise, added by one and subtracted by the "
                      "other, and there is no other noise",
        .adversary = "an outsider who sees all that is sent in one round",
        .domain = "every node of every connected graph on 2 to 4 nodes, smallest first, three sizes of the noise, in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "corr.zero_sum.difference",
        .root = "corr.zero_sum",
        .witness = "two nodes send x_0 + z and x_1 - z: the sum of both shows a change without any noise",
        .controls = "",
        .note = "Secure aggregation is right to call the sum public: it needs noise of its own, sigma at every node "
                "for a loss of 1/(n sigma^2) at best (corr.limit).",
    },
    {
        .id = "corr.zero_sum.difference",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The difference of two values is hidden by such noise: its loss is the resistance between the two "
                     "nodes over c^2, c the standard deviation of the noise.",
        .conditions = "connected graph, every pair of neighbors shares noise, added by one and subtracted by the "
                      "other, and there is no other noise",
        .adversary = "an outsider who sees all that is sent in one round",
        .domain = "all pairs of nodes of every connected graph on 2 to 5 nodes (quick: 3, standard: 4), three sizes of "
                  "the noise, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "(e_u - e_v)^T L^+ (e_u - e_v), an edge of the graph a resistance of 1.",
    },
    {
        .id = "corr.copies",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Of copies whose noises sum to 0, a coalition of receivers learns no more than one of them.",
        .conditions = "a node sends a copy to each of its neighbors, each with noise of variance sigma^2 less the mean "
                      "of these noises, with or without one more copy for itself",
        .adversary = "neighbors that compare their copies in one round",
        .domain = "2 to 5 neighbors, coalitions of all sizes, smallest first, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "corr.copies.repaired",
        .root = "corr.copies",
        .witness =
            "two neighbors without an own copy: one loses 2 (sigma = 1), both together see the value without noise",
        .controls = "",
        .note =
            "The noise of ZeroSumSharing in the code released for Zip-DL (repository dimiarbre/decentralizepy), which "
            "scales it so that each copy has the variance asked for. What the paper says of coalitions was not read.",
    },
    {
        .id = "corr.copies.repaired",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "k of c copies lose k c / ((c - k) sigma^2); all of them show the value.",
        .conditions = "as for corr.copies; c the number of neighbors, one more with an own copy",
        .adversary = "neighbors that compare their copies in one round",
        .domain = "2 to 12 neighbors (quick: 5, standard: 8), with and without an own copy, coalitions of all sizes, "
                  "in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The noises of k copies have the covariance sigma^2 (I - J/c).",
    },
};
static_assert(complete(linear_claims));

}  // namespace

std::span<const Claim> linear() { return linear_claims; }

}  // namespace hearsay::claims
