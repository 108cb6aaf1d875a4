// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr std::string_view curious =
    "one honest-but-curious node or a coalition; sees every message that it receives and knows W";

constexpr Claim view_claims[] = {
    {
        .id = "view.matrix_matches_transcript",
        .source = "hearsay",
        .level = Level::ours,
        .statement = "The matrix that the accountant uses for losses is the matrix that maps the nodes' values to the "
                     "protocol's messages.",
        .conditions = "Linear gossip: fixed, accelerated or time-varying symmetric gossip matrices.",
        .adversary = curious,
        .domain = "Connected graphs on 2 to 12 nodes of ten families, both weight rules, any observers, up to 10 "
                  "steps; plain gossip, accelerated gossip, and gossip whose edges change from step to step.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "view-starts-one-round-late",
        .note = "The accountant and the protocol share no code. The accountant builds e_w^T W_{0:t}. The protocol "
                "passes unit vectors through the nodes.",
    },
    {
        .id = "view.losses_match_definition",
        .source = "hearsay",
        .level = Level::ours,
        .statement = "The accountant's published, exact and own-noise losses equal the values of their definitions in "
                     "rational arithmetic.",
        .conditions = "Gossip with a fixed Metropolis or min-degree matrix.",
        .adversary = curious,
        .domain = "Connected graphs on 2 to 8 nodes of ten families, any observers, up to 8 steps.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "norm-not-squared, own-noise-of-the-wrong-node",
        .note = "The tolerance is 1e-9. Such code most often fails in deciding the rank, and a wrong rank changes a "
                "loss by far more than the tolerance.",
    },
    {
        .id = "view.noise_is_independent",
        .source = "hearsay",
        .level = Level::ours,
        .statement =
            "The noise that the nodes add has covariance sigma^2 I. It is independent between nodes and between runs.",
        .conditions = "One injection of noise per run, with standard deviation sigma.",
        .adversary = "none",
        .domain = "16 nodes: sums and differences of the noise over nodes and over successive runs, and the noise of "
                  "each node.",
        .evidence = Evidence::statistical,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "noise-is-reused",
        .note = "Every exact loss assumes it. The check cannot detect an error of the variance below the stated "
                "confidence interval.",
    },
    {
        .id = "view.monotone",
        .source = "hearsay",
        .level = Level::ours,
        .statement = "More steps, more observers or less noise on the messages do not lower the exact loss.",
        .conditions = "Own noise known: the observers know the noise that they drew.",
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
