// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <map>
#include <utility>
#include <vector>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/hidden_chain.hpp"
#include "props/rumor/rumor_props.hpp"
#include "props/rumor/sentences.hpp"

namespace hearsay::props {

namespace {

using oracle::HiddenChain;
using oracle::next_messages;
using oracle::Rational;
using oracle::Rule;
using oracle::total;
using run::Context;
using run::Finding;
using State = HiddenChain::State;

/// n nodes of which f are curious, with a muting.
struct World {
  RumorSize size;
  Rational muting;
  [[nodiscard]] bool curious(int node) const { return node >= size.honest(); }
  [[nodiscard]] nlohmann::ordered_json instance() const { return rumor_instance(size, muting.str()); }
};

std::vector<World> worlds(const std::vector<RumorSize>& sizes, const std::vector<Rational>& mutings) {
  std::vector<World> all;
  for (const auto& size : sizes) {
    for (const auto& s : mutings) all.push_back({size, s});
  }
  return all;
}

const std::vector<Rational>& few_mutings() {
  static const std::vector<Rational> all{0, Rational(1, 2), 1};
  return all;
}

constexpr int informed_shift = 8;

bool ends(const World& w, const Rule& rule) {
  const std::uint32_t everybody = (1u << w.size.nodes) - 1;
  const auto next = [&](State state) {
    std::vector<State> all;
    const std::uint32_t informed = state >> informed_shift;
    for (const auto& m : next_messages(w.size.nodes, state & everybody, w.muting, rule))
      all.push_back(m.active | (informed | 1u << m.receiver) << informed_shift);
    return all;
  };
  return oracle::ends_almost_surely(1u | 1u << informed_shift, next,
                                    [&](State state) { return state >> informed_shift == everybody; });
}

/// P(A_1 = these nodes | source).
std::map<std::uint32_t, Rational> after_first_message(int nodes, const Rational& muting, const Rule& rule, int source) {
  std::map<std::uint32_t, Rational> law;
  for (const auto& m : next_messages(nodes, 1u << source, muting, rule, source)) law[m.active] += m.probability;
  return law;
}

// --- transcripts by the definition

/// What a curious receiver sees.
int label(int sender, int receiver) { return sender * 8 + receiver; }
int sender_of(int seen) { return seen / 8; }

/// The process from every source, until the next message that is seen.
HiddenChain transcripts(const World& w) {
  std::vector<State> starts;
  for (int v = 0; v < w.size.honest(); ++v) starts.push_back(1u << v);
  return {starts, [&](State active) {
            std::vector<HiddenChain::Move> moves;
            for (const auto& m : next_messages(w.size.nodes, active, w.muting))
              moves.push_back(
                  {m.active, w.curious(m.receiver) ? label(m.sender, m.receiver) : HiddenChain::hidden, m.probability});
            return moves;
          }};
}

/// Calls judge(law from the first start, law from the second, labels so far) at every transcript of at most `longest`
/// messages that is possible from the first.
template <class Judge>
void for_each_transcript(const HiddenChain& chain, const HiddenChain::Law& first, const HiddenChain::Law& second,
                         int longest, std::vector<int>& so_far, const Judge& judge) {
  judge(first, second, so_far);
  if (longest == 0) return;
  const auto a = chain.visits(first), b = chain.visits(second);
  for (const int seen : chain.labels()) {
    const auto next = chain.after(a, seen);
    if (next.empty()) continue;
    so_far.push_back(seen);
    for_each_transcript(chain, next, chain.after(b, seen), longest - 1, so_far, judge);
    so_far.pop_back();
  }
}

// --- proof of Theorem 7: the source's first period of activity

enum Phase : std::uint32_t { emits = 0, stopped = 1, seen_first = 2 };
constexpr int phase_shift = 8;

/// Algorithm 1 with the phase of the source.
HiddenChain with_phase(const World& w) {
  const auto moves = [&](State state) {
    // the upper bits hold the source and its phase
    const int source = static_cast<int>(state >> (phase_shift + 2));
    const std::uint32_t phase = state >> phase_shift & 3u;
    std::vector<HiddenChain::Move> all;
    for (const auto& m : next_messages(w.size.nodes, state & ((1u << phase_shift) - 1), w.muting)) {
      std::uint32_t next = phase;
      if (phase == emits && m.sender == source && w.curious(m.receiver))
        next = seen_first;
      else if (phase == emits && m.sender == source && !m.stays)
        next = stopped;
      all.push_back({m.active | next << phase_shift | static_cast<std::uint32_t>(source) << (phase_shift + 2),
                     w.curious(m.receiver) ? label(m.sender, m.receiver) : HiddenChain::hidden, m.probability});
    }
    return all;
  };
  const auto start = [](std::uint32_t source) { return 1u << source | source << (phase_shift + 2); };
  return {{start(0), start(1)}, moves};
}

/// P(transcript, the source stops before it is seen).
Rational stopped_unseen(const HiddenChain::Law& law, const World& w) {
  const Rational b(w.size.curious, w.size.nodes);
  const Rational later = 1 - b / (1 - w.muting * (1 - b));  // P(it still will) while it emits
  Rational sum = 0;
  for (const auto& [state, p] : law) {
    const std::uint32_t phase = state >> phase_shift & 3u;
    if (phase == stopped) sum += p;
    if (phase == emits) sum += p * later;
  }
  return sum;
}

/// Node 0 is seen, and before node 1.
bool zero_before_one(const std::vector<int>& transcript) {
  for (const int seen : transcript) {
    if (sender_of(seen) == 0) return true;
    if (sender_of(seen) == 1) return false;
  }
  return false;
}

// --- counts of active nodes

/// P(one message changes `active` active nodes by -1, 0, 1).
std::map<int, Rational> change(int nodes, int active, const Rational& muting) {
  std::map<int, Rational> law;
  for (const auto& m : next_messages(nodes, (1u << active) - 1, muting))
    law[std::popcount(m.active) - active] += m.probability;
  return law;
}

/// means[k][a]: the mean number of active nodes k messages after a were active, messages one after the other.
std::vector<std::vector<Rational>> means_after(int nodes, const Rational& muting) {
  std::vector<std::map<int, Rational>> changes(1);
  for (int a = 1; a <= nodes; ++a) changes.push_back(change(nodes, a, muting));
  std::vector<std::vector<Rational>> means(static_cast<std::size_t>(nodes) + 1);
  for (int a = 0; a <= nodes; ++a) means[0].emplace_back(a);
  for (std::size_t k = 1; k < means.size(); ++k) {
    means[k].emplace_back(0);
    for (int a = 1; a <= nodes; ++a) {
      Rational mean = 0;
      for (const auto& [by, p] : changes[static_cast<std::size_t>(a)])
        mean += p * means[k - 1][static_cast<std::size_t>(a + by)];
      means[k].push_back(mean);
    }
  }
  return means;
}

/// A round that `active` of n nodes begin.
struct Round {
  int nodes, active;
  Rational muting;
  /// n f(active/n) of equation (7).
  [[nodiscard]] Rational printed() const {
    Rational missed = 1;
    for (int k = 0; k < active; ++k) missed *= 1 - Rational(1, nodes);
    return nodes * (1 - missed * (1 - muting * Rational(active, nodes)));
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"nodes", nodes}, {"active", active}, {"muting", muting.str()}};
  }
};

std::vector<Round> rounds(int most_nodes) {
  std::vector<Round> all;
  for (int n = 2; n <= most_nodes; ++n) {
    for (int a = 1; a <= n; ++a) {
      for (const auto& s : {Rational(1, 2), Rational(1, 4), Rational(1, 3), Rational(3, 4), Rational(1)})
        all.push_back({n, a, s});
    }
  }
  return all;
}

/// E[A_t + X_1 + ... + X_{A_t}] with the X_i of the proof.
Rational mean_of_steps(const Round& x) {
  const auto means = means_after(x.nodes, x.muting);
  return means[static_cast<std::size_t>(x.active)][static_cast<std::size_t>(x.active)];
}

Finding mean_of_round(const Context&) {
  const auto result = sweep(rounds(6), [](const Round& x) { return decided(mean_of_steps(x) == x.printed()); });
  return conclude(result, [](const Round& x) { return differs_exactly(x.instance(), x.printed(), mean_of_steps(x)); });
}

/// The messages of a round, revealed one after the other: the largest |Z_{i+1} - Z_i|, and Z_0.
class Exposure {
 public:
  Exposure(const Round& x, bool sequential) : x_(x), sequential_(sequential) {
    const std::uint32_t all = (1u << x.active) - 1;
    start_ = sequential ? value(0, all, 0) : value(0, 0, 0);
  }
  [[nodiscard]] const Rational& start() const { return start_; }
  [[nodiscard]] const Rational& largest() const { return largest_; }

 private:
  /// E[A_{t+1} | the first i messages]: `set` is who is told (sequential: active), `kept` whose coin said stay.
  Rational value(int i, std::uint32_t set, std::uint32_t kept) {
    if (i == x_.active) return std::popcount(set | kept);
    std::vector<std::pair<Rational, Rational>> next;  // value, probability
    Rational mean = 0;
    for (int receiver = 0; receiver < x_.nodes; ++receiver) {
      for (const bool stays : {true, false}) {
        const Rational p = (stays ? x_.muting : Rational(1 - x_.muting)) / x_.nodes;
        if (p == 0) continue;
        const std::uint32_t told = 1u << receiver, self = 1u << i;
        const Rational later = sequential_ ? value(i + 1, (stays ? set : set & ~self) | told, 0)
                                           : value(i + 1, set | told, stays ? kept | self : kept);
        next.emplace_back(later, p);
        mean += p * later;
      }
    }
    for (const auto& [later, p] : next) largest_ = std::max<Rational>(largest_, abs(later - mean));
    return mean;
  }

  Round x_;
  bool sequential_;
  Rational start_, largest_ = 0;
};

}  // namespace

Finding terminates(const Context& context, const Rule& rule) {
  std::vector<RumorSize> sizes;
  for (int n = 2; n <= context.pick(4, 5, 6); ++n) sizes.push_back({n, 0});
  const auto result = sweep(worlds(sizes, few_mutings()), [&](const World& w) { return decided(ends(w, rule)); });
  return conclude(result, [](const World& w) {
    return compared_exactly(w.instance(), {"it ends almost surely", "it may not end"});
  });
}

Finding forgets_source(const Context&, const Rule& rule) {
  struct From {
    int nodes, source;
  };
  std::vector<From> all;
  for (int n = 2; n <= 12; ++n) {
    for (int source = 0; source < n; ++source) all.push_back({n, source});
  }
  const auto uniform = [&](const From& x) {
    const auto law = after_first_message(x.nodes, 0, rule, x.source);
    for (int v = 0; v < x.nodes; ++v) {
      const auto found = law.find(1u << v);
      if (found == law.end() || found->second != Rational(1, x.nodes)) return false;
    }
    return true;
  };
  const auto result = sweep(all, [&](const From& x) { return decided(uniform(x)); });
  return conclude(result, [](const From& x) {
    return compared_exactly({{"nodes", x.nodes}, {"source", x.source}},
                            {"each node alone is active with probability 1/n", "another law"});
  });
}

Finding first_sender(const Context& context, const OfCrowd& source, const OfCrowd& other) {
  const auto seen_first = [](const RumorSize& size, int node) {
    const auto chain = transcripts({size, 0});
    const auto visits = chain.visits({{1u, Rational(1)}});
    Rational sum = 0;
    for (int c = size.honest(); c < size.nodes; ++c) sum += total(chain.after(visits, label(node, c)));
    return sum;
  };
  const auto result = sweep(rumor_sizes(context.pick(6, 8, 8)), [&](const RumorSize& size) {
    return decided(seen_first(size, 0) == source(size, 0) && seen_first(size, 1) == other(size, 0));
  });
  return conclude(result, [&](const RumorSize& size) {
    return compared_exactly(rumor_instance(size, "0"), {source(size, 0).str() + ", " + other(size, 0).str(),
                                                        seen_first(size, 0).str() + ", " + seen_first(size, 1).str()});
  });
}

Finding first_message_share(const Context& context, const OfCrowd& claimed) {
  const auto property = [&](const World& w) {
    const Rational share = claimed(w.size, w.muting);
    auto law = after_first_message(w.size.nodes, w.muting, oracle::algorithm1, 1);
    bool right = law[1u] == share;
    const auto chain = transcripts(w);
    std::vector<int> so_far;
    for_each_transcript(chain, {{1u, Rational(1)}}, {{2u, Rational(1)}}, 2, so_far,
                        [&](const HiddenChain::Law& zero, const HiddenChain::Law& one, const std::vector<int>&) {
                          right = right && total(one) >= share * total(zero);
                        });
    return decided(right);
  };
  const auto result = sweep(worlds(rumor_sizes(context.pick(4, 5, 5)), few_mutings()), property);
  return conclude(result, [&](const World& w) {
    return compared_exactly(w.instance(), {"P(A_1 = {0}) = " + claimed(w.size, w.muting).str(), "another law"});
  });
}

Finding conditional_order(const Context& context, bool given) {
  const auto property = [&](const World& w) {
    const auto chain = with_phase(w);
    bool right = true;
    std::vector<int> so_far;
    const auto part = [&](const HiddenChain::Law& law) { return given ? stopped_unseen(law, w) : total(law); };
    for_each_transcript(chain, {{1u, Rational(1)}}, {{2u | 1u << (phase_shift + 2), Rational(1)}},
                        w.size.nodes == 3 ? 3 : 2, so_far,
                        [&](const HiddenChain::Law& zero, const HiddenChain::Law& one, const std::vector<int>& seen) {
                          if (zero_before_one(seen)) right = right && part(zero) <= part(one);
                        });
    return decided(right);
  };
  const auto mutings = context.pick<std::vector<Rational>>(
      {Rational(1, 2)}, {Rational(1, 10), Rational(1, 2), Rational(9, 10)},
      {Rational(1, 10), Rational(1, 4), Rational(1, 2), Rational(3, 4), Rational(9, 10)});
  auto sizes = rumor_sizes(4);
  if (context.effort == run::Effort::quick) sizes.pop_back();  // n = 4, f = 2
  const auto result = sweep(worlds(sizes, mutings), property);
  return conclude(result, [](const World& w) {
    return compared_exactly(w.instance(), {"p_0 <= p_1 for every transcript", "p_0 > p_1 for a transcript"});
  });
}

Finding active_order(const Context& context, const Rule& rule) {
  struct Suspicion {
    World world;
    int suspects;
  };
  std::vector<Suspicion> all;
  for (const auto& w : worlds(rumor_sizes(context.pick(4, 5, 5)), few_mutings())) {
    for (int m = 2; m <= w.size.honest(); ++m) all.push_back({w, m});
  }
  // P(A_tc = A | source i): the active nodes when a suspect is first seen, the message not yet told
  const auto law = [&](const Suspicion& x, int source) {
    const HiddenChain chain({1u << source}, [&](State active) {
      std::vector<HiddenChain::Move> moves;
      for (const auto& m : next_messages(x.world.size.nodes, active, x.world.muting, rule, source)) {
        const bool suspect = m.sender < x.suspects && x.world.curious(m.receiver);
        moves.push_back({m.active, suspect ? 0 : HiddenChain::hidden, m.probability});
      }
      return moves;
    });
    HiddenChain::Law found;
    for (const auto& [active, visits] : chain.visits({{1u << source, Rational(1)}})) {
      const int senders = std::popcount(active & ((1u << x.suspects) - 1));
      found[active] = visits * Rational(senders * x.world.size.curious, std::popcount(active) * x.world.size.nodes);
    }
    return found;
  };
  const auto property = [&](const Suspicion& x) {
    auto zero = law(x, 0), one = law(x, 1);
    bool right = true;
    for (const auto& [active, p] : one) {
      const bool has_zero = (active & 1u) != 0, has_one = (active & 2u) != 0;
      if (has_zero && !has_one) right = right && p <= zero[active];
      if (has_zero && has_one) right = right && p == zero[active];
    }
    return decided(right);
  };
  const auto result = sweep(all, property);
  return conclude(result, [](const Suspicion& x) {
    auto instance = x.world.instance();
    instance["suspects"] = x.suspects;
    return compared_exactly(std::move(instance),
                            {"P(A | 1) <= P(A | 0) if A contains 0", "P(A | 1) > P(A | 0) for such a set A"});
  });
}

Finding martingale_increments(const Context& context, const Rational& largest) {
  const auto property = [&](const Round& x) {
    const auto means = means_after(x.nodes, x.muting);
    auto outcome = decided(true);
    for (int i = 0; i < x.active; ++i) {
      const auto& now = means[static_cast<std::size_t>(x.active - i)];
      const auto& next = means[static_cast<std::size_t>(x.active - i - 1)];
      for (int a = 1; a <= x.nodes; ++a) {
        const auto at = static_cast<std::size_t>(a);
        outcome = worse(outcome, decided(next[at - 1] <= next[at]));
        for (const auto& [by, p] : change(x.nodes, a, x.muting)) {
          if (p == 0) continue;
          const Rational step = next[static_cast<std::size_t>(a + by)] - now[at];
          outcome = worse(outcome, at_most(Rational(abs(step)), largest));
        }
      }
    }
    return outcome;
  };
  const auto result = sweep(rounds(context.pick(6, 8, 10)), property);
  return conclude(result, [&](const Round& x) {
    return compared_exactly(x.instance(),
                            {"|Z_{i+1} - Z_i| <= " + largest.str(), "more, or the means are not ordered"});
  });
}

Finding round_martingale(const Context& context, bool sequential) {
  const auto result = sweep(rounds(context.pick(3, 4, 4)), [&](const Round& x) {
    const Exposure exposure(x, sequential);
    return worse(at_most(exposure.largest(), Rational(2)), decided(exposure.start() == x.printed()));
  });
  return conclude(result, [&](const Round& x) {
    return compared_exactly(x.instance(), {"Z_0 = " + x.printed().str() + ", steps of at most 2",
                                           "Z_0 = " + Exposure(x, sequential).start().str()});
  });
}

void register_rumor_process_steps(run::Registry& registry) {
  using oracle::algorithm1;
  registry.add("rumor.alg1.terminates", [](const Context& c) { return terminates(c, algorithm1); });
  registry.add("rumor.thm5.forgets", [](const Context& c) { return forgets_source(c, algorithm1); });
  registry.add("rumor.thm5.first_sender", [](const Context& c) {
    return first_sender(
        c, [](const RumorSize& x, const Rational&) { return Rational(x.curious + 1, x.nodes); },
        [](const RumorSize& x, const Rational&) { return Rational(1, x.nodes); });
  });
  registry.add("rumor.thm8.first_message", [](const Context& c) {
    return first_message_share(c, [](const RumorSize& x, const Rational& s) -> Rational { return (1 - s) / x.nodes; });
  });
  registry.add("rumor.thm7.conditional", [](const Context& c) { return conditional_order(c, true); });
  registry.add("rumor.thm10.active", [](const Context& c) { return active_order(c, algorithm1); });
  registry.add("rumor.thm9.mean", mean_of_round);
  registry.add("rumor.thm9.mean.repaired", [](const Context& c) { return round_martingale(c, false); });
  registry.add("rumor.thm9.increments", [](const Context& c) { return martingale_increments(c, 2); });
}

}  // namespace hearsay::props
