// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rumor_oracle.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using accounting::rumor_world;
using accounting::RumorEnd;
using accounting::RumorLabel;
using accounting::RumorLaw;
using accounting::RumorWorld;
using oracle::RumorModel;
using run::Context;
using run::Finding;

/// Nodes 0 .. suspects - 1 of a world are the suspects.
struct Suspicion {
  int nodes, curious, suspects;
  Rational muting;
  RumorEnd end;
  bool self_sends;
  [[nodiscard]] RumorWorld world() const { return rumor_world(nodes, curious, end, self_sends); }
};

/// A transcript, as far as it was followed, and the laws of the hidden state given each suspect. Node 0 is the first
/// suspect seen, or none is yet.
struct Prefix {
  std::vector<std::vector<double>> laws;
  bool seen = false;
  std::vector<std::size_t> labels;
};

double sum(const std::vector<double>& mu) { return std::accumulate(mu.begin(), mu.end(), 0.0); }

/// Node 0 is a best guess in every hidden state, so for every continuation: the future depends on the state alone.
bool dominates(const Prefix& prefix) {
  for (const auto& other : prefix.laws) {
    for (std::size_t x = 0; x < other.size(); ++x) {
      if (prefix.laws[0][x] < (1.0 - 1e-12) * other[x]) return false;
    }
  }
  return true;
}

/// The suspect likeliest to have started it if that is not node 0, else 0.
std::size_t better_guess(const Prefix& prefix) {
  std::size_t best = 0;
  double most = sum(prefix.laws[0]) * (1.0 + 1e-9);
  for (std::size_t i = 1; i < prefix.laws.size(); ++i) {
    if (sum(prefix.laws[i]) > most) best = i, most = sum(prefix.laws[i]);
  }
  return best;
}

/// The shortest transcript, of at most `longest` observations, after which another suspect is likelier than the first
/// one seen, with that suspect. Transcripts with the same laws but for a factor count as one.
std::optional<std::pair<Prefix, std::size_t>> misleading_transcript(const RumorLaw<double>& law, int suspects,
                                                                    int longest) {
  Prefix root;
  for (int i = 0; i < suspects; ++i) root.laws.push_back(law.start(i));
  std::vector<Prefix> layer{root};
  for (int length = 1; length <= longest; ++length) {
    std::map<std::vector<std::int64_t>, Prefix> next;
    for (const Prefix& prefix : layer) {
      std::vector<std::vector<double>> visits;
      for (const auto& mu : prefix.laws) visits.push_back(law.visits(mu));
      for (std::size_t o = 0; o < law.labels().size(); ++o) {
        const RumorLabel& label = law.labels()[o];
        const bool end = label.kind == RumorLabel::Kind::end, suspect = !end && label.sender < suspects;
        if (!prefix.seen && (end || (suspect && label.sender != 0)))
          continue;  // nobody to name, or somebody's namesake
        Prefix longer{.laws = {}, .seen = prefix.seen || suspect, .labels = prefix.labels};
        longer.labels.push_back(o);
        double mass = 0.0;
        for (const auto& v : visits) mass += sum(longer.laws.emplace_back(law.observe(v, o)));
        if (mass == 0.0) continue;
        if (longer.seen && (end || law.world().end == RumorEnd::unending)) {
          if (const auto other = better_guess(longer); other != 0) return std::pair(longer, other);
        }
        if (end || (longer.seen && dominates(longer))) continue;
        std::vector<std::int64_t> key{longer.seen ? 1 : 0};
        for (const auto& mu : longer.laws) {
          for (const double p : mu) key.push_back(std::llround(p / mass * 1e9));
        }
        next.try_emplace(std::move(key), std::move(longer));
      }
    }
    layer.clear();
    for (auto& [key, prefix] : next) layer.push_back(std::move(prefix));
  }
  return std::nullopt;
}

/// A misleading transcript with its probabilities in exact arithmetic, by the oracle where nodes may tell themselves.
std::optional<run::Witness> misleading_witness(const Suspicion& asked, int longest) {
  const RumorLaw<double> law(asked.world(), static_cast<double>(asked.muting));
  const auto found = misleading_transcript(law, asked.suspects, longest);
  if (!found) return std::nullopt;
  const auto& [prefix, other] = *found;
  RumorModel::Transcript transcript;
  std::string text;
  for (const std::size_t o : prefix.labels) {
    const RumorLabel& label = law.labels()[o];
    text += (text.empty() ? "" : " ") + to_string(label);
    if (label.kind == RumorLabel::Kind::end) {
      transcript.ended = true;
    } else {
      transcript.messages.push_back({label.sender, label.receiver});
    }
  }
  const auto probability = [&](int source) {
    if (!asked.self_sends) return RumorLaw<Rational>(asked.world(), asked.muting).probability(source, prefix.labels);
    return RumorModel{asked.nodes, asked.curious, asked.muting, asked.end == RumorEnd::terminated}.probability(
        source, transcript);
  };
  const Rational named = probability(0), better = probability(static_cast<int>(other));
  if (named >= better) return std::nullopt;
  auto instance = rumor_instance({asked.nodes, asked.curious}, asked.muting.str());
  std::vector<int> suspects(static_cast<std::size_t>(asked.suspects));
  std::iota(suspects.begin(), suspects.end(), 0);
  instance["suspects"] = suspects;
  instance["self_sends"] = asked.self_sends;
  instance["transcript"] = text;
  return exceeds_exactly(instance, named, better,
                         {"p_0 is largest", fmt::format("p_0 = {}, p_{} = {}", named.str(), other, better.str())});
}

/// Every world of the claims, smallest first.
std::vector<Suspicion> suspicions(RumorEnd end, int most_nodes) {
  std::vector<Suspicion> all;
  for (const auto& [n, f] : rumor_sizes(most_nodes)) {
    for (int suspects = 2; suspects <= n - f; ++suspects) {
      for (const bool self_sends : {true, false}) {
        for (const Rational& s : {Rational(0), Rational(1, 4), Rational(1, 2), Rational(3, 4), Rational(1)})
          all.push_back({n, f, suspects, s, end, self_sends});
      }
    }
  }
  return all;
}

/// Theorem 10 for unending transcripts of any length. With t the exchange of suspects 0 and 1, p_1 = t p_0, so that as
/// long as neither is seen p_0 - p_1 is a sum of multiples k_A (e_A - e_tA) over sets A of active nodes with 0 in A and
/// 1 not. k >= 0 at the start. It stays so if a message of a node that is no suspect takes every e_A - e_tA to such a
/// sum with k >= 0; and 0, seen first, is a best guess for ever if its message takes every e_A - e_tA to a vector >= 0.
bool first_suspect_dominates(const Suspicion& asked) {
  const RumorLaw<Rational> law(asked.world(), asked.muting);
  RumorWorld::Relabelling exchange{};
  std::iota(exchange.begin(), exchange.end(), 0);
  std::swap(exchange[0], exchange[1]);
  const auto zero_only = [&](std::size_t x) { return (law.members(x) & 3u) == 1u; };
  for (std::size_t a = 0; a < law.states(); ++a) {
    if (!zero_only(a)) continue;
    std::vector<Rational> difference(law.states(), Rational(0));
    difference[a] = 1;
    difference[law.relabelled(a, exchange)] = -1;
    const auto visits = law.visits(difference);
    for (std::size_t o = 0; o < law.labels().size(); ++o) {
      const int sender = law.labels()[o].sender;
      if (sender > 0 && sender < asked.suspects) continue;
      const auto after = law.observe(visits, o);
      for (std::size_t x = 0; x < after.size(); ++x) {
        if (after[x] < 0 && (sender == 0 || zero_only(x))) return false;
      }
    }
  }
  return true;
}

/// Sweeps the worlds for the first with a misleading transcript of at most `longest` observations; where there is none
/// `proved(world)` tells whether there is none of any length.
template <class Proved>
Finding misleading(const std::vector<Suspicion>& worlds, int longest, Proved proved) {
  const auto result = sweep(worlds, [&](const Suspicion& asked) -> Outcome {
    if (proved(asked)) return {};
    const bool found = misleading_witness(asked, longest).has_value();
    return {.violated = found, .undecided = !found, .tags = {}};
  });
  return conclude(result, [&](const Suspicion& asked) { return misleading_witness(asked, longest).value(); });
}

Finding thm10(const Context& context) {
  return misleading(suspicions(RumorEnd::unending, context.pick(5, 6, 6)), 4, first_suspect_dominates);
}

Finding thm10_terminated(const Context& context) {
  return misleading(suspicions(RumorEnd::terminated, 5), context.pick(3, 3, 4), [](const Suspicion&) { return false; });
}

}  // namespace

void register_rumor_first_suspect(run::Registry& registry) {
  registry.add("rumor.thm10", thm10);
  registry.add("rumor.thm10.terminated", thm10_terminated);
}

}  // namespace hearsay::props
