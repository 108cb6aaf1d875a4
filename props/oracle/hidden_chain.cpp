// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/hidden_chain.hpp"

#include <bit>
#include <utility>

namespace hearsay::props::oracle {

HiddenChain::HiddenChain(const std::vector<State>& starts, const Moves& moves) {
  const auto note = [&](State state) {
    if (index_.emplace(state, states_.size()).second) states_.push_back(state);
  };
  for (const State start : starts) note(start);
  for (std::size_t k = 0; k < states_.size(); ++k) {
    moves_.push_back(moves(states_[k]));
    for (const auto& move : moves_.back()) {
      note(move.to);
      if (move.seen != hidden) labels_.insert(move.seen);
    }
  }
  Matrix stays = identity(states_.size());
  for (std::size_t k = 0; k < states_.size(); ++k) {
    for (const auto& move : moves_[k]) {
      if (move.seen == hidden) stays[k][index_.at(move.to)] -= move.probability;
    }
  }
  closure_ = solve(std::move(stays), identity(states_.size()));
}

HiddenChain::Law HiddenChain::visits(const Law& law) const {
  Law result;
  for (const auto& [state, p] : law) {
    const Row& row = closure_[index_.at(state)];
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] != 0) result[states_[k]] += p * row[k];
    }
  }
  return result;
}

HiddenChain::Law HiddenChain::after(const Law& visits, int seen) const {
  Law result;
  for (const auto& [state, p] : visits) {
    for (const auto& move : moves_[index_.at(state)]) {
      if (move.seen == seen && move.probability != 0) result[move.to] += p * move.probability;
    }
  }
  return result;
}

Rational total(const HiddenChain::Law& law) {
  Rational sum = 0;
  for (const auto& [state, p] : law) sum += p;
  return sum;
}

bool ends_almost_surely(HiddenChain::State start,
                        const std::function<std::vector<HiddenChain::State>(HiddenChain::State)>& next,
                        const std::function<bool(HiddenChain::State)>& ends) {
  std::vector<HiddenChain::State> reached{start};
  std::map<HiddenChain::State, std::vector<HiddenChain::State>> before;
  std::set<HiddenChain::State> known{start}, good;
  std::vector<HiddenChain::State> open;
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const auto state = reached[k];
    if (ends(state)) {
      good.insert(state);
      open.push_back(state);
      continue;
    }
    for (const auto to : next(state)) {
      before[to].push_back(state);
      if (known.insert(to).second) reached.push_back(to);
    }
  }
  while (!open.empty()) {
    const auto state = open.back();
    open.pop_back();
    for (const auto from : before[state]) {
      if (good.insert(from).second) open.push_back(from);
    }
  }
  return good.size() == reached.size();
}

std::uint32_t algorithm1(std::uint32_t active, const Telling& telling) {
  if (!telling.stays) active &= ~(1u << telling.sender);
  return active | 1u << telling.receiver;
}

std::vector<Message> next_messages(int nodes, std::uint32_t active, const Rational& muting, const Rule& rule,
                                   int source) {
  std::vector<Message> all;
  for (int sender = 0; sender < nodes; ++sender) {
    if ((active >> sender & 1) == 0) continue;
    for (int receiver = 0; receiver < nodes; ++receiver) {
      for (const bool stays : {true, false}) {
        const Rational coin = stays ? muting : Rational(1 - muting);
        if (coin == 0) continue;
        all.push_back({sender, receiver, stays, rule(active, {source, sender, receiver, stays}),
                       coin / (std::popcount(active) * nodes)});
      }
    }
  }
  return all;
}

}  // namespace hearsay::props::oracle
