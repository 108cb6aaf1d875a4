// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view dekker = "dekker2025topology, abstract";
constexpr std::string_view popets = "PoPETs 2025(1), arXiv:2312.05248";
constexpr std::string_view adversaries = "k nodes that tell each other all they know, and follow the protocol";
constexpr std::string_view neighbor_sums =
    "each of the k adversaries learns the sum of the values of all its neighbors, at least two of which are not "
    "adversaries, and nothing else; values do not change";

constexpr Claim reconstruction_claims[] = {
    {
        .id = "attack.rref",
        .source = "elmrini2024privacy, released code, class Reconstruct",
        .paper_version = "code released with arXiv:2402.10001",
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: `reconstruction` reads off the values of the rows of the reduced row "
            "echelon form that have one entry",
        .formula = "in words: y = A x determines x_i iff the reduced row echelon form of A has the row e_i^T",
        .statement = "The inputs that y = A x determines are those of the rows with one nonzero entry in the reduced "
                     "row echelon form of A.",
        .conditions = "any A, exact arithmetic",
        .adversary = "an observer that sees y = A x and knows A",
        .domain = "generated matrices of up to 6 rows and columns with small integers, compared with ranks, in "
                  "rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "attack.tolerance",
        .source = "elmrini2024privacy, released code, function compute_rref",
        .paper_version = "code released with arXiv:2402.10001",
        .level = Level::code,
        .quote_where =
            "none, the text was not at hand: in double precision a pivot or factor is taken for 0 by `isclose(x, "
            "0, rtol=1e-7)`, whose absolute tolerance is 1e-8, and entries below 1e-6 afterwards",
        .formula =
            "x counts as 0 if |x| <= 1e-8, afterwards if |x| < 1e-6; in words: x_i is found iff y = A x determines it",
        .reading = "The released steps are restated in C++, with products of matrices computed row by row. The option "
                   "use_fractions=True is not the default; it rounds the weights to denominators of 10^7.",
        .statement = "In double precision, as the released code calls it, the function finds every value that the "
                     "messages of gossip determine.",
        .conditions = "gossip without noise, Metropolis weights; as many steps as there are other nodes",
        .adversary = "one node that knows its own values and sees those of its neighbors before each step",
        .domain = "every rooted tree on 3 to 13 nodes, the root observes, nodes labeled in preorder, from paths to "
                  "stars; compared with ranks modulo a prime, differences confirmed in fractions",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "attack.tolerance.repaired",
        .root = "attack.tolerance",
        .witness = "the tree of 13 nodes 0-1 1-2 1-10 1-12 2-3 2-9 3-4 4-5 5-6 6-7 7-8 10-11 seen from 0 for 12 steps: "
                   "one value is found, but all 12 are determined",
        .controls = "",
        .note = "On the tree a factor below 1e-8 is skipped, and the entry that remains is divided by a pivot of 5e-8. "
                "A message of step t has entries as small as 3^-t. On the path of 19 nodes, seen from one end, the "
                "last value depends on 3^-17 < 1e-8 and is not found. The attack misses values, so an audit by it "
                "underestimates what is revealed.",
    },
    {
        .id = "attack.tolerance.repaired",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "Ranks modulo the prime 2^61 - 1 find exactly the values that the messages determine.",
        .conditions = "gossip without noise, Metropolis weights",
        .adversary = "one node that knows its own values and sees the messages of its neighbors",
        .domain = "every connected graph on 2 to 5 nodes (quick: 4), every observer, 1, 2 and n steps; every rooted "
                  "tree on 6 to 9 nodes (quick: 7, standard: 8) and paths of 12 and 20 nodes seen from the root; "
                  "compared with fractions",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Used by `account linear --reconstruct` and `account gossip`. A rank modulo a prime is at most the "
                "rank; it is smaller for at most a few primes.",
    },
    {
        .id = "girth.acyclic",
        .source = dekker,
        .paper_version = popets,
        .level = Level::prose,
        .quote = "Consequently, reconstructing private data from privacy-preserving summations is impossible in "
                 "acyclic networks.",
        .quote_where = "abstract of arXiv:2312.05248v1; the rest of the text was not at hand",
        .formula = "in words: on a forest no unit vector is a combination of the adversaries' sums",
        .reading =
            "Each sum is over all neighbors and has two terms or more that the adversaries do not know; a sum of "
            "one such term is its value. For sums over different neighbors in different rounds see "
            "girth.dropouts.",
        .statement = "On a tree the sums determine no value of a node that is not an adversary.",
        .conditions = neighbor_sums,
        .adversary = adversaries,
        .domain = "every set of adversaries on every tree of 3 to 8 nodes (quick: 6, standard: 7); ranks in rational "
                  "arithmetic, and the accountant of reconstructions",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "Gossip is no such summation: its later messages are sums of values that have changed, and on trees "
                "they determine values (attack.tolerance).",
    },
    {
        .id = "girth.linear",
        .source = dekker,
        .paper_version = popets,
        .level = Level::prose,
        .quote = "Specifically, we show that reconstruction requires a number of adversaries linear in the length of "
                 "the network's shortest cycle.",
        .quote_where = "abstract; the rest of the text was not at hand",
        .formula = "in words: k adversaries determine no value if g > 2 k, g the number of nodes on a shortest cycle",
        .reading = "The abstract has no constant. Tested with the one that is best possible (girth.tight).",
        .statement = "If the shortest cycle has more than 2 k nodes, the sums of k adversaries determine no value of "
                     "another node.",
        .conditions = neighbor_sums,
        .adversary = adversaries,
        .domain = "every set of adversaries on every connected graph of 3 to 5 nodes and on those of 6 to 8 nodes "
                  "without a cycle of 3 or 4 nodes (quick: 6, standard: 7), if k is below half the girth; ranks in "
                  "rational arithmetic, and the accountant of reconstructions",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "A cycle of sums and values is a cycle of the network with at most 2 k nodes. Without one, girth.sums "
                "applies.",
    },
    {
        .id = "girth.tight",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "For every k >= 2 there is a network whose shortest cycle has 2 k nodes, on which k adversaries "
                     "determine a value.",
        .conditions = neighbor_sums,
        .adversary = adversaries,
        .domain = "the cycle of 2 k nodes with every second one an adversary, and if k is even one more node at one of "
                  "them, k up to 10 (quick: 5, standard: 8), in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "For odd k the alternating sum around the cycle is twice a value, for even k it is that of the node "
                "that was added.",
    },
    {
        .id = "girth.dropouts",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .reading = "This is a warning about use of girth.acyclic: a node that is absent from a round changes the sum.",
        .statement = "On a tree, sums over those neighbors that take part in a round determine no value, if two or "
                     "more take part in each.",
        .conditions =
            "one adversary learns the sum of the values of some of its neighbors in each round; values do not "
            "change",
        .adversary = "one node, the center of a star",
        .domain = "up to three different sums of two or more of 2 to 4 leaves, smallest first, in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "girth.sums",
        .root = "girth.dropouts",
        .witness = "three leaves, one of which is absent from the second round: the two sums differ by its value",
        .controls = "",
        .note = "A network whose members come and go needs fresh noise in every round, or sums of the same members.",
    },
    {
        .id = "girth.sums",
        .source = "hearsay, docs/linear.md",
        .level = Level::ours,
        .statement = "If sums of two values or more and the values in them form a forest, no value is determined.",
        .conditions = "an edge joins each sum with each value in it; values do not change",
        .adversary = "an observer that knows all sums",
        .domain = "lists of up to 5 different sums (quick: 3, standard: 4) of 2 to 5 values (quick: 4), ranks in "
                  "rational arithmetic, and the accountant of reconstructions",
        .evidence = Evidence::exact,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "The sums of all rounds count. Two sums with two values in common are a cycle.",
    },
};
static_assert(complete(reconstruction_claims));

}  // namespace

std::span<const Claim> reconstruction() { return reconstruction_claims; }

}  // namespace hearsay::claims
