// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/message_relations.hpp>

#include <flint/nmod_mat.h>

#include <algorithm>
#include <map>
#include <utility>

#include <hearsay/linalg/detail/modular_matrix.hpp>
#include <hearsay/linalg/detail/residues.hpp>
#include <hearsay/system/end_if.hpp>

namespace hearsay::linalg {

namespace {

/// The message that the start of that number sends in that step.
struct Message {
  std::size_t start = 0;
  int step = 0;
};

std::vector<Message> messages_of(std::span<const int> sent, int step) {
  std::vector<Message> messages;
  for (int s = 0; s <= step; ++s) {
    for (std::size_t i = 0; i < sent.size(); ++i) {
      if (s < sent[i]) messages.push_back({i, s});
    }
  }
  return messages;
}

/// A matrix modulo a prime whose columns are messages, reduced: a column without a pivot has the coefficients of its
/// combination of the columns with one.
class ReducedMessages {
 public:
  ReducedMessages(const RationalMatrix& w, std::span<const Index> starts, std::span<const Message> messages,
                  std::uint64_t prime, const Stop& stop) {
    const ModularMatrix matrix(w, prime);
    nmod_mat_init(value_, static_cast<slong>(w.size()), static_cast<slong>(messages.size()), prime);
    std::vector<std::vector<std::uint64_t>> now(starts.size(), std::vector<std::uint64_t>(w.size(), 0));
    std::vector<int> steps(starts.size(), 0);
    for (std::size_t i = 0; i < starts.size(); ++i) now[i][starts[i]] = 1;
    for (std::size_t j = 0; j < messages.size(); ++j) {
      const auto& [start, step] = messages[j];
      for (; steps[start] < step; ++steps[start]) now[start] = matrix.left_multiply(now[start]);
      for (std::size_t u = 0; u < now[start].size(); ++u) value_->rows[u][j] = now[start][u];
    }
    end_if(stop);
    const auto rank = nmod_mat_rref(value_);
    for (slong i = 0, j = 0; i < rank; ++i, ++j) {
      while (value_->rows[i][j] == 0) ++j;
      pivots_.push_back(static_cast<std::size_t>(j));
    }
  }
  ~ReducedMessages() { nmod_mat_clear(value_); }
  ReducedMessages(const ReducedMessages&) = delete;
  ReducedMessages& operator=(const ReducedMessages&) = delete;

  [[nodiscard]] const std::vector<std::size_t>& pivots() const { return pivots_; }
  [[nodiscard]] std::vector<std::uint64_t> coefficients(std::size_t column) const {
    std::vector<std::uint64_t> result;
    for (std::size_t i = 0; i < pivots_.size(); ++i) result.push_back(value_->rows[i][column]);
    return result;
  }

 private:
  nmod_mat_t value_;
  std::vector<std::size_t> pivots_;
};

using Row = std::map<Index, Rational>;

void add(Row& row, Index column, const Rational& value) {
  const auto at = row.try_emplace(column, 0).first;
  at->second += value;
  if (at->second == 0) row.erase(at);
}

/// Whether the sum of factor times message over all terms is 0.
/// @param terms  by increasing step.
bool vanishes(const RationalMatrix& w, std::span<const Index> starts,
              const std::vector<std::pair<Message, Rational>>& terms) {
  Row sum;
  std::size_t left = terms.size();
  for (int s = terms.back().first.step; s >= 0; --s) {
    Row next;
    for (const auto& [u, factor] : sum) {
      for (const auto& [column, value] : w.rows[u]) add(next, column, factor * value);
    }
    sum = std::move(next);
    for (; left > 0 && terms[left - 1].first.step == s; --left)
      add(sum, starts[terms[left - 1].first.start], terms[left - 1].second);
  }
  return sum.empty();
}

}  // namespace

std::vector<std::size_t> repeated_messages(const RationalMatrix& w, std::span<const Index> starts,
                                           std::span<const int> sent, int step, std::span<const std::uint64_t> primes,
                                           const Stop& stop) {
  require_nodes("repeated_messages", starts, w.rows.size());
  const auto messages = messages_of(sent, step);
  std::vector<std::size_t> pivots, open, found;  // columns of the messages; starts
  Residues residues;
  for (const auto given : primes) {
    const auto prime = prime_for("repeated_messages", w, given);
    const ReducedMessages reduced(w, starts, messages, prime, stop);
    if (open.empty()) {
      pivots = reduced.pivots();
      for (std::size_t j = 0; j < messages.size(); ++j) {
        if (messages[j].step == step && !std::ranges::binary_search(pivots, j)) open.push_back(j);
      }
    } else if (reduced.pivots() != pivots) {
      break;  // one of the primes is unlucky
    }
    std::vector<std::vector<std::uint64_t>> columns;
    for (const auto j : open) columns.push_back(reduced.coefficients(j));
    if (columns.empty()) break;
    residues.add(columns, prime);
    for (std::size_t k = 0; k < open.size(); ++k) {
      const auto start = messages[open[k]].start;
      if (std::ranges::count(found, start) > 0) continue;
      const auto factors = residues.short_fractions(k);
      if (!factors) continue;
      end_if(stop);
      std::vector<std::pair<Message, Rational>> terms;
      for (std::size_t i = 0; i < pivots.size(); ++i) {
        if ((*factors)[i] != 0) terms.emplace_back(messages[pivots[i]], (*factors)[i]);
      }
      terms.emplace_back(messages[open[k]], -1);
      if (vanishes(w, starts, terms)) found.push_back(start);
    }
    if (found.size() == open.size()) break;
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace hearsay::linalg
