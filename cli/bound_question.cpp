// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/bound_question.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include <hearsay/core/error.hpp>
#include "props/bound/gossip_bound.hpp"

namespace hearsay::cli {

namespace {

struct Range {
  int first = 0, last = 0;
};

/// "3" or "1..8". @throws Error(Errc::syntax) unless smallest <= first <= last <= largest.
Range parse_range(std::string_view option, std::string_view text, int smallest, int largest) {
  Range range;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, range.first);
  range.last = range.first;
  bool sound = first.ec == std::errc{};
  if (sound && first.ptr != end) {
    const std::string_view rest(first.ptr, end);
    const auto last = std::from_chars(first.ptr + std::min<std::size_t>(2, rest.size()), end, range.last);
    sound = rest.starts_with("..") && last.ec == std::errc{} && last.ptr == end;
  }
  if (!sound || range.first < smallest || range.last < range.first || range.last > largest)
    throw Error(Errc::syntax, option,
                fmt::format("'{}' must be A or A..B with {} <= A <= B <= {}", text, smallest, largest));
  return range;
}

void parse_graphs(const std::string& text, props::bound::GossipDomain& domain) {
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

props::bound::GossipDomain domain_of(const BoundQuestion& question) {
  props::bound::GossipDomain domain;
  parse_graphs(question.graphs, domain);
  const auto steps = parse_range("--steps", question.steps, 1, 100);
  domain.least_steps = steps.first;
  domain.most_steps = steps.last;
  domain.coalitions = question.observers == "coalitions";
  return domain;
}

}  // namespace

nlohmann::ordered_json to_json(const BoundQuestion& question) {
  return {{"statement", question.statement},
          {"protocol", question.protocol},
          {"graphs", question.graphs},
          {"steps", question.steps},
          {"observers", question.observers}};
}

run::Finding try_bound(const BoundQuestion& question, const run::Context& context) {
  return props::bound::refute_gossip(props::bound::parse(question.statement), domain_of(question), context);
}

void require_sound(const BoundQuestion& question) {
  require_known(props::bound::parse(question.statement), props::bound::gossip_vocabulary());
  static_cast<void>(domain_of(question));
}

}  // namespace hearsay::cli
