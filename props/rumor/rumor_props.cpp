// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/rumor/rumor_props.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "props/checks.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/questions.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using accounting::rumor_world;
using accounting::RumorEnd;
using accounting::RumorLaw;
using accounting::RumorSight;
using accounting::RumorWorld;
using run::Context;
using run::Finding;

void add_exact_delta(const RumorLaw<Rational>& law, const std::vector<Rational>& mu, const std::vector<Rational>& nu,
                     const Rational& factor, int depth, ExactDelta& delta) {
  Rational net = 0, genie = 0;
  for (std::size_t x = 0; x < mu.size(); ++x) {
    const Rational difference = mu[x] - factor * nu[x];
    net += difference;
    if (difference > 0) genie += difference;
  }
  if (depth == 0 || genie == 0 || genie == net) {
    if (net > 0) delta.lower += net;
    delta.upper += genie;
    return;
  }
  const auto mu_visits = law.visits(mu), nu_visits = law.visits(nu);
  for (std::size_t o = 0; o < law.labels().size(); ++o) {
    add_exact_delta(law, law.observe(mu_visits, o), law.observe(nu_visits, o), factor, depth - 1, delta);
  }
}
/// A crowd and e^epsilon.
struct DpCase {
  RumorSize size;
  Rational factor;
};

Finding thm5_dp(const Context&) {
  std::vector<DpCase> cases;
  for (const auto& size : rumor_sizes(6)) {
    for (int quarters = 4; quarters <= 4 * (size.curious + 2); ++quarters) cases.push_back({size, {quarters, 4}});
  }
  const auto exactly = [](const DpCase& c) {
    return exact_delta(RumorLaw<Rational>(rumor_world(c.size.nodes, c.size.curious), Rational(0)), c.factor, 2);
  };
  const auto result = sweep(cases, [&](const DpCase& c) {
    const auto delta = exactly(c);
    return decided(delta.lower == delta.upper && delta.upper == rumor_limit(c.size, c.factor));
  });
  auto finding = conclude(result, [&](const DpCase& c) {
    const auto delta = exactly(c);
    auto instance = rumor_instance(c.size, "0");
    instance["exp_epsilon"] = c.factor.str();
    return compared_exactly(
        instance, {rumor_limit(c.size, c.factor).str(), "between " + delta.lower.str() + " and " + delta.upper.str()});
  });
  if (finding.verdict == Verdict::holds) finding.note = "with equality everywhere";
  return finding;
}

Rational smallest_odds(const RumorSize& size) {
  return smallest_odds_of_first_message(RumorLaw<Rational>(rumor_world(size.nodes, size.curious), Rational(0)));
}

Rational smallest_odds_by_first_step(const RumorSize& size) { return (size.honest() - 1) / first_seen_ratio(size); }

Finding thm5_uncertainty(const Context&) {
  const auto claimed = [](const RumorSize& s) -> Rational { return Rational(s.nodes, s.curious + 1) - 1; };
  const auto certify = [&](const RumorSize& s, const Rational& odds) {
    return differs_exactly(rumor_instance(s, "0"), claimed(s), odds);
  };
  const auto by_law =
      sweep(rumor_sizes(6), [&](const RumorSize& s) { return decided(smallest_odds(s) == claimed(s)); });
  const auto by_steps =
      sweep(rumor_sizes(40), [&](const RumorSize& s) { return decided(smallest_odds_by_first_step(s) == claimed(s)); });
  auto finding =
      both(conclude(by_law, [&](const RumorSize& s) { return certify(s, smallest_odds(s)); }),
           conclude(by_steps, [&](const RumorSize& s) { return certify(s, smallest_odds_by_first_step(s)); }));
  if (finding.verdict == Verdict::holds) finding.note = "with equality everywhere";
  return finding;
}

/// The best that any protocol can do: no less delta, no more uncertainty.
double limit_of(const Question& q) {
  return q.epsilon ? accounting::rumor_delta_limit(q.at.size.crowd(), *q.epsilon)
                   : accounting::rumor_uncertainty_limit(q.at.size.crowd());
}

/// Delta at epsilon = 0, with the end in sight, of a source that told another node and is silent until it is told so
/// many times.
ExactDelta delta_told(int tellings, const RumorSize& size) {
  constexpr int messages = 3;
  auto world = rumor_world(size.nodes, size.curious, RumorEnd::terminated);
  world.delayed = true;
  world.tellings = tellings;
  return exact_delta(RumorLaw<Rational>(world, Rational(1)), 1, messages);
}

/// No protocol has a smaller delta(0) than claimed, against a source that must be told twice.
Finding told_twice(const std::function<Rational(const RumorSize&)>& claimed) {
  const auto result =
      sweep(rumor_sizes(3), [&](const RumorSize& s) { return at_most(claimed(s), delta_told(2, s).upper); });
  return conclude(result, [&](const RumorSize& s) {
    auto instance = rumor_instance(s, "1");
    instance["delayed_start"] = true;
    instance["told_twice"] = true;
    instance["terminated"] = true;
    instance["epsilon"] = 0;
    const auto delta = delta_told(2, s);
    return falls_short_exactly(
        instance, claimed(s), delta.upper,
        {"delta >= " + claimed(s).str(), (delta.lower == delta.upper ? "delta = " : "delta <= ") + delta.upper.str()});
  });
}

Finding thm5_limit(const Context&) {
  return told_twice([](const RumorSize& s) { return rumor_limit(s, 1); });
}

/// Against the delayed start itself.
Finding delayed_start_optimal(const Context&) {
  return told_twice([](const RumorSize& s) { return delta_told(1, s).lower; });
}

/// Algorithm 1 and the delayed start.
Finding thm5_limit_family(const Context& context) {
  const auto worlds =
      world_cases({.most_nodes = context.pick(4, 5, 5), .mutings = grid(4), .terminated = true, .delayed = true});
  return ask(
      context, questions(worlds, {0.0, 0.5, the_uncertainty}),
      [](const Question& q, const Bracket& actual) {
        return q.epsilon ? bracket_at_least(actual, limit_of(q)) : bracket_at_most(actual, limit_of(q));
      },
      [](const Question& q) { return fmt::format("{} {}", q.epsilon ? "delta >=" : "c <=", limit_of(q)); });
}

/// Delta at epsilon = 0 of a process without self-sends, exactly.
ExactDelta delta_without_self_sends(const WorldCase& c) {
  return exact_delta(RumorLaw<Rational>(c.world, Rational(c.muting)), 1, 3);
}

Finding thm5_limit_no_self_sends(const Context&) {
  const auto worlds = world_cases({.most_nodes = 4, .mutings = {0.0, 0.5, 1.0}, .self_sends = false, .delayed = true});
  const auto claimed = [](const WorldCase& c) { return Rational(c.size.curious, c.size.nodes); };
  const auto result =
      sweep(worlds, [&](const WorldCase& c) { return at_most(claimed(c), delta_without_self_sends(c).upper); });
  return conclude(result, [&](const WorldCase& c) {
    const auto delta = delta_without_self_sends(c);
    auto instance = rumor_instance(c.size, Rational(c.muting).str());
    instance["self_sends"] = false;
    instance["delayed_start"] = c.world.delayed;
    instance["epsilon"] = 0;
    const std::string actual =
        delta.lower == delta.upper ? "delta = " + delta.upper.str() : "delta <= " + delta.upper.str();
    return falls_short_exactly(instance, claimed(c), delta.upper, {"delta >= " + claimed(c).str(), actual});
  });
}

Finding thm5_limit_no_self_sends_repaired(const Context& context) {
  const auto worlds = world_cases({.most_nodes = context.pick(4, 5, 5),
                                   .mutings = grid(context.pick(2, 4, 8)),
                                   .self_sends = false,
                                   .terminated = true,
                                   .delayed = true});
  const auto least = [](const Question& q) {
    return accounting::rumor_delta_limit_no_self_sends(q.at.size.crowd(), *q.epsilon);
  };
  auto asked = questions(worlds, {0.0, 0.125, 0.25, 0.5});
  std::erase_if(asked, [&](const Question& q) { return least(q) <= 0.0; });
  return ask(
      context, asked, [&](const Question& q, const Bracket& delta) { return bracket_at_least(delta, least(q)); },
      [&](const Question& q) { return fmt::format("delta >= {}", least(q)); });
}

/// Algorithm 1, the delayed start and sources that must be told up to three times, with the end in sight and without.
std::vector<WorldCase> every_protocol(const Context& context, bool self_sends) {
  return world_cases({.most_nodes = context.pick(4, 5, 5),
                      .mutings = grid(context.pick(2, 4, 8)),
                      .self_sends = self_sends,
                      .terminated = true,
                      .delayed = true,
                      .tellings = 3});
}

Finding thm5_limit_repaired(const Context& context) {
  const auto worlds = every_protocol(context, true);
  const auto least = [](const Question& q) {
    return accounting::rumor_delta_limit_no_self_sends(q.at.size.crowd(), *q.epsilon);
  };
  auto asked = questions(worlds, {0.0, 0.125, 0.25, 0.5});
  std::erase_if(asked, [&](const Question& q) { return least(q) <= 0.0; });
  return ask(
      context, asked, [&](const Question& q, const Bracket& delta) { return bracket_at_least(delta, least(q)); },
      [&](const Question& q) { return fmt::format("delta >= {}", least(q)); });
}

/// By how much Theorem 5's delta can be undercut where factor = e^epsilon <= f.
Rational largest_gain(const RumorSize& size, const Rational& factor) {
  return (size.nodes - 1 - size.curious + factor) / (Rational(size.nodes) * (size.nodes - 1));
}

/// Theorem 5's delta less the gain is what every protocol has (rumor.thm5.limit.repaired), and the gain is at most 1/n,
/// (1 - b)/(n - 1) at epsilon = 0.
Finding gain_is_small() {
  std::vector<DpCase> cases;
  for (const auto& size : rumor_sizes(40)) {
    for (int quarters = 4; quarters <= 4 * size.curious; ++quarters) cases.push_back({size, {quarters, 4}});
  }
  const auto least = [](const DpCase& c) -> Rational { return (c.size.curious - c.factor) / (c.size.nodes - 1); };
  const auto shown = [](const DpCase& c) -> Rational {
    return rumor_limit(c.size, c.factor) - largest_gain(c.size, c.factor);
  };
  const auto result = sweep(cases, [&](const DpCase& c) {
    const Rational b(c.size.curious, c.size.nodes);
    const Rational gain = largest_gain(c.size, c.factor);
    const bool small = gain <= Rational(1, c.size.nodes) && (c.factor != 1 || gain == (1 - b) / (c.size.nodes - 1));
    return decided(small && shown(c) == least(c));
  });
  return conclude(result, [&](const DpCase& c) {
    auto instance = rumor_instance(c.size, "any");
    instance["exp_epsilon"] = c.factor.str();
    return compared_exactly(instance, {least(c).str(), shown(c).str()});
  });
}

Finding thm5_limit_asymptotic(const Context& context) {
  auto worlds = every_protocol(context, true);
  const auto others = every_protocol(context, false);
  worlds.insert(worlds.end(), others.begin(), others.end());
  std::erase_if(worlds, [](const WorldCase& c) { return c.size.curious == 1; });  // there it says nothing
  const auto limit = [](const Question& q) {
    if (!q.epsilon) return (q.at.size.nodes - 1.0) / q.at.size.curious - 1.0;
    const Rational factor(std::exp(*q.epsilon));
    return oracle::to_double(rumor_limit(q.at.size, factor) - largest_gain(q.at.size, factor));
  };
  auto asked = questions(worlds, {0.0, 0.125, 0.25, 0.5, the_uncertainty});
  std::erase_if(asked, [](const Question& q) { return q.epsilon && std::exp(*q.epsilon) > q.at.size.curious; });
  return both(gain_is_small(),
              ask(
                  context, asked,
                  [&](const Question& q, const Bracket& actual) {
                    return q.epsilon ? bracket_at_least(actual, limit(q)) : bracket_at_most(actual, limit(q));
                  },
                  [&](const Question& q) { return fmt::format("{} {}", q.epsilon ? "delta >=" : "c <=", limit(q)); }));
}

Finding thm7(const Context& context) {
  auto mutings = context.pick<std::vector<double>>({0.1, 0.25, 0.5, 0.75, 0.9}, grid(18), grid(18));
  std::erase_if(mutings, [](double s) { return s == 0.0 || s == 1.0; });
  const auto most = [](const Question& q) { return accounting::rumor_delta_bound(q.at.size.crowd(), q.at.muting); };
  return ask(
      context, questions(world_cases({.most_nodes = context.pick(4, 5, 6), .mutings = mutings}), {0.0}),
      [&](const Question& q, const Bracket& delta) { return bracket_at_most(delta, most(q)); },
      [&](const Question& q) { return fmt::format("delta <= {}", most(q)); });
}

/// s, b and r of Theorem 7's two forms.
struct Series {
  Rational s, b;
  int r;

  [[nodiscard]] Rational closed() const { return b / (1 - s * (1 - b)); }
  /// 1 - (1-s) sum_{k<r} s^k (1-b)^{k+1}, less what the tail k >= r still takes away.
  [[nodiscard]] Rational summed() const {
    Rational partial = 1, power = 1;
    for (int k = 0; k < r; ++k) {
      partial -= (1 - s) * power * (1 - b);
      power *= s * (1 - b);
    }
    return partial - (1 - s) * (1 - b) * power / (1 - s * (1 - b));
  }
  [[nodiscard]] Rational looser() const {
    Rational s_power = 1, keep_power = 1;
    for (int k = 0; k < r; ++k) s_power *= s, keep_power *= 1 - b;
    return 1 - (1 - s_power) * keep_power;
  }
};

Finding thm7_closed_form(const Context&) {
  std::vector<Series> all;
  for (int s = 0; s < 8; ++s) {
    for (int b = 0; b <= 8; ++b) {
      for (int r = 1; r <= 12; ++r) all.push_back({{s, 8}, {b, 8}, r});
    }
  }
  const auto result = sweep(
      all, [](const Series& x) { return worse(at_most(x.closed(), x.looser()), decided(x.summed() == x.closed())); });
  return conclude(result, [](const Series& x) {
    return compared_exactly({{"s", x.s.str()}, {"b", x.b.str()}, {"r", x.r}},
                            {"the sum is " + x.closed().str() + ", at most " + x.looser().str(), x.summed().str()});
  });
}

Finding thm8(const Context& context) {
  auto mutings = context.pick<std::vector<double>>({0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0}, grid(18), grid(18));
  const auto least = [](const Question& q) {
    return (1.0 - (q.at.size.curious + 1.0) / q.at.size.nodes) * (1.0 - q.at.muting);
  };
  return ask(
      context, questions(world_cases({.most_nodes = context.pick(4, 5, 6), .mutings = mutings}), {the_uncertainty}),
      [&](const Question& q, const Bracket& c) { return bracket_at_least(c, least(q)); },
      [&](const Question& q) { return fmt::format("c >= {}", least(q)); });
}

Finding thm11(const Context& context) {
  auto worlds = world_cases({.most_nodes = context.pick(4, 5, 5), .mutings = grid(4), .delayed = true, .tellings = 2});
  for (auto& c : worlds) c.world.sight = RumorSight::timed;
  const auto judge = [](const Question& q, const Bracket& actual) {
    if (!q.epsilon) return bracket_at_most(actual, 0.0);
    const double b = accounting::rumor_timed_delta_limit(q.at.size.crowd());
    const auto outcome = bracket_at_least(actual, b);
    return q.at.muting == 0.0 ? worse(outcome, bracket_at_most(actual, b)) : outcome;
  };
  return ask(context, questions(worlds, {0.0, 0.25, 0.5, the_uncertainty}), judge, [](const Question& q) {
    if (!q.epsilon) return std::string("c = 0");
    return fmt::format("delta {} {}",
                       q.at.muting == 0.0 ? "=" : ">=", accounting::rumor_timed_delta_limit(q.at.size.crowd()));
  });
}

/// Upper bound on the prediction uncertainty of the delayed start at f = b n by the paper's event
/// (docs/maths/rumor.md): node 0 is seen first and not again among the next r sightings.
double delayed_uncertainty_bound(double n, double b) {
  const double honest = (1.0 - b) * n;
  const double known = std::ceil(std::log(n) * 3.0 / -std::log1p(-b));  // P(nothing seen in `known` messages) <= n^-3
  double best = std::numeric_limits<double>::infinity();
  for (double r = 4.0; r < n; r *= 2.0) {
    const double k = 2.0 * r / b;  // messages within which r are seen but with probability exp(-b^2 k/2) (Hoeffding)
    const double source = b * (std::exp(k * std::log1p(-1.0 / n)) - std::exp(-0.5 * b * b * k));
    const double another =
        std::exp(-b * std::log((known + r + 1.0) / (known + 1.0))) / (honest - 1.0) + std::pow(n, -3.0);
    if (source > 0.0) best = std::min(best, (honest - 1.0) * another / source);
  }
  return best;
}

/// Exact brackets at n = 4 and 6, b = 1/2: far below what Algorithm 1 with s = 0 gives.
Finding prop12_small(const Context&) {
  std::vector<RumorSize> sizes{{4, 2}, {6, 3}};
  const auto uncertainty = [](const RumorSize& s) {
    auto world = rumor_world(s.nodes, s.curious);
    world.delayed = true;
    return rumor_uncertainty(RumorLaw<double>(world, 1.0), {.expansions = 3'000});
  };
  const auto most = [](const RumorSize& s) { return accounting::rumor_uncertainty_limit(s.crowd()) / 10.0; };
  const auto result = sweep(sizes, [&](const RumorSize& s) { return bracket_at_most(uncertainty(s), most(s)); });
  auto finding = conclude(result, [&](const RumorSize& s) {
    return interval_witness({{rumor_world(s.nodes, s.curious), s, 1.0}, the_uncertainty},
                            fmt::format("c <= {}", most(s)), uncertainty(s));
  });
  for (const auto& s : sizes)
    finding.note +=
        fmt::format("{} {:.3g} (n = {})", finding.note.empty() ? "c at most" : "", uncertainty(s).upper(), s.nodes);
  return finding;
}

Finding prop12(const Context& context) {
  auto finding = prop12_small(context);
  struct Growth {
    double power, b;  ///< n = 2^power
    [[nodiscard]] double bound(double times) const { return delayed_uncertainty_bound(std::exp2(power) * times, b); }
  };
  std::vector<Growth> growths;
  for (const double b : {0.1, 0.25, 0.5, 0.75}) {
    for (int halves = 20; halves <= 120; ++halves) growths.push_back({halves / 2.0, b});
  }
  // The bound falls at least by a tenth whenever n grows a hundredfold, and so tends to 0.
  const auto result =
      sweep(growths, [](const Growth& x) { return at_most(x.bound(100.0), 0.9 * x.bound(1.0), {}, Relative{0.0}); });
  finding = both(std::move(finding), conclude_uncertified(result, [](const Growth& x) {
                   return fmt::format("the bound does not fall from n = 2^{} on, b = {}", x.power, x.b);
                 }));
  for (const double power : {10.0, 20.0, 40.0, 60.0})
    finding.note += fmt::format(", {:.3g} (n = 2^{}, b = 1/2)", Growth{power, 0.5}.bound(1.0), power);
  return finding;
}

}  // namespace

Outcome bracket_at_most(const Bracket& actual, const Bracket& allowed, double tolerance) {
  auto certain = at_most(actual.lower(), allowed.upper(), {}, Scaled{tolerance});
  if (certain.violated) return certain;
  auto outcome = at_most(actual.upper(), allowed.lower(), {}, Scaled{tolerance});
  outcome.undecided = outcome.violated;
  outcome.violated = false;
  return outcome;
}

Outcome bracket_at_most(const Bracket& actual, double allowed, double tolerance) {
  return bracket_at_most(actual, Bracket::exact(allowed), tolerance);
}

Outcome bracket_at_least(const Bracket& actual, double least, double tolerance) {
  return bracket_at_most(Bracket::exact(least), actual, tolerance);
}

std::vector<RumorSize> rumor_sizes(int most_nodes) {
  std::vector<RumorSize> all;
  for (int n = 3; n <= most_nodes; ++n) {
    for (int f = 1; f <= n - 2; ++f) all.push_back({n, f});
  }
  return all;
}

ExactDelta exact_delta(const RumorLaw<Rational>& law, const Rational& factor, int depth, int i, int j) {
  ExactDelta delta;
  add_exact_delta(law, law.start(i), law.start(j), factor, depth, delta);
  return delta;
}

Rational smallest_odds_of_first_message(const RumorLaw<Rational>& law) {
  const auto suspects = law.world().suspects();
  Rational smallest(static_cast<long>(suspects.size()));
  std::vector<std::vector<Rational>> visits;
  for (const int i : suspects) visits.push_back(law.visits(law.start(i)));
  for (std::size_t o = 0; o < law.labels().size(); ++o) {
    std::vector<std::vector<Rational>> after;
    for (const auto& v : visits) after.push_back(law.observe(v, o));
    for (std::size_t x = 0; x < law.states(); ++x) {
      Rational total = 0;
      for (const auto& law_after : after) total += law_after[x];
      for (const auto& law_after : after) {
        if (law_after[x] != 0) smallest = std::min<Rational>(smallest, (total - law_after[x]) / law_after[x]);
      }
    }
  }
  return smallest;
}

Rational first_seen_ratio(const RumorSize& size) {
  // With s = 0 one node is active. x and y are the chances that the source's message is the first one seen, when the
  // source is active and when another honest node is: x = f/n + x/n + (h - 1) y/n, y = x/n + (h - 1) y/n.
  const Rational seen(size.curious, size.nodes), one(1, size.nodes), others = (size.honest() - 1) * one;
  const Rational determinant = (1 - one) * (1 - others) - others * one;
  const Rational x = seen * (1 - others) / determinant, y = seen * one / determinant;
  return x / y;
}

Rational rumor_limit(const RumorSize& size, const Rational& factor) {
  const Rational value = Rational(size.curious, size.nodes) * (1 - (factor - 1) / size.curious);
  return value > 0 ? value : Rational(0);
}

std::string between(const Bracket& bracket) {
  return fmt::format("between {} and {}", bracket.lower(), bracket.upper());
}

nlohmann::ordered_json rumor_instance(const RumorSize& size, const std::string& muting) {
  std::vector<int> who(static_cast<std::size_t>(size.curious));
  std::iota(who.begin(), who.end(), size.honest());
  return {{"nodes", size.nodes}, {"curious", who}, {"muting", muting}};
}

void register_rumor_privacy(run::Registry& registry) {
  registry.add("rumor.thm5.dp", thm5_dp);
  registry.add("rumor.thm5.uncertainty", thm5_uncertainty);
  registry.add("rumor.thm5.limit", thm5_limit);
  registry.add("rumor.appendixB.optimal", delayed_start_optimal);
  registry.add("rumor.thm5.limit.family", thm5_limit_family);
  registry.add("rumor.thm5.limit.repaired", thm5_limit_repaired);
  registry.add("rumor.thm5.limit.asymptotic", thm5_limit_asymptotic);
  registry.add("rumor.thm5.limit.no_self_sends", thm5_limit_no_self_sends);
  registry.add("rumor.thm5.limit.no_self_sends.repaired", thm5_limit_no_self_sends_repaired);
  registry.add("rumor.thm7", thm7);
  registry.add("rumor.thm7.closed_form", thm7_closed_form);
  registry.add("rumor.thm8", thm8);
  registry.add("rumor.thm11", thm11);
  registry.add("rumor.prop12", prop12);
}

void register_rumor(run::Registry& registry) {
  register_rumor_definitions(registry);
  register_rumor_privacy(registry);
  register_rumor_variants(registry);
  register_rumor_terminated(registry);
  register_rumor_process(registry);
  register_rumor_rounds(registry);
  register_rumor_spreading(registry);
  register_rumor_first_suspect(registry);
  register_rumor_first_seen(registry);
  register_rumor_attacks(registry);
  register_rumor_graphs(registry);
  register_rumor_first_sender(registry);
  register_rumor_process_steps(registry);
  register_rumor_push(registry);
  register_rumor_delayed_start(registry);
  register_rumor_curious(registry);
}

}  // namespace hearsay::props
