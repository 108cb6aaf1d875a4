// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/derivation/draft.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;

bool contains(const std::vector<int>& nodes, int v) { return std::ranges::find(nodes, v) != nodes.end(); }
std::size_t at(int node) { return static_cast<std::size_t>(node); }

struct Message {
  int step, sender;
  Vector row;     ///< e_w^T W_{0:k}
  Vector column;  ///< W_{0:k} e_w, for formula (6) with the indices as printed
  std::string name;
};

/// What is gossiped with one initial noise, and who hears what.
class View {
 public:
  explicit View(const ordered_json& instance)
      : nodes_(instance.at("nodes").get<int>()),
        observers_(instance.at("observers").get<std::vector<int>>()),
        own_noise_(instance.at("own_noise").get<bool>()) {
    const auto rule = instance.at("weights").get<std::string>();
    const bool fixed = instance.contains("steps");
    const auto rounds = fixed ? instance.at("steps").get<std::size_t>() : instance.at("rounds").size();
    for (std::size_t k = 0; k < rounds; ++k) {
      if (k == 0 || !fixed)
        w_.push_back(gossip_rows(nodes_, fixed ? instance.at("edges") : instance.at("rounds").at(k), rule));
    }
    for (std::size_t k = 0; k < rounds; ++k) hear(k);
  }

  [[nodiscard]] int nodes() const { return nodes_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  [[nodiscard]] const std::vector<int>& observers() const { return observers_; }
  [[nodiscard]] bool own_noise() const { return own_noise_; }
  [[nodiscard]] const std::vector<Message>& messages() const { return messages_; }
  [[nodiscard]] const linalg::RationalMatrix& w(std::size_t k) const { return w_[std::min(k, w_.size() - 1)]; }
  [[nodiscard]] std::vector<int> outside() const {
    std::vector<int> found;
    for (int v = 0; v < nodes_; ++v) {
      if (!contains(observers_, v)) found.push_back(v);
    }
    return found;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& message : messages_) found.push_back(message.name);
    return found;
  }
  /// |x|^2 over the nodes whose noise is unknown.
  [[nodiscard]] Rational square(const Vector& x) const {
    Rational sum = 0;
    for (int v = 0; v < nodes_; ++v) {
      if (!own_noise_ || !contains(observers_, v)) sum += x[at(v)] * x[at(v)];
    }
    return sum;
  }
  /// The weights of a combination's terms, by message.
  [[nodiscard]] Vector weights(const ordered_json& terms) const {
    Vector found(messages_.size(), Rational(0));
    for (const auto& term : terms) {
      const auto message = std::ranges::find_if(messages_, [&](const Message& m) {
        return m.step == term.at(0).get<int>() && m.sender == term.at(1).get<int>();
      });
      if (message == messages_.end())
        throw Error(Errc::conditions, "derivation", "the combination has a message that the observers do not receive");
      found[static_cast<std::size_t>(message - messages_.begin())] += fraction(term.at(2));
    }
    return found;
  }
  [[nodiscard]] Vector combined(const Vector& weights) const {
    Vector sum(at(nodes_), Rational(0));
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      for (std::size_t v = 0; v < sum.size(); ++v) sum[v] += weights[i] * messages_[i].row[v];
    }
    return sum;
  }
  /// Whether x is orthogonal to every message, off the known noise.
  [[nodiscard]] bool orthogonal(Vector x) const {
    if (own_noise_) {
      for (const int o : observers_) x[at(o)] = 0;
    }
    return std::ranges::all_of(messages_, [&](const Message& m) { return dot(m.row, x) == 0; });
  }
  /// The term of one message in formula (6): entry^2/|row|^2.
  [[nodiscard]] static Rational published(const Message& m, int target, bool printed = false) {
    const Rational& entry = (printed ? m.column : m.row)[at(target)];
    return entry * entry / dot(m.row, m.row);
  }
  [[nodiscard]] Rational published(int target, bool printed = false) const {
    Rational sum = 0;
    for (const auto& m : messages_) sum += published(m, target, printed);
    return sum;
  }

 private:
  void hear(std::size_t k) {
    std::set<int> senders;
    for (const int o : observers_) {
      for (const auto& entry : w(k).rows[at(o)]) {
        const auto v = static_cast<int>(entry.column);
        if (!contains(observers_, v)) senders.insert(v);
      }
    }
    for (const int sender : senders) {
      Message message{
          .step = static_cast<int>(k), .sender = sender, .row = Vector(at(nodes_), 0), .column = {}, .name = {}};
      message.row[at(sender)] = 1;
      message.column = message.row;
      for (std::size_t j = k; j-- > 0;) message.row = row_times(message.row, w(j));
      for (std::size_t j = 0; j < k; ++j) message.column = times(w(j), message.column);
      message.name = fmt::format("y{}", messages_.size() + 1);
      messages_.push_back(std::move(message));
    }
    steps_ = k + 1;
  }

  int nodes_;
  std::vector<int> observers_;
  bool own_noise_;
  std::size_t steps_ = 0;
  std::vector<linalg::RationalMatrix> w_;
  std::vector<Message> messages_;
};

/// A combination of the file: what changes, with which weights the messages are added, what is left.
struct Combination {
  Vector change, weights, left;
  Rational signal, noise;  ///< left . change, and |left|^2 with the message noise
  [[nodiscard]] Rational loss() const { return noise == 0 ? Rational(0) : Rational(signal * signal / noise); }
};

Combination combination_of(const View& view, const ordered_json& x, const Rational& tau2) {
  Combination found;
  found.change.assign(at(view.nodes()), Rational(0));
  if (x.contains("target")) {
    found.change[x.at("target").get<std::size_t>()] = 1;
  } else {
    for (const auto& pair : x.at("direction")) found.change[pair.at(0).get<std::size_t>()] = fraction(pair.at(1));
  }
  found.weights = view.weights(x.at("terms"));
  found.left = view.combined(found.weights);
  found.signal = dot(found.left, found.change);
  found.noise = view.square(found.left) + tau2 * dot(found.weights, found.weights);
  return found;
}

std::vector<int> joined(std::vector<int> nodes, const std::vector<int>& more) {
  nodes.insert(nodes.end(), more.begin(), more.end());
  return nodes;
}

/// Columns of the table of messages: all nodes, equal ones as one, or the named nodes and the squares of the others.
class Columns {
 public:
  /// @param named  columns that stay alone; those of nodes whose noise is known are left out.
  Columns(const View& view, const std::vector<int>& named) : named_(named) {
    Matrix rows;
    for (const auto& message : view.messages()) rows.push_back(message.row);
    groups_ = equal_columns(rows, view.own_noise() ? joined(named, view.observers()) : named);
    if (view.own_noise())
      std::erase_if(groups_, [&](const ColumnGroup& g) { return contains(view.observers(), g.members.front()); });
    whole_ = groups_.size() <= most_columns;
  }
  [[nodiscard]] std::vector<NumberTable::Column> titles() const {
    std::vector<NumberTable::Column> found;
    if (whole_) {
      for (const auto& group : groups_)
        found.push_back({group.members.size() == 1 ? fmt::format("node {}", group.members.front())
                                                   : fmt::format("each of {}", listed(group.members))});
    } else {
      for (const int v : named_) found.push_back({fmt::format("node {}", v)});
      found.push_back({"squares of the others"});
    }
    return found;
  }
  [[nodiscard]] std::vector<std::string> cells(const Vector& row) const {
    std::vector<std::string> found;
    if (whole_) {
      for (const auto& group : groups_) found.push_back(number_of(row[at(group.members.front())]));
      return found;
    }
    Rational rest = dot(row, row);
    for (const int v : named_) {
      found.push_back(number_of(row[at(v)]));
      rest -= row[at(v)] * row[at(v)];
    }
    found.push_back(number_of(rest));
    return found;
  }

 private:
  std::vector<int> named_;
  std::vector<ColumnGroup> groups_;
  bool whole_;
};

void append(std::vector<std::string>& cells, const std::vector<std::string>& more) {
  cells.insert(cells.end(), more.begin(), more.end());
}

/// Which messages are printed: those of the combinations first, then the first ones.
std::vector<bool> printed_messages(const View& view, const std::vector<Combination>& combinations) {
  std::vector<bool> printed(view.messages().size(), view.messages().size() <= most_rows);
  std::size_t count = 0;
  for (const bool only_used : {true, false}) {
    for (std::size_t i = 0; i < printed.size() && count < most_rows; ++i) {
      const bool used = std::ranges::any_of(combinations, [&](const Combination& c) { return c.weights[i] != 0; });
      if (printed[i] || (only_used && !used)) continue;
      printed[i] = true;
      ++count;
    }
  }
  return printed;
}

/// The messages as rows, their squares, and the published terms of them.
struct TermColumn {
  std::string title;
  std::function<Rational(const Message&)> term;
};

void show_messages(Draft& draft, const View& view, const Columns& columns, const std::vector<Combination>& combinations,
                   const std::optional<TermColumn>& term) {
  const auto printed = printed_messages(view, combinations);
  const auto shown = static_cast<std::size_t>(std::ranges::count(printed, true));
  NumberTable table{.caption = shown == printed.size()
                                   ? "Each message is its row times (x + z): x the values, z the noise."
                                   : fmt::format("Each message is its row times (x + z): x the values, z the noise. {} "
                                                 "of the {} messages:",
                                                 shown, printed.size()),
                    .columns = {{"message", true}},
                    .rows = {}};
  for (auto& title : columns.titles()) table.columns.push_back(std::move(title));
  if (term) {
    table.columns.push_back({"|row|^2"});
    table.columns.push_back({term->title});
  }
  Rational sum = 0;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    const auto& message = view.messages()[i];
    if (term) sum += term->term(message);
    if (!printed[i]) continue;
    std::vector<std::string> cells = {fmt::format("{}: step {}, from {}", message.name, message.step, message.sender)};
    append(cells, columns.cells(message.row));
    if (term) {
      cells.push_back(number_of(dot(message.row, message.row)));
      cells.push_back(number_of(term->term(message)));
    }
    table.rows.push_back(std::move(cells));
  }
  if (term) {
    std::vector<std::string> cells(table.columns.size());
    cells.front() = shown == printed.size() ? "sum" : "sum over all";
    cells.back() = number_of(sum);
    table.rows.push_back(std::move(cells));
    table.totals = 1;
  }
  draft.show(std::move(table));
}

/// The combination, term by term, and what is left.
void show_combination(Draft& draft, const View& view, const Columns& columns, const Combination& c,
                      const std::string& who) {
  const auto names = view.names();
  const auto terms = std::ranges::count_if(c.weights, [](const Rational& x) { return x != 0; });
  NumberTable table{
      .caption = fmt::format("{} takes {}. What is left, line by line:", who, combination_text(c.weights, names)),
      .columns = {{"part", true}},
      .rows = {}};
  if (terms == 0) {
    table.caption = fmt::format("{} takes no message. What is left:", who);
  }
  for (auto& title : columns.titles()) table.columns.push_back(std::move(title));
  if (static_cast<std::size_t>(terms) <= most_rows) {
    for (std::size_t i = 0; i < c.weights.size(); ++i) {
      if (c.weights[i] == 0) continue;
      auto row = view.messages()[i].row;
      for (auto& x : row) x *= c.weights[i];
      std::vector<std::string> cells = {fmt::format("{} {}", number_of(c.weights[i]), names[i])};
      append(cells, columns.cells(row));
      table.rows.push_back(std::move(cells));
    }
  }
  std::vector<std::string> cells = {"sum g"};
  append(cells, columns.cells(c.left));
  table.rows.push_back(std::move(cells));
  table.totals = 1;
  draft.show(std::move(table));
}

/// The squares of what is left, as "2*(1/4)^2 + (1/2)^2".
std::string noise_text(const View& view, const Combination& c) {
  std::vector<std::pair<Rational, int>> counted;
  for (int v = 0; v < view.nodes(); ++v) {
    if (view.own_noise() && contains(view.observers(), v)) continue;
    const Rational size = abs(c.left[at(v)]);
    if (size == 0) continue;
    const auto known = std::ranges::find(counted, size, [](const auto& x) { return x.first; });
    if (known == counted.end()) {
      counted.emplace_back(size, 1);
    } else {
      ++known->second;
    }
  }
  std::string text;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (i == most_terms) return text + " + ...";
    const auto& [size, count] = counted[i];
    text += i == 0 ? "" : " + ";
    text += (count == 1 ? "" : std::to_string(count) + "*") + squared(size);
  }
  return text.empty() ? "0" : text;
}

/// The loss that one combination shows.
void write_loss(Draft& draft, const View& view, const Combination& c, const std::string& name) {
  draft.write("|g|^2" + std::string(view.own_noise() ? " off the known noise" : ""),
              {{"=", noise_text(view, c)}, {"=", number_of(view.square(c.left))}});
  if (c.noise == 0) return;
  draft.write(name, {{">=", fmt::format("{}/{}", squared(c.signal), bracketed(c.noise))}, {"=", number_of(c.loss())}});
}

std::vector<int> members_of(const ordered_json& instance) {
  if (instance.contains("target")) return {instance.at("target").get<int>()};
  return instance.contains("group") ? instance.at("group").get<std::vector<int>>() : std::vector<int>{};
}

bool names(const ordered_json& x, const std::string& name) {
  if (x.is_string()) return x.get<std::string>() == name;
  return std::ranges::any_of(x, [&](const ordered_json& part) { return names(part, name); });
}

/// Rounds that differ, in words.
std::string view_words(const ordered_json& instance) {
  if (instance.contains("edges"))
    return fmt::format("{}. T = {} step{}", network_words(instance), instance.at("steps").get<int>(),
                       instance.at("steps").get<int>() == 1 ? "" : "s");
  std::string text =
      fmt::format("{} nodes, Metropolis weights of the edges of each round", instance.at("nodes").get<int>());
  for (std::size_t k = 0; k < instance.at("rounds").size(); ++k) {
    text += fmt::format("{} round {}:", k == 0 ? ";" : ",", k);
    for (const auto& edge : instance.at("rounds").at(k))
      text += fmt::format(" {}-{}", edge.at(0).get<int>(), edge.at(1).get<int>());
    if (instance.at("rounds").at(k).empty()) text += " none";
  }
  return text;
}

void tell_instance(Draft& draft, const View& view, const ordered_json& instance) {
  const auto members = members_of(instance);
  std::string words =
      fmt::format("Instance: {}. Nodes {} observe{} and {} own noise.", view_words(instance), listed(view.observers()),
                  view.observers().size() == 1 ? "s" : "", view.own_noise() ? "know their" : "do not use their");
  if (view.observers().size() == 1)
    words = fmt::format("Instance: {}. Node {} observes and {} its own noise.", view_words(instance),
                        view.observers().front(), view.own_noise() ? "knows" : "does not use");
  if (members.size() == 1) words += fmt::format(" The value of node {} changes by 1.", members.front());
  if (members.size() > 1)
    words += fmt::format(" The values of {} change together, each by at most 1.", nodes_words(members));
  words += " The noise of each node is standard normal.";
  draft.say(std::move(words));
  if (instance.contains("edges")) {
    if (auto table = matrix_table(view.w(0), "Gossip matrix W:")) draft.show(std::move(*table));
    return;
  }
  for (std::size_t k = 0; k + 1 < view.steps() && k < 3; ++k) {
    if (auto table = matrix_table(view.w(k), fmt::format("Gossip matrix of round {}:", k)))
      draft.show(std::move(*table));
  }
}

/// What the bound names, with tables where it is a sum that the table of messages does not show.
void tell_variables(Draft& draft, const View& view, const ordered_json& instance, const ordered_json& bound) {
  auto& variables = draft.variables;
  const auto members = members_of(instance);
  const auto outside = view.outside();
  std::set<int> senders;
  for (const auto& message : view.messages()) senders.insert(message.sender);
  variables["n"] = Rational(view.nodes());
  variables["steps"] = Rational(static_cast<long>(view.steps()));
  variables["observers"] = Rational(static_cast<long>(view.observers().size()));
  variables["senders"] = Rational(static_cast<long>(senders.size()));
  variables["messages"] = Rational(static_cast<long>(view.messages().size()));
  if (members.size() == 1) {
    if (names(bound, "eq6")) variables["eq6"] = view.published(members.front());
    if (names(bound, "eq6_printed")) variables["eq6_printed"] = view.published(members.front(), true);
  }
  Rational group = 0;
  for (const int u : members) group += view.published(u);
  if (names(bound, "eq6_group")) variables["eq6_group"] = group;
  if (names(bound, "inverse_weight2")) {
    Rational most = 0;
    std::string where;
    for (const int o : view.observers()) {
      for (const auto& [v, entry] : view.w(0).rows[at(o)]) {
        if (contains(view.observers(), static_cast<int>(v)) || 1 / (entry * entry) <= most) continue;
        most = 1 / (entry * entry);
        where = fmt::format("W_{}{} = {}", o, v, number_of(entry));
      }
    }
    draft.say(fmt::format("The smallest weight of an observer and a neighbor outside is {}; its inverse square is {}.",
                          where, number_of(most)));
    variables["inverse_weight2"] = most;
  }
  if (names(bound, "walk_sum")) {
    NumberTable table{
        .caption = fmt::format("The walk by W from node {} is at an observer at step t:", members.front()),
        .columns = {{"t"}, {"probability"}, {"square"}},
        .rows = {}};
    Vector x(at(view.nodes()), Rational(0));
    x[at(members.front())] = 1;
    Rational sum = 0;
    for (std::size_t t = 1; t <= view.steps(); ++t) {
      x = row_times(x, view.w(t - 1));
      Rational there = 0;
      for (const int o : view.observers()) there += x[at(o)];
      sum += there * there;
      if (t <= most_rows)
        table.rows.push_back({std::to_string(t), number_of(there), number_of(Rational(there * there))});
    }
    table.rows.push_back({view.steps() > most_rows ? "sum of all" : "sum", "", number_of(sum)});
    table.totals = 1;
    draft.show(std::move(table));
    variables["walk_sum"] = sum;
  }
  if (names(bound, "eq6_capped_sum") || names(bound, "eq6_sum")) {
    NumberTable table{.caption = "The published formula for each node:",
                      .columns = {{"node"}, {"published"}, {"at most 1"}},
                      .rows = {}};
    Rational sum = 0, capped = 0;
    for (const int u : outside) {
      const auto value = view.published(u);
      sum += value;
      capped += std::min(value, Rational(1));
      if (table.rows.size() < most_rows)
        table.rows.push_back({std::to_string(u), number_of(value), number_of(std::min(value, Rational(1)))});
    }
    table.rows.push_back({outside.size() > most_rows ? "sum of all" : "sum", number_of(sum), number_of(capped)});
    table.totals = 1;
    draft.show(std::move(table));
    variables["eq6_sum"] = sum;
    variables["eq6_capped_sum"] = capped;
  }
}

std::optional<TermColumn> published_terms(const ordered_json& instance, const ordered_json& bound) {
  const auto members = members_of(instance);
  if (members.size() == 1 && names(bound, "eq6"))
    return TermColumn{fmt::format("(entry of {})^2/|row|^2", members.front()),
                      [u = members.front()](const Message& m) { return View::published(m, u); }};
  if (members.size() == 1 && names(bound, "eq6_printed"))
    return TermColumn{fmt::format("(W^k)_{},from^2/|row|^2", members.front()),
                      [u = members.front()](const Message& m) { return View::published(m, u, true); }};
  if (names(bound, "eq6_group"))
    return TermColumn{"sum of entry^2/|row|^2", [members](const Message& m) {
                        Rational sum = 0;
                        for (const int u : members) sum += View::published(m, u);
                        return sum;
                      }};
  return std::nullopt;
}

/// The published formula for the members, term by term.
void tell_published_bound(Draft& draft, const View& view, const std::vector<int>& members, bool printed) {
  std::string terms;
  std::size_t count = 0;
  Rational sum = 0;
  for (const auto& message : view.messages()) {
    for (const int u : members) {
      const Rational& entry = (printed ? message.column : message.row)[at(u)];
      sum += View::published(message, u, printed);
      if (entry == 0 || count++ > most_terms) continue;
      const auto term = count > most_terms
                            ? std::string("...")
                            : fmt::format("{}/{}", squared(entry), bracketed(dot(message.row, message.row)));
      terms += (terms.empty() ? "" : " + ") + term;
    }
  }
  draft.write("bound", {{"=", terms.empty() ? "0" : terms}, {"=", number_of(sum)}});
  draft.bound_told = true;
}

/// The sum over the nodes of formula (6), which the statement gives another value.
void tell_published_sum(Draft& draft, const View& view) {
  const auto outside = view.outside();
  const Columns columns(view, view.observers());
  show_messages(
      draft, view, columns, {},
      TermColumn{fmt::format("sum off {} of entry^2/|row|^2", nodes_words(view.observers())), [&](const Message& m) {
                   Rational sum = 0;
                   for (const int u : outside) sum += View::published(m, u);
                   return sum;
                 }});
  Rational sum = 0;
  for (const int u : outside) sum += view.published(u);
  draft.write("sum of the published losses", number_of(sum));
  draft.lower = draft.upper = sum;
}

/// One line a node: its combination, what is left of it, its loss.
void tell_loss_sum(Draft& draft, const View& view, const std::vector<Combination>& combinations, bool mean) {
  NumberTable table{.caption = "For each node the combination of the certificate, g what is left of it:",
                    .columns = {{"node"}, {"combination", true}, {"entry in g"}, {"|g|^2"}, {"loss at least"}},
                    .rows = {}};
  Rational sum = 0;
  for (const auto& c : combinations) {
    sum += c.loss();
    if (table.rows.size() >= most_rows) continue;
    const auto target = std::ranges::find(c.change, Rational(1)) - c.change.begin();
    table.rows.push_back({std::to_string(target), combination_text(c.weights, view.names()), number_of(c.signal),
                          number_of(view.square(c.left)), number_of(c.loss())});
  }
  table.rows.push_back({combinations.size() > most_rows ? "sum of all" : "sum", "", "", "", number_of(sum)});
  table.totals = 1;
  draft.show(std::move(table));
  if (mean) {
    draft.write("mean loss", {{">=", fmt::format("{}/{}", bracketed(sum), view.nodes())},
                              {"=", number_of(Rational(sum / view.nodes()))}});
    sum /= view.nodes();
  }
  draft.lower = sum;
}

}  // namespace

Draft derive_view(const ordered_json& certificate, const ordered_json& row) {
  const auto& instance = certificate.at("instance");
  const auto& bound = row.at("bound");
  const auto quantity = certificate.at("quantity").get<std::string>();
  const View view(instance);
  Draft draft;
  tell_instance(draft, view, instance);
  if (certificate.at("evidence").contains("gap")) {
    draft.variables["gap"] = fraction(certificate.at("evidence").at("gap"));
    draft.say(fmt::format("The spectral gap of W is at least {}.", number_of(draft.variables["gap"])));
  }
  if (quantity == "eq6_sum") {
    tell_published_sum(draft, view);
    tell_variables(draft, view, instance, bound);
    return draft;
  }
  const Rational tau2 = instance.contains("tau2") ? fraction(instance.at("tau2")) : Rational(0);
  std::vector<Combination> combinations;
  for (const auto& x : certificate.at("evidence").at("combinations"))
    combinations.push_back(combination_of(view, x, tau2));
  const Columns columns(view, members_of(instance));
  show_messages(draft, view, columns, combinations, published_terms(instance, bound));
  if (view.own_noise())
    draft.say(
        fmt::format("The columns of {} are left out, since their noise is known.", nodes_words(view.observers())));
  const std::string who =
      view.observers().size() == 1 ? fmt::format("Node {}", view.observers().front()) : "The coalition";
  if (quantity != "loss") {
    tell_loss_sum(draft, view, combinations, quantity == "loss_mean");
    tell_variables(draft, view, instance, bound);
    return draft;
  }
  const auto members = members_of(instance);
  const auto for_members = [&](const Combination& c) {
    return std::ranges::any_of(members, [&](int u) { return c.change[at(u)] != 0; });
  };
  const Combination* best = nullptr;
  for (const auto& c : combinations) {
    if (for_members(c) && (best == nullptr || c.loss() > best->loss())) best = &c;
  }
  if (best == nullptr) throw Error(Errc::conditions, "derivation", "no combination is of the target");
  show_combination(draft, view, columns, *best, who);
  if (members.size() > 1) {
    std::vector<std::string> names;
    Vector change;
    for (const int u : members) {
      names.push_back(fmt::format("x{}", u));
      change.push_back(best->change[at(u)]);
    }
    draft.say(fmt::format("The change is {}: the sum g shows it with {}.", combination_text(change, names),
                          number_of(best->signal)));
  } else {
    draft.say(fmt::format("The sum g shows the value of node {} with {}, and noise of variance |g|^2.", members.front(),
                          number_of(best->signal)));
  }
  write_loss(draft, view, *best, "loss");
  draft.lower = best->loss();
  Vector rest = best->change;
  for (std::size_t v = 0; v < rest.size(); ++v) rest[v] -= best->left[v];
  if (tau2 == 0 && members.size() == 1 && view.orthogonal(rest)) {
    draft.say("The change less g is orthogonal to all messages: no combination shows more.");
  }
  if (instance.contains("nearer")) {
    const auto nearer = instance.at("nearer").get<int>();
    for (const auto& c : combinations) {
      if (c.change[at(nearer)] == 0) continue;
      draft.say(fmt::format("Node {} is nearer to {}.", nearer, nodes_words(view.observers())));
      show_combination(draft, view, columns, c, who);
      Vector off = c.change;
      for (std::size_t v = 0; v < off.size(); ++v) off[v] -= c.left[v];
      if (!view.orthogonal(off))
        throw Error(Errc::conditions, "derivation", "the nearer node's combination is not best");
      draft.say(fmt::format("Its change less this g is orthogonal to every message, so its loss is exactly |g|^2 = {}.",
                            number_of(view.square(c.left))));
      draft.variables["nearer_loss"] = view.square(c.left);
    }
  }
  tell_variables(draft, view, instance, bound);
  if (bound == "eq6" || bound == "eq6_printed" || bound == "eq6_group")
    tell_published_bound(draft, view, members, bound == "eq6_printed");
  return draft;
}

}  // namespace hearsay::report
