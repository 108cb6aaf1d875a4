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
constexpr std::size_t most_certified_rows = 400;

/// The least decimal of four digits that is not below `factor`.
Rational rounded_up(double factor) { return exact::decimal_fraction(decimal_above(factor, 4)); }

constexpr int advised_digits = 5;

void scale(NoiseKind& noise, const Rational& factor) {
  noise.sigma *= factor;
  if (noise.kind != Kind::temporal && noise.kind != Kind::matrix) return;
  for (auto& row : noise.matrix.rows)
    for (auto& entry : row) entry.value *= factor;
}

/// The protocol with its node noise times `node` and its pair noise times `pair`; what is 0 is left out.
Protocol split(const Protocol& protocol, const Rational& node, const Rational& pair) {
  auto changed = protocol;
  for (auto& noise : changed.noise) {
    if (noise.kind == Kind::node) scale(noise, node);
    if (noise.kind == Kind::pair) scale(noise, pair);
  }
  std::erase_if(changed.noise, [](const NoiseKind& noise) {
    return (noise.kind == Kind::node || noise.kind == Kind::pair) && noise.sigma == 0;
  });
  return changed;
}

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
  Splits(const Protocol& protocol, const std::vector<LinearAudience>& audiences, double allowed)
      : protocol_(protocol),
        audiences_(audiences),
        allowed_(allowed),
        node_(variance_of(protocol, Kind::node)),
        pair_(variance_of(protocol, Kind::pair)) {}

  [[nodiscard]] double now() const { return node_ + pair_; }
  /// Total variance at which the losses are allowed, of the ratio's square root.
  [[nodiscard]] double total(const Rational& root) const {
    const double ratio = std::pow(exact::to_double(root), 2);
    return largest_loss(split(protocol_, 1, root), audiences_).upper / allowed_ * (node_ + ratio * pair_);
  }
  /// The same without node noise.
  [[nodiscard]] double pairs_alone() const {
    return largest_loss(split(protocol_, 0, 1), audiences_).upper / allowed_ * pair_;
  }

  /// Sets the split to these shares times a factor, rounded up, and its variance.
  /// @return whether the losses are allowed there.
  [[nodiscard]] bool advise(NoiseSplit& found, double factor) const {
    found.node = decimal_above(found.node * factor, advised_digits);
    found.pair = decimal_above(found.pair * factor, advised_digits);
    const auto judged = largest_loss(
        split(protocol_, exact::decimal_fraction(found.node), exact::decimal_fraction(found.pair)), audiences_);
    found.variance = found.node * found.node * node_ + found.pair * found.pair * pair_;
    found.estimated = judged.estimated;
    return judged.upper <= allowed_;
  }

  [[nodiscard]] double least(const std::vector<Rational>& roots) const {
    std::vector<Constraint> constraints;
    for (const auto& root : roots) add_constraints(root, constraints);
    return least_total(node_, pair_, constraints);
  }

 private:
  /// The tests of all subjects at a ratio: of z = B^T w, sum z^2 = w^T A d = loss.
  void add_constraints(const Rational& root, std::vector<Constraint>& constraints) const {
    LinearModel model = split(protocol_, 1, root);
    auto& changed = std::get<Protocol>(model);
    const double ratio = std::pow(exact::to_double(root), 2);
    for (const auto& audience : audiences_) {
      changed.view.observers = audience.observers;
      auto question = audience.question;
      question.witness = true;
      const auto found = linear_account(model, question);
      for (const auto& [loss, witness] : found.losses) {
        if (!witness || !loss.is_private) continue;
        double node = 0.0, pair = 0.0;
        for (const auto& [place, value] : witness->noise) {
          const double square = std::pow(exact::to_double(value), 2);
          const auto kind = changed.noise[static_cast<std::size_t>(found.noise_names[place].source)].kind;
          (kind == Kind::node ? node : pair) += square;
        }
        // (node + pair)^2 / (a node + b pair / ratio) <= allowed
        const double bound = (node + pair) * (node + pair) / allowed_;
        if (bound > 0.0) constraints.push_back({node / bound, pair / ratio / bound});
      }
    }
  }

  const Protocol& protocol_;
  const std::vector<LinearAudience>& audiences_;
  double allowed_, node_, pair_;
};

void require_allowed(double allowed) { require_positive("`meet`", "allowed loss", allowed); }

}  // namespace

LargestLoss largest_loss(const LinearModel& model, const std::vector<LinearAudience>& audiences) {
  LargestLoss largest;
  auto changed = model;
  for (const auto& audience : audiences) {
    if (auto* protocol = std::get_if<Protocol>(&changed)) protocol->view.observers = audience.observers;
    for (const auto& [loss, witness] : linear_account(changed, audience.question).losses) {
      largest.upper = std::max(largest.upper, loss.of(audience.question.contributions).upper);
      largest.estimated = largest.estimated || loss.certified == Certified::estimate;
    }
  }
  return largest;
}

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

NoiseFactor factor_of_kind(const Protocol& protocol, std::size_t kind, const std::vector<LinearAudience>& audiences,
                           double allowed) {
  require_allowed(allowed);
  const auto at = [&](const Rational& factor) {
    LinearModel model = protocol;
    scale(std::get<Protocol>(model).noise.at(kind), factor);
    return largest_loss(model, audiences);
  };
  double low = std::ldexp(1.0, -widest), high = std::ldexp(1.0, widest);
  const auto most = at(rounded_up(high));
  if (!(most.upper <= allowed)) return {.factor = {}, .loss = most.upper, .estimated = most.estimated};
  const auto least = at(rounded_up(low));
  if (least.upper <= allowed) return {.factor = 0.0, .loss = least.upper, .estimated = least.estimated};
  auto met = most;
  while (high > low * (1.0 + 0x1p-10)) {
    const auto middle = rounded_up(std::sqrt(low * high));
    if (exact::to_double(middle) >= high) break;
    const auto found = at(middle);
    if (found.upper <= allowed) {
      met = found;
      high = exact::to_double(middle);
    } else {
      low = exact::to_double(middle);
    }
  }
  return {.factor = high, .loss = met.upper, .estimated = met.estimated};
}

std::optional<NoiseSplit> least_split(const Protocol& protocol, const std::vector<LinearAudience>& audiences,
                                      double allowed) {
  require_allowed(allowed);
  for (const auto kind : {Kind::node, Kind::pair})
    if (std::ranges::count(protocol.noise, kind, &NoiseKind::kind) == 0) return std::nullopt;
  // Other noise stays as it is, and then the losses do not scale with the two.
  if (!std::ranges::all_of(protocol.noise,
                           [](const NoiseKind& n) { return n.kind == Kind::node || n.kind == Kind::pair; }))
    return std::nullopt;
  const Splits splits(protocol, audiences, allowed);
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
  const auto loss = largest_loss(
      split(protocol, found.node == 0.0 ? Rational(0) : Rational(1), found.node == 0.0 ? Rational(1) : root),
      audiences);
  const double factor = std::sqrt(loss.upper / allowed);
  if (!splits.advise(found, factor)) return std::nullopt;
  LinearModel model = protocol;
  std::get<Protocol>(model).view.observers = audiences.front().observers;
  if (linear_system<double>(model).rows.size() > most_certified_rows) return found;
  const double x = found.node == 0.0 ? 1.0 * widest : root == 0 ? -1.0 * widest : exponent;
  found.least = splits.least({root_at(x - 0.01), root_at(x), root_at(x + 0.01)});
  return found;
}

}  // namespace hearsay::accounting
