// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/realized.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>

namespace hearsay::accounting {

namespace {

using divergence::heterogeneous_epsilon;
using divergence::PromiseSums;

PromiseSums charge(double epsilon, double delta) {
  return {epsilon, epsilon * epsilon, epsilon * std::tanh(0.5 * epsilon), delta};
}

PromiseSums& operator+=(PromiseSums& a, const PromiseSums& b) {
  a.epsilon += b.epsilon, a.square += b.square, a.drift += b.drift, a.delta += b.delta;
  return a;
}

PromiseSums operator-(PromiseSums a, const PromiseSums& b) {
  a.epsilon -= b.epsilon, a.square -= b.square, a.drift -= b.drift, a.delta -= b.delta;
  return a;
}

/// Charge of one cycle by its length and the number of times the protected user was spotted in it (0, 1, 2), computed
/// once a length.
class CycleCharges {
 public:
  explicit CycleCharges(const RealizedQuestion& question) : question_(question) {}

  const std::array<PromiseSums, 3>& of(std::size_t length) {
    if (length >= known_.size()) known_.resize(std::max(length + 1, 2 * known_.size())), charges_.resize(known_.size());
    if (!known_[length]) {
      known_[length] = true;
      for (int spotted = 0; spotted < 3; ++spotted)
        charges_[length][static_cast<std::size_t>(spotted)] = compute(static_cast<double>(length), spotted);
    }
    return charges_[length];
  }

 private:
  PromiseSums compute(double length, int spotted) const {
    const auto& q = question_;
    const double each = q.epsilon / std::sqrt(length);
    if (q.rule == CycleRule::published) {
      return charge(
          spotted == 0 ? cycle_epsilon_published(static_cast<double>(q.users), length, q.epsilon) : spotted * each,
          q.delta);
    }
    if (q.rule == CycleRule::shuffled) {
      const double included = -std::expm1(length * std::log1p(-1.0 / static_cast<double>(q.users)));
      return charge(std::log1p(included * std::expm1(shuffled_answers_epsilon(static_cast<std::uint64_t>(length),
                                                                              q.epsilon, q.buckets, q.delta))),
                    q.delta);
    }
    // spotted steps are the protected user's for certain, each of the others with probability p; step by step
    // (hybrids).
    const double y = std::expm1(each), p = 1.0 / static_cast<double>(q.users - 1);
    const double hidden = (length - spotted) * std::log1p(p * y);
    const double delta = q.delta * (std::expm1(hidden) + std::exp(hidden) * std::expm1(spotted * each)) / y;
    return charge(hidden + spotted * each, delta);
  }

  RealizedQuestion question_;
  std::vector<char> known_ = std::vector<char>(64, 0);
  std::vector<std::array<PromiseSums, 3>> charges_ = std::vector<std::array<PromiseSums, 3>>(64);
};

void require_realized(std::span<const std::uint32_t> walk, std::int64_t users) {
  require_between("realized_losses", "users", users, 2, 20'000);
  for (std::size_t t = 0; t < walk.size(); ++t) {
    if (walk[t] >= static_cast<std::uint64_t>(users)) {
      throw Error(Errc::domain, "realized_losses",
                  fmt::format("walk[{}] = {} must be < users = {}", t, walk[t], users));
    }
  }
}

constexpr std::size_t never = static_cast<std::size_t>(-1);

PromiseSums operator*(double count, const PromiseSums& one) {
  return {count * one.epsilon, count * one.square, count * one.drift, count * one.delta};
}

/// What some contributions of a user cost if all are seen.
struct LocalLoss {
  double composed = 0.0, gaussian = 0.0;
};

/// Exact epsilon of `count` contributions with Gaussian noise, all seen, at the delta that composition of their local
/// guarantees ends at.
double gaussian_local_epsilon(double count, const RealizedQuestion& q) {
  const double delta = count * q.delta + q.delta_prime;
  if (count == 0.0 || delta >= 1.0) return 0.0;  // (0, 1)-DP promises nothing
  const double mu = signal_to_noise(Calibration::classical, q.epsilon, q.delta) * std::sqrt(count);
  return divergence::GaussianDp(mu).epsilon(delta).upper();
}

}  // namespace

double shuffled_answers_epsilon(std::uint64_t answers, double epsilon, std::int64_t buckets, double delta) {
  require_positive("shuffled_answers_epsilon", "epsilon", epsilon);
  require_open_unit("shuffled_answers_epsilon", "delta", delta);
  const double gamma = response_randomness(epsilon, buckets);
  const auto holds = [&](double level) {
    return std::min(shuffling_blanket_delta(epsilon, gamma, answers, level, Concentration::hoeffding),
                    shuffling_blanket_delta(epsilon, gamma, answers, level, Concentration::bennett)) <= delta;
  };
  double low = 0.0, high = epsilon;
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

RealizedLosses realized_losses(std::span<const std::uint32_t> walk, const RealizedQuestion& q) {
  require_realized(walk, q.users);
  require_positive("realized_losses", "epsilon", q.epsilon);
  require_open_unit("realized_losses", "delta", q.delta);
  require_open_unit("realized_losses", "delta_prime", q.delta_prime);
  require_between("realized_losses", "buckets", q.buckets, 2, 1'000'000'000);
  if (q.rule == CycleRule::shuffled && q.known_neighbors)
    throw Error(Errc::conditions, "realized_losses", "shuffled cycles are charged for hidden neighbors");
  const auto users = static_cast<std::size_t>(q.users);
  CycleCharges charges(q);
  std::vector<PromiseSums> observer(users);            // every cycle charged as if nobody was spotted
  std::vector<PromiseSums> correction(users * users);  // row u, column v: what spotting u adds
  std::vector<std::size_t> last(users, never);
  std::vector<std::int64_t> contributions(users, 0);
  for (std::size_t t = 0; t < walk.size(); ++t) {
    const std::size_t v = walk[t];
    ++contributions[v];
    const std::size_t begin = last[v] == never ? 0 : last[v] + 1, length = t - begin;
    if (length > 0) {
      const auto& charge_of = charges.of(length);
      observer[v] += charge_of[0];
      if (q.known_neighbors) {
        const std::size_t sender = walk[t - 1];
        // Before the first visit there is no receiver; a cycle of length 1 has one contributor, not two.
        const std::size_t receiver = last[v] == never || length == 1 ? never : walk[begin];
        if (receiver == sender) {
          correction[sender * users + v] += charge_of[2] - charge_of[0];
        } else {
          correction[sender * users + v] += charge_of[1] - charge_of[0];
          if (receiver != never) correction[receiver * users + v] += charge_of[1] - charge_of[0];
        }
      }
    }
    last[v] = t;
  }
  RealizedLosses losses{.users = q.users,
                        .epsilon = std::vector<double>(users * users, 0.0),
                        .delta = std::vector<double>(users * users, 0.0),
                        .local = {},
                        .local_gaussian = {}};
  const bool gaussian = q.rule != CycleRule::shuffled;
  std::map<std::int64_t, LocalLoss> local;  // by number of contributions: few differ
  for (std::size_t u = 0; u < users; ++u) {
    const auto [known, fresh] = local.try_emplace(contributions[u]);
    if (fresh) {
      const auto seen = static_cast<double>(contributions[u]);
      known->second.composed = heterogeneous_epsilon(seen * charge(q.epsilon, gaussian ? q.delta : 0.0), q.delta_prime);
      if (gaussian) known->second.gaussian = gaussian_local_epsilon(seen, q);
    }
    losses.local.push_back(known->second.composed);
    if (gaussian) losses.local_gaussian.push_back(known->second.gaussian);
    for (std::size_t v = 0; v < users; ++v) {
      if (u == v) continue;
      PromiseSums sums = observer[v];
      sums += correction[u * users + v];
      losses.epsilon[u * users + v] = heterogeneous_epsilon(sums, q.delta_prime);
      losses.delta[u * users + v] = sums.delta + q.delta_prime;
    }
  }
  return losses;
}

std::vector<double> realized_path_mu(std::span<const std::uint32_t> walk, std::int64_t users_, double mu) {
  require_realized(walk, users_);
  require_non_negative("realized_path_mu", "mu", mu);
  const auto users = static_cast<std::size_t>(users_);
  std::vector<double> square(users * users, 0.0);  // row v while it is summed: one observer's cycles touch one row
  std::vector<std::uint32_t> count(users, 0);
  std::vector<std::size_t> last(users, never);
  for (std::size_t t = 0; t < walk.size(); ++t) {
    const std::size_t v = walk[t], begin = last[v] == never ? 0 : last[v] + 1;
    last[v] = t;
    if (t == begin) continue;
    double* row = &square[v * users];
    const double share = 1.0 / static_cast<double>(t - begin);
    for (std::size_t s = begin; s < t; ++s) {
      // (k + 1)^2 - k^2 = 2k + 1 as the k-th further contribution of the cycle is met
      row[walk[s]] += share * static_cast<double>(2 * count[walk[s]] + 1);
      ++count[walk[s]];
    }
    for (std::size_t s = begin; s < t; ++s) count[walk[s]] = 0;
  }
  std::vector<double> result(users * users);
  for (std::size_t v = 0; v < users; ++v) {
    for (std::size_t u = 0; u < users; ++u) result[u * users + v] = mu * std::sqrt(square[v * users + u]);
  }
  return result;
}

}  // namespace hearsay::accounting
