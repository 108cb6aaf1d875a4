// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flint/nmod_poly.h>

namespace hearsay::linalg {

/// A polynomial modulo a prime.
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

}  // namespace hearsay::linalg
