// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include <hearsay/accounting/rumor/chain.hpp>
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using oracle::Rational;
using run::Context;
using run::Finding;
using Law = std::vector<double>;  ///< of the number of active nodes

/// The number of active nodes after a synchronous round that k of n nodes started: those told, and of the others that
/// were active each with probability s.
Law after_round(int n, int k, double s) {
  const auto width = static_cast<std::size_t>(n - k + 1), size = static_cast<std::size_t>(n) + 1;
  Law told((static_cast<std::size_t>(k) + 1) * width, 0.0);  // [told of the active][told of the others]
  told[0] = 1.0;
  for (int message = 0; message < k; ++message) {
    Law next(told.size(), 0.0);
    for (std::size_t at = 0; at < told.size(); ++at) {
      const std::size_t a = at / width, b = at % width;
      const double fresh_active = (k - static_cast<double>(a)) / n, fresh_other = (n - k - static_cast<double>(b)) / n;
      if (told[at] == 0.0) continue;
      next[at] += told[at] * (1.0 - fresh_active - fresh_other);
      if (fresh_active > 0.0) next[at + width] += told[at] * fresh_active;
      if (fresh_other > 0.0) next[at + 1] += told[at] * fresh_other;
    }
    told = std::move(next);
  }
  Law law(size, 0.0);
  for (std::size_t at = 0; at < told.size(); ++at) {
    const int idle = k - static_cast<int>(at / width), reached = static_cast<int>(at / width + at % width);
    double kept = std::pow(1.0 - s, idle);  // P(no idle node stays)
    for (int stay = 0; stay <= idle; ++stay) {
      law[static_cast<std::size_t>(reached + stay)] += told[at] * kept;
      kept *= s < 1.0 ? (idle - stay) / (stay + 1.0) * s / (1.0 - s) : 0.0;
    }
    if (s == 1.0 && idle > 0) law[static_cast<std::size_t>(reached + idle)] += told[at];
  }
  return law;
}

/// The synchronous protocol on n nodes.
class Rounds {
 public:
  Rounds(int n, double s) : nodes(n), muting(s) {
    for (int k = 0; k <= n; ++k) rows_.push_back(after_round(n, k, s));
  }
  /// The law after `rounds` rounds from `active` active nodes.
  [[nodiscard]] Law after(int active, int rounds) const {
    Law law = rows_[static_cast<std::size_t>(active)];
    for (int t = 1; t < rounds; ++t) law = next(law);
    return law;
  }
  /// One round later; `law` may have any total.
  [[nodiscard]] Law next(const Law& law) const {
    Law later(law.size(), 0.0);
    for (std::size_t k = 0; k < law.size(); ++k) {
      for (std::size_t a = 0; a < law.size(); ++a) later[a] += law[k] * rows_[k][a];
    }
    return later;
  }
  /// The share of active nodes up to which (8) bounds growth from below.
  [[nodiscard]] double alpha() const { return muting / (1.0 + 2.0 * muting); }
  /// The most active nodes up to which (8) holds.
  [[nodiscard]] int most_active() const { return static_cast<int>(std::floor(alpha() * nodes + 1e-9)); }

  int nodes;
  double muting;

 private:
  std::vector<Law> rows_;
};

/// "probability <= exp(-exponent)", the slack the factor by which the exponent could be larger.
Outcome decays(double probability, double exponent) {
  auto outcome = at_most(probability, std::exp(-exponent));
  outcome.slack = -std::log(probability) / exponent;
  return outcome;
}

/// "P(active <= a) <= exp(-(center - a)^2 / (8 scale))" for every count a below `center`.
Outcome concentrates(const Law& law, double center, double scale) {
  Outcome outcome;
  double below = 0.0;
  for (std::size_t a = 0; a < law.size() && static_cast<double>(a) < center - 1e-9; ++a) {
    below += law[a];
    const double gap = center - static_cast<double>(a);
    if (below > 0.0) outcome = worse(std::move(outcome), decays(below, gap * gap / (8.0 * scale)));
  }
  return outcome;
}

/// A number of active nodes, `rounds` rounds on, in one of the protocols.
struct Start {
  const Rounds* rounds;
  int active, later = 1;
  double c = 0.0;  ///< (15)'s C
};

std::string describe(const Start& x) {
  return fmt::format("n = {}, s = {}, {} active, {} rounds", x.rounds->nodes, x.rounds->muting, x.active, x.later);
}

template <class Property>
Finding judge(const std::vector<Start>& starts, Property property) {
  return conclude_uncertified(sweep(starts, property), describe);
}

std::vector<Rounds> protocols(int least_nodes, int most_nodes, const std::vector<double>& mutings) {
  std::vector<Rounds> all;
  for (int n = least_nodes; n <= most_nodes; n += std::max(1, n / 12)) {
    for (const double s : mutings) all.emplace_back(n, s);
  }
  return all;
}

std::vector<double> quarters() { return {0.25, 0.5, 0.75, 1.0}; }

Finding eq9(const Context& context) {
  const auto all = protocols(2, context.pick(20, 32, 64), quarters());
  std::vector<Start> starts;
  for (const auto& rounds : all) {
    for (int k = 1; k <= rounds.nodes; ++k) starts.push_back({&rounds, k});
  }
  return judge(starts, [](const Start& x) {
    return concentrates(x.rounds->after(x.active, 1),
                        x.rounds->nodes * accounting::rumor_active_next(x.rounds->nodes, x.active, x.rounds->muting),
                        x.active);
  });
}

std::vector<Start> growing(const std::vector<Rounds>& all) {
  std::vector<Start> starts;
  for (const auto& rounds : all) {
    for (int k = 1; k <= rounds.most_active(); ++k) starts.push_back({&rounds, k});
  }
  return starts;
}

Finding eq10(const Context& context) {
  const auto all = protocols(3, context.pick(32, 48, 80), quarters());
  return judge(growing(all), [](const Start& x) {
    return concentrates(x.rounds->after(x.active, 1), x.active * (1.0 + x.rounds->muting / 2.0), x.active);
  });
}

/// P(fewer than k active after a round | j >= k before) is at most P(at most k | k before), and exp(-s^2 k/32).
Finding stay(const Context& context) {
  const auto all = protocols(3, context.pick(32, 48, 80), {0.0, 0.25, 0.5, 0.75, 1.0});
  std::vector<Start> starts;
  for (const auto& rounds : all) {
    for (int k = 1; k <= rounds.nodes; ++k) starts.push_back({&rounds, k});
  }
  return judge(starts, [](const Start& x) {
    const auto up_to = [](const Law& law, int count) {
      return std::accumulate(law.begin(), law.begin() + count + 1, 0.0);
    };
    double most = 0.0;
    for (int before = x.active; before <= x.rounds->nodes; ++before)
      most = std::max(most, up_to(x.rounds->after(before, 1), x.active - 1));
    const double s = x.rounds->muting;
    auto outcome = at_most(most, up_to(x.rounds->after(x.active, 1), x.active) + 1e-12);
    if (x.active <= x.rounds->most_active())
      outcome = worse(outcome, at_most(most, std::exp(-s * s * x.active / 32.0)));
    return outcome;
  });
}

Finding eq14(const Context& context) {
  const auto all = protocols(8, context.pick(40, 64, 96), quarters());
  std::vector<Start> starts;
  for (const auto& rounds : all) {
    for (int k = 1; k <= rounds.most_active(); ++k) {
      for (int later = 1; k * (1.0 + later * rounds.muting / 2.0) <= rounds.most_active(); ++later)
        starts.push_back({&rounds, k, later});
    }
  }
  return judge(starts, [](const Start& x) {
    return concentrates(x.rounds->after(x.active, x.later), x.active * (1.0 + x.later * x.rounds->muting / 2.0),
                        static_cast<double>(x.later) * x.active);
  });
}

Finding eq15(const Context& context) {
  const auto all = protocols(12, context.pick(48, 80, 120), quarters());
  std::vector<Start> starts;
  for (const auto& rounds : all) {
    const double log_n = std::log(rounds.nodes);
    for (double c = 1.0; 1.0 + c * log_n <= rounds.most_active(); c += 0.25)
      starts.push_back({&rounds, 1, static_cast<int>(std::ceil(2.0 * c * log_n / rounds.muting)), c});
  }
  return judge(starts, [](const Start& x) {
    const double log_n = std::log(x.rounds->nodes);
    const auto law = x.rounds->after(1, x.later);
    double below = 0.0;
    for (std::size_t a = 0; static_cast<double>(a) <= 1.0 + x.c * log_n / 2.0; ++a) below += law[a];
    return decays(below, x.rounds->muting * log_n * x.c / 64.0);
  });
}

/// Upper bound on the probability of fewer than C n ln n messages in floor(6 C ln(n)/s) rounds, a message an active
/// node and round: the least over theta of e^(theta M) E e^(-theta messages).
double too_few(const Rounds& rounds, double c) {
  const double log_n = std::log(rounds.nodes), wanted = c * rounds.nodes * log_n;
  double least = 0.0;  // its logarithm
  for (double theta = 0.1 / rounds.nodes; theta < 8.0 / rounds.nodes; theta *= 1.5) {
    Law law(static_cast<std::size_t>(rounds.nodes) + 1, 0.0);
    law[1] = 1.0;
    double logarithm = theta * wanted;
    for (int t = 0; t < static_cast<int>(6.0 * c * log_n / rounds.muting); ++t) {
      for (std::size_t a = 0; a < law.size(); ++a) law[a] *= std::exp(-theta * static_cast<double>(a));
      law = rounds.next(law);
      const double mass = std::accumulate(law.begin(), law.end(), 0.0);
      logarithm += std::log(mass);
      for (double& p : law) p /= mass;
    }
    least = std::min(least, logarithm);
  }
  return std::exp(least);
}

/// Theorem 9 with a delta of a millionth.
Finding messages(const Context& context) {
  const auto all = protocols(60, context.pick(80, 120, 200), quarters());
  std::vector<Start> starts;
  for (const auto& rounds : all) {
    for (const double c : {1.0, 2.0, 3.0}) starts.push_back({&rounds, 1, 1, c});
  }
  return judge(starts, [](const Start& x) { return at_most(too_few(*x.rounds, x.c), 1e-6); });
}

// --- the numbers that the proof puts together

/// Parameters of Theorem 9, and how large a failure probability is allowed.
struct Size {
  int nodes;
  Rational muting, c = 1, delta = Rational(1, 2);
  [[nodiscard]] double s() const { return oracle::to_double(muting); }
  [[nodiscard]] double log_n() const { return std::log(nodes); }
  [[nodiscard]] Rational alpha() const { return muting / (1 + 2 * muting); }
  /// t_alpha = log(alpha_s n)/log(1 + s/4).
  [[nodiscard]] double growth_rounds() const {
    return std::log(oracle::to_double(alpha()) * nodes) / std::log1p(s() / 4.0);
  }
  [[nodiscard]] nlohmann::ordered_json instance() const { return {{"nodes", nodes}, {"muting", muting.str()}}; }
};

std::vector<Size> sizes(int most_nodes, const std::vector<Rational>& factors) {
  std::vector<Size> all;
  for (int n = 2; n <= most_nodes; n += std::max(1, n / 4)) {
    for (int k = 8; k >= 1; --k) {
      const Size size{n, {k, 8}};
      for (const auto& c : factors) {
        if (size.alpha() * n >= 1) all.push_back({n, {k, 8}, c});
      }
    }
  }
  return all;
}

/// "t_alpha <= log(n)/s" fails where (alpha_s n)^4 > n, as log(1 + s/4) <= s/4.
Finding phases(const Context&) {
  const auto fourth = [](const Size& x) -> Rational {
    const Rational crowd = x.alpha() * x.nodes;
    return crowd * crowd * crowd * crowd;
  };
  const auto result = sweep(sizes(1000, {1}), [&](const Size& x) { return at_most(fourth(x), Rational(x.nodes)); });
  return conclude(result, [&](const Size& x) {
    return exceeds_exactly(
        x.instance(), x.nodes, fourth(x),
        {fmt::format("t <= log(n)/s = {:.4f}", x.log_n() / x.s()), fmt::format("t = {:.4f}", x.growth_rounds())});
  });
}

Finding phases_repaired(const Context& context) {
  const auto result = sweep(sizes(context.pick(100'000, 100'000'000, 1'000'000'000), {1, 2, 5}), [](const Size& x) {
    const double c = oracle::to_double(x.c), unit = x.log_n() / x.s();
    const double rounds = 2.0 * c * unit + x.growth_rounds() + c * x.log_n() / oracle::to_double(x.alpha());
    return worse(at_most(x.growth_rounds(), 4.5 * unit), at_most(rounds, (5.0 * c + 4.5) * unit));
  });
  return conclude_uncertified(result, [](const Size& x) { return x.instance().dump(); });
}

/// (11)'s C log(n)/(alpha log(1 - delta)), of which it takes the logarithm.
Finding eq11(const Context&) {
  std::vector<Size> all;
  for (int n = 2; n <= 100; ++n) all.push_back({n, 1});
  const auto argument = [](const Size& x) {
    return x.log_n() / (oracle::to_double(x.alpha()) * std::log1p(-oracle::to_double(x.delta)));
  };
  const auto result = sweep(all, [&](const Size& x) { return decided(argument(x) > 0.0); });
  return conclude(result, [&](const Size& x) {
    auto instance = x.instance();
    instance["c"] = 1, instance["delta"] = x.delta.str();
    return compared_numerically(std::move(instance), {"the logarithm of a positive number",
                                                      fmt::format("the logarithm of {:.4f}", argument(x))});
  });
}

/// With delta for log(1 - delta): M rounds of which each fails with probability at most exp(-x), x = log(M/delta).
Finding eq11_repaired(const Context&) {
  struct Failure {
    double rounds, delta;
  };
  std::vector<Failure> all;
  for (double rounds = 1.0; rounds < 1e7; rounds *= 1.5) {
    for (const double delta : {1e-6, 0.01, 0.1, 0.25, 0.5, 0.75, 0.99}) all.push_back({rounds, delta});
  }
  const auto result = sweep(
      all, [](const Failure& f) { return at_most(-std::expm1(f.rounds * std::log1p(-f.delta / f.rounds)), f.delta); });
  return conclude_uncertified(result, [](const Failure& f) { return fmt::format("{} rounds", f.rounds); });
}

// --- (12) and (13): from k active nodes to alpha_s n

/// What (1 - exp(-s^2 A/128))^t = 1 - delta asks for; (13) implies it.
struct Threshold {
  double rounds, delta;
  /// s^2 A/128 of (12).
  [[nodiscard]] double needed() const { return -std::log(-std::expm1(std::log1p(-delta) / rounds)); }
};

std::vector<Threshold> thresholds() {
  std::vector<Threshold> all;
  for (double rounds = 1.0; rounds < 1e6; rounds *= 1.5) {
    for (const double delta : {1e-6, 0.01, 0.1, 0.25, 0.5, 0.75, 0.99}) all.push_back({rounds, delta});
  }
  return all;
}

std::string describe_threshold(const Threshold& x) { return fmt::format("t = {}, delta = {}", x.rounds, x.delta); }

/// The failure probability of t_alpha = ceil(log(alpha_s n)/log(1 + s/4)) rounds from k active nodes.
Finding eq12(const Context& context) {
  const auto inverse = sweep(thresholds(), [](const Threshold& x) {
    return equals(std::exp(x.rounds * std::log1p(-std::exp(-x.needed()))), 1.0 - x.delta);
  });
  if (inverse.counterexample) return conclude_uncertified(inverse, describe_threshold);
  const auto all = protocols(12, context.pick(48, 80, 120), quarters());
  return judge(growing(all), [](const Start& x) {
    const double s = x.rounds->muting, crowd = x.rounds->alpha() * x.rounds->nodes;
    const int rounds = std::max(1, static_cast<int>(std::ceil(std::log(crowd) / std::log1p(s / 4.0))));
    const auto law = x.rounds->after(x.active, rounds);
    double fewer = 0.0;
    for (std::size_t a = 0; static_cast<double>(a) < crowd - 1e-9; ++a) fewer += law[a];
    return at_most(fewer, -std::expm1(rounds * std::log1p(-std::exp(-s * s * x.active / 128.0))));
  });
}

Finding eq13(const Context&) {
  const auto result =
      sweep(thresholds(), [](const Threshold& x) { return at_most(x.needed(), std::log(2.0 * x.rounds / x.delta)); });
  return conclude_uncertified(result, describe_threshold);
}

/// (6): prod_{t <= r} (1 - b/(t+1)) <= exp(-b sum_{t <= r} 1/(t+1)).
Finding eq6(const Context&) {
  struct Event {
    double fraction;
    int senders;
  };
  std::vector<Event> all;
  for (int b = 1; b <= 20; ++b) {
    for (int r = 0; r <= 400; r += 1 + r / 2) all.push_back({b / 20.0, r});
  }
  const auto result = sweep(all, [](const Event& x) {
    double product = 1.0, sum = 0.0;
    for (int t = 0; t <= x.senders; ++t) product *= 1.0 - x.fraction / (t + 1.0), sum += 1.0 / (t + 1.0);
    return at_most(product, std::exp(-x.fraction * sum));
  });
  return conclude_uncertified(result,
                              [](const Event& x) { return fmt::format("b = {}, r = {}", x.fraction, x.senders); });
}

}  // namespace

void register_rumor_rounds(run::Registry& registry) {
  registry.add("rumor.eq6", eq6);
  registry.add("rumor.eq9", eq9);
  registry.add("rumor.eq10", eq10);
  registry.add("rumor.eq10.stay", stay);
  registry.add("rumor.eq11", eq11);
  registry.add("rumor.eq11.repaired", eq11_repaired);
  registry.add("rumor.eq12", eq12);
  registry.add("rumor.eq13", eq13);
  registry.add("rumor.eq14", eq14);
  registry.add("rumor.eq15", eq15);
  registry.add("rumor.thm9.exact", messages);
  registry.add("rumor.thm9.phases", phases);
  registry.add("rumor.thm9.phases.repaired", phases_repaired);
}

}  // namespace hearsay::props
