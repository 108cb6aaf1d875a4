// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/detail/paper_versions.hpp>

namespace hearsay::claims {

namespace {

constexpr const char* messages =
    "one honest-but-curious node v: receives every message of its neighbors in each of the K gossip steps of each "
    "round";

constexpr Claim muffliato_sgd_claims[] = {
    {
        .id = "muffliato.thm6.round",
        .source = "cyffers2022muffliato, Theorem 6, eq. (9) with T = 1",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "After T iterations of Algorithm 3 with K ⩾ 1, node u is (α, εTu→v(α))-PNDP with respect to v, with:",
        .quote_where = "Theorem 6, eq. (9), Section 4, at T = 1",
        .formula = "eps^T_{u->v}(alpha) <= T Delta_phi^2 alpha/(2 sigma^2) sum_{k=0}^{K-1} sum_{w: {v,w} in E} "
                   "(W^k)_{u,w}^2 / |(W^k)_w|^2, T = 1",
        .statement = "In Muffliato-SGD, eq. (9) bounds the loss within one round.",
        .conditions = "Metropolis weights, K >= 1 gossip steps",
        .adversary = messages,
        .domain = "every observer and target of every connected graph, smallest first, K <= 3",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm6.repaired",
        .root = "muffliato.thm1",
        .witness = "path 0-1-2, v = 0, u = 2, K = 2: the bound is 1/3, the exact loss 1/2 (own noise known: 1)",
        .realistic = "Exponential graph on 2^11 nodes of Figure 1(a), Metropolis weights, observer 0, K = 19 (T_stop): "
                     "for the node opposite to the observer the published value is 0.00945, and the loss is 1.",
        .controls = "",
        .note = "It is the same failure as muffliato.thm1.",
    },
    {
        .id = "muffliato.thm11",
        .source = "cyffers2022muffliato, Theorem 11, eq. (13)",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "Let (Wt)0⩽t<T be a sequence of gossip matrices of spectral gap larger than λ. Let u and v be two "
                 "distinct nodes in V . After T iterations of Algorithm 3 with K ⩾ 1, node u is (α, εTu→v(α))-PNDP "
                 "with respect to v, with:",
        .quote_where = "Theorem 11, eq. (13), Appendix F.2, at T = 1",
        .formula = "eps^T_{u->v}(alpha) <= Delta_phi^2 alpha/(2 sigma^2) sum_{t=0}^{T-1} sum_{k=0}^{K-1} sum_{w: {v,w} "
                   "in E_t} (W_t^k)_{u,w}^2 / |(W_t^k)_w|^2",
        .reading = "Theorem 6 for matrices that change from round to round. One round of one matrix is a special case. "
                   "Over several rounds it fails as muffliato.thm6 does.",
        .statement = "In Muffliato-SGD with one gossip matrix per round, eq. (13) bounds the loss.",
        .conditions = "Metropolis weights, K >= 1 gossip steps",
        .adversary = messages,
        .domain = "every observer and target of every connected graph, smallest first, T = 1, K <= 3",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm6.repaired",
        .root = "muffliato.thm1",
        .witness = "path 0-1-2, v = 0, u = 2, K = 2: the bound is 1/3, the exact loss 1/2 (own noise known: 1)",
        .realistic =
            "Exponential graph on 2^11 nodes of Figure 1(a), Metropolis weights, observer 0, K = 19 (T_stop), one "
            "round: for the node opposite to the observer the published value is 0.00945, and the loss is 1.",
        .controls = "",
        .note = "Its proof applies Theorem 1 to each round and sums over the rounds.",
    },
    {
        .id = "muffliato.thm6",
        .source = "cyffers2022muffliato, Theorem 6, eq. (9)",
        .paper_version = neurips_corrected,
        .level = Level::theorem,
        .quote = "After T iterations of Algorithm 3 with K ⩾ 1, node u is (α, εTu→v(α))-PNDP with respect to v, with:",
        .quote_where = "Theorem 6, eq. (9), Section 4",
        .formula = "eps^T_{u->v}(alpha) <= T Delta_phi^2 alpha/(2 sigma^2) sum_{k=0}^{K-1} sum_{w: {v,w} in E} "
                   "(W^k)_{u,w}^2 / |(W^k)_w|^2",
        .reading = "The check uses K = 1, for which eq. (9) is exact within a round. So the failure is in the sum over "
                   "rounds.",
        .statement = "In Muffliato-SGD, eq. (9) summed over rounds bounds the loss of T rounds.",
        .conditions = "Metropolis weights, K >= 1 gossip steps, fresh noise every round",
        .adversary = messages,
        .domain = "every observer and target of every connected graph, smallest first, K = 1, T = 2",
        .evidence = Evidence::exact,
        .expected = Verdict::refuted,
        .repaired_by = "muffliato.thm6.repaired",
        .root = "muffliato.thm6",
        .witness =
            "path 0-1-2, K = 1, T = 2, v = 0, u = 2: the bound is 0, the exact loss 1/11 (own noise known: 1/10)",
        .realistic = "Exponential graph on 2^11 nodes, K = 1, v = 0, u at distance 2: the bound is 0 for every T, and "
                     "the exact loss is 0.165 after 10 rounds and 0.767 after 40.",
        .controls = "",
        .note = "The state carries old gradients into later rounds.",
    },
    {
        .id = "muffliato.thm6.repaired",
        .source = "hearsay, docs/maths/streams.md",
        .level = Level::ours,
        .statement = "The loss of T rounds is the maximum of s^T M s over sequences s of gradient changes. M is the "
                     "matrix of the stream accountant with K gossip steps between injections of noise.",
        .conditions = "Metropolis weights, K >= 1",
        .adversary = messages,
        .domain = "generated graphs, K <= 3, T <= 4, both observation models; recomputed in rational arithmetic",
        .evidence = Evidence::property,
        .expected = Verdict::holds,
        .repaired_by = "",
        .witness = "",
        .controls = "stream.later_noise_forgotten,stream.own_noise_kept",
        .note = "",
    },
};
static_assert(complete(muffliato_sgd_claims));

}  // namespace

std::span<const Claim> muffliato_sgd() { return muffliato_sgd_claims; }

}  // namespace hearsay::claims
