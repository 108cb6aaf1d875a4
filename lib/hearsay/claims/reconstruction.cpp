// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

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
};
static_assert(complete(reconstruction_claims));

}  // namespace

std::span<const Claim> reconstruction() { return reconstruction_claims; }

}  // namespace hearsay::claims
