// SPDX-License-Identifier: GPL-3.0-or-later
// The quantities of certificates by the definitions of props/oracle, which share no code with the checkers: one line of
// JSON in, {"kind", "instance"} as a certificate has them and what a kind needs besides, one line out.
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/accounting/linear/model.hpp>

#include "props/oracle/rational.hpp"
#include "props/oracle/rational_gossip.hpp"
#include "props/oracle/rational_stream.hpp"
#include "props/oracle/rumor_oracle.hpp"
#include "props/oracle/walk_oracle.hpp"

namespace {

using namespace hearsay;
using graph::Node;
using nlohmann::json;
using props::oracle::Matrix;
using props::oracle::Rational;

std::vector<graph::Edge> edges_of(const json& list) {
  std::vector<graph::Edge> edges;
  for (const auto& pair : list) edges.push_back({pair.at(0).get<Node>(), pair.at(1).get<Node>()});
  return edges;
}

Matrix matrix_of(const json& instance, const json& edges) {
  const auto rule = instance.at("weights") == "metropolis" ? graph::Weights::metropolis : graph::Weights::min_degree;
  return props::oracle::rational_matrix(graph::Graph(instance.at("nodes").get<Node>(), edges_of(edges)), rule);
}

std::vector<Node> nodes_of(const json& list) { return list.get<std::vector<Node>>(); }

/// The nodes outside that an observer hears in this round.
std::vector<Node> heard(const Matrix& w, const std::vector<Node>& observers) {
  const std::set<Node> known(observers.begin(), observers.end());
  std::vector<Node> found;
  for (Node v = 0; v < w.size(); ++v) {
    bool talks = false;
    for (const auto o : observers) talks = talks || w[o][v] != 0;
    if (talks && !known.contains(v)) found.push_back(v);
  }
  return found;
}

std::vector<Matrix> rounds_of(const json& instance) {
  std::vector<Matrix> rounds;
  if (instance.contains("rounds"))
    for (const auto& edges : instance.at("rounds")) rounds.push_back(matrix_of(instance, edges));
  else
    rounds.assign(instance.at("steps").get<std::size_t>(), matrix_of(instance, instance.at("edges")));
  return rounds;
}

/// sum over messages (t, w) of (W_{0:t})_{u,w}^2 / |row w|^2: eq. (6) with the indices as they are printed.
Rational printed(const std::vector<Matrix>& rounds, const std::vector<Node>& observers, Node u) {
  const auto all = props::oracle::products(rounds);
  Rational sum = 0;
  for (std::size_t t = 0; t < rounds.size(); ++t)
    for (const auto w : heard(rounds[t], observers))
      sum += all[t][u][w] * all[t][u][w] / props::oracle::dot(all[t][w], all[t][w]);
  return sum;
}

json view(const json& instance) {
  const auto rounds = rounds_of(instance);
  const auto observers = nodes_of(instance.at("observers"));
  const auto all = props::oracle::view(rounds, observers);
  const auto seen = instance.at("own_noise") == true ? props::oracle::own_noise_known(all, observers) : all;
  const std::set<Node> known(observers.begin(), observers.end());
  json found = {{"losses", json::object()}, {"published", json::object()}, {"printed", json::object()}};
  std::size_t messages = 0;
  std::set<Node> senders;
  for (const auto& w : rounds) {
    const auto nodes = heard(w, observers);
    messages += nodes.size();
    senders.insert(nodes.begin(), nodes.end());
  }
  for (Node u = 0; u < instance.at("nodes").get<Node>(); ++u) {
    if (known.contains(u)) continue;
    const auto name = std::to_string(u);
    found["losses"][name] = props::oracle::to_string(
        instance.contains("tau2")
            ? props::oracle::perturbed_loss(seen, u, Rational(instance.at("tau2").get<std::string>()))
            : props::oracle::loss(seen, u));
    found["published"][name] = props::oracle::to_string(props::oracle::published(all, u));
    found["printed"][name] = props::oracle::to_string(printed(rounds, observers, u));
    Rational walks = 0;
    for (const auto& product : props::oracle::products(rounds)) {
      Rational meets = 0;
      for (const auto o : observers) meets += product[u][o];
      walks += meets * meets;
    }
    found["walks"][name] = props::oracle::to_string(walks);  // a fixed symmetric W; t = 0 adds nothing, u is outside
  }
  if (instance.contains("group") && !instance.contains("tau2"))
    found["group"] = props::oracle::to_string(props::oracle::group_loss(seen, nodes_of(instance.at("group"))));
  Rational inverse = 0;
  for (const auto o : observers)
    for (const auto w : heard(rounds.front(), observers))
      if (rounds.front()[o][w] != 0)
        inverse = std::max(inverse, Rational(1 / (rounds.front()[o][w] * rounds.front()[o][w])));
  found["inverse_weight2"] = props::oracle::to_string(inverse);
  found["messages"] = messages;
  found["senders"] = senders.size();
  found["gap_is_at_least_a_ninth"] = props::oracle::gap_at_least(rounds.front(), Rational(1, 9));
  return found;
}

json stream(const json& instance) {
  const auto w = matrix_of(instance, instance.at("edges"));
  const auto observers = nodes_of(instance.at("observers"));
  const bool messages = instance.at("view") == "messages";
  const auto observed = messages ? heard(w, observers) : observers;
  const int steps = instance.value("steps_per_round", 1);
  const auto m =
      props::oracle::stream_loss_matrix(w,
                                        {.observed = observed,
                                         .known = instance.at("own_noise") == true ? observers : std::vector<Node>{},
                                         .steps = steps},
                                        instance.at("rounds").get<int>(), instance.at("target").get<Node>());
  const auto eq6 =
      props::oracle::published(props::oracle::view(w, observers, steps), instance.at("target").get<Node>());
  return {{"loss", props::oracle::to_string(props::oracle::boolean_maximum(m))},
          {"constant", props::oracle::to_string(props::oracle::sum(m))},
          {"absolute_sum", props::oracle::to_string(props::oracle::absolute_sum(m))},
          {"eq6", props::oracle::to_string(eq6)}};
}

/// What a periodic stream of signs, one observer, or the constant stream loses a round in the limit.
json rate(const json& instance, const std::vector<int>& period) {
  const auto w = matrix_of(instance, instance.at("edges"));
  const auto observers = nodes_of(instance.at("observers"));
  const auto u = instance.at("target").get<Node>();
  const bool own = instance.at("own_noise") == true;
  if (period.size() == 1) {
    const auto whole =
        own ? props::oracle::constant_rate_own_noise(w, observers, u) : props::oracle::constant_rate(w, observers, u);
    return {{"rate", props::oracle::to_string(whole)},
            {"transient_rate", props::oracle::to_string(whole - Rational(1, static_cast<long>(w.size())))}};
  }
  const auto found = props::oracle::periodic_rate(w, observers.front(), u, period, own);
  return {{"rate", props::oracle::to_string(found.whole)},
          {"transient_rate", props::oracle::to_string(found.transient)}};
}

/// By transcript, its probability from each honest source.
json rumor(const json& instance, const json& transcripts) {
  const props::oracle::RumorModel model{.nodes = instance.at("nodes").get<int>(),
                                        .curious = instance.at("curious").get<int>(),
                                        .muting = props::oracle::Fraction(instance.at("muting").get<std::string>()),
                                        .terminated = instance.at("transcript") == "terminated"};
  json found = json::object();
  for (const auto& text : transcripts) {
    props::oracle::RumorModel::Transcript transcript;
    std::istringstream words(text.get<std::string>());
    for (std::string word; words >> word;) {
      if (word == "end")
        transcript.ended = true;
      else
        transcript.messages.push_back({word[0] - '0', word[2] - '0'});
    }
    for (int source = 0; source < model.nodes - model.curious; ++source)
      found[text.get<std::string>()].push_back(model.probability(source, transcript).str());
  }
  return found;
}

json ring(const json& instance) {
  const int users = instance.at("users").get<int>(), rounds = instance.at("rounds").get<int>();
  const auto noise = instance.value("noise", "algorithm1");
  const auto steps =
      noise == "algorithm1"
          ? props::oracle::ring_steps(users, rounds)
          : props::oracle::distributed_steps(users, rounds, Rational(1) / (noise == "everyone-n" ? users : users - 1));
  Rational variance = 0;
  for (const auto& step : steps) variance += step.variance;
  json found = {{"noise_events", props::oracle::to_string(variance)}};
  if (instance.contains("observer")) {
    const auto published = instance.at("published") == true ? std::optional<Rational>(0) : std::optional<Rational>();
    const auto square = props::oracle::view_square(steps, instance.at("observer").get<int>() - 1,
                                                   instance.at("target").get<int>() - 1, published);
    found["mu2"] = square ? props::oracle::to_string(*square) : "inf";
  }
  if (instance.contains("buckets")) {
    const Rational gamma(instance.at("gamma").get<std::string>());
    const int buckets = instance.at("buckets").get<int>();
    const Rational start = gamma * users;
    const auto whole = (numerator(start) + denominator(start) - 1) / denominator(start);
    found["debiased_mean"] =
        props::oracle::to_string(props::oracle::expected_histogram(
                                     instance.at("values").get<std::vector<int>>(), rounds, buckets, gamma,
                                     instance.value("initial", true) ? whole.convert_to<int>() : 0, gamma / buckets)
                                     .at(instance.at("bucket").get<std::size_t>()));
  }
  return found;
}

json walk(const json& instance) {
  const int users = instance.at("users").get<int>();
  json found = json::object();
  if (instance.contains("length"))
    found["inclusion"] = props::oracle::to_string(
        1 - props::oracle::cycles_by_visits(users, 1, instance.at("length").get<int>()).front());
  if (instance.contains("contributions")) {
    long all = 0, many = 0;
    props::oracle::every_walk(users, instance.at("steps").get<int>(), [&](const std::vector<int>& steps) {
      if (std::count(steps.begin(), steps.end(), 1) != instance.at("contributions").get<int>()) return;
      ++all;
      many += props::oracle::spotted(steps, 1, 0) >= instance.at("at_least").get<int>();
    });
    found["spotted"] = props::oracle::to_string(Rational(many, all));
  }
  if (instance.contains("delta_hat"))
    for (const auto& p : props::oracle::biased_contributions(users, instance.at("steps").get<int>()))
      found["contributions"].push_back(props::oracle::to_string(p));
  return found;
}

json spectrum(const json& instance) {
  if (!instance.contains("noise_variance")) return json::object();
  const auto edges = edges_of(instance.at("edges"));
  const std::vector<Rational> chances(edges.size(), Rational(1, static_cast<long>(edges.size())));
  props::oracle::Row values;
  for (const auto& x : instance.at("values")) values.emplace_back(x.get<std::string>());
  const auto square = props::oracle::randomized_square_error(instance.at("nodes").get<Node>(), edges, chances, values,
                                                             Rational(instance.at("noise_variance").get<std::string>()),
                                                             instance.at("steps").get<int>());
  return {{"randomized_error", props::oracle::to_string(square / (2 * instance.at("nodes").get<int>()))}};
}

/// The matrix M of a target's first changes, s^T M s their loss, or "inf" where a change is seen without noise. The
/// library writes down what is seen, y = A x + B z; the rest is props/oracle.
json protocol(const json& asked) {
  const auto model = accounting::parse_protocol("protocol", asked.at("protocol").dump(), ".");
  const auto seen = accounting::view_matrices(accounting::linear_system<Rational>(model));
  const auto u = asked.at("target").get<std::size_t>(), changes = asked.at("changes").get<std::size_t>();
  if (seen.signal.empty()) return json::array();
  Matrix noise = seen.noise, both = seen.noise;
  for (std::size_t i = 0; i < both.size(); ++i)
    for (std::size_t t = 0; t < changes; ++t) both[i].push_back(seen.signal[i].at(t * model.nodes + u));
  if (props::oracle::rank(both) != props::oracle::rank(noise)) return "inf";
  const auto rows = props::oracle::independent_rows(both);  // those that are independent in the noise: the rank is its
  const std::size_t noises = noise.front().size();
  Matrix gram(rows.size(), props::oracle::Row(rows.size())), signal(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    signal[i].assign(rows[i].begin() + static_cast<std::ptrdiff_t>(noises), rows[i].end());
    for (std::size_t j = 0; j < rows.size(); ++j)
      for (std::size_t k = 0; k < noises; ++k) gram[i][j] += rows[i][k] * rows[j][k];
  }
  const auto weights = props::oracle::solve(gram, signal);
  json m = json::array();
  for (std::size_t s = 0; s < changes; ++s)
    for (std::size_t t = 0; t < changes; ++t) {
      Rational sum = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) sum += signal[i][s] * weights[i][t];
      m[s].push_back(props::oracle::to_string(sum));
    }
  return m;
}

json facts(const json& asked) {
  const auto kind = asked.at("kind").get<std::string>();
  if (kind == "protocol") return protocol(asked);
  const auto& instance = asked.at("instance");
  if (kind == "view") return view(instance);
  if (kind == "stream") return stream(instance);
  if (kind == "rate") return rate(instance, asked.at("period").get<std::vector<int>>());
  if (kind == "rumor") return rumor(instance, asked.at("transcripts"));
  if (kind == "ring") return ring(instance);
  if (kind == "walk") return walk(instance);
  return spectrum(instance);
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << facts(json::parse(line)).dump() << '\n';
}
