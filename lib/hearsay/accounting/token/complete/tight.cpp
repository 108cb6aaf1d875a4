// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/tight.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/accounting/token/complete/histogram.hpp>
#include <hearsay/accounting/token/complete/loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/accountant.hpp>
#include <hearsay/divergence/renyi_dp.hpp>

namespace hearsay::accounting {

namespace {

// The trapezoid rule on the real line converges like exp(-2 pi^2 / spacing^2) for these integrands.
constexpr double node_first = -14.0, node_spacing = 0.4;
constexpr int node_count = 135;  // up to z = 39.6
double node(int i) { return node_first + node_spacing * i; }

/// Losses of a cycle with variance `a` and `known` + Bin(hidden, inclusion) contributions, on the nodes z = x /
/// sqrt(a).
std::vector<double> losses(double a, std::int64_t known, std::int64_t hidden, double inclusion, double mu) {
  CycleMixture cycle{.length = a, .mu = mu, .weight = {1.0}, .first = 0, .missing = 0.0};
  if (hidden > 0) {
    const auto law = CycleMixture::binomial(hidden, inclusion, mu);
    cycle.weight = law.weight;
    cycle.first = law.first;
  }
  cycle.first += static_cast<std::size_t>(known);
  std::vector<double> loss(node_count);
  const double root = std::sqrt(a);
  for (int i = 0; i < node_count; ++i) loss[static_cast<std::size_t>(i)] = cycle.loss(root * node(i));
  return loss;
}

/// E_Q e^(power loss) over the nodes; +infinity if the integrand does not end inside them.
double moment(const std::vector<double>& loss, double power) {
  double sum = 0.0, last = 0.0;
  for (int i = 0; i < node_count; ++i) {
    const double z = node(i);
    last = std::exp(power * loss[static_cast<std::size_t>(i)] - 0.5 * z * z);
    sum += last;
  }
  if (!(sum < infinity) || last > 1e-16 * sum) return infinity;
  return sum * node_spacing / std::sqrt(2.0 * M_PI);
}

/// Delta/sigma of one contribution: SGD is calibrated classically.
double contribution_mu(const TokenQuestion& q) {
  return signal_to_noise(q.task == TokenTask::sgd ? Calibration::classical : q.calibration, q.epsilon, q.delta);
}

}  // namespace

TokenRenyi::TokenRenyi(const TokenQuestion& q, double mu)
    : others_(q.others), steps_(static_cast<double>(q.steps)), observed_(q.observed()) {
  require_token(q);
  require_non_negative("TokenRenyi", "mu", mu);
  const double stay = std::log1p(-observed_);  // ln P(a step avoids the observers)
  const double longest = std::min(steps_, (std::log(steps_) + 70.0) / -stay);
  missing_ = longest < steps_ ? steps_ * std::exp(stay * longest) : 0.0;
  const double p = q.inclusion();
  double lost = 0.0;  // of one cycle
  for (double a = 1.0; a <= longest;) {
    const double b = std::max(a, std::floor(1.03 * a));
    Range range{.length = a,
                .probability = std::exp(stay * a) * -std::expm1(stay * (b - a + 1.0)),
                .loss = {},
                .chance = {},
                .cycles = {.shortest = a, .longest = b, .inclusion = p, .mu = mu},
                .hybrid = std::nullopt};
    if (others_ == OtherData::known) {
      list_known(range, q);
    } else if (others_ == OtherData::in_range && !q.known_neighbors) {
      range.hybrid.emplace(range.cycles);
      if (const double left_out = range.hybrid->left_out(); left_out < 1.0) lost = std::max(lost, left_out);
    }
    ranges_.push_back(std::move(range));
    a = b + 1.0;
  }
  missing_ += steps_ * lost;
}

void TokenRenyi::list_known(Range& range, const TokenQuestion& q) {
  const double a = range.length, p = q.inclusion(), mu = range.cycles.mu;
  const auto most = static_cast<std::int64_t>(range.cycles.longest);
  if (!q.known_neighbors) {
    range.loss.push_back(losses(a, 0, most, p, mu));
    range.chance = {1.0};
  } else if (most == 1) {
    for (const std::int64_t known : {0, 1}) range.loss.push_back(losses(a, known, 0, p, mu));
    range.chance = {1.0 - p, p};
  } else {
    for (const std::int64_t known : {0, 1, 2}) range.loss.push_back(losses(a, known, most - 2, p, mu));
    range.chance = {(1.0 - p) * (1.0 - p), 2.0 * p * (1.0 - p), p * p};
  }
}

double TokenRenyi::cycle_moment(const Range& range, double power) const {
  if (others_ != OtherData::known) {
    const double alpha = std::max(power, 1.0 - power), known = known_passes_moment(range.cycles, alpha);
    return range.hybrid ? std::min(known, range.hybrid->moment(alpha)) : known;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < range.loss.size(); ++i) sum += range.chance[i] * moment(range.loss[i], power);
  return sum;
}

double TokenRenyi::log_moment(double power) const {
  std::vector<double> phi;
  for (const auto& range : ranges_) {
    const double value = cycle_moment(range, power);
    if (!(value < infinity)) return infinity;
    phi.push_back(std::max(1.0, value));
  }
  // Excess over 1 of sum_m (c/n)(1-c/n)^m phi_m lambda^-(m+1), with x = ln lambda; the part with phi = 1 in closed
  // form.
  const auto excess = [&](double x) {
    double sum = -std::expm1(x) / (std::expm1(x) + observed_);  // (c/n) / (lambda - 1 + c/n) - 1
    for (std::size_t i = 0; i < ranges_.size(); ++i)
      sum += ranges_[i].probability * (phi[i] - 1.0) * std::exp(-x * (ranges_[i].length + 1.0));
    return sum;
  };
  double low = 0.0, high = 1e-12;
  while (excess(high) > 0.0) {
    low = high;
    high *= 2.0;
    if (high > 700.0) return infinity;
  }
  while (high - low > 1e-10 * high) {
    const double middle = 0.5 * (low + high);
    (excess(middle) > 0.0 ? low : high) = middle;
  }
  return std::log1p(std::expm1(high) / observed_) + high * steps_;
}

double TokenRenyi::operator()(double alpha) const {
  require_renyi_order("TokenRenyi", alpha);
  if (ranges_.empty()) return 0.0;
  const double forward = log_moment(alpha), backward = others_ == OtherData::known ? log_moment(1.0 - alpha) : forward;
  return std::max(forward, backward) / (alpha - 1.0);
}

std::string data_described(const TokenQuestion& q) {
  const std::string_view objectives = q.task == TokenTask::sgd ? "linear objectives, " : "";
  switch (q.others) {
    case OtherData::known:
      return fmt::format("{}if the observer knows what the others add", objectives);
    case OtherData::in_range:
      return fmt::format("{}all contributions within Delta of each other", objectives);
    case OtherData::anything:
      return fmt::format("{}for any values of the others", objectives);
  }
  throw std::logic_error("no such data");
}

Guarantee walk_tight(const TokenQuestion& q, double delta) {
  require_token(q);
  require_open_unit("token_tight", "delta", delta);
  if (q.task == TokenTask::histogram) {
    if (q.known_neighbors)
      return {{infinity, delta}, false, "the exact law of the histogram is computed for hidden neighbors only"};
    const auto epsilon = TokenHistogram(q).epsilon(delta);
    return {{epsilon.upper(), delta},
            true,
            fmt::format(
                "for any values of the others, by the multinomial law of the view; some values lose at least {:.8g}",
                epsilon.lower())};
  }
  const TokenRenyi curve(q, contribution_mu(q));
  if (curve.missing() >= 0.5 * delta) {
    return {{infinity, delta},
            false,
            fmt::format("delta = {} is below what long cycles leave out, {}", delta, curve.missing())};
  }
  const divergence::RenyiDp accountant(std::cref(curve), curve.missing());
  return {divergence::promise_at(accountant, delta), true,
          fmt::format("{}: upper bound by the renewal equation for Renyi moments", data_described(q))};
}

Bracket token_epsilon_bracket(const TokenQuestion& q, double delta, const Execution& execution) {
  require_token(q);
  require_open_unit("token_epsilon_bracket", "delta", delta);
  if (q.task != TokenTask::histogram) return TokenLoss(q, contribution_mu(q), 1e-5 * delta, execution).epsilon(delta);
  return TokenHistogram(q).epsilon(delta);
}

}  // namespace hearsay::accounting
