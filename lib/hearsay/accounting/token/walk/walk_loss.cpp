// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/walk_loss.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/tilted_fft.hpp>

namespace hearsay::accounting {

namespace {

using divergence::Pld;
using divergence::Side;
using divergence::TiltedLaw;

constexpr double most_losses = 1 << 20;

}  // namespace

double loss_step(std::string_view where, double mu, double step) {
  if (!(mu > 0.0) || !std::isfinite(mu)) throw Error(Errc::domain, where, fmt::format("mu = {} must be positive", mu));
  require_non_negative(where, "step", step);
  return step > 0.0 ? step : std::min(0.02, mu / 20.0);
}

Pld hidden_passes_loss(const std::vector<double>& passes, double mu, double deviation, double step,
                       divergence::Direction direction) {
  divergence::GaussianMixturePair pair{
      .means_p = {}, .weights_p = {}, .means_q = {0.0}, .weights_q = {1.0}, .sigma = deviation};
  for (std::size_t k = 0; k < passes.size(); ++k) {
    if (passes[k] == 0.0) continue;
    pair.means_p.push_back(mu * static_cast<double>(k));
    pair.weights_p.push_back(passes[k]);
  }
  return Pld::gaussian_mixture(pair, step, direction, reading_reach);
}

double mass_error(const Pld::Grid& law, double accuracy, double step) {
  const auto last = law.first + static_cast<std::int64_t>(law.mass.size());
  const double largest = step * static_cast<double>(std::max(std::abs(law.first), std::abs(last)));
  return 3.0 * accuracy + Pld::snap * step + 0x1p-53 * (64.0 + 8.0 * largest);
}

LossWindow loss_window(std::string_view where, double step, const std::function<double(double)>& log_moment) {
  double low = -infinity, high = infinity;
  for (double lambda = 1.0 / 64.0; lambda < 1e5; lambda *= 2.0) {
    const double before = high - low, up = log_moment(lambda), down = log_moment(-lambda);
    if (std::isfinite(up)) high = std::min(high, (up - TiltedLaw::log_outside) / lambda);
    if (std::isfinite(down)) low = std::max(low, (TiltedLaw::log_outside - down) / lambda);
    if (lambda > 1.0 && high - low >= before) break;
  }
  low = std::min(low, 0.0), high = std::max(high, 0.0);
  const double wanted = (high - low) / step + 4.0;
  if (!(wanted <= most_losses))
    throw Error(
        Errc::too_large, where,
        fmt::format("step = {} would need {:.3g} losses, more than {}; use a larger step", step, wanted, most_losses));
  return {.first = static_cast<std::int64_t>(std::floor(low / step)) - 1, .points = divergence::fft_points(wanted)};
}

Bracket WalkLoss::delta(double epsilon) const {
  require_non_negative(where_, "epsilon", epsilon);
  double lower = 0.0, upper = 0.0;
  for (const auto& [pessimistic, optimistic] : directions_) {
    upper = std::max(upper, pessimistic.delta(epsilon, Side::pessimistic));
    lower = std::max(lower, optimistic.delta(epsilon, Side::optimistic));
  }
  upper = std::min(upper, 1.0), lower = std::min(lower, upper);
  return {lower, 0.5 * (lower + upper), upper};
}

Bracket WalkLoss::epsilon(double delta) const {
  require_open_unit(where_, "delta", delta);
  double lower = 0.0, upper = 0.0;
  for (const auto& [pessimistic, optimistic] : directions_) {
    if (pessimistic.infinite >= delta)
      throw Error(Errc::conditions, where_,
                  fmt::format("delta = {} must exceed {}, what is not resolved", delta, pessimistic.infinite));
    const double safe = divergence::safe_epsilon(pessimistic, delta);
    upper = std::max(upper, safe);
    if (safe > 0.0) lower = std::max(lower, divergence::attained_epsilon(optimistic, delta, safe));
  }
  return {lower, 0.5 * (lower + upper), upper};
}

}  // namespace hearsay::accounting
