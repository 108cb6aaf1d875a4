// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <hearsay/core/error.hpp>

#include <hearsay/report/derivation/draft.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;

bool contains(const std::vector<int>& nodes, int v) { return std::ranges::find(nodes, v) != nodes.end(); }
std::size_t at(int node) { return static_cast<std::size_t>(node); }

/// Fresh noise in every round, and who sees what.
struct Watched {
  explicit Watched(const ordered_json& instance)
      : nodes(instance.at("nodes").get<int>()),
        target(instance.at("target").get<int>()),
        steps(instance.value("steps_per_round", 1)),
        own_noise(instance.at("own_noise").get<bool>()),
        messages(instance.at("view") == "messages"),
        observers(instance.at("observers").get<std::vector<int>>()),
        w(gossip_rows(nodes, instance.at("edges"), instance.at("weights").get<std::string>())) {
    std::set<int> heard;
    for (const int o : observers) {
      for (const auto& entry : w.rows[at(o)]) {
        if (!contains(observers, static_cast<int>(entry.column))) heard.insert(static_cast<int>(entry.column));
      }
    }
    seen = messages ? std::vector<int>(heard.begin(), heard.end()) : observers;
  }
  /// |b|^2 off the known noise.
  [[nodiscard]] Rational square(const Vector& b) const {
    Rational sum = 0;
    for (int v = 0; v < nodes; ++v) {
      if (!own_noise || !contains(observers, v)) sum += b[at(v)] * b[at(v)];
    }
    return sum;
  }

  int nodes, target, steps;
  bool own_noise, messages;
  std::vector<int> observers, seen;
  linalg::RationalMatrix w;
};

void tell_instance(Draft& draft, const Watched& x, const ordered_json& instance) {
  draft.say(fmt::format(
      "Instance: {}. In each round every node adds its input and fresh standard normal noise to its state, then {} of "
      "gossip follow{}. {} see{} the state{} of {} before each step, and {} own noise. Node {} contributes s_t in "
      "round "
      "t.",
      network_words(instance), x.steps == 1 ? "one step" : std::to_string(x.steps) + " steps", x.steps == 1 ? "s" : "",
      x.observers.size() == 1 ? fmt::format("Node {}", x.observers.front()) : "Nodes " + listed(x.observers),
      x.observers.size() == 1 ? "s" : "", x.seen.size() == 1 ? "" : "s", nodes_words(x.seen),
      x.own_noise ? (x.observers.size() == 1 ? "knows its" : "know their")
                  : (x.observers.size() == 1 ? "does not use its" : "do not use their"),
      x.target));
  if (auto table = matrix_table(x.w, "Gossip matrix W:")) draft.show(std::move(*table));
}

/// Rounds with contributions, the weights of what is seen in them, and b_t; `most` rounds.
struct Rounds {
  Vector stream;
  std::vector<std::vector<std::string>> weights;  ///< by round, a cell a seen node and step
  std::vector<std::string> weight_titles;
  Matrix blocks;  ///< b_1, b_2, ...
};

void show_rounds(Draft& draft, const Watched& x, const Rounds& rounds, std::size_t most, const std::string& caption) {
  std::vector<int> named = {x.target};
  for (const int o : x.seen) named.push_back(o);
  std::vector<ColumnGroup> groups;
  for (auto& group : equal_columns(rounds.blocks, named)) {
    if (!x.own_noise || !contains(x.observers, group.members.front())) groups.push_back(std::move(group));
  }
  const bool whole = groups.size() + rounds.weight_titles.size() <= most_columns;
  if (!whole) std::erase_if(groups, [&](const ColumnGroup& g) { return g.members.front() != x.target; });
  NumberTable table{.caption = caption, .columns = {{"t"}, {"s_t"}}, .rows = {}};
  for (const auto& title : rounds.weight_titles) table.columns.push_back({title});
  for (const auto& g : groups)
    table.columns.push_back({fmt::format("b_t({}){}", listed(g.members), g.members.size() == 1 ? "" : " each")});
  table.columns.push_back({"|b_t|^2"});
  for (std::size_t t = 0; t < std::min(most, rounds.blocks.size()); ++t) {
    std::vector<std::string> cells = {std::to_string(t + 1), number_of(rounds.stream[t])};
    cells.insert(cells.end(), rounds.weights[t].begin(), rounds.weights[t].end());
    for (const auto& g : groups) cells.push_back(number_of(rounds.blocks[t][at(g.members.front())]));
    cells.push_back(number_of(x.square(rounds.blocks[t])));
    table.rows.push_back(std::move(cells));
  }
  draft.show(std::move(table));
}

/// b_T, ..., b_1 of weights [[t, k, w, "c"], ...].
Rounds adjoint_of(const Watched& x, const ordered_json& terms, Vector stream) {
  Rounds found{.stream = std::move(stream), .weights = {}, .weight_titles = {}, .blocks = {}};
  const auto rounds = found.stream.size();
  found.blocks.assign(rounds, {});
  found.weights.assign(rounds, {});
  for (int k = 0; k < x.steps; ++k) {
    for (const int v : x.seen)
      found.weight_titles.push_back(x.steps == 1 ? fmt::format("weight of {}", v)
                                                 : fmt::format("weight of {}, step {}", v, k));
  }
  Vector a(at(x.nodes), Rational(0));
  for (auto t = static_cast<int>(rounds); t >= 1; --t) {
    std::vector<std::string> cells(found.weight_titles.size(), "0");
    for (int k = x.steps - 1; k >= 0; --k) {
      a = row_times(a, x.w);
      for (const auto& term : terms) {
        if (term.at(0).get<int>() != t || term.at(1).get<int>() != k) continue;
        const auto v = term.at(2).get<int>();
        a[at(v)] += fraction(term.at(3));
        const auto place = std::ranges::find(x.seen, v) - x.seen.begin();
        cells[static_cast<std::size_t>(k) * x.seen.size() + static_cast<std::size_t>(place)] =
            number_of(fraction(term.at(3)));
      }
    }
    found.blocks[at(t - 1)] = a;
    found.weights[at(t - 1)] = std::move(cells);
  }
  return found;
}

/// What a weighted sum shows of the contributions, and its noise.
struct Weighed {
  Rational signal, noise;
};

Weighed weigh(const Watched& x, const Rounds& rounds) {
  Weighed found{0, 0};
  for (std::size_t t = 0; t < rounds.blocks.size(); ++t) {
    found.signal += rounds.stream[t] * rounds.blocks[t][at(x.target)];
    found.noise += x.square(rounds.blocks[t]);
  }
  return found;
}

constexpr const char* meaning_of_blocks =
    "In the weighted sum of what is seen, input and noise of node w in round t have the weight b_t(w): b_t is W "
    "b_{t+1} "
    "plus the weights of round t.";

void published_of_a_round(Draft& draft, const Watched& x) {
  NumberTable table{.caption = fmt::format("The published formula for node {} in one round:", x.target),
                    .columns = {{"message", true}, {"entry"}, {"|row|^2"}, {"entry^2/|row|^2"}},
                    .rows = {}};
  Rational sum = 0;
  for (int k = 0; k < x.steps; ++k) {
    for (const int sender : x.seen) {
      Vector row(at(x.nodes), Rational(0));
      row[at(sender)] = 1;
      for (int j = 0; j < k; ++j) row = row_times(row, x.w);
      const auto& entry = row[at(x.target)];
      const Rational square = dot(row, row), term = entry * entry / square;
      sum += term;
      table.rows.push_back(
          {fmt::format("step {}, from {}", k, sender), number_of(entry), number_of(square), number_of(term)});
    }
  }
  table.rows.push_back({"sum", "", "", number_of(sum)});
  table.totals = 1;
  draft.show(std::move(table));
  draft.variables["eq6"] = sum;
}

void set_sizes(Draft& draft, const Watched& x) {
  draft.variables["n"] = Rational(x.nodes);
  draft.variables["observers"] = Rational(static_cast<long>(x.observers.size()));
}

}  // namespace

Draft derive_stream(const ordered_json& certificate, const ordered_json&) {
  const auto& instance = certificate.at("instance");
  const auto& evidence = certificate.at("evidence");
  const Watched x(instance);
  const auto count = instance.at("rounds").get<std::size_t>();
  Draft draft;
  set_sizes(draft, x);
  draft.variables["rounds"] = Rational(static_cast<long>(count));
  tell_instance(draft, x, instance);
  draft.say(meaning_of_blocks);
  const auto& lower = evidence.at("lower");
  auto stream = lower.contains("stream") ? fractions(lower.at("stream")) : Vector(count, Rational(1));
  const auto rounds = adjoint_of(x, lower.at("terms"), std::move(stream));
  show_rounds(draft, x, rounds, 2 * most_rows, fmt::format("The weights, and what is left, for T = {} rounds:", count));
  const auto [signal, noise] = weigh(x, rounds);
  const Rational loss = signal * signal / noise;
  draft.write(fmt::format("signal, the sum of s_t b_t({})", x.target), number_of(signal));
  draft.write("noise, the sum of |b_t|^2", number_of(noise));
  const bool absolute = certificate.at("quantity") == "absolute_sum";
  draft.write(absolute ? "sum of |M_st| >= s^T M s" : "loss",
              {{">=", squared(signal) + "/" + bracketed(noise)}, {"=", number_of(loss)}});
  if (absolute) draft.say("M is the matrix of the loss: s^T M s is the loss of the contributions s.");
  draft.lower = loss;
  if (x.messages) published_of_a_round(draft, x);
  if (evidence.contains("constant")) {
    const auto constant = adjoint_of(x, evidence.at("constant").at("terms"), Vector(count, Rational(1)));
    show_rounds(draft, x, constant, 2 * most_rows, "The best weights for constant contributions:");
    const auto best = weigh(x, constant);
    draft.write("constant", {{"=", squared(best.signal) + "/" + bracketed(best.noise)},
                             {"=", number_of(Rational(best.signal * best.signal / best.noise))}});
    draft.variables["constant"] = Rational(best.signal * best.signal / best.noise);
  }
  return draft;
}

namespace {

/// All multiplied by their common denominator, if that is not too large.
Rational common_denominator(const Matrix& blocks) {
  exact::Integer common = 1;
  for (const auto& block : blocks) {
    for (const auto& x : block) common = lcm(common, denominator(x));
  }
  return common > 1'000'000 ? Rational(1) : Rational(common);
}

bool second_half_is_minus_the_first(const Rounds& x) {
  const auto half = x.blocks.size() / 2;
  if (x.blocks.size() % 2 != 0) return false;
  for (std::size_t t = 0; t < half; ++t) {
    if (x.stream[t] != -x.stream[t + half]) return false;
    for (std::size_t v = 0; v < x.blocks[t].size(); ++v) {
      if (x.blocks[t][v] != -x.blocks[t + half][v]) return false;
    }
  }
  return true;
}

}  // namespace

Draft derive_rate(const ordered_json& certificate, const ordered_json&) {
  const auto& instance = certificate.at("instance");
  const Watched x(instance);
  Draft draft;
  set_sizes(draft, x);
  tell_instance(draft, x, instance);
  Rounds rounds{
      .stream = fractions(certificate.at("evidence").at("stream")), .weights = {}, .weight_titles = {}, .blocks = {}};
  for (const auto& block : certificate.at("evidence").at("adjoint")) rounds.blocks.push_back(fractions(block));
  const auto scale = common_denominator(rounds.blocks);
  for (auto& block : rounds.blocks) {
    for (auto& entry : block) entry *= scale;
  }
  const auto period = rounds.blocks.size();
  for (const int v : x.seen) rounds.weight_titles.push_back(fmt::format("weight of {}", v));
  for (std::size_t t = 0; t < period; ++t) {
    const auto after = times(x.w, rounds.blocks[(t + 1) % period]);
    auto& cells = rounds.weights.emplace_back();
    for (int v = 0; v < x.nodes; ++v) {
      const Rational weight = rounds.blocks[t][at(v)] - after[at(v)];
      if (contains(x.seen, v)) {
        cells.push_back(number_of(weight));
      } else if (weight != 0) {
        throw Error(Errc::conditions, "derivation", "b_t = W b_{t+1} fails off the nodes that are seen");
      }
    }
  }
  const bool halved = period > 2 && second_half_is_minus_the_first(rounds);
  const auto shown = halved ? period / 2 : period;
  draft.say(fmt::format(
      "The contributions have period {}. The observers add up the states with the weights below, repeated for ever. In "
      "the sum, input and noise of node w in round t have the weight b_t(w): b_t = W b_{{t+1}}, plus the weight at a "
      "node "
      "that is seen. The start and the end change the sum by an amount that stays bounded as T grows.",
      period));
  show_rounds(draft, x, rounds, 2 * most_rows,
              halved
                  ? fmt::format("Rounds 1 to {}; in rounds {} to {} all signs are exchanged:", shown, shown + 1, period)
              : shown > 2 * most_rows ? fmt::format("Rounds 1 to {} of {}, then again from 1:", 2 * most_rows, shown)
                                      : fmt::format("Rounds 1 to {}, then again from 1:", period));
  if (halved) {
    auto& table = std::get<NumberTable>(draft.blocks.back());
    table.rows.resize(std::min(shown, table.rows.size()));
  }
  const auto factor = static_cast<long>(period / shown);
  auto [signal, noise] = weigh(x, rounds);
  signal /= factor, noise /= factor;
  const auto length = static_cast<long>(shown);
  draft.write(fmt::format("sum of s_t b_t({})", x.target), number_of(signal));
  if (certificate.at("quantity") == "transient_rate") {
    Rational mean = 0;
    for (std::size_t t = 0; t < period; ++t) {
      Rational sum = 0;
      for (const auto& entry : rounds.blocks[t]) sum += entry;
      mean += rounds.stream[t] * sum / x.nodes / factor;
    }
    draft.say("Only the part that fades counts: the mean over the nodes, which stays, is taken off.");
    draft.write("signal that fades", {{"=", fmt::format("{} - {}", number_of(signal), bracketed(mean))},
                                      {"=", number_of(Rational(signal - mean))}});
    signal -= mean;
  }
  draft.write("sum of |b_t|^2", number_of(noise));
  const Rational rate = signal * signal / (noise * length);
  draft.say(
      fmt::format("Over T rounds the signal is T/{0} times the first sum, the variance of the noise T/{0} times the "
                  "second, up to bounded amounts. So the loss per round tends to at least",
                  length));
  const bool one = length == 1;
  std::vector<Formula::Step> steps = {
      {">=", squared(signal) + "/" + (one ? bracketed(noise) : fmt::format("({}*{})", length, number_of(noise)))},
      {"=", number_of(rate)}};
  constexpr std::size_t short_fraction = 9;
  if (number_of(rate).size() > short_fraction) steps.push_back({"=", decimal(rate, 8)});
  draft.write("rate", std::move(steps));
  draft.lower = rate;
  return draft;
}

}  // namespace hearsay::report
