// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/page_views.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/audit/coalitions.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::api {

namespace {

using Set = std::vector<graph::Node>;

constexpr double most_numbers = 8e5;   ///< of a page, as text
constexpr double most_packed = 3.2e6;  ///< of a page, packed: as many bytes
constexpr double a_second = 1e9;       ///< operations, to a factor of about 3
constexpr double some_seconds = 4e9;   ///< operations
constexpr std::size_t most_coalition_sets = 2000;

/// Each node alone.
std::vector<Set> every_node(graph::Node nodes) {
  std::vector<Set> sets;
  for (graph::Node v = 0; v < nodes; ++v) sets.push_back({v});
  return sets;
}

/// The number in single precision that is next to a share on this side of it; exact where it is exact.
enum class Side { below, above };
float single_precision(double x, Side side) {
  const auto near = static_cast<float>(x);
  const auto nearly = static_cast<double>(near);
  if (side == Side::above) return nearly < x ? std::nextafter(near, INFINITY) : near;
  return nearly > x ? std::nextafter(near, -INFINITY) : near;
}

/// Numbers in single precision, little endian, as base64: a quarter of their text.
std::string packed(const Eigen::VectorXd& values, Side side) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  std::uint32_t bits = 0;
  int open = 0;  // bits that no digit has yet
  const auto add_byte = [&](std::uint32_t byte) {
    bits = bits << 8U | byte;
    for (open += 8; open >= 6; open -= 6) text += digits[bits >> (open - 6) & 63U];
  };
  for (const double value : values) {
    const auto word = std::bit_cast<std::uint32_t>(single_precision(value, side));
    for (unsigned shift = 0; shift < 32; shift += 8) add_byte(word >> shift & 0xFFU);
  }
  if (open > 0) text += digits[bits << (6 - open) & 63U];
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

/// By node; one number for equal ones.
/// @param side  if given, packed, and rounded to this side.
nlohmann::ordered_json numbers(const Eigen::VectorXd& values, std::optional<Side> side) {
  if (values.size() > 0 && (values.array() == values(0)).all()) return values(0);
  if (side) return packed(values, *side);
  auto list = nlohmann::ordered_json::array();
  for (const double value : values) list.push_back(value);
  return list;
}

/// Values, and where there is none upper ends.
Eigen::VectorXd safe(const audit::Shares& shares) {
  return shares.value().array().isNaN().select(shares.most(), shares.value());
}

/// Values, and where there is none lower ends.
Eigen::VectorXd least(const audit::Shares& shares) {
  return shares.value().array().isNaN().select(shares.least(), shares.value());
}

/// The views of a network, as far as a page has room and time for them.
class Gallery {
 public:
  Gallery(const PageNetwork& network, const PageFocus& focus)
      : network_(network), stops_(slider_stops(network.steps, network.graph.nodes())) {
    made_.resize(stops_.size());
    if (focus.views != nullptr) made_.back() = {focus.views, [](const audit::NetworkViews*) {}};
    const auto n = static_cast<double>(network.graph.nodes());
    packs_ = 3.0 * n * n > most_numbers;
    audited_.insert(focus.audited.begin(), focus.audited.end());
    // The audit's own views take as long again, and others half of that.
    const double again = audited_.empty() ? 0.0 : operations(focus.audited, last());
    left_ = audited_.empty() ? some_seconds : again + std::max(a_second, again / 2.0);
    if (focus.shares) add(focus.observers, last(), *focus.shares);
  }

  [[nodiscard]] std::size_t last() const { return stops_.size() - 1; }

  /// Adds the views of all these sets at a stop, if there is room for all, and time. @return whether there is.
  bool add_all(std::span<const Set> sets, std::size_t stop, const Execution& execution) {
    std::vector<Set> missing;
    std::ranges::copy_if(sets, std::back_inserter(missing), [&](const Set& set) {
      return !views_.contains({set, stop});
    });
    const double room = 3.0 * static_cast<double>(missing.size()) * network_.graph.nodes();
    const double time = operations(missing, stop);
    if (numbers_ + room > (packs_ ? most_packed : most_numbers) || time > left_ || (execution.stop && execution.stop()))
      return false;
    left_ -= time;
    auto found = made_at(missing, stop, execution);
    prove(found, missing, stop, execution);
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (found[i]) add(missing[i], stop, *found[i]);
    }
    return true;
  }

  [[nodiscard]] nlohmann::ordered_json json() const {
    std::map<Set, std::size_t> place;
    auto sets = nlohmann::ordered_json::array(), steps = nlohmann::ordered_json::array(),
         views = nlohmann::ordered_json::array();
    for (const auto& stop : stops_) steps.push_back(stop ? nlohmann::ordered_json(*stop) : nullptr);
    for (const auto& [key, view] : views_) {
      const auto [found, is_new] = place.emplace(key.first, place.size());
      if (is_new) sets.push_back(key.first);
      nlohmann::ordered_json entry = {{"set", found->second}, {"step", key.second}};
      entry.update(view);
      views.push_back(std::move(entry));
    }
    return {{"sets", std::move(sets)}, {"steps", std::move(steps)}, {"views", std::move(views)}};
  }

 private:
  using Found = std::vector<std::optional<audit::ViewShares>>;

  Found made_at(const std::vector<Set>& sets, std::size_t stop, const Execution& execution) {
    const auto& views = views_at(stop);
    Found found(sets.size());
    parallel_for(sets.size(), execution.unstopped(), "views for the page", [&](std::size_t i) {
      if (!execution.stop || !execution.stop()) found[i] = views.shares(sets[i]);
    });
    return found;
  }

  /// Proves the ranks of the first views in doubt for which time is left.
  void prove(Found& found, const std::vector<Set>& sets, std::size_t stop, const Execution& execution) {
    if (network_.scales != nullptr) return;
    const auto& views = views_at(stop);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const double time = views.proof_operations() + operations({&sets[i], 1}, stop);
      if (!found[i] || !found[i]->in_doubt() || time > left_) continue;
      left_ -= time;
      open.push_back(i);
    }
    parallel_for(open.size(), execution.unstopped(), "ranks for the page", [&](std::size_t k) {
      if (!execution.stop || !execution.stop()) found[open[k]] = views.proved_shares(sets[open[k]]);
    });
  }

  void add(const Set& set, std::size_t stop, const audit::ViewShares& shares) {
    nlohmann::ordered_json view = {{"messages", messages(set, stop)},
                                   {"published", rounded(shares.published, Side::above)},
                                   {"exact", rounded(safe(shares.exact), Side::above)},
                                   {"exact_own_noise", rounded(safe(shares.exact_own_noise), Side::above)}};
    if (shares.in_doubt())
      view["least"] = {{"exact", rounded(least(shares.exact), Side::below)},
                       {"exact_own_noise", rounded(least(shares.exact_own_noise), Side::below)}};
    numbers_ += 3.0 * network_.graph.nodes();
    views_.emplace(std::pair(set, stop), std::move(view));
  }

  [[nodiscard]] nlohmann::ordered_json rounded(const Eigen::VectorXd& shares, Side side) const {
    return numbers(shares, packs_ ? std::optional(side) : std::nullopt);
  }

  /// How many messages the observers receive; null for any number of steps.
  [[nodiscard]] nlohmann::ordered_json messages(const Set& set, std::size_t stop) const {
    const auto steps = stops_[stop];
    if (!steps) return nullptr;
    if (network_.rounds.empty()) return static_cast<std::int64_t>(accounting::senders(network_.w, set).size()) * *steps;
    std::int64_t count = 0;
    for (const auto& senders : accounting::senders(network_.rounds.first(static_cast<std::size_t>(*steps)), set))
      count += static_cast<std::int64_t>(senders.size());
    return count;
  }

  /// At most, but of views that the audit has taken at least, so that a page takes no more than was measured there.
  [[nodiscard]] double operations(std::span<const Set> sets, std::size_t stop) const {
    const auto n = static_cast<double>(network_.graph.nodes());
    if (network_.scales != nullptr && network_.tau == 0.0) return uneven_operations(sets, stop);
    const auto& w = network_.rounds.empty() ? network_.w : network_.rounds.front();
    const audit::ViewCosts costs(w, stops_[stop], network_.tau > 0.0);
    double sum = made_[stop] ? 0.0 : costs.preparation();
    for (const auto& set : sets) {
      double sending = 0.0;
      for (const auto v : set) sending += static_cast<double>(network_.graph.degree(v));
      if (network_.rounds.empty()) {
        const bool again = stop == last() && audited_.contains(set);
        sum += costs.view(std::min(sending, n)) + (again ? 0.0 : exact_operations(std::min(sending, n), stop, costs));
      } else {
        const double rank = std::min(n, sending * *stops_[stop]);
        sum += 12.0 * *stops_[stop] * n * (rank + 1.0) * (rank + 1.0);
      }
    }
    return sum;
  }

  /// Of a view whose rank is proved by fractions: measured, to a factor of about 3.
  [[nodiscard]] double exact_operations(double sending, std::size_t stop, const audit::ViewCosts& costs) const {
    if (network_.tau > 0.0 || costs.preparation() > 0.0 || !stops_[stop]) return 0.0;
    constexpr double once = 2e4, by_rank = 3e3;
    const auto n = static_cast<double>(network_.graph.nodes());
    return n * (once + by_rank * std::min(n, sending * *stops_[stop]));
  }

  /// Each view as a linear one of its own, over fractions: a product of the messages with all nodes' noise, solved.
  [[nodiscard]] double uneven_operations(std::span<const Set> sets, std::size_t stop) const {
    constexpr double fraction = 300.0;  // an operation of fractions, in those of doubles
    const auto n = static_cast<double>(network_.graph.nodes());
    double sum = 0.0;
    for (const auto& set : sets) {
      double sending = 0.0;
      for (const auto v : set) sending += static_cast<double>(network_.graph.degree(v));
      const double rows = std::min(sending, n) * stops_[stop].value_or(static_cast<int>(n));
      sum += fraction * rows * rows * (n + rows);
    }
    return sum;
  }

  const audit::NetworkViews& views_at(std::size_t stop) {
    auto& views = made_[stop];
    if (!views && network_.tau > 0.0)
      views = std::make_shared<audit::NetworkViews>(
          network_.w, stops_[stop].value(), network_.tau,
          network_.scales != nullptr ? std::optional(*network_.scales) : std::nullopt);
    if (!views && network_.scales != nullptr)
      views = std::make_shared<audit::NetworkViews>(network_.w, stops_[stop], *network_.scales);
    if (!views && network_.rounds.empty())
      views = std::make_shared<audit::NetworkViews>(network_.w, stops_[stop], network_.primes);
    if (!views) {
      const auto prefix = network_.rounds.first(static_cast<std::size_t>(*stops_[stop]));
      views = std::make_shared<audit::NetworkViews>(std::vector(prefix.begin(), prefix.end()));
    }
    return *views;
  }

  const PageNetwork& network_;
  std::vector<linalg::Steps> stops_;
  std::set<Set> audited_;
  std::vector<std::shared_ptr<const audit::NetworkViews>> made_;  ///< by stop
  std::map<std::pair<Set, std::size_t>, nlohmann::ordered_json> views_;
  double numbers_ = 0.0;  ///< on the page
  double left_ = 0.0;     ///< operations
  bool packs_ = false;    ///< numbers in single precision
};

/// The sets of `size` nodes, if they are few.
std::vector<Set> coalitions_of(graph::Node nodes, std::size_t size) {
  Set all(nodes);
  for (graph::Node v = 0; v < nodes; ++v) all[v] = v;
  if (audit::coalition_count(nodes, size) > static_cast<double>(most_coalition_sets)) return {};
  return audit::coalitions(all, size);
}

}  // namespace

std::vector<linalg::Steps> slider_stops(linalg::Steps steps, graph::Node nodes) {
  constexpr int few = 12;
  const int most = steps ? *steps : static_cast<int>(nodes) - 1;
  std::vector<linalg::Steps> stops;
  for (std::int64_t t = 1; t < most;) {
    stops.emplace_back(static_cast<int>(t));
    const bool power = std::has_single_bit(static_cast<std::uint64_t>(t));
    t = most <= few || t == 1 ? t + 1 : power ? t / 2 * 3 : t / 3 * 4;
  }
  if (most > 0 || steps) stops.emplace_back(most);
  if (!steps) stops.emplace_back(std::nullopt);
  return stops;
}

namespace {

/// Some views of the observers who learn most, the first first.
void add_next(Gallery& gallery, std::span<const Set> next, const Execution& execution) {
  constexpr std::size_t some = 4;
  for (; !next.empty(); next = next.subspan(std::min(some, next.size()))) {
    if (!gallery.add_all(next.first(std::min(some, next.size())), gallery.last(), execution)) return;
  }
}

/// All sets of `size` nodes: after all steps, and if there is time before.
bool add_coalitions(Gallery& gallery, graph::Node nodes, std::size_t size, bool before, const Execution& execution) {
  const auto sets = coalitions_of(nodes, size);
  if (sets.empty()) return false;
  if (!before) return gallery.add_all(sets, gallery.last(), execution);
  for (std::size_t at = 0; at < gallery.last(); ++at) gallery.add_all(sets, at, execution);
  return true;
}

}  // namespace

nlohmann::ordered_json page_views(const PageNetwork& network, const PageFocus& focus, const Execution& execution) {
  const auto nodes = network.graph.nodes();
  Gallery gallery(network, focus);
  for (std::size_t at = gallery.last() + 1; at-- > 0;) gallery.add_all({&focus.observers, 1}, at, execution);
  const auto singles = every_node(nodes);
  const bool whole = gallery.add_all(singles, gallery.last(), execution);
  if (!whole) add_next(gallery, focus.next, execution);
  std::size_t largest = 1;  // of the sets that are all there after all steps
  while (whole && largest + 1 < nodes && add_coalitions(gallery, nodes, largest + 1, false, execution)) ++largest;
  for (std::size_t at = 0; whole && at < gallery.last(); ++at) gallery.add_all(singles, at, execution);
  for (std::size_t size = 2; size <= largest; ++size) add_coalitions(gallery, nodes, size, true, execution);
  auto found = gallery.json();
  const bool halted = execution.stop && execution.stop();
  found["whole"] = whole && !halted;
  found["cut_short"] = halted;
  return found;
}

}  // namespace hearsay::api
