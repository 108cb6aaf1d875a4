// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using accounting::rumor_world;
using accounting::RumorLaw;
using run::Context;
using run::Finding;

/// The law of what is seen, for each possible source a row of weights that are not normalized.
using Table = std::vector<std::vector<int>>;

/// p_i(outcome). @pre a positive weight in every row.
Rational share(const Table& table, std::size_t source, std::size_t outcome) {
  const auto& row = table[source];
  return {row[outcome], std::accumulate(row.begin(), row.end(), 0)};
}

/// e^epsilon of pure differential privacy: the largest ratio of two sources. @pre positive weights.
Rational largest_ratio(const Table& table) {
  Rational largest = 1;
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t j = 0; j < table.size(); ++j) {
      for (std::size_t k = 0; k < table[i].size(); ++k)
        largest = std::max<Rational>(largest, share(table, i, k) / share(table, j, k));
    }
  }
  return largest;
}

/// The smallest odds that another source than i was it, over sources i and outcomes. @pre positive weights.
Rational smallest_odds(const Table& table) {
  Rational smallest = static_cast<long>(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t k = 0; k < table[i].size(); ++k) {
      Rational others = -share(table, i, k);
      for (std::size_t j = 0; j < table.size(); ++j) others += share(table, j, k);
      smallest = std::min<Rational>(smallest, others / share(table, i, k));
    }
  }
  return smallest;
}

Finding uncertainty_of_pure(const Context& context) {
  const auto tables = rc::gen::mapcat(rc::gen::pair(rc::gen::inRange(2, 7), rc::gen::inRange(2, 6)), [](const auto& s) {
    const auto [sources, outcomes] = s;
    return rc::gen::container<Table>(
        static_cast<std::size_t>(sources),
        rc::gen::container<std::vector<int>>(static_cast<std::size_t>(outcomes), rc::gen::inRange(1, 1000)));
  });
  const auto least = [](const Table& t) -> Rational {
    return Rational(static_cast<long>(t.size()) - 1) / largest_ratio(t);
  };
  const auto result = search(
      tables, [&](const Table& t) { return at_most(least(t), smallest_odds(t)); },
      {.cases = context.pick<std::uint64_t>(300, 2'000, 50'000)}, context);
  return conclude(result, [&](const Table& t) {
    return falls_short_exactly({{"weights", t}}, least(t), smallest_odds(t),
                               {"c >= " + least(t).str(), "c = " + smallest_odds(t).str()});
  });
}

/// s and b = f/n.
struct Share {
  RumorSize size;
  Rational s;
  [[nodiscard]] Rational b() const { return {size.curious, size.nodes}; }
  /// Theorem 7 with r = 1.
  [[nodiscard]] Rational delta() const { return s + (1 - s) * b(); }
};

nlohmann::ordered_json instance_of(const Share& x) { return rumor_instance(x.size, x.s.str()); }

/// s <= f/n: below twice the limit, by an additive gap of s (1 - f/n), and the limit itself at s = 0.
Finding near_optimal(const Context&) {
  std::vector<Share> all;
  for (const auto& size : rumor_sizes(30)) {
    for (int k = 0; k <= 8; ++k) all.push_back({size, Rational(size.curious * k, size.nodes * 8)});
  }
  const auto result = sweep(all, [](const Share& x) {
    return worse(at_most(x.delta(), 2 * x.b()),
                 decided(x.delta() < 2 * x.b() && x.delta() - x.b() == x.s * (1 - x.b())));
  });
  return conclude(result, [](const Share& x) {
    return compared_exactly(instance_of(x), {"delta < " + Rational(2 * x.b()).str(), "delta = " + x.delta().str()});
  });
}

/// s = delta_0/2 keeps (0, delta_0)-DP where delta_0 > 2f/n.
Finding budget(const Context&) {
  std::vector<Share> all;
  for (const auto& size : rumor_sizes(30)) {
    const Rational least(2 * size.curious, size.nodes);
    for (int k = 1; k <= 8 && least < 1; ++k) all.push_back({size, (least + (1 - least) * Rational(k, 8)) / 2});
  }
  const auto promised = [](const Share& x) -> Rational { return 2 * x.s; };
  const auto result = sweep(all, [&](const Share& x) { return at_most(x.delta(), promised(x)); });
  return conclude(result, [&](const Share& x) { return exceeds_exactly(instance_of(x), promised(x), x.delta()); });
}

/// At s = 0 delta(epsilon) is positive at e^epsilon = f and 0 at f + 1.
Finding pure(const Context&) {
  const auto delta = [](const RumorSize& size, int factor) {
    return exact_delta(RumorLaw<Rational>(rumor_world(size.nodes, size.curious), Rational(0)), factor, 2);
  };
  const auto by_law = sweep(rumor_sizes(6), [&](const RumorSize& size) {
    return decided(delta(size, size.curious).lower > 0 && delta(size, size.curious + 1).upper == 0);
  });
  const auto by_steps =
      sweep(rumor_sizes(40), [](const RumorSize& size) { return decided(first_seen_ratio(size) == size.curious + 1); });
  const auto certify = [](const RumorSize& size) {
    return compared_exactly(rumor_instance(size, "0"),
                            {"e^epsilon = " + std::to_string(size.curious + 1), "a different smallest e^epsilon"});
  };
  return both(conclude(by_law, certify), conclude(by_steps, certify));
}

}  // namespace

void register_rumor_definitions(run::Registry& registry) {
  registry.add("rumor.uncertainty.pure", uncertainty_of_pure);
  registry.add("rumor.thm7.near_optimal", near_optimal);
  registry.add("rumor.thm7.budget", budget);
  registry.add("rumor.thm5.pure", pure);
}

}  // namespace hearsay::props
