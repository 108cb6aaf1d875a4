// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/detail/residues.hpp>

#include <flint/fmpq.h>
#include <flint/ulong_extras.h>

#include <string>

namespace hearsay::linalg {

namespace {

using exact::Integer;
using exact::Rational;

struct Fmpz {
  explicit Fmpz(const Integer& integer) {
    fmpz_init(value);
    fmpz_set_str(value, integer.str().c_str(), 10);
  }
  ~Fmpz() { fmpz_clear(value); }
  Fmpz(const Fmpz&) = delete;
  Fmpz& operator=(const Fmpz&) = delete;
  fmpz_t value;
};

/// The fraction p/q = residue modulo `modulus` with 2 p^2, 2 q^2 <= modulus, if there is one.
std::optional<Rational> reconstruct(const Integer& residue, const Integer& modulus) {
  if (residue == 0) return Rational(0);
  const Fmpz a(residue), m(modulus);
  fmpq_t fraction;
  fmpq_init(fraction);
  std::optional<Rational> result;
  if (fmpq_reconstruct_fmpz(fraction, a.value, m.value) != 0) {
    char* text = fmpq_get_str(nullptr, 10, fraction);
    result = Rational(std::string(text));
    flint_free(text);
  }
  fmpq_clear(fraction);
  return result;
}

}  // namespace

void Residues::add(const std::vector<ModularSpace::Vector>& vectors, std::uint64_t prime) {
  if (modulus_ == 1) values_.assign(vectors.size(), std::vector<Integer>(vectors.empty() ? 0 : vectors.front().size()));
  const auto inverse = n_invmod(static_cast<std::uint64_t>(modulus_ % prime), prime);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    for (std::size_t u = 0; u < vectors[i].size(); ++u) {
      auto& value = values_[i][u];
      const auto known = static_cast<std::uint64_t>(value % prime);
      if (known != vectors[i][u]) value += modulus_ * n_mulmod2(n_submod(vectors[i][u], known, prime), inverse, prime);
    }
  }
  modulus_ *= prime;
}

std::optional<std::vector<std::vector<exact::Rational>>> Residues::fractions() const {
  std::vector<std::vector<Rational>> result;
  for (const auto& vector : values_) {
    auto& row = result.emplace_back();
    for (const auto& value : vector) {
      auto fraction = reconstruct(value, modulus_);
      if (!fraction) return std::nullopt;
      row.push_back(std::move(*fraction));
    }
  }
  return result;
}

std::optional<std::vector<exact::Rational>> Residues::short_fractions(std::size_t vector) const {
  std::vector<Rational> result;
  const Integer most = modulus_ >> 30;
  for (const auto& value : values_[vector]) {
    auto fraction = reconstruct(value, modulus_);
    if (!fraction || abs(numerator(*fraction)) * denominator(*fraction) > most) return std::nullopt;
    result.push_back(std::move(*fraction));
  }
  return result;
}

}  // namespace hearsay::linalg
