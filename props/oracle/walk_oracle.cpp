// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/walk_oracle.hpp"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <utility>

namespace hearsay::props::oracle {

std::vector<NoisyStep> ring_steps(int users, int rounds) {
  std::vector<NoisyStep> steps;
  int a = 0;
  for (int k = 1; k <= rounds; ++k) {
    for (int u = 0; u < users; ++u) {
      if (a == 0) {
        steps.push_back({u, 1});
        a = users - 2;
      } else {
        steps.push_back({u, 0});
        a = a - 1;
      }
    }
  }
  return steps;
}

std::vector<NoisyStep> distributed_steps(int users, int rounds, const Rational& share) {
  std::vector<NoisyStep> steps;
  steps.reserve(static_cast<std::size_t>(users) * static_cast<std::size_t>(rounds));
  for (int t = 0; t < users * rounds; ++t) steps.push_back({t % users, t == 0 ? Rational(1) : share});
  return steps;
}

std::optional<Rational> view_square(const std::vector<NoisyStep>& steps, int v, int u,
                                    const std::optional<Rational>& published) {
  Rational square = 0, variance = 0;
  int count = 0;
  bool bare = false;
  const auto close = [&] {
    if (count > 0 && variance == 0) bare = true;
    if (count > 0 && variance > 0) square += Rational(count) * count / variance;
    count = 0;
    variance = 0;
  };
  for (const auto& step : steps) {
    if (step.user == v) {
      close();
      continue;
    }
    variance += step.variance;
    if (step.user == u) ++count;
  }
  if (published) {
    variance += *published;
    close();
  }
  if (bare) return std::nullopt;
  return square;
}

Rational descent_square(const std::vector<int>& walk, int v, int u, const std::vector<Rational>& contraction,
                        int most) {
  Rational square = 0, shift = 0, variance = 0;
  for (const int user : walk) {
    if (user == v) {
      if (shift != 0) square += shift * shift / variance;
      shift = variance = 0;
      continue;
    }
    const bool contributes = user == u && most > 0;
    const Rational factor = user == u && !contributes ? Rational(1) : contraction[static_cast<std::size_t>(user)];
    shift = shift * factor + (contributes ? 1 : 0);
    variance = variance * factor * factor + 1;
    if (contributes) --most;
  }
  return square;
}

double laplace_delta(int rounds, double local, double epsilon, int cells) {
  // One loss: local with probability 1/2, -local with e^-local/2, density e^((x - local)/2)/4 in between.
  const double width = local / cells;
  std::vector<double> one(2 * static_cast<std::size_t>(cells) + 1, 0.0);  // entry i: (i - cells) width
  one.front() = 0.5 * std::exp(-local);
  for (std::size_t i = 1; i < one.size(); ++i) {
    const double end = (static_cast<double>(i) - cells) * width;
    one[i] = 0.5 * (std::exp(0.5 * (end - local)) - std::exp(0.5 * (end - width - local)));
  }
  one.back() += 0.5;
  std::vector<double> law{1.0};
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> next(law.size() + one.size() - 1, 0.0);
    for (std::size_t a = 0; a < law.size(); ++a) {
      for (std::size_t b = 0; b < one.size(); ++b) next[a + b] += law[a] * one[b];
    }
    law = std::move(next);
  }
  double delta = 0.0;
  for (std::size_t i = 0; i < law.size(); ++i) {
    const double loss = (static_cast<double>(i) - static_cast<double>(rounds) * cells) * width;
    delta -= law[i] * std::expm1(std::min(0.0, epsilon - loss));
  }
  return delta + 1e-13;
}

using exact::Integer;

namespace {

/// Number of walks of `steps` steps by visits of one user, every step of which goes to it or to one of `others` users.
std::vector<Integer> count_walks(int others, int steps) {
  std::vector<Integer> count(static_cast<std::size_t>(steps) + 1, 0);
  count[0] = 1;
  for (std::size_t t = 1; t < count.size(); ++t) {
    for (std::size_t k = t; k > 0; --k) count[k] = count[k] * others + count[k - 1];
    count[0] *= others;
  }
  return count;
}

}  // namespace

std::vector<Integer> walks_by_visits(int users, int steps) { return count_walks(users - 1, steps); }

Row cycles_by_visits(int users, int colluders, int steps) {
  const auto count = count_walks(users - colluders - 1, steps);
  Integer all = 0;
  for (const auto& walks : count) all += walks;
  Row law;
  for (const auto& walks : count) law.emplace_back(walks, all);
  return law;
}

Rational binomial_at_least(int trials, const Rational& p, int count) {
  if (count <= 0) return 1;
  const Integer hit = numerator(p), all = denominator(p), miss = all - hit;
  Integer sum = 0, choose = 1;
  for (int k = 0; k <= trials; ++k) {
    if (k >= count) sum += choose * pow(hit, static_cast<unsigned>(k)) * pow(miss, static_cast<unsigned>(trials - k));
    choose = choose * (trials - k) / (k + 1);
  }
  return Rational(sum, pow(all, static_cast<unsigned>(trials)));
}

void every_walk(int users, int steps, const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> walk(static_cast<std::size_t>(steps), 0);
  while (true) {
    visit(walk);
    std::size_t i = 0;
    while (i < walk.size() && ++walk[i] == users) walk[i++] = 0;
    if (i == walk.size()) return;
  }
}

int spotted(const std::vector<int>& walk, int u, int v) {
  int count = 0;
  for (std::size_t t = 0; t < walk.size(); ++t) {
    if (walk[t] != u) continue;
    if ((t > 0 && walk[t - 1] == v) || (t + 1 < walk.size() && walk[t + 1] == v)) ++count;
  }
  return count;
}

Both cycle_delta_by_quadrature(int length, double inclusion, double mu, double epsilon, double others) {
  const double m = length;
  std::vector<double> weight;  // up to where the rest is far below what is promised
  double choose = 1.0;
  for (int k = 0; k <= length; ++k) {
    weight.push_back(choose * std::pow(inclusion, k) * std::pow(1.0 - inclusion, length - k));
    choose *= (m - k) / (k + 1.0);
    if (k > 2.0 * m * inclusion && weight.back() < 1e-30) break;
  }
  const double up_shift = (1.0 - others) * mu, down_shift = -others * mu;
  // ln of the density of all steps' shifts over that of none.
  const auto log_density = [&](double shift, double x) {
    if (shift == 0.0) return 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      const double at = static_cast<double>(i) * shift;
      sum += weight[i] * std::exp(at * (x - 0.5 * at) / m);
    }
    return std::log(sum);
  };
  const auto log_ratio = [&](double x) { return log_density(up_shift, x) - log_density(down_shift, x); };
  const auto q = [&](double x) {
    return std::exp(log_density(down_shift, x) - 0.5 * x * x / m) / std::sqrt(2.0 * M_PI * m);
  };
  const double low = m * down_shift - 12.0 * std::sqrt(m), high = m * up_shift + 12.0 * std::sqrt(m);
  const auto root = [&](double value) {  // the log ratio increases
    double a = low, b = high;
    for (int i = 0; i < 200; ++i) (log_ratio(0.5 * (a + b)) < value ? a : b) = 0.5 * (a + b);
    return 0.5 * (a + b);
  };
  const auto integral = [&](const auto& f, double from, double to) {
    constexpr int panels = 60;
    double sum = 0.0;
    for (int i = 0; i < panels; ++i) {
      sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f, from + (to - from) * i / panels,
                                                                           from + (to - from) * (i + 1) / panels, 0);
    }
    return sum;
  };
  const double up = root(epsilon), down = root(-epsilon);
  return {integral([&](double x) { return q(x) * (std::exp(log_ratio(x)) - std::exp(epsilon)); }, up, high),
          integral([&](double x) { return q(x) * -std::expm1(epsilon + log_ratio(x)); }, low, down)};
}

std::vector<Rational> expected_histogram(const std::vector<int>& values, int rounds, int buckets, const Rational& gamma,
                                         int initial, const Rational& subtract) {
  // One answer at a time: each outcome of its coin and its uniform value, weighted.
  std::vector<Rational> expected(static_cast<std::size_t>(buckets), 0);
  const auto add_uniform = [&](const Rational& weight) {
    for (auto& e : expected) e += weight / buckets;
  };
  for (int i = 0; i < initial; ++i) add_uniform(1);
  for (int k = 0; k < rounds; ++k) {
    for (const int x : values) {
      add_uniform(gamma);
      expected[static_cast<std::size_t>(x)] += 1 - gamma;
    }
  }
  for (auto& e : expected) e = (e - subtract) / (1 - gamma);
  return expected;
}

namespace {

/// Law of u's contributions: after v the token goes to u, after anybody else to a uniform user. The first holder is
/// uniform.
template <class Number>
std::vector<Number> biased_law(int users, int steps) {
  const Number one = Number(1) / users, rest = Number(users - 2) / users;
  const auto width = static_cast<std::size_t>(steps) + 1;
  std::vector<Number> at_v(width, Number(0)), away(width, Number(0));
  away[0] = 1;
  for (int t = 0; t < steps; ++t) {
    std::vector<Number> next_v(width, Number(0)), next_away(width, Number(0));
    for (std::size_t k = 0; k <= static_cast<std::size_t>(t); ++k) {
      next_v[k] += one * away[k];
      next_away[k] += rest * away[k];
      next_away[k + 1] += one * away[k] + at_v[k];
    }
    at_v = std::move(next_v);
    away = std::move(next_away);
  }
  for (std::size_t k = 0; k < width; ++k) at_v[k] += away[k];
  return at_v;
}

}  // namespace

std::vector<Rational> biased_contributions(int users, int steps) { return biased_law<Rational>(users, steps); }
std::vector<double> biased_contributions_double(int users, int steps) { return biased_law<double>(users, steps); }

}  // namespace hearsay::props::oracle
