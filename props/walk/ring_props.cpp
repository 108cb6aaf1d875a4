// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>

#include "props/kit/promise.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Rational;
using run::Context;
using run::Finding;

struct World {
  int users, rounds;
};

/// Every ring of at most the given size, smallest first.
std::vector<World> rings(const Context& context) {
  const int most_users = context.pick(8, 20, 30), most_rounds = context.pick(4, 6, 12);
  std::vector<World> all;
  for (int users = 2; users <= most_users; ++users) {
    for (int rounds = 1; rounds <= most_rounds; ++rounds) all.push_back({users, rounds});
  }
  return all;
}

nlohmann::ordered_json to_json(const World& w) { return {{"users", w.users}, {"rounds", w.rounds}}; }

/// Steps at which the real protocol draws noise.
std::vector<std::int64_t> protocol_noise_steps(const World& w,
                                               protocol::RingNoise noise = protocol::RingNoise::counter) {
  std::vector<std::int64_t> steps;
  const std::vector<double> values(static_cast<std::size_t>(w.users), 1.0);
  (void)protocol::ring_sum({.users = w.users, .rounds = w.rounds, .noise = noise}, values,
                           [&](std::int64_t step, double) {
                             steps.push_back(step);
                             return 0.0;
                           });
  return steps;
}

std::vector<std::int64_t> oracle_noise_steps(const World& w) {
  std::vector<std::int64_t> steps;
  const auto all = oracle::ring_steps(w.users, w.rounds);
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (all[t].variance > 0) steps.push_back(static_cast<std::int64_t>(t) + 1);
  }
  return steps;
}

/// Whether the protocol, without its noise, adds each user's value once a round: the values are distinct powers of 2.
bool sums_every_value(const World& w) {
  std::vector<double> values;
  for (int i = 0; i < w.users; ++i) values.push_back(std::ldexp(1.0, i));
  const auto out =
      protocol::ring_sum({.users = w.users, .rounds = w.rounds}, values, [](std::int64_t, double) { return 0.0; });
  return out.estimate == w.rounds * (std::ldexp(1.0, w.users) - 1.0);
}

Finding utility_check(const Context& context, std::int64_t (*formula)(std::int64_t, std::int64_t)) {
  const auto found = sweep(rings(context), [&](const World& w) {
    const auto noise = protocol_noise_steps(w);
    if (noise != oracle_noise_steps(w)) throw std::logic_error("the protocol and Algorithm 1 draw noise differently");
    return decided(sums_every_value(w) && formula(w.users, w.rounds) == static_cast<std::int64_t>(noise.size()));
  });
  return conclude(found, [&](const World& w) {
    const auto noise = protocol_noise_steps(w);
    const auto claimed = formula(w.users, w.rounds);
    auto instance = to_json(w);
    instance["noise_steps"] = noise;
    return differs_exactly(
        instance, claimed, noise.size(),
        {fmt::format("variance {} sigma^2", claimed), fmt::format("variance {} sigma^2", noise.size())});
  });
}

/// The n - 1 steps of the others after v's visit number `visit`.
struct Window {
  World ring;
  int observer, visit;
  [[nodiscard]] int after() const { return visit * ring.users + observer + 1; }
  [[nodiscard]] std::int64_t noises() const {
    return std::ranges::count_if(protocol_noise_steps(ring),
                                 [&](std::int64_t s) { return s > after() && s < after() + ring.users; });
  }
};

Finding windows(const Context& context) {
  std::vector<Window> all;
  for (const auto& ring : rings(context)) {
    for (int v = 0; v < ring.users; ++v) {
      for (int visit = 0; visit + 1 < ring.rounds; ++visit) all.push_back({ring, v, visit});
    }
  }
  const auto found = sweep(all, [](const Window& w) { return decided(w.noises() == 1); });
  return conclude(found, [](const Window& w) {
    auto instance = to_json(w.ring);
    instance["observer"] = w.observer + 1;
    instance["after_step"] = w.after();
    return differs_exactly(instance, 1, w.noises(), {"1 noise event", fmt::format("{} noise events", w.noises())});
  });
}

/// The largest view_square over all pairs, or the pair that sees a value bare.
struct Worst {
  std::optional<Rational> square = Rational(0);
  int observer = 0, target = 0;
};
Worst worst_pair(const std::vector<oracle::NoisyStep>& steps, int users, const std::optional<Rational>& published) {
  Worst worst;
  for (int v = 0; v < users; ++v) {
    for (int u = 0; u < users; ++u) {
      if (u == v) continue;
      const auto square = oracle::view_square(steps, v, u, published);
      if (!square) return {std::nullopt, v, u};
      if (*square > *worst.square) worst = {square, v, u};
    }
  }
  return worst;
}

/// "Every view is at most `rounds` releases of one contribution": mu^2 <= rounds (Delta/sigma)^2.
template <class Steps>
Finding views_within(const Context& context, Steps steps_of, const std::optional<Rational>& published) {
  const auto found = sweep(rings(context), [&](const World& w) {
    const auto worst = worst_pair(steps_of(w), w.users, published);
    if (!worst.square) return Outcome{.margin = -1.0, .slack = 0.0, .violated = true, .tags = {}};  // mu is infinite
    return at_most(*worst.square, Rational(w.rounds));
  });
  return conclude(found, [&](const World& w) {
    const auto worst = worst_pair(steps_of(w), w.users, published);
    auto instance = to_json(w);
    instance["observer"] = worst.observer + 1;
    instance["target"] = worst.target + 1;
    return compared_exactly(
        instance, {fmt::format("mu^2 <= {} (Delta/sigma)^2", w.rounds),
                   worst.square ? fmt::format("mu^2 = {} (Delta/sigma)^2", oracle::to_string(*worst.square))
                                : std::string("a difference of two tokens shows the target's value without noise")});
  });
}

std::vector<oracle::NoisyStep> counter_steps(const World& w) { return oracle::ring_steps(w.users, w.rounds); }
std::vector<oracle::NoisyStep> distributed_by_users(const World& w) {
  return oracle::distributed_steps(w.users, w.rounds, Rational(1, w.users));
}
std::vector<oracle::NoisyStep> distributed_by_others(const World& w) {
  return oracle::distributed_steps(w.users, w.rounds, Rational(1) / (w.users - 1));
}

// ---- the guarantee of Theorem 1

/// A local mechanism, a number of laps and the composition's delta'.
struct Ring {
  RingQuestion question;
  double square;  ///< of the view's signal to noise ratio, in units of the local one's
  [[nodiscard]] DeltaAt delta_at() const {
    const double mu = std::sqrt(square) * signal_to_noise(question.calibration, question.epsilon, question.delta);
    return [mu](double epsilon) { return divergence::gaussian_delta(mu, epsilon); };
  }
};

/// Calibrations, epsilons and deltas with every number of laps; the square of the view of each ring of n users.
template <class Square>
std::vector<Ring> guarantees(std::int64_t users, Square square) {
  std::vector<Ring> all;
  for (const auto calibration : {Calibration::classical, Calibration::analytic}) {
    for (const double epsilon : {1e-4, 0.01, 0.1, 0.5, 0.9, 0.999, 1.5, 3.0}) {
      if (calibration == Calibration::classical && epsilon >= 1.0) continue;
      for (const double delta : {0.4, 0.1, 1e-3, 1e-6, 1e-9, 1e-12}) {
        for (const double delta_prime : {1e-3, delta}) {
          for (const std::int64_t rounds : {1, 2, 3, 10, 100, 1000}) {
            all.push_back({{.users = users,
                            .rounds = rounds,
                            .epsilon = epsilon,
                            .delta = delta,
                            .delta_prime = delta_prime,
                            .calibration = calibration},
                           square(rounds)});
          }
        }
      }
    }
  }
  return all;
}

/// Theorem 1's (epsilon', K delta + delta') against the exact Gaussian profile of the view.
Finding composed(std::vector<Ring> all) {
  std::erase_if(all, [](const Ring& ring) { return ring_published(ring.question).value.delta >= 1.0; });
  const auto found = sweep(all, [](const Ring& ring) {
    const auto published = ring_published(ring.question).value;
    return keeps_promise(ring.delta_at(), published.epsilon, published.delta);
  });
  return conclude(found, [](const Ring& ring) {
    const auto& q = ring.question;
    const auto published = ring_published(q).value;
    const auto actual = ring.delta_at()(published.epsilon);
    return exceeds_between_brackets({{"users", q.users},
                                     {"rounds", q.rounds},
                                     {"epsilon", q.epsilon},
                                     {"delta", q.delta},
                                     {"delta_prime", q.delta_prime}},
                                    published.delta, actual.lower(),
                                    {fmt::format("delta <= {} at epsilon = {}", published.delta, published.epsilon),
                                     fmt::format("delta >= {}", actual.lower())});
  });
}

/// "The worst view has mu^2 = square (Delta/sigma)^2", by definition for small rings.
template <class Steps, class Square>
Finding views_are(const Context& context, Steps steps_of, Square square) {
  const auto actual = [&](const World& w) { return worst_pair(steps_of(w), w.users, std::nullopt).square; };
  const auto found =
      sweep(rings(context), [&](const World& w) { return decided(actual(w) == square(w.users, w.rounds)); });
  return conclude(found, [&](const World& w) {
    return differs_exactly(to_json(w), square(w.users, w.rounds), actual(w).value_or(Rational(-1)));
  });
}

/// By `windows`, every view is that of K windows of one noise each.
Finding privacy(const Context& context) {
  const auto square = [](std::int64_t, std::int64_t rounds) { return Rational(rounds); };
  return both(views_are(context, counter_steps, square),
              composed(guarantees(10, [](std::int64_t rounds) { return static_cast<double>(rounds); })));
}

Finding publish(const Context& context) { return views_within(context, counter_steps, Rational(0)); }

Finding publish_repaired(const Context& context) { return views_within(context, counter_steps, Rational(1)); }

Finding remark1(const Context& context) {
  auto finding = views_within(context, distributed_by_users, std::nullopt);
  if (finding.witness) {
    const double epsilon = 0.5, delta = 1e-6, mu = divergence::gaussian_mu(epsilon, delta).lower();
    const auto actual = divergence::gaussian_delta(mu * std::sqrt(2.0), epsilon);
    finding.note =
        fmt::format("one window of n = 2 under noise that gives exactly (0.5, 1e-6): delta is {:.4g} times 1e-6",
                    actual.lower() / delta);
  }
  return finding;
}

/// The worst view of the distributed noise is the second user's: mu^2 = 1 + (K - 1) n/(n - 1), by definition for small
/// rings and by this formula beyond.
Finding remark1_guarantee(const Context& context) {
  const auto square = [](std::int64_t users, std::int64_t rounds) {
    return 1 + Rational((rounds - 1) * users) / (users - 1);
  };
  auto finding = views_are(context, distributed_by_users, square);
  for (const std::int64_t users : {2, 3, 10, 1000}) {
    finding = both(finding, composed(guarantees(
                                users, [&](std::int64_t rounds) { return oracle::to_double(square(users, rounds)); })));
  }
  return finding;
}

// ---- pan-privacy

/// Definition 3's online algorithm for Algorithm 1 with one lap: its state is the token and the counter. The state
/// after the first `items` items of the stream, with the noises that were drawn for it.
struct Stream {
  std::int64_t token = 0, noises = 0;
  int counter = 0;
  void read(std::int64_t item, int users) {
    token += item;
    if (counter == 0) {
      ++noises;
      counter = users - 2;
    } else {
      --counter;
    }
  }
};

/// One ring user and the breach of the stream before its item.
struct Breach {
  int users, time;
};

/// What the protocol's user sees: one state, equal to the stream's before its own item. Items are distinct powers of 2
/// and noises 1/4 each, so that the number names them all.
Finding pan_privacy(const Context& context) {
  std::vector<Breach> all;
  for (int users = 2; users <= context.pick(10, 20, 40); ++users) {
    for (int time = 0; time < users; ++time) all.push_back({users, time});
  }
  const auto seen = [](const Breach& b) {
    std::vector<double> values(static_cast<std::size_t>(b.users));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::ldexp(1.0, static_cast<int>(i));
    protocol::ViewOf view(b.time, false);
    (void)protocol::ring_sum(
        {.users = b.users, .rounds = 1}, values, [](std::int64_t, double scale) { return 0.25 * scale; }, view);
    return view;
  };
  const auto state = [](const Breach& b) {
    Stream stream;
    for (int i = 0; i < b.time; ++i) stream.read(std::int64_t{1} << i, b.users);
    return stream;
  };
  const auto found = sweep(all, [&](const Breach& b) {
    const auto stream = state(b);
    const auto view = seen(b);
    const double expected = static_cast<double>(stream.token) + 0.25 * static_cast<double>(stream.noises);
    const bool hidden = b.time == 0 || stream.noises >= 1;
    return decided(hidden && view.visits().size() == 1 && view.visits()[0].received == expected);
  });
  return conclude(found, [&](const Breach& b) {
    const auto stream = state(b);
    return compared_exactly({{"users", b.users}, {"observer", b.time + 1}},
                            {fmt::format("one state: {} and at least one noise", stream.token),
                             fmt::format("{} visits, {} noises", seen(b).visits().size(), stream.noises)});
  });
}

}  // namespace

void register_walk_ring(run::Registry& registry) {
  registry.add("walk.thm1.utility", [](const Context& c) { return utility_check(c, ring_noise_events_published); });
  registry.add("walk.thm1.utility.repaired", [](const Context& c) { return utility_check(c, ring_noise_events); });
  registry.add("walk.thm1.windows", windows);
  registry.add("walk.thm1.privacy", privacy);
  registry.add("walk.thm1.publish", publish);
  registry.add("walk.thm1.publish.repaired", publish_repaired);
  registry.add("walk.remark1", remark1);
  registry.add("walk.remark1.repaired",
               [](const Context& c) { return views_within(c, distributed_by_others, std::nullopt); });
  registry.add("walk.remark1.guarantee", remark1_guarantee);
  registry.add("walk.pan_privacy", pan_privacy);
}

}  // namespace hearsay::props
