// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/hidden_chain.hpp"
#include "props/oracle/rational.hpp"
#include "props/rumor/rumor_props.hpp"
#include "props/rumor/sentences.hpp"

namespace hearsay::props {

namespace {

using oracle::HiddenChain;
using oracle::next_messages;
using oracle::Rational;
using oracle::total;
using run::Context;
using run::Finding;

/// Appendix B's process, or standard push, by the numbers of active nodes. From its second message on, the delayed
/// start is standard push from the first receiver.
class AgainChain {
 public:
  AgainChain(const RumorSize& size, int most_seen, bool delayed)
      : size_(size), delayed_(delayed), others_(size.honest() - 1), most_(std::min(size.curious, most_seen + 1)) {
    with_.assign(static_cast<std::size_t>((others_ + 2) * (most_ + 2)), 1.0);
    without_ = later_with_ = later_without_ = with_;
  }

  /// One more sender: r = 1, 2, ...
  NotAgain next() {
    auto &with = later_with_, &without = later_without_;
    const double n = size_.nodes;
    for (int h = others_; h >= 0; --h) {
      for (int g = most_; g >= 0; --g) {
        const double told = with_[at(h, g + 1)] * (size_.curious - g) + with_[at(h, g)] * g;
        const double active = 1.0 + h + g;
        with[at(h, g)] = (told * (active - 1.0) / active + (others_ - h) * with[at(h + 1, g)]) / (n - 1.0 - h);
        if (h + g == 0) continue;
        const double told_by_others = without_[at(h, g + 1)] * (size_.curious - g) + without_[at(h, g)] * g;
        without[at(h, g)] = (told_by_others + with[at(h, g)] + (others_ - h) * without[at(h + 1, g)]) / (n - h);
      }
    }
    std::swap(with_, later_with_);
    std::swap(without_, later_without_);
    return sums();
  }

 private:
  [[nodiscard]] std::size_t at(int honest, int curious) const {
    return static_cast<std::size_t>(honest * (most_ + 2) + std::min(curious, most_ + 1));
  }

  [[nodiscard]] NotAgain sums() const {
    const double n = size_.nodes, f = size_.curious;
    std::vector<double> active(static_cast<std::size_t>(others_) + 2, 0.0);  // node 0 and so many other honest nodes
    double idle = 0.0;  // node 0 not active, h others, after the loop one
    for (int h = others_; h >= 0; --h) {
      const auto i = static_cast<std::size_t>(h);
      active[i] = (f * with_[at(h, 1)] / (1.0 + h) + (others_ - h) * active[i + 1]) / (n - 1.0 - h);
    }
    for (int h = others_; h >= 1; --h) idle = (active[static_cast<std::size_t>(h)] + (others_ - h) * idle) / (n - h);
    if (!delayed_) return {active[0], idle};
    const double both = (active[0] + others_ * idle) / n;  // the first message to an honest node
    return {both + f / n * without_[at(0, 1)], both};
  }

  RumorSize size_;
  bool delayed_;
  int others_, most_;
  /// [other honest nodes active][curious nodes active], node 0 active or not, and for one more sender.
  std::vector<double> with_, without_, later_with_, later_without_;
};

/// The same by all sets of active nodes.
Rational seen_by_sets(const RumorSize& size, int source, int r) {
  constexpr int others = 0, zero = 1;
  constexpr HiddenChain::State first = 1u << 8;  // the source has not sent
  const HiddenChain chain({first | 1u << source}, [&](HiddenChain::State state) {
    std::vector<HiddenChain::Move> moves;
    const auto label = [&](int sender, int receiver) {
      return receiver < size.honest() ? HiddenChain::hidden : sender == 0 ? zero : others;
    };
    if ((state & first) != 0) {
      for (int v = 0; v < size.nodes; ++v) moves.push_back({1u << v, label(source, v), Rational(1, size.nodes)});
      return moves;
    }
    for (const auto& m : next_messages(size.nodes, state, 1))
      moves.push_back({m.active, label(m.sender, m.receiver), m.probability});
    return moves;
  });
  auto law = chain.after(chain.visits({{first | 1u << source, Rational(1)}}), zero);
  for (int k = 0; k < r; ++k) law = chain.after(chain.visits(law), others);
  return total(law);
}

/// Both ways at n <= 4 and r <= 3.
Finding numbers_are_right() {
  const auto result = sweep(rumor_sizes(4), [](const RumorSize& size) {
    auto outcome = decided(true);
    const auto found = not_seen_again(size, 3);
    for (int r = 1; r <= 3; ++r) {
      const auto& at = found[static_cast<std::size_t>(r - 1)];
      outcome = worse(outcome, equals(at.zero, oracle::to_double(seen_by_sets(size, 0, r))));
      outcome = worse(outcome, equals(at.one, oracle::to_double(seen_by_sets(size, 1, r))));
    }
    return outcome;
  });
  return conclude_uncertified(result, [](const RumorSize& x) { return rumor_instance(x, "1, delayed start").dump(); });
}

/// A crowd and how many senders are seen after the first, with the two probabilities.
struct Event {
  RumorSize size;
  int later;
  NotAgain seen;
  [[nodiscard]] double b() const { return static_cast<double>(size.curious) / size.nodes; }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"nodes", size.nodes}, {"curious", size.curious}, {"r", later}};
  }
};

std::vector<Event> events(int most_nodes) {
  std::vector<Event> all;
  for (const auto& size : rumor_sizes(most_nodes)) {
    const auto found = not_seen_again(size, 3 * size.nodes);
    for (int r = 1; r <= 3 * size.nodes; ++r) all.push_back({size, r, found[static_cast<std::size_t>(r - 1)]});
  }
  return all;
}

/// The H of Arratia and Gordon's Theorem 1: P(Binomial(2 r/b, b) < r) <= e^{-r H}.
double tail_rate(double b) {
  return 2.0 / b * ((1.0 - b / 2.0) * std::log((1.0 - b / 2.0) / (1.0 - b)) + b / 2.0 * std::log(0.5));
}

double printed_bound(const Event& x, double exponent) {
  return x.b() * -std::expm1(-x.later * tail_rate(x.b())) * std::exp(exponent * std::log1p(-1.0 / x.size.nodes));
}

run::Witness below(const Event& x, double claimed) {
  return falls_short_between_brackets(
      x.instance(), claimed, x.seen.zero,
      {fmt::format("p_0 >= {:.6f}", claimed), fmt::format("p_0 = {:.6f}", x.seen.zero)});
}

/// (4) as printed, smallest crowds first.
Finding printed_exponent(const Context&) {
  const auto claimed = [](const Event& x) { return printed_bound(x, 2.0 * x.later * x.b()); };
  const auto result = sweep(events(4), [&](const Event& x) { return at_most(claimed(x), x.seen.zero); });
  return conclude(result, [&](const Event& x) { return below(x, claimed(x)); });
}

}  // namespace

std::vector<NotAgain> not_seen_again(const RumorSize& size, int most_seen, bool delayed) {
  AgainChain law(size, most_seen, delayed);
  std::vector<NotAgain> all;
  for (int r = 1; r <= most_seen; ++r) all.push_back(law.next());
  return all;
}

Finding delayed_source(const Context& context, const std::function<double(int r, double b)>& exponent) {
  auto right = numbers_are_right();
  if (right.verdict != Verdict::holds) return right;
  const auto claimed = [&](const Event& x) { return printed_bound(x, exponent(x.later, x.b())); };
  const auto result =
      sweep(events(context.pick(10, 20, 30)), [&](const Event& x) { return at_most(claimed(x), x.seen.zero); });
  return both(std::move(right), conclude(result, [&](const Event& x) { return below(x, claimed(x)); }));
}

Finding delayed_other(const Context& context, const std::function<double(int honest)>& first) {
  auto right = numbers_are_right();
  if (right.verdict != Verdict::holds) return right;
  // the least of the bound over t_f
  const auto most = [&](const Event& x) {
    double least = 1.0;
    for (int t_f = 1; t_f <= 200; ++t_f) {
      double product = first(x.size.honest());
      for (int t = t_f; t <= t_f + x.later; ++t) product *= 1.0 - x.b() / t;
      least = std::min(least, product + std::pow(1.0 - x.b(), t_f));
    }
    return least;
  };
  const auto result =
      sweep(events(context.pick(8, 12, 20)), [&](const Event& x) { return at_most(x.seen.one, most(x)); });
  return both(std::move(right), conclude(result, [&](const Event& x) {
                return exceeds_between_brackets(
                    x.instance(), most(x), x.seen.one,
                    {fmt::format("p_1 <= {:.6f}", most(x)), fmt::format("p_1 = {:.6f}", x.seen.one)});
              }));
}

Finding delayed_attack(const Context& context, bool delayed) {
  struct Attack {
    double b;
    int nodes;
  };
  struct Quality {
    double precision, recall;
  };
  std::vector<Attack> all;
  for (const double b : {0.1, 0.25, 0.5}) {
    for (const int n : context.pick<std::vector<int>>({320}, {320, 1280}, {320, 1280, 5120})) all.push_back({b, n});
  }
  // the first sender is named if it is not among the next sqrt(n)
  const auto quality = [&](double b, int n) -> Quality {
    const RumorSize size{n, constant_fraction(n, b)};
    const auto seen = not_seen_again(size, static_cast<int>(std::ceil(std::sqrt(n))), delayed).back();
    return {seen.zero / (seen.zero + (size.honest() - 1) * seen.one), seen.zero};
  };
  const auto property = [&](const Attack& x) {
    const auto now = quality(x.b, x.nodes), later = quality(x.b, 4 * x.nodes);
    return worse(at_most(1.0 - later.precision, 0.999 * (1.0 - now.precision)),
                 at_most(std::abs(x.b - later.recall), std::abs(x.b - now.recall)));
  };
  const auto result = sweep(all, property);
  return conclude(result, [&](const Attack& x) {
    const auto later = quality(x.b, 4 * x.nodes);
    return compared_numerically(
        {{"nodes", x.nodes}, {"fraction", x.b}},
        {"precision and recall come closer to 1 and f/n",
         fmt::format("precision {:.4f}, recall {:.4f} at four times the nodes", later.precision, later.recall)});
  });
}

void register_rumor_delayed_start(run::Registry& registry) {
  registry.add("rumor.appendixB.eq4", printed_exponent);
  registry.add("rumor.appendixB.eq4.repaired",
               [](const Context& c) { return delayed_source(c, [](int r, double b) { return 2.0 * r / b; }); });
  registry.add("rumor.appendixB.eq5",
               [](const Context& c) { return delayed_other(c, [](int honest) { return 1.0 / honest; }); });
  registry.add("rumor.appendixB.attack", [](const Context& c) { return delayed_attack(c, true); });
}

}  // namespace hearsay::props
