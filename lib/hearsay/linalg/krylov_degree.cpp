// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/krylov_degree.hpp>

#include <flint/nmod_poly.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/detail/modular_matrix.hpp>
#include <hearsay/linalg/detail/polynomial.hpp>
#include <hearsay/system/memory.hpp>

namespace hearsay::linalg {

namespace {

constexpr std::string_view where = "KrylovDegrees";
using Residues = std::vector<std::uint64_t>;

/// base, base^2, ..., modulo the prime.
Residues powers(std::uint64_t base, std::size_t count, const nmod_t& modulus) {
  Residues result;
  for (std::uint64_t power = base; result.size() < count; power = nmod_mul(power, base, modulus))
    result.push_back(power);
  return result;
}

/// A monic polynomial m, of least degree with sum_j m_j s_{j+k} = 0 for all k as far as the scalars reach.
void least_recurrence(const Residues& scalars, const nmod_t& modulus, Polynomial& m) {
  nmod_berlekamp_massey_t state;
  nmod_berlekamp_massey_init(state, modulus.n);
  nmod_berlekamp_massey_add_points(state, scalars.data(), static_cast<slong>(scalars.size()));
  nmod_berlekamp_massey_reduce(state);
  nmod_poly_make_monic(m.get(), nmod_berlekamp_massey_V_poly(state));
  nmod_berlekamp_massey_clear(state);
}

}  // namespace

struct KrylovDegrees::State {
  explicit State(const nmod_t& residues)
      : modulus(residues), m(residues), reversed(residues), local(residues), reversed_local(residues) {}

  nmod_t modulus;
  std::vector<Residues> vectors;  ///< W^k c
  Polynomial m, reversed;         ///< x^deg m(1/x)
  bool known = false;             ///< m(W) c = 0

  std::unordered_map<Index, Polynomial> unseen;  ///< by hub: the largest factor of m whose part of c it does not see
  Polynomial local, reversed_local;              ///< their least common multiple
  std::vector<Residues> local_vectors;           ///< W^k (m/local)(W) c

  /// m(W) c = 0.
  [[nodiscard]] bool annihilates() const { return applied(m) == Residues(vectors.front().size(), 0); }

  /// f(W) c.
  [[nodiscard]] Residues applied(const Polynomial& f) const {
    Residues sum(vectors.front().size(), 0);
    for (slong k = 0; k <= f.degree(); ++k) {
      _nmod_vec_scalar_addmul_nmod(sum.data(), vectors[static_cast<std::size_t>(k)].data(),
                                   static_cast<slong>(sum.size()), nmod_poly_get_coeff_ui(f.get(), k), modulus);
    }
    return sum;
  }

  /// The P with sum_k b W^k x t^-(k+1) = P(t)/f(t), from the reversed f and the W^k x, k < deg f; b is a combination of
  /// the starts.
  void numerator(std::span<const Index> starts, const std::vector<Residues>& powers_of_w, const Polynomial& reversed_f,
                 slong degree, Polynomial& p) const {
    const auto weights = powers(3, starts.size(), modulus);
    Polynomial series(modulus);
    for (slong k = 0; k < degree; ++k) {
      const auto& vector = powers_of_w[static_cast<std::size_t>(k)];
      std::uint64_t scalar = 0;
      for (std::size_t i = 0; i < starts.size(); ++i) NMOD_ADDMUL(scalar, weights[i], vector[starts[i]], modulus);
      nmod_poly_set_coeff_ui(series.get(), k, scalar);
    }
    nmod_poly_mullow(p.get(), series.get(), reversed_f.get(), degree);
    nmod_poly_reverse(p.get(), p.get(), degree);
  }

  /// The largest factor of m whose part of c a combination of the starts does not see.
  void unseen_by(std::span<const Index> starts, Polynomial& factor) const {
    Polynomial p(modulus);
    numerator(starts, vectors, reversed, m.degree(), p);
    nmod_poly_gcd(factor.get(), m.get(), p.get());
  }

  /// Finds what each hub does not see, and what is left of W on it.
  void add(std::span<const Index> hubs, const ModularMatrix& matrix) {
    nmod_poly_one(local.get());
    Polynomial common(modulus), rest(modulus);
    for (const auto hub : hubs) {
      auto& factor = unseen.try_emplace(hub, modulus).first->second;
      unseen_by(std::span(&hub, 1), factor);
      nmod_poly_gcd(common.get(), factor.get(), local.get());
      nmod_poly_div(rest.get(), factor.get(), common.get());
      nmod_poly_mul(local.get(), local.get(), rest.get());
    }
    nmod_poly_reverse(reversed_local.get(), local.get(), local.degree() + 1);
    nmod_poly_div(rest.get(), m.get(), local.get());
    auto vector = applied(rest);
    for (slong k = 0; k < local.degree(); ++k) {
      local_vectors.push_back(vector);
      vector = matrix.left_multiply(vector);
    }
  }
};

KrylovDegrees::KrylovDegrees(const RationalMatrix& w, std::uint64_t prime, std::span<const Index> hubs) {
  prime = prime_for(where, w, prime);
  const auto n = w.rows.size();
  require_nodes(where, hubs, n);
  const double bytes = 16.0 * static_cast<double>(n) * static_cast<double>(n);
  if (bytes > available_memory() / 2.0)
    throw Error(Errc::too_large, where, fmt::format("{} nodes need {:.1f} GiB", n, bytes / gib));
  nmod_t modulus;
  nmod_init(&modulus, prime);
  state_ = std::make_unique<State>(modulus);
  auto& state = *state_;
  if (n == 0) return;
  RationalMatrix transposed;  // whose action on rows is that of W on columns
  transposed.rows.resize(n);
  for (Index u = 0; u < w.size(); ++u) {
    for (const auto& [column, value] : w.rows[u]) transposed.rows[column].push_back({u, value});
  }
  const ModularMatrix matrix(transposed, prime);
  const auto weights = powers(7, n, state.modulus);
  const int limbs = _nmod_vec_dot_bound_limbs(static_cast<slong>(n), state.modulus);
  Residues scalars;
  auto vector = powers(5, n, state.modulus);
  for (std::size_t k = 0; k < 2 * n; ++k) {
    scalars.push_back(_nmod_vec_dot(weights.data(), vector.data(), static_cast<slong>(n), state.modulus, limbs));
    if (k <= n) state.vectors.push_back(vector);
    vector = matrix.left_multiply(vector);
  }
  least_recurrence(scalars, state.modulus, state.m);
  state.known = state.m.degree() <= static_cast<slong>(n) && state.annihilates();
  nmod_poly_reverse(state.reversed.get(), state.m.get(), state.m.degree() + 1);
  if (state.known) state.add(hubs, matrix);
}

KrylovDegrees::~KrylovDegrees() = default;

std::int64_t KrylovDegrees::degree(std::span<const Index> starts) const {
  const auto& state = *state_;
  require_nodes(where, starts, state.vectors.empty() ? 0 : state.vectors.front().size());
  if (starts.empty() || !state.known) return 0;
  const Polynomial* best = nullptr;
  for (const auto v : starts) {
    const auto hub = state.unseen.find(v);
    if (hub != state.unseen.end() && (best == nullptr || hub->second.degree() < best->degree())) best = &hub->second;
  }
  Polynomial factor(state.modulus);
  if (best == nullptr) {
    state.unseen_by(starts, factor);
  } else {
    Polynomial p(state.modulus);
    state.numerator(starts, state.local_vectors, state.reversed_local, state.local.degree(), p);
    nmod_poly_rem(p.get(), p.get(), best->get());
    nmod_poly_gcd(factor.get(), best->get(), p.get());
  }
  return state.m.degree() - factor.degree();
}

}  // namespace hearsay::linalg
