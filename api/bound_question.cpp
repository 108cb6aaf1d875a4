// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/bound_question.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/graph/spec.hpp>

namespace hearsay::api {

namespace {

/// The worst contributions to a stream are found by enumeration of signs.
constexpr int most_stream_rounds = 10;

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

void parse_graphs(const std::string& text, BoundTrial& trial) {
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto colon = std::min(part.find(':'), part.size());
    const auto kind = part.substr(0, colon), size = part.substr(std::min(colon + 1, part.size()));
    if (kind == "connected") {
      const auto range = parse_range("`graphs` connected", size, 2, 6);
      trial.least_nodes = range.first;
      trial.all_nodes = range.last;
    } else if (kind == "random") {
      trial.random_nodes = parse_range("`graphs` random", size, 3, 64).last;
    } else {
      throw Error(Errc::syntax, "`graphs`", fmt::format("'{}' must be connected:A..B or random:N", part));
    }
  }
  if (trial.all_nodes == 0 && trial.random_nodes == 0)
    throw Error(Errc::syntax, "`graphs`", "must give at least one of connected:A..B and random:N");
}

/// The complete graphs of a rumor.
void parse_complete(const std::string& text, BoundTrial& trial) {
  constexpr std::string_view complete = "complete:";
  if (!text.starts_with(complete))
    throw Error(Errc::syntax, "`graphs`", fmt::format("'{}' must be complete:A..B for a rumor", text));
  const auto range = parse_range("`graphs` complete", std::string_view(text).substr(complete.size()), 3, 6);
  trial.least_nodes = range.first;
  trial.all_nodes = range.last;
}

/// A question with the defaults of its protocol. @throws Error(Errc::conditions) for a field that it lacks.
BoundQuestion completed(BoundQuestion question) {
  const bool stream = question.protocol == "stream", rumor = question.protocol == "rumor";
  const auto complete = [&](std::string_view name, std::string& field, std::string_view otherwise) {
    if (!field.empty() && otherwise.empty())
      throw Error(Errc::conditions, name, fmt::format("is not for the protocol {}", question.protocol));
    if (field.empty()) field = otherwise;
  };
  complete("`graphs`", question.graphs,
           rumor    ? "complete:3..5"
           : stream ? "connected:2..4,random:8"
                    : "connected:2..5,random:12");
  complete("`steps`", question.steps, rumor || stream ? "" : "1..8");
  complete("`rounds`", question.rounds, stream ? "1..5" : "");
  complete("`observers`", question.observers, rumor ? "" : "any");
  if (rumor) complete("`weights`", question.weights, "");
  return question;
}

}  // namespace

nlohmann::ordered_json to_json(const BoundQuestion& given) {
  const auto question = completed(given);
  nlohmann::ordered_json json = {
      {"statement", question.statement}, {"protocol", question.protocol}, {"graphs", question.graphs}};
  if (!question.steps.empty()) json["steps"] = question.steps;
  if (!question.rounds.empty()) json["rounds"] = question.rounds;
  if (!question.observers.empty()) json["observers"] = question.observers;
  if (!question.weights.empty()) json["weights"] = question.weights;
  return json;
}

BoundTrial trial_of(const BoundQuestion& given) {
  const auto question = completed(given);
  BoundTrial trial{.statement = formula::parse(question.statement)};
  if (question.protocol == "rumor") {
    trial.protocol = BoundProtocol::rumor;
    parse_complete(question.graphs, trial);
    return trial;
  }
  const bool stream = question.protocol == "stream";
  trial.protocol = stream ? BoundProtocol::stream : BoundProtocol::gossip;
  parse_graphs(question.graphs, trial);
  const auto steps = stream ? parse_range("`rounds`", question.rounds, 1, most_stream_rounds)
                            : parse_range("`steps`", question.steps, 1, 100);
  trial.least_steps = steps.first;
  trial.most_steps = steps.last;
  trial.coalitions = question.observers == "coalitions";
  if (!question.weights.empty()) trial.weights = graph::weights_from_name(question.weights);
  return trial;
}

}  // namespace hearsay::api
