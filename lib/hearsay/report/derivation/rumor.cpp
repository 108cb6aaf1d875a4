// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include <hearsay/core/error.hpp>
#include <hearsay/report/derivation/draft.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;

/// The active nodes, the informed ones (none where the transcript does not end), and what a delayed start waits for: 7
/// for the first message, 1 + a source that ignores its next message, or 0.
struct Hidden {
  unsigned active = 0, informed = 0, late = 0;
  auto operator<=>(const Hidden&) const = default;
};

using Law = std::map<Hidden, Rational>;

struct Move {
  std::string seen;  ///< "0>2" if a curious node receives it, "end", or empty
  Hidden next;
  Rational chance;
};

/// The messages of the certificate's protocol as a hidden chain.
class Chain {
 public:
  explicit Chain(const ordered_json& i)
      : nodes_(i.at("nodes").get<unsigned>()),
        honest_(nodes_ - i.at("curious").get<unsigned>()),
        muting_(fraction(i.at("muting"))),
        ends_(i.at("transcript") == "terminated"),
        to_itself_(i.at("self_sends").get<bool>()),
        twice_(i.at("delayed_start") == "twice"),
        delayed_(i.at("delayed_start") != false) {}

  [[nodiscard]] unsigned nodes() const { return nodes_; }
  [[nodiscard]] unsigned honest() const { return honest_; }
  [[nodiscard]] bool ends() const { return ends_; }
  [[nodiscard]] Law start() const { return {{Hidden{1, ends_ ? 1U : 0U, delayed_ ? 7U : 0U}, Rational(1)}}; }

  /// What may happen next; messages that lead to the same state and look alike as one.
  [[nodiscard]] std::vector<Move> moves(const Hidden& x) const {
    if (ends_ && x.informed == (1U << nodes_) - 1) return {{"end", x, Rational(1)}};
    std::vector<Move> found;
    const auto put = [&](std::string seen, const Hidden& next, const Rational& chance) {
      if (chance == 0) return;
      const auto same = std::ranges::find_if(found, [&](const Move& m) { return m.seen == seen && m.next == next; });
      if (same == found.end()) {
        found.push_back({std::move(seen), next, chance});
      } else {
        same->chance += chance;
      }
    };
    const Rational stays = x.late == 7 ? Rational(0) : muting_;
    const auto receivers = to_itself_ ? nodes_ : nodes_ - 1;
    const Rational share(1, static_cast<unsigned>(std::popcount(x.active)) * receivers);
    for (unsigned a = 0; a < nodes_; ++a) {
      if ((x.active >> a & 1U) == 0) continue;
      for (unsigned b = 0; b < nodes_; ++b) {
        if (a == b && !to_itself_) continue;
        const bool ignored = x.late == b + 1;
        const unsigned told = ignored ? 0 : 1U << b, now = ends_ ? x.informed | 1U << b : 0;
        const unsigned left = x.late == 7 ? (twice_ && a != b ? a + 1 : 0) : ignored ? 0 : x.late;
        const auto seen = b >= honest_ ? fmt::format("{}>{}", a, b) : std::string();
        put(seen, {x.active | told, now, left}, share * stays);
        put(seen, {(x.active & ~(1U << a)) | told, now, left}, share * (1 - stays));
      }
    }
    return found;
  }

 private:
  unsigned nodes_, honest_;
  Rational muting_;
  bool ends_, to_itself_, twice_, delayed_;
};

/// From a law on, up to the next thing that is seen: the hidden states with their expected visits.
struct Stretch {
  std::vector<Hidden> states;  ///< as they are reached
  Vector visits;
  std::map<std::string, Law> seen;  ///< by what is seen next
};

Stretch stretch_of(const Chain& chain, const Law& law) {
  Stretch found;
  for (const auto& entry : law) found.states.push_back(entry.first);
  std::vector<std::vector<Move>> moves;
  for (std::size_t i = 0; i < found.states.size(); ++i) {
    const auto state = found.states[i];
    moves.push_back(chain.moves(state));
    for (const auto& move : moves.back()) {
      if (move.seen.empty() && std::ranges::find(found.states, move.next) == found.states.end())
        found.states.push_back(move.next);
    }
  }
  // visits = law + visits Q, by elimination.
  const auto n = found.states.size();
  Matrix a(n, Vector(n + 1, Rational(0)));
  const auto place = [&](const Hidden& x) {
    return static_cast<std::size_t>(std::ranges::find(found.states, x) - found.states.begin());
  };
  for (std::size_t i = 0; i < n; ++i) {
    a[i][i] += 1;
    if (const auto mass = law.find(found.states[i]); mass != law.end()) a[i][n] = mass->second;
    for (const auto& move : moves[i]) {
      if (move.seen.empty()) a[place(move.next)][i] -= move.chance;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    const auto pivot = static_cast<std::size_t>(std::find_if(a.begin() + static_cast<std::ptrdiff_t>(k), a.end(),
                                                             [&](const Vector& row) { return row[k] != 0; }) -
                                                a.begin());
    if (pivot == n) throw Error(Errc::conditions, "derivation", "the protocol may go on unseen for ever");
    std::swap(a[k], a[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a[i][k] == 0) continue;
      const Rational factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j <= n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    found.visits.push_back(a[i][n] / a[i][i]);
    for (const auto& move : moves[i]) {
      if (!move.seen.empty()) found.seen[move.seen][move.next] += found.visits.back() * move.chance;
    }
  }
  return found;
}

Rational total(const Law& law) {
  Rational sum = 0;
  for (const auto& entry : law) sum += entry.second;
  return sum;
}

using Transcript = std::vector<std::string>;

Transcript split(const std::string& text) {
  Transcript words;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::string joined(const Transcript& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The transcript with nodes 0 and v exchanged: as likely from 0 as the other from v.
Transcript exchanged(Transcript words, unsigned v) {
  const auto swap = [&](char& c) {
    const auto node = static_cast<unsigned>(c - '0');
    c = static_cast<char>('0' + (node == 0 ? v : node == v ? 0 : node));
  };
  for (auto& word : words) {
    if (word == "end") continue;
    swap(word[0]);
    swap(word[2]);
  }
  return words;
}

/// The chain from source 0: what is derived is told when it is first needed.
class Teller {
 public:
  Teller(Draft& draft, const ordered_json& instance) : draft_(draft), chain_(instance) {}

  [[nodiscard]] const Chain& chain() const { return chain_; }

  /// The stretch after a transcript that begins like this; nothing if it is impossible.
  const Stretch* after(const Transcript& begun) {
    if (const auto known = stretches_.find(begun); known != stretches_.end()) return &known->second;
    Law law = chain_.start();
    if (!begun.empty()) {
      Transcript shorter(begun.begin(), begun.end() - 1);
      const auto* before = after(shorter);
      if (before == nullptr || begun.back() == "end") return nullptr;
      const auto next = before->seen.find(begun.back());
      if (next == before->seen.end()) return nullptr;
      law = next->second;
    }
    auto stretch = stretch_of(chain_, law);
    if (told_ + stretch.states.size() <= most_states) {
      told_ += stretch.states.size();
      tell(begun, law, stretch);
    } else {
      untold_ += stretch.states.size();
    }
    return &stretches_.emplace(begun, std::move(stretch)).first->second;
  }

  /// P(the transcript begins like this) from source 0.
  Rational chance(const Transcript& transcript) {
    if (transcript.empty()) return 1;
    const auto* before = after({transcript.begin(), transcript.end() - 1});
    if (before == nullptr) return 0;
    const auto found = before->seen.find(transcript.back());
    return found == before->seen.end() ? Rational(0) : total(found->second);
  }

  void close() {
    if (untold_ > 0)
      draft_.say(
          fmt::format("{}tretches with {} hidden states in all are left out here; their probabilities follow in "
                      "the same way.",
                      told_ > 0 ? "Further s" : "S", untold_));
  }

 private:
  static constexpr std::size_t most_states = 24;

  std::string name(const Hidden& x) {
    const auto known = names_.find(x);
    if (known != names_.end()) return known->second;
    const auto count = names_.size();
    auto text = count < 26 ? std::string(1, static_cast<char>('A' + count)) : fmt::format("S{}", count + 1);
    new_.push_back(x);
    return names_.emplace(x, std::move(text)).first->second;
  }

  [[nodiscard]] std::string members(unsigned mask) const {
    std::string text;
    for (unsigned v = 0; v < chain_.nodes(); ++v) {
      if ((mask >> v & 1U) != 0) text += (text.empty() ? "" : " ") + std::to_string(v);
    }
    return text.empty() ? "none" : text;
  }

  void show_states() {
    if (new_.empty()) return;
    NumberTable table{.caption = "Hidden states:", .columns = {{"state", true}, {"senders", true}}, .rows = {}};
    if (chain_.ends()) table.columns.push_back({"informed", true});
    const bool waiting = std::ranges::any_of(new_, [](const Hidden& x) { return x.late != 0; });
    if (waiting) table.columns.push_back({"source", true});
    for (const auto& x : new_) {
      std::vector<std::string> cells = {names_.at(x), members(x.active)};
      if (chain_.ends()) cells.push_back(members(x.informed));
      if (waiting)
        cells.push_back(x.late == 7  ? "sends its first message"
                        : x.late > 0 ? fmt::format("node {} ignores its next message", x.late - 1)
                                     : "");
      table.rows.push_back(std::move(cells));
    }
    draft_.show(std::move(table));
    new_.clear();
  }

  void tell(const Transcript& begun, const Law& law, const Stretch& stretch) {
    NumberTable table{.caption = fmt::format("From source 0, {}. Visits are expected numbers: start, plus visits times "
                                             "probability of the states that lead there:",
                                             begun.empty() ? "until a curious node receives a message"
                                                           : "after \"" + joined(begun) + "\""),
                      .columns = {{"state", true}, {"start"}, {"unseen, then", true}, {"seen", true}, {"visits"}},
                      .rows = {}};
    std::map<std::string, std::pair<std::string, Rational>> sums;
    for (std::size_t i = 0; i < stretch.states.size(); ++i) {
      const auto& x = stretch.states[i];
      const auto own = name(x);
      std::map<std::string, Rational> shown;
      std::string unseen, seen;
      for (const auto& move : chain_.moves(x)) {
        if (move.seen.empty()) {
          unseen += fmt::format("{}{} {}", unseen.empty() ? "" : ", ", number_of(move.chance), name(move.next));
        } else {
          shown[move.seen] += move.chance;
        }
      }
      for (const auto& [label, chance] : shown) {
        seen += fmt::format("{}{} {}", seen.empty() ? "" : ", ", number_of(chance), label);
        auto& [terms, sum] = sums[label];
        const auto term =
            chance == 1 ? number_of(stretch.visits[i]) : bracketed(stretch.visits[i]) + "*" + bracketed(chance);
        terms += (terms.empty() ? "" : " + ") + term;
        sum += stretch.visits[i] * chance;
      }
      const auto mass = law.find(x);
      table.rows.push_back(
          {own, mass == law.end() ? "0" : number_of(mass->second), unseen, seen, number_of(stretch.visits[i])});
    }
    show_states();
    draft_.show(std::move(table));
    for (const auto& [label, told] : sums) {
      auto whole = begun;
      whole.push_back(label);
      draft_.write(fmt::format("P(\"{}\")", joined(whole)), {{"=", told.first}, {"=", number_of(told.second)}});
    }
  }

  Draft& draft_;
  Chain chain_;
  std::map<Transcript, Stretch> stretches_;
  std::map<Hidden, std::string> names_;
  std::vector<Hidden> new_;
  std::size_t told_ = 0, untold_ = 0;
};

void tell_instance(Draft& draft, const ordered_json& i) {
  const auto n = i.at("nodes").get<int>(), f = i.at("curious").get<int>();
  std::vector<int> curious;
  for (int v = n - f; v < n; ++v) curious.push_back(v);
  const auto muting = fraction(i.at("muting"));
  std::string words = fmt::format(
      "Instance: complete graph on {} nodes, {} curious. A random sender tells a random node, {}, and then stays a "
      "sender "
      "with probability {}. A node that is told becomes a sender.",
      n, nodes_words(curious) + (f == 1 ? " is" : " are"),
      i.at("self_sends").get<bool>() ? "maybe itself" : "never itself", number_of(muting));
  if (i.at("delayed_start") == true) words += " The source sends once and is then silent until it is told.";
  if (i.at("delayed_start") == "twice")
    words += " The source sends once. If it told another node, it is then silent until it is told twice.";
  words +=
      i.at("transcript") == "terminated"
          ? " The transcript has the messages to curious nodes, in order; it ends when all nodes are informed, and "
            "the end is seen."
          : " The transcript has the messages to curious nodes, in order, and does not end.";
  draft.say(std::move(words));
}

/// Prefixes of the tree, the shortest first, and what they and their exchanged forms show.
void tell_upper(Draft& draft, Teller& teller, const ordered_json& expanded, const Rational& e) {
  std::set<Transcript> tree;
  for (const auto& x : expanded) tree.insert(split(x.get<std::string>()));
  NumberTable table{
      .caption = "All that may be seen, and the gain of a guess that says \"source 0\" where that is likelier:",
      .columns = {{"transcript begins", true}, {"p0"}, {"p1"}, {"max(0, p0 - e^eps p1)"}},
      .rows = {}};
  Rational sum = 0;
  Vector gains;
  std::vector<Transcript> ordered(tree.begin(), tree.end());
  std::ranges::stable_sort(ordered, {}, &Transcript::size);
  for (const auto& inner : ordered) {
    const auto* mine = teller.after(inner);
    const auto* other = teller.after(exchanged(inner, 1));
    std::set<std::string> labels;
    if (mine != nullptr) {
      for (const auto& entry : mine->seen) labels.insert(entry.first);
    }
    if (other != nullptr) {
      for (const auto& entry : other->seen) labels.insert(exchanged({entry.first}, 1).front());
    }
    for (const auto& label : labels) {
      auto whole = inner;
      whole.push_back(label);
      if (tree.contains(whole)) continue;
      const auto law_of = [&](const Stretch* stretch, const std::string& what) {
        if (stretch == nullptr) return Law{};
        const auto found = stretch->seen.find(what);
        return found == stretch->seen.end() ? Law{} : found->second;
      };
      const Law p0 = law_of(mine, label), p1 = law_of(other, exchanged({label}, 1).front());
      // Below a leaf nothing tells more than the hidden state, in which node 1 stands for node 0 from source 1.
      std::map<Hidden, std::pair<Rational, Rational>> both;
      for (const auto& [x, mass] : p0) both[label == "end" ? Hidden{} : x].first += mass;
      for (const auto& [x, mass] : p1) {
        const auto swapped = [](unsigned mask) { return (mask & ~3U) | (mask & 1U) << 1U | (mask >> 1U & 1U); };
        const Hidden there{swapped(x.active), swapped(x.informed), x.late == 1 ? 2U : x.late == 2 ? 1U : x.late};
        both[label == "end" ? Hidden{} : there].second += mass;
      }
      Rational gain = 0;
      for (const auto& entry : both)
        gain += std::max(Rational(0), Rational(entry.second.first - e * entry.second.second));
      const auto a = total(p0), b = total(p1);
      const bool alike = gain == std::max(Rational(0), Rational(a - e * b));
      table.rows.push_back(
          {joined(whole) + (alike ? "" : " (with the hidden state)"), number_of(a), number_of(b), number_of(gain)});
      gains.push_back(gain);
      sum += gain;
    }
  }
  teller.close();
  draft.say(
      "From source 1 everything is the same with nodes 0 and 1 exchanged: p1 of a transcript is p0 of the "
      "exchanged one.");
  table.rows.push_back({"sum", "", "", number_of(sum)});
  table.totals = 1;
  draft.show(std::move(table));
  draft.write("delta", {{"<=", sum_text(gains)}, {"=", number_of(sum)}});
  draft.upper = sum;
}

void tell_event(Draft& draft, Teller& teller, const ordered_json& event, const Rational& e) {
  NumberTable table{
      .caption = fmt::format("The event: the transcript begins with one of these (e^eps = {}):", number_of(e)),
      .columns = {{"transcript begins", true}, {"p0"}, {"p1"}, {"p0 - e^eps p1"}},
      .rows = {}};
  Rational sum = 0;
  Vector gains;
  for (const auto& x : event) {
    const auto words = split(x.get<std::string>());
    const auto a = teller.chance(words), b = teller.chance(exchanged(words, 1));
    const Rational gain = a - e * b;
    table.rows.push_back({joined(words), number_of(a), number_of(b), number_of(gain)});
    gains.push_back(gain);
    sum += gain;
  }
  teller.close();
  draft.say(
      "From source 1 everything is the same with nodes 0 and 1 exchanged: p1 of a transcript is p0 of the "
      "exchanged one.");
  table.rows.push_back({"sum", "", "", number_of(sum)});
  table.totals = 1;
  draft.show(std::move(table));
  draft.write("delta", {{">=", sum_text(gains)}, {"=", number_of(sum)}});
  draft.lower = sum;
}

/// The probabilities of one transcript from several sources.
Vector tell_sources(Draft& draft, Teller& teller, const Transcript& transcript, const std::vector<unsigned>& sources) {
  NumberTable table{
      .caption = fmt::format("P(\"{}\") by source; from source v it is that of the transcript with 0 and v "
                             "exchanged from source 0:",
                             joined(transcript)),
      .columns = {{"source"}, {"from source 0", true}, {"probability"}},
      .rows = {}};
  Vector p;
  for (const auto v : sources) {
    const auto words = exchanged(transcript, v);
    p.push_back(teller.chance(words));
    table.rows.push_back({std::to_string(v), joined(words), number_of(p.back())});
  }
  teller.close();
  draft.show(std::move(table));
  return p;
}

}  // namespace

Draft derive_rumor(const ordered_json& certificate, const ordered_json& row) {
  const auto& i = certificate.at("instance");
  const auto& evidence = certificate.at("evidence");
  if (i.contains("edges")) throw Error(Errc::domain, "derivation", "only rumors on the complete graph are derived");
  Draft draft;
  const auto n = i.at("nodes").get<int>(), f = i.at("curious").get<int>();
  draft.variables = {{"n", Rational(n)}, {"f", Rational(f)}, {"b", Rational(f, n)}, {"s", fraction(i.at("muting"))}};
  tell_instance(draft, i);
  Teller teller(draft, i);
  const auto quantity = certificate.at("quantity").get<std::string>();
  if (quantity == "delta") {
    const auto e = fraction(i.at("e_epsilon"));
    draft.variables["e_epsilon"] = e;
    if (row.at("relation") != "<=" && evidence.contains("expanded")) {
      tell_upper(draft, teller, evidence.at("expanded"), e);
    } else if (evidence.contains("event")) {
      tell_event(draft, teller, evidence.at("event"), e);
    }
    return draft;
  }
  if (!evidence.contains("transcript"))
    throw Error(Errc::domain, "derivation", "only odds of a transcript are derived");
  const auto transcript = split(evidence.at("transcript").get<std::string>());
  std::vector<unsigned> sources;
  if (quantity == "map") {
    sources = i.at("suspects").get<std::vector<unsigned>>();
  } else {
    for (unsigned v = 0; v < teller.chain().honest(); ++v) sources.push_back(v);
  }
  const auto p = tell_sources(draft, teller, transcript, sources);
  if (quantity == "uncertainty") {
    const auto source = evidence.at("source").get<std::size_t>();
    Rational others = 0;
    for (std::size_t v = 0; v < p.size(); ++v) others += v == source ? Rational(0) : p[v];
    const Rational odds = others / p[source];
    draft.say(fmt::format("The odds against source {} are those of the other sources:", source));
    draft.write("uncertainty", {{"<=", bracketed(others) + "/" + bracketed(p[source])}, {"=", number_of(odds)}});
    draft.upper = odds;
    return draft;
  }
  const auto first = std::ranges::find_if(transcript, [&](const std::string& word) {
    return word != "end" && std::ranges::find(sources, static_cast<unsigned>(word[0] - '0')) != sources.end();
  });
  const auto shown = static_cast<unsigned>((*first)[0] - '0');
  const auto mine = p[static_cast<std::size_t>(std::ranges::find(sources, shown) - sources.begin())];
  const auto most = *std::ranges::max_element(p);
  draft.say(
      fmt::format("The first suspect that is seen to send is {}. Its probability, in units of the largest:", shown));
  draft.write("ratio", {{"=", bracketed(mine) + "/" + bracketed(most)}, {"=", number_of(Rational(mine / most))}});
  draft.upper = Rational(mine / most);
  return draft;
}

}  // namespace hearsay::report
