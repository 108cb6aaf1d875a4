// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/krylov_degree.hpp>

#include <flint/nmod_poly.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/detail/modular_matrix.hpp>
#include <hearsay/system/memory.hpp>

namespace hearsay::linalg {

namespace {

constexpr std::string_view where = "KrylovDegrees";
using Residues = std::vector<std::uint64_t>;

class Polynomial {
 public:
  explicit Polynomial(const nmod_t& modulus) { nmod_poly_init_mod(value_, modulus); }
  ~Polynomial() { nmod_poly_clear(value_); }
  Polynomial(const Polynomial&) = delete;
  Polynomial& operator=(const Polynomial&) = delete;
  nmod_poly_struct* get() { return value_; }
  [[nodiscard]] const nmod_poly_struct* get() const { return value_; }
  [[nodiscard]] slong degree() const { return nmod_poly_degree(value_); }

 private:
  nmod_poly_t value_;
};

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
  explicit State(const nmod_t& residues) : modulus(residues), m(residues), reversed(residues) {}
  /// m(W) c = 0.
  [[nodiscard]] bool annihilates() const {
    const auto n = vectors.front().size();
    Residues sum(n, 0);
    for (slong j = 0; j <= m.degree(); ++j)
      _nmod_vec_scalar_addmul_nmod(sum.data(), vectors[static_cast<std::size_t>(j)].data(), static_cast<slong>(n),
                                   nmod_poly_get_coeff_ui(m.get(), j), modulus);
    return std::ranges::all_of(sum, [](std::uint64_t x) { return x == 0; });
  }

  nmod_t modulus;
  std::vector<Residues> vectors;  ///< W^k c
  Polynomial m, reversed;         ///< x^deg m(1/x)
  bool known = false;             ///< m(W) c = 0
};

KrylovDegrees::KrylovDegrees(const RationalMatrix& w, std::uint64_t prime) {
  prime = prime_for(where, w, prime);
  const auto n = w.rows.size();
  const double bytes = 16.0 * static_cast<double>(n) * static_cast<double>(n);
  if (bytes > available_memory() / 2.0)
    throw Error(Errc::too_large, where, fmt::format("{} nodes need {:.1f} GiB", n, bytes / (1ull << 30)));
  nmod_t modulus;
  nmod_init(&modulus, prime);
  state_ = std::make_unique<State>(modulus);
  auto& state = *state_;
  if (n == 0) return;
  RationalMatrix transposed;  // whose action on rows is that of W on columns
  transposed.rows.resize(n);
  for (graph::Node u = 0; u < w.size(); ++u) {
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
}

KrylovDegrees::~KrylovDegrees() = default;

std::int64_t KrylovDegrees::degree(std::span<const graph::Node> starts) const {
  const auto& state = *state_;
  const auto n = state.vectors.empty() ? 0 : state.vectors.front().size();
  require_nodes(where, starts, n);
  if (starts.empty() || !state.known) return 0;
  const auto length = state.m.degree();
  const auto weights = powers(3, starts.size(), state.modulus);
  Polynomial series(state.modulus), numerator(state.modulus), common(state.modulus);
  for (slong k = 0; k < length; ++k) {
    const auto& vector = state.vectors[static_cast<std::size_t>(k)];
    std::uint64_t scalar = 0;
    for (std::size_t i = 0; i < starts.size(); ++i) NMOD_ADDMUL(scalar, weights[i], vector[starts[i]], state.modulus);
    nmod_poly_set_coeff_ui(series.get(), k, scalar);
  }
  nmod_poly_mullow(numerator.get(), series.get(), state.reversed.get(), length);
  if (numerator.degree() < 0) return 0;
  nmod_poly_gcd(common.get(), numerator.get(), state.reversed.get());
  return std::max(state.reversed.degree(), numerator.degree() + 1) - common.degree();
}

}  // namespace hearsay::linalg
