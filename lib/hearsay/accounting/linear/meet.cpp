// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/meet.hpp>

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include <hearsay/core/decimal.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::accounting {

namespace {

using Kind = NoiseKind::Kind;
using exact::Rational;

constexpr int widest = 20;  ///< factors are looked for between 2^-widest and 2^widest

constexpr int factor_digits = 4;

/// The least decimal of four digits that is not below `factor`.
Rational rounded_up(double factor) { return exact::decimal_fraction(decimal_above(factor, factor_digits)); }

constexpr int scouting = 5;  ///< octaves between factors that are tried first
constexpr int advised_digits = 5;

/// What the nodes add of a kind, summed over nodes and injections.
double variance_of(const Protocol& protocol, Kind kind) {
  double sum = 0.0;
  for (const auto& noise : protocol.noise) {
    if (noise.kind != kind) continue;
    const double sigma = exact::to_double(noise.sigma);
    const auto drawn = static_cast<double>(noise.first_only ? 1 : protocol.injections());
    sum +=
        sigma * sigma * drawn * static_cast<double>(kind == Kind::pair ? 2 * noise.pairs.size() : noise.nodes.size());
  }
  return sum;
}

/// alpha a + beta b >= 1 for every (a, b) at which all losses are allowed.
struct Constraint {
  double alpha, beta;
};

/// The least x a + y b over a, b >= 0 that meet all constraints: a vertex of the polygon.
double least_total(double x, double y, const std::vector<Constraint>& constraints) {
  std::vector<std::pair<double, double>> vertices{{0.0, 0.0}};
  for (const auto& [alpha, beta] : constraints) {
    if (alpha > 0.0) vertices.emplace_back(1.0 / alpha, 0.0);
    if (beta > 0.0) vertices.emplace_back(0.0, 1.0 / beta);
    for (const auto& other : constraints) {
      const double determinant = alpha * other.beta - beta * other.alpha;
      if (determinant != 0.0)
        vertices.emplace_back((other.beta - beta) / determinant, (alpha - other.alpha) / determinant);
    }
  }
  double least = infinity;
  for (const auto& [a, b] : vertices) {
    constexpr double rounding = 1e-12;
    const bool inside = a >= 0.0 && b >= 0.0 && std::ranges::all_of(constraints, [&](const Constraint& c) {
                          return c.alpha * a + c.beta * b >= 1.0 - rounding;
                        });
    if (inside) least = std::min(least, x * a + y * b);
  }
  return least < infinity ? least : 0.0;
}

/// Splits at a ratio r of the variances' factors, node noise as it is.
class Splits {
 public:
  Splits(ScaledLosses& losses, double allowed)
      : losses_(losses),
        allowed_(allowed),
        node_(variance_of(losses.protocol(), Kind::node)),
        pair_(variance_of(losses.protocol(), Kind::pair)) {}

  [[nodiscard]] double now() const { return node_ + pair_; }
  /// Node noise times `node`, pair noise times `pair`.
  [[nodiscard]] NoiseFactors factors(const Rational& node, const Rational& pair) const {
    NoiseFactors factors;
    for (const auto& noise : losses_.protocol().noise) factors.push_back(noise.kind == Kind::node ? node : pair);
    return factors;
  }
  /// Total variance at which the losses are allowed, of the ratio's square root.
  [[nodiscard]] double total(const Rational& root) const {
    const double ratio = std::pow(exact::to_double(root), 2);
    return losses_.largest(factors(1, root)).upper / allowed_ * (node_ + ratio * pair_);
  }
  /// The same without node noise.
  [[nodiscard]] double pairs_alone() const { return losses_.largest(factors(0, 1)).upper / allowed_ * pair_; }

  /// Sets the split to these shares times a factor, rounded up, and its variance.
  /// @return whether the losses are allowed there.
  [[nodiscard]] bool advise(NoiseSplit& found, double factor) const {
    found.node = decimal_above(found.node * factor, advised_digits);
    found.pair = decimal_above(found.pair * factor, advised_digits);
    const auto judged =
        losses_.judged(factors(exact::decimal_fraction(found.node), exact::decimal_fraction(found.pair)));
    found.variance = found.node * found.node * node_ + found.pair * found.pair * pair_;
    found.estimated = judged.estimated;
    return judged.upper <= allowed_;
  }

  [[nodiscard]] double least(const std::vector<Rational>& roots) const {
    std::vector<Constraint> constraints;
    for (const auto& root : roots) {
      for (const auto& test : losses_.tests(factors(1, root))) {
        double node = 0.0, pair = 0.0;
        for (std::size_t k = 0; k < test.variances.size(); ++k)
          (losses_.protocol().noise[k].kind == Kind::node ? node : pair) += test.variances[k];
        // shown / (a node + b pair) <= allowed
        const double bound = test.shown / allowed_;
        if (bound > 0.0) constraints.push_back({node / bound, pair / bound});
      }
    }
    return least_total(node_, pair_, constraints);
  }

 private:
  ScaledLosses& losses_;
  double allowed_, node_, pair_;
};

void require_allowed(double allowed) { require_positive("`meet`", "allowed loss", allowed); }

}  // namespace

NoiseFactor common_factor(const LinearModel& model, const std::vector<LinearAudience>& audiences, double allowed) {
  require_allowed(allowed);
  const auto [loss, estimated] = largest_loss(model, audiences);
  if (!std::isfinite(loss)) return {.factor = {}, .loss = loss, .estimated = estimated};
  double factor = decimal_below(std::sqrt(loss / allowed), advised_digits);
  const auto at = [&](double x) { return Rational(loss) / (exact::decimal_fraction(x) * exact::decimal_fraction(x)); };
  if (factor > 0.0 && at(factor) > Rational(allowed))
    factor = decimal_above(std::nextafter(factor, infinity), advised_digits);
  return {.factor = factor, .loss = factor > 0.0 ? exact::round_up(at(factor)) : 0.0, .estimated = estimated};
}

NoiseFactor factor_of_kind(ScaledLosses& losses, std::size_t kind, double allowed) {
  require_allowed(allowed);
  const auto factors = [&](const Rational& factor) {
    NoiseFactors all(losses.protocol().noise.size(), Rational(1));
    all.at(kind) = factor;
    return all;
  };
  const auto met = [&](double factor) { return losses.allowed(factors(rounded_up(factor)), allowed); };
  const auto judged = [&](double factor) { return losses.judged(factors(rounded_up(factor))); };
  double low = std::ldexp(1.0, -widest), high = std::ldexp(1.0, widest);
  // Factors in the middle are cheap to judge and decide the ends where they can.
  for (int exponent = 0; exponent < widest && !met(std::ldexp(1.0, exponent)); exponent += scouting) continue;
  if (!met(high)) {
    const auto most = judged(high);
    return {.factor = {}, .loss = most.upper, .estimated = most.estimated};
  }
  for (int exponent = 0; exponent > -widest && met(std::ldexp(1.0, exponent)); exponent -= scouting) continue;
  if (met(low)) {
    const auto least = judged(low);
    return {.factor = 0.0, .loss = least.upper, .estimated = least.estimated};
  }
  while (high > low * (1.0 + 0x1p-10)) {
    const auto middle = rounded_up(std::sqrt(low * high));
    if (exact::to_double(middle) >= high) break;
    (losses.allowed(factors(middle), allowed) ? high : low) = exact::to_double(middle);
  }
  auto found = losses.judged(factors(exact::decimal_fraction(high)));
  // Rounding may tell bounds of the same loss apart: the factor that is advised is judged itself.
  while (found.upper > allowed && high < std::ldexp(1.0, widest)) {
    high = decimal_above(std::nextafter(high, infinity), factor_digits);
    found = losses.judged(factors(exact::decimal_fraction(high)));
  }
  return {.factor = high, .loss = found.upper, .estimated = found.estimated};
}

std::optional<NoiseSplit> least_split(ScaledLosses& losses, double allowed) {
  require_allowed(allowed);
  const auto& noises = losses.protocol().noise;
  for (const auto kind : {Kind::node, Kind::pair})
    if (std::ranges::count(noises, kind, &NoiseKind::kind) == 0) return std::nullopt;
  // Other noise stays as it is, and then the losses do not scale with the two.
  if (!std::ranges::all_of(noises, [](const NoiseKind& n) { return n.kind == Kind::node || n.kind == Kind::pair; }))
    return std::nullopt;
  const Splits splits(losses, allowed);
  // ln r / 2, r between 2^-2 widest and 2^2 widest.
  const auto root_at = [](double exponent) { return rounded_up(std::exp2(exponent)); };
  const auto [exponent, inside] = boost::math::tools::brent_find_minima(
      [&](double x) { return std::log(std::min(splits.total(root_at(x)), 1e300)); }, -1.0 * widest, 1.0 * widest, 20);
  Rational root = root_at(exponent);
  NoiseSplit found{.node = 1.0, .pair = exact::to_double(root), .variance = splits.total(root), .now = splits.now()};
  if (const double alone = splits.total(0); alone <= found.variance) {
    root = 0;
    found.pair = 0.0;
    found.variance = alone;
  }
  if (const double alone = splits.pairs_alone(); alone < found.variance) found = {0.0, 1.0, alone, 0.0, splits.now()};
  if (!std::isfinite(found.variance)) return std::nullopt;
  const auto loss = losses.judged(found.node == 0.0 ? splits.factors(0, 1) : splits.factors(1, root));
  const double factor = std::sqrt(loss.upper / allowed);
  if (!splits.advise(found, factor)) return std::nullopt;
  const double x = found.node == 0.0 ? 1.0 * widest : root == 0 ? -1.0 * widest : exponent;
  found.least = splits.least({root_at(x - 0.01), root_at(x), root_at(x + 0.01)});
  return found;
}

}  // namespace hearsay::accounting
