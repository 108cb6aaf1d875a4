// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/walk/renyi_bound.hpp"

#include <cmath>

#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/renyi.hpp>

namespace hearsay::props {

double WalkRenyiBound::Curve::at(double alpha) {
  const auto [found, fresh] = known.try_emplace(alpha, 0.0);
  if (fresh) found->second = renyi(alpha);
  return found->second;
}

double WalkRenyiBound::operator()(const accounting::TokenQuestion& question, double delta) {
  auto q = question;
  q.others = accounting::OtherData::in_range;
  q.delta_prime = q.delta_hat = 0.5;  // do not enter the curve
  if (!last_ || last_->walk != q) {
    const auto calibration = q.task == accounting::TokenTask::sgd ? accounting::Calibration::classical : q.calibration;
    last_.emplace(q, accounting::TokenRenyi(q, accounting::signal_to_noise(calibration, q.epsilon, q.delta)));
  }
  auto& curve = *last_;
  const double missing = curve.renyi.missing();
  if (missing >= 0.5 * delta) return infinity;
  const auto shown = [&](int j) {
    const double alpha = 1.0 + std::pow(2.0, 0.5 * j), renyi = curve.at(alpha);
    return renyi < infinity ? divergence::rdp_to_dp_improved(alpha, renyi, delta - missing) : infinity;
  };
  // About alpha r / 2 for small orders, r the loss of order 2: the best alpha - 1 is near sqrt(2 ln(1/delta) / r).
  const double rate = curve.at(2.0);
  int best =
      rate > 0.0 && rate < infinity ? static_cast<int>(std::lround(std::log2(-2.0 * std::log(delta) / rate))) : 0;
  constexpr int least = -40, most = 40;
  while (shown(best) == infinity && best > least) --best;
  for (const int stride : {1, -1}) {
    while (best + stride > least && best + stride < most && shown(best + stride) < shown(best)) best += stride;
  }
  return shown(best);
}

}  // namespace hearsay::props
