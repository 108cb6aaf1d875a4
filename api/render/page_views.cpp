// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/page_views.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <utility>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/audit/coalitions.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::api {

namespace {

using Set = std::vector<graph::Node>;

constexpr double most_numbers = 8e5;        ///< of a page
constexpr double most_operations = 4e9;     ///< for all its views: some seconds
constexpr double matrix_operations = 3e10;  ///< for the views of every node alone: as long as the audit of them
constexpr std::size_t most_coalition_sets = 2000;

/// Each node alone.
std::vector<Set> every_node(graph::Node nodes) {
  std::vector<Set> sets;
  for (graph::Node v = 0; v < nodes; ++v) sets.push_back({v});
  return sets;
}

nlohmann::ordered_json numbers(const Eigen::VectorXd& values) {
  if (values.size() > 0 && (values.array() == values(0)).all()) return values(0);
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
    if (focus.shares) add(focus.observers, stops_.size() - 1, *focus.shares);
  }

  [[nodiscard]] std::size_t last() const { return stops_.size() - 1; }

  /// Adds the views of all these sets at a stop, if there is room for all, and time. @return whether there is.
  bool add_all(const std::vector<Set>& sets, std::size_t stop, double limit, const Execution& execution) {
    std::vector<Set> missing;
    std::ranges::copy_if(sets, std::back_inserter(missing), [&](const Set& set) {
      return !views_.contains({set, stop});
    });
    const double room = 3.0 * static_cast<double>(missing.size()) * network_.graph.nodes();
    const double time = operations(missing, stop);
    if (numbers_ + room > most_numbers || spent_ + time > limit || (execution.stop && execution.stop())) return false;
    if (limit == most_operations) spent_ += time;
    const auto& views = views_at(stop);
    std::vector<std::optional<audit::ViewShares>> found(missing.size());
    parallel_for(missing.size(), execution.unstopped(), "views for the page", [&](std::size_t i) {
      if (execution.stop && execution.stop()) return;
      found[i] = views.shares(missing[i]);
      if (network_.scales == nullptr && found[i]->in_doubt()) found[i] = views.proved_shares(missing[i]);
    });
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
  void add(const Set& set, std::size_t stop, const audit::ViewShares& shares) {
    nlohmann::ordered_json view = {{"messages", messages(set, stop)},
                                   {"published", numbers(shares.published)},
                                   {"exact", numbers(safe(shares.exact))},
                                   {"exact_own_noise", numbers(safe(shares.exact_own_noise))}};
    if (shares.in_doubt())
      view["least"] = {{"exact", numbers(least(shares.exact))},
                       {"exact_own_noise", numbers(least(shares.exact_own_noise))}};
    numbers_ += 3.0 * network_.graph.nodes();
    views_.emplace(std::pair(set, stop), std::move(view));
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

  [[nodiscard]] double operations(const std::vector<Set>& sets, std::size_t stop) const {
    const auto n = static_cast<double>(network_.graph.nodes());
    if (network_.scales != nullptr && network_.tau == 0.0) return uneven_operations(sets, stop);
    const auto& w = network_.rounds.empty() ? network_.w : network_.rounds.front();
    const audit::ViewCosts costs(w, stops_[stop], network_.tau > 0.0);
    double sum = made_[stop] ? 0.0 : costs.preparation();
    for (const auto& set : sets) {
      double sending = 0.0;
      for (const auto v : set) sending += static_cast<double>(network_.graph.degree(v));
      if (network_.rounds.empty()) {
        sum += costs.view(std::min(sending, n));
      } else {
        const double rank = std::min(n, sending * *stops_[stop]);
        sum += 12.0 * *stops_[stop] * n * (rank + 1.0) * (rank + 1.0);
      }
    }
    return sum;
  }

  /// Each view as a linear one of its own, over fractions: a product of the messages with all nodes' noise, solved.
  [[nodiscard]] double uneven_operations(const std::vector<Set>& sets, std::size_t stop) const {
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
  std::vector<std::shared_ptr<const audit::NetworkViews>> made_;  ///< by stop
  std::map<std::pair<Set, std::size_t>, nlohmann::ordered_json> views_;
  double numbers_ = 0.0;  ///< on the page
  double spent_ = 0.0;    ///< operations
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

nlohmann::ordered_json page_views(const PageNetwork& network, const PageFocus& focus, const Execution& execution) {
  const auto nodes = network.graph.nodes();
  Gallery gallery(network, focus);
  const auto add = [&](const std::vector<Set>& sets, std::size_t at, double limit = most_operations) {
    return gallery.add_all(sets, at, limit, execution);
  };
  add({focus.observers}, gallery.last());
  for (std::size_t at = 0; at < gallery.last(); ++at) add({focus.observers}, at);
  const auto singles = every_node(nodes);
  const bool whole = add(singles, gallery.last(), matrix_operations);
  if (!whole) {
    constexpr std::size_t some = 4;
    for (std::size_t i = 0; i < focus.next.size(); i += some) {
      const auto end = std::min(i + some, focus.next.size());
      if (!add({focus.next.begin() + static_cast<std::ptrdiff_t>(i),
                focus.next.begin() + static_cast<std::ptrdiff_t>(end)},
               gallery.last()))
        break;
    }
  }
  for (std::size_t at = 0; whole && at < gallery.last(); ++at) add(singles, at);
  for (std::size_t size = 2; whole && size < nodes; ++size) {
    const auto sets = coalitions_of(nodes, size);
    if (sets.empty() || !add(sets, gallery.last())) break;
    for (std::size_t at = 0; at < gallery.last(); ++at) add(sets, at);
  }
  auto found = gallery.json();
  const bool halted = execution.stop && execution.stop();
  found["whole"] = whole && !halted;
  found["cut_short"] = halted;
  return found;
}

}  // namespace hearsay::api
