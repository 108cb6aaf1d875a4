// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/hidden_chain.hpp"
#include "props/oracle/rational.hpp"
#include "props/rumor/questions.hpp"
#include "props/rumor/rumor_props.hpp"
#include "props/rumor/sentences.hpp"

namespace hearsay::props {

namespace {

using accounting::rumor_world;
using accounting::RumorLaw;
using oracle::HiddenChain;
using oracle::next_messages;
using oracle::Rational;
using oracle::total;
using run::Context;
using run::Finding;

Rational power(const Rational& x, int k) {
  Rational result = 1;
  for (int i = 0; i < k; ++i) result *= x;
  return result;
}

Rational choose(int n, int k) {
  Rational result = 1;
  for (int i = 0; i < k; ++i) result *= Rational(n - i, i + 1);
  return result;
}

/// P(Binomial(k, b) < r).
Rational fewer(const Rational& b, int k, int r) {
  Rational sum = 0;
  for (int j = 0; j < r && j <= k; ++j) sum += choose(k, j) * power(b, j) * power(1 - b, k - j);
  return sum;
}

// --- s = 1: all informed nodes are active, so their numbers are the state

/// P(from source 0, node 0 is seen before node 1 is informed): `honest` others and `curious` nodes informed.
double before_informed(const RumorSize& size) {
  const double n = size.nodes;
  const int others = size.honest() - 2, most = size.curious;
  std::vector<double> above(static_cast<std::size_t>(most) + 2, 0.0), row = above;
  for (int h = others; h >= 0; --h) {
    for (int g = most; g >= 0; --g) {
      const auto at = static_cast<std::size_t>(g);
      const double active = 1.0 + h + g, to_curious = (1.0 - 1.0 / active) * (most - g) / n;
      const double seen = most / n / active, to_honest = (others - h) / n;
      row[at] = (seen + to_honest * above[at] + to_curious * row[at + 1]) / (seen + to_honest + to_curious + 1.0 / n);
    }
    above = row;
  }
  return above[0];
}

/// The same by all sets of active nodes.
Rational before_informed_by_sets(const RumorSize& size) {
  constexpr int seen = 1, informed = 0;
  const HiddenChain chain({1u}, [&](HiddenChain::State active) {
    std::vector<HiddenChain::Move> moves;
    for (const auto& m : next_messages(size.nodes, active, 1)) {
      const int label = m.receiver == 1                                ? informed
                        : m.sender == 0 && m.receiver >= size.honest() ? seen
                                                                       : HiddenChain::hidden;
      // what follows a label does not matter
      moves.push_back({label == HiddenChain::hidden ? m.active : 1u, label, m.probability});
    }
    return moves;
  });
  return total(chain.after(chain.visits({{1u, Rational(1)}}), seen));
}

/// The odds against node 0 after one message of node 0 to one curious node c has been seen k = 1, 2, ... times, and
/// nothing else. Between them node c and some honest nodes are active.
class Repeated {
 public:
  explicit Repeated(const RumorSize& size)
      : size_(size), goes_on_(static_cast<std::size_t>(size.honest()) + 2, 1.0), next_(goes_on_) {
    next_.back() = 0.0;
  }
  struct Pair {
    double zero, one;  ///< P(seen | source 0), P(seen | source 1); 0 for large k
    double odds;       ///< of all other honest nodes together
  };
  /// The pair of the next k.
  Pair next() {
    const auto [zero, one] = from_the_start();
    const Pair found{zero * scale_, one * scale_, (size_.honest() - 1) * one / zero};
    for (int h = size_.honest(); h >= 1; --h) next_[at(h)] = step(goes_on_[at(h)] / (h + 1.0), next_[at(h + 1)], h);
    std::swap(goes_on_, next_);
    next_.back() = goes_on_.back() = 0.0;
    const double scale = goes_on_[1];  // so that large k do not make all of them 0
    for (double& p : goes_on_) p /= scale;
    scale_ *= scale;
    return found;
  }

 private:
  [[nodiscard]] static std::size_t at(int honest) { return static_cast<std::size_t>(honest); }
  /// Of h informed honest nodes: the message is seen next with `seen`/n, or another honest node is informed.
  [[nodiscard]] double step(double seen, double above, int h) const {
    return (seen + (size_.honest() - h) * above) / (size_.nodes - h);
  }
  /// No curious node is informed yet.
  [[nodiscard]] std::pair<double, double> from_the_start() const {
    double zero = 0.0, one = 0.0;  // from h nodes, node 0 among them, and from h without it
    for (int h = size_.honest(); h >= 1; --h) {
      if (h < size_.honest()) one = (zero + (size_.honest() - h - 1) * one) / (size_.nodes - h);
      zero = step(goes_on_[at(h)] / h, zero, h);
    }
    return {zero, one};
  }

  RumorSize size_;
  std::vector<double> goes_on_, next_;  ///< P(the message is seen k - 1 more times | h honest nodes), by h, over scale_
  double scale_ = 1.0;
};

/// The pair of k by all sets of active nodes.
std::pair<Rational, Rational> repeated_by_sets(const RumorSize& size, int k) {
  const HiddenChain chain({1u, 2u}, [&](HiddenChain::State active) {
    std::vector<HiddenChain::Move> moves;
    for (const auto& m : next_messages(size.nodes, active, 1)) {
      const bool wanted = m.sender == 0 && m.receiver == size.honest();
      moves.push_back({m.active, m.receiver < size.honest() ? HiddenChain::hidden : wanted ? 0 : 1, m.probability});
    }
    return moves;
  });
  HiddenChain::Law zero{{1u, Rational(1)}}, one{{2u, Rational(1)}};
  for (int i = 0; i < k; ++i) zero = chain.after(chain.visits(zero), 0), one = chain.after(chain.visits(one), 0);
  return {total(zero), total(one)};
}

/// Both ways at n <= 4 and k <= 3.
Finding repeated_is_right() {
  const auto result = sweep(rumor_sizes(4), [](const RumorSize& size) {
    Repeated law(size);
    auto outcome = decided(true);
    for (int k = 1; k <= 3; ++k) {
      const auto found = law.next();
      const auto [zero, one] = repeated_by_sets(size, k);
      outcome = worse(outcome, equals(found.zero, oracle::to_double(zero)));
      outcome = worse(outcome, equals(found.one, oracle::to_double(one)));
    }
    return outcome;
  });
  return conclude_uncertified(result, [](const RumorSize& x) { return rumor_instance(x, "1").dump(); });
}

/// A share of curious nodes and a number of nodes.
struct Growth {
  double fraction;
  int nodes;
};

std::vector<Growth> growths(const std::vector<int>& sizes) {
  std::vector<Growth> all;
  for (const double b : {0.1, 0.25, 0.5}) {
    for (const int n : sizes) all.push_back({b, n});
  }
  return all;
}

// --- the k* of the proof of Theorem 4

/// A k* that does not depend on n, and the n and f that it fails for.
struct Constant {
  int messages, seen, nodes, curious;
  [[nodiscard]] Rational exceeded() const { return fewer(Rational(curious, nodes), messages, seen); }
};

/// The least n with f/n = 1/parts at which P(n_c(r) > k*) > 1/n.
Constant fails_at(int messages, int seen, int parts) {
  const Rational tail = fewer(Rational(1, parts), messages, seen);
  const exact::Integer blocks = denominator(tail) / (numerator(tail) * parts);
  const int curious = std::max(static_cast<int>(blocks) + 1, parts == 2 ? 2 : 1);  // two honest nodes at least
  return {messages, seen, parts * curious, curious};
}

Finding constant_messages(const Context&) {
  std::vector<Constant> all;
  for (const int parts : {2, 10}) {
    for (const int r : {1, 2, 5}) {
      for (int k = r; k <= (parts == 2 ? 24 : 120); ++k) all.push_back(fails_at(k, r, parts));
    }
  }
  // No k* may work: one that does for every n at hand leaves the claim standing.
  const auto fails = [](const Constant& x) { return x.exceeded() > Rational(1, x.nodes); };
  if (!std::ranges::all_of(all, fails)) return {.verdict = Verdict::inconclusive, .note = "a k* works for the n tried"};
  const auto result = sweep(all, [&](const Constant& x) { return at_most(x.exceeded(), Rational(1, x.nodes)); });
  auto finding = conclude(result, [](const Constant& x) {
    return exceeds_exactly({{"k", x.messages}, {"r", x.seen}, {"nodes", x.nodes}, {"curious", x.curious}},
                           Rational(1, x.nodes), x.exceeded());
  });
  finding.instances = all.size();
  return finding;
}

/// P(Binomial(k, b) < r), in doubles.
double few(double b, double k, int r) {
  double log_mass = k * std::log1p(-b), sum = 0.0;
  for (int j = 0; j < r; ++j) {
    sum += std::exp(log_mass);
    log_mass += std::log((k - j) / (j + 1.0)) + std::log(b / (1.0 - b));
  }
  return sum;
}

/// Theorem 8 says of s < 1 that the uncertainty is positive; at s = 1 and fixed n it is, too.
Finding push_uncertainty_fixed(const Context&) {
  const std::vector<RumorSize> sizes{{3, 1}};
  const auto uncertainty = [](const RumorSize& size) {
    return rumor_uncertainty(RumorLaw<double>(rumor_world(size.nodes, size.curious), 1.0), {.expansions = 400});
  };
  const auto result = sweep(sizes, [&](const RumorSize& x) { return bracket_at_most(uncertainty(x), 0.0); });
  return conclude(result, [&](const RumorSize& x) {
    return compared_numerically(rumor_instance(x, "1"), {"c = 0", "c " + between(uncertainty(x))});
  });
}

}  // namespace

int constant_fraction(int nodes, double fraction) { return static_cast<int>(std::lround(nodes * fraction)); }

Rational binomial_count(const RumorSize& size, int messages, int seen) {
  return 1 - fewer(Rational(size.curious, size.nodes), messages, seen);
}

Finding seen_before_informed(const Context& context, const CuriousOf& curious) {
  const auto exact = sweep(rumor_sizes(5), [](const RumorSize& x) {
    return equals(before_informed(x), oracle::to_double(before_informed_by_sets(x)));
  });
  if (exact.counterexample)
    return conclude_uncertified(exact, [](const RumorSize& x) { return rumor_instance(x, "1").dump(); });
  const auto missed = [&](const Growth& x, int times) {
    const int n = x.nodes * times;
    return 1.0 - before_informed({n, curious(n, x.fraction)});
  };
  const auto sizes = context.pick<std::vector<int>>({20, 40, 80}, {20, 40, 80, 160, 320}, {20, 80, 320, 1280});
  const auto result = sweep(growths(sizes), [&](const Growth& x) { return at_most(missed(x, 4), 0.9 * missed(x, 1)); });
  return conclude(result, [&](const Growth& x) {
    return compared_numerically({{"nodes", x.nodes}, {"fraction", x.fraction}},
                                {fmt::format("at most {}", 0.9 * missed(x, 1)), fmt::format("{}", missed(x, 4))});
  });
}

Finding count_law(const Context& context, const CountLaw& law) {
  struct Count {
    RumorSize size;
    Rational muting;
    int messages, seen;
  };
  std::vector<Count> all;
  for (const auto& size : rumor_sizes(context.pick(3, 4, 4))) {
    for (const auto& s : {Rational(0), Rational(1, 2), Rational(1)}) {
      for (int k = 1; k <= 5; ++k) {
        for (int r = 1; r <= k; ++r) all.push_back({size, s, k, r});
      }
    }
  }
  const auto actual = [](const Count& x) {
    std::map<std::pair<std::uint32_t, int>, Rational> now{{{1u, 0}, Rational(1)}};
    for (int k = 0; k < x.messages; ++k) {
      std::map<std::pair<std::uint32_t, int>, Rational> next;
      for (const auto& [state, p] : now) {
        for (const auto& m : next_messages(x.size.nodes, state.first, x.muting))
          next[{m.active, state.second + (m.receiver >= x.size.honest() ? 1 : 0)}] += p * m.probability;
      }
      now = std::move(next);
    }
    Rational enough = 0;
    for (const auto& [state, p] : now) enough += state.second >= x.seen ? p : Rational(0);
    return enough;
  };
  const auto claimed = [&](const Count& x) { return law(x.size, x.messages, x.seen); };
  const auto result = sweep(all, [&](const Count& x) { return decided(actual(x) == claimed(x)); });
  return conclude(result, [&](const Count& x) {
    auto instance = rumor_instance(x.size, x.muting.str());
    instance["messages"] = x.messages, instance["seen"] = x.seen;
    return differs_exactly(std::move(instance), claimed(x), actual(x));
  });
}

Finding enough_messages(const Context& context, double factor) {
  struct Enough {
    RumorSize size;
    int seen;
  };
  std::vector<Enough> all;
  for (int n = 3; n <= context.pick(1'000, 100'000, 10'000'000); n += std::max(1, n / 4)) {
    for (const int f : {1, n / 10, n / 4, n / 2, n - 2}) {
      if (f < 1) continue;
      for (const int r : {1, 2, 5, 20, 100}) all.push_back({{n, f}, r});
    }
  }
  const auto tail = [&](const Enough& x) {
    const double n = x.size.nodes, b = x.size.curious / n;
    return few(b, std::ceil(factor / b * (x.seen - 1.0 + std::log(n))), x.seen);
  };
  const auto result = sweep(all, [&](const Enough& x) { return at_most(tail(x), 1.0 / x.size.nodes); });
  return conclude(result, [&](const Enough& x) {
    return compared_numerically({{"nodes", x.size.nodes}, {"curious", x.size.curious}, {"r", x.seen}},
                                {fmt::format("at most {}", 1.0 / x.size.nodes), fmt::format("{}", tail(x))});
  });
}

Finding push_uncertainty(const Context& context, int least_curious) {
  auto right = repeated_is_right();
  if (right.verdict != Verdict::holds) return right;
  auto sizes = rumor_sizes(context.pick(12, 40, 80));
  std::erase_if(sizes, [&](const RumorSize& x) { return x.curious < least_curious; });
  // after k = 20 n messages and after twice as many
  const auto odds = [](const RumorSize& x) {
    Repeated law(x);
    double at_half = 0.0, last = 0.0;
    for (int k = 1; k <= 40 * x.nodes; ++k) {
      last = law.next().odds;
      if (k == 20 * x.nodes) at_half = last;
    }
    return std::pair(at_half, last);
  };
  const auto result = sweep(sizes, [&](const RumorSize& x) {
    const auto [at_half, last] = odds(x);
    return at_most(last, 0.6 * at_half, {}, Relative{1e-9});
  });
  return both(std::move(right), conclude(result, [&](const RumorSize& x) {
                const auto [at_half, last] = odds(x);
                return compared_numerically(rumor_instance(x, "1"), {fmt::format("odds of at most {}", 0.6 * at_half),
                                                                     fmt::format("{}", last)});
              }));
}

void register_rumor_push(run::Registry& registry) {
  registry.add("rumor.thm4.event", [](const Context& c) { return seen_before_informed(c, constant_fraction); });
  registry.add("rumor.thm4.count", [](const Context& c) { return count_law(c, binomial_count); });
  registry.add("rumor.thm4.constant", constant_messages);
  registry.add("rumor.thm4.constant.repaired", [](const Context& c) { return enough_messages(c, 2.0); });
  registry.add("rumor.thm8.push", [](const Context& c) { return push_uncertainty(c, 2); });
  registry.add("rumor.thm8.push.fixed", push_uncertainty_fixed);
}

}  // namespace hearsay::props
