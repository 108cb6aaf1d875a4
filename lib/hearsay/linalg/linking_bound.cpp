// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/linking_bound.hpp>

#include <algorithm>
#include <cstddef>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/detail/modular_matrix.hpp>
#include <hearsay/system/end_if.hpp>

namespace hearsay::linalg {

namespace {

/// Walks that share no place, one after the other. A place is a node with the number of steps that are left; each place
/// has an entrance and an exit, and a walk that is found goes through both.
class Linking {
 public:
  explicit Linking(const RationalMatrix& w) : nodes_(w.size()) {
    for (const auto& row : w.rows) {
      auto& to = to_.emplace_back();
      for (const auto& entry : row) to.push_back(entry.column);
    }
  }

  /// Makes room for walks of one more step.
  void extend() {
    before_.resize(before_.size() + nodes_, none);
    came_from_.resize(2 * before_.size(), none);
    seen_.resize(2 * before_.size(), 0);
  }

  /// Looks for one more walk, from v with so many steps left, for which others may be led another way.
  /// @return whether there is one.
  bool augment(Index v, std::size_t steps_left) {
    ++search_;
    const auto start = entrance(steps_left * nodes_ + v);
    stack_.clear();
    visit(start, none);
    std::vector<std::size_t> reached;
    while (!stack_.empty()) {
      const auto at = stack_.back();
      stack_.pop_back();
      reached.push_back(at);
      const auto place = at / 2;
      if (at == exit(place)) {
        if (place < nodes_) {
          lead(at);
          return true;
        }
        if (before_[place] != none) visit(entrance(place), at);
        const auto base = (place / nodes_ - 1) * nodes_;
        for (const auto u : to_[place % nodes_]) visit(entrance(base + u), at);
      } else if (before_[place] == none) {
        visit(exit(place), at);
      } else if (before_[place] != outside) {
        visit(exit(before_[place]), at);
      }
    }
    // No walk ends that comes here, and none ever will: walks that are found later do not come here either.
    for (const auto at : reached) seen_[at] = dead;
    return false;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1), outside = none - 1;
  static constexpr std::uint32_t dead = static_cast<std::uint32_t>(-1);

  static std::size_t entrance(std::size_t place) { return 2 * place; }
  static std::size_t exit(std::size_t place) { return 2 * place + 1; }

  void visit(std::size_t at, std::size_t from) {
    if (seen_[at] == dead || seen_[at] == search_) return;
    seen_[at] = search_;
    came_from_[at] = from;
    stack_.push_back(at);
  }

  /// Leads the walks as the search that ended at this exit found.
  void lead(std::size_t at) {
    std::vector<std::pair<std::size_t, std::size_t>> taken;
    for (auto to = at; to != none; to = came_from_[to]) {
      const auto from = came_from_[to];
      if (from == none) {
        taken.emplace_back(outside, to / 2);
      } else if (from / 2 == to / 2) {
        continue;
      } else if (from == entrance(from / 2)) {  // back along a walk
        before_[from / 2] = none;
      } else {
        taken.emplace_back(from / 2, to / 2);
      }
    }
    for (const auto& [from, to] : taken) before_[to] = from;
  }

  std::size_t nodes_;
  std::vector<std::vector<Index>> to_;
  std::vector<std::size_t> before_;     ///< by place: where the walk that goes through it comes from
  std::vector<std::size_t> came_from_;  ///< by entrance and exit, of the last search
  std::vector<std::uint32_t> seen_;     ///< by entrance and exit: the last search, or dead
  std::vector<std::size_t> stack_;
  std::uint32_t search_ = 0;
};

}  // namespace

LinkingBounds linking_bounds(const RationalMatrix& w, std::span<const Index> starts, std::span<const Index> more,
                             int steps, const Stop& stop) {
  return linking_bounds(w, starts, std::vector<int>(starts.size(), steps), more, steps, stop);
}

LinkingBounds linking_bounds(const RationalMatrix& w, std::span<const Index> starts, std::span<const int> sent,
                             std::span<const Index> more, int steps, const Stop& stop) {
  constexpr std::string_view where = "linking_bounds";
  require_nodes(where, starts, w.rows.size());
  if (sent.size() != starts.size()) throw Error(Errc::shape, where, "every start needs a number of messages");
  require_nodes(where, more, w.rows.size());
  LinkingBounds bounds;
  Linking linking(w);
  std::int64_t walks = 0;
  for (int s = 0; s < steps; ++s) {
    end_if(stop);
    linking.extend();
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (s < sent[i] && linking.augment(starts[i], static_cast<std::size_t>(s))) ++walks;
    }
    bounds.by_step.push_back(walks);
  }
  if (steps <= 0 && !more.empty()) linking.extend();
  for (const auto v : more) walks += linking.augment(v, 0) ? 1 : 0;
  bounds.with_more = walks;
  return bounds;
}

}  // namespace hearsay::linalg
