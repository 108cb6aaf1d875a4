// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/detail/modular_matrix.hpp>

#include <flint/ulong_extras.h>
#include <fmt/format.h>

#include <hearsay/core/error.hpp>

namespace hearsay::linalg {

namespace {

std::uint64_t whole_residue(const exact::Integer& value, std::uint64_t prime) {
  const auto rest = static_cast<std::uint64_t>(abs(value) % prime);
  return value < 0 && rest != 0 ? prime - rest : rest;
}

}  // namespace

std::uint64_t residue(const Rational& value, std::uint64_t prime) {
  const auto below = n_invmod(whole_residue(denominator(value), prime), prime);
  return n_mulmod2(whole_residue(numerator(value), prime), below, prime);
}

ModularMatrix::ModularMatrix(const RationalMatrix& w, std::uint64_t prime) : prime_(prime), rows_(w.rows.size()) {
  for (std::size_t u = 0; u < rows_.size(); ++u) {
    for (const auto& [column, value] : w.rows[u]) {
      const auto entry = residue(value, prime);
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

bool divides_a_denominator(std::uint64_t prime, const RationalMatrix& w) {
  for (const auto& row : w.rows) {
    for (const auto& entry : row) {
      if (denominator(entry.value) % prime == 0) return true;
    }
  }
  return false;
}

std::uint64_t prime_for(std::string_view where, const RationalMatrix& w, std::uint64_t prime) {
  constexpr auto smallest = std::uint64_t{1} << 60, largest = std::uint64_t{1} << 63;
  if (prime <= smallest || prime >= largest || n_is_prime(prime) == 0)
    throw Error(Errc::domain, where, fmt::format("{} is not a prime between 2^60 and 2^63", prime));
  while (divides_a_denominator(prime, w)) prime = n_nextprime(prime, 1);
  return prime;
}

void require_nodes(std::string_view where, std::span<const Index> starts, std::size_t n) {
  for (const auto v : starts) {
    if (v >= n) throw Error(Errc::shape, where, fmt::format("node {} is not one of {}", v, n));
  }
}

}  // namespace hearsay::linalg
