// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::protocol {

/// Users are 0 .. n-1, steps are 1 .. T. A noise source is called as noise(step, scale) and returns the noise of that
/// step, whose standard deviation is scale sigma_loc; an observer is called as see(TokenMove) once a step. Both are
/// template arguments: a run without an observer costs no extra time.
struct TokenMove {
  std::int64_t step;
  std::int64_t user;
  double received;  ///< the token before the user's update
  double sent;      ///< and after
};

/// An observer that records nothing.
struct Unwatched {
  void operator()(const TokenMove&) const noexcept {}
};

/// Centered noise of standard deviation `sigma`.
struct Perturb {
  enum class Law { none, gaussian, laplace } law = Law::gaussian;
  double sigma = 1.0;
  /// One draw with standard deviation scale sigma.
  [[nodiscard]] double draw(double scale, random::Stream& stream) const;
};

/// A noise source that draws from one stream.
class NoiseStream {
 public:
  /// @throws Error(Errc::domain) unless sigma >= 0 is finite.
  NoiseStream(Perturb perturb, random::Stream stream);
  double operator()(std::int64_t, double scale) { return perturb_.draw(scale, stream_); }

 private:
  Perturb perturb_;
  random::Stream stream_;
};

/// What a sum protocol returns.
struct SumOutcome {
  double estimate = 0.0;
  std::int64_t noise_events = 0;  ///< draws of noise
  double noise_variance = 0.0;    ///< of the estimate, in units of sigma_loc^2
};

/// The users that add noise on the ring.
enum class RingNoise {
  counter,                ///< Algorithm 1: the user that finds the counter at 0
  distributed,            ///< every user, sigma_loc / sqrt(n-1), the very first contribution sigma_loc
  distributed_published,  ///< Remark 1 as printed: sigma_loc / sqrt(n)
};

struct RingSum {
  std::int64_t users = 2;
  std::int64_t rounds = 1;
  RingNoise noise = RingNoise::counter;
  bool publish = false;  ///< one more Perturb on the token that is returned
};

/// @throws Error(Errc::domain) unless users >= 2 and rounds >= 1; Error(Errc::shape) unless `values` has users or users
/// rounds entries.
void require_ring_sum(const RingSum& plan, std::size_t values);

/// Ring summation: the token goes `rounds` times around the ring, users in order.
/// @param values  contributions: users entries (the same every round) or rounds x users, round by round.
/// @throws as require_ring_sum.
/// @complexity O(rounds users).
/// @cite cyffers2022privacy (Algorithm 1, Remark 1)
/// @claims walk.thm1.utility.repaired, walk.thm1.windows
template <class NoiseSource, class Observer = Unwatched>
SumOutcome ring_sum(const RingSum& plan, std::span<const double> values, NoiseSource&& noise, Observer&& see = {}) {
  require_ring_sum(plan, values.size());
  const auto n = static_cast<double>(plan.users);
  const double share = plan.noise == RingNoise::distributed ? 1.0 / std::sqrt(n - 1.0) : 1.0 / std::sqrt(n);
  SumOutcome out;
  double token = 0.0;
  std::int64_t counter = 0, step = 0;
  const auto perturb = [&](double scale) {
    token += noise(step, scale);
    ++out.noise_events;
    out.noise_variance += scale * scale;
  };
  for (std::int64_t round = 0; round < plan.rounds; ++round) {
    for (std::int64_t user = 0; user < plan.users; ++user) {
      ++step;
      const double received = token;
      token += values[static_cast<std::size_t>(step - 1) % values.size()];
      if (plan.noise != RingNoise::counter) {
        perturb(step == 1 ? 1.0 : share);
      } else if (counter == 0) {
        perturb(1.0);
        counter = plan.users - 2;
      } else {
        --counter;
      }
      see(TokenMove{step, user, received, token});
    }
  }
  if (plan.publish) {
    ++step;
    perturb(1.0);
  }
  out.estimate = token;
  return out;
}

/// A uniform walk on the complete graph with self-loops: who holds the token at steps 1 .. steps.
/// @throws Error(Errc::domain) unless 1 <= users <= 2^32 - 1.
[[nodiscard]] std::vector<std::uint32_t> uniform_walk(std::int64_t users, std::int64_t steps, random::Stream& stream);

struct CompleteSum {
  std::int64_t users = 2;
  std::optional<std::int64_t> contribution_cap = std::nullopt;  ///< a user beyond it adds noise only
  std::optional<std::int64_t> edge_cap =
      std::nullopt;  ///< a user that received the token from the same sender more often adds noise only
};

/// @throws Error(Errc::domain) unless users >= 2 and the caps are >= 0; Error(Errc::shape) unless `values` has one
/// entry a user.
void require_complete_sum(const CompleteSum& plan, std::size_t values);

/// Summation along a given walk on the complete graph: every holder adds its perturbed value.
/// @param walk  who holds the token, step by step; entries < users. @throws Error(Errc::domain) for another entry, and
/// as require_complete_sum.
/// @complexity O(steps), and O(users^2) memory with an edge cap.
/// @cite cyffers2022privacy (Algorithm 3, Appendix G)
/// @claims walk.thm3.utility
template <class NoiseSource, class Observer = Unwatched>
SumOutcome complete_sum(const CompleteSum& plan, std::span<const std::uint32_t> walk, std::span<const double> values,
                        NoiseSource&& noise, Observer&& see = {}) {
  require_complete_sum(plan, values.size());
  const auto users = static_cast<std::size_t>(plan.users);
  std::vector<std::int64_t> contributions(plan.contribution_cap ? users : 0, 0),
      edges(plan.edge_cap ? users * users : 0, 0);
  SumOutcome out;
  double token = 0.0;
  for (std::size_t t = 0; t < walk.size(); ++t) {
    const std::size_t user = walk[t];
    if (user >= users)
      throw Error(Errc::domain, "complete_sum", fmt::format("walk[{}] = {} must be < users = {}", t, user, users));
    const auto step = static_cast<std::int64_t>(t) + 1;
    const double received = token;
    bool contributes = true;
    if (plan.contribution_cap) contributes = contributions[user] < *plan.contribution_cap;
    if (plan.edge_cap && t > 0) contributes = ++edges[walk[t - 1] * users + user] <= *plan.edge_cap && contributes;
    if (contributes) {
      token += values[user];
      if (plan.contribution_cap) ++contributions[user];
    }
    token += noise(step, 1.0);
    see(TokenMove{step, static_cast<std::int64_t>(user), received, token});
  }
  out.estimate = token;
  out.noise_events = static_cast<std::int64_t>(walk.size());
  out.noise_variance = static_cast<double>(walk.size());
  return out;
}

/// One visit of the token as its holder remembers it. `sender` and `receiver` are -1 where there is none or it is
/// hidden.
struct Visit {
  std::int64_t step;
  double received, sent;
  std::int64_t sender, receiver;
};

/// An observer that keeps the view of one user: the token each time it comes by; with `neighbors` also its sender and
/// its receiver.
class ViewOf {
 public:
  ViewOf(std::int64_t user, bool neighbors) : user_(user), neighbors_(neighbors) {}
  void operator()(const TokenMove& move) {
    if (neighbors_ && last_ == user_) view_.back().receiver = move.user;
    if (move.user == user_) view_.push_back({move.step, move.received, move.sent, neighbors_ ? last_ : -1, -1});
    last_ = move.user;
  }
  [[nodiscard]] const std::vector<Visit>& visits() const noexcept { return view_; }

 private:
  std::int64_t user_;
  bool neighbors_;
  std::int64_t last_ = -1;
  std::vector<Visit> view_;
};

/// What a histogram protocol returns.
struct HistogramOutcome {
  std::vector<std::int64_t> counts;  ///< the token as published, before debiasing
  std::vector<double> estimate;      ///< debiased
  std::int64_t random_answers = 0;   ///< elements that carry no information, the initial ones included
};

/// Called once a step with (step, user, counts before the update).
struct UnwatchedCounts {
  void operator()(std::int64_t, std::int64_t, std::span<const std::int64_t>) const noexcept {}
};

struct Histogram {
  std::int64_t users = 2;
  std::int64_t buckets = 2;
  double gamma = 0.5;  ///< share of random answers of L-ary randomized response, in [0, 1)
};

/// Random elements the ring token starts with: gamma n rounded up to an integer.
/// @throws Error(Errc::domain) unless users >= 2, buckets >= 2 and 0 <= gamma < 1.
[[nodiscard]] std::int64_t initial_elements(const Histogram& plan);

/// (counts - random / L) / (1 - gamma), where `random` is the expected number of random elements among them.
/// On the ring random = initial_elements + gamma users rounds (gamma n (K+1) when gamma n is an integer), on the
/// complete graph gamma steps.
/// @throws as initial_elements, and Error(Errc::shape) unless there is one count a bucket.
/// @claims walk.thm2.unbiased.repaired
[[nodiscard]] std::vector<double> debias(const Histogram& plan, std::span<const std::int64_t> counts, double random);

/// @throws Error(Errc::domain) for a value outside 0 .. buckets-1, Error(Errc::shape) unless there is one value a user;
/// as initial_elements.
void require_histogram(const Histogram& plan, std::span<const std::uint32_t> values);

/// Histogram along a walk: every holder adds its randomized answer. `random_elements` uniform ones are in the token at
/// the start.
/// @cite cyffers2022privacy (Algorithms 2 and 5)
template <class Observer = UnwatchedCounts>
HistogramOutcome token_histogram(const Histogram& plan, std::span<const std::uint32_t> walk,
                                 std::span<const std::uint32_t> values, std::int64_t random_elements,
                                 random::Stream& stream, Observer&& see = {}) {
  require_histogram(plan, values);
  const auto buckets = static_cast<std::uint64_t>(plan.buckets);
  HistogramOutcome out;
  out.counts.assign(buckets, 0);
  const auto add_random = [&] {
    ++out.counts[stream.below(buckets)];
    ++out.random_answers;
  };
  for (std::int64_t i = 0; i < random_elements; ++i) add_random();
  for (std::size_t t = 0; t < walk.size(); ++t) {
    if (walk[t] >= values.size())
      throw Error(Errc::domain, "token_histogram",
                  fmt::format("walk[{}] = {} must be < users = {}", t, walk[t], values.size()));
    see(static_cast<std::int64_t>(t) + 1, static_cast<std::int64_t>(walk[t]),
        std::span<const std::int64_t>(out.counts));
    if (stream.bernoulli(plan.gamma)) {
      add_random();
    } else {
      ++out.counts[values[walk[t]]];
    }
  }
  out.estimate =
      debias(plan, out.counts, static_cast<double>(random_elements) + plan.gamma * static_cast<double>(walk.size()));
  return out;
}

/// Who holds the token on the ring: 0, 1, .., users-1, `rounds` times. @throws Error(Errc::domain) unless users >= 2
/// and rounds >= 1.
[[nodiscard]] std::vector<std::uint32_t> ring_walk(std::int64_t users, std::int64_t rounds);

}  // namespace hearsay::protocol
