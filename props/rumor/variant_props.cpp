// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <numeric>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/questions.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using accounting::rumor_world;
using accounting::RumorLaw;
using accounting::RumorSight;
using accounting::RumorWorld;
using run::Context;
using run::Finding;

/// The mutings strictly between 0 and 1 that a bracket is asked for.
std::vector<double> inner_mutings(const Context& context) {
  return context.pick<std::vector<double>>({0.25, 0.75}, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9},
                                           {0.1, 0.3, 0.5, 0.7, 0.9});
}

// --- an eavesdropper who sees each message with probability b (Appendix A.2)

RumorWorld overheard(int nodes) {
  auto world = rumor_world(nodes, 0);
  world.sight = RumorSight::eavesdropper;
  return world;
}

struct Overheard {
  int nodes;
  Rational seen, factor;  ///< b, e^epsilon
  [[nodiscard]] RumorLaw<Rational> law() const { return {overheard(nodes), Rational(0), seen}; }
  /// Theorem 5's values with f = b n and n suspects for n - f.
  [[nodiscard]] Rational delta() const { return std::max<Rational>(0, seen - (factor - 1) * (1 - seen) / nodes); }
  [[nodiscard]] Rational uncertainty() const { return (nodes - 1) * (1 - seen) / (nodes * seen + 1 - seen); }
};

Finding eavesdropper_thm5(const Context&) {
  std::vector<Overheard> all;
  for (int n = 2; n <= 5; ++n) {
    for (int b = 1; b <= 7; ++b) {
      for (int factor = 2; factor <= 8; ++factor) all.push_back({n, {b, 8}, {factor, 2}});
    }
  }
  const auto result = sweep(all, [](const Overheard& x) {
    const auto delta = exact_delta(x.law(), x.factor, 2);
    return decided(delta.lower == x.delta() && delta.upper == x.delta() &&
                   smallest_odds_of_first_message(x.law()) == x.uncertainty());
  });
  return conclude(result, [](const Overheard& x) {
    const auto delta = exact_delta(x.law(), x.factor, 2);
    return compared_exactly(
        {{"nodes", x.nodes}, {"seen", x.seen.str()}, {"exp_epsilon", x.factor.str()}},
        {"delta = " + x.delta().str() + ", c = " + x.uncertainty().str(),
         "delta = " + delta.upper.str() + ", c = " + smallest_odds_of_first_message(x.law()).str()});
  });
}

std::vector<WorldCase> overheard_worlds(const Context& context) {
  std::vector<WorldCase> all;
  for (int n = 2; n <= context.pick(3, 4, 4); ++n) {
    for (const double s : inner_mutings(context)) {
      for (const double b : {0.125, 0.25, 0.375, 0.5, 0.75}) all.push_back({overheard(n), {n, 0}, s, b});
    }
  }
  return all;
}

Finding eavesdropper_thm7(const Context& context) {
  const auto most = [](const Question& q) { return q.at.seen / (1.0 - q.at.muting * (1.0 - q.at.seen)); };
  return ask(
      context, questions(overheard_worlds(context), {0.0}),
      [&](const Question& q, const Bracket& delta) { return bracket_at_most(delta, most(q)); },
      [&](const Question& q) { return fmt::format("delta <= {}", most(q)); });
}

Finding eavesdropper_thm8(const Context& context) {
  const auto least = [](const Question& q) {
    return (1.0 - 1.0 / q.at.size.nodes) * (1.0 - q.at.seen) * (1.0 - q.at.muting);
  };
  return ask(
      context, questions(overheard_worlds(context), {the_uncertainty}),
      [&](const Question& q, const Bracket& c) { return bracket_at_least(c, least(q)); },
      [&](const Question& q) { return fmt::format("c >= {}", least(q)); });
}

// --- curious nodes who also know what they send (Appendix A.3.1), to whom they like (Appendix A.4)

/// Whom the curious nodes tell.
enum class Manners { honest, silent, targeting };

RumorWorld involved(const RumorSize& size, Manners manners) {
  auto world = rumor_world(size.nodes, size.curious);
  world.sight = RumorSight::involved;
  for (int v = size.honest(); v < size.nodes; ++v) {
    auto& reach = world.reach[static_cast<std::size_t>(v)];
    if (manners == Manners::silent) reach = static_cast<std::uint8_t>(1u << v);  // as good as nobody
    if (manners == Manners::targeting) reach = 1;
  }
  return world;
}

/// A crowd, what its curious nodes do, and e^epsilon.
struct Involved {
  RumorSize size;
  Manners manners;
  Rational factor;
  [[nodiscard]] RumorLaw<Rational> law() const { return {involved(size, manners), Rational(0)}; }
};

constexpr std::string_view name_of(Manners manners) {
  switch (manners) {
    case Manners::honest:
      return "send to a uniform node";
    case Manners::silent:
      return "send to no node";
    case Manners::targeting:
      return "send to node 0";
  }
  return "";
}

nlohmann::ordered_json instance_of(const RumorSize& size, Manners manners, const std::string& muting) {
  auto instance = rumor_instance(size, muting);
  instance["curious_nodes"] = name_of(manners);
  return instance;
}

/// Theorem 5's delta for every ordered pair of honest nodes, and its c.
Finding involved_thm5(const std::vector<Manners>& kinds) {
  std::vector<Involved> all;
  for (const auto manners : kinds) {
    for (const auto& size : rumor_sizes(5)) {
      for (int eighths = 8; eighths <= 8 * (size.curious + 2); ++eighths) all.push_back({size, manners, {eighths, 8}});
    }
  }
  const auto as_claimed = [](const Involved& x) {
    const auto law = x.law();
    const Rational claimed = rumor_limit(x.size, x.factor);
    for (const auto& [i, j] : {std::pair(0, 1), std::pair(1, 0)}) {
      const auto delta = exact_delta(law, x.factor, 2, i, j);
      if (delta.lower != claimed || delta.upper != claimed) return false;
    }
    return smallest_odds_of_first_message(law) == Rational(x.size.nodes, x.size.curious + 1) - 1;
  };
  const auto result = sweep(all, [&](const Involved& x) { return decided(as_claimed(x)); });
  return conclude(result, [](const Involved& x) {
    auto instance = instance_of(x.size, x.manners, "0");
    instance["exp_epsilon"] = x.factor.str();
    return compared_exactly(std::move(instance), {"delta and c of Theorem 5", "others"});
  });
}

std::vector<WorldCase> involved_worlds(const Context& context, const std::vector<Manners>& kinds) {
  std::vector<WorldCase> all;
  for (const auto manners : kinds) {
    for (const auto& size : rumor_sizes(context.pick(4, 5, 5))) {
      for (const double s : inner_mutings(context)) all.push_back({involved(size, manners), size, s});
    }
  }
  return all;
}

/// Theorems 7 and 8 in the same worlds.
Finding involved_thm7(const Context& context, const std::vector<Manners>& kinds) {
  const auto most = [](const Question& q) { return accounting::rumor_delta_bound(q.at.size.crowd(), q.at.muting); };
  const auto least = [](const Question& q) { return rumor_uncertainty_bound(q.at.size.crowd(), q.at.muting); };
  return ask(
      context, questions(involved_worlds(context, kinds), {0.0, the_uncertainty}),
      [&](const Question& q, const Bracket& found) {
        return q.epsilon ? bracket_at_most(found, most(q)) : bracket_at_least(found, least(q));
      },
      [&](const Question& q) {
        return q.epsilon ? fmt::format("delta <= {}", most(q)) : fmt::format("c >= {}", least(q));
      });
}

// --- messages that arrive out of order (Appendix A.3.2)

/// Laws of the transcripts of a fixed length from sources 0 and 1, exactly.
struct Pair {
  std::vector<std::size_t> transcript;
  Rational p0, p1;
};

void collect(const RumorLaw<Rational>& law, const std::vector<Rational>& mu, const std::vector<Rational>& nu,
             std::vector<std::size_t>& so_far, std::size_t length, std::vector<Pair>& found) {
  if (so_far.size() == length) {
    found.push_back({so_far, std::accumulate(mu.begin(), mu.end(), Rational(0)),
                     std::accumulate(nu.begin(), nu.end(), Rational(0))});
    return;
  }
  const auto mu_visits = law.visits(mu), nu_visits = law.visits(nu);
  for (std::size_t o = 0; o < law.labels().size(); ++o) {
    so_far.push_back(o);
    collect(law, law.observe(mu_visits, o), law.observe(nu_visits, o), so_far, length, found);
    so_far.pop_back();
  }
}

Rational divergence(const std::vector<Pair>& laws, const Rational& factor) {
  Rational total = 0;
  for (const auto& [transcript, p0, p1] : laws) total += std::max<Rational>(0, p0 - factor * p1);
  return total;
}

/// From the first message on, each changes places with the next one with probability `swap`.
std::vector<Pair> reordered(const std::vector<Pair>& laws, const Rational& swap) {
  std::map<std::vector<std::size_t>, std::pair<Rational, Rational>> sums;
  for (const auto& [transcript, p0, p1] : laws) {
    for (std::uint32_t swaps = 0; swaps < 1u << (transcript.size() - 1); ++swaps) {
      auto seen = transcript;
      Rational weight = 1;
      for (std::size_t k = 0; k + 1 < seen.size(); ++k) {
        const bool swapped = (swaps >> k & 1) != 0;
        if (swapped) std::swap(seen[k], seen[k + 1]);
        weight *= swapped ? swap : 1 - swap;
      }
      auto& [sum0, sum1] = sums[seen];
      sum0 += weight * p0, sum1 += weight * p1;
    }
  }
  std::vector<Pair> result;
  for (const auto& [transcript, p] : sums) result.push_back({transcript, p.first, p.second});
  return result;
}

struct Shuffled {
  RumorSize size;
  Rational muting, swap, factor, in_order, out_of_order;
};

Finding ordering(const Context& context) {
  std::vector<Shuffled> all;
  for (const auto& size : rumor_sizes(context.pick(3, 4, 4))) {
    for (const auto& s : {Rational(0), Rational(1, 4), Rational(1, 2), Rational(3, 4), Rational(1)}) {
      const RumorLaw<Rational> law(rumor_world(size.nodes, size.curious), s);
      std::vector<Pair> laws;
      std::vector<std::size_t> none;
      collect(law, law.start(0), law.start(1), none, size.curious == 1 ? 3 : 2, laws);
      for (const auto& swap : {Rational(1, 4), Rational(1, 2), Rational(3, 4)}) {
        const auto shuffled = reordered(laws, swap);
        for (const auto& factor : {Rational(1), Rational(3, 2), Rational(2)})
          all.push_back({size, s, swap, factor, divergence(laws, factor), divergence(shuffled, factor)});
      }
    }
  }
  const auto result = sweep(all, [](const Shuffled& x) { return at_most(x.out_of_order, x.in_order); });
  return conclude(result, [](const Shuffled& x) {
    auto instance = rumor_instance(x.size, x.muting.str());
    instance["swap"] = x.swap.str(), instance["exp_epsilon"] = x.factor.str();
    return exceeds_exactly(std::move(instance), x.in_order, x.out_of_order);
  });
}

// --- the delayed start (Appendix B)

Finding delayed_delta(const Context&) {
  const auto delta = [](const RumorSize& size) {
    auto world = rumor_world(size.nodes, size.curious);
    world.delayed = true;
    return exact_delta(RumorLaw<Rational>(world, Rational(1)), 1, 2);
  };
  const auto least = [](const RumorSize& size) { return rumor_limit(size, 1); };
  const auto result = sweep(rumor_sizes(6), [&](const RumorSize& size) {
    const auto found = delta(size);
    return decided(found.lower == least(size) && found.upper == least(size));
  });
  return conclude(result, [&](const RumorSize& size) {
    return compared_exactly(rumor_instance(size, "1, delayed start"),
                            {"delta(0) = " + least(size).str(), "delta(0) <= " + delta(size).upper.str()});
  });
}

}  // namespace

void register_rumor_variants(run::Registry& registry) {
  registry.add("rumor.eavesdropper.thm5", eavesdropper_thm5);
  registry.add("rumor.eavesdropper.thm7", eavesdropper_thm7);
  registry.add("rumor.eavesdropper.thm8", eavesdropper_thm8);
  registry.add("rumor.involved.thm5", [](const Context&) { return involved_thm5({Manners::honest}); });
  registry.add("rumor.involved.thm7", [](const Context& c) { return involved_thm7(c, {Manners::honest}); });
  registry.add("rumor.malicious.thm5", [](const Context&) {
    return involved_thm5({Manners::silent, Manners::targeting});
  });
  registry.add("rumor.malicious.thm7", [](const Context& c) {
    return involved_thm7(c, {Manners::silent, Manners::targeting});
  });
  registry.add("rumor.ordering", ordering);
  registry.add("rumor.appendixB.delta", delayed_delta);
}

}  // namespace hearsay::props
