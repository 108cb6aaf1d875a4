// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <hearsay/core/bracket.hpp>
#include <hearsay/exact/rational.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::accounting {

using exact::Rational;

/// When a transcript stops.
enum class RumorEnd {
  unending,    ///< the process does not end; the guarantee is that of every finite prefix
  terminated,  ///< Algorithm 1 to the letter: the transcript ends when all nodes are informed, with `end` observed
};

/// What the adversary sees of a message.
enum class RumorSight {
  ordered,       ///< messages to curious nodes: (sender, receiver), in order, without their times
  senders,       ///< the same without the receivers
  involved,      ///< messages to or from curious nodes, in order
  timed,         ///< as `ordered`, with the index of each message among all messages
  eavesdropper,  ///< any message, with a fixed probability: (sender, receiver); every node is a suspect
  reordered,     ///< as `ordered`, but each next message overtakes the one before with a fixed probability
};

/// A rumor process on at most 6 nodes and its adversary.
struct RumorWorld {
  static constexpr int max_nodes = 6;

  int nodes = 0;
  std::array<std::uint8_t, max_nodes> reach{};  ///< bit mask of the nodes that node i may tell, uniformly
  std::uint8_t curious = 0;                     ///< bit mask
  RumorEnd end = RumorEnd::unending;
  RumorSight sight = RumorSight::ordered;
  bool delayed = false;  ///< the source sends once and is silent until it receives a message; muting must be 1
  int tellings = 1;      ///< with `delayed`: messages that a source needs if it told another node, 1 to 3

  [[nodiscard]] bool is_curious(int v) const { return (curious >> v & 1) != 0; }
  /// Nodes that can be the source: the honest ones; for the eavesdropper all.
  [[nodiscard]] std::vector<int> suspects() const;
  /// The node that node v becomes.
  using Relabelling = std::array<int, max_nodes>;
  /// All relabellings that keep who may tell whom and who is curious; the identity is the first.
  [[nodiscard]] std::vector<Relabelling> symmetries() const;
};

/// The complete graph on `nodes` nodes of which the last `curious` are curious.
/// @param self_sends  a node may draw itself as receiver (the paper's tell_gossip); false: uniform on the others.
/// @throws Error(Errc::domain) unless 2 <= nodes <= 6 and 0 <= curious < nodes.
[[nodiscard]] RumorWorld rumor_world(int nodes, int curious, RumorEnd end = RumorEnd::unending, bool self_sends = true);

/// Any connected graph of at most 6 nodes: a message goes to a uniform neighbor.
/// @throws Error(Errc::domain) for a wrong size or curious node, Error(Errc::not_connected).
[[nodiscard]] RumorWorld rumor_world(const graph::Graph& graph, std::span<const graph::Node> curious,
                                     RumorEnd end = RumorEnd::unending);

/// One thing the adversary can observe.
struct RumorLabel {
  enum class Kind { message, silence, end };
  Kind kind = Kind::message;
  int sender = -1;
  int receiver = -1;  ///< -1: not observed
};

/// "0>2", "0>*" (receiver not observed), "-" (a message unseen, for `timed`), "end".
[[nodiscard]] std::string to_string(const RumorLabel& label);

/// The law of the transcript as a hidden Markov chain. The hidden state is the set A of active nodes (and, for
/// `terminated`, the set I of informed ones; for `reordered`, the message that is held). With Q the unobserved and R_o
/// the observed transitions, the vector mu(state) = P(transcript so far, state) moves by mu -> mu (I - Q)^{-1} R_o on
/// observation o. T is double or Rational.
/// @cite bellet2020started (Algorithm 1, Assumption 2)
template <class T>
class RumorLaw {
 public:
  using Vector = std::vector<T>;

  /// @param muting  s, the probability that a sender stays active, 0 <= s <= 1.
  /// @param seen    probability with which the eavesdropper sees a message, 0 < seen <= 1; unused otherwise.
  /// @param swap    of `reordered`, in [0, 1]: a message is held until the next one to a curious node, which is shown
  ///                first with this probability; then the one of the two that was not shown is held. The held message
  ///                is shown before the end. Unused otherwise.
  /// @throws Error(Errc::domain) on a number outside its range, or if nothing can ever be observed (no curious node);
  /// Error(Errc::too_large) for more than 2500 hidden states.
  RumorLaw(const RumorWorld& world, const T& muting, const T& seen = T(1), const T& swap = T(0));

  [[nodiscard]] const RumorWorld& world() const noexcept { return world_; }
  [[nodiscard]] std::size_t states() const noexcept { return states_.size(); }
  [[nodiscard]] std::span<const RumorLabel> labels() const noexcept { return labels_; }
  /// Bit mask of the active nodes, and from bit 6 on that of the informed ones (`terminated` only).
  [[nodiscard]] std::uint32_t members(std::size_t state) const { return states_.at(state) & 0xfffu; }
  /// Whether in that state all nodes are informed and the end is not yet observed; then `members` are not kept.
  [[nodiscard]] bool everyone_informed(std::size_t state) const;
  /// The state that `state` becomes when nodes are relabelled by a symmetry of the world.
  [[nodiscard]] std::size_t relabelled(std::size_t state, const RumorWorld::Relabelling& to) const;

  /// All mass on the state in which only `source` knows.
  [[nodiscard]] Vector start(int source) const;
  /// mu (I - Q)^{-1}: expected visits to each state before the next observation.
  [[nodiscard]] Vector visits(const Vector& mu) const;
  /// visits R_o for o = labels()[label]. Observing `end` leaves one entry, the total, in a state that nothing leaves.
  [[nodiscard]] Vector observe(const Vector& visits, std::size_t label) const;
  /// P(transcript begins with these observations | source). @pre indices into labels().
  [[nodiscard]] T probability(int source, std::span<const std::size_t> transcript) const;

 private:
  struct Move {
    std::size_t to;
    T probability;
  };
  using Rows = std::vector<std::vector<Move>>;

  std::size_t state_index(std::uint32_t code);
  std::size_t label_index(const RumorLabel& label);
  void add_moves(std::size_t from, const T& muting, const T& seen, const T& swap);
  void close_hidden();

  RumorWorld world_;
  std::vector<std::uint32_t> states_;
  std::vector<RumorLabel> labels_;
  Rows hidden_;                 ///< Q
  Rows closure_;                ///< (I - Q)^{-1}
  std::vector<Rows> observed_;  ///< R_o
};

extern template class RumorLaw<double>;
extern template class RumorLaw<Rational>;

/// How far a search over transcripts goes.
struct RumorEffort {
  double width = 1e-9;  ///< wanted width of the bracket
  std::uint64_t expansions =
      50'000;  ///< transcripts expanded at most, about; the bracket is rigorous whenever it stops
};

/// delta(epsilon) = max_S p_i(S) - e^epsilon p_j(S) over sets S of transcripts, for two sources: the sum over the
/// longest transcripts of max(0, d p(S)), d = mu_i - e^epsilon mu_j over the hidden states. Layer by layer; prefixes
/// that are relabellings of each other or nearly proportional are merged. Merging bounds delta from below (the
/// adversary ignores which prefix it was), and merging plus the distance moved bounds it from above; so does revealing
/// the hidden state (data processing) where a prefix is not followed. As many prefixes to a layer as effort.expansions
/// allow. delta falls with epsilon: the upper end is the smallest of the one here and those at 0, 1, 2, 4, 8, 16 below
/// epsilon, and the lower end at least the floor.
/// @return rigorous bracket; rounding is covered by 3e-12. The lower end converges much faster than the upper;
///         where the bracket is wider than wanted, the estimate extrapolates the lower end and is far closer than the
///         width.
/// @throws Error(Errc::domain) unless 0 <= epsilon <= 700.
/// @accuracy width <= 1e-6 with 50,000 expansions for `ordered` with s = 0 or s = 1; up to about 1e-3 for n = 6 with f
/// >= 2, s near 1 and
///           epsilon > 0, and for `timed` with s = 1 and epsilon > 0; up to 3e-3 for `terminated` with 0 < s < 1 and n
///           >= 5, 0.2 with f = 3 and epsilon > 1 at n = 6.
/// @complexity at most 3.5 effort.expansions (states^2 + labels x states x (log expansions + symmetries)); 190 MB
[[nodiscard]] Bracket rumor_delta(const RumorLaw<double>& law, int i, int j, double epsilon,
                                  const RumorEffort& effort = {});

/// The largest over all ordered pairs of possible sources (of pairs that a symmetry exchanges, one; they share the
/// expansions); 0 if there is only one source.
[[nodiscard]] Bracket rumor_delta(const RumorLaw<double>& law, double epsilon, const RumorEffort& effort = {});

/// The limit of delta(epsilon) of two sources as epsilon grows, from below: the probability, from i, of the transcripts
/// that are impossible from j. Prefixes after which the same hidden states are possible from j count as one, so nothing
/// is lost but what effort.expansions cut off.
/// @return at most delta(epsilon) for every epsilon. @complexity effort.expansions (states^2 + labels x states)
[[nodiscard]] double rumor_delta_floor(const RumorLaw<double>& law, int i, int j, const RumorEffort& effort = {});

/// Prediction uncertainty: inf over sources i and transcripts S of (sum_{j != i} p_j(S)) / p_i(S).
/// @return rigorous bracket. Upper end and estimate: the smallest odds of a transcript found. Lower end: the smallest
/// state-wise
///         odds of branch and bound, or a value v proved by induction over transcripts: sum_x h_x >= 0 for
///         h = sum_j mu_j - v mu_i at a finite set of prefixes, every one-observation extension of which has h >= k h'
///         for a prefix of the set and some k >= 0.
[[nodiscard]] Bracket rumor_uncertainty(const RumorLaw<double>& law, const RumorEffort& effort = {});

/// The same for one source.
[[nodiscard]] Bracket rumor_uncertainty(const RumorLaw<double>& law, int source, const RumorEffort& effort = {});

}  // namespace hearsay::accounting
