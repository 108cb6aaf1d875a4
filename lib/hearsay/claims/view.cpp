// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view curious =
    "honest-but-curious nodes, one or a coalition, that see every message sent to them and know W";

constexpr Claim view_claims[] = {
    {
        .id = "view.matrix_matches_transcript",
        .source = "hearsay",
        .level = Level::ours,
        .statement = "The matrix from which the accountant computes losses is the matrix through which the protocol's "
                     "messages depend on the nodes' values.",
        .conditions = "Linear gossip: fixed, accelerated or time-varying symmetric gossip matrices.",
        .adversary = curious,
        .domain = "Connected graphs on 2 to 12 nodes of ten families, both weight rules, any observers, up to 10 "
                  "steps; plain, accelerated, and with edges that come and go.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "view-starts-one-round-late",
        .note = "Accountant and protocol share no code: the first builds e_w^T W_{0:t}, the second pushes unit vectors "
                "through the nodes.",
    },
    {
        .id = "view.losses_match_definition",
        .source = "hearsay",
        .level = Level::ours,
        .statement = "The accountant's published, exact and own-noise losses are what their definitions give in "
                     "rational arithmetic.",
        .conditions = "Gossip with a fixed Metropolis or min-degree matrix.",
        .adversary = curious,
        .domain = "Connected graphs on 2 to 8 nodes of ten families, any observers, up to 8 steps.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "norm-not-squared, own-noise-of-the-wrong-node",
        .note = "Rank decisions are where such code goes wrong; a wrong rank changes a loss by far more than the "
                "tolerance of 1e-9.",
    },
    {
        .id = "view.noise_is_independent",
        .source = "hearsay",
        .level = Level::ours,
        .statement = "The noise the nodes add has covariance sigma^2 I: no two nodes and no two runs share any of it.",
        .conditions = "One initial noise a run, standard deviation sigma.",
        .adversary = "none",
        .domain = "16 nodes: sums and differences of the noise over nodes and over successive runs, and each node on "
                  "its own.",
        .evidence = Evidence::statistical,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "noise-is-reused",
        .note =
            "Every exact loss rests on it. A variance off by less than the stated confidence interval goes unnoticed.",
    },
    {
        .id = "view.monotone",
        .source = "hearsay",
        .level = Level::ours,
        .statement = "More steps, more observers and less noise on the messages never lower the exact loss.",
        .conditions = "Observers know the noise they drew themselves.",
        .adversary = curious,
        .domain = "Connected graphs on 2 to 10 nodes of ten families, any observers, up to 8 steps; message noise tau "
                  "in [0.1, 2].",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "own-noise-of-the-wrong-node",
        .note = "",
    },
};
static_assert(complete(view_claims), "a claim of view.cpp has an empty field, or is refuted without a witness");

}  // namespace

std::span<const Claim> view() { return view_claims; }

}  // namespace hearsay::claims
