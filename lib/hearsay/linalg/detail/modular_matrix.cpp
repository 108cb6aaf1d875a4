// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/detail/modular_matrix.hpp>

#include <flint/ulong_extras.h>

#include <algorithm>

namespace hearsay::linalg {

namespace {

std::uint64_t residue(const boost::multiprecision::cpp_int& value, std::uint64_t prime) {
  const auto rest = static_cast<std::uint64_t>(abs(value) % prime);
  return value < 0 && rest != 0 ? prime - rest : rest;
}

}  // namespace

ModularMatrix::ModularMatrix(const RationalMatrix& w, std::uint64_t prime) : prime_(prime), rows_(w.rows.size()) {
  const auto reciprocal = n_preinvert_limb(prime);
  for (std::size_t u = 0; u < rows_.size(); ++u) {
    for (const auto& [column, value] : w.rows[u]) {
      const auto below = n_invmod(residue(denominator(value), prime), prime);
      const auto entry = n_mulmod2_preinv(residue(numerator(value), prime), below, prime, reciprocal);
      rows_[u].push_back({column, entry, n_mulmod_precomp_shoup(entry, prime)});
    }
  }
}

std::vector<std::uint64_t> ModularMatrix::left_multiply(const std::vector<std::uint64_t>& x) const {
  std::vector<std::uint64_t> y(x.size(), 0);
  for (std::size_t u = 0; u < x.size(); ++u) {
    if (x[u] == 0) continue;
    for (const auto& [column, value, quotient] : rows_[u])
      y[column] = n_addmod(y[column], n_mulmod_shoup(value, x[u], quotient, prime_), prime_);
  }
  return y;
}

std::uint64_t prime_for(const RationalMatrix& w, std::uint64_t prime) {
  const auto divides_a_denominator = [&] {
    return std::ranges::any_of(w.rows, [&](const auto& row) {
      return std::ranges::any_of(row, [&](const auto& entry) { return denominator(entry.value) % prime == 0; });
    });
  };
  while (divides_a_denominator()) prime = n_nextprime(prime, 1);
  return prime;
}

}  // namespace hearsay::linalg
