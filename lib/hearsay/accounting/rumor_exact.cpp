#include <hearsay/accounting/rumor_exact.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <queue>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

// A state is active | informed << 6 | phase << 12; informed stays 0 for `unending`.
constexpr std::uint32_t informed_shift = 6;
constexpr std::uint32_t first_message = 1u << 12;  ///< delayed start: the source has not sent yet
constexpr std::uint32_t complete = 1u << 13;       ///< everyone informed by an observed message: `end` comes next
constexpr std::uint32_t after_end = 1u << 14;

constexpr std::uint32_t bit(int v) { return 1u << v; }

std::uint32_t source_code(const RumorWorld& world, int source) {
  return bit(source) | (world.end == RumorEnd::terminated ? bit(source) << informed_shift : 0) |
         (world.delayed ? first_message : 0);
}

}  // namespace

std::vector<int> RumorWorld::suspects() const {
  std::vector<int> result;
  for (int v = 0; v < nodes; ++v) {
    if (sight == RumorSight::eavesdropper || !is_curious(v)) result.push_back(v);
  }
  return result;
}

RumorWorld rumor_world(int nodes, int curious, RumorEnd end, bool self_sends) {
  require_between("rumor_world", "nodes", nodes, 2, RumorWorld::max_nodes);
  require_between("rumor_world", "curious", curious, 0, nodes - 1);
  RumorWorld world{.nodes = nodes, .end = end, .exchangeable = true};
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
  if (world.suspects().empty()) throw Error(Errc::domain, "rumor_world", "every node is curious: nobody can be the source");
  std::uint32_t connected = 1;
  for (int round = 0; round < world.nodes; ++round) {
    for (int v = 0; v < world.nodes; ++v) {
      if ((connected & bit(v)) != 0) connected |= world.reach[static_cast<std::size_t>(v)];
    }
  }
  if (connected != bit(world.nodes) - 1) throw Error(Errc::not_connected, "rumor_world", "the rumor cannot reach every node");
  return world;
}

std::string to_string(const RumorLabel& label) {
  switch (label.kind) {
    case RumorLabel::Kind::silence: return "-";
    case RumorLabel::Kind::end: return "end";
    case RumorLabel::Kind::message: break;
  }
  return label.receiver < 0 ? fmt::format("{}>*", label.sender) : fmt::format("{}>{}", label.sender, label.receiver);
}

template <class T>
RumorLaw<T>::RumorLaw(const RumorWorld& world, const T& muting, const T& seen) : world_(world) {
  if (!(muting >= T(0) && muting <= T(1))) throw Error(Errc::domain, "RumorLaw", fmt::format("muting = {} must be in [0, 1]", static_cast<double>(muting)));
  if (!(seen > T(0) && seen <= T(1))) throw Error(Errc::domain, "RumorLaw", fmt::format("seen = {} must be in (0, 1]", static_cast<double>(seen)));
  if (world.delayed && muting != T(1)) throw Error(Errc::conditions, "RumorLaw", "a delayed start is followed by muting = 1");
  if (world.curious == 0 && world.sight != RumorSight::eavesdropper) {
    throw Error(Errc::domain, "RumorLaw", "without a curious node there is no transcript: curious must be >= 1");
  }
  for (const int source : world_.suspects()) state_index(source_code(world_, source));
  for (std::size_t from = 0; from < states_.size(); ++from) add_moves(from, muting, seen);
  for (auto& rows : observed_) rows.resize(states_.size());
  close_hidden();
}

template <class T>
std::size_t RumorLaw<T>::state_index(std::uint32_t code) {
  const auto found = std::ranges::find(states_, code);
  if (found != states_.end()) return static_cast<std::size_t>(found - states_.begin());
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
void RumorLaw<T>::add_moves(std::size_t from, const T& muting, const T& seen) {
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

  if (code == after_end) return;
  if (code == complete) {
    observe_as(end, after_end, T(1));
    return;
  }
  const std::uint32_t everyone = bit(world_.nodes) - 1;
  const std::uint32_t active = code & everyone, informed = code >> informed_shift & everyone;
  const bool first = (code & first_message) != 0;
  for (int i = 0; i < world_.nodes; ++i) {
    if ((active & bit(i)) == 0) continue;
    const std::uint32_t reach = world_.reach[static_cast<std::size_t>(i)];
    const T message = T(1) / T(std::popcount(active)) / T(std::popcount(reach));
    for (int j = 0; j < world_.nodes; ++j) {
      if ((reach & bit(j)) == 0) continue;
      for (const bool stays : {true, false}) {
        const T probability = message * (first ? T(stays ? 0 : 1) : stays ? muting : T(1) - muting);
        std::uint32_t next = (stays ? active : active & ~bit(i)) | bit(j);
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
        } else if (world_.is_curious(j)) {
          shown = T(1);
          if (world_.sight == RumorSight::senders) label.receiver = -1;
        }
        observe_as(label, done ? complete : next, probability * shown);
        const T unseen = probability * (T(1) - shown);
        if (world_.sight == RumorSight::timed) {
          observe_as(silence, done ? complete : next, unseen);
        } else if (done) {
          observe_as(end, after_end, unseen);
        } else {
          move_to(hidden_, next, unseen);
        }
      }
    }
  }
}

/// Gauss-Jordan without pivoting: I - Q is a non-singular M-matrix, since from every state something is observed in the end.
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
typename RumorLaw<T>::Vector RumorLaw<T>::start(int source) const {
  const auto suspects = world_.suspects();
  const auto found = std::ranges::find(suspects, source);
  if (found == suspects.end()) throw Error(Errc::domain, "RumorLaw::start", fmt::format("source = {} is no possible source", source));
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

namespace {

using Vector = RumorLaw<double>::Vector;

constexpr double rounding = 1e-12;  ///< relative rounding error granted to every probability

double sum(const Vector& mu) {
  double total = 0.0;
  for (const double p : mu) total += p;
  return total;
}

/// Follows only one of the observations that differ by a relabelling of nodes not seen so far.
class Symmetry {
 public:
  /// \param fixed  mask of nodes that may not be relabelled (the sources that are compared).
  Symmetry(const RumorLaw<double>& law, std::uint32_t fixed) : world_(&law.world()), touched_(fixed) {
    if (!world_->exchangeable) touched_ = bit(world_->nodes) - 1;
  }
  /// How many observations `label` stands for; 0 if another one stands for it.
  [[nodiscard]] double multiplicity(const RumorLabel& label) const {
    if (label.kind != RumorLabel::Kind::message) return 1.0;
    std::uint32_t touched = touched_;
    double count = 1.0;
    for (const int v : {label.sender, label.receiver}) {
      if (v < 0 || (touched & bit(v)) != 0) continue;
      const std::uint32_t alike = ~touched & (bit(world_->nodes) - 1) & curiosity(v);
      if (std::countr_zero(alike) != v) return 0.0;
      count *= std::popcount(alike);
      touched |= bit(v);
    }
    return count;
  }
  [[nodiscard]] Symmetry after(const RumorLabel& label) const {
    Symmetry next = *this;
    for (const int v : {label.sender, label.receiver}) {
      if (v >= 0) next.touched_ |= bit(v);
    }
    return next;
  }

 private:
  [[nodiscard]] std::uint32_t curiosity(int v) const {
    return world_->is_curious(v) ? world_->curious : ~static_cast<std::uint32_t>(world_->curious);
  }
  const RumorWorld* world_;
  std::uint32_t touched_;
};

/// Depth-first walk over transcripts for one pair of sources; a transcript whose gap is at most `threshold` is not followed.
class DeltaWalk {
 public:
  DeltaWalk(const RumorLaw<double>& law, double factor, double threshold, std::uint64_t budget)
      : law_(law), factor_(factor), threshold_(threshold), budget_(budget) {}

  void walk(const Vector& mu, const Vector& nu, const Symmetry& symmetry, double weight) {
    double net = 0.0, genie = 0.0;
    for (std::size_t x = 0; x < mu.size(); ++x) {
      const double difference = mu[x] - factor_ * nu[x];
      net += difference;
      genie += std::max(0.0, difference);
    }
    const double least = std::max(0.0, net);
    if (weight * (genie - least) <= threshold_ || expanded >= budget_) {
      lower += weight * least;
      upper += weight * genie;
      return;
    }
    ++expanded;
    const Vector mu_visits = law_.visits(mu), nu_visits = law_.visits(nu);
    for (std::size_t o = 0; o < law_.labels().size(); ++o) {
      const double count = symmetry.multiplicity(law_.labels()[o]);
      if (count == 0.0) continue;
      walk(law_.observe(mu_visits, o), law_.observe(nu_visits, o), symmetry.after(law_.labels()[o]), weight * count);
    }
  }

  double lower = 0.0, upper = 0.0;
  std::uint64_t expanded = 0;

 private:
  const RumorLaw<double>& law_;
  double factor_, threshold_;
  std::uint64_t budget_;
};

/// Layer by layer over transcripts of equal length, prefixes with proportional vectors merged: what the future adds is
/// homogeneous in (mu, nu). A prefix is settled once its gap is below a fraction of its mass: settled prefixes exclude each
/// other, so all their gaps together are below that fraction of the total mass. A layer is settled once all its gaps together are small.
class MergedWalk {
 public:
  MergedWalk(const RumorLaw<double>& law, double factor, double width)
      : law_(law), factor_(factor), width_(width), settled_(width / (4.0 * (1.0 + factor))), grid_(width / 100.0) {}

  /// \return true if every prefix was settled within the budget and 320 MB.
  bool walk(const Vector& mu, const Vector& nu, const Symmetry& symmetry, std::uint64_t budget) {
    const std::size_t most_open = 20'000'000 / law_.states();
    std::vector<Prefix> layer;
    layer.push_back({mu, nu, symmetry});
    while (!layer.empty()) {
      if (layer.size() > std::min<std::uint64_t>(most_open, budget)) return false;
      budget -= layer.size();
      next_.clear();
      places_.clear();
      for (const auto& prefix : layer) expand(prefix);
      layer.swap(next_);
      double open = 0.0;
      for (const auto& prefix : layer) open += gap_of(prefix.mu, prefix.nu).width();
      if (open > width_ / 4.0) continue;
      for (const auto& prefix : layer) settle(gap_of(prefix.mu, prefix.nu));
      return true;
    }
    return true;
  }

  /// Rigorous if walk() returned true.
  [[nodiscard]] double lower() const { return lower_ - moved_; }
  [[nodiscard]] double upper() const { return upper_ + moved_; }

 private:
  struct Prefix {
    Vector mu, nu;
    Symmetry symmetry;
  };
  /// What the future can make of a prefix: nothing, or the state told.
  struct Gap {
    double least = 0.0, genie = 0.0, mass = 0.0;
    [[nodiscard]] double width() const { return genie - least; }
  };

  [[nodiscard]] Gap gap_of(const Vector& mu, const Vector& nu) const {
    Gap gap;
    for (std::size_t x = 0; x < mu.size(); ++x) {
      const double difference = mu[x] - factor_ * nu[x];
      gap.least += difference;
      gap.genie += std::max(0.0, difference);
      gap.mass += mu[x] + factor_ * nu[x];
    }
    gap.least = std::max(0.0, gap.least);
    return gap;
  }
  void settle(const Gap& gap) {
    lower_ += gap.least;
    upper_ += gap.genie;
  }
  void expand(const Prefix& prefix) {
    const Vector mu_visits = law_.visits(prefix.mu), nu_visits = law_.visits(prefix.nu);
    for (std::size_t o = 0; o < law_.labels().size(); ++o) {
      const double count = prefix.symmetry.multiplicity(law_.labels()[o]);
      if (count == 0.0) continue;
      Vector mu = law_.observe(mu_visits, o), nu = law_.observe(nu_visits, o);
      for (double& p : mu) p *= count;
      for (double& p : nu) p *= count;
      const Gap gap = gap_of(mu, nu);
      if (gap.width() <= settled_ * gap.mass) {
        settle(gap);
      } else {
        add(std::move(mu), std::move(nu), gap.mass, prefix.symmetry.after(law_.labels()[o]));
      }
    }
  }
  /// Another prefix with (mu, nu) c times as large, but for d, stands for this one: the future changes by at most |d|.
  void add(Vector mu, Vector nu, double mass, const Symmetry& symmetry) {
    std::vector<std::int64_t> key;
    for (std::size_t x = 0; x < mu.size(); ++x) {
      if (mu[x] + nu[x] == 0.0) continue;
      key.insert(key.end(), {static_cast<std::int64_t>(x), std::llround(mu[x] / mass / grid_), std::llround(factor_ * nu[x] / mass / grid_)});
    }
    const auto [found, fresh] = places_.try_emplace(std::move(key), next_.size());
    if (fresh) {
      next_.push_back({std::move(mu), std::move(nu), symmetry});
      return;
    }
    Prefix& other = next_[found->second];
    const double ratio = mass / gap_of(other.mu, other.nu).mass;
    for (std::size_t x = 0; x < mu.size(); ++x) {
      moved_ += std::abs(mu[x] - ratio * other.mu[x]) + factor_ * std::abs(nu[x] - ratio * other.nu[x]);
      other.mu[x] *= 1.0 + ratio;
      other.nu[x] *= 1.0 + ratio;
    }
  }

  const RumorLaw<double>& law_;
  double factor_, width_, settled_, grid_, lower_ = 0.0, upper_ = 0.0, moved_ = 0.0;
  std::vector<Prefix> next_;
  std::map<std::vector<std::int64_t>, std::size_t> places_;  ///< rounded proportions to place in next_
};

}  // namespace

Bracket rumor_delta(const RumorLaw<double>& law, int i, int j, double epsilon, const RumorEffort& effort) {
  require_non_negative("rumor_delta", "epsilon", epsilon);
  const double factor = std::exp(epsilon);
  const Symmetry symmetry(law, bit(i) | bit(j));
  const Vector mu = law.start(i), nu = law.start(j);
  const double slack = rounding * (1.0 + factor);
  MergedWalk merged(law, factor, effort.width);
  if (merged.walk(mu, nu, symmetry, effort.expansions / 2)) {
    const double low = std::clamp(merged.lower() - slack, 0.0, 1.0), high = std::clamp(merged.upper() + slack, low, 1.0);
    return {low, (low + high) / 2.0, high};
  }
  double lower = 0.0, upper = 1.0, estimate = 0.5;
  std::uint64_t spent = 0;
  for (double threshold = 1e-2; upper - lower > effort.width && spent < effort.expansions; threshold /= 4.0) {
    DeltaWalk attempt(law, factor, threshold, effort.expansions - spent);
    attempt.walk(mu, nu, symmetry, 1.0);
    spent += attempt.expanded;
    // The truth keeps about the same place between the two bounds from one attempt to the next: extrapolate it.
    const double shrunk = (upper - lower) - (attempt.upper - attempt.lower);
    const double place = shrunk > 0.0 ? std::clamp((attempt.lower - lower) / shrunk, 0.0, 1.0) : 0.5;
    estimate = attempt.lower + place * (attempt.upper - attempt.lower);
    lower = std::max(lower, attempt.lower);
    upper = std::min(upper, attempt.upper);
  }
  lower = std::max(0.0, lower - slack);
  upper = std::min(1.0, upper + slack);
  return {lower, std::clamp(estimate, lower, upper), upper};
}

Bracket rumor_delta(const RumorLaw<double>& law, double epsilon, const RumorEffort& effort) {
  const auto suspects = law.world().suspects();
  if (suspects.size() < 2) return Bracket::exact(0.0);
  if (law.world().exchangeable) return rumor_delta(law, suspects[0], suspects[1], epsilon, effort);
  double lower = 0.0, estimate = 0.0, upper = 0.0;
  for (const int i : suspects) {
    for (const int j : suspects) {
      if (i == j) continue;
      const Bracket pair = rumor_delta(law, i, j, epsilon, effort);
      lower = std::max(lower, pair.lower());
      estimate = std::max(estimate, pair.estimate());
      upper = std::max(upper, pair.upper());
    }
  }
  return {lower, estimate, upper};
}

Bracket rumor_uncertainty(const RumorLaw<double>& law, int source, const RumorEffort& effort) {
  struct Prefix {
    double bound;  ///< smallest state-wise odds: no continuation has smaller odds
    Vector mine, others;
    Symmetry symmetry;
    bool operator<(const Prefix& other) const { return bound > other.bound; }  // the smallest bound on top of the queue
  };
  const auto bound_of = [](const Vector& mine, const Vector& others) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t x = 0; x < mine.size(); ++x) {
      if (mine[x] > 0.0) smallest = std::min(smallest, others[x] / mine[x]);
    }
    return smallest;
  };

  Vector mine = law.start(source), others(law.states(), 0.0);
  for (const int other : law.world().suspects()) {
    if (other == source) continue;
    const Vector mu = law.start(other);
    for (std::size_t x = 0; x < mu.size(); ++x) others[x] += mu[x];
  }
  double upper = sum(others), cut = std::numeric_limits<double>::infinity();
  std::priority_queue<Prefix> open;
  open.push({0.0, std::move(mine), std::move(others), Symmetry(law, bit(source))});
  const auto close_enough = [&](double bound) { return upper - bound <= effort.width * (1.0 + upper); };
  // A prefix costs more than in the walk for delta, since it is stored: hence fewer of them.
  for (std::uint64_t expanded = 0; !open.empty() && !close_enough(open.top().bound) && expanded < effort.expansions / 8; ++expanded) {
    const Prefix prefix = open.top();
    open.pop();
    const Vector my_visits = law.visits(prefix.mine), other_visits = law.visits(prefix.others);
    for (std::size_t o = 0; o < law.labels().size(); ++o) {
      if (prefix.symmetry.multiplicity(law.labels()[o]) == 0.0) continue;
      Vector mu = law.observe(my_visits, o), nu = law.observe(other_visits, o);
      const double mine_total = sum(mu), others_total = sum(nu);
      if (mine_total <= 0.0) continue;
      upper = std::min(upper, others_total / mine_total);
      if (law.labels()[o].kind == RumorLabel::Kind::end) continue;
      const double bound = bound_of(mu, nu);
      if (close_enough(bound)) {
        cut = std::min(cut, bound);
        continue;
      }
      for (double& p : mu) p /= mine_total;  // only odds matter: keep long transcripts from underflowing
      for (double& p : nu) p /= mine_total;
      open.push({bound, std::move(mu), std::move(nu), prefix.symmetry.after(law.labels()[o])});
    }
  }
  if (!open.empty()) cut = std::min(cut, open.top().bound);
  upper *= 1.0 + rounding;
  const double lower = std::min(cut * (1.0 - rounding), upper);
  return {lower, (lower + upper) / 2.0, upper};
}

Bracket rumor_uncertainty(const RumorLaw<double>& law, const RumorEffort& effort) {
  const auto suspects = law.world().suspects();
  if (law.world().exchangeable) return rumor_uncertainty(law, suspects[0], effort);
  double lower = std::numeric_limits<double>::infinity(), upper = lower;
  for (const int source : suspects) {
    const Bracket one = rumor_uncertainty(law, source, effort);
    lower = std::min(lower, one.lower());
    upper = std::min(upper, one.upper());
  }
  return {lower, (lower + upper) / 2.0, upper};
}

}  // namespace hearsay::accounting
