// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view sees_y = "an observer that sees y = A x + B z with z standard normal, and knows A and B";
constexpr std::string_view random_views =
    "generated views of up to 5 rows, 4 inputs and 6 noise variables with small integers, at least a tenth of them "
    "with an infinite loss; in rational arithmetic";
constexpr std::string_view own_message_stream =
    "node v sees every message its neighbors send in every round and knows its own noise";
constexpr std::string_view square_roots =
    "generated M = G G^T of up to 6 rounds, where G has small integer entries, in rational arithmetic; vectors in "
    "three dimensions by an ascent from three starting points, rounded to fractions of norm 1";

constexpr Claim linear_claims[] = {
    {
        .id = "linear.primal_dual",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The loss of a change d is the least |z|^2 with B z = A d, and the largest (w^T A d)^2 / |B^T "
                     "w|^2. It is infinite iff some w has B^T w = 0 and w^T A d != 0.",
        .conditions = "any A and B",
        .adversary = sees_y,
        .domain = random_views,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The accountant returns z and w. The check solves the definition by a separate elimination.",
    },
    {
        .id = "linear.known_noise",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "If the observer knows a noise variable, the loss is the same as with the column of that variable "
                     "deleted. It is also the same as with that variable shown in an additional row.",
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
        .statement = "Invertible row operations and rotations of the noise do not change the loss.",
        .conditions = "any A and B",
        .adversary = sees_y,
        .domain = random_views,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The check rotates two noise variables at a time by the angle of the triangle 3, 4, 5, permutes them "
                "and changes their signs.",
    },
    {
        .id = "linear.monotone",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The loss never decreases if the view has more rows or less noise.",
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
        .statement = "Without noise an input is determined exactly iff its unit vector is in the row space of A.",
        .conditions = "any A",
        .adversary = "an observer that sees y = A x and knows A",
        .domain = random_views,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The accountant decides it modulo primes, the check by ranks in rational arithmetic.",
    },
    {
        .id = "linear.vectors",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The loss for changes that are unit vectors is at most the loss for changes that are numbers, "
                     "which is the maximum over signs of s^T M s.",
        .conditions = "fresh noise of variance sigma^2 in every round, one gossip step a round, changes of norm at "
                      "most 1 a round",
        .adversary = "one node that sees every message its neighbors send, with own noise known or unknown",
        .domain = "every connected graph on 2 and 3 nodes, Metropolis weights W and (I + W)/2, T up to 4, smallest "
                  "first; all unit vectors in the plane with denominators 1, 5 and 13, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "linear.vectors.bound",
        .root = "linear.vectors",
        .witness = "two nodes, W = [3/4, 1/4; 1/4, 3/4], own noise not used, T = 4: the loss for signs is 5168/1325, "
                   "for the vectors (1, 0), (3/5, 4/5), (0, -1), (-5/13, 12/13) it is 336118/86125",
        .controls = "",
        .note = "A loss computed for numbers is therefore not valid for gradients. A remark generalizes Theorem 12 of "
                "koskela2026differential to arbitrary dimensions. The theorem prints the sum of |M_st|, which does "
                "bound the loss for vectors (mfdl.sum_abs). The remark is right about that sum, not about the maximum "
                "over signs. The loss for vectors is at most pi/2 times that maximum.",
    },
    {
        .id = "linear.vectors.bound",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "If Diag(y) - M has no negative eigenvalue, the sum of the y_t bounds the loss for unit vectors "
                     "of any dimension, including signs. The accountant finds such a y.",
        .conditions = "any M = A_u^T (B B^T)^+ A_u",
        .adversary = sees_y,
        .domain = square_roots,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The slack is 1: the ascent attains the dual bound.",
    },
    {
        .id = "linear.participation",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The loss of a participation scheme (every, once, period:B, at-most:K:GAP) is attained on maximal "
                     "sets of rounds. If Diag(y) - M has no negative eigenvalue, the largest sum of y_t over an "
                     "allowed set bounds this loss, for vectors too.",
        .conditions = "any M = A_u^T (B B^T)^+ A_u",
        .adversary = sees_y,
        .domain = square_roots,
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The check tries every allowed set, the accountant only the maximal ones.",
    },
    {
        .id = "linear.special",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The special accountants agree with the account of a linear view. They cover streams and gossip "
                     "with own noise unknown or known, noise on messages, acceleration, and groups.",
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
        .statement = "The loss of accelerated gossip is at most that of plain gossip with as many steps, with and "
                     "without noise on messages.",
        .conditions = "one injection of noise of variance 1 at every node, noise of variance 1 on every message; x^1 = "
                      "W x^0, x^{t+1} = gamma W x^t + (1 - gamma) x^{t-1}",
        .adversary = "one node that sees every message its neighbors send and knows its own noise",
        .domain = "every connected graph on 2 to 4 nodes, Metropolis weights, up to 4 steps, gamma = 3/2 and 5/4, "
                  "smallest first, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "linear.acceleration.noiseless",
        .root = "linear.acceleration",
        .witness =
            "path 0-1-2, node 0 sees three messages, gamma = 3/2: the loss of node 2 is 27/103, with plain gossip 1/6",
        .controls = "",
        .note = "Both views span the same space. With noise on each message the size of the rows matters too, and "
                "acceleration makes the rows larger.",
    },
    {
        .id = "linear.acceleration.noiseless",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Without noise on messages, acceleration does not change the loss, for any gamma other than 0.",
        .conditions = "one injection of noise at every node",
        .adversary = "one node that sees every message its neighbors send, with own noise known or unknown",
        .domain = "every connected graph on 2 to 4 nodes (quick, standard: 3), Metropolis weights, up to 5 steps "
                  "(quick: 3, standard: 4), gamma = 3/2, 5/4, -1/2, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "P_t(W) is W^t times gamma^{t-1} plus lower powers, so the rows are invertible combinations of the "
                "plain ones.",
    },
    {
        .id = "linear.adaptive.view",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Contributions that are functions of what the observers have seen before do not change the loss.",
        .conditions = "fresh noise in every round, one gossip step a round; in addition to these contributions, a "
                      "stream of changes of at most 1 a round",
        .adversary = "one node that sees every message its neighbors send, with own noise known or unknown",
        .domain = "every connected graph on 2 to 4 nodes (quick, standard: 3), Metropolis weights, T up to 4 (quick: "
                  "3); all nodes add linear functions of all messages of the observer; in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Each row gains a combination of earlier rows, which the observer can subtract. For functions that are "
                "not linear see stream.adaptive.view.",
    },
    {
        .id = "linear.adaptive.hidden",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement =
            "Contributions that are functions of states which the observers do not see do not change the loss.",
        .conditions = "fresh noise in every round, one gossip step a round; one node adds twice its own state, or "
                      "minus its own state",
        .adversary = own_message_stream,
        .domain = "every connected graph on 2 to 4 nodes, Metropolis weights, T up to 3, smallest first, all sign "
                  "patterns, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "linear.adaptive.feedback",
        .root = "stream.adaptive",
        .witness = "path of three nodes seen from one end, two rounds, the middle node adds twice its state: the loss "
                   "of the other end is 1/2 instead of 1/10",
        .controls = "",
        .note = "With own noise unknown the loss is 1/3 instead of 1/11. The middle node sends (1 + 2) times what it "
                "received, under the same fresh noise.",
    },
    {
        .id = "linear.adaptive.feedback",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The key `feedback` of a protocol file accounts exactly for contributions that are linear "
                     "functions F theta of the states.",
        .conditions = "fresh noise in every round, one gossip step a round",
        .adversary = own_message_stream,
        .domain = "every connected graph on 2 to 4 nodes (quick: 3), Metropolis weights; one node adds twice or minus "
                  "its own state; T up to 4 (quick, standard: 3), in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The mixing matrix is (I + F) W. The loss equals that of the definition.",
    },
    {
        .id = "corr.limit",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement =
            "With noise of standard deviation 1 at every node and c between neighbors, the loss to an outsider is "
            "between 1/n and 1/n + (L^+)_uu / c^2. As c grows, it falls to the loss to a trusted aggregator.",
        .conditions = "connected graph, every pair of neighbors shares noise that cancels, no node is curious",
        .adversary = "an outsider who sees all that is sent in one round",
        .domain = "every node of every connected graph on 2 to 5 nodes (quick: 3, standard: 4), c = 1, 3, 10, 1000, in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The loss is the entry (u, u) of (I + c^2 L)^-1. A curious node knows the noise that it shares: delete "
                "it from the graph.",
    },
    {
        .id = "corr.zero_sum",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement =
            "Noise that neighbors share and that cancels hides their values from an outsider, without any other noise.",
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
        .note = "Secure aggregation is right to call the sum public. The sum needs independent noise: sigma at every "
                "node gives a loss of 1/(n sigma^2) at best (corr.limit).",
    },
    {
        .id = "corr.zero_sum.difference",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Such noise hides the difference of two values. Its loss is the resistance between the two nodes "
                     "divided by c^2, where c is the standard deviation of the noise.",
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
        .note = "The resistance is (e_u - e_v)^T L^+ (e_u - e_v), where every edge of the graph is a resistance of 1.",
    },
    {
        .id = "corr.copies",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "If the noises of the copies sum to 0, a coalition of receivers learns no more than one receiver.",
        .conditions = "a node sends a copy to each of its neighbors, with or without one more copy for itself; each "
                      "copy has noise of variance sigma^2, less the mean of these noises",
        .adversary = "neighbors that compare their copies in one round",
        .domain = "2 to 5 neighbors, coalitions of all sizes, smallest first, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "corr.copies.repaired",
        .root = "corr.copies",
        .witness = "two neighbors without an own copy, sigma = 1: the loss to one of them is 2, both together see the "
                   "value without noise",
        .controls = "",
        .note = "This is the noise of ZeroSumSharing in the code released for Zip-DL (repository "
                "dimiarbre/decentralizepy). That code scales the noise so that each copy has the requested variance. "
                "The paper's statements about coalitions were not read.",
    },
    {
        .id = "corr.copies.repaired",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "The loss of k of c copies is k c / ((c - k) sigma^2); all c copies together show the value.",
        .conditions = "as for corr.copies; c is the number of neighbors, plus one with an own copy",
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
