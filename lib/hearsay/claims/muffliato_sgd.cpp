#include <hearsay/claims/catalogue.hpp>

namespace hearsay::claims {

namespace {

constexpr const char* messages = "node v sees every message its neighbours send at each of the K gossip steps of each round";

constexpr Claim claims[] = {
    {"muffliato.thm6.round", "cyffers2022muffliato, Theorem 6, eq. (9) with T = 1", "Muffliato-SGD: eq. (9) bounds the loss within one round", "Metropolis weights, K >= 1 gossip steps", messages,
     "every observer and target of every connected graph, smallest first, K <= 3", Evidence::exact, Verdict::refuted, "muffliato.thm6.repaired", "path 0-1-2, v = 0, u = 2, K = 2: bound 1/3, exact 1/2 (own noise known 1)", "",
     "The same failure as muffliato.thm1."},
    {"muffliato.thm6", "cyffers2022muffliato, Theorem 6, eq. (9)", "Muffliato-SGD: eq. (9) summed over rounds bounds the loss of T rounds", "Metropolis weights, K >= 1 gossip steps, fresh noise every round", messages,
     "every observer and target of every connected graph, smallest first, K = 1, T = 2", Evidence::exact, Verdict::refuted, "muffliato.thm6.repaired",
     "path 0-1-2, K = 1, T = 2, v = 0, u = 2: bound 0, exact 1/11 (own noise known 1/10)", "", "The state carries old gradients into later rounds."},
    {"muffliato.thm6.repaired", "hearsay, docs/maths/streams.md", "The loss of T rounds is max over sequences s of gradient changes of s^T M s, M from the stream accountant with K gossip steps between noise injections", "Metropolis weights, K >= 1",
     messages, "generated graphs, K <= 3, T <= 4, both trust models; recomputed in rational arithmetic", Evidence::property, Verdict::holds, "", "", "stream.later_noise_forgotten,stream.own_noise_kept", ""},
};
static_assert(complete(claims));

}  // namespace

std::span<const Claim> muffliato_sgd() { return claims; }

}  // namespace hearsay::claims
