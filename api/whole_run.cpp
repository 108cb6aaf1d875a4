// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/whole_run.hpp"

#include <hearsay/exact/fraction.hpp>

namespace hearsay::api {

namespace {

void scale_view(learning::RunView& view, const exact::Rational& scale) {
  constexpr double rounding = 0x1p-51;
  const double factor = exact::to_double(scale);
  for (auto& entry : view.losses) {
    if (entry.exact) {
      *entry.exact *= scale;
      entry.loss.lower = entry.loss.upper = exact::to_double(*entry.exact);
    } else {
      entry.loss.lower *= factor * (1.0 - rounding);
      entry.loss.upper *= factor * (1.0 + rounding);
    }
  }
}

}  // namespace

WholeRun whole_run(const learning::GossipPlan& plan, int rounds, double clip, double noise, double alpha, double delta,
                   const Execution& execution) {
  const exact::Rational ratio = 2 * exact::fraction_of(clip) / exact::fraction_of(noise);
  const exact::Rational scale = ratio * ratio;
  WholeRun run{.alpha = alpha,
               .delta = delta,
               .squared = learning::run_losses(plan, 0, rounds, 0, execution),
               .local_squared = exact::to_double(rounds * scale)};
  auto& squared = run.squared;
  if (squared.unknown) scale_view(*squared.unknown, scale);
  if (squared.own_noise) scale_view(*squared.own_noise, scale);
  squared.published *= exact::to_double(scale);
  if (squared.corrected) *squared.corrected *= exact::to_double(scale);
  return run;
}

}  // namespace hearsay::api
