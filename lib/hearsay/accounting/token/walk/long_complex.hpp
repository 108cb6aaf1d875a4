// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay::accounting {

/// A complex number in long double, whose products do not look for infinities.
struct LongComplex {
  long double re = 0.0L, im = 0.0L;

  LongComplex() = default;
  explicit LongComplex(long double x) : re(x) {}
  LongComplex(long double x, long double y) : re(x), im(y) {}
  LongComplex& operator+=(const LongComplex& b) {
    re += b.re, im += b.im;
    return *this;
  }
  friend LongComplex operator+(LongComplex a, const LongComplex& b) { return a += b; }
  friend LongComplex operator-(const LongComplex& a, const LongComplex& b) { return {a.re - b.re, a.im - b.im}; }
  friend LongComplex operator*(const LongComplex& a, const LongComplex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend LongComplex operator/(const LongComplex& a, const LongComplex& b) {
    const long double size = b.re * b.re + b.im * b.im;
    return a * LongComplex(b.re / size, -b.im / size);
  }
};

}  // namespace hearsay::accounting
