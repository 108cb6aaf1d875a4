// SPDX-License-Identifier: GPL-3.0-or-later
#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "props/gen/scenario.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/oracle/dense_gossip.hpp"

namespace hearsay::props {

namespace {

using gen::Scenario;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

// The sum of Theorem 1 from t = 1 to T.

bool neighbors(const Scenario& s) { return s.graph.adjacent(s.observers.front(), s.target); }

/// Of one step more, without what t = 0 adds: 1 for a neighbor.
double late_sum(Scenario s) {
  ++s.steps;
  return library_losses(s).published[s.target] - (neighbors(s) ? 1.0 : 0.0);
}

Rational late_sum_exactly(Scenario s) {
  ++s.steps;
  return oracle::published(oracle_view(s), s.target) - (neighbors(s) ? 1 : 0);
}

Finding first_message(const Context& context) {
  const auto property = [](const Scenario& s) {
    return at_most(library_losses(s).exact[s.target], late_sum(s), gen::tags(s));
  };
  const auto result = exhaust_then_search(small_scenarios({}), gen::scenarios({.min_nodes = 5, .min_degree = true}),
                                          property, {.cases = context.pick(100u, 400u, 10000u)}, context);
  return conclude(result, [](const Scenario& s) {
    return exceeds_exactly(gen::to_json(s), late_sum_exactly(s), oracle::loss(oracle_view(s), s.target));
  });
}

// A gradient at theta = 0 of one point with an intercept, -y (x, 1) / 2.

struct Change {
  std::array<int, 2> feature, label;  ///< before and after

  [[nodiscard]] Rational square() const {
    const Rational slope = Rational(label[1] * feature[1] - label[0] * feature[0]) / 2,
                   intercept = Rational(label[1] - label[0]) / 2;
    return slope * slope + intercept * intercept;
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"feature_before", feature[0]},
            {"feature_after", feature[1]},
            {"label_before", label[0]},
            {"label_after", label[1]},
            {"sigma", "3/2"},
            {"alpha", 1}};
  }
};

const Rational released_sigma = Rational(3) / 2;

/// D_1 of noise of standard deviation sigma / 2.
Rational gradient_loss(const Change& change) {
  const Rational noise = released_sigma / 2;
  return change.square() / (2 * noise * noise);
}

Finding gradient_noise(const Context&) {
  std::vector<Change> changes;
  for (const int feature : {1, -1}) {
    for (const int label : {1, -1}) changes.push_back({{1, feature}, {1, label}});
  }
  const Rational reported = 1 / (2 * released_sigma * released_sigma);
  const auto found = sweep(changes, [&](const Change& c) { return at_most(gradient_loss(c), reported); });
  return conclude(found, [&](const Change& c) { return exceeds_exactly(c.instance(), reported, gradient_loss(c)); });
}

// N(g, s^2) moved to the nearer end of [-L, L] if it lies outside.

struct Clipped {
  double before, after, bound, deviation, alpha;
};

double normal_below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2.0; }

/// ln of the integral of p^alpha q^(1 - alpha): two atoms and, between them, the integral of Gaussians, itself a
/// Gaussian around alpha g + (1 - alpha) g'.
double clipped_divergence(const Clipped& c) {
  const double s = c.deviation, center = c.alpha * c.before + (1.0 - c.alpha) * c.after;
  const auto log_atom = [&](double mean, double sign) { return std::log(normal_below((sign * mean - c.bound) / s)); };
  double sum = std::exp(c.alpha * (c.alpha - 1.0) * std::pow(c.before - c.after, 2) / (2.0 * s * s)) *
               (normal_below((c.bound - center) / s) - normal_below((-c.bound - center) / s));
  for (const double sign : {1.0, -1.0})
    sum += std::exp(c.alpha * log_atom(c.before, sign) + (1.0 - c.alpha) * log_atom(c.after, sign));
  return std::log(sum) / (c.alpha - 1.0);
}

Finding clipping(const Context&) {
  std::vector<Clipped> all;
  for (const double before : {-2.0, -1.0, 0.0, 0.5})
    for (const double change : {0.25, 0.5, 1.0, 2.0})
      for (const double bound : {0.25, 1.0, 4.0})
        for (const double deviation : {0.75, 1.5, 3.0})
          for (const double alpha : {1.25, 2.0, 8.0})
            all.push_back({before, std::min(2.0, before + change), bound, deviation, alpha});
  const auto found = sweep(all, [](const Clipped& c) {
    return at_most(clipped_divergence(c),
                   c.alpha * std::pow(c.before - c.after, 2) / (2.0 * c.deviation * c.deviation));
  });
  return conclude_uncertified(found, [](const Clipped& c) { return fmt::format("{} {}", c.before, c.after); });
}

// Divergences of N(0, sigma^2) and N(1, sigma^2).

double quadrature(double sigma, double (*term)(double log_ratio, double alpha), double alpha) {
  const auto density = [&](double x) {
    const double log_ratio = (1.0 - 2.0 * x) / (2.0 * sigma * sigma);  // ln p/q
    return term(log_ratio, alpha) * std::exp(-x * x / (2.0 * sigma * sigma)) / (sigma * std::sqrt(2.0 * M_PI));
  };
  // the integrand p (p/q)^(alpha - 1) has its center at 1 - alpha
  const double center = 1.0 - alpha, reach = 14.0 * sigma;
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(density, center - reach, 1.0 + reach, 15, 1e-12);
}

Finding alpha_one(const Context&) {
  struct Case {
    double sigma, alpha;
  };
  std::vector<Case> all;
  for (const double sigma : {0.25, 0.5, 1.0, 1.5, 3.0, 8.0}) {
    for (const double alpha : {1.25, 2.0, 4.0}) all.push_back({sigma, alpha});
  }
  const auto found = sweep(all, [](const Case& c) {
    const double unit = 1.0 / (2.0 * c.sigma * c.sigma);
    const double first = quadrature(
        c.sigma, [](double ratio, double) { return ratio; }, 1.0);
    const double order = std::log(quadrature(
                             c.sigma, [](double ratio, double a) { return std::exp((a - 1.0) * ratio); }, c.alpha)) /
                         (c.alpha - 1.0);
    return worse(equals(first, unit), equals(order, c.alpha * unit));
  });
  return conclude_uncertified(found, [](const Case& c) { return fmt::format("{} {}", c.sigma, c.alpha); });
}

}  // namespace

void register_muffliato_code(run::Registry& registry) {
  registry.add("muffliato.code.first_message", first_message);
  registry.add("muffliato.code.gradient_noise", gradient_noise);
  registry.add("muffliato.code.clipping", clipping);
  registry.add("muffliato.code.alpha", alpha_one);
}

}  // namespace hearsay::props
