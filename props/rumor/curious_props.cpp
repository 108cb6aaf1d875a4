// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

#include <hearsay/accounting/rumor/chain.hpp>
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
using accounting::RumorSight;
using oracle::HiddenChain;
using oracle::next_messages;
using oracle::Rational;
using oracle::total;
using run::Context;
using run::Finding;
using State = HiddenChain::State;

// --- curious nodes that choose their receivers (Appendix A.4)

/// A crowd whose curious node number i sends to to[i] only.
struct Choice {
  RumorSize size;
  Rational muting;
  std::vector<int> to;
  [[nodiscard]] int receiver_of(int sender) const { return to[static_cast<std::size_t>(sender - size.honest())]; }
  [[nodiscard]] std::uint32_t everybody() const { return (1u << size.nodes) - 1; }
  [[nodiscard]] std::uint32_t honest() const { return (1u << size.honest()) - 1; }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    auto instance = rumor_instance(size, muting.str());
    instance["receivers"] = to;
    return instance;
  }
};

constexpr int informed_shift = 8;
constexpr State alone = 1u | 1u << informed_shift;  ///< node 0 active and informed

/// Every message that can follow, as its probability and the state after it.
template <class Use>
void for_each_message(const Choice& x, State state, const Use& use) {
  const std::uint32_t active = state & x.everybody(), informed = state >> informed_shift;
  for (const auto& m : next_messages(x.size.nodes, active, x.muting)) {
    if (m.sender >= x.size.honest() && m.receiver != x.receiver_of(m.sender)) continue;
    const Rational p = m.sender >= x.size.honest() ? Rational(m.probability * x.size.nodes) : m.probability;
    use(p, m.active | (informed | 1u << m.receiver) << informed_shift);
  }
}

bool all_informed(const Choice& x, State state) { return state >> informed_shift == x.everybody(); }

bool ends(const Choice& x) {
  const auto next = [&](State state) {
    std::vector<State> all;
    for_each_message(x, state, [&](const Rational&, State to) { all.push_back(to); });
    return all;
  };
  return oracle::ends_almost_surely(alone, next, [&](State state) { return all_informed(x, state); });
}

/// P(not all nodes are ever informed).
Rational never_ends(const Choice& x) {
  constexpr int stuck = 0;
  // Without an honest active node the messages stay among curious nodes that send in a circle, or come back.
  const auto lost = [&](State state) {
    const auto next = [&](State from) {
      std::vector<State> all;
      for_each_message(x, from, [&](const Rational&, State to) { all.push_back(to); });
      return all;
    };
    bool out = false;
    static_cast<void>(oracle::ends_almost_surely(state, next, [&](State to) {
      out = out || (to & x.honest()) != 0 || all_informed(x, to);
      return out;
    }));
    return !out;
  };
  const HiddenChain chain({alone}, [&](State state) {
    std::vector<HiddenChain::Move> moves;
    if (all_informed(x, state)) return moves;
    for_each_message(x, state, [&](const Rational& p, State to) {
      moves.push_back({to, lost(to) ? stuck : HiddenChain::hidden, p});
    });
    return moves;
  });
  return total(chain.after(chain.visits({{alone, Rational(1)}}), stuck));
}

/// Every choice of receivers by the curious nodes.
std::vector<Choice> choices(int most_nodes) {
  std::vector<Choice> all;
  for (const auto& size : rumor_sizes(most_nodes)) {
    for (const auto& s : {Rational(0), Rational(1, 2), Rational(1)}) {
      std::vector<int> to(static_cast<std::size_t>(size.curious), 0);
      for (bool more = true; more;) {
        all.push_back({size, s, to});
        std::size_t k = 0;
        while (k < to.size() && ++to[k] == size.nodes) to[k++] = 0;
        more = k < to.size();
      }
    }
  }
  return all;
}

/// Each curious node sends to itself.
Finding send_to_themselves(const Context&) {
  std::vector<Choice> all;
  for (const auto& size : rumor_sizes(4)) {
    for (const auto& s : {Rational(0), Rational(1, 2)}) {
      std::vector<int> to(static_cast<std::size_t>(size.curious));
      std::iota(to.begin(), to.end(), size.honest());
      all.push_back({size, s, to});
    }
  }
  const auto result = sweep(all, [](const Choice& x) { return decided(ends(x)); });
  return conclude(result, [](const Choice& x) {
    return exceeds_exactly(x.instance(), 0, never_ends(x), {"P(it never ends) = 0", never_ends(x).str()});
  });
}

// --- curious nodes that send several messages

/// P(node 0 is seen before node 1 | source 0) - P(the same | source 1); a curious node sends `copies` messages at once.
Rational seen_first(const RumorSize& size, const Rational& muting, int copies) {
  const std::uint32_t honest = (1u << size.honest()) - 1;
  const auto spread = [&](std::uint32_t active) {
    std::map<std::uint32_t, Rational> law{{active, Rational(1)}};
    for (int k = 0; k < copies; ++k) {
      std::map<std::uint32_t, Rational> next;
      for (const auto& [set, p] : law) {
        for (int v = 0; v < size.nodes; ++v) next[set | 1u << v] += p / size.nodes;
      }
      law = std::move(next);
    }
    return law;
  };
  const HiddenChain chain({1u}, [&](State active) {
    std::vector<HiddenChain::Move> moves;
    for (const auto& m : next_messages(size.nodes, active & honest, muting)) {
      // a message of an honest node, drawn among all active ones
      const Rational p = m.probability * std::popcount(active & honest) / std::popcount(active);
      const bool watched = m.sender < 2 && m.receiver >= size.honest();
      moves.push_back({m.active | (active & ~honest), watched ? m.sender : HiddenChain::hidden, p});
    }
    for (int c = size.honest(); c < size.nodes; ++c) {
      if ((active >> c & 1) == 0) continue;
      for (const bool stays : {true, false}) {
        const Rational coin = stays ? muting : Rational(1 - muting);
        if (coin == 0) continue;
        const bool leaves = !stays && copies > 0;
        for (const auto& [set, p] : spread(leaves ? active & ~(1u << c) : active))
          moves.push_back({set, HiddenChain::hidden, Rational(p * coin / std::popcount(active))});
      }
    }
    return moves;
  });
  const auto visits = chain.visits({{1u, Rational(1)}});
  return total(chain.after(visits, 0)) - total(chain.after(visits, 1));
}

// --- which curious node received a message (Section 3.1)

/// Senders 0, 0, 0 are seen; the second message goes to the receiver of the first and third, or to another one.
struct Receivers {
  RumorSize size;
  Rational muting;
  /// p_1(S)/p_0(S).
  [[nodiscard]] Rational odds(bool same) const {
    const int first = size.honest(), second = same ? first : first + 1;
    const HiddenChain chain({1u, 2u}, [&](State active) {
      std::vector<HiddenChain::Move> moves;
      for (const auto& m : next_messages(size.nodes, active, muting)) {
        // 0 and 1: node 0 to either receiver; 2: any other message that is seen
        const int label = m.receiver < first                         ? HiddenChain::hidden
                          : m.sender == 0 && m.receiver <= first + 1 ? m.receiver - first
                                                                     : 2;
        moves.push_back({m.active, label, m.probability});
      }
      return moves;
    });
    HiddenChain::Law zero{{1u, Rational(1)}}, one{{2u, Rational(1)}};
    for (const int receiver : {first, second, first}) {
      zero = chain.after(chain.visits(zero), receiver - first);
      one = chain.after(chain.visits(one), receiver - first);
    }
    return total(one) / total(zero);
  }
  [[nodiscard]] std::string transcript(bool same) const {
    const int first = size.honest(), second = same ? first : first + 1;
    return fmt::format("0>{} 0>{} 0>{}", first, second, first);
  }
};

Finding receivers(const Context&) {
  std::vector<Receivers> all;
  for (const auto& size : rumor_sizes(5)) {
    if (size.curious < 2) continue;
    for (const auto& s : {Rational(1), Rational(1, 2)}) all.push_back({size, s});
  }
  const auto result = sweep(all, [](const Receivers& x) { return decided(x.odds(true) == x.odds(false)); });
  return conclude(result, [](const Receivers& x) {
    auto instance = rumor_instance(x.size, x.muting.str());
    instance["transcripts"] = {x.transcript(true), x.transcript(false)};
    return differs_exactly(std::move(instance), x.odds(true), x.odds(false));
  });
}

/// At s = 0 nothing changes, at any epsilon: Theorem 5's value without receivers.
Finding without_receivers_at_zero(RumorSight sight) {
  struct Case {
    RumorSize size;
    Rational factor;
  };
  std::vector<Case> all;
  for (const auto& size : rumor_sizes(5)) {
    for (int halves = 2; halves <= 2 * size.curious + 4; ++halves) all.push_back({size, {halves, 2}});
  }
  const auto delta = [&](const Case& x) {
    auto world = rumor_world(x.size.nodes, x.size.curious);
    world.sight = sight;
    return exact_delta(RumorLaw<accounting::Rational>(world, accounting::Rational(0)), x.factor, 2);
  };
  const auto result = sweep(all, [&](const Case& x) {
    const auto found = delta(x);
    return decided(found.lower == rumor_limit(x.size, x.factor) && found.upper == found.lower);
  });
  return conclude(result, [&](const Case& x) {
    auto instance = rumor_instance(x.size, "0");
    instance["exp_epsilon"] = x.factor.str();
    return compared_exactly(std::move(instance), {rumor_limit(x.size, x.factor).str(), delta(x).upper.str()});
  });
}

// --- the same number of curious nodes in a larger network (Section 3.1)

/// A crowd and the same with one more honest node, asked the same.
struct Grown {
  Question small, large;
};

std::vector<Grown> grown(const Context& context) {
  std::vector<Grown> all;
  for (const auto& size : rumor_sizes(context.pick(3, 4, 5))) {
    for (const double s : {0.0, 0.5, 1.0}) {
      for (const auto& epsilon : {std::optional(0.25), std::optional(0.5), std::optional<double>(the_uncertainty)}) {
        if (!epsilon && s == 1.0 && size.curious > 1) continue;  // that bracket is not closed
        const auto at = [&](int n) { return Question{{rumor_world(n, size.curious), {n, size.curious}, s}, epsilon}; };
        all.push_back({at(size.nodes), at(size.nodes + 1)});
      }
    }
  }
  return all;
}

}  // namespace

bool ends_unless_circular(const RumorSize& size, const Rational& muting, std::span<const int> to) {
  if (muting == 1) return true;
  for (int c = size.honest(); c < size.nodes; ++c) {
    int node = c;
    for (int step = 0; step < size.curious && node >= size.honest(); ++step)
      node = to[static_cast<std::size_t>(node - size.honest())];
    if (node >= size.honest()) return false;  // as many steps as curious nodes: a circle
  }
  return true;
}

Finding malicious_ends(const Context& context, const EndsWith& claimed) {
  const auto result = sweep(choices(context.pick(4, 4, 5)),
                            [&](const Choice& x) { return decided(ends(x) == claimed(x.size, x.muting, x.to)); });
  return conclude(result, [&](const Choice& x) {
    return compared_exactly(x.instance(), {claimed(x.size, x.muting, x.to) ? "it ends" : "it may not end",
                                           ends(x) ? "it ends" : "it may not end"});
  });
}

Finding emits_more(const Context& context, int more, int less) {
  struct Emission {
    RumorSize size;
    Rational muting;
  };
  std::vector<Emission> all;
  for (const auto& size : rumor_sizes(context.pick(4, 5, 5))) {
    for (const auto& s : {Rational(0), Rational(1, 2), Rational(1)}) {
      if (std::min(more, less) > 0 || s == 1) all.push_back({size, s});
    }
  }
  const auto result = sweep(all, [&](const Emission& x) {
    return at_most(seen_first(x.size, x.muting, more), seen_first(x.size, x.muting, less));
  });
  return conclude(result, [&](const Emission& x) {
    auto instance = rumor_instance(x.size, x.muting.str());
    instance["copies"] = {less, more};
    return exceeds_exactly(std::move(instance), seen_first(x.size, x.muting, less), seen_first(x.size, x.muting, more));
  });
}

Finding larger_is_weaker(const Context& context, const FirstSeen& accountant) {
  struct Crowd {
    RumorSize size;
    double muting;
  };
  std::vector<Crowd> all;
  for (int f = 1; f <= 4; ++f) {
    for (int n = f + 2; n <= context.pick(12, 40, 200); ++n) {
      for (const double s : grid(4)) all.push_back({{n, f}, s});
    }
  }
  const auto value = [&](const Crowd& x, int more) {
    return accountant(accounting::rumor_crowd(x.size.nodes + more, x.size.curious), x.muting);
  };
  const auto first = sweep(all, [&](const Crowd& x) { return decided(value(x, 1).upper() < value(x, 0).lower()); });
  auto finding = conclude(first, [&](const Crowd& x) {
    return compared_numerically(rumor_instance(x.size, fmt::format("{}", x.muting)),
                                {"less than " + between(value(x, 0)), between(value(x, 1)) + " with one node more"});
  });
  if (finding.verdict != Verdict::holds) return finding;
  const auto second = sweep(grown(context), [&](const Grown& x) {
    const auto small = x.small.answer(context), large = x.large.answer(context);
    return x.small.epsilon ? bracket_at_most(large, small, 1e-6) : bracket_at_most(small, large, 1e-6);
  });
  return both(std::move(finding), conclude(second, [&](const Grown& x) {
                return interval_witness(x.large, between(x.small.answer(context)), x.large.answer(context));
              }));
}

Finding prior_knowledge(const Context& context, const std::function<double(double b, double suspects)>& claimed) {
  struct Prior {
    RumorSize size;
    int suspects;
  };
  // by the first message that is seen of a suspect, all nodes apart
  std::vector<Prior> small;
  for (const auto& size : rumor_sizes(context.pick(6, 8, 8))) {
    for (int m = 2; m <= size.honest(); ++m) small.push_back({size, m});
  }
  const auto b = [](const Prior& x) { return static_cast<double>(x.size.curious) / x.size.nodes; };
  const auto exact = [](const Prior& x) {
    const HiddenChain chain({1u}, [&](State active) {
      std::vector<HiddenChain::Move> moves;
      for (const auto& m : next_messages(x.size.nodes, active, 0)) {
        const bool suspect = m.sender < x.suspects && m.receiver >= x.size.honest();
        moves.push_back({m.active, suspect ? m.sender : HiddenChain::hidden, m.probability});
      }
      return moves;
    });
    return oracle::to_double(total(chain.after(chain.visits({{1u, Rational(1)}}), 0)));
  };
  const auto witness = [&](const Prior& x, double success) {
    auto instance = nlohmann::ordered_json{{"nodes", x.size.nodes}, {"curious", x.size.curious}};
    instance["suspects"] = x.suspects;
    return compared_numerically(std::move(instance),
                                {fmt::format("{}", claimed(b(x), x.suspects)), fmt::format("{}", success)});
  };
  const auto by_nodes = sweep(small, [&](const Prior& x) { return equals(exact(x), claimed(b(x), x.suspects)); });
  auto finding = conclude(by_nodes, [&](const Prior& x) { return witness(x, exact(x)); });
  if (finding.verdict != Verdict::holds) return finding;
  // at the sizes of Figure 3(a), and close to f/n from 100 suspects on
  std::vector<Prior> large;
  for (const int n : {4096, 65536}) {
    for (const int m : {10, 100, 1000, n - n / 10}) large.push_back({{n, n / 10}, m});
  }
  const auto success = [](const Prior& x) {
    return accounting::rumor_map_success(x.size.crowd(), 0.0, static_cast<std::uint64_t>(x.suspects)).estimate();
  };
  const auto by_chain = sweep(large, [&](const Prior& x) {
    const double found = success(x);
    auto outcome = equals(found, claimed(b(x), x.suspects), {}, Absolute{1e-6});
    return x.suspects < 100 ? outcome : worse(outcome, at_most(found - b(x), 0.01));
  });
  return both(std::move(finding), conclude(by_chain, [&](const Prior& x) { return witness(x, success(x)); }));
}

Finding without_receivers(const Context& context, RumorSight sight) {
  auto at_zero = without_receivers_at_zero(sight);
  if (at_zero.verdict != Verdict::holds) return at_zero;
  const auto answer = [&](const Question& q, RumorSight seen) {
    auto asked = q;
    asked.at.world.sight = seen;
    return asked.answer(context);
  };
  const auto all =
      questions(world_cases({.most_nodes = context.pick(4, 5, 5), .mutings = {0.25, 0.5, 0.75, 1.0}}), {0.0});
  const auto result = sweep(all, [&](const Question& q) {
    const auto with = answer(q, RumorSight::ordered), without = answer(q, sight);
    auto outcome = decided(without.lower() <= with.upper() + 1e-9 && without.upper() >= with.lower() - 1e-9);
    outcome.undecided = !outcome.violated && std::max(with.width(), without.width()) > 1e-3;
    return outcome;
  });
  return both(std::move(at_zero), conclude(result, [&](const Question& q) {
                return interval_witness(q, "delta(0) " + between(answer(q, RumorSight::ordered)), answer(q, sight));
              }));
}

void register_rumor_curious(run::Registry& registry) {
  registry.add("rumor.malicious.termination", send_to_themselves);
  registry.add("rumor.malicious.termination.repaired",
               [](const Context& c) { return malicious_ends(c, ends_unless_circular); });
  registry.add("rumor.malicious.more", [](const Context& c) {
    auto twice = emits_more(c, 2, 1);
    return twice.verdict == Verdict::holds ? both(std::move(twice), emits_more(c, 3, 2)) : twice;
  });
  registry.add("rumor.fixed_curious", [](const Context& c) { return larger_is_weaker(c, exact_first_seen); });
  registry.add("rumor.prior", [](const Context& c) {
    return prior_knowledge(c, [](double b, double m) { return b + (1.0 - b) / m; });
  });
  registry.add("rumor.receivers", receivers);
  registry.add("rumor.receivers.repaired", [](const Context& c) { return without_receivers(c, RumorSight::senders); });
}

}  // namespace hearsay::props
