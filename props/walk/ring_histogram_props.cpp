// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <hearsay/accounting/token/ring/ring.hpp>

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

// ---- Theorem 2

/// A ring histogram with two buckets.
struct Shuffle {
  std::int64_t users;
  int inverse;  ///< 1/delta
};

/// "The printed gamma asks for no more randomness than local DP at epsilon": false as soon as n > 144 ln(1/delta), that
/// is e^(n/144) > 1/delta, whatever epsilon and L.
Finding gamma_printed(const Context&) {
  std::vector<Shuffle> all;
  for (std::int64_t users = 1001; users <= 3000; ++users) {
    for (const int inverse : {128, 1000, 1000000}) all.push_back({users, inverse});
  }
  const auto published = [](std::int64_t users, double epsilon, double delta) {
    return ring_response_published(
        {.users = users, .rounds = 1, .epsilon = epsilon, .delta = delta, .task = TokenTask::histogram});
  };
  const auto found =
      sweep(all, [](const Shuffle& x) { return decided(oracle::exp(Rational(x.users, 144)).lower <= x.inverse); });
  auto finding = conclude(found, [&](const Shuffle& x) {
    const double gamma = published(x.users, 0.25, 1.0 / x.inverse).value.gamma, local = response_randomness(0.25, 2);
    return exceeds_rigorously(
        {{"users", x.users}, {"epsilon", "1/4"}, {"delta", fmt::format("1/{}", x.inverse)}, {"buckets", 2}},
        oracle::point(x.inverse), oracle::exp(Rational(x.users, 144)),
        {fmt::format("share of random answers at most {:.9g}, the share under local DP", local),
         fmt::format("gamma = {:.9g}", gamma)});
  });
  finding.note =
      fmt::format("n = 1e6, epsilon = 0.1, delta = 1e-6: {:.4f} of the answers are true, {:.4f} under local DP",
                  1.0 - published(1'000'000, 0.1, 1e-6).value.gamma, 1.0 - response_randomness(0.1, 2));
  return finding;
}

/// One window of the ring histogram with two buckets: its local epsilon, and the others' answers.
struct HistogramWindow {
  std::int64_t users;
  double delta, local_epsilon;
  int kind;  ///< 0: the first one; 1: all others hold 0; 2: half of them hold 1
  [[nodiscard]] double epsilon() const {
    return 12.0 * local_epsilon * std::sqrt(std::log(1.0 / delta) / static_cast<double>(users - 1));
  }
  [[nodiscard]] std::vector<double> others(double gamma) const {
    if (kind == 0) return answers_law(0, static_cast<std::int64_t>(std::ceil(gamma * static_cast<double>(users))), 1.0);
    const std::int64_t ones = kind == 1 ? 0 : (users - 2) / 2;
    return answers_law(ones, users - 2 - ones, gamma);
  }
  [[nodiscard]] RingQuestion question() const {
    return {.users = users, .rounds = 1, .epsilon = epsilon(), .delta = delta, .task = TokenTask::histogram};
  }
};

/// With the repaired gamma, every window of the two-bucket histogram is (epsilon, delta)-DP by its exact law.
Finding gamma_repaired(const Context& context) {
  std::vector<HistogramWindow> all;
  for (const std::int64_t users : context.pick<std::vector<std::int64_t>>({1001}, {1001, 1200, 1500, 2000},
                                                                          {1001, 1200, 1500, 2000, 5000, 20000})) {
    for (const double delta : {9e-3, 1e-3, 1e-6}) {
      for (const double local : {0.1, 0.3, 0.499}) {
        for (const int kind : {0, 1, 2}) all.push_back({users, delta, local, kind});
      }
    }
  }
  const auto delta_at = [](const HistogramWindow& x) -> DeltaAt {
    const double gamma = ring_response_repaired(x.question()).value.gamma;
    return
        [others = x.others(gamma), gamma](double at) { return Bracket::exact(hidden_answer_delta(others, gamma, at)); };
  };
  const auto found = sweep(all, [&](const HistogramWindow& x) {
    if (!ring_response_repaired(x.question()).valid) throw std::logic_error("outside the repair's conditions");
    return keeps_promise(delta_at(x), x.epsilon(), x.delta);
  });
  return conclude(found, [&](const HistogramWindow& x) {
    return compared_numerically(
        {{"users", x.users}, {"epsilon", x.epsilon()}, {"delta", x.delta}, {"window", x.kind}},
        {fmt::format("delta <= {}", x.delta), fmt::format("delta = {}", delta_at(x)(x.epsilon()).estimate())});
  });
}

/// Theorem 2 as printed, K = 2, delta' = 1/10, ln(1/delta) = (tenths/10)^2 n: the local epsilon is 12 epsilon
/// tenths/10, whatever n. @pre tenths >= 10, epsilon <= 1/2.
struct PrintedRing {
  int tenths, users;
  Rational epsilon;
  [[nodiscard]] Rational level() const { return Rational(tenths * tenths, 100) * users; }
  /// Upper end of gamma/2 for L = 2.
  [[nodiscard]] Rational half() const { return 1 / (oracle::exp(12 * epsilon * tenths / 10).lower + 1); }
  /// Upper end of epsilon' = sqrt(4 ln(1/delta')) epsilon + 2 epsilon (e^epsilon - 1): (607/200)^2 > 4 ln 10, and
  /// e^x < 1 + x + x^2/2 + x^3/2.
  [[nodiscard]] Rational claimed_epsilon() const {
    return epsilon * (Rational(607, 200) + epsilon * (2 + epsilon + epsilon * epsilon));
  }
  /// Upper end of 2 delta + delta', delta being below e^-30.
  [[nodiscard]] Rational claimed_delta() const { return 2 * oracle::exp(Rational(-30)).upper + Rational(1, 10); }
  /// Lower end of the exact delta where the others hold 0. "A one is seen between two visits" has probability
  /// 1 - gamma/2 at least if u holds 1, and (n - 1) gamma/2 at most if it holds 0.
  [[nodiscard]] Rational delta() const { return 1 - half() * (1 + oracle::exp(claimed_epsilon()).upper * (users - 1)); }
};

/// The theorem's conditions bound delta from above only, so that gamma may vanish.
Finding privacy_printed(const Context&) {
  std::vector<PrintedRing> all;
  for (int tenths = 15; tenths <= 20; ++tenths) {
    for (const int hundredths : {30, 40, 49}) all.push_back({tenths, 1001, Rational(hundredths, 100)});
  }
  const auto found = sweep(all, [](const PrintedRing& x) { return at_most(x.delta(), x.claimed_delta()); });
  return conclude(found, [](const PrintedRing& x) {
    return exceeds_exactly({{"users", x.users},
                            {"rounds", 2},
                            {"epsilon", oracle::to_string(x.epsilon)},
                            {"delta", fmt::format("e^-{}", oracle::to_double(x.level()))},
                            {"delta_prime", "1/10"},
                            {"buckets", 2}},
                           x.claimed_delta(), x.delta(),
                           {fmt::format("delta <= {:.6f} at an epsilon below {:.6f}",
                                        oracle::to_double(x.claimed_delta()), oracle::to_double(x.claimed_epsilon())),
                            fmt::format("delta >= {:.6f}", oracle::to_double(x.delta()))});
  });
}

/// delta of `count` pure mechanisms at epsilon_total, exactly (Kairouz, Oh, Viswanath): randomized response is the
/// worst.
double pure_composition(int count, double each, double total) {
  double sum = 0.0, log_choose = 0.0;
  for (int i = 0; i <= count; ++i) {
    const double excess = each * (count - i) - (total + each * i);
    if (excess > 0.0)
      sum += std::exp(log_choose + total + each * i - count * std::log1p(std::exp(each))) * std::expm1(excess);
    log_choose += std::log(static_cast<double>(count - i)) - std::log(i + 1.0);
  }
  return sum;
}

/// Where n >= 144 ln(1/delta) the printed gamma is at least that of local DP, and K answers compose.
Finding privacy_repaired(const Context& context) {
  std::vector<RingQuestion> all;
  for (const double delta : {9e-3, 1e-3, 1e-6, 1e-9}) {
    const auto least =
        std::max<std::int64_t>(1001, static_cast<std::int64_t>(std::ceil(144.0 * std::log(1.0 / delta))));
    for (const double epsilon : {0.05, 0.2, 0.45}) {
      for (const double delta_prime : {delta, 0.1}) {
        for (const int rounds : {1, 2, 10, 30, context.pick(50, 100, 300)}) {
          all.push_back({.users = least,
                         .rounds = rounds,
                         .epsilon = epsilon,
                         .delta = delta,
                         .delta_prime = delta_prime,
                         .task = TokenTask::histogram});
        }
      }
    }
  }
  const auto delta_at = [](const RingQuestion& q) -> DeltaAt {
    return [rounds = static_cast<int>(q.rounds), each = ring_response_published(q).value.local_epsilon](double at) {
      return Bracket::exact(pure_composition(rounds, each, at));
    };
  };
  const auto found = sweep(all, [&](const RingQuestion& q) {
    const auto promise = ring_published(q).value;
    const bool local = ring_response_published(q).value.local_epsilon <= q.epsilon * (1.0 + 1e-12);
    return worse(keeps_promise(delta_at(q), promise.epsilon, promise.delta), decided(local));
  });
  return conclude(found, [&](const RingQuestion& q) {
    const auto promise = ring_published(q).value;
    return compared_numerically({{"users", q.users}, {"rounds", q.rounds}, {"epsilon", q.epsilon}, {"delta", q.delta}},
                                {fmt::format("delta <= {}", promise.delta),
                                 fmt::format("delta = {}", delta_at(q)(promise.epsilon).estimate())});
  });
}

/// A ring histogram with gamma n = `initial` random elements, and the users' values.
struct Histogram {
  int users, rounds, buckets, initial;
  std::vector<int> values = {};
  std::optional<Rational> share = std::nullopt;  ///< gamma, if `initial` is gamma n rounded up
  [[nodiscard]] Rational gamma() const { return share.value_or(Rational(initial, users)); }
};

/// Every input of every small ring, smallest first.
std::vector<Histogram> histograms(int most_users) {
  std::vector<Histogram> all;
  for (int users = 2; users <= most_users; ++users) {
    for (int rounds = 1; rounds <= 2; ++rounds) {
      for (int buckets = 2; buckets <= 3; ++buckets) {
        for (int initial = 1; initial < users; ++initial) {
          oracle::every_walk(buckets, users, [&](const std::vector<int>& values) {
            all.push_back({users, rounds, buckets, initial, values});
          });
        }
      }
    }
  }
  return all;
}

/// With a gamma n that is no whole number, too.
std::vector<Histogram> all_histograms(int most_users) {
  auto all = histograms(most_users);
  for (int users = 2; users <= 4; users += 2) {
    for (int rounds = 1; rounds <= 2; ++rounds) {
      oracle::every_walk(2, users, [&](const std::vector<int>& values) {
        all.push_back({users, rounds, 2, (users + 2) / 3, values, Rational(1, 3)});
      });
    }
  }
  return all;
}

/// The expected debiased histogram against the truth.
template <class Subtract>
Finding unbiased(const std::vector<Histogram>& instances, Subtract subtract) {
  const auto truth = [](const Histogram& x) {
    std::vector<Rational> counts;
    for (int l = 0; l < x.buckets; ++l)
      counts.emplace_back(x.rounds * static_cast<int>(std::ranges::count(x.values, l)));
    return counts;
  };
  const auto expected = [&](const Histogram& x) {
    return oracle::expected_histogram(x.values, x.rounds, x.buckets, x.gamma(), x.initial, subtract(x));
  };
  const auto listed = [](const std::vector<Rational>& counts) {
    std::string text;
    for (const auto& count : counts) text += (text.empty() ? "" : ", ") + oracle::to_string(count);
    return "(" + text + ")";
  };
  const auto found = sweep(instances, [&](const Histogram& x) { return decided(expected(x) == truth(x)); });
  return conclude(found, [&](const Histogram& x) {
    return compared_exactly({{"users", x.users},
                             {"rounds", x.rounds},
                             {"buckets", x.buckets},
                             {"gamma", oracle::to_string(x.gamma())},
                             {"values", x.values}},
                            {listed(truth(x)), listed(expected(x))});
  });
}

/// Expected number of random answers, over every outcome of the coins.
Rational random_answers(const Histogram& x) {
  const int coins = x.users * x.rounds;
  std::vector<Rational> chance(static_cast<std::size_t>(coins) + 1, 1);  // of an outcome with r random answers
  for (int r = 0; r <= coins; ++r) {
    for (int i = 0; i < coins; ++i) chance[static_cast<std::size_t>(r)] *= i < r ? x.gamma() : 1 - x.gamma();
  }
  Rational expected = x.initial;
  for (unsigned outcome = 0; outcome < 1u << coins; ++outcome) {
    const int random = std::popcount(outcome);
    expected += chance[static_cast<std::size_t>(random)] * random;
  }
  return expected;
}

Finding count(const Context& context) {
  std::vector<Histogram> all;
  const int most = context.pick(7, 12, 14);
  for (int users = 2; users <= most; ++users) {
    for (int rounds = 1; users * rounds <= most; ++rounds) {
      for (int initial = 0; initial < users; ++initial) all.push_back({users, rounds, 2, initial});
    }
  }
  const auto claimed = [](const Histogram& x) { return Rational(x.gamma() * x.users * (x.rounds + 1)); };
  const auto found = sweep(all, [&](const Histogram& x) { return decided(random_answers(x) == claimed(x)); });
  return conclude(found, [&](const Histogram& x) {
    return differs_exactly({{"users", x.users}, {"rounds", x.rounds}, {"gamma", oracle::to_string(x.gamma())}},
                           claimed(x), random_answers(x));
  });
}

}  // namespace

void register_walk_ring_histogram(run::Registry& registry) {
  registry.add("walk.thm2.gamma", gamma_printed);
  registry.add("walk.thm2.gamma.repaired", gamma_repaired);
  registry.add("walk.thm2.privacy", privacy_printed);
  registry.add("walk.thm2.privacy.repaired", privacy_repaired);
  registry.add("walk.thm2.unbiased", [](const Context& c) {
    return unbiased(histograms(c.pick(3, 4, 5)), [](const Histogram& x) { return Rational(x.gamma() / x.buckets); });
  });
  registry.add("walk.thm2.unbiased.repaired", [](const Context& c) {
    return unbiased(all_histograms(c.pick(3, 4, 5)), [](const Histogram& x) {
      return Rational((x.initial + x.gamma() * x.users * x.rounds) / x.buckets);
    });
  });
  registry.add("walk.thm2.count", count);
}

}  // namespace hearsay::props
