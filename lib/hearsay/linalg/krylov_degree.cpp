// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/krylov_degree.hpp>

#include <flint/nmod_poly.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>
#include <fmt/format.h>

#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/detail/modular_matrix.hpp>

namespace hearsay::linalg {

namespace {

/// Berlekamp's and Massey's algorithm on a sequence that grows.
class LinearComplexity {
 public:
  explicit LinearComplexity(std::uint64_t prime) { nmod_berlekamp_massey_init(state_, prime); }
  ~LinearComplexity() { nmod_berlekamp_massey_clear(state_); }
  LinearComplexity(const LinearComplexity&) = delete;
  LinearComplexity& operator=(const LinearComplexity&) = delete;

  void add(std::uint64_t value) { nmod_berlekamp_massey_add_point(state_, value); }
  [[nodiscard]] std::int64_t of_all() {
    nmod_berlekamp_massey_reduce(state_);
    return nmod_poly_degree(nmod_berlekamp_massey_V_poly(state_));
  }

 private:
  nmod_berlekamp_massey_t state_;
};

/// base, base^2, ..., modulo the prime.
std::vector<std::uint64_t> powers(std::uint64_t base, std::size_t count, const nmod_t& modulus) {
  std::vector<std::uint64_t> result;
  for (std::uint64_t power = base; result.size() < count; power = nmod_mul(power, base, modulus))
    result.push_back(power);
  return result;
}

}  // namespace

std::int64_t krylov_degree(const RationalMatrix& w, std::span<const graph::Node> starts, std::uint64_t prime) {
  constexpr auto smallest = std::uint64_t{1} << 60, largest = std::uint64_t{1} << 63;
  if (prime <= smallest || prime >= largest || n_is_prime(prime) == 0)
    throw Error(Errc::domain, "krylov_degree", fmt::format("{} is no prime between 2^60 and 2^63", prime));
  for (const auto v : starts) {
    if (v >= w.size()) throw Error(Errc::shape, "krylov_degree", fmt::format("node {} is none of {}", v, w.size()));
  }
  if (starts.empty()) return 0;
  prime = prime_for(w, prime);
  nmod_t modulus;
  nmod_init(&modulus, prime);
  const ModularMatrix matrix(w, prime);
  const auto n = w.rows.size();
  const auto weights = powers(3, starts.size(), modulus), test = powers(5, n, modulus);
  std::vector<std::uint64_t> row(n, 0);
  for (std::size_t i = 0; i < starts.size(); ++i) row[starts[i]] = weights[i];
  const int limbs = _nmod_vec_dot_bound_limbs(static_cast<slong>(n), modulus);
  LinearComplexity complexity(prime);
  for (std::size_t k = 0; k < 2 * n; ++k) {
    complexity.add(_nmod_vec_dot(row.data(), test.data(), static_cast<slong>(n), modulus, limbs));
    row = matrix.left_multiply(row);
  }
  return complexity.of_all();
}

}  // namespace hearsay::linalg
