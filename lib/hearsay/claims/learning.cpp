// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>

namespace hearsay::claims {

namespace {

constexpr Claim learning_claims[] = {
    {
        .id = "learn.gradient",
        .source = "cyffers2022muffliato, Section 5",
        .paper_version = neurips,
        .level = Level::prose,
        .quote =
            "normalize each data point x to have unit L2 norm so that the logistic loss is 1-Lipschitz for any (x, y).",
        .quote_where = "Section 5, logistic regression on real-world data",
        .formula = "in words: |grad_theta ln(1 + exp(-y theta^T x))| <= 1 for |x| = 1 and y = -1 or 1",
        .reading = "This project adds that the loss is 1/4-smooth.",
        .statement = "The logistic loss ln(1 + exp(-y theta^T x)) of a point with |x| = 1 is 1-Lipschitz and "
                     "1/4-smooth in theta, and its analytic gradient is its derivative.",
        .conditions = "|x| = 1, y = -1 or 1.",
        .adversary = "none",
        .domain = "1 to 6 points in 1 to 8 dimensions, two models each, from the origin to margins of +-50.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "label-missing-from-the-gradient",
        .note = "The derivative is recomputed by a central difference of the textbook formula in 64-bit-mantissa "
                "arithmetic.",
    },
    {
        .id = "learn.central_equivalence",
        .source = "cyffers2022muffliato, Section 5",
        .level = Level::ours,
        .reading = "The paper compares the accuracies of the two on Erdos-Renyi graphs (Section 5). This project adds "
                   "that they agree exactly on the complete graph.",
        .statement = "On the complete graph one gossip step averages exactly. So Muffliato-GD takes the same steps as "
                     "a trusted server that averages the same noisy updates.",
        .conditions = "Metropolis weights on the complete graph, one gossip step a round, the same noise.",
        .adversary = "none",
        .domain = "Logistic regression of 2 to 12 users on the generated data set, up to 12 rounds, GD and SGD.",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = "noise-of-another-trial",
        .note = {},
    },
    {
        .id = "walk.prop1",
        .source = "cyffers2022privacy, Proposition 1",
        .paper_version = aistats,
        .level = Level::theorem,
        .quote = "Let the diameter of W be bounded by [...] Then we have: √ E[F (τ ) − F (w∗ )] ≤ 2DG(2 + log T )/ T .",
        .quote_where = "Proposition 1 (divided by sqrt T)",
        .formula = "E[F(tau) - F(w*)] <= 2 D G (2 + log T)/sqrt(T), G^2 = L^2 + 8 d L^2 ln(1.25/delta)/eps^2",
        .statement = "Private SGD by a walking token with steps D / (G sqrt(t)) ends with E[F(tau)] - F* <= 2 D G (2 + "
                     "ln T) / sqrt(T). Here G^2 = L^2 + d sigma^2 and sigma^2 = 8 L^2 ln(1.25/delta) / epsilon^2.",
        .conditions = "Convex L-Lipschitz losses on a convex set of diameter D.",
        .adversary = "none",
        .domain = "Logistic regression of 1 to 5 users in 1 and 2 dimensions on balls of diameter 1 to 8, with T large "
                  "enough that the bound is not trivial.",
        .evidence = Evidence::statistical,
        .expected = Verdict::holds,
        .repaired_by = {},
        .witness = {},
        .controls = {},
        .note = "The verdict holds if the upper confidence bound of the mean error is below the claimed bound. The "
                "confidence bound is Hoeffding's: errors lie in [0, L D].",
    },
};

static_assert(complete(learning_claims));

}  // namespace

std::span<const Claim> learning() { return learning_claims; }

}  // namespace hearsay::claims
