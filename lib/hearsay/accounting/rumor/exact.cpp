// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/exact.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

// A state is active | informed << 6 | phase << 12 | (1 + source that will not heed the next telling) << 15 | further
// tellings that it will not heed << 18 | held message << 20; informed stays 0 for `unending`.
constexpr std::uint32_t informed_shift = 6;
constexpr std::uint32_t first_message = 1u << 12;  ///< delayed start: the source has not sent yet
constexpr std::uint32_t complete = 1u << 13;       ///< everyone informed by an observed message: `end` comes next
constexpr std::uint32_t after_end = 1u << 14;
constexpr std::uint32_t deaf_shift = 15, deaf_bits = 7, unheeded_shift = 18, unheeded_bits = 3;
constexpr std::uint32_t held_shift = 20;
constexpr std::size_t most_states = 2500;  ///< whose closure takes seconds

constexpr std::uint32_t bit(int v) { return 1u << v; }

std::uint32_t source_code(const RumorWorld& world, int source) {
  return bit(source) | (world.end == RumorEnd::terminated ? bit(source) << informed_shift : 0) |
         (world.delayed ? first_message : 0);
}

/// The part of a state for a source that will not heed so many tellings.
std::uint32_t deafness(int source, int tellings) {
  if (tellings == 0) return 0;
  return static_cast<std::uint32_t>(source + 1) << deaf_shift | static_cast<std::uint32_t>(tellings - 1)
                                                                    << unheeded_shift;
}

/// The part of a state for a message that is held.
std::uint32_t holding(int sender, int receiver) {
  return static_cast<std::uint32_t>(1 + sender * RumorWorld::max_nodes + receiver) << held_shift;
}

/// The message that is held in a state. @pre one is.
RumorLabel held_message(std::uint32_t code) {
  const int number = static_cast<int>(code >> held_shift) - 1;
  return {.sender = number / RumorWorld::max_nodes, .receiver = number % RumorWorld::max_nodes};
}

}  // namespace

std::vector<int> RumorWorld::suspects() const {
  std::vector<int> result;
  for (int v = 0; v < nodes; ++v) {
    if (sight == RumorSight::eavesdropper || !is_curious(v)) result.push_back(v);
  }
  return result;
}

std::vector<RumorWorld::Relabelling> RumorWorld::symmetries() const {
  const auto image = [this](std::uint32_t mask, const Relabelling& to) {
    std::uint32_t result = 0;
    for (int v = 0; v < nodes; ++v) {
      if ((mask & bit(v)) != 0) result |= bit(to[static_cast<std::size_t>(v)]);
    }
    return result;
  };
  std::vector<Relabelling> result;
  Relabelling to{};
  std::iota(to.begin(), to.end(), 0);
  do {
    bool kept = image(curious, to) == curious;
    for (std::size_t v = 0; v < static_cast<std::size_t>(nodes) && kept; ++v) {
      kept = image(reach[v], to) == reach[static_cast<std::size_t>(to[v])];
    }
    if (kept) result.push_back(to);
  } while (std::next_permutation(to.begin(), to.begin() + nodes));
  return result;
}

RumorWorld rumor_world(int nodes, int curious, RumorEnd end, bool self_sends) {
  require_between("rumor_world", "nodes", nodes, 2, RumorWorld::max_nodes);
  require_between("rumor_world", "curious", curious, 0, nodes - 1);
  RumorWorld world{.nodes = nodes, .end = end};
  const auto all = static_cast<std::uint8_t>(bit(nodes) - 1);
  for (int v = 0; v < nodes; ++v) {
    world.reach[static_cast<std::size_t>(v)] = static_cast<std::uint8_t>(self_sends ? all : all & ~bit(v));
    if (v >= nodes - curious) world.curious = static_cast<std::uint8_t>(world.curious | bit(v));
  }
  return world;
}

RumorWorld rumor_world(const graph::Graph& graph, std::span<const graph::Node> curious, RumorEnd end) {
  require_between("rumor_world", "nodes", graph.nodes(), 2, RumorWorld::max_nodes);
  RumorWorld world{.nodes = static_cast<int>(graph.nodes()), .end = end};
  for (const auto& [u, v] : graph.edge_list()) {
    world.reach[u] = static_cast<std::uint8_t>(world.reach[u] | bit(static_cast<int>(v)));
    world.reach[v] = static_cast<std::uint8_t>(world.reach[v] | bit(static_cast<int>(u)));
  }
  for (const auto v : curious) {
    require_between("rumor_world", "curious node", v, 0, world.nodes - 1);
    world.curious = static_cast<std::uint8_t>(world.curious | bit(static_cast<int>(v)));
  }
  if (world.suspects().empty())
    throw Error(Errc::domain, "rumor_world", "every node is curious, so no node can be the source");
  std::uint32_t connected = 1;
  for (int round = 0; round < world.nodes; ++round) {
    for (int v = 0; v < world.nodes; ++v) {
      if ((connected & bit(v)) != 0) connected |= world.reach[static_cast<std::size_t>(v)];
    }
  }
  if (connected != bit(world.nodes) - 1)
    throw Error(Errc::not_connected, "rumor_world", "the rumor cannot reach every node");
  return world;
}

std::string to_string(const RumorLabel& label) {
  switch (label.kind) {
    case RumorLabel::Kind::silence:
      return "-";
    case RumorLabel::Kind::end:
      return "end";
    case RumorLabel::Kind::message:
      break;
  }
  return label.receiver < 0 ? fmt::format("{}>*", label.sender) : fmt::format("{}>{}", label.sender, label.receiver);
}

template <class T>
RumorLaw<T>::RumorLaw(const RumorWorld& world, const T& muting, const T& seen, const T& swap) : world_(world) {
  if (!(muting >= T(0) && muting <= T(1)))
    throw Error(Errc::domain, "RumorLaw", fmt::format("muting = {} must be in [0, 1]", static_cast<double>(muting)));
  if (!(seen > T(0) && seen <= T(1)))
    throw Error(Errc::domain, "RumorLaw", fmt::format("seen = {} must be in (0, 1]", static_cast<double>(seen)));
  if (!(swap >= T(0) && swap <= T(1)))
    throw Error(Errc::domain, "RumorLaw", fmt::format("swap = {} must be in [0, 1]", static_cast<double>(swap)));
  if (world.delayed && muting != T(1)) throw Error(Errc::conditions, "RumorLaw", "a delayed start needs muting = 1");
  require_between("RumorLaw", "tellings", world.tellings, 1, 3);
  if (world.tellings > 1 && !world.delayed)
    throw Error(Errc::conditions, "RumorLaw", "the source needs several messages only after a delayed start");
  if (world.curious == 0 && world.sight != RumorSight::eavesdropper) {
    throw Error(Errc::domain, "RumorLaw", "without a curious node there is no transcript, so curious must be >= 1");
  }
  for (const int source : world_.suspects()) state_index(source_code(world_, source));
  for (std::size_t from = 0; from < states_.size(); ++from) add_moves(from, muting, seen, swap);
  for (auto& rows : observed_) rows.resize(states_.size());
  close_hidden();
}

template <class T>
bool RumorLaw<T>::everyone_informed(std::size_t state) const {
  return (states_.at(state) & complete) != 0;
}

template <class T>
std::size_t RumorLaw<T>::state_index(std::uint32_t code) {
  const auto found = std::ranges::find(states_, code);
  if (found != states_.end()) return static_cast<std::size_t>(found - states_.begin());
  if (states_.size() == most_states)
    throw Error(Errc::too_large, "RumorLaw",
                fmt::format("more than {} hidden states; use fewer nodes or fewer curious nodes", most_states));
  states_.push_back(code);
  hidden_.emplace_back();
  return states_.size() - 1;
}

template <class T>
std::size_t RumorLaw<T>::label_index(const RumorLabel& label) {
  const auto same = [&](const RumorLabel& other) {
    return other.kind == label.kind && other.sender == label.sender && other.receiver == label.receiver;
  };
  const auto found = std::ranges::find_if(labels_, same);
  if (found != labels_.end()) return static_cast<std::size_t>(found - labels_.begin());
  labels_.push_back(label);
  observed_.emplace_back();
  return labels_.size() - 1;
}

template <class T>
void RumorLaw<T>::add_moves(std::size_t from, const T& muting, const T& seen, const T& swap) {
  const std::uint32_t code = states_[from];
  const auto move_to = [&](Rows& rows, std::uint32_t to_code, const T& probability) {
    if (probability == T(0)) return;
    const std::size_t to = state_index(to_code);
    if (rows.size() < states_.size()) rows.resize(states_.size());
    for (auto& move : rows[from]) {
      if (move.to == to) {
        move.probability += probability;
        return;
      }
    }
    rows[from].push_back({to, probability});
  };
  const auto observe_as = [&](const RumorLabel& label, std::uint32_t to_code, const T& probability) {
    if (probability != T(0)) move_to(observed_[label_index(label)], to_code, probability);
  };
  const RumorLabel silence{.kind = RumorLabel::Kind::silence}, end{.kind = RumorLabel::Kind::end};

  const std::uint32_t held = code >> held_shift << held_shift;
  if (code == after_end) return;
  if ((code & complete) != 0) {
    if (held != 0) {
      observe_as(held_message(held), complete, T(1));
    } else {
      observe_as(end, after_end, T(1));
    }
    return;
  }
  const std::uint32_t everyone = bit(world_.nodes) - 1;
  const std::uint32_t active = code & everyone, informed = code >> informed_shift & everyone;
  const bool first = (code & first_message) != 0;
  const int deaf = static_cast<int>(code >> deaf_shift & deaf_bits) - 1;  ///< -1: nobody
  const int unheeded = deaf < 0 ? 0 : static_cast<int>(code >> unheeded_shift & unheeded_bits) + 1;
  for (int i = 0; i < world_.nodes; ++i) {
    if ((active & bit(i)) == 0) continue;
    const std::uint32_t reach = world_.reach[static_cast<std::size_t>(i)];
    const T message = T(1) / T(std::popcount(active)) / T(std::popcount(reach));
    for (int j = 0; j < world_.nodes; ++j) {
      if ((reach & bit(j)) == 0) continue;
      for (const bool stays : {true, false}) {
        const T probability = message * (first ? T(stays ? 0 : 1) : stays ? muting : T(1) - muting);
        std::uint32_t next = (stays ? active : active & ~bit(i)) | (j == deaf ? 0 : bit(j));
        next |= first && i != j ? deafness(i, world_.tellings - 1) : deafness(deaf, unheeded - (j == deaf ? 1 : 0));
        bool done = false;
        if (world_.end == RumorEnd::terminated) {
          const std::uint32_t now_informed = informed | bit(j);
          done = now_informed == everyone;
          next |= now_informed << informed_shift;
        }
        T shown(0);
        RumorLabel label{.sender = i, .receiver = j};
        if (world_.sight == RumorSight::eavesdropper) {
          shown = seen;
        } else if (world_.is_curious(j) || (world_.sight == RumorSight::involved && world_.is_curious(i))) {
          shown = T(1);
          if (world_.sight == RumorSight::senders) label.receiver = -1;
        }
        const std::uint32_t after = done ? complete : next;
        if (world_.sight == RumorSight::reordered && shown != T(0)) {
          const std::uint32_t newest = holding(i, j);
          if (held == 0) {
            move_to(hidden_, after | newest, probability);
          } else {
            observe_as(label, after | held, probability * swap);
            observe_as(held_message(held), after | newest, probability * (T(1) - swap));
          }
          continue;
        }
        observe_as(label, after, probability * shown);
        const T unseen = probability * (T(1) - shown);
        if (world_.sight == RumorSight::timed) {
          observe_as(silence, after, unseen);
        } else if (done && held != 0) {
          observe_as(held_message(held), complete, unseen);
        } else if (done) {
          observe_as(end, after_end, unseen);
        } else {
          move_to(hidden_, next | held, unseen);
        }
      }
    }
  }
}

/// Gauss-Jordan without pivoting: I - Q is a non-singular M-matrix, since from every state something is observed in the
/// end.
template <class T>
void RumorLaw<T>::close_hidden() {
  const std::size_t n = states();
  std::vector<Vector> left(n, Vector(n, T(0))), right(n, Vector(n, T(0)));
  hidden_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    left[i][i] = right[i][i] = T(1);
    for (const auto& [to, probability] : hidden_[i]) left[i][to] -= probability;
  }
  for (std::size_t k = 0; k < n; ++k) {
    const T pivot = T(1) / left[k][k];
    for (std::size_t c = 0; c < n; ++c) {
      if (left[k][c] != T(0)) left[k][c] *= pivot;
      if (right[k][c] != T(0)) right[k][c] *= pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || left[i][k] == T(0)) continue;
      const T factor = left[i][k];
      for (std::size_t c = 0; c < n; ++c) {
        if (left[k][c] != T(0)) left[i][c] -= factor * left[k][c];
        if (right[k][c] != T(0)) right[i][c] -= factor * right[k][c];
      }
    }
  }
  closure_.assign(n, {});
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < n; ++c) {
      if (right[i][c] != T(0)) closure_[i].push_back({c, right[i][c]});
    }
  }
}

template <class T>
std::size_t RumorLaw<T>::relabelled(std::size_t state, const RumorWorld::Relabelling& to) const {
  const std::uint32_t code = states_.at(state);
  const std::uint32_t deaf = code >> deaf_shift & deaf_bits;
  std::uint32_t image = code & (first_message | complete | after_end);
  if (deaf > 0) image |= deafness(to[deaf - 1], static_cast<int>(code >> unheeded_shift & unheeded_bits) + 1);
  if (code >> held_shift != 0) {
    const auto message = held_message(code);
    image |= holding(to[static_cast<std::size_t>(message.sender)], to[static_cast<std::size_t>(message.receiver)]);
  }
  for (int v = 0; v < world_.nodes; ++v) {
    for (const std::uint32_t shift : {0u, informed_shift}) {
      if ((code >> shift & bit(v)) != 0) image |= bit(to[static_cast<std::size_t>(v)]) << shift;
    }
  }
  return static_cast<std::size_t>(std::ranges::find(states_, image) - states_.begin());
}

template <class T>
typename RumorLaw<T>::Vector RumorLaw<T>::start(int source) const {
  const auto suspects = world_.suspects();
  const auto found = std::ranges::find(suspects, source);
  if (found == suspects.end())
    throw Error(Errc::domain, "RumorLaw::start", fmt::format("source = {} cannot be the source", source));
  Vector mu(states(), T(0));
  mu[static_cast<std::size_t>(found - suspects.begin())] = T(1);
  return mu;
}

template <class T>
typename RumorLaw<T>::Vector RumorLaw<T>::visits(const Vector& mu) const {
  Vector result(states(), T(0));
  for (std::size_t i = 0; i < states(); ++i) {
    if (mu[i] == T(0)) continue;
    for (const auto& [to, factor] : closure_[i]) result[to] += mu[i] * factor;
  }
  return result;
}

template <class T>
typename RumorLaw<T>::Vector RumorLaw<T>::observe(const Vector& visits, std::size_t label) const {
  Vector result(states(), T(0));
  const auto& rows = observed_.at(label);
  for (std::size_t i = 0; i < states(); ++i) {
    if (visits[i] == T(0)) continue;
    for (const auto& [to, probability] : rows[i]) result[to] += visits[i] * probability;
  }
  return result;
}

template <class T>
T RumorLaw<T>::probability(int source, std::span<const std::size_t> transcript) const {
  Vector mu = start(source);
  for (const std::size_t label : transcript) mu = observe(visits(mu), label);
  T sum(0);
  for (const auto& p : mu) sum += p;
  return sum;
}

template class RumorLaw<double>;
template class RumorLaw<Rational>;

}  // namespace hearsay::accounting
