// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/rumor_work.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;

/// The nodes that are active, those that are informed (none where the transcript does not end), and what a delayed
/// start waits for: 7 for the first message, 1 + a source that is deaf to its next telling, or 0.
struct Hidden {
  unsigned active = 0, informed = 0, late = 0;
  auto operator<=>(const Hidden&) const = default;
  [[nodiscard]] bool like(const Hidden& other) const { return informed == other.informed && late == other.late; }
};

using Weighted = std::map<Hidden, Rational>;
using Message = std::pair<unsigned, unsigned>;

struct Move {
  Message message;
  Hidden next;
  Rational chance;
};

/// The words of a fraction, as the checker counts them.
double words(const Rational& x) {
  const auto bits = [](const exact::Integer& whole) {
    return whole == 0 ? 0.0 : static_cast<double>(msb(abs(whole))) + 1.0;
  };
  return std::floor((bits(numerator(x)) + bits(denominator(x))) / 64.0);
}

struct Step {
  std::map<Message, Weighted> seen;
  Rational end = 0;
};

/// The checker's class of the same purpose, its meter included.
class CountedRumor {
 public:
  CountedRumor(const ordered_json& i, double enough)
      : enough_(enough),
        nodes_(i.at("nodes").get<unsigned>()),
        honest_(nodes_ - i.at("curious").get<unsigned>()),
        muting_(*exact::parse_fraction(i.at("muting").get_ref<const std::string&>())),
        ends_(i.at("transcript") == "terminated"),
        to_itself_(i.at("self_sends") == true),
        twice_(i.at("delayed_start") == "twice"),
        delayed_(i.at("delayed_start") != false),
        receivers_(nodes_) {
    const auto join = [&](unsigned u, unsigned v) {
      receivers_[u].push_back(v);
      receivers_[v].push_back(u);
    };
    if (i.contains("edges")) {
      for (const auto& edge : i.at("edges")) join(edge.at(0).get<unsigned>(), edge.at(1).get<unsigned>());
    } else {
      for (unsigned v = 0; v < nodes_; ++v) {
        for (unsigned u = 0; u < v; ++u) join(u, v);
      }
    }
    for (unsigned v = 0; to_itself_ && v < nodes_; ++v) receivers_[v].push_back(v);
  }

  [[nodiscard]] double spent() const { return spent_; }
  [[nodiscard]] bool enough() const { return spent_ > enough_; }
  void spend(double amount) { spent_ += amount; }
  void toll(double all_words) { spent_ += all_words * all_words; }

  [[nodiscard]] std::vector<Weighted> start(std::span<const unsigned> sources) const {
    std::vector<Weighted> laws;
    for (const auto v : sources) {
      const unsigned bit = 1u << v;
      laws.push_back({{Hidden{.active = bit, .informed = ends_ ? bit : 0u, .late = delayed_ ? 7u : 0u}, Rational(1)}});
    }
    return laws;
  }

  /// What is seen next, and with which probability the end is.
  Step next(const Weighted& law) {
    Weighted pending = law;
    Step step;
    while (!pending.empty() && !enough()) {
      const auto order = [](const auto& entry) { return std::pair(entry.first.informed, 7u - entry.first.late); };
      const auto first = std::ranges::min_element(pending, {}, order)->first;
      Weighted visited;
      for (auto at = pending.begin(); at != pending.end();) {
        if (!at->first.like(first)) {
          ++at;
          continue;
        }
        for (const auto& [y, count] : visits(at->first)) visited[y] += at->second * count;
        at = pending.erase(at);
      }
      double most = words(muting_);
      for (const auto& [x, mass] : visited) most = std::max(most, words(mass));
      spend(static_cast<double>(visited.size()) * (1000.0 + 30.0 * most * most));
      for (const auto& [x, mass] : visited) {
        if (x.informed == everybody()) step.end += mass;
        for (const auto& [message, y, chance] : moves(x)) {
          if (message.second >= honest_) {
            step.seen[message][y] += mass * chance;
          } else if (!y.like(x)) {
            pending[y] += mass * chance;
          }
        }
      }
    }
    return step;
  }

 private:
  [[nodiscard]] unsigned everybody() const { return (1u << nodes_) - 1u; }

  [[nodiscard]] std::vector<Move> moves(const Hidden& x) const {
    std::vector<Move> found;
    if (x.informed == everybody()) return found;
    const auto senders = static_cast<unsigned>(std::popcount(x.active));
    const Rational stays = x.late == 7 ? Rational(0) : muting_;
    for (unsigned a = 0; a < nodes_; ++a) {
      if ((x.active >> a & 1u) == 0) continue;
      const Rational share(1, senders * static_cast<unsigned>(receivers_[a].size()));
      for (const unsigned b : receivers_[a]) {
        const bool deaf = x.late == b + 1;
        const unsigned told = deaf ? 0u : 1u << b, now = ends_ ? x.informed | 1u << b : 0u;
        const unsigned left = x.late == 7 ? (twice_ && a != b ? a + 1 : 0u) : deaf ? 0u : x.late;
        if (stays != 0) found.push_back({{a, b}, {x.active | told, now, left}, share * stays});
        if (stays != 1) found.push_back({{a, b}, {(x.active & ~(1u << a)) | told, now, left}, share * (1 - stays)});
      }
    }
    return found;
  }

  /// The states that are reached from one before a message is seen or informs a node, and how likely in one message.
  std::pair<std::vector<Hidden>, std::vector<Weighted>> block_of(const Hidden& state) const {
    std::vector<Hidden> block = {state};
    std::vector<Weighted> q;
    for (std::size_t k = 0; k < block.size(); ++k) {
      auto& row = q.emplace_back();
      const auto x = block[k];
      for (const auto& [message, y, chance] : moves(x)) {
        if (message.second >= honest_ || !y.like(x)) continue;
        row[y] += chance;
        if (std::ranges::find(block, y) == block.end()) block.push_back(y);
      }
    }
    return {block, q};
  }

  /// The expected visits from a state: a row of (I - Q)^-1. Each set of states is paid once: in whichever order the
  /// checker asks for its states, it inverts no more.
  const Weighted& visits(const Hidden& state) {
    if (!asked_.insert(state).second) return rows_.at(state);
    const auto [block, q] = block_of(state);
    const auto n = block.size();
    if (paid_.emplace(block.begin(), block.end()).second) {
      const double size = static_cast<double>(n);
      spend(size * size * size * (20.0 + 2.0 * std::pow(size * words(muting_), 2)));
    }
    if (const auto known = rows_.find(state); known != rows_.end()) return known->second;
    std::vector<std::vector<Rational>> a(n, std::vector<Rational>(2 * n, Rational(0)));
    for (std::size_t i = 0; i < n; ++i) {
      a[i][i] = a[i][n + i] = 1;
      for (std::size_t j = 0; j < n; ++j) {
        if (const auto at = q[i].find(block[j]); at != q[i].end()) a[i][j] -= at->second;
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      const Rational pivot = a[k][k];
      for (auto& x : a[k]) x /= pivot;
      for (std::size_t j = 0; j < n; ++j) {
        const Rational factor = a[j][k];
        if (j == k || factor == 0) continue;
        for (std::size_t i = 0; i < 2 * n; ++i) a[j][i] -= factor * a[k][i];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      auto& row = rows_[block[i]] = {};
      for (std::size_t j = 0; j < n; ++j) {
        if (a[i][n + j] != 0) row[block[j]] = a[i][n + j];
      }
    }
    return rows_.at(state);
  }

  double enough_, spent_ = 0.0;
  unsigned nodes_, honest_;
  Rational muting_;
  bool ends_, to_itself_, twice_, delayed_;
  std::vector<std::vector<unsigned>> receivers_;  ///< of a message, by sender
  std::map<Hidden, Weighted> rows_;
  std::set<Hidden> asked_;
  std::set<std::set<Hidden>> paid_;
};

constexpr Message the_end = {9, 9};

std::vector<Message> messages_of(const std::string& transcript) {
  std::vector<Message> messages;
  for (std::size_t at = 0; at < transcript.size(); at += 4) {
    messages.push_back(transcript[at] == 'e' ? the_end
                                             : Message{static_cast<unsigned>(transcript[at] - '0'),
                                                       static_cast<unsigned>(transcript[at + 2] - '0')});
  }
  return messages;
}

Rational total(const Weighted& law) {
  Rational sum = 0;
  for (const auto& entry : law) sum += entry.second;
  return sum;
}

/// By source, the probability of a transcript. What prefixes of it took is paid again.
std::vector<Rational> chances(CountedRumor& rumor, const std::string& transcript, std::span<const unsigned> sources) {
  auto laws = rumor.start(sources);
  for (const auto& message : messages_of(transcript)) {
    for (auto& law : laws) {
      auto step = rumor.next(law);
      if (message == the_end) {
        law = step.end == 0 ? Weighted{} : Weighted{{Hidden{}, step.end}};
      } else {
        law = std::move(step.seen[message]);
      }
    }
  }
  std::vector<Rational> found;
  for (const auto& law : laws) found.push_back(total(law));
  return found;
}

/// What is told of the probabilities by source at each inner node, end and hidden state of a leaf.
template <class Tell>
void leaves(CountedRumor& rumor, const ordered_json& expanded, std::span<const unsigned> sources, const Tell& tell) {
  std::set<std::vector<Message>> tree;
  for (const auto& name : expanded) tree.insert(messages_of(name.get_ref<const std::string&>()));
  std::vector<std::pair<std::vector<Message>, std::vector<Weighted>>> pending = {{{}, rumor.start(sources)}};
  while (!pending.empty() && !rumor.enough()) {
    const auto [name, laws] = std::move(pending.back());
    pending.pop_back();
    std::vector<Step> after;
    std::vector<Rational> inner, ends;
    std::set<Message> labels;
    for (const auto& law : laws) {
      const auto& step = after.emplace_back(rumor.next(law));
      inner.push_back(total(law)), ends.push_back(step.end);
      for (const auto& entry : step.seen) labels.insert(entry.first);
    }
    tell(inner, true), tell(ends, false);
    for (const auto& label : labels) {
      std::vector<Weighted> then;
      std::set<Hidden> states;
      for (auto& step : after) {
        then.push_back(step.seen[label]);
        for (const auto& entry : then.back()) states.insert(entry.first);
      }
      auto longer = name;
      longer.push_back(label);
      if (tree.contains(longer)) {
        pending.emplace_back(std::move(longer), std::move(then));
        continue;
      }
      for (const auto& state : states) {
        std::vector<Rational> p;
        for (const auto& law : then) p.push_back(law.contains(state) ? law.at(state) : Rational(0));
        tell(p, false);
      }
    }
  }
}

double all_words(std::span<const Rational> numbers) {
  double sum = 0.0;
  for (const auto& x : numbers) sum += words(x);
  return sum;
}

/// A sum of p - factor q: twice what it takes here, as the checker may add in another order.
class Gain {
 public:
  Gain(CountedRumor& rumor, Rational factor) : rumor_(rumor), factor_(std::move(factor)) {}
  void add(std::span<const Rational> p) {
    rumor_.toll(words(factor_) + words(p[0]) + words(p[1]));
    const Rational excess = std::max(Rational(0), Rational(p[0] - factor_ * p[1]));
    sum_ += excess;
    const double both = words(sum_) + words(excess) + 2.0;
    rumor_.spend(2.0 * both * both);
  }

 private:
  CountedRumor& rumor_;
  Rational factor_, sum_ = 0;
};

}  // namespace

double rumor_work(const Certificate& c, double enough) {
  CountedRumor rumor(c.instance, enough);
  const auto fraction = [](const ordered_json& json) {
    return *exact::parse_fraction(json.get_ref<const std::string&>());
  };
  const auto& evidence = c.evidence;
  if (c.quantity == "delta") {
    constexpr std::array sources = {0u, 1u};
    const auto factor = fraction(c.instance.at("e_epsilon"));
    Gain event(rumor, factor), tree(rumor, factor);
    if (evidence.contains("event")) {
      for (const auto& x : evidence.at("event")) {
        if (rumor.enough()) break;
        event.add(chances(rumor, x.get_ref<const std::string&>(), sources));
      }
    }
    if (evidence.contains("expanded")) {
      leaves(rumor, evidence.at("expanded"), sources, [&](std::span<const Rational> p, bool inner) {
        if (!inner) tree.add(p);
      });
    }
    return rumor.spent();
  }
  std::vector<unsigned> sources;
  if (c.quantity == "map") {
    sources = c.instance.at("suspects").get<std::vector<unsigned>>();
  } else {
    for (unsigned v = 0; v < c.instance.at("nodes").get<unsigned>() - c.instance.at("curious").get<unsigned>(); ++v)
      sources.push_back(v);
  }
  if (evidence.contains("transcript"))
    (void)chances(rumor, evidence.at("transcript").get_ref<const std::string&>(), sources);
  if (evidence.contains("floor")) {
    const auto floor = fraction(evidence.at("floor"));
    leaves(rumor, evidence.at("expanded"), sources,
           [&](std::span<const Rational> p, bool) { rumor.toll(words(floor) + 2.0 * all_words(p)); });
  }
  return rumor.spent();
}

}  // namespace hearsay::report
