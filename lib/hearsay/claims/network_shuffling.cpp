// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view server =
    "a server that sees which user delivers which reports, and knows the number of steps and all bits but one";
constexpr std::string_view walks =
    "each of n users reports a bit by randomized response (e^epsilon0 = 3); in each step the holder of a report sends "
    "it to a uniform neighbor, each report on its own";

constexpr Claim claims[] = {
    {
        .id = "netshuffle.limit",
        .source = "liew2022network, abstract",
        .paper_version = "SIGMOD 2022, arXiv:2204.03919",
        .level = Level::prose,
        .quote = "Furthermore, we show that the privacy amplification rate is similar to other privacy amplification "
                 "techniques such as uniform shuffling.",
        .quote_where = "abstract; the theorems were not at hand",
        .formula = "in words: delta(epsilon) of the delivered reports tends to that of uniformly shuffled reports",
        .reading = "Tested for the limit of many steps on graphs that are not bipartite, where the walk forgets where "
                   "it began.",
        .statement = "On a connected graph that is not bipartite, delta(epsilon) tends to that of a uniform shuffle of "
                     "the n reports, whatever the degrees are.",
        .conditions = walks,
        .adversary = server,
        .domain = "every connected graph of 3 to 5 nodes (quick: 3, standard: 4) with an odd cycle, e^epsilon = 1 and "
                  "3/2, all data; all views in the limit in rational arithmetic, after 1024 steps in doubles, and the "
                  "accountant of uniform shuffling",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "In the limit every report is at v with a probability proportional to the degree of v. So who delivers "
                "a report says nothing about where it began, and the view is a function of the shuffled reports and of "
                "coins.",
    },
    {
        .id = "netshuffle.bipartite",
        .source = "hearsay, docs/maths/walk.md",
        .level = Level::ours,
        .reading = "This is a warning about use. The abstract of arXiv:2204.03919 names no condition on the graph; the "
                   "theorems were not at hand.",
        .statement =
            "On every connected graph, delta(epsilon) after many steps is at most that of a uniform shuffle of "
            "the n reports.",
        .conditions = walks,
        .adversary = server,
        .domain = "every connected graph of 2 to 4 nodes, smallest first, e^epsilon = 1 and 3/2, all data; an even "
                  "number of steps; in rational arithmetic",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "netshuffle.bipartite.repaired",
        .root = "netshuffle.bipartite",
        .witness = "two users: after an even number of steps each holds its own report, delta(0) = 1/2; shuffled it "
                   "would be 3/8",
        .realistic = "A star of any size, for its center: one of the two sides is the center alone, and its report is "
                     "not hidden at all.",
        .controls = "",
        .note = "Grids, trees, hypercubes and even rings are bipartite. The parity of the number of steps tells from "
                "which side a report comes. If each holder keeps a report with positive probability, the graph has "
                "loops and netshuffle.limit applies.",
    },
    {
        .id = "netshuffle.bipartite.repaired",
        .source = "hearsay, docs/maths/walk.md",
        .level = Level::ours,
        .statement = "On a connected bipartite graph, delta(epsilon) for a user tends to that of a uniform shuffle of "
                     "the reports of its own side.",
        .conditions = walks,
        .adversary = server,
        .domain = "every connected bipartite graph of 2 to 5 nodes (quick: 3, standard: 4), e^epsilon = 1 and 3/2, all "
                  "data; an even number of steps: all views in the limit in rational arithmetic, after 1024 steps in "
                  "doubles, and the accountant of uniform shuffling",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "",
    },
    {
        .id = "netshuffle.steps",
        .source = "hearsay, docs/maths/walk.md",
        .level = Level::ours,
        .statement =
            "delta(epsilon) never grows with the number of steps; without steps it is that of local DP, and it "
            "is never below that of a uniform shuffle.",
        .conditions = walks,
        .adversary = server,
        .domain = "every connected graph of 2 to 4 nodes (quick: 3), 0 to 6 steps (quick: 3, standard: 4), e^epsilon = "
                  "1 and 3/2, all data, in rational arithmetic; compared with the accountant of uniform shuffling",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "",
        .note = "One more step is a function of the view and of coins. A shuffle forgets who delivers what.",
    },
};
static_assert(complete(claims));

}  // namespace

std::span<const Claim> network_shuffling() { return claims; }

}  // namespace hearsay::claims
