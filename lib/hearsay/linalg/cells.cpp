// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::linalg {

namespace {

using exact::Integer;

/// The entries of W times their common denominator.
struct WholeWeights {
  std::vector<Integer> values;                                       ///< that differ
  std::vector<std::vector<std::pair<Index, std::uint32_t>>> by_row;  ///< column and place among `values`
};

WholeWeights whole_weights(const RationalMatrix& w) {
  WholeWeights result;
  std::vector<Rational> values;
  std::unordered_map<Rational, std::uint32_t> places;
  for (const auto& row : w.rows) {
    auto& entries = result.by_row.emplace_back();
    for (const auto& [column, value] : row) {
      const auto [place, added] = places.emplace(value, static_cast<std::uint32_t>(values.size()));
      if (added) values.push_back(value);
      entries.emplace_back(column, place->second);
    }
  }
  Integer common = 1;
  for (const auto& value : values) {
    if (common % denominator(value) != 0) common = lcm(common, denominator(value));
  }
  for (const auto& value : values) result.values.push_back(numerator(value) * (common / denominator(value)));
  return result;
}

/// By column: which rows give it what weight.
std::vector<std::vector<std::pair<Index, const Integer*>>> columns_of(const WholeWeights& weights) {
  std::vector<std::vector<std::pair<Index, const Integer*>>> columns(weights.by_row.size());
  for (Index u = 0; u < weights.by_row.size(); ++u) {
    for (const auto& [column, place] : weights.by_row[u]) columns[column].emplace_back(u, &weights.values[place]);
  }
  return columns;
}

/// A node's cell and the weights it receives from each cell.
struct Signature {
  Index cell;
  std::vector<std::pair<Index, Integer>> received;
  bool operator==(const Signature&) const = default;
};

struct Hash {
  std::size_t operator()(const Signature& signature) const {
    std::size_t hash = signature.cell;
    for (const auto& [cell, weight] : signature.received) {
      hash = (hash * 31 + cell) * 31 + std::hash<Integer>{}(weight);
    }
    return hash;
  }
};

Signature signature_of(Index u, const std::vector<Index>& cells,
                       const std::vector<std::pair<Index, const Integer*>>& column) {
  std::map<Index, Integer> received;
  for (const auto& [sender, weight] : column) received[cells[sender]] += *weight;
  std::erase_if(received, [](const auto& item) { return item.second == 0; });
  return {.cell = cells[u], .received = {received.begin(), received.end()}};
}

}  // namespace

std::int64_t Cells::most(int steps) const {
  return steps <= 0 ? 0 : counts[std::min(static_cast<std::size_t>(steps), counts.size()) - 1];
}

Cells equitable_cells(const RationalMatrix& w, std::span<const Index> starts) {
  const auto weights = whole_weights(w);
  const auto columns = columns_of(weights);
  std::vector<Index> colors(w.size(), 0);
  Index color = 0;
  for (const auto v : starts) {
    if (v >= w.size())
      throw Error(Errc::shape, "equitable_cells", fmt::format("node {} is not one of {}", v, w.size()));
    colors[v] = ++color;
  }
  Cells result;
  std::unordered_map<Index, Index> numbers;
  for (const auto c : colors) result.of.push_back(numbers.emplace(c, static_cast<Index>(numbers.size())).first->second);
  result.counts.push_back(static_cast<std::int64_t>(numbers.size()));
  constexpr std::size_t most_rounds = 1024;
  while (result.counts.size() <= most_rounds) {
    std::unordered_map<Signature, Index, Hash> signatures;
    std::vector<Index> next;
    for (Index u = 0; u < w.size(); ++u) {
      next.push_back(signatures.emplace(signature_of(u, result.of, columns[u]), static_cast<Index>(signatures.size()))
                         .first->second);
    }
    const auto count = static_cast<std::int64_t>(signatures.size());
    if (count == result.count()) return result;
    result.of = std::move(next);
    result.counts.push_back(count);
  }
  std::iota(result.of.begin(), result.of.end(), Index{0});
  result.counts.push_back(static_cast<std::int64_t>(w.size()));
  return result;
}

namespace {

/// A partition of the nodes, and the cells by which it is still to be split.
class Partition {
 public:
  explicit Partition(std::size_t nodes) : order_(nodes), place_(nodes), cell_(nodes, 0), begin_(1, 0), size_(1, nodes) {
    std::iota(order_.begin(), order_.end(), Index{0});
    std::iota(place_.begin(), place_.end(), std::size_t{0});
    if (nodes == 0) size_.clear();
    wait_for(0);
  }

  void separate(Index v) {
    if (size_[cell_[v]] > 1) split(cell_[v], {{v}});
  }

  /// Splits cells until any two nodes of one receive the same from each. Of the parts of a cell by which all are
  /// split already the largest need not be asked: what it gives is what the others leave (Hopcroft).
  void refine(const WholeWeights& weights) {
    if (waiting_.empty()) return;
    std::vector<Places> received(order_.size());
    while (!waiting_.empty()) {
      const auto splitter = waiting_.back();
      waiting_.pop_back();
      waits_[splitter] = 0;
      std::map<std::size_t, std::vector<Index>> receivers;  // by cell
      const auto first = order_.begin() + static_cast<std::ptrdiff_t>(begin_[splitter]);
      for (auto v = first; v != first + static_cast<std::ptrdiff_t>(size_[splitter]); ++v) {
        for (const auto& [u, value] : weights.by_row[*v]) {
          if (size_[cell_[u]] == 1) continue;
          if (received[u].empty()) receivers[cell_[u]].push_back(u);
          received[u].push_back(value);
        }
      }
      for (auto& [cell, nodes] : receivers) {
        split(cell, parts_of(nodes, received, weights.values));
        for (const auto u : nodes) received[u].clear();
      }
    }
  }

  [[nodiscard]] std::size_t count() const { return size_.size(); }

  [[nodiscard]] Cells cells() const {
    Cells result;
    std::vector<std::optional<Index>> numbers(size_.size());
    Index count = 0;
    for (const auto cell : cell_) {
      if (!numbers[cell]) numbers[cell] = count++;
      result.of.push_back(*numbers[cell]);
    }
    result.counts.push_back(count);
    return result;
  }

 private:
  using Places = std::vector<std::uint32_t>;  ///< of weights among their values

  /// The nodes by the sum of what they received, without those whose sum is 0.
  static std::vector<std::vector<Index>> parts_of(std::vector<Index>& nodes, std::vector<Places>& received,
                                                  const std::vector<Integer>& values) {
    for (const auto u : nodes) std::ranges::sort(received[u]);
    std::ranges::sort(nodes, {}, [&](Index u) -> const Places& { return received[u]; });
    std::map<Integer, std::vector<Index>> by_sum;
    std::vector<Index>* part = nullptr;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i == 0 || received[nodes[i]] != received[nodes[i - 1]]) {
        Integer sum = 0;
        for (const auto place : received[nodes[i]]) sum += values[place];
        part = &by_sum[sum];
      }
      part->push_back(nodes[i]);
    }
    by_sum.erase(0);
    std::vector<std::vector<Index>> parts;
    for (auto& [sum, alike] : by_sum) parts.push_back(std::move(alike));
    return parts;
  }

  /// Makes cells of the parts and of what they leave of the cell; its largest part keeps the number.
  void split(std::size_t cell, const std::vector<std::vector<Index>>& parts) {
    std::size_t rest = size_[cell];
    for (const auto& part : parts) rest -= part.size();
    if (parts.empty() || (parts.size() == 1 && rest == 0)) return;
    auto end = begin_[cell] + size_[cell];
    std::vector<std::pair<std::size_t, std::size_t>> pieces;  // begin and size
    for (const auto& part : parts) {
      for (const auto u : part) exchange(u, --end);
      pieces.emplace_back(end, part.size());
    }
    if (rest > 0) pieces.emplace_back(begin_[cell], rest);
    const auto largest = std::ranges::max_element(pieces, {}, [](const auto& piece) { return piece.second; });
    std::tie(begin_[cell], size_[cell]) = *largest;
    pieces.erase(largest);
    for (const auto& [begin, size] : pieces) {
      for (std::size_t i = begin; i < begin + size; ++i) cell_[order_[i]] = size_.size();
      begin_.push_back(begin);
      size_.push_back(size);
      wait_for(size_.size() - 1);
    }
  }

  /// Moves a node to a place; who was there takes its.
  void exchange(Index u, std::size_t place) {
    const auto other = order_[place];
    std::swap(order_[place_[u]], order_[place]);
    std::swap(place_[u], place_[other]);
  }

  void wait_for(std::size_t cell) {
    waits_.resize(size_.size(), 0);
    if (cell >= size_.size() || waits_[cell] != 0) return;
    waits_[cell] = 1;
    waiting_.push_back(cell);
  }

  std::vector<Index> order_;               ///< cell by cell
  std::vector<std::size_t> place_;         ///< of each node in `order_`
  std::vector<std::size_t> cell_;          ///< of each node
  std::vector<std::size_t> begin_, size_;  ///< of each cell in `order_`
  std::vector<std::size_t> waiting_;
  std::vector<char> waits_;  ///< by cell
};

}  // namespace

struct CellRefinement::State {
  WholeWeights weights;
  Partition without_starts;
  std::unordered_map<Index, Partition> by_hub;

  /// @throws Error(Errc::shape) if v is no node.
  void require_node(Index v) const {
    const auto n = weights.by_row.size();
    if (v >= n) throw Error(Errc::shape, "CellRefinement", fmt::format("node {} is not one of {}", v, n));
  }
};

CellRefinement::CellRefinement(const RationalMatrix& w, std::span<const Index> hubs)
    : state_(std::make_unique<State>(whole_weights(w), Partition(w.rows.size()))) {
  auto& [weights, without_starts, by_hub] = *state_;
  without_starts.refine(weights);
  for (const auto hub : hubs) {
    state_->require_node(hub);
    auto& partition = by_hub.insert_or_assign(hub, without_starts).first->second;
    partition.separate(hub);
    partition.refine(weights);
  }
}
CellRefinement::~CellRefinement() = default;
CellRefinement::CellRefinement(CellRefinement&&) noexcept = default;
CellRefinement& CellRefinement::operator=(CellRefinement&&) noexcept = default;

Cells CellRefinement::cells(std::span<const Index> starts) const {
  const auto* coarser = &state_->without_starts;
  for (const auto v : starts) {
    state_->require_node(v);
    const auto hub = state_->by_hub.find(v);
    if (hub != state_->by_hub.end() && hub->second.count() > coarser->count()) coarser = &hub->second;
  }
  auto partition = *coarser;
  for (const auto v : starts) partition.separate(v);
  partition.refine(state_->weights);
  return partition.cells();
}

RationalMatrix quotient_matrix(const RationalMatrix& w, const Cells& cells) {
  const auto count = static_cast<std::size_t>(cells.count());
  std::vector<std::optional<Index>> first(count);
  for (Index u = 0; u < w.size(); ++u) {
    if (!first[cells.of[u]]) first[cells.of[u]] = u;
  }
  std::vector<std::vector<std::pair<Index, const Rational*>>> rows(count);
  for (Index u = 0; u < w.size(); ++u) {
    for (const auto& [column, value] : w.rows[u]) {
      if (first[cells.of[column]] == column) rows[cells.of[u]].emplace_back(cells.of[column], &value);
    }
  }
  RationalMatrix result;
  for (auto& row : rows) {
    std::ranges::sort(row, {}, [](const auto& part) { return part.first; });
    auto& entries = result.rows.emplace_back();
    entries.reserve(row.size());
    for (const auto& [column, value] : row) {
      if (!entries.empty() && entries.back().column == column) {
        entries.back().value += *value;
      } else {
        entries.push_back({column, *value});
      }
    }
    std::erase_if(entries, [](const RationalMatrix::Entry& entry) { return entry.value == 0; });
  }
  return result;
}

}  // namespace hearsay::linalg
