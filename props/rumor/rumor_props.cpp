// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <hearsay/accounting/rumor/bounds.hpp>
#include "props/checks.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rumor_oracle.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using accounting::rumor_world;
using accounting::RumorEnd;
using accounting::RumorLaw;
using accounting::RumorSight;
using accounting::RumorWorld;
using oracle::RumorModel;
using run::Context;
using run::Finding;

constexpr double slack = 1e-9;

double number(const Rational& x) { return static_cast<double>(x); }

accounting::RumorCrowd crowd(int nodes, int curious) { return accounting::rumor_crowd(nodes, curious); }

/// Rigorous bounds on delta in exact arithmetic: every transcript up to `depth` observations, the future of the longest
/// bounded by data processing.
struct ExactDelta {
  Rational lower = 0, upper = 0;
};
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
ExactDelta exact_delta(const RumorLaw<Rational>& law, const Rational& factor, int depth) {
  ExactDelta delta;
  add_exact_delta(law, law.start(0), law.start(1), factor, depth, delta);
  return delta;
}

Rational limit(int nodes, int curious, const Rational& factor) {
  const Rational value = Rational(curious, nodes) * (1 - (factor - 1) / curious);
  return value > 0 ? value : Rational(0);
}

Finding thm5_dp(const Context&) {
  RumorTally tally;
  for (int n = 3; n <= 5; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      const RumorLaw<Rational> law(rumor_world(n, f), Rational(0));
      for (int twice = 2; twice <= 2 * (f + 2); ++twice) {
        const Rational factor(twice, 2), claimed = limit(n, f, factor);
        const auto delta = exact_delta(law, factor, 2);
        tally.add(-number(abs(delta.upper - claimed)), 0.0);
        if (delta.lower != claimed || delta.upper != claimed) {
          auto instance = rumor_instance(n, f, "0");
          instance["exp_epsilon"] = factor.str();
          tally.witness =
              compared_exactly(instance, {claimed.str(), "between " + delta.lower.str() + " and " + delta.upper.str()});
          return tally.finding();
        }
      }
    }
  }
  return tally.finding("with equality everywhere");
}

Finding thm5_uncertainty(const Context&) {
  RumorTally tally;
  for (int n = 3; n <= 5; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      const RumorLaw<Rational> law(rumor_world(n, f), Rational(0));
      // After one observation the state is known and the same for all sources: the odds stay what they are.
      Rational smallest(n);
      std::vector<std::vector<Rational>> visits;
      for (int i = 0; i < n - f; ++i) visits.push_back(law.visits(law.start(i)));
      for (std::size_t o = 0; o < law.labels().size(); ++o) {
        std::vector<std::vector<Rational>> after;
        for (const auto& v : visits) after.push_back(law.observe(v, o));
        for (std::size_t x = 0; x < law.states(); ++x) {
          if (after[0][x] == 0) continue;
          Rational others = 0;
          for (int i = 1; i < n - f; ++i) others += after[static_cast<std::size_t>(i)][x];
          smallest = std::min<Rational>(smallest, others / after[0][x]);
        }
      }
      const Rational claimed = Rational(n, f + 1) - 1;
      tally.add(-number(abs(smallest - claimed)), 0.0);
      if (smallest != claimed) {
        tally.witness = differs_exactly(rumor_instance(n, f, "0"), claimed, smallest);
        return tally.finding();
      }
    }
  }
  return tally.finding("with equality everywhere");
}

/// "0>2 0>2 end".
std::string text(const RumorModel::Transcript& transcript) {
  std::string result;
  for (const auto& [sender, receiver] : transcript.messages)
    result += fmt::format("{}{}>{}", result.empty() ? "" : " ", sender, receiver);
  if (transcript.ended) result += result.empty() ? "end" : " end";
  return result;
}

/// A set of transcripts none of which begins another.
using Event = std::vector<RumorModel::Transcript>;

/// The transcripts, at most `depth` observations long, that speak for source 0 against source 1 by the factor.
void collect_event(const RumorLaw<double>& law, const std::vector<double>& mu, const std::vector<double>& nu,
                   double factor, int depth, const RumorModel::Transcript& so_far,
                   std::vector<std::pair<double, RumorModel::Transcript>>& found) {
  double net = 0.0, genie = 0.0;
  for (std::size_t x = 0; x < mu.size(); ++x) {
    net += mu[x] - factor * nu[x];
    genie += std::max(0.0, mu[x] - factor * nu[x]);
  }
  if (genie < 1e-12) return;
  if (depth == 0 || genie - net < 1e-12) {
    if (net > 0.0) found.emplace_back(net, so_far);
    return;
  }
  const auto mu_visits = law.visits(mu), nu_visits = law.visits(nu);
  for (std::size_t o = 0; o < law.labels().size(); ++o) {
    auto next = so_far;
    if (law.labels()[o].kind == accounting::RumorLabel::Kind::end) {
      next.ended = true;
    } else {
      next.messages.push_back({law.labels()[o].sender, law.labels()[o].receiver});
    }
    collect_event(law, law.observe(mu_visits, o), law.observe(nu_visits, o), factor, depth - 1, next, found);
  }
}

/// Looks for a set of transcripts of the protocol as printed with p_0 - factor p_1 > claimed: the depth grows until the
/// largest gains suffice; then they are recomputed in exact arithmetic by the oracle.
std::optional<run::Witness> refute_delta(int nodes, int curious, const Rational& muting, const Rational& factor,
                                         const Rational& claimed, int most_depth) {
  const RumorLaw<double> law(rumor_world(nodes, curious, RumorEnd::terminated), number(muting));
  for (int depth = 1; depth <= most_depth; ++depth) {
    std::vector<std::pair<double, RumorModel::Transcript>> found;
    collect_event(law, law.start(0), law.start(1), number(factor), depth, {}, found);
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
    double gain = 0.0;
    std::size_t needed = 0;
    while (needed < found.size() && gain <= number(claimed) + 1e-6) gain += found[needed++].first;
    if (gain <= number(claimed) + 1e-6) continue;
    const RumorModel model{nodes, curious, muting, true};
    Rational p0 = 0, p1 = 0;
    auto event = nlohmann::ordered_json::array();
    for (std::size_t k = 0; k < needed; ++k) {
      p0 += model.probability(0, found[k].second);
      p1 += model.probability(1, found[k].second);
      event.push_back(text(found[k].second));
    }
    if (p0 - factor * p1 <= claimed) continue;
    auto instance = rumor_instance(nodes, curious, muting.str());
    instance["exp_epsilon"] = factor.str();
    instance["event"] = event;
    instance["p_0"] = p0.str();
    instance["p_1"] = p1.str();
    const Rational gained = p0 - factor * p1;
    return exceeds_exactly(instance, claimed, gained,
                           {"delta = " + claimed.str(), "p_0 - e^epsilon p_1 = " + gained.str()});
  }
  return std::nullopt;
}

Finding thm5_dp_terminated(const Context&) {
  RumorTally tally;
  for (int n = 3; n <= 4; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (const Rational& factor : {Rational(1), Rational(3, 2), Rational(2)}) {
        tally.instances += 1;
        tally.witness = refute_delta(n, f, 0, factor, limit(n, f, factor), 4);
        if (tally.witness) return tally.finding();
      }
    }
  }
  return tally.finding();
}

Finding thm7_terminated(const Context&) {
  RumorTally tally;
  for (int n = 3; n <= 4; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (const Rational& muting : {Rational(1, 2), Rational(1, 4), Rational(1, 10)}) {
        tally.instances += 1;
        const Rational b(f, n), claimed = b / (1 - muting * (1 - b));
        tally.witness = refute_delta(n, f, muting, 1, claimed, n == 3 ? 4 : 6);
        if (tally.witness) return tally.finding();
      }
    }
  }
  return tally.finding();
}

/// The shortest transcript of the protocol as printed whose odds against the source are below `claimed`; the first in
/// order of labels among those of its length.
std::optional<run::Witness> refute_uncertainty(int nodes, int curious, const Rational& muting, const Rational& claimed,
                                               int most_length) {
  const RumorModel model{nodes, curious, muting, true};
  std::vector<RumorModel::Transcript> prefixes{{}};
  for (int length = 1; length <= most_length; ++length) {
    std::vector<RumorModel::Transcript> longer;
    for (const auto& prefix : prefixes) {
      for (int sender = 0; sender < nodes; ++sender) {
        for (int receiver = nodes - curious; receiver < nodes; ++receiver) {
          auto next = prefix;
          next.messages.push_back({sender, receiver});
          const Rational mine = model.probability(0, next);
          if (mine == 0) continue;
          Rational others = 0;
          std::vector<std::string> shown{mine.str()};
          for (int i = 1; i < nodes - curious; ++i) {
            const Rational p = model.probability(i, next);
            shown.push_back(p.str());
            others += p;
          }
          if (others < claimed * mine) {
            auto instance = rumor_instance(nodes, curious, muting.str());
            instance["transcript_begins"] = text(next);
            instance["probability_by_source"] = shown;
            const Rational odds = others / mine;
            return falls_short_exactly(instance, claimed, odds,
                                       {"c = " + claimed.str(), "sum_{j != 0} p_j / p_0 = " + odds.str()});
          }
          longer.push_back(next);
        }
      }
    }
    prefixes.swap(longer);
  }
  return std::nullopt;
}

Finding uncertainty_terminated(const std::function<Rational(int, int)>& claimed) {
  RumorTally tally;
  for (int n = 2; n <= 4; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      tally.instances += 1;
      tally.witness = refute_uncertainty(n, f, 0, claimed(n, f), 3);
      if (tally.witness) return tally.finding();
    }
  }
  return tally.finding();
}

/// Calls `visit` on every world of the small claims: n, f, transcript model, muting, delayed start.
void for_each_world(int most_nodes, bool self_sends, std::initializer_list<double> mutings,
                    std::initializer_list<RumorEnd> ends, bool with_delayed,
                    const std::function<void(const RumorWorld&, int n, int f, double muting)>& visit) {
  for (int n = 3; n <= most_nodes; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (const auto end : ends) {
        for (const double muting : mutings) visit(rumor_world(n, f, end, self_sends), n, f, muting);
        if (!with_delayed) continue;
        auto world = rumor_world(n, f, end, self_sends);
        world.delayed = true;
        visit(world, n, f, 1.0);
      }
    }
  }
}

constexpr auto both_ends = {RumorEnd::unending, RumorEnd::terminated};
constexpr auto unending_only = {RumorEnd::unending};

accounting::RumorEffort search_effort(const Context& context) {
  return {.width = 1e-7, .expansions = context.pick<std::uint64_t>(400, 3'000, 200'000)};
}

std::string describe(const RumorWorld& world, double muting) {
  return fmt::format("{}{}{}", muting, world.delayed ? ", delayed start" : "",
                     world.end == RumorEnd::terminated ? ", terminated" : "");
}

run::Witness interval_witness(const RumorWorld& world, int n, int f, double muting, double epsilon,
                              const std::string& claimed, const Bracket& actual) {
  auto instance = rumor_instance(n, f, describe(world, muting));
  instance["epsilon"] = epsilon;
  return compared_numerically(instance, {claimed, between(actual)});
}

Finding thm5_limit(const Context& context) {
  RumorTally tally;
  for_each_world(context.pick(4, 5, 5), true, {0.0, 0.25, 0.5, 0.75, 1.0}, both_ends, true,
                 [&](const RumorWorld& world, int n, int f, double muting) {
                   const RumorLaw<double> law(world, muting);
                   for (const double epsilon : {0.0, 0.5}) {
                     const double least = accounting::rumor_delta_limit(crowd(n, f), epsilon);
                     const Bracket delta = rumor_delta(law, epsilon, search_effort(context));
                     if (tally.add((delta.upper() - least) / least, slack)) {
                       tally.witness =
                           interval_witness(world, n, f, muting, epsilon, fmt::format("delta >= {}", least), delta);
                     }
                   }
                   const double most = accounting::rumor_uncertainty_limit(crowd(n, f));
                   const Bracket c = rumor_uncertainty(law, search_effort(context));
                   if (tally.add((most - c.lower()) / most, slack))
                     tally.witness = interval_witness(world, n, f, muting, 0.0, fmt::format("c <= {}", most), c);
                 });
  return tally.finding();
}

Finding thm5_limit_no_self_sends(const Context&) {
  RumorTally tally;
  for (int n = 3; n <= 4; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      const Rational claimed(f, n);
      for (const bool delayed : {false, true}) {
        for (const Rational& muting :
             delayed ? std::vector<Rational>{1} : std::vector<Rational>{0, Rational(1, 2), 1}) {
          ++tally.instances;
          auto world = rumor_world(n, f, RumorEnd::unending, false);
          world.delayed = delayed;
          const auto delta = exact_delta(RumorLaw<Rational>(world, muting), 1, 3);
          tally.margin = std::min(tally.margin, number(delta.upper / claimed - 1));
          if (delta.upper >= claimed) continue;
          auto instance = rumor_instance(n, f, muting.str());
          instance["self_sends"] = false;
          instance["delayed_start"] = delayed;
          instance["epsilon"] = 0;
          const std::string actual =
              delta.lower == delta.upper ? "delta = " + delta.upper.str() : "delta <= " + delta.upper.str();
          tally.witness = falls_short_exactly(instance, claimed, delta.upper, {"delta >= " + claimed.str(), actual});
          return tally.finding();
        }
      }
    }
  }
  return tally.finding();
}

Finding thm5_limit_no_self_sends_repaired(const Context& context) {
  RumorTally tally;
  for_each_world(context.pick(4, 5, 5), false, {0.0, 0.5, 1.0}, both_ends, true,
                 [&](const RumorWorld& world, int n, int f, double muting) {
                   const RumorLaw<double> law(world, muting);
                   for (const double epsilon : {0.0, 0.5}) {
                     const double least = accounting::rumor_delta_limit_no_self_sends(crowd(n, f), epsilon);
                     const Bracket delta = rumor_delta(law, epsilon, search_effort(context));
                     if (tally.add(delta.upper() - least, slack)) {
                       tally.witness =
                           interval_witness(world, n, f, muting, epsilon, fmt::format("delta >= {}", least), delta);
                     }
                   }
                 });
  return tally.finding();
}

Finding thm7(const Context& context) {
  RumorTally tally;
  for_each_world(context.pick(4, 5, 6), true, {0.1, 0.25, 0.5, 0.75, 0.9}, unending_only, false,
                 [&](const RumorWorld& world, int n, int f, double muting) {
                   const double most = accounting::rumor_delta_bound(crowd(n, f), muting);
                   const Bracket delta = rumor_delta(RumorLaw<double>(world, muting), 0.0, search_effort(context));
                   if (tally.add((most - delta.lower()) / most, slack)) {
                     tally.witness = interval_witness(world, n, f, muting, 0.0, fmt::format("delta = {}", most), delta);
                   }
                   if (delta.upper() > most + slack) tally.inconclusive = true;
                 });
  return tally.finding();
}

Finding thm7_closed_form(const Context&) {
  RumorTally tally;
  for (int sn = 0; sn < 8; ++sn) {
    for (int bn = 0; bn <= 8; ++bn) {
      const Rational s(sn, 8), b(bn, 8), closed = b / (1 - s * (1 - b));
      // 1 - (1-s) sum_{k<K} s^k (1-b)^{k+1} is the closed form plus what the tail k >= K still takes away.
      Rational partial = 1, power = 1, s_power = 1, keep_power = 1;
      for (int k = 0; k < 12; ++k) {
        partial -= (1 - s) * power * (1 - b);
        power *= s * (1 - b);
        const Rational tail = (1 - s) * (1 - b) * power / (1 - s * (1 - b));
        const bool equal = partial - tail == closed;
        s_power *= s;
        keep_power *= 1 - b;
        const Rational looser = 1 - (1 - s_power) * keep_power;
        const bool bounded = k >= 8 || closed <= looser;
        if (k < 8) tally.margin = std::min(tally.margin, number(looser - closed));
        ++tally.instances;
        if (!equal || !bounded) {
          tally.witness = compared_exactly({{"s", s.str()}, {"b", b.str()}, {"r", k + 1}},
                                           {closed.str(), equal ? looser.str() : Rational(partial - tail).str()});
          return tally.finding();
        }
      }
      const double library =
          accounting::rumor_delta_bound({.nodes = 8, .curious = static_cast<std::uint64_t>(bn)}, number(s));
      if (bn > 0 && std::abs(library - number(closed)) > 1e-15)
        throw Error(Errc::domain, "thm7_closed_form", "the library's bound differs from the closed form");
    }
  }
  return tally.finding();
}

Finding thm8(const Context& context) {
  RumorTally tally;
  for_each_world(context.pick(4, 5, 6), true, {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0}, unending_only, false,
                 [&](const RumorWorld& world, int n, int f, double muting) {
                   const double least = (1.0 - (f + 1.0) / n) * (1.0 - muting);
                   const Bracket c = rumor_uncertainty(RumorLaw<double>(world, muting), search_effort(context));
                   if (tally.add(c.upper() - least, slack))
                     tally.witness = interval_witness(world, n, f, muting, 0.0, fmt::format("c >= {}", least), c);
                   if (c.lower() < least - 1e-6) tally.inconclusive = true;
                 });
  return tally.finding();
}

Finding thm11(const Context& context) {
  RumorTally tally;
  for_each_world(context.pick(4, 5, 5), true, {0.0, 0.5, 1.0}, unending_only, false,
                 [&](const RumorWorld& ordered, int n, int f, double muting) {
                   auto world = ordered;
                   world.sight = RumorSight::timed;
                   const RumorLaw<double> law(world, muting);
                   const double b = accounting::rumor_timed_delta_limit(crowd(n, f));
                   for (const double epsilon : {0.0, 0.5}) {
                     const Bracket delta = rumor_delta(law, epsilon, search_effort(context));
                     bool violated = tally.add((delta.upper() - b) / b, slack);
                     if (muting == 0.0)
                       violated = tally.add((b - delta.lower()) / b, slack) || violated || delta.upper() > b + slack;
                     if (violated)
                       tally.witness =
                           interval_witness(world, n, f, muting, epsilon,
                                            fmt::format("delta {} {}", muting == 0.0 ? "=" : ">=", b), delta);
                   }
                   const Bracket c = rumor_uncertainty(law, search_effort(context));
                   if (c.upper() > 0.0) tally.witness = interval_witness(world, n, f, muting, 0.0, "c = 0", c);
                 });
  return tally.finding();
}

/// Upper bound on the prediction uncertainty of the delayed start at b = 1/2 by the paper's event
/// (docs/maths/rumor.md): node 0 is seen first and not again among the next r sightings.
double delayed_uncertainty_bound(double n) {
  const double b = 0.5, honest = n / 2.0;
  const double known = std::ceil(std::log(n) * 3.0 / -std::log1p(-b));  // P(nothing seen in `known` messages) <= n^-3
  double best = std::numeric_limits<double>::infinity();
  for (double r = 4.0; r < n; r *= 2.0) {
    const double k =
        4.0 * r;  // messages within which r are seen but with probability exp(-2 (b - 1/4)^2 k) (Hoeffding)
    const double source = b * (std::exp(k * std::log1p(-1.0 / n)) - std::exp(-2.0 * (b - 0.25) * (b - 0.25) * k));
    const double another =
        std::exp(-b * std::log((known + r + 1.0) / (known + 1.0))) / (honest - 1.0) + std::pow(n, -3.0);
    if (source > 0.0) best = std::min(best, (honest - 1.0) * another / source);
  }
  return best;
}

Finding prop12(const Context&) {
  RumorTally tally;
  std::string note = "c at most";
  for (const int n : {4, 6}) {
    auto world = rumor_world(n, n / 2);
    world.delayed = true;
    const Bracket c = rumor_uncertainty(RumorLaw<double>(world, 1.0), {.expansions = 3'000});
    note += fmt::format(" {:.3g} (n = {})", c.upper(), n);
    // Far below what Algorithm 1 with s = 0 gives at the same size.
    const double silent = accounting::rumor_uncertainty_limit(crowd(n, n / 2));
    if (tally.add((silent / 10.0 - c.lower()) / silent, 0.0))
      tally.witness = interval_witness(world, n, n / 2, 1.0, 0.0, fmt::format("c < {}", silent / 10.0), c);
    if (c.upper() > silent / 10.0) tally.inconclusive = true;
  }
  double previous = std::numeric_limits<double>::infinity();
  for (int power = 10; power <= 50; power += 10) {
    const double bound = delayed_uncertainty_bound(std::ldexp(1.0, power));
    note += fmt::format(" {:.3g} (n = 2^{})", bound, power);
    ++tally.instances;
    if (bound >= previous) tally.inconclusive = true;
    previous = bound;
  }
  if (previous > 1e-3) tally.inconclusive = true;
  return tally.finding(note);
}

}  // namespace

std::string between(const Bracket& bracket) {
  return fmt::format("between {} and {}", bracket.lower(), bracket.upper());
}

nlohmann::ordered_json rumor_instance(int nodes, int curious, const std::string& muting) {
  std::vector<int> who(static_cast<std::size_t>(curious));
  std::iota(who.begin(), who.end(), nodes - curious);
  return {{"nodes", nodes}, {"curious", who}, {"muting", muting}};
}

void register_rumor_privacy(run::Registry& registry) {
  registry.add("rumor.thm5.dp", thm5_dp);
  registry.add("rumor.thm5.dp.terminated", thm5_dp_terminated);
  registry.add("rumor.thm5.uncertainty", thm5_uncertainty);
  registry.add("rumor.thm5.uncertainty.terminated", [](const Context&) {
    return uncertainty_terminated([](int n, int f) { return Rational(n, f + 1) - 1; });
  });
  registry.add("rumor.thm5.limit", thm5_limit);
  registry.add("rumor.thm5.limit.no_self_sends", thm5_limit_no_self_sends);
  registry.add("rumor.thm5.limit.no_self_sends.repaired", thm5_limit_no_self_sends_repaired);
  registry.add("rumor.thm7", thm7);
  registry.add("rumor.thm7.closed_form", thm7_closed_form);
  registry.add("rumor.thm7.terminated", thm7_terminated);
  registry.add("rumor.thm8", thm8);
  registry.add("rumor.thm8.terminated", [](const Context&) {
    return uncertainty_terminated([](int n, int f) { return 1 - Rational(f + 1, n); });
  });
  registry.add("rumor.thm11", thm11);
  registry.add("rumor.prop12", prop12);
}

void register_rumor(run::Registry& registry) {
  register_rumor_privacy(registry);
  register_rumor_process(registry);
  register_rumor_first_suspect(registry);
  register_rumor_attacks(registry);
  register_rumor_graphs(registry);
}

}  // namespace hearsay::props
