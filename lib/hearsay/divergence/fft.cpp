// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/fft.hpp>

#include <fftw3.h>

#include <cmath>
#include <mutex>

#include <hearsay/core/error.hpp>

namespace hearsay::divergence {

namespace {

/// FFTW's planner is not thread safe; its transforms are.
std::mutex& planner() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

void Fft::Free::operator()(double* data) const { fftw_free(data); }

Fft::Fft(Kind kind, std::size_t points)
    : points_(points),
      data_(static_cast<double*>(fftw_malloc(sizeof(double) * (kind == Kind::real ? points + 2 : 2 * points)))) {
  if (!data_) throw Error(Errc::too_large, "Fft", fmt::format("no memory for an FFT of {} points", points));
  auto* spectrum = reinterpret_cast<fftw_complex*>(data_.get());
  const auto size = static_cast<int>(points);
  const std::scoped_lock lock(planner());
  if (kind == Kind::real) {
    forward_ = fftw_plan_dft_r2c_1d(size, data_.get(), spectrum, FFTW_ESTIMATE);
    backward_ = fftw_plan_dft_c2r_1d(size, spectrum, data_.get(), FFTW_ESTIMATE);
  } else {
    forward_ = fftw_plan_dft_1d(size, spectrum, spectrum, FFTW_FORWARD, FFTW_ESTIMATE);
  }
}

Fft::~Fft() {
  const std::scoped_lock lock(planner());
  fftw_destroy_plan(static_cast<fftw_plan>(forward_));
  if (backward_) fftw_destroy_plan(static_cast<fftw_plan>(backward_));
}

void Fft::forward() { fftw_execute(static_cast<fftw_plan>(forward_)); }
void Fft::backward() { fftw_execute(static_cast<fftw_plan>(backward_)); }

double Fft::error(std::size_t points) { return 10.0 * 0x1p-53 * std::log2(static_cast<double>(points)); }

}  // namespace hearsay::divergence
