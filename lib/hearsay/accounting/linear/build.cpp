// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/build.hpp>

#include <algorithm>
#include <limits>
#include <map>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/exact/residue.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/system/memory.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;
using graph::Node;

template <class Scalar>
struct Converted {
  static Scalar from(const Rational& fraction) {
    if (const auto value = exact::residue<Scalar::modulus>(fraction)) return *value;
    throw Error(Errc::too_large, "linear_system",
                fmt::format("{} divides the denominator of {}", Scalar::modulus, exact::to_string(fraction)));
  }
};
template <>
struct Converted<double> {
  static double from(const Rational& fraction) { return exact::to_double(fraction); }
};
template <>
struct Converted<Rational> {
  static Rational from(const Rational& fraction) { return fraction; }
};

template <class Scalar>
Scalar to(const Rational& fraction) {
  return Converted<Scalar>::from(fraction);
}

template <class Scalar>
SparseRows<Scalar> converted(const linalg::FractionMatrix& matrix) {
  SparseRows<Scalar> result;
  for (const auto& row : matrix.rows) {
    for (const auto& [column, value] : row) result.add(column, to<Scalar>(value));
    result.end_row();
  }
  return result;
}

/// Neighbors of every node and the place of the edge in the list, by increasing neighbor; each node itself too.
using Neighbors = std::vector<std::pair<Node, std::size_t>>;

constexpr std::size_t itself = std::numeric_limits<std::size_t>::max();  ///< the place of no edge

std::vector<Neighbors> adjacency(const Mix& mix, Node nodes) {
  std::vector<Neighbors> lists(nodes);
  for (std::size_t i = 0; i < mix.edges.size(); ++i) {
    lists[mix.edges[i].first].emplace_back(mix.edges[i].second, i);
    lists[mix.edges[i].second].emplace_back(mix.edges[i].first, i);
  }
  for (Node u = 0; u < nodes; ++u) lists[u].emplace_back(u, itself);
  for (auto& list : lists) std::ranges::sort(list);
  return lists;
}

/// k of an edge's weight 1/k, by the degrees of its ends. @pre a rule whose weights are not given.
std::size_t weight_denominator(Mix::Rule rule, std::size_t own_degree, std::size_t other_degree) {
  switch (rule) {
    case Mix::Rule::metropolis:
      return 1 + std::max(own_degree, other_degree);
    case Mix::Rule::min_degree:
      return std::max(own_degree, other_degree);
    case Mix::Rule::uniform:
      return 1 + own_degree;
    default:
      return 2;  // average
  }
}

/// W of a rule: edges of weight 1/k, which are converted once each; the rest on the diagonal.
template <class Scalar>
SparseRows<Scalar> rule_matrix(const Mix& mix, Node nodes) {
  SparseRows<Scalar> result;
  const auto lists = adjacency(mix, nodes);
  std::map<std::size_t, Scalar> inverses;
  for (Node u = 0; u < nodes; ++u) {
    const auto denominator = [&](Node v) {
      return weight_denominator(mix.rule, lists[u].size() - 1, lists[v].size() - 1);
    };
    std::map<std::size_t, std::size_t> counts;
    for (const auto& [v, edge] : lists[u]) {
      if (edge != itself) ++counts[denominator(v)];
    }
    Rational rest = 1;
    for (const auto& [k, count] : counts) rest -= Rational(count, k);
    for (const auto& [v, edge] : lists[u]) {
      if (edge == itself) {
        if (rest != 0) result.add(v, to<Scalar>(rest));
        continue;
      }
      const auto k = denominator(v);
      const auto found = inverses.find(k);
      result.add(v, found != inverses.end() ? found->second : (inverses[k] = to<Scalar>(Rational(1, k))));
    }
    result.end_row();
  }
  return result;
}

/// W of edges with given weights, the rest on the diagonal.
template <class Scalar>
SparseRows<Scalar> given_matrix(const Mix& mix, Node nodes) {
  SparseRows<Scalar> result;
  const auto lists = adjacency(mix, nodes);
  for (Node u = 0; u < nodes; ++u) {
    Rational rest = 1;
    for (const auto& [v, edge] : lists[u]) {
      if (edge != itself) rest -= mix.weights[edge];
    }
    for (const auto& [v, edge] : lists[u]) {
      const Rational& weight = edge == itself ? rest : mix.weights[edge];
      if (weight != 0) result.add(v, to<Scalar>(weight));
    }
    result.end_row();
  }
  return result;
}

/// W.
template <class Scalar>
SparseRows<Scalar> mixing_matrix(const Mix& mix, Node nodes) {
  if (mix.rule == Mix::Rule::matrix) return converted<Scalar>(mix.matrix);
  return mix.rule == Mix::Rule::given ? given_matrix<Scalar>(mix, nodes) : rule_matrix<Scalar>(mix, nodes);
}

/// I + F.
template <class Scalar>
SparseRows<Scalar> feedback_matrix(const linalg::FractionMatrix& feedback) {
  auto sum = feedback;
  for (std::size_t u = 0; u < sum.rows.size(); ++u) {
    auto& row = sum.rows[u];
    const auto place = std::ranges::lower_bound(row, u, {}, &linalg::RationalMatrix::Entry::column);
    if (place != row.end() && place->column == u) {
      place->value += 1;
    } else {
      row.insert(place, {static_cast<Node>(u), Rational(1)});
    }
  }
  return converted<Scalar>(sum);
}

constexpr std::uint32_t no_variable = std::numeric_limits<std::uint32_t>::max();

/// Walks through a protocol and writes down its stages.
template <class Scalar>
class Builder {
 public:
  explicit Builder(const Protocol& protocol) : protocol_(protocol), observes_(protocol.nodes, 0) {
    for (const auto o : protocol.view.observers) observes_[o] = 1;
    system_.nodes = system_.state = protocol.nodes;
    system_.rounds = protocol.injections();
    system_.observers = protocol.view.observers;
    std::ranges::sort(system_.observers);
  }

  LinearSystem<Scalar> build() {
    std::size_t injection = 0;
    for (std::size_t r = 0; r < protocol_.rounds.size(); ++r) {
      const auto& round = protocol_.rounds[r];
      round_ = static_cast<std::int32_t>(r);
      begin_round(round, injection);
      for (int k = 0; k < round.steps; ++k) {
        const bool copies = k == 0 && round.inject && !message_kinds().empty();
        if (copies) draw_copies(round);
        see(round, k, copies);
        mix(round, k, copies);
      }
      injection += round.inject ? 1 : 0;
    }
    see_final();
    return std::move(system_);
  }

 private:
  using Terms = std::vector<std::pair<std::uint32_t, Scalar>>;  ///< noise variables and their factors

  [[nodiscard]] bool known(Node node) const { return protocol_.view.knows_own && observes_[node] != 0; }

  /// A new variable, or none if it is known to the observers.
  std::uint32_t draw(bool is_known, NoiseName name) {
    if (is_known) return no_variable;
    system_.noises.push_back(name);
    return static_cast<std::uint32_t>(system_.noises.size() - 1);
  }

  [[nodiscard]] NoiseName name(std::size_t source, std::optional<Node> first = {}, std::optional<Node> second = {},
                               std::int32_t round = -1) const {
    return {static_cast<std::int32_t>(source), round >= 0 ? round : round_, first, second};
  }

  /// Feedback and, if the round injects, contributions and noise.
  void begin_round(const ProtocolRound& round, std::size_t injection) {
    auto& stage = system_.stages.emplace_back();
    if (round.feedback) {
      auto& matrix = feedbacks_[round.feedback.get()];
      if (!matrix) matrix = std::make_shared<const SparseRows<Scalar>>(feedback_matrix<Scalar>(*round.feedback));
      stage.mix = matrix;
    }
    stage.first_row = system_.rows.size();
    if (!round.inject) return;
    stage.inputs = injection * protocol_.nodes;
    std::vector<Terms> added(protocol_.nodes);
    for (std::size_t i = 0; i < protocol_.noise.size(); ++i) inject(protocol_.noise[i], i, injection, added);
    for (const auto& terms : added) {
      for (const auto& [variable, factor] : terms) stage.noise.add(variable, factor);
      stage.noise.end_row();
    }
  }

  void inject(const NoiseKind& noise, std::size_t source, std::size_t injection, std::vector<Terms>& added) {
    using Kind = NoiseKind::Kind;
    if (noise.first_only && injection > 0) return;
    const auto put = [&](Node node, std::uint32_t variable, const Rational& factor) {
      if (variable != no_variable && factor != 0) added[node].emplace_back(variable, to<Scalar>(factor));
    };
    if (noise.kind == Kind::node) {
      for (const auto u : noise.nodes) put(u, draw(known(u), name(source, u)), noise.sigma);
    } else if (noise.kind == Kind::pair) {
      for (const auto& [u, w] : noise.pairs) {
        const auto variable = draw(known(u) || known(w), name(source, u, w));
        put(u, variable, noise.sigma);
        put(w, variable, -noise.sigma);
      }
    } else if (noise.kind == Kind::matrix) {
      std::vector<std::uint32_t> variables;
      for (std::size_t j = 0; j < noise.matrix.columns; ++j) {
        const bool is_known =
            !noise.known_by.empty() && std::ranges::any_of(noise.known_by[j], [&](Node node) { return known(node); });
        variables.push_back(draw(is_known, name(source)));
      }
      for (Node u = 0; u < protocol_.nodes; ++u) {
        for (const auto& [column, factor] : noise.matrix.rows[u]) put(u, variables[column], factor);
      }
    } else if (noise.kind == Kind::temporal) {
      for (Node u = 0; u < protocol_.nodes; ++u) {
        for (const auto& [s, factor] : noise.matrix.rows[injection]) put(u, temporal(source, u, s), factor);
      }
    }
  }

  /// z_us of a temporal noise, drawn when it is first used.
  std::uint32_t temporal(std::size_t source, Node u, std::size_t s) {
    if (known(u)) return no_variable;
    auto& variables = temporal_[source];
    variables.resize(std::size_t{protocol_.nodes} * system_.rounds, no_variable);
    auto& variable = variables[s * protocol_.nodes + u];
    if (variable == no_variable) variable = draw(false, name(source, u, {}, static_cast<std::int32_t>(s)));
    return variable;
  }

  [[nodiscard]] std::vector<std::size_t> message_kinds() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < protocol_.noise.size(); ++i) {
      if (protocol_.noise[i].kind == NoiseKind::Kind::message) found.push_back(i);
    }
    return found;
  }

  const SparseRows<Scalar>& matrix_of(const ProtocolRound& round) {
    auto& matrix = matrices_[round.mix.get()];
    if (!matrix)
      matrix = std::make_shared<const SparseRows<Scalar>>(mixing_matrix<Scalar>(*round.mix, protocol_.nodes));
    return *matrix;
  }

  /// Noise on the copy that each sender makes for each receiver, {sender, receiver} -> terms.
  void draw_copies(const ProtocolRound& round) {
    copies_.clear();
    const auto& w = matrix_of(round);
    std::vector<std::vector<Node>> receivers(protocol_.nodes);
    for (Node to_node = 0; to_node < protocol_.nodes; ++to_node) {
      for (std::size_t k = w.offsets[to_node]; k < w.offsets[to_node + 1]; ++k)
        receivers[w.columns[k]].push_back(to_node);
    }
    for (const auto source : message_kinds()) {
      for (Node from = 0; from < protocol_.nodes; ++from) draw_copies_of(source, from, receivers[from]);
    }
  }

  void draw_copies_of(std::size_t source, Node from, const std::vector<Node>& hear) {
    const auto& noise = protocol_.noise[source];
    std::vector<Node> receivers;
    for (const auto receiver : hear) {
      if (receiver != from) receivers.push_back(receiver);
    }
    if (noise.self) receivers.push_back(from);
    if (known(from) || receivers.empty()) return;
    std::vector<std::uint32_t> variables;
    for (const auto receiver : receivers) variables.push_back(draw(false, name(source, from, receiver)));
    const Rational share(1, noise.zero_sum ? receivers.size() : 1);
    for (std::size_t i = 0; i < receivers.size(); ++i) {
      auto& terms = copies_[{from, receivers[i]}];
      for (std::size_t j = 0; j < receivers.size(); ++j) {
        Rational factor = i == j ? 1 : 0;
        if (noise.zero_sum) factor -= share;
        if (factor != 0) terms.emplace_back(variables[j], to<Scalar>(noise.sigma * factor));
      }
    }
  }

  /// Appends a row to the last stage, the state's part of which has been written.
  void end_row(RowName row, const Terms& terms) {
    auto& stage = system_.stages.back();
    stage.seen.end_row();
    for (const auto& [variable, factor] : terms) stage.seen_noise.add(variable, factor);
    for (std::size_t i = 0; i < protocol_.noise.size(); ++i) {
      if (protocol_.noise[i].kind == NoiseKind::Kind::link)
        stage.seen_noise.add(draw(false, name(i, row.sender, row.receiver)), to<Scalar>(protocol_.noise[i].sigma));
    }
    stage.seen_noise.end_row();
    system_.rows.push_back(row);
  }

  void see(const ProtocolRound& round, int step, bool copies) {
    using Sees = ProtocolView::Sees;
    const auto sees = protocol_.view.sees;
    if (sees == Sees::final || (step > 0 && protocol_.view.first_step_only)) return;
    if (sees == Sees::sum) {
      see_sums(round, step, copies);
    } else if (copies && sees != Sees::states) {
      see_copies(round, step);
    } else {
      see_states(round, step);
    }
  }

  /// A row for each node whose state is seen.
  void see_states(const ProtocolRound& round, int step) {
    using Sees = ProtocolView::Sees;
    const auto sees = protocol_.view.sees;
    std::vector<char> seen(protocol_.nodes, sees == Sees::all ? 1 : 0);
    if (sees == Sees::states) seen = observes_;
    if (sees == Sees::messages) {
      const auto& w = matrix_of(round);
      for (const auto o : system_.observers) {
        for (std::size_t k = w.offsets[o]; k < w.offsets[o + 1]; ++k) {
          if (observes_[w.columns[k]] == 0) seen[w.columns[k]] = 1;
        }
      }
    }
    for (Node u = 0; u < protocol_.nodes; ++u) {
      if (seen[u] == 0) continue;
      system_.stages.back().seen.add(u, Scalar(1));
      end_row({round_, step, u, {}}, {});
    }
  }

  /// A row for each copy that is seen: its noise is its own.
  void see_copies(const ProtocolRound& round, int step) {
    const auto& w = matrix_of(round);
    const bool all = protocol_.view.sees == ProtocolView::Sees::all;
    for (Node receiver = 0; receiver < protocol_.nodes; ++receiver) {
      if (!all && observes_[receiver] == 0) continue;
      for (std::size_t k = w.offsets[receiver]; k < w.offsets[receiver + 1]; ++k) {
        const Node sender = w.columns[k];
        if (sender == receiver || (!all && observes_[sender] != 0)) continue;
        system_.stages.back().seen.add(sender, Scalar(1));
        end_row({round_, step, sender, receiver}, copy(sender, receiver));
      }
    }
  }

  /// A row for each observer who hears somebody: the weighted sum.
  void see_sums(const ProtocolRound& round, int step, bool copies) {
    const auto& w = matrix_of(round);
    for (const auto o : system_.observers) {
      Terms terms;
      bool hears = false;
      for (std::size_t k = w.offsets[o]; k < w.offsets[o + 1]; ++k) {
        const Node sender = w.columns[k];
        if (observes_[sender] != 0) continue;
        hears = true;
        system_.stages.back().seen.add(sender, w.values[k]);
        if (!copies) continue;
        for (const auto& [variable, factor] : copy(sender, o)) terms.emplace_back(variable, w.values[k] * factor);
      }
      if (hears) end_row({round_, step, {}, o}, terms);
    }
  }

  [[nodiscard]] Terms copy(Node sender, Node receiver) const {
    const auto found = copies_.find({sender, receiver});
    return found == copies_.end() ? Terms{} : found->second;
  }

  /// state <- W (state or its copies), from the second step of a round on with gamma.
  void mix(const ProtocolRound& round, int step, bool copies) {
    const auto& w = matrix_of(round);
    auto& stage = system_.stages.emplace_back();
    stage.mix = matrices_[round.mix.get()];
    stage.first_row = system_.rows.size();
    if (round.gamma && step > 0) stage.gamma = to<Scalar>(*round.gamma);
    if (!copies) return;
    for (Node receiver = 0; receiver < protocol_.nodes; ++receiver) {
      for (std::size_t k = w.offsets[receiver]; k < w.offsets[receiver + 1]; ++k) {
        for (const auto& [variable, factor] : copy(w.columns[k], receiver))
          stage.noise.add(variable, w.values[k] * factor);
      }
      stage.noise.end_row();
    }
  }

  void see_final() {
    if (protocol_.view.sees != ProtocolView::Sees::final) return;
    if (system_.stages.empty()) system_.stages.emplace_back();
    for (Node u = 0; u < protocol_.nodes; ++u) {
      system_.stages.back().seen.add(u, Scalar(1));
      end_row({static_cast<std::int32_t>(protocol_.rounds.size()), 0, u, {}}, {});
    }
  }

  const Protocol& protocol_;
  std::vector<char> observes_;
  LinearSystem<Scalar> system_;
  std::int32_t round_ = 0;
  std::map<const Mix*, std::shared_ptr<const SparseRows<Scalar>>> matrices_;
  std::map<const linalg::FractionMatrix*, std::shared_ptr<const SparseRows<Scalar>>> feedbacks_;
  std::map<std::size_t, std::vector<std::uint32_t>> temporal_;
  std::map<std::pair<Node, Node>, Terms> copies_;
};

/// What of a mixing matrix the size of a view depends on.
struct MixCounts {
  double senders = 0.0;    ///< who are no observers and send to one
  double heard = 0.0;      ///< messages from them to observers
  double listeners = 0.0;  ///< observers who hear one of them
  double sent = 0.0;       ///< messages of all
  double observed = 0.0;   ///< messages that observers send
};

MixCounts counts_of(const Mix& mix, const std::vector<char>& observes) {
  MixCounts counts;
  std::vector<char> sends(observes.size(), 0), hears(observes.size(), 0);
  const auto send = [&](Node from, Node to_node) {
    if (from == to_node) return;
    ++counts.sent;
    counts.observed += observes[from] != 0 ? 1.0 : 0.0;
    if (observes[from] != 0 || observes[to_node] == 0) return;
    ++counts.heard;
    sends[from] = hears[to_node] = 1;
  };
  for (const auto& [u, v] : mix.edges) {
    send(u, v);
    send(v, u);
  }
  for (std::size_t u = 0; u < mix.matrix.rows.size(); ++u) {
    for (const auto& entry : mix.matrix.rows[u]) send(entry.column, static_cast<Node>(u));
  }
  counts.senders = static_cast<double>(std::ranges::count(sends, 1));
  counts.listeners = static_cast<double>(std::ranges::count(hears, 1));
  return counts;
}

/// Counts what Builder writes.
class Size {
 public:
  explicit Size(const Protocol& protocol) : protocol_(protocol), observes_(protocol.nodes, 0) {
    for (const auto o : protocol.view.observers) observes_[o] = 1;
    for (const auto& noise : protocol.noise) {
      links_ += noise.kind == NoiseKind::Kind::link ? 1.0 : 0.0;
      copies_ = copies_ || noise.kind == NoiseKind::Kind::message;
      injected_.push_back(injected(noise));
    }
  }

  [[nodiscard]] LinearSize size(std::size_t number) {
    bool first = true;
    for (const auto& round : protocol_.rounds) {
      add_round(round, first);
      if (round.inject) first = false;
    }
    const auto n = static_cast<double>(protocol_.nodes), scalar = static_cast<double>(number);
    for (const auto& noise : protocol_.noise) {
      if (noise.kind == NoiseKind::Kind::temporal) add_temporal(noise);
    }
    if (protocol_.view.sees == ProtocolView::Sees::final) found_.rows = n;
    found_.noises += links_ * found_.rows;
    entries_ += (1.0 + links_) * found_.rows;
    constexpr double offset = sizeof(std::size_t), column = sizeof(std::uint32_t);
    // Names are kept twice, and vectors grow by doubling; a run has some vectors of rows, noises and inputs.
    found_.bytes = found_.rows * (3.0 * sizeof(RowName) + 2.0 * offset + 3.0 * scalar) +
                   found_.noises * (3.0 * sizeof(NoiseName) + 3.0 * scalar) + entries_ * (column + scalar) +
                   injections_ * n * (offset + 2.0 * scalar);
    return found_;
  }

 private:
  struct Injected {
    double noises = 0.0, entries = 0.0;
  };

  [[nodiscard]] bool known(Node node) const { return protocol_.view.knows_own && observes_[node] != 0; }

  /// What one injection adds to the states.
  [[nodiscard]] Injected injected(const NoiseKind& noise) const {
    using Kind = NoiseKind::Kind;
    Injected found;
    if (noise.kind == Kind::node) {
      found.noises = static_cast<double>(std::ranges::count_if(noise.nodes, [&](Node u) { return !known(u); }));
      found.entries = found.noises;
    } else if (noise.kind == Kind::pair) {
      found.noises = static_cast<double>(
          std::ranges::count_if(noise.pairs, [&](const auto& p) { return !known(p.first) && !known(p.second); }));
      found.entries = 2.0 * found.noises;
    } else if (noise.kind == Kind::matrix) {
      found.noises = static_cast<double>(noise.matrix.columns);
      for (const auto& who : noise.known_by)
        found.noises -= std::ranges::any_of(who, [&](Node u) { return known(u); }) ? 1.0 : 0.0;
      for (const auto& row : noise.matrix.rows) found.entries += static_cast<double>(row.size());
    }
    return found;
  }

  /// A temporal noise of a whole run: a node draws a variable when it first uses it.
  void add_temporal(const NoiseKind& noise) {
    const double unknown = static_cast<double>(protocol_.nodes) -
                           (protocol_.view.knows_own ? static_cast<double>(protocol_.view.observers.size()) : 0.0);
    std::vector<char> used(noise.matrix.columns, 0);
    const std::size_t rows = noise.first_only ? 1 : noise.matrix.rows.size();
    for (std::size_t r = 0; r < std::min(rows, noise.matrix.rows.size()); ++r) {
      for (const auto& entry : noise.matrix.rows[r]) used[entry.column] = 1;
      entries_ += unknown * static_cast<double>(noise.matrix.rows[r].size());
    }
    found_.noises += unknown * static_cast<double>(std::ranges::count(used, 1));
  }

  void add_round(const ProtocolRound& round, bool first) {
    if (round.inject) {
      injections_ += 1.0;
      for (std::size_t i = 0; i < injected_.size(); ++i) {
        if (protocol_.noise[i].first_only && !first) continue;
        found_.noises += injected_[i].noises;
        entries_ += injected_[i].entries;
      }
    }
    if (round.steps == 0) return;
    const auto [place, fresh] = mixes_.try_emplace(round.mix.get());
    if (fresh) place->second = counts_of(*round.mix, observes_);
    const auto& mix = place->second;
    const bool copies = round.inject && copies_;
    if (copies) add_copies(mix);
    using Sees = ProtocolView::Sees;
    const auto n = static_cast<double>(protocol_.nodes);
    const auto sees = protocol_.view.sees;
    if (sees == Sees::final) return;
    const double steps = protocol_.view.first_step_only ? 1.0 : round.steps;
    double each = mix.senders, at_first = mix.heard;
    if (sees == Sees::all) each = n, at_first = mix.sent;
    if (sees == Sees::states) each = at_first = static_cast<double>(protocol_.view.observers.size());
    if (sees == Sees::sum) each = at_first = mix.listeners;
    found_.rows += (steps - 1.0) * each + (copies ? at_first : each);
  }

  void add_copies(const MixCounts& mix) {
    const double silent = protocol_.view.knows_own ? static_cast<double>(protocol_.view.observers.size()) : 0.0;
    const double own = static_cast<double>(protocol_.nodes) - silent;
    const double sent = protocol_.view.knows_own ? mix.sent - mix.observed : mix.sent;
    for (const auto& noise : protocol_.noise) {
      if (noise.kind != NoiseKind::Kind::message) continue;
      const double noises = sent + (noise.self ? own : 0.0);
      found_.noises += noises;
      entries_ += 2.0 * noises * (noise.zero_sum ? 1.0 + mix.sent / static_cast<double>(protocol_.nodes) : 1.0);
    }
  }

  const Protocol& protocol_;
  std::vector<char> observes_;
  std::vector<Injected> injected_;  ///< by noise
  std::map<const Mix*, MixCounts> mixes_;
  double links_ = 0.0, injections_ = 0.0, entries_ = 0.0;
  bool copies_ = false;
  LinearSize found_;
};

void require_memory_of(const Protocol& protocol, std::size_t number) {
  const auto size = linear_size(protocol, number);
  hearsay::require_memory("linear view", fmt::format("{:.3g} rows and {:.3g} noises", size.rows, size.noises),
                          size.bytes);
}

}  // namespace

LinearSize linear_size(const Protocol& protocol, std::size_t number) { return Size(protocol).size(number); }

template <class Scalar>
LinearSystem<Scalar> linear_system(const Protocol& protocol) {
  require_memory_of(protocol, sizeof(Scalar));
  return Builder<Scalar>(protocol).build();
}

template <class Scalar>
LinearSystem<Scalar> linear_system(const linalg::FractionMatrix& signal, const linalg::FractionMatrix& noise,
                                   std::size_t rounds) {
  constexpr std::string_view where = "linear_system";
  if (signal.rows.size() != noise.rows.size())
    throw Error(Errc::shape, where,
                fmt::format("the signal has {} rows, the noise {}", signal.rows.size(), noise.rows.size()));
  if (rounds < 1) throw Error(Errc::domain, where, "rounds = 0 must be >= 1");
  if (signal.columns % rounds != 0)
    throw Error(Errc::shape, where,
                fmt::format("the {} columns of the signal cannot be divided into {} rounds of equal size",
                            signal.columns, rounds));
  LinearSystem<Scalar> system{.nodes = signal.columns / rounds, .rounds = rounds, .state = signal.columns};
  system.rows.resize(signal.rows.size());
  system.noises.resize(noise.columns);
  auto& stage = system.stages.emplace_back();
  stage.inputs = 0;
  stage.seen = converted<Scalar>(signal);
  stage.seen_noise = converted<Scalar>(noise);
  return system;
}

using First = exact::Residue<exact::first_prime>;
using Second = exact::Residue<exact::second_prime>;
template LinearSystem<double> linear_system(const Protocol&);
template LinearSystem<Rational> linear_system(const Protocol&);
template LinearSystem<First> linear_system(const Protocol&);
template LinearSystem<Second> linear_system(const Protocol&);
template LinearSystem<double> linear_system(const linalg::FractionMatrix&, const linalg::FractionMatrix&, std::size_t);
template LinearSystem<Rational> linear_system(const linalg::FractionMatrix&, const linalg::FractionMatrix&,
                                              std::size_t);
template LinearSystem<First> linear_system(const linalg::FractionMatrix&, const linalg::FractionMatrix&, std::size_t);
template LinearSystem<Second> linear_system(const linalg::FractionMatrix&, const linalg::FractionMatrix&, std::size_t);

}  // namespace hearsay::accounting
