// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include <hearsay/core/error.hpp>
#include <hearsay/report/derivation/draft.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;

bool contains(const std::vector<int>& nodes, int v) { return std::ranges::find(nodes, v) != nodes.end(); }
std::size_t at(int node) { return static_cast<std::size_t>(node); }

/// What a state is made of: a change of the target in a round, or a draw of noise.
struct Source {
  enum Kind { change, node, pair, link, copies } kind = change;
  int round = 0, a = -1, b = -1;
  friend auto operator<=>(const Source&, const Source&) = default;
};

std::string to_string(const Source& x) {
  switch (x.kind) {
    case Source::change:
      return fmt::format("s{}", x.round);
    case Source::node:
      return fmt::format("z({},{})", x.a, x.round);
    case Source::pair:
      return fmt::format("z({}-{},{})", x.a, x.b, x.round);
    case Source::link:
      return fmt::format("z({}>{},{})", x.a, x.b, x.round);
    case Source::copies:
      return fmt::format("c({}>{},{})", x.a, x.b, x.round);
  }
  return "";
}

using Sum = std::map<Source, Rational>;

void add(Sum& sum, const Rational& factor, const Sum& more) {
  if (factor == 0) return;
  for (const auto& [source, c] : more) sum[source] += factor * c;
  std::erase_if(sum, [](const auto& entry) { return entry.second == 0; });
}

struct Seen {
  std::string name;
  Sum row;
};

/// The protocol of the certificate, run on symbols.
class Run {
 public:
  Run(const ordered_json& i, bool plain)
      : nodes_(i.at("nodes").get<int>()),
        rounds_(i.at("rounds").get<int>()),
        injections_(i.at("injections").get<int>()),
        changes_(i.at("changes").get<int>()),
        target_(i.at("target").get<int>()),
        own_noise_(i.at("own_noise").get<bool>()),
        view_(i.at("view").get<std::string>()),
        gamma_(i.contains("gamma") && !plain ? fraction(i.at("gamma")) : Rational(1)),
        observers_(i.at("observers").get<std::vector<int>>()),
        w_(gossip_rows(nodes_, i.at("edges"), i.at("weights").get<std::string>())),
        neighbors_(at(nodes_)) {
    for (const auto& [kind, deviation] : i.at("noise").items()) {
      const auto sigma = fraction(deviation);
      variance_[kind == "node"   ? Source::node
                : kind == "pair" ? Source::pair
                : kind == "link" ? Source::link
                                 : Source::copies] = sigma * sigma;
    }
    for (const auto& edge : i.at("edges")) {
      const auto u = edge.at(0).get<int>(), v = edge.at(1).get<int>();
      neighbors_[at(u)].push_back(v);
      neighbors_[at(v)].push_back(u);
    }
    for (auto& list : neighbors_) std::ranges::sort(list);
    if (i.contains("feedback") && !plain) {
      for (const auto& x : i.at("feedback")) feedback_[{x.at(0).get<int>(), x.at(1).get<int>()}] = fraction(x.at(2));
    }
    run();
  }

  [[nodiscard]] const std::vector<Seen>& seen() const { return seen_; }
  [[nodiscard]] int changes() const { return changes_; }
  [[nodiscard]] const linalg::RationalMatrix& w() const { return w_; }
  [[nodiscard]] Rational variance(Source::Kind kind) const {
    const auto found = variance_.find(kind);
    return found == variance_.end() ? Rational(0) : found->second;
  }
  [[nodiscard]] const std::vector<std::vector<int>>& neighbors() const { return neighbors_; }
  [[nodiscard]] Rational product(const Sum& x, const Sum& y) const {
    Rational sum = 0;
    for (const auto& [source, c] : x) {
      const auto other = y.find(source);
      if (source.kind != Source::change && other != y.end()) sum += variance(source.kind) * c * other->second;
    }
    return sum;
  }

 private:
  /// A draw of noise that is there and that the observers do not know.
  void put(Sum& row, const Rational& c, Source source) const {
    if (source.kind != Source::change) {
      if (!variance_.contains(source.kind)) return;
      const bool known = contains(observers_, source.a) || (source.b >= 0 && contains(observers_, source.b));
      if (own_noise_ && known && (source.kind == Source::node || source.kind == Source::pair)) return;
    }
    row[source] += c;
  }
  [[nodiscard]] std::vector<std::pair<int, int>> places() const {
    std::vector<std::pair<int, int>> found;
    if (view_ == "messages") {
      for (const int o : observers_) {
        for (const int v : neighbors_[at(o)]) {
          if (!contains(observers_, v)) found.emplace_back(v, o);
        }
      }
    } else if (view_ == "states") {
      for (const int o : observers_) found.emplace_back(o, o);
    } else {
      for (int v = 0; v < nodes_; ++v) found.emplace_back(v, v);
    }
    return found;
  }
  void inject(std::vector<Sum>& state, int t) const {
    if (t <= injections_) {
      for (int u = 0; u < nodes_; ++u) {
        put(state[at(u)], 1, {Source::node, t, u, -1});
        for (const int v : neighbors_[at(u)])
          put(state[at(u)], u < v ? 1 : -1, {Source::pair, t, std::min(u, v), std::max(u, v)});
      }
    }
    if (t <= changes_) put(state[at(target_)], 1, {Source::change, t, target_, -1});
  }
  void look(const std::vector<Sum>& state, int t) {
    if (view_ == "final" && t != rounds_) return;
    for (const auto& [v, o] : places()) {
      Seen seen{.name = view_ == "messages" ? fmt::format("from {} to {}, round {}", v, o, t)
                                            : fmt::format("state of {}, round {}", v, t),
                .row = state[at(v)]};
      put(seen.row, 1, {Source::link, t, v, o});
      const auto& others = neighbors_[at(v)];
      for (const int x : others)
        put(seen.row, Rational(x == o ? 1 : 0) - Rational(1, static_cast<long>(others.size())),
            {Source::copies, t, v, x});
      std::erase_if(seen.row, [](const auto& entry) { return entry.second == 0; });
      seen_.push_back(std::move(seen));
    }
  }
  void run() {
    std::vector<Sum> state(at(nodes_)), past = state;
    for (int t = 1; t <= rounds_; ++t) {
      for (const auto& [where, factor] : feedback_) {
        if (where.first == t) add(state[at(where.second)], factor, Sum(state[at(where.second)]));
      }
      inject(state, t);
      look(state, t);
      const Rational g = t > 1 ? gamma_ : Rational(1);
      std::vector<Sum> next(at(nodes_));
      for (int u = 0; u < nodes_; ++u) {
        add(next[at(u)], 1 - g, past[at(u)]);
        for (const auto& [v, entry] : w_.rows[at(u)]) add(next[at(u)], g * entry, state[v]);
      }
      past = std::exchange(state, std::move(next));
    }
  }

  int nodes_, rounds_, injections_, changes_, target_;
  bool own_noise_;
  std::string view_;
  Rational gamma_;
  std::vector<int> observers_;
  linalg::RationalMatrix w_;
  std::vector<std::vector<int>> neighbors_;
  std::map<Source::Kind, Rational> variance_;
  std::map<std::pair<int, int>, Rational> feedback_;
  std::vector<Seen> seen_;
};

/// Rows of which no two share noise, each with the combination of what is seen that it is.
struct Independent {
  Sum row;
  Vector weights;
  Rational variance;
  [[nodiscard]] Vector signal(int changes) const {
    Vector found;
    for (int t = 1; t <= changes; ++t) {
      const auto entry = std::ranges::find_if(
          row, [&](const auto& x) { return x.first.kind == Source::change && x.first.round == t; });
      found.push_back(entry == row.end() ? Rational(0) : entry->second);
    }
    return found;
  }
};

/// Each of what is seen, less its projections on those before.
std::vector<Independent> independent(const Run& run) {
  std::vector<Independent> found;
  for (std::size_t i = 0; i < run.seen().size(); ++i) {
    Independent next{.row = run.seen()[i].row, .weights = Vector(run.seen().size(), Rational(0)), .variance = 0};
    next.weights[i] = 1;
    for (const auto& before : found) {
      if (before.variance == 0) continue;
      const Rational share = run.product(next.row, before.row) / before.variance;
      add(next.row, -share, before.row);
      for (std::size_t j = 0; j <= i; ++j) next.weights[j] -= share * before.weights[j];
    }
    next.variance = run.product(next.row, next.row);
    found.push_back(std::move(next));
  }
  return found;
}

/// M: the loss of changes s is s^T M s. Nothing if a change is seen without noise.
std::optional<Matrix> loss_matrix(const std::vector<Independent>& rows, int changes) {
  Matrix m(at(changes), Vector(at(changes), Rational(0)));
  for (const auto& row : rows) {
    const auto b = row.signal(changes);
    if (row.variance == 0) {
      if (std::ranges::any_of(b, [](const Rational& x) { return x != 0; })) return std::nullopt;
      continue;
    }
    for (std::size_t s = 0; s < m.size(); ++s) {
      for (std::size_t t = 0; t < m.size(); ++t) m[s][t] += b[s] * b[t] / row.variance;
    }
  }
  return m;
}

Rational form(const Matrix& m, const Vector& s) {
  Rational sum = 0;
  for (std::size_t t = 0; t < m.size(); ++t) sum += s[t] * dot(m[t], s);
  return sum;
}

/// The signs of the largest loss, the first of them +.
Vector worst_signs(const Matrix& m) {
  Vector best(m.size(), Rational(1));
  Rational most = form(m, best);
  for (unsigned signs = 1; signs < 1U << (m.size() - 1); ++signs) {
    Vector s(m.size(), Rational(1));
    for (std::size_t t = 1; t < s.size(); ++t) s[t] = (signs >> (t - 1) & 1U) != 0 ? -1 : 1;
    if (const Rational value = form(m, s); value > most) most = value, best = s;
  }
  return best;
}

std::string noise_words(const ordered_json& noise) {
  static const std::map<std::string, std::string> kinds = {
      {"node", "each node adds noise of deviation {} to its state"},
      {"pair", "each edge draws noise of deviation {}, which one end adds and the other subtracts"},
      {"link", "each value that is seen has noise of deviation {}"},
      {"copies", "each message has noise of deviation {}, less the mean of the noise of its sender's messages"}};
  std::string text;
  for (const auto& [kind, deviation] : noise.items())
    text +=
        (text.empty() ? "" : "; ") + fmt::format(fmt::runtime(kinds.at(kind)), deviation.get_ref<const std::string&>());
  return text;
}

void tell_instance(Draft& draft, const Run& run, const ordered_json& i) {
  static const std::map<std::string, std::string> views = {{"messages", "the messages to the observers"},
                                                           {"states", "the states of the observers"},
                                                           {"all", "the states of all nodes"},
                                                           {"final", "the states of all nodes at the end"}};
  const auto observers = i.at("observers").get<std::vector<int>>();
  const auto rounds = i.at("rounds").get<int>(), injections = i.at("injections").get<int>(),
             changes = i.at("changes").get<int>();
  std::string words = fmt::format(
      "Instance: {}. {} round{}. {} {}: {}. Then the values are seen: {}. Then the states are mixed by W.",
      network_words(i), rounds, rounds == 1 ? "" : "s", injections == 1 ? "In the first round" : "In rounds 1 to",
      injections == 1 ? "the noise joins" : fmt::format("{} the noise joins", injections), noise_words(i.at("noise")),
      views.at(i.at("view").get<std::string>()));
  if (!observers.empty())
    words += fmt::format(" Observers: {}{}.", nodes_words(observers),
                         i.at("own_noise").get<bool>() ? ", who know their own noise" : "");
  words += changes == 1 ? fmt::format(" The input of node {} changes by s1 in round 1.", i.at("target").get<int>())
                        : fmt::format(" The input of node {} changes by s_t in round t, t = 1 to {}.",
                                      i.at("target").get<int>(), changes);
  if (i.contains("gamma"))
    words += fmt::format(" From round 2 on a step is {0} W theta + (1 - {0}) theta_before.",
                         i.at("gamma").get<std::string>());
  if (i.contains("feedback")) {
    for (const auto& x : i.at("feedback"))
      words += fmt::format(" At the start of round {} node {} adds {} times its state to it.", x.at(0).get<int>(),
                           x.at(1).get<int>(), x.at(2).get<std::string>());
  }
  draft.say(std::move(words));
  if (rounds > 1) {
    if (auto table = matrix_table(run.w(), "Gossip matrix W:")) draft.show(std::move(*table));
  }
}

/// What is seen, as rows: one column a change or draw; equal columns of noise as one.
class Sources {
 public:
  explicit Sources(const std::vector<Sum>& rows) {
    std::vector<Source> all;
    for (const auto& row : rows) {
      for (const auto& entry : row) {
        if (std::ranges::find(all, entry.first) == all.end()) all.push_back(entry.first);
      }
    }
    std::ranges::sort(all);
    for (const auto& source : all) {
      const auto group = std::ranges::find_if(groups_, [&](const std::vector<Source>& g) {
        return source.kind != Source::change && g.front().kind == source.kind &&
               std::ranges::all_of(rows, [&](const Sum& row) { return entry(row, g.front()) == entry(row, source); });
      });
      if (group == groups_.end()) {
        groups_.push_back({source});
      } else {
        group->push_back(source);
      }
    }
    whole_ = groups_.size() <= most_columns;
    if (!whole_) std::erase_if(groups_, [](const auto& g) { return g.front().kind != Source::change; });
  }
  [[nodiscard]] std::vector<NumberTable::Column> titles() const {
    std::vector<NumberTable::Column> found;
    for (const auto& g : groups_)
      found.push_back(
          {g.size() == 1 ? to_string(g.front()) : fmt::format("{} and {} more", to_string(g.front()), g.size() - 1)});
    return found;
  }
  [[nodiscard]] std::vector<std::string> cells(const Sum& row) const {
    std::vector<std::string> found;
    for (const auto& g : groups_) found.push_back(number_of(entry(row, g.front())));
    return found;
  }

 private:
  static Rational entry(const Sum& row, const Source& source) {
    const auto found = row.find(source);
    return found == row.end() ? Rational(0) : found->second;
  }
  std::vector<std::vector<Source>> groups_;
  bool whole_ = true;
};

void show_rows(Draft& draft, const Run& run) {
  std::vector<Sum> rows;
  for (const auto& seen : run.seen()) rows.push_back(seen.row);
  const Sources sources(rows);
  NumberTable table{.caption = rows.size() <= most_rows
                                   ? "What is seen, as rows; z(v,t) is the noise of v in round t:"
                                   : fmt::format("What is seen, the first {} of {} rows:", most_rows, rows.size()),
                    .columns = {{"seen", true}},
                    .rows = {}};
  for (auto& title : sources.titles()) table.columns.push_back(std::move(title));
  table.columns.push_back({"variance"});
  for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i) {
    std::vector<std::string> cells = {fmt::format("y{}: {}", i + 1, run.seen()[i].name)};
    for (auto& cell : sources.cells(rows[i])) cells.push_back(std::move(cell));
    cells.push_back(number_of(run.product(rows[i], rows[i])));
    table.rows.push_back(std::move(cells));
  }
  draft.show(std::move(table));
}

std::vector<std::string> row_names(const Run& run) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < run.seen().size(); ++i) names.push_back(fmt::format("y{}", i + 1));
  return names;
}

/// The best combination for the changes s, line by line.
void show_combination(Draft& draft, const Run& run, const std::vector<Independent>& rows, const Vector& s) {
  Vector weights(run.seen().size(), Rational(0));
  for (const auto& row : rows) {
    if (row.variance == 0) continue;
    const Rational share = dot(row.signal(run.changes()), s) / row.variance;
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += share * row.weights[i];
  }
  std::vector<Sum> lines;
  std::vector<std::string> names;
  Sum left;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    Sum line;
    add(line, weights[i], run.seen()[i].row);
    add(left, weights[i], run.seen()[i].row);
    lines.push_back(std::move(line));
    names.push_back(fmt::format("{} y{}", number_of(weights[i]), i + 1));
  }
  lines.push_back(left);
  names.emplace_back("sum g");
  const Sources sources(lines);
  NumberTable table{.caption = fmt::format("The observers take {}. What is left, line by line:",
                                           combination_text(weights, row_names(run))),
                    .columns = {{"part", true}},
                    .rows = {}};
  for (auto& title : sources.titles()) table.columns.push_back(std::move(title));
  for (std::size_t i = lines.size() > most_rows ? lines.size() - 1 : 0; i < lines.size(); ++i) {
    std::vector<std::string> cells = {names[i]};
    for (auto& cell : sources.cells(lines[i])) cells.push_back(std::move(cell));
    table.rows.push_back(std::move(cells));
  }
  table.totals = 1;
  draft.show(std::move(table));
  Independent whole{.row = left, .weights = {}, .variance = run.product(left, left)};
  const Rational signal = dot(whole.signal(run.changes()), s), loss = signal * signal / whole.variance;
  std::vector<std::string> changes;
  for (int t = 1; t <= run.changes(); ++t) changes.push_back(fmt::format("s{}", t));
  if (run.changes() > 1) {
    std::string signs;
    for (int t = 0; t < run.changes(); ++t)
      signs += fmt::format("{}s{} = {}", t == 0 ? "" : ", ", t + 1, number_of(s[at(t)]));
    draft.say("The changes are " + signs + ".");
  }
  draft.write("signal of g", number_of(signal));
  draft.write("variance of g", number_of(whole.variance));
  draft.write("loss", {{">=", squared(signal) + "/" + bracketed(whole.variance)}, {"=", number_of(loss)}});
}

void show_matrix(Draft& draft, const Matrix& m) {
  NumberTable table{.caption = "The loss of changes s is s^T M s, with M:", .columns = {{"round"}}, .rows = {}};
  for (std::size_t t = 0; t < m.size(); ++t) table.columns.push_back({std::to_string(t + 1)});
  for (std::size_t s = 0; s < m.size(); ++s) {
    std::vector<std::string> cells = {std::to_string(s + 1)};
    for (const auto& x : m[s]) cells.push_back(number_of(x));
    table.rows.push_back(std::move(cells));
  }
  draft.show(std::move(table));
}

/// The rows of which no two share noise.
void show_independent(Draft& draft, const Run& run, const std::vector<Independent>& rows) {
  NumberTable table{.caption = "Each row less what the rows before explain of its noise; no two of these share noise:",
                    .columns = {{"row", true}, {"combination", true}},
                    .rows = {}};
  for (int t = 1; t <= run.changes(); ++t) table.columns.push_back({fmt::format("s{}", t)});
  table.columns.push_back({"variance"});
  for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i) {
    std::vector<std::string> cells = {fmt::format("r{}", i + 1), combination_text(rows[i].weights, row_names(run))};
    for (const auto& x : rows[i].signal(run.changes())) cells.push_back(number_of(x));
    cells.push_back(number_of(rows[i].variance));
    table.rows.push_back(std::move(cells));
  }
  draft.show(std::move(table));
}

/// A row that shows a change without noise.
void tell_bare(Draft& draft, const Run& run, const std::vector<Independent>& rows) {
  const auto bare = std::ranges::find_if(rows, [&](const Independent& row) {
    return row.variance == 0 &&
           std::ranges::any_of(row.signal(run.changes()), [](const Rational& x) { return x != 0; });
  });
  std::vector<std::string> names;
  for (int t = 1; t <= run.changes(); ++t) names.push_back(fmt::format("s{}", t));
  draft.say(fmt::format("The observers take {}. All noise cancels, and {} is left. So the loss is infinite.",
                        combination_text(bare->weights, row_names(run)),
                        combination_text(bare->signal(run.changes()), names)));
  draft.infinite = true;
}

void set_variables(Draft& draft, const Run& run, const ordered_json& i) {
  auto& variables = draft.variables;
  const auto count = [](std::size_t x) { return Rational(static_cast<long>(x)); };
  variables["n"] = Rational(i.at("nodes").get<int>());
  for (const char* name : {"rounds", "injections", "changes"}) variables[name] = Rational(i.at(name).get<int>());
  variables["observers"] = count(i.at("observers").size());
  variables["degree_target"] = count(run.neighbors()[at(i.at("target").get<int>())].size());
  variables["node"] = run.variance(Source::node);
  variables["pair"] = run.variance(Source::pair);
  variables["link"] = run.variance(Source::link);
  variables["copies"] = run.variance(Source::copies);
}

/// The loss of the same protocol without feedback and acceleration.
void tell_plain(Draft& draft, const ordered_json& instance) {
  const Run plain(instance, true);
  const auto rows = independent(plain);
  const auto m = loss_matrix(rows, plain.changes()).value();
  draft.say("Without feedback and acceleration:");
  show_rows(draft, plain);
  show_combination(draft, plain, rows, worst_signs(m));
  draft.say("No combination and no signs of the changes show more.");
  draft.variables["plain"] = form(m, worst_signs(m));
}

}  // namespace

Draft derive_protocol(const ordered_json& certificate, const ordered_json& row) {
  const auto& instance = certificate.at("instance");
  const Run run(instance, false);
  Draft draft;
  set_variables(draft, run, instance);
  tell_instance(draft, run, instance);
  show_rows(draft, run);
  const auto rows = independent(run);
  const auto m = loss_matrix(rows, run.changes());
  if (!m) {
    tell_bare(draft, run, rows);
    return draft;
  }
  const auto quantity = certificate.at("quantity").get<std::string>();
  if (quantity == "loss") {
    const auto signs = worst_signs(*m);
    show_combination(draft, run, rows, signs);
    draft.lower = draft.upper = form(*m, signs);
  } else {
    show_independent(draft, run, rows);
    show_matrix(draft, *m);
    Rational sum = 0;
    if (quantity == "absolute_sum") {
      Vector terms;
      for (const auto& line : *m) {
        for (const auto& x : line) sum += abs(x), terms.push_back(abs(x));
      }
      draft.write("sum of |M_st|", {{"=", sum_text(terms)}, {"=", number_of(sum)}});
    } else {
      std::array<Vector, 2> coordinates;
      std::string words;
      for (const auto& pair : instance.at("vectors")) {
        for (const std::size_t k : {0U, 1U}) coordinates[k].push_back(fraction(pair.at(k)));
        words += fmt::format("{}({}, {})", words.empty() ? "" : ", ", pair.at(0).get<std::string>(),
                             pair.at(1).get<std::string>());
      }
      draft.say("The changes are vectors of length at most 1: " + words + ". The loss adds s^T M s over coordinates.");
      const Rational first = form(*m, coordinates[0]), second = form(*m, coordinates[1]);
      sum = first + second;
      draft.write("loss", {{"=", number_of(first) + " + " + number_of(second)}, {"=", number_of(sum)}});
    }
    draft.lower = draft.upper = sum;
  }
  if (row.at("bound").dump().find("\"plain\"") != std::string::npos) {
    if (quantity == "vectors" && !instance.contains("gamma") && !instance.contains("feedback")) {
      NumberTable table{
          .caption = "Changes of one coordinate, +1 or -1:", .columns = {{"s", true}, {"s^T M s"}}, .rows = {}};
      for (unsigned signs = 0; signs < 1U << (m->size() - 1) && m->size() <= 5; ++signs) {
        Vector s(m->size(), Rational(1));
        std::string text = "+";
        for (std::size_t t = 1; t < s.size(); ++t) {
          s[t] = (signs >> (t - 1) & 1U) != 0 ? -1 : 1;
          text += s[t] == 1 ? " +" : " -";
        }
        table.rows.push_back({text, number_of(form(*m, s))});
      }
      draft.show(std::move(table));
      draft.say("For |s_t| <= 1 the convex form is largest at signs.");
      draft.variables["plain"] = form(*m, worst_signs(*m));
    } else {
      tell_plain(draft, instance);
    }
  }
  return draft;
}

}  // namespace hearsay::report
