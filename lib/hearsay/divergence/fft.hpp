// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <memory>

namespace hearsay::divergence {

/// In-place FFT of a power of two points, on buffers of its own (FFTW). Neither direction is scaled.
///
/// @accuracy relative error of a transform in the 2-norm: at most error(points). Higham, Accuracy and Stability of
/// Numerical Algorithms, Theorem 24.2, with weights accurate to the unit roundoff.
class Fft {
 public:
  enum class Kind { real, complex };

  /// @throws Error(Errc::too_large) without memory for it.
  Fft(Kind kind, std::size_t points);
  Fft(const Fft&) = delete;
  Fft& operator=(const Fft&) = delete;
  ~Fft();

  [[nodiscard]] std::size_t points() const noexcept { return points_; }
  /// `points` entries of a real transform.
  [[nodiscard]] double* real() noexcept { return data_.get(); }
  /// points/2 + 1 frequencies of a real transform, or the `points` entries of a complex one.
  [[nodiscard]] std::complex<double>* spectrum() noexcept {
    return reinterpret_cast<std::complex<double>*>(data_.get());
  }
  /// sum_j x_j e^(-2 pi i j k / points).
  void forward();
  /// sum_k X_k e^(+2 pi i j k / points). @pre kind is real.
  void backward();

  [[nodiscard]] static double error(std::size_t points);

 private:
  struct Free {
    void operator()(double* data) const;
  };
  std::size_t points_;
  std::unique_ptr<double[], Free> data_;
  void *forward_ = nullptr, *backward_ = nullptr;  // FFTW's plans
};

}  // namespace hearsay::divergence
