// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/protocol.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/io/matrix_file.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;
using linalg::FractionMatrix;
using nlohmann::json;

constexpr std::int64_t most_nodes = 10'000'000;
constexpr std::int64_t most_repeats = 1'000'000;
constexpr std::int64_t most_steps = 1'000'000;

/// A value of the file, and where it stands.
struct Place {
  const json& value;
  std::string path;  ///< "rounds.2.mix"; empty for the whole

  [[noreturn]] void refuse(Errc code, std::string_view message) const {
    throw Error(code, path.empty() ? "protocol" : path, message);
  }
  [[nodiscard]] Place at(const std::string& key) const {
    return {value.at(key), path.empty() ? key : fmt::format("{}.{}", path, key)};
  }
  [[nodiscard]] Place at(std::size_t index) const { return {value.at(index), fmt::format("{}[{}]", path, index)}; }
  [[nodiscard]] bool has(const std::string& key) const { return value.contains(key); }
};

const json& require_array(const Place& place, std::string_view what) {
  if (!place.value.is_array()) place.refuse(Errc::syntax, fmt::format("must be {}", what));
  return place.value;
}

/// Checks that the value is an object with no other keys than these, and all the required ones.
void require_keys(const Place& place, const std::vector<std::string>& required,
                  const std::vector<std::string>& optional) {
  if (!place.value.is_object()) place.refuse(Errc::syntax, "must be an object {...}");
  std::vector<std::string> known = required;
  known.insert(known.end(), optional.begin(), optional.end());
  for (const auto& [key, unused] : place.value.items()) {
    if (std::ranges::count(known, key) == 0)
      place.refuse(Errc::syntax,
                   fmt::format("unknown key '{}'{}", key.substr(0, 40), did_you_mean(nearest(key, known))));
  }
  for (const auto& key : required) {
    if (!place.has(key)) place.refuse(Errc::syntax, fmt::format("the key '{}' is missing", key));
  }
}

std::string text(const Place& place) {
  if (!place.value.is_string()) place.refuse(Errc::syntax, "must be a string");
  return place.value.get<std::string>();
}

bool flag(const Place& place) {
  if (!place.value.is_boolean()) place.refuse(Errc::syntax, "must be true or false");
  return place.value.get<bool>();
}

bool flag_or(const Place& place, const std::string& key, bool otherwise) {
  return place.has(key) ? flag(place.at(key)) : otherwise;
}

std::int64_t whole(const Place& place, std::int64_t low, std::int64_t high) {
  if (!place.value.is_number_integer()) place.refuse(Errc::syntax, "must be a whole number");
  const bool large =
      place.value.is_number_unsigned() && place.value.get<std::uint64_t>() > static_cast<std::uint64_t>(high);
  const auto value = place.value.get<std::int64_t>();
  if (large || value < low || value > high)
    place.refuse(Errc::domain, fmt::format("{} must be between {} and {}", place.value.dump(), low, high));
  return value;
}

/// One of the words of a list, by its place in it.
std::size_t word(const Place& place, const std::vector<std::string>& words) {
  const auto given = text(place);
  const auto found = std::ranges::find(words, given);
  if (found == words.end()) {
    std::string all;
    for (const auto& one : words) all += (all.empty() ? "" : ", ") + one;
    place.refuse(Errc::unknown, fmt::format("'{}' is not one of {}", given.substr(0, 40), all));
  }
  return static_cast<std::size_t>(found - words.begin());
}

std::optional<Rational> number_in(const json& value) {
  if (value.is_string()) return exact::parse_fraction(value.get_ref<const std::string&>());
  if (value.is_number_unsigned()) return Rational(value.get<std::uint64_t>());
  if (value.is_number_integer()) return Rational(value.get<std::int64_t>());
  if (value.is_number_float() && std::isfinite(value.get<double>())) return exact::fraction_of(value.get<double>());
  return std::nullopt;
}

Rational number(const Place& place) {
  const auto value = number_in(place.value);
  if (!value) place.refuse(Errc::syntax, "must be a number, or a string such as \"2/7\" or \"0.25\"");
  return *value;
}

Rational deviation(const Place& place) {
  const auto value = number(place);
  if (value < 0) place.refuse(Errc::domain, fmt::format("{} must be >= 0", value.str()));
  return value;
}

/// What stands in JSON for a node: the label of a labelled protocol, else its number.
class NodeReader {
 public:
  NodeReader() = default;
  explicit NodeReader(const Protocol& protocol, bool labelled) : nodes_(protocol.nodes), labelled_(labelled) {
    if (!labelled) return;
    for (std::size_t v = 0; v < protocol.labels.size(); ++v)
      numbers_.emplace(protocol.labels[v], static_cast<graph::Node>(v));
  }
  [[nodiscard]] graph::Node node(const Place& list, std::size_t index) const {
    const auto& value = list.value[index];
    if (labelled_) {
      const auto label = value.is_string() ? value.get<std::string>() : value.dump();
      const auto found = numbers_.find(label);
      if (found != numbers_.end()) return found->second;
    } else if (value.is_number_unsigned() && value.get<std::uint64_t>() < nodes_) {
      return static_cast<graph::Node>(value.get<std::uint64_t>());
    }
    list.at(index).refuse(Errc::unknown, fmt::format("{} is not a node{}", value.dump().substr(0, 40),
                                                     labelled_ ? "" : fmt::format("; nodes are 0 to {}", nodes_ - 1)));
  }
  [[nodiscard]] std::vector<graph::Node> nodes(const Place& place) const {
    require_array(place, "a list of nodes");
    std::vector<graph::Node> found;
    for (std::size_t i = 0; i < place.value.size(); ++i) found.push_back(node(place, i));
    auto sorted = found;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) place.refuse(Errc::syntax, "names a node twice");
    return found;
  }
  /// Two different nodes from the beginning of entry `index` of a list of lists.
  [[nodiscard]] std::pair<graph::Node, graph::Node> ends(const Place& list, std::size_t index, std::size_t size) const {
    if (!list.value[index].is_array() || list.value[index].size() != size)
      list.at(index).refuse(Errc::syntax, size == 2 ? "must be two nodes [u, w]" : "must be [u, w, weight]");
    const Place entry{list.value[index], fmt::format("{}[{}]", list.path, index)};
    const auto u = node(entry, 0), w = node(entry, 1);
    if (u == w) entry.refuse(Errc::syntax, "joins a node to itself");
    return {u, w};
  }

 private:
  graph::Node nodes_ = 0;
  bool labelled_ = false;
  std::unordered_map<std::string, graph::Node> numbers_;
};

/// Reads the parts of a protocol.
class Reader {
 public:
  Reader(Protocol& protocol, std::string folder) : protocol_(protocol), folder_(std::move(folder)) {}

  void read(const Place& whole_file) {
    require_keys(whole_file, {"format", "nodes", "rounds", "noise", "view"}, {"name"});
    word(whole_file.at("format"), {"hearsay-protocol-1"});
    if (whole_file.has("name")) protocol_.name = text(whole_file.at("name"));
    nodes(whole_file.at("nodes"));
    rounds(whole_file.at("rounds"));
    const auto noise = whole_file.at("noise");
    require_array(noise, "a list of noises");
    for (std::size_t i = 0; i < noise.value.size(); ++i) protocol_.noise.push_back(one_noise(noise.at(i)));
    view(whole_file.at("view"));
  }

 private:
  void nodes(const Place& place) {
    const bool labelled = place.value.is_array();
    if (labelled) {
      std::set<std::string> seen;
      for (std::size_t i = 0; i < place.value.size(); ++i) {
        const auto& label = place.value[i];
        if (!label.is_string() && !label.is_number_integer())
          place.at(i).refuse(Errc::syntax, "a label is a string or a whole number");
        protocol_.labels.push_back(label.is_string() ? label.get<std::string>() : label.dump());
        if (!seen.insert(protocol_.labels.back()).second) place.at(i).refuse(Errc::syntax, "repeats a label");
      }
      if (protocol_.labels.empty()) place.refuse(Errc::shape, "there must be at least one node");
      protocol_.nodes = static_cast<graph::Node>(protocol_.labels.size());
    } else {
      protocol_.nodes = static_cast<graph::Node>(whole(place, 1, most_nodes));
      for (graph::Node v = 0; v < protocol_.nodes; ++v) protocol_.labels.push_back(std::to_string(v));
    }
    reader_ = NodeReader(protocol_, labelled);
  }

  /// Rows of numbers, or the name of a file. @param rows, columns  wanted; 0 for any number.
  FractionMatrix matrix(const Place& place, std::size_t rows, std::size_t columns) const {
    FractionMatrix found;
    if (place.value.is_string()) {
      found = graph::read_matrix((std::filesystem::path(folder_) / text(place)).string());
    } else {
      require_array(place, "a list of rows, or the name of a .mtx or .npy file");
      for (std::size_t i = 0; i < place.value.size(); ++i) {
        const auto& row = require_array(place.at(i), "a list of numbers");
        if (i == 0) found.columns = row.size();
        if (row.size() != found.columns)
          place.at(i).refuse(Errc::shape, fmt::format("has {} numbers, the first row {}", row.size(), found.columns));
        auto& entries = found.rows.emplace_back();
        for (std::size_t j = 0; j < row.size(); ++j) {
          auto value = number_in(row[j]);
          if (!value) value = number(place.at(i).at(j));
          if (*value != 0) entries.push_back({static_cast<graph::Node>(j), std::move(*value)});
        }
      }
    }
    const bool fits = found.rows.size() == rows && (columns == 0 || found.columns == columns);
    if (!fits)
      place.refuse(Errc::shape, fmt::format("is {} x {}, must be {} x {}", found.rows.size(), found.columns, rows,
                                            columns == 0 ? "any" : std::to_string(columns)));
    return found;
  }

  void rounds(const Place& place) {
    if (place.value.is_object()) {
      require_keys(place, {"repeat", "round"}, {});
      const auto count = whole(place.at("repeat"), 1, most_repeats);
      protocol_.rounds.assign(static_cast<std::size_t>(count), one_round(place.at("round")));
      return;
    }
    require_array(place, "a list of rounds, or {\"repeat\": N, \"round\": ...}");
    for (std::size_t r = 0; r < place.value.size(); ++r) protocol_.rounds.push_back(one_round(place.at(r)));
  }

  ProtocolRound one_round(const Place& place) const {
    require_keys(place, {}, {"mix", "steps", "gamma", "inject", "feedback"});
    ProtocolRound round;
    if (place.has("steps")) round.steps = static_cast<int>(whole(place.at("steps"), 0, most_steps));
    if (place.has("mix")) {
      round.mix = std::make_shared<const Mix>(mix(place.at("mix")));
    } else if (round.steps > 0) {
      place.refuse(Errc::syntax, "the key 'mix' is missing: only a round of 0 steps needs none");
    }
    if (place.has("gamma")) round.gamma = number(place.at("gamma"));
    round.inject = flag_or(place, "inject", true);
    if (place.has("feedback"))
      round.feedback =
          std::make_shared<const FractionMatrix>(matrix(place.at("feedback"), protocol_.nodes, protocol_.nodes));
    return round;
  }

  Mix mix(const Place& place) const {
    Mix mix;
    if (place.value.is_object() && place.has("matrix")) {
      require_keys(place, {"matrix"}, {});
      mix.rule = Mix::Rule::matrix;
      mix.matrix = matrix(place.at("matrix"), protocol_.nodes, protocol_.nodes);
      return mix;
    }
    require_keys(place, {"edges", "weights"}, {});
    mix.rule = static_cast<Mix::Rule>(
        1 + word(place.at("weights"), {"metropolis", "min-degree", "uniform", "average", "given"}));
    const auto edges = place.at("edges");
    require_array(edges, "a list of edges [u, w]");
    const bool weighted = mix.rule == Mix::Rule::given;
    for (std::size_t i = 0; i < edges.value.size(); ++i) {
      const auto [u, w] = reader_.ends(edges, i, weighted ? 3 : 2);
      mix.edges.emplace_back(std::min(u, w), std::max(u, w));
      if (weighted) mix.weights.push_back(number(edges.at(i).at(2)));
    }
    require_simple(edges, mix);
    return mix;
  }

  static void require_simple(const Place& place, const Mix& mix) {
    auto edges = mix.edges;
    std::ranges::sort(edges);
    if (std::ranges::adjacent_find(edges) != edges.end()) place.refuse(Errc::syntax, "names an edge twice");
    if (mix.rule != Mix::Rule::average) return;
    std::vector<graph::Node> ends;
    for (const auto& [u, w] : edges) ends.insert(ends.end(), {u, w});
    std::ranges::sort(ends);
    if (std::ranges::adjacent_find(ends) != ends.end())
      place.refuse(Errc::syntax, "pairs that average in the same round must be disjoint");
  }

  NoiseKind one_noise(const Place& place) const {
    if (!place.value.is_object() || !place.has("kind")) place.refuse(Errc::syntax, "must be an object with a 'kind'");
    NoiseKind noise;
    noise.kind =
        static_cast<NoiseKind::Kind>(word(place.at("kind"), {"node", "pair", "temporal", "matrix", "message", "link"}));
    using Kind = NoiseKind::Kind;
    switch (noise.kind) {
      case Kind::node:
        require_keys(place, {"kind", "sigma"}, {"nodes", "at"});
        break;
      case Kind::pair:
        require_keys(place, {"kind", "sigma", "pairs"}, {"at"});
        break;
      case Kind::temporal:
        require_keys(place, {"kind", "matrix"}, {});
        break;
      case Kind::matrix:
        require_keys(place, {"kind", "matrix"}, {"known_by", "at"});
        break;
      case Kind::message:
        require_keys(place, {"kind", "sigma"}, {"zero_sum", "self"});
        break;
      case Kind::link:
        require_keys(place, {"kind", "sigma"}, {});
        break;
    }
    if (place.has("sigma")) noise.sigma = deviation(place.at("sigma"));
    if (place.has("at")) noise.first_only = word(place.at("at"), {"every", "first"}) == 1;
    noise.zero_sum = flag_or(place, "zero_sum", false);
    noise.self = flag_or(place, "self", false);
    who_has_it(place, noise);
    return noise;
  }

  /// The nodes, pairs or matrix of a noise.
  void who_has_it(const Place& place, NoiseKind& noise) const {
    if (noise.kind == NoiseKind::Kind::node) {
      if (place.has("nodes")) {
        noise.nodes = reader_.nodes(place.at("nodes"));
      } else {
        for (graph::Node v = 0; v < protocol_.nodes; ++v) noise.nodes.push_back(v);
      }
    }
    if (place.has("pairs")) {
      const auto pairs = place.at("pairs");
      require_array(pairs, "a list of pairs [u, w]");
      for (std::size_t i = 0; i < pairs.value.size(); ++i) noise.pairs.push_back(reader_.ends(pairs, i, 2));
    }
    if (noise.kind == NoiseKind::Kind::temporal) {
      const auto rounds = protocol_.injections();
      noise.matrix = matrix(place.at("matrix"), rounds, rounds);
    } else if (noise.kind == NoiseKind::Kind::matrix) {
      noise.matrix = matrix(place.at("matrix"), protocol_.nodes, 0);
    }
    if (!place.has("known_by")) return;
    const auto known = place.at("known_by");
    if (require_array(known, "a list of lists of nodes").size() != noise.matrix.columns)
      known.refuse(Errc::shape,
                   fmt::format("has {} lists, the matrix {} columns", known.value.size(), noise.matrix.columns));
    for (std::size_t j = 0; j < known.value.size(); ++j) noise.known_by.push_back(reader_.nodes(known.at(j)));
  }

  void view(const Place& place) {
    require_keys(place, {"observers", "sees", "knows"}, {"steps_seen"});
    auto& view = protocol_.view;
    view.observers = reader_.nodes(place.at("observers"));
    view.sees = static_cast<ProtocolView::Sees>(word(place.at("sees"), {"messages", "states", "all", "sum", "final"}));
    view.knows_own = word(place.at("knows"), {"own", "none"}) == 0;
    if (place.has("steps_seen")) view.first_step_only = word(place.at("steps_seen"), {"every", "first"}) == 1;
  }

  Protocol& protocol_;
  std::string folder_;
  NodeReader reader_;
};

}  // namespace

std::size_t Protocol::injections() const {
  return static_cast<std::size_t>(std::ranges::count_if(rounds, &ProtocolRound::inject));
}

graph::Node Protocol::node(const std::string& where, const std::string& label) const {
  const auto found = std::ranges::find(labels, label);
  if (found == labels.end())
    throw Error(Errc::unknown, where, fmt::format("'{}' is not a node of the protocol", label));
  return static_cast<graph::Node>(found - labels.begin());
}

Protocol parse_protocol(const std::string& where, const std::string& text, const std::string& folder) {
  const auto value = parse_json<json>(text, where);
  Protocol protocol;
  Reader(protocol, folder).read({value, ""});
  return protocol;
}

Protocol read_protocol(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf()))
    throw Error(Errc::file, path, fmt::format("cannot be read: {}", std::strerror(errno == 0 ? EIO : errno)));
  return parse_protocol(path, text.str(), std::filesystem::path(path).parent_path().string());
}

}  // namespace hearsay::accounting
