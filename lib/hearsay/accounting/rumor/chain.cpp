// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/chain.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <hearsay/core/error.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::accounting {

namespace {

/// D and a bound on its error.
struct Difference {
  double value, error;
};

/// The chain with every count kept apart: active suspects u (other than the source and j), active honest others wh,
/// active curious wc, while the source is active and j is not. Mass is moved message by message until none is left;
/// each message tells j with probability 1/n, so this ends.
class SmallMapChain {
 public:
  SmallMapChain(const RumorCrowd& crowd, double muting, std::uint64_t suspects)
      : n_(static_cast<double>(crowd.nodes)),
        f_(static_cast<std::size_t>(crowd.curious)),
        m_(static_cast<std::size_t>(suspects) - 2),
        h_(static_cast<std::size_t>(crowd.honest() - suspects)),
        s_(muting) {}

  Difference solve(double tolerance) {
    std::vector<double> now(size(), 0.0), next(size());
    now[at(0, 0, 0)] = 1.0;
    double value = 0.0, left = 1.0;
    while (left > tolerance) {
      std::ranges::fill(next, 0.0);
      left = 0.0;
      for (std::size_t u = 0; u <= m_; ++u) {
        for (std::size_t wh = 0; wh <= h_; ++wh) {
          for (std::size_t wc = 0; wc <= f_; ++wc) {
            const double x = now[at(u, wh, wc)];
            if (x != 0.0) value += x * message(u, wh, wc, x, next);
          }
        }
      }
      for (const double x : next) left += std::abs(x);
      now.swap(next);
    }
    return {value, left};
  }

 private:
  [[nodiscard]] std::size_t size() const { return (m_ + 1) * (h_ + 1) * (f_ + 1); }
  [[nodiscard]] std::size_t at(std::size_t u, std::size_t wh, std::size_t wc) const {
    return (u * (h_ + 1) + wh) * (f_ + 1) + wc;
  }

  /// One message from state (u, wh, wc) with mass x. @return the probability that it shows the source.
  double message(std::size_t u, std::size_t wh, std::size_t wc, double x, std::vector<double>& next) const {
    const double scale = x / (static_cast<double>(1 + u + wh + wc) * n_);
    enum Kind { source, suspect, honest, curious };
    const std::size_t counts[] = {1, u, wh, wc};
    for (const Kind from : {source, suspect, honest, curious}) {
      const double senders = static_cast<double>(counts[from]);
      if (senders == 0.0) continue;
      for (const bool stays : {true, false}) {
        const double weight = scale * senders * (stays ? s_ : 1.0 - s_);
        if (weight == 0.0) continue;
        // Told: itself, or one of the others by kind and state.
        next[at(u, wh, wc)] += weight;
        std::size_t left[] = {1, u, wh, wc};
        if (!stays) --left[from];
        const bool swapped_out = left[source] == 0;
        const bool shows = from == source || from == suspect;
        const auto tell = [&](double receivers, std::size_t du, std::size_t dh, std::size_t dc) {
          if (receivers > 0.0 && !swapped_out)
            next[at(left[suspect] + du, left[honest] + dh, left[curious] + dc)] += weight * receivers;
        };
        const auto awake = [&](Kind kind) { return static_cast<double>(counts[kind] - (kind == from ? 1u : 0u)); };
        if (from != source) tell(1.0, 0, 0, 0);
        tell(awake(suspect), 0, 0, 0);
        tell(awake(honest), 0, 0, 0);
        tell(static_cast<double>(m_ - u), 1, 0, 0);
        tell(static_cast<double>(h_ - wh), 0, 1, 0);
        if (!shows) {
          tell(awake(curious), 0, 0, 0);
          tell(static_cast<double>(f_ - wc), 0, 0, 1);
        }
        if (from == source && !stays) next[at(u, wh, wc)] -= weight;  // the source tells j and mutes: roles swapped
      }
    }
    return static_cast<double>(f_) / (static_cast<double>(1 + u + wh + wc) * n_);
  }

  double n_;
  std::size_t f_, m_, h_;
  double s_;
};

/// The chain with every count kept apart is affordable.
bool all_counts_kept(const RumorCrowd& crowd, std::uint64_t suspects, const RumorChainEffort& effort) {
  const auto kinds = [](std::uint64_t count) { return static_cast<double>(count) + 1.0; };
  const double states = kinds(suspects - 2) * kinds(crowd.honest() - suspects) * kinds(crowd.curious);
  return states * static_cast<double>(crowd.nodes) <= effort.exact_work;
}

/// Suspects who need no chain: one is certain, without curious nodes nothing is seen, and with s = 0 the source sends
/// once.
bool needs_chain(const RumorCrowd& crowd, double muting, std::uint64_t suspects) {
  return suspects > 1 && crowd.curious > 0 && muting > 0.0;
}

void require_suspects(const RumorCrowd& crowd, double muting, std::uint64_t suspects) {
  require_unit("rumor_map_success", "muting", muting);
  if (suspects < 1 || suspects > crowd.honest()) {
    throw Error(Errc::domain, "rumor_map_success",
                fmt::format("suspects = {} must be between 1 and the {} honest nodes", suspects, crowd.honest()));
  }
}

/// The chain of rumor_map_success: lines of constant u (active suspects other than the source and j), each over a range
/// of A (active nodes). x(A, u) is the signed expected number of visits.
class MapChain {
 public:
  MapChain(const RumorCrowd& crowd, double muting, std::uint64_t suspects, const RumorChainEffort& effort)
      : n_(static_cast<double>(crowd.nodes)),
        f_(static_cast<double>(crowd.curious)),
        s_(muting),
        m_(static_cast<double>(suspects) - 2.0),
        w_honest_(n_ - f_ - m_ - 2.0),
        tolerance_(effort.tolerance) {
    choose_levels(effort.states);
    for (double a = 0.0; a <= top_ + 1.0; ++a) scale_.push_back(1.0 / (a * n_));
    choose_curious_share();
    choose_windows(effort.states);
  }

  Difference solve() {
    // Line Gauss-Seidel from u = 0 upwards (suspects rather wake than fall asleep), then over-relaxed by the factor
    // that the observed rate of convergence asks for. The residual is measured, and the answer certified, in plain
    // sweeps only.
    double residual = sweep(1.0), rate = 0.0;
    for (int round = 0; residual > tolerance_; ++round) {
      if (round == 400)
        throw Error(Errc::not_converged, "rumor_map_success",
                    fmt::format("residual {} after {} rounds", residual, round));
      if (round >= 2) {
        const double factor = 2.0 / (1.0 + std::sqrt(1.0 - std::clamp(rate, 0.0, 0.98)));
        for (int k = 0; k < 6; ++k) sweep(factor);
      }
      const double before = sweep(1.0);
      residual = sweep(1.0);
      if (round < 2) rate = std::max(rate, residual / before);
    }
    Difference result{0.0, residual + 1e-12};
    for (std::size_t u = 0; u < lines_.size(); ++u) {
      const auto& line = lines_[u];
      for (std::size_t k = 0; k < line.x.size(); ++k) {
        const double active = line.first + static_cast<double>(k);
        result.value += line.x[k] * f_ / (active * n_);
        const Moves p = moves(active, static_cast<double>(u));
        result.error += std::abs(line.x[k]) * lost(p, active, u);
      }
    }
    return result;
  }

 private:
  /// Transition probabilities out of (A, u): `up1` is to (A+1, u+1), `side_1` to (A, u-1), `down_1` to (A-1, u-1), ...
  struct Moves {
    double stay, up0, up1, side1, side_1, down0, down_1;
  };
  struct Line {
    double first = 0.0;                             ///< smallest A
    std::vector<double> x, from_below, from_above;  ///< visits; probability flowing in from the neighboring lines
    [[nodiscard]] bool has(double active) const {
      return active >= first && active < first + static_cast<double>(x.size());
    }
  };

  [[nodiscard]] Moves moves(double active, double u) const {
    const double s = s_, mute = 1.0 - s, w = active - 1.0 - u;
    const double share = curious_share_[static_cast<std::size_t>(active)];
    const double wh = std::clamp(w * (1.0 - share), std::max(0.0, w - f_), std::min(w, w_honest_));
    const double fresh_u = m_ - u, fresh_wh = w_honest_ - wh, fresh_w = w_honest_ + f_ - w;
    const double scale = scale_[static_cast<std::size_t>(active)];
    // Sender: the source, one of u suspects (unseen: receiver not curious), one of w others. A message to j ends the
    // chain, except that the source telling j and muting swaps their roles.
    Moves p{};
    p.stay = scale * (1.0 + s * (u + wh) - mute + u * (1.0 + s * u + mute * fresh_u + s * wh) +
                      w * (1.0 + s * w + mute * fresh_w + s * u));
    p.up0 = scale * s * ((1.0 + u) * fresh_wh + w * fresh_w);
    p.up1 = scale * s * active * fresh_u;
    p.side1 = scale * mute * w * fresh_u;
    p.side_1 = scale * mute * u * fresh_wh;
    p.down0 = scale * mute * w * (w + u);
    p.down_1 = scale * mute * u * (u + wh);
    return p;
  }

  /// Probability of leaving the chosen windows from (A, u).
  [[nodiscard]] double lost(const Moves& p, double active, std::size_t u) const {
    const auto missing = [&](std::size_t line, double a) {
      return line >= lines_.size() || !lines_[line].has(a) ? 1.0 : 0.0;
    };
    double total = p.up0 * missing(u, active + 1) + p.down0 * missing(u, active - 1) +
                   p.up1 * missing(u + 1, active + 1) + p.side1 * missing(u + 1, active);
    if (u > 0) total += p.side_1 * missing(u - 1, active) + p.down_1 * missing(u - 1, active - 1);
    return total;
  }

  /// The largest A worth following: the stationary law of A is close to Binomial(n, s), and mass decays on the way.
  void choose_levels(std::uint64_t most) {
    const double plateau = s_ * n_ + 9.0 * std::sqrt(s_ * (1.0 - s_) * n_) + 12.0;
    top_ = std::min(n_, std::ceil(plateau));
    const double b = f_ / n_, share = m_ / n_ / (1.0 + b), goal = -std::log(tolerance_) + 4.0;
    double decay = 0.0;
    for (double a = 1.0; a < top_; ++a) {
      const double speed = std::max(s_ * (1.0 - a / n_) - (1.0 - s_) * a / n_, 0.0);
      if (speed < 0.05 * s_) break;  // near the plateau A no longer tells the time
      decay += (b * (share + 1.0 / a) + 1.0 / n_ + (1.0 - s_) / a) / speed;
      if (decay > goal && a > 400.0) {
        top_ = a;
        break;
      }
      if (a > static_cast<double>(most)) throw too_large();
    }
  }

  /// Mean-field share of curious nodes among the active non-suspects, given A: suspects' unseen messages miss curious
  /// nodes.
  void choose_curious_share() {
    curious_share_.assign(static_cast<std::size_t>(top_) + 2, 0.0);
    double u = 0.0, wc = 0.0, wh = 0.0;
    std::size_t level = 1;
    double share = 0.0;
    while (level + 1 < curious_share_.size()) {
      const double active = 1.0 + u + wc + wh;
      const double du = (m_ - u) / n_ - (1.0 - s_) * u / active;
      const double dc = (wc + wh) / active * (f_ - wc) / n_ - (1.0 - s_) * wc / active;
      const double dh = (w_honest_ - wh) / n_ - (1.0 - s_) * wh / active;
      const double speed = du + dc + dh;
      if (speed < 1e-6) break;
      const double step = std::min(1.0, 1.0 / speed);
      u += du * step, wc += dc * step, wh += dh * step;
      share = wc + wh > 0.0 ? wc / (wc + wh) : 0.0;
      while (level + 1 < curious_share_.size() && static_cast<double>(level + 1) <= 1.0 + u + wc + wh)
        curious_share_[++level] = share;
    }
    while (level + 1 < curious_share_.size()) curious_share_[++level] = share;
    if (w_honest_ == 0.0) std::ranges::fill(curious_share_, 1.0);
    if (f_ == 0.0) std::ranges::fill(curious_share_, 0.0);
  }

  void choose_windows(std::uint64_t most) {
    const double b = f_ / n_, crowd = std::max(1.0, n_ - 2.0);
    std::uint64_t states = 0;
    for (double a = 1.0; a <= top_; ++a) {
      const double mean = (a - 1.0) * m_ / crowd, spread = 9.0 * std::sqrt(mean * (1.0 - m_ / crowd)) + 12.0;
      double low = std::max(0.0, a - 1.0 - w_honest_ - f_), high = std::min(m_, a - 1.0);
      if (a > 400.0) {
        low = std::max(low, std::floor(mean / (1.0 + b) - spread));
        high = std::min(high, std::ceil(mean + spread));
      }
      states += static_cast<std::uint64_t>(std::max(0.0, high - low)) + 1;
      if (states > most) throw too_large();
      if (lines_.size() < static_cast<std::size_t>(high) + 1) lines_.resize(static_cast<std::size_t>(high) + 1);
      for (auto u = static_cast<std::size_t>(low); u <= static_cast<std::size_t>(high); ++u) {
        auto& line = lines_[u];
        if (line.x.empty()) line.first = a;
        line.x.resize(static_cast<std::size_t>(a - line.first) + 1);
      }
    }
    for (auto& line : lines_) {
      line.from_below.resize(line.x.size());
      line.from_above.resize(line.x.size());
    }
  }

  double sweep(double factor) {
    double residual = 0.0;
    for (std::size_t u = 0; u < lines_.size(); ++u) residual += relax(u, factor);
    return residual;
  }

  /// Solves line u given what flows in from its two neighbors (tridiagonal in A), moves by `factor` times the change
  /// and passes its own flow on. @return how much the flow into the line below, already solved, changed: with factor 1,
  /// the residual that stays.
  double relax(std::size_t u, double factor) {
    auto& line = lines_[u];
    const std::size_t size = line.x.size();
    if (size == 0) return 0.0;
    out_.resize(size), diagonal_.resize(size), right_.resize(size);
    double from_previous = 0.0;  // up0 of the previous level
    for (std::size_t k = 0; k < size; ++k) {
      const Moves& p = out_[k] = moves(line.first + static_cast<double>(k), static_cast<double>(u));
      diagonal_[k] = 1.0 - p.stay;
      right_[k] = line.from_below[k] + line.from_above[k] + (u == 0 && k == 0 ? 1.0 : 0.0);
      if (k > 0) {
        const double ratio = from_previous / diagonal_[k - 1];
        diagonal_[k] -= ratio * p.down0;
        right_[k] += ratio * right_[k - 1];
      }
      from_previous = p.up0;
    }
    double residual = 0.0, next = 0.0, down_next = 0.0;
    for (std::size_t k = size; k-- > 0;) {
      const double value = (right_[k] + down_next * next) / diagonal_[k];
      const double change = value - line.x[k];
      residual += std::abs(change) * (out_[k].side_1 + out_[k].down_1);
      line.x[k] += factor * change;
      next = value;
      down_next = out_[k].down0;
    }
    if (u + 1 < lines_.size()) pass_on(line, lines_[u + 1], lines_[u + 1].from_below, &Moves::side1, &Moves::up1, 1.0);
    if (u > 0) pass_on(line, lines_[u - 1], lines_[u - 1].from_above, &Moves::side_1, &Moves::down_1, -1.0);
    return residual;
  }

  /// flow(A) = x(A) * level(A) + x(A - shift) * diagonal(A - shift), over the levels of the line `to`.
  void pass_on(const Line& from, const Line& to, std::vector<double>& flow, double Moves::*level,
               double Moves::*diagonal, double shift) const {
    std::ranges::fill(flow, 0.0);
    for (std::size_t k = 0; k < from.x.size(); ++k) {
      const double same = from.first + static_cast<double>(k) - to.first, moved = same + shift,
                   size = static_cast<double>(flow.size());
      if (same >= 0.0 && same < size) flow[static_cast<std::size_t>(same)] += from.x[k] * out_[k].*level;
      if (moved >= 0.0 && moved < size) flow[static_cast<std::size_t>(moved)] += from.x[k] * out_[k].*diagonal;
    }
  }

  static Error too_large() {
    return {Errc::too_large, "rumor_map_success",
            "too many states have positive probability for an exact value; simulate instead"};
  }

  double n_, f_, s_, m_, w_honest_, tolerance_;
  double top_ = 1.0;
  std::vector<double> scale_;          ///< 1/(A n), by A
  std::vector<double> curious_share_;  ///< by A
  std::vector<Line> lines_;            ///< by u
  std::vector<Moves> out_;             ///< of the line being solved
  std::vector<double> diagonal_, right_;
};

}  // namespace

bool rumor_map_success_is_exact(const RumorCrowd& crowd, double muting, std::uint64_t suspects,
                                const RumorChainEffort& effort) {
  require_suspects(crowd, muting, suspects);
  return !needs_chain(crowd, muting, suspects) || suspects == crowd.honest() ||
         all_counts_kept(crowd, suspects, effort);
}

Bracket rumor_map_success(const RumorCrowd& crowd, double muting, std::uint64_t suspects,
                          const RumorChainEffort& effort) {
  require_suspects(crowd, muting, suspects);
  const double m = static_cast<double>(suspects), b = crowd.fraction();
  // Without muting parameter the source sends once: seen at once, or it is no more suspect than the others.
  if (!needs_chain(crowd, muting, suspects)) return Bracket::exact(suspects == 1 ? 1.0 : b + (1.0 - b) / m);
  const auto difference = all_counts_kept(crowd, suspects, effort)
                              ? SmallMapChain(crowd, muting, suspects).solve(effort.tolerance)
                              : MapChain(crowd, muting, suspects, effort).solve();
  const auto success = [&](double d) { return std::clamp(1.0 / m + (m - 1.0) / m * d, 0.0, 1.0); };
  return {success(difference.value - difference.error), success(difference.value),
          success(difference.value + difference.error)};
}

RumorMessages rumor_messages(std::uint64_t nodes) {
  if (nodes < 2) throw Error(Errc::domain, "rumor_messages", fmt::format("nodes = {} must be >= 2", nodes));
  const auto n = static_cast<double>(nodes);
  const double harmonic = digamma(n) + std::numbers::egamma;
  const double squares = std::numbers::pi * std::numbers::pi / 6.0 - trigamma(n);
  return {.mean = n * harmonic, .variance = n * n * squares - n * harmonic};
}

double rumor_messages_cdf(std::uint64_t nodes, std::uint64_t messages) {
  require_between("rumor_messages_cdf", "nodes", static_cast<std::int64_t>(nodes), 2, 10'000);
  const auto n = static_cast<std::size_t>(nodes);
  std::vector<double> informed(n + 1, 0.0);
  informed[1] = 1.0;
  for (std::uint64_t t = 0; t < messages; ++t) {
    for (std::size_t i = n; i >= 1; --i) {
      const double stay = static_cast<double>(i) / static_cast<double>(n);
      const double gain = i > 1 ? informed[i - 1] * (1.0 - static_cast<double>(i - 1) / static_cast<double>(n)) : 0.0;
      informed[i] = informed[i] * stay + gain;
    }
  }
  return informed[n];
}

double rumor_active_next(double nodes, double active, double muting) {
  return 1.0 - std::pow(1.0 - 1.0 / nodes, active) * (1.0 - muting * active / nodes);
}

}  // namespace hearsay::accounting
