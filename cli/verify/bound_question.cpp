// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/bound_question.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include "props/bound/bound_certificate.hpp"
#include "props/bound/gossip_bound.hpp"
#include "props/bound/rumor_bound.hpp"
#include "props/bound/stream_bound.hpp"

namespace hearsay::cli {

namespace {

struct Range {
  int first = 0, last = 0;
};

/// "3" or "1..8". @throws Error(Errc::syntax) unless smallest <= first <= last <= largest.
Range parse_range(std::string_view option, std::string_view text, int smallest, int largest) {
  const auto dots = text.find("..");
  const auto first = parse_whole<int>(text.substr(0, dots));
  const auto last = dots == text.npos ? first : parse_whole<int>(text.substr(dots + 2));
  if (!first || !last || *first < smallest || *last < *first || *last > largest)
    throw Error(Errc::syntax, option,
                fmt::format("'{}' must be A or A..B with {} <= A <= B <= {}", text, smallest, largest));
  return {.first = *first, .last = *last};
}

void parse_graphs(const std::string& text, props::bound::ScenarioDomain& domain) {
  domain.all_nodes = domain.random_nodes = 0;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto colon = std::min(part.find(':'), part.size());
    const auto kind = part.substr(0, colon), size = part.substr(std::min(colon + 1, part.size()));
    if (kind == "connected") {
      const auto range = parse_range("--graphs connected", size, 2, 6);
      domain.least_nodes = static_cast<graph::Node>(range.first);
      domain.all_nodes = static_cast<graph::Node>(range.last);
    } else if (kind == "random") {
      domain.random_nodes = static_cast<graph::Node>(parse_range("--graphs random", size, 3, 64).last);
    } else {
      throw Error(Errc::syntax, "--graphs", fmt::format("'{}' must be connected:A..B or random:N", part));
    }
  }
  if (domain.all_nodes == 0 && domain.random_nodes == 0)
    throw Error(Errc::syntax, "--graphs", "names no graphs: connected:A..B or random:N, or both");
}

/// A question with the defaults of its protocol. @throws Error(Errc::conditions) for a field that it lacks.
BoundQuestion completed(BoundQuestion question) {
  const bool stream = question.protocol == "stream", rumor = question.protocol == "rumor";
  const auto complete = [&](std::string_view option, std::string& field, std::string_view otherwise) {
    if (!field.empty() && otherwise.empty())
      throw Error(Errc::conditions, option, fmt::format("the protocol {} has none", question.protocol));
    if (field.empty()) field = otherwise;
  };
  complete("--graphs", question.graphs,
           rumor    ? "complete:3..5"
           : stream ? "connected:2..4,random:8"
                    : "connected:2..5,random:12");
  complete("--steps", question.steps, rumor || stream ? "" : "1..8");
  complete("--rounds", question.rounds, stream ? "1..5" : "");
  complete("--observers", question.observers, rumor ? "" : "any");
  return question;
}

/// @pre the question is completed, about gossip or a stream.
props::bound::ScenarioDomain domain_of(const BoundQuestion& question) {
  props::bound::ScenarioDomain domain;
  parse_graphs(question.graphs, domain);
  const bool stream = question.protocol == "stream";
  const auto steps = stream ? parse_range("--rounds", question.rounds, 1, props::bound::most_rounds)
                            : parse_range("--steps", question.steps, 1, 100);
  domain.least_steps = steps.first;
  domain.most_steps = steps.last;
  domain.coalitions = question.observers == "coalitions";
  return domain;
}

/// @pre the question is completed, about a rumor.
props::bound::RumorDomain rumor_domain_of(const BoundQuestion& question) {
  constexpr std::string_view complete = "complete:";
  if (!question.graphs.starts_with(complete))
    throw Error(Errc::syntax, "--graphs", fmt::format("'{}' must be complete:A..B for a rumor", question.graphs));
  const auto range = parse_range("--graphs complete", std::string_view(question.graphs).substr(complete.size()), 3, 6);
  return {.least_nodes = range.first, .most_nodes = range.last};
}

}  // namespace

nlohmann::ordered_json to_json(const BoundQuestion& given) {
  const auto question = completed(given);
  nlohmann::ordered_json json = {
      {"statement", question.statement}, {"protocol", question.protocol}, {"graphs", question.graphs}};
  if (!question.steps.empty()) json["steps"] = question.steps;
  if (!question.rounds.empty()) json["rounds"] = question.rounds;
  if (!question.observers.empty()) json["observers"] = question.observers;
  return json;
}

run::Finding try_bound(const BoundQuestion& given, const run::Context& context, const props::bound::Watch& watch) {
  const auto question = completed(given);
  const auto statement = formula::parse(question.statement);
  if (question.protocol == "rumor")
    return props::bound::refute_rumor(statement, rumor_domain_of(question), context, watch);
  return question.protocol == "stream" ? refute_stream(statement, domain_of(question), context, watch)
                                       : refute_gossip(statement, domain_of(question), context, watch);
}

void require_sound(const BoundQuestion& given) {
  const auto question = completed(given);
  const bool rumor = question.protocol == "rumor";
  const auto statement = formula::parse(question.statement);
  require_known(statement, rumor                           ? props::bound::rumor_vocabulary()
                           : question.protocol == "stream" ? props::bound::stream_vocabulary()
                                                           : props::bound::gossip_vocabulary());
  require_values(statement);
  if (rumor) {
    static_cast<void>(rumor_domain_of(question));
  } else {
    static_cast<void>(domain_of(question));
  }
}

std::optional<report::Certificate> bound_certificate(const BoundQuestion& question, const run::Witness& witness) {
  const auto statement = formula::parse(question.statement);
  if (question.protocol == "rumor") return props::bound::rumor_certificate(statement, witness);
  if (witness.certificate != run::Certificate::exact) return std::nullopt;
  return question.protocol == "stream" ? props::bound::stream_certificate(statement, witness)
                                       : props::bound::gossip_certificate(statement, witness);
}

}  // namespace hearsay::cli
