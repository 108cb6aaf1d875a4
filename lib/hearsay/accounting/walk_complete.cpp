#include <hearsay/accounting/walk_complete.hpp>

#include <boost/math/distributions/binomial.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <hearsay/accounting/walk_visits.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::accounting {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void add_reason(Guarantee& guarantee, const std::string& reason) {
  guarantee.valid = false;
  guarantee.why += (guarantee.why.empty() ? "" : "; ") + reason;
}

void refuse_vacuous(Guarantee& guarantee) {
  if (guarantee.delta >= 1.0) add_reason(guarantee, "delta >= 1 promises nothing");
}

/// C-fold advanced composition with the second term's base epsilon given apart, so that the printed slip can be printed.
double cycles_epsilon(double cycles, double each, double second, double delta_prime) {
  return std::sqrt(2.0 * cycles * std::log(1.0 / delta_prime)) * each + cycles * second * std::expm1(each);
}

/// Lemma 2: loss of `count` spotted contributions, the better of plain and advanced composition.
double spotted_epsilon(double count, double epsilon, double delta_prime) {
  return std::min(count * epsilon, advanced_composition_epsilon(count, epsilon, delta_prime));
}

/// Loss of one cycle of a walk on `users` users.
double cycle_epsilon(const WalkQuestion& q, double users) {
  if (q.task == WalkTask::sum) return 3.0 * q.epsilon / std::sqrt(users);
  return 21.0 * std::sqrt(std::log(4.0 / q.delta) / users) * q.epsilon;
}

void check_cycle_conditions(const WalkQuestion& q, double users, Guarantee& guarantee) {
  if (q.task == WalkTask::sum) {
    if (q.epsilon >= 1.0) add_reason(guarantee, "Theorem 3 asks for epsilon < 1");
    return;
  }
  if (q.epsilon > 1.0) add_reason(guarantee, "Theorem 6 asks for epsilon <= 1");
  const double needed = 196.0 * std::log(4.0 / q.delta);
  if (users < needed) add_reason(guarantee, fmt::format("Theorem 6 asks for n >= 196 ln(4/delta) = {:.6g}", needed));
}

/// Theorem 4's closed form: c_n is ln n/n as printed or ln n/(n-1).
Guarantee sgd_closed_form(const WalkQuestion& q, double c_n, double contributions) {
  const double level = std::log(1.0 / q.delta), quality = std::max(2.0 * contributions * c_n, 2.0 * level);
  Guarantee guarantee{std::sqrt(2.0 * quality * level) * q.epsilon / std::sqrt(std::log(1.25 / q.delta)), q.delta + q.delta_hat, true, {}};
  if (q.epsilon >= 1.0) add_reason(guarantee, "Theorem 4 asks for epsilon < 1");
  if (q.delta >= 0.5) add_reason(guarantee, "Theorem 4 asks for delta < 1/2");
  return guarantee;
}

/// Adds Lemma 2 for `spotted` contributions that nothing hides.
void add_spotted(const WalkQuestion& q, double spotted, Guarantee& guarantee) {
  guarantee.epsilon += spotted_epsilon(spotted, q.epsilon, q.delta_prime);
  const double each = q.task == WalkTask::histogram ? 0.0 : q.delta;
  guarantee.delta += spotted * each + q.delta_prime + q.delta_hat;
}

}  // namespace

void require_walk(const WalkQuestion& q) {
  require_between("walk", "users", q.users, 2, 1'000'000'000'000);
  require_between("walk", "steps", q.steps, 1, 1'000'000'000'000'000);
  require_between("walk", "colluders", q.colluders, 1, std::max<std::int64_t>(1, q.users - 2));
  require_positive("walk", "epsilon", q.epsilon);
  require_open_unit("walk", "delta", q.delta);
  require_open_unit("walk", "delta-prime", q.delta_prime);
  require_open_unit("walk", "delta-hat", q.delta_hat);
  require_between("walk", "buckets", q.buckets, 2, 1'000'000'000);
}

LocalGuarantees walk_local(const WalkQuestion& q) {
  require_walk(q);
  const double chance = 1.0 / static_cast<double>(q.users);
  const auto most_contributions = visits_exact(static_cast<std::uint64_t>(q.steps), chance, q.delta_hat);
  const auto count = static_cast<double>(most_contributions);
  const double each = q.task == WalkTask::histogram ? 0.0 : q.delta;
  LocalGuarantees local{
      .plain = {count * q.epsilon, count * each + q.delta_hat, true, fmt::format("plain composition of at most {:.0f} contributions", count)},
      .advanced = {advanced_composition_epsilon(count, q.epsilon, q.delta_prime), count * each + q.delta_prime + q.delta_hat, true,
                   fmt::format("advanced composition of at most {:.0f} contributions", count)},
      .optimal = optimal_composition_guarantee(most_contributions, q.epsilon, each, count * each + q.delta_prime),
      .gaussian = {infinity, count * each + q.delta_prime + q.delta_hat, false, "randomized response has no Gaussian noise"},
  };
  local.optimal.delta += q.delta_hat;  // more contributions than that
  refuse_vacuous(local.plain);
  refuse_vacuous(local.optimal);
  refuse_vacuous(local.advanced);
  if (q.task != WalkTask::histogram) {
    auto& exact = local.gaussian;
    exact.why.clear();
    exact.valid = true;
    refuse_vacuous(exact);
    if (!exact.valid) return local;
    // P(more than `most` contributions) is negligible; the number of contributions says nothing about the input.
    const double mu = signal_to_noise(q.calibration, q.epsilon, q.delta), negligible = 1e-9 * exact.delta;
    const auto most = visits_exact(static_cast<std::uint64_t>(q.steps), chance, std::min(0.5, negligible));
    const auto delta_at = [&](double epsilon) {
      double sum = negligible;
      for (std::uint64_t k = most + 1; k-- > 1;) {
        const double mass = binomial_mass(static_cast<std::uint64_t>(q.steps), chance, k);
        if (mass == 0.0) break;
        sum += mass * divergence::gaussian_delta(mu * std::sqrt(static_cast<double>(k)), epsilon).upper();
      }
      return sum;
    };
    double low = 0.0, high = divergence::gaussian_epsilon(mu * std::sqrt(static_cast<double>(std::max<std::uint64_t>(1, most))), 0.5 * exact.delta).upper();
    while (high - low > 1e-10 * (1.0 + high)) {
      const double middle = 0.5 * (low + high);
      (delta_at(middle) > exact.delta ? low : high) = middle;
    }
    exact.epsilon = high;
    exact.why = "exact mixture over the number of contributions";
  }
  return local;
}

Guarantee walk_published(const WalkQuestion& q) {
  require_walk(q);
  const double users = q.effective_users(), mean = static_cast<double>(q.steps) / users;
  const auto visits = visits_chernoff(static_cast<double>(q.steps), 1.0 / users, q.delta_hat);
  Guarantee guarantee{infinity, 1.0, true, {}};
  if (q.task == WalkTask::sgd) {
    guarantee = sgd_closed_form(q, std::log(users) / users, visits.value);
  } else {
    const double cycles = mean + visits.value, each = cycle_epsilon(q, users);
    guarantee = {cycles_epsilon(cycles, each, q.epsilon, q.delta_prime), cycles * q.delta + q.delta_prime + q.delta_hat, true, {}};
    check_cycle_conditions(q, users, guarantee);
  }
  if (!visits.valid) add_reason(guarantee, visits.why);
  if (q.known_neighbors) {
    const auto spotted = visits_chernoff(visits.value, std::min(1.0, 2.0 / users), q.delta_hat);
    add_spotted(q, spotted.value, guarantee);
    if (!spotted.valid) add_reason(guarantee, "Lemma 2: " + spotted.why);
  }
  refuse_vacuous(guarantee);
  return guarantee;
}

Guarantee walk_repaired(const WalkQuestion& q) {
  require_walk(q);
  const double users = q.effective_users(), mean = static_cast<double>(q.steps) / users;
  const auto visits = static_cast<double>(visits_exact(static_cast<std::uint64_t>(q.steps), q.observed(), q.delta_hat));
  Guarantee guarantee{infinity, 1.0, true, {}};
  if (q.task == WalkTask::sgd) {
    guarantee = sgd_closed_form(q, std::log(users) / (users - 1.0), visits);
    if (users < 3.0) add_reason(guarantee, "the repaired Theorem 4 asks for n >= 3");
    const double limit = 2.0 * std::log(1.0 / q.delta);
    if (guarantee.epsilon > limit) add_reason(guarantee, fmt::format("the repaired Theorem 4 asks for a result <= 2 ln(1/delta) = {:.6g}", limit));
    if (guarantee.valid) guarantee.why = "no counterexample known; not proved for several contributions";
  } else {
    const double cycles = mean + visits, each = cycle_epsilon(q, users);
    guarantee = {cycles_epsilon(cycles, each, each, q.delta_prime), cycles * q.delta + q.delta_prime + q.delta_hat, true, {}};
    check_cycle_conditions(q, users, guarantee);
    if (guarantee.valid) guarantee.why = fmt::format("at most {:.0f} visits, by the exact binomial quantile", visits);
  }
  if (q.known_neighbors) {
    constexpr std::int64_t longest = 10'000'000;
    if (q.colluders > 1 || q.steps > longest) {
      add_reason(guarantee, fmt::format("known neighbors are repaired for one observer and at most {} steps", longest));
    } else {
      add_spotted(q, static_cast<double>(spotted_exact(q.users, q.steps, q.delta_hat)), guarantee);
    }
  }
  refuse_vacuous(guarantee);
  return guarantee;
}

namespace {

/// P(X > threshold) and P(X <= threshold) for X ~ Bin(trials, probability) and any real threshold.
double above(double trials, double probability, double threshold) {
  if (threshold < 0.0) return 1.0;
  if (threshold >= trials || probability <= 0.0) return 0.0;
  if (probability >= 1.0) return 1.0;
  return boost::math::cdf(boost::math::complement(boost::math::binomial_distribution<double>(trials, probability), std::floor(threshold)));
}
double up_to(double trials, double probability, double threshold) {
  if (threshold < 0.0) return 0.0;
  if (threshold >= trials || probability <= 0.0) return 1.0;
  if (probability >= 1.0) return 0.0;
  return boost::math::cdf(boost::math::binomial_distribution<double>(trials, probability), std::floor(threshold));
}

/// Both divergences of a pair of laws, and the tails that were subtracted to get them.
struct Directions {
  double forward = 0.0, backward = 0.0, tails = 0.0;
  void add(double weight, const Directions& other) {
    forward += weight * other.forward, backward += weight * other.backward, tails += weight * other.tails;
  }
};

/// Bin(trials, high) against Bin(trials, low), high > low. The likelihood ratio is monotone, so each divergence is a difference
/// of two tails.
Directions binomial_pair(double trials, double high, double low, double epsilon) {
  if (trials <= 0.0) return {};
  const double gain = std::log(high / low), loss = std::log1p(-high) - std::log1p(-low);
  const double slope = gain - loss, scale = std::exp(epsilon);
  const double up = (epsilon - trials * loss) / slope, down = (-epsilon - trials * loss) / slope;
  const double a = above(trials, high, up), b = scale * above(trials, low, up), c = up_to(trials, low, down), d = scale * up_to(trials, high, down);
  return {std::max(0.0, a - b), std::max(0.0, c - d), a + b + c + d};
}

/// Law of a binomial count with `chance` a step, over the steps before the observers' last visit: the trailing steps number
/// G, geometric with parameter `observed`; before the visit there are steps - 1 - G free steps.
struct CountLaw {
  std::uint64_t first = 0;
  std::vector<double> mass;
  double missing = 0.0;
};
CountLaw law_before_last_visit(std::int64_t steps, double observed, double chance) {
  CountLaw law;
  const double trail = std::log1p(-observed);
  const auto longest = observed == 1.0 ? 1 : std::min<std::int64_t>(steps, static_cast<std::int64_t>(std::ceil(std::log(1e-18) / trail)));
  const auto free_most = static_cast<double>(steps - 1), free_least = static_cast<double>(steps - longest);
  const auto spread = [&](double free) { return 9.5 * std::sqrt(free * chance * (1.0 - chance)) + 45.0; };
  law.first = static_cast<std::uint64_t>(std::max(0.0, free_least * chance - spread(free_least)));
  const auto last = static_cast<std::uint64_t>(std::min(free_most, std::ceil(free_most * chance + spread(free_most))));
  law.mass.assign(last - law.first + 1, 0.0);
  for (std::int64_t g = 0; g < longest; ++g) {
    const double weight = observed * std::exp(static_cast<double>(g) * trail);
    const auto free = static_cast<double>(steps - 1 - g);
    const auto from = static_cast<std::uint64_t>(std::max(static_cast<double>(law.first), free * chance - spread(free)));
    const auto to = static_cast<std::uint64_t>(std::min({static_cast<double>(last), free, std::ceil(free * chance + spread(free))}));
    const auto mode = std::clamp(static_cast<std::uint64_t>((free + 1.0) * chance), from, to);
    const double ratio = chance / (1.0 - chance), top = weight * binomial_mass(static_cast<std::uint64_t>(free), chance, mode);
    double mass = top;
    for (std::uint64_t k = mode; k <= to; ++k) {
      law.mass[k - law.first] += mass;
      mass *= (free - static_cast<double>(k)) / (static_cast<double>(k) + 1.0) * ratio;
    }
    mass = top;
    for (std::uint64_t k = mode; k > from; --k) {
      mass *= static_cast<double>(k) / ((free - static_cast<double>(k) + 1.0) * ratio);
      law.mass[k - 1 - law.first] += mass;
    }
  }
  law.missing = 1e-17;  // the trailing runs and the two tails left out
  return law;
}

}  // namespace

Bracket walk_histogram_delta(const WalkQuestion& q, double epsilon) {
  require_walk(q);
  require_non_negative("walk_histogram_delta", "epsilon", epsilon);
  if (q.task != WalkTask::histogram || q.known_neighbors) {
    throw Error(Errc::conditions, "walk_histogram_delta", "asks for a histogram whose observers do not know their neighbors");
  }
  constexpr double work_limit = 2e9;
  const double run = 42.0 / q.observed(), spread = 20.0 * std::sqrt(static_cast<double>(q.steps) * q.observed()) + 90.0;
  if (std::min(run, static_cast<double>(q.steps)) * spread > work_limit) {
    throw Error(Errc::too_large, "walk_histogram_delta", "the exact law of this walk needs too much work: fewer users or steps");
  }
  const double gamma = response_randomness(q.epsilon, q.buckets), lie = gamma / static_cast<double>(q.buckets);
  const double change = (1.0 - gamma) * q.inclusion(), free = 1.0 - q.observed();
  Directions sum;
  double missing = 0.0;
  if (q.buckets == 2) {
    // Everybody else holds 0, the protected user 1 or 0: the ones among the M increments are Bin(M, lie (+ change)).
    const auto law = law_before_last_visit(q.steps, q.observed(), free);
    for (std::size_t i = 0; i < law.mass.size(); ++i) {
      if (law.mass[i] > 0.0) sum.add(law.mass[i], binomial_pair(static_cast<double>(law.first + i), lie + change, lie, epsilon));
    }
    missing = law.missing;
  } else {
    // Everybody else holds c; the protected user a or b: among the increments a or b, the share of a is rho or 1 - rho.
    const double rho = (lie + change) / (2.0 * lie + change);
    const auto law = law_before_last_visit(q.steps, q.observed(), free * (2.0 * lie + change));
    for (std::size_t i = 0; i < law.mass.size(); ++i) {
      if (law.mass[i] > 0.0) sum.add(law.mass[i], binomial_pair(static_cast<double>(law.first + i), rho, 1.0 - rho, epsilon));
    }
    missing = law.missing;
  }
  const double worse = std::max(sum.forward, sum.backward), slack = 1e-12 * sum.tails;
  return {std::max(0.0, worse - slack), worse, std::min(1.0, worse + slack + missing)};
}

double sgd_epsilon(double users, double contributions, double sigma, double delta, bool published) {
  if (!(users > 1.0 && std::isfinite(users))) throw Error(Errc::domain, "sgd_epsilon", fmt::format("users = {} must be finite and > 1", users));
  if (!(contributions >= 1.0 && std::isfinite(contributions))) {
    throw Error(Errc::domain, "sgd_epsilon", fmt::format("contributions = {} must be finite and >= 1", contributions));
  }
  require_positive("sgd_epsilon", "sigma", sigma);
  require_open_unit("sgd_epsilon", "delta", delta);
  const double c_n = std::log(users) / (published ? users : users - 1.0), level = std::log(1.0 / delta);
  const double rate = 4.0 * contributions * c_n / (sigma * sigma);  // Renyi loss per unit of alpha
  const double largest = 0.5 * (1.0 + std::sqrt(1.0 + 2.0 * sigma * sigma));  // alpha (alpha - 1) = sigma^2 / 2
  const double best = std::min(largest, 1.0 + std::sqrt(level / rate));
  return rate * best + level / (best - 1.0);
}

double sgd_sigma(double users, double contributions, double epsilon, double delta, bool published) {
  require_positive("sgd_sigma", "epsilon", epsilon);
  double low = 1e-12, high = 1.0;
  while (sgd_epsilon(users, contributions, high, delta, published) > epsilon) high *= 2.0;
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (sgd_epsilon(users, contributions, middle, delta, published) > epsilon ? low : high) = middle;
  }
  return high;
}

}  // namespace hearsay::accounting
