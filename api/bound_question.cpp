// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/bound_question.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/io/node_values.hpp>
#include <hearsay/graph/spec.hpp>
#include "api/network/schedule.hpp"

namespace hearsay::api {

using exact::Rational;

namespace {

using Field = std::string BoundQuestion::*;

/// A field that a protocol has, with what stands for it where it is empty.
struct Default {
  Field field;
  std::string_view text;
};

/// What a protocol is tried on. The worst contributions to a stream are found by enumeration of signs; the views of a
/// ring by Algorithm 1 in fractions.
struct Protocol {
  std::string_view name;
  BoundProtocol protocol;
  std::string_view kind;        ///< of the small graphs
  int least_nodes, most_nodes;  ///< of these
  int most_random;              ///< nodes of generated ones; 0: none
  int most_steps;               ///< or rounds
  std::vector<Default> fields;  ///< in the order of BoundQuestion
};

const std::vector<Protocol>& protocols() {
  using Q = BoundQuestion;
  constexpr std::string_view small = "1e-5";
  static const std::vector<Protocol> all{
      {"gossip",
       BoundProtocol::gossip,
       "connected",
       2,
       6,
       64,
       100,
       {{&Q::graphs, "connected:2..5,random:12"},
        {&Q::steps, "1..8"},
        {&Q::observers, "any"},
        {&Q::weights, ""},
        {&Q::graph, ""},
        {&Q::component, ""},
        {&Q::sigma, ""},
        {&Q::sensitivity, ""}}},
      {"stream",
       BoundProtocol::stream,
       "connected",
       2,
       6,
       64,
       10,
       {{&Q::graphs, "connected:2..4,random:8"},
        {&Q::rounds, "1..5"},
        {&Q::observers, "any"},
        {&Q::weights, ""},
        {&Q::graph, ""},
        {&Q::component, ""}}},
      {"rumor", BoundProtocol::rumor, "complete", 3, 6, 0, 0, {{&Q::graphs, "complete:3..5"}}},
      {"graphwalk",
       BoundProtocol::graphwalk,
       "connected",
       2,
       6,
       64,
       100,
       {{&Q::graphs, "connected:2..4,random:8"},
        {&Q::steps, "1..6"},
        {&Q::weights, ""},
        {&Q::graph, ""},
        {&Q::component, ""},
        {&Q::sigma, ""}}},
      {"walk",
       BoundProtocol::walk,
       "complete",
       2,
       50,
       1000,
       100'000,
       {{&Q::graphs, "complete:2..4,random:10"},
        {&Q::steps, "1..6"},
        {&Q::epsilon, "0.5"},
        {&Q::delta, small},
        {&Q::delta_prime, small},
        {&Q::delta_hat, small}}},
      {"ring",
       BoundProtocol::ring,
       "ring",
       2,
       24,
       24,
       100,
       {{&Q::graphs, "ring:2..6,random:12"},
        {&Q::rounds, "1..5"},
        {&Q::epsilon, "0.5"},
        {&Q::delta, small},
        {&Q::delta_prime, small}}},
  };
  return all;
}

const Protocol& protocol_of(const BoundQuestion& question) {
  const auto found = std::ranges::find(protocols(), question.protocol, &Protocol::name);
  if (found == protocols().end())
    throw Error(Errc::unknown, "`protocol`",
                fmt::format("'{}' must be one of {}", question.protocol, fmt::join(bound_protocols(), ", ")));
  return *found;
}

struct Range {
  int first = 0, last = 0;
};

/// "3" or "1..8". @throws Error(Errc::syntax) unless smallest <= first <= last <= largest.
Range parse_range(std::string_view field, std::string_view text, int smallest, int largest) {
  const auto dots = text.find("..");
  const auto first = parse_whole<int>(text.substr(0, dots));
  const auto last = dots == text.npos ? first : parse_whole<int>(text.substr(dots + 2));
  if (!first || !last || *first < smallest || *last < *first || *last > largest)
    throw Error(Errc::syntax, field,
                fmt::format("'{}' must be A or A..B with {} <= A <= B <= {}", text, smallest, largest));
  return {.first = *first, .last = *last};
}

std::vector<std::string> parts_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

/// The small graphs of the protocol, and the generated ones if it has any.
void parse_graphs(const std::string& text, const Protocol& protocol, BoundTrial& trial) {
  const auto forms = protocol.most_random == 0 ? fmt::format("{}:A..B for a {}", protocol.kind, protocol.name)
                                               : fmt::format("{}:A..B or random:N", protocol.kind);
  for (const auto& part : parts_of(text)) {
    const auto colon = std::min(part.find(':'), part.size());
    const auto kind = part.substr(0, colon), size = part.substr(std::min(colon + 1, part.size()));
    if (kind == protocol.kind) {
      const auto range = parse_range(fmt::format("`graphs` {}", kind), size, protocol.least_nodes, protocol.most_nodes);
      trial.least_nodes = range.first;
      trial.all_nodes = range.last;
    } else if (kind == "random" && protocol.most_random > 0) {
      trial.random_nodes = parse_range("`graphs` random", size, 3, protocol.most_random).last;
    } else {
      throw Error(Errc::syntax, "`graphs`", fmt::format("'{}' must be {}", part, forms));
    }
  }
  if (trial.all_nodes == 0 && trial.random_nodes == 0)
    throw Error(Errc::syntax, "`graphs`", fmt::format("must give at least one of {}:A..B and random:N", protocol.kind));
}

/// A question with the defaults of its protocol. @throws Error(Errc::conditions) for a field that it lacks.
BoundQuestion completed(BoundQuestion question) {
  const auto& protocol = protocol_of(question);
  for (const auto& [name, field] : bound_fields()) {
    const auto known = std::ranges::find(protocol.fields, field, &Default::field);
    if (known == protocol.fields.end()) {
      if (!(question.*field).empty())
        throw Error(Errc::conditions, fmt::format("`{}`", name),
                    fmt::format("is not for the protocol {}", question.protocol));
    } else if ((question.*field).empty() && (field != &BoundQuestion::graphs || question.graph.empty())) {
      question.*field = known->text;
    }
  }
  if (!question.graph.empty() && !question.graphs.empty())
    throw Error(Errc::conditions, "`graphs`", "excludes `graph`, the one network on which the bound is then tried");
  if (question.graph.empty() && !question.component.empty())
    throw Error(Errc::conditions, "`component`", "needs `graph`");
  return question;
}

/// Refuses numbers outside (0, below), or [0, below) if 0 is allowed.
void require_inside(std::string_view field, const Rational& value, bool zero, const std::optional<int>& below) {
  if (value < 0 || (value == 0 && !zero) || (below && value >= *below))
    throw Error(Errc::domain, field,
                fmt::format("{} must be {} 0{}", exact::to_string(value), zero ? "at least" : "more than",
                            below ? fmt::format(" and less than {}", *below) : ""));
}

/// "X" or "X,Y,..."; nothing for other text.
std::optional<std::vector<Rational>> numbers_of(const std::string& text) {
  std::vector<Rational> numbers;
  for (const auto& part : parts_of(text)) {
    const auto number = exact::parse_fraction(part);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers.empty() ? std::nullopt : std::optional(numbers);
}

std::vector<Rational> parse_list(std::string_view field, const std::string& text, std::optional<int> below) {
  if (text.empty()) return {};
  const auto numbers = numbers_of(text);
  if (!numbers) throw Error(Errc::syntax, field, fmt::format("'{}' must be X or X,Y,...", text));
  for (const auto& number : *numbers) require_inside(field, number, false, below);
  return *numbers;
}

/// "A..B"; nothing for other text.
std::optional<std::pair<Rational, Rational>> range_of(const std::string& text) {
  const auto dots = text.find("..");
  if (dots == text.npos) return std::nullopt;
  const auto least = exact::parse_fraction(text.substr(0, dots)), most = exact::parse_fraction(text.substr(dots + 2));
  if (!least || !most) return std::nullopt;
  return std::pair(*least, *most);
}

/// Numbers, a range, or a file of the network.
BoundScale parse_scale(std::string_view field, const std::string& text, bool zero, const Protocol& protocol,
                       const std::optional<BoundNetwork>& network) {
  if (text.empty()) return {};
  BoundScale scale;
  if (const auto numbers = numbers_of(text)) {
    scale.each = *numbers;
    for (const auto& number : scale.each) require_inside(field, number, zero, std::nullopt);
    return scale;
  }
  if (protocol.protocol != BoundProtocol::gossip)
    throw Error(Errc::syntax, field, fmt::format("'{}' must be X or X,Y,...", text));
  if (const auto range = range_of(text)) {
    require_inside(field, range->first, zero, std::nullopt);
    if (range->second <= range->first)
      throw Error(Errc::syntax, field, fmt::format("'{}' must be A..B with A < B", text));
    scale.between = range;
    return scale;
  }
  if (!network)
    throw Error(Errc::conditions, field,
                fmt::format("'{}' must be X, X,Y,... or A..B; a file of a value for each node needs `graph`", text));
  for (const double value :
       graph::read_node_values(text, network->graph, zero ? graph::Zeros::allowed : graph::Zeros::refused))
    scale.by_node.push_back(exact::fraction_of(value));
  return scale;
}

/// The network of the question, if it names one, and the rule of the weights of all others.
void parse_network(const BoundQuestion& question, const Protocol& protocol, random::Seed seed, BoundTrial& trial) {
  const auto weights = question.weights.empty() ? GraphSource{}.weights : question.weights;
  const bool rule = is_weights_rule(weights);
  if (rule) trial.weights = graph::weights_from_name(weights);
  if (!rule && question.graph.empty())
    throw Error(Errc::conditions, "`weights`",
                fmt::format("'{}' must be metropolis or min-degree; a file of weights needs `graph`", weights));
  if (!rule && protocol.protocol == BoundProtocol::stream)
    throw Error(Errc::conditions, "`weights`", "a file of weights is not for the protocol stream");
  if (question.graph.empty()) return;
  auto network = load_weighted(GossipSchedule{},
                               {.spec = question.graph, .weights = weights, .component = question.component}, seed);
  auto read = reading(network);
  trial.network = BoundNetwork{.graph = network.graph(),
                               .w = std::make_shared<const graph::GossipMatrix>(std::move(network.w)),
                               .notes = network.made.loaded.notes,
                               .read = std::move(read)};
}

}  // namespace

const std::vector<std::string>& bound_protocols() {
  static const auto names = [] {
    std::vector<std::string> all;
    for (const auto& protocol : protocols()) all.emplace_back(protocol.name);
    return all;
  }();
  return names;
}

const std::vector<std::pair<std::string, Field>>& bound_fields() {
  using Q = BoundQuestion;
  static const std::vector<std::pair<std::string, Field>> all{
      {"graphs", &Q::graphs},      {"graph", &Q::graph},   {"component", &Q::component},
      {"steps", &Q::steps},        {"rounds", &Q::rounds}, {"observers", &Q::observers},
      {"weights", &Q::weights},    {"sigma", &Q::sigma},   {"sensitivity", &Q::sensitivity},
      {"epsilon", &Q::epsilon},    {"delta", &Q::delta},   {"delta_prime", &Q::delta_prime},
      {"delta_hat", &Q::delta_hat}};
  return all;
}

bool scale_is_file(const std::string& text) { return !text.empty() && !numbers_of(text) && !range_of(text); }

nlohmann::ordered_json to_json(const BoundQuestion& given) {
  const auto question = completed(given);
  nlohmann::ordered_json json = {{"statement", question.statement}, {"protocol", question.protocol}};
  for (const auto& [name, field] : bound_fields())
    if (!(question.*field).empty()) json[name] = question.*field;
  return json;
}

BoundTrial trial_of(const BoundQuestion& given, random::Seed seed) {
  const auto question = completed(given);
  const auto& protocol = protocol_of(question);
  BoundTrial trial{.statement = formula::parse(question.statement), .protocol = protocol.protocol};
  if (question.graph.empty()) parse_graphs(question.graphs, protocol, trial);
  if (!question.steps.empty() || !question.rounds.empty()) {
    const bool rounds = question.steps.empty();
    const auto steps =
        parse_range(rounds ? "`rounds`" : "`steps`", rounds ? question.rounds : question.steps, 1, protocol.most_steps);
    trial.least_steps = steps.first;
    trial.most_steps = steps.last;
  }
  trial.coalitions = question.observers == "coalitions";
  parse_network(question, protocol, seed, trial);
  trial.sigma = parse_scale("`sigma`", question.sigma, false, protocol, trial.network);
  trial.sensitivity = parse_scale("`sensitivity`", question.sensitivity, true, protocol, trial.network);
  trial.noise = {.epsilon = parse_list("`epsilon`", question.epsilon, 100),
                 .delta = parse_list("`delta`", question.delta, 1),
                 .delta_prime = parse_list("`delta_prime`", question.delta_prime, 1),
                 .delta_hat = parse_list("`delta_hat`", question.delta_hat, 1)};
  return trial;
}

}  // namespace hearsay::api
