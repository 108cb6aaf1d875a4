// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/network_views.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <hearsay/accounting/gossip/account.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/message_noise.hpp>
#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/symmetry.hpp>
#include <hearsay/linalg/cells.hpp>
#include <hearsay/linalg/linking_bound.hpp>
#include <hearsay/linalg/message_relations.hpp>
#include <hearsay/linalg/rational_eigenvectors.hpp>

namespace hearsay::audit {

namespace {

constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();

/// Shares that are known up to `accuracy`; from above only where the rank is known.
Shares around(const Eigen::VectorXd& share, double accuracy, bool proved) {
  const auto within = [](const Eigen::ArrayXd& x) { return Eigen::VectorXd(x.max(0.0).min(1.0)); };
  return {within(share.array() - accuracy), within(share.array()), within(share.array() + accuracy), proved};
}

/// What an account found.
Shares around(const accounting::GossipLosses& losses, bool own_noise, bool proved) {
  const auto n = losses.exact.size();
  Eigen::VectorXd least(n), value(n), most(n);
  for (Eigen::Index u = 0; u < n; ++u) {
    const auto node = static_cast<graph::Node>(u);
    const auto found = own_noise ? losses.exact_own_noise_of(node) : losses.exact_of(node);
    least(u) = found.lower, value(u) = found.safe(), most(u) = found.upper;
  }
  return {std::move(least), std::move(value), std::move(most), proved};
}

/// Sets what is learnt of nodes that no message depends on to 0.
void clear_unheard(ViewShares& view, const std::vector<char>& heard) {
  for (std::size_t u = 0; u < heard.size(); ++u) {
    if (heard[u] != 0) continue;
    const auto node = static_cast<Eigen::Index>(u);
    view.published(node) = 0.0;
    view.exact.clear(node);
    view.exact_own_noise.clear(node);
  }
}

/// 1 / |cell| of every node, all that a view which is constant on the cells can have.
Eigen::VectorXd cell_shares(const linalg::Cells& cells) {
  Eigen::VectorXd sizes = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(cells.count()));
  for (const auto cell : cells.of) sizes(cell) += 1.0;
  Eigen::VectorXd shares(static_cast<Eigen::Index>(cells.of.size()));
  for (std::size_t u = 0; u < cells.of.size(); ++u) shares(static_cast<Eigen::Index>(u)) = 1.0 / sizes(cells.of[u]);
  return shares;
}

std::vector<graph::Node> joined(std::vector<graph::Node> a, std::span<const graph::Node> b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Whether no further round adds anything, and eigenvectors tell what there is.
bool settled(const graph::GossipMatrix& w, linalg::Steps steps) {
  return graph::symmetric(w) && (!steps || *steps >= w.rows());
}

/// Nodes such that few others hear none of them: one after the other who is heard by the most that hear none yet.
std::vector<graph::Node> hubs_of(const graph::GossipMatrix& w) {
  constexpr std::ptrdiff_t least = 3;  // what a hub costs once, a view without a hub costs each time
  const auto n = static_cast<std::size_t>(w.rows());
  std::vector<std::vector<graph::Node>> hearers(n);
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      if (entry.col() != u && entry.value() != 0.0)
        hearers[static_cast<std::size_t>(entry.col())].push_back(static_cast<graph::Node>(u));
    }
  }
  std::vector<char> hears(n, 0);
  std::vector<graph::Node> hubs;
  const auto fresh = [&](const auto& nodes) {
    return std::ranges::count_if(nodes, [&](graph::Node u) { return hears[u] == 0; });
  };
  while (n > 0) {
    const auto best = std::ranges::max_element(hearers, {}, fresh);
    if (fresh(*best) < least) break;
    for (const auto u : *best) hears[u] = 1;
    hubs.push_back(static_cast<graph::Node>(best - hearers.begin()));
  }
  return hubs;
}

}  // namespace

Shares::Shares(Eigen::VectorXd least, Eigen::VectorXd computed, Eigen::VectorXd most, bool proved)
    : least_(std::move(least)), value_(std::move(computed)), most_(std::move(most)), proved_(proved) {
  for (Eigen::Index u = 0; u < value_.size(); ++u) {
    if (!(most_(u) - least_(u) <= close)) value_(u) = std::numeric_limits<double>::quiet_NaN();
  }
}

Shares Shares::nothing(Eigen::Index nodes) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(nodes);
  return {zero, zero, zero, true};
}

Enclosure Shares::of(Eigen::Index u) const {
  const double value = value_(u);
  return {
      .lower = least_(u), .upper = most_(u), .value = std::isnan(value) ? std::nullopt : std::optional<double>(value)};
}

void Shares::clear(Eigen::Index u) { least_(u) = value_(u) = most_(u) = 0.0; }

ViewShares shares_of(const accounting::GossipLosses& losses, bool proved) {
  return {.published = losses.published.cwiseMin(1.0),
          .exact = around(losses, false, proved),
          .exact_own_noise = around(losses, true, proved)};
}

/// Lower bounds of ranks of any number of steps of a symmetric W, for many sets of starts. The rank is the sum, over
/// the different eigenvalues, of the dimension of what the starts see of the eigenspace: at least 1 for each that they
/// see, of which there are as many as linalg::KrylovDegrees says, or more.
struct NetworkViews::Degrees {
  std::once_flag once;
  std::optional<linalg::KrylovDegrees> different;
  std::vector<linalg::RationalEigenvectors> repeated;  ///< of different eigenvalues

  void find(const linalg::RationalMatrix& w, const accounting::Spectrum& spectrum, std::uint64_t prime,
            std::span<const graph::Node> hubs) {
    constexpr Eigen::Index most = 256;
    different.emplace(w, prime, hubs);
    for (const auto& cluster : spectrum.clusters) {
      const auto width = cluster.end - cluster.begin;
      if (width == 1 || width > most) continue;
      auto found = linalg::rational_eigenvectors(w, spectrum.pairs.values.segment(cluster.begin, width).mean(),
                                                 spectrum.pairs.vectors.middleCols(cluster.begin, width));
      const auto same = [&](const auto& other) { return other.value == found->value; };
      if (found && std::ranges::none_of(repeated, same)) repeated.push_back(*std::move(found));
    }
  }

  [[nodiscard]] std::int64_t rank(std::span<const graph::Node> starts) const {
    auto rank = different->degree(starts);
    for (const auto& space : repeated) rank += std::max<std::int64_t>(0, linalg::seen_dimensions(space, starts) - 1);
    return rank;
  }
};

NetworkViews::NetworkViews(const graph::GossipMatrix& w, linalg::Steps steps, std::vector<std::uint64_t> primes,
                           Stop stop)
    : w_(w), steps_(steps), primes_(std::move(primes)), stop_(std::move(stop)), costs_(w_, steps_) {
  if (steps_ && *steps_ < 0) throw Error(Errc::domain, "NetworkViews", "the number of steps is negative");
  entries_ = linalg::exact_entries(w_);
  reaches_cap_ = accounting::published_reaches_cap(w_);
  hubs_ = hubs_of(w_);
  cells_.emplace(entries_, hubs_);
  if (!settled(w_, steps_)) {
    if (steps_) quick_ranks_ = linalg::QuickRanks::of(entries_);
    return;
  }
  spectrum_ = accounting::spectrum_of(w_);
  degrees_ = std::make_shared<Degrees>();
}

NetworkViews::NetworkViews(std::vector<graph::GossipMatrix> rounds)
    : rounds_(std::move(rounds)),
      w_(rounds_.empty() ? throw Error(Errc::domain, "NetworkViews", "there must be a round") : rounds_.front()),
      steps_(static_cast<int>(rounds_.size())),
      costs_(w_, 1) {}

exact::Rational NodeScales::largest() const {
  exact::Rational most = 0;
  for (std::size_t u = 0; u < sigma.size(); ++u) {
    const exact::Rational ratio = sensitivity[u] / sigma[u];
    most = std::max<exact::Rational>(most, ratio * ratio);
  }
  return most;
}

namespace {

void require_scales(const NodeScales& scales, Eigen::Index nodes) {
  for (const auto* values : {&scales.sigma, &scales.sensitivity}) {
    if (static_cast<Eigen::Index>(values->size()) != nodes)
      throw Error(Errc::shape, "NetworkViews", "every node needs a noise and a sensitivity");
  }
  if (std::ranges::any_of(scales.sigma, [](const auto& value) { return value <= 0; }))
    throw Error(Errc::domain, "NetworkViews", "noise must be positive");
  if (std::ranges::any_of(scales.sensitivity, [](const auto& value) { return value < 0; }))
    throw Error(Errc::domain, "NetworkViews", "sensitivity must not be negative");
}

}  // namespace

NetworkViews::NetworkViews(const graph::GossipMatrix& w, int steps, double tau, std::optional<NodeScales> scales,
                           Stop stop)
    : w_(w),
      steps_(steps),
      stop_(std::move(stop)),
      costs_(w_, steps_, true),
      scales_(std::move(scales)),
      tau_(require_positive("NetworkViews", "tau", tau)) {
  if (steps < 0) throw Error(Errc::domain, "NetworkViews", "the number of steps is negative");
  if (scales_) require_scales(*scales_, w_.rows());
}

NetworkViews::NetworkViews(const graph::GossipMatrix& w, linalg::Steps steps, NodeScales scales)
    : w_(w),
      steps_(std::min<int>(steps.value_or(std::numeric_limits<int>::max()), static_cast<int>(w_.rows()))),
      costs_(w_, steps_),
      entries_(linalg::exact_entries(w_)),
      scales_(std::move(scales)) {
  if (*steps_ < 0) throw Error(Errc::domain, "NetworkViews", "the number of steps is negative");
  require_scales(*scales_, w_.rows());
}

Shares NetworkViews::uneven(std::span<const graph::Node> observers, bool own_noise) const {
  const auto n = static_cast<graph::Node>(w_.rows());
  linalg::FractionMatrix matrix{.columns = n, .rows = entries_.rows};
  accounting::Protocol protocol{.name = "gossip", .nodes = n, .labels = {}, .rounds = {}, .noise = {}, .view = {}};
  const accounting::Mix mix{
      .rule = accounting::Mix::Rule::matrix, .edges = {}, .weights = {}, .matrix = std::move(matrix)};
  protocol.rounds.push_back({.mix = std::make_shared<const accounting::Mix>(mix), .steps = *steps_, .gamma = {}});
  std::vector<graph::Node> targets;
  for (graph::Node u = 0; u < n; ++u) {
    protocol.labels.push_back(std::to_string(u));
    protocol.noise.push_back({.kind = accounting::NoiseKind::Kind::node,
                              .sigma = scales_->sigma[u],
                              .nodes = {u},
                              .pairs = {},
                              .matrix = {},
                              .known_by = {}});
    if (std::ranges::count(observers, u) == 0) targets.push_back(u);
  }
  protocol.view = {.observers = {observers.begin(), observers.end()}, .knows_own = own_noise};
  accounting::LinearQuestion question{.subjects = {}, .participation = {}, .execution = {.jobs = 1}};
  for (const auto u : targets) question.subjects.push_back(accounting::node_subject(u));
  const auto account = accounting::linear_account(protocol, question);
  const auto largest = scales_->largest();
  Eigen::VectorXd least = Eigen::VectorXd::Zero(w_.rows()), value = least, most = least;
  bool proved = true;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto u = static_cast<Eigen::Index>(targets[i]);
    const auto& loss = account.losses[i].loss;
    const exact::Rational change = scales_->sensitivity[targets[i]] * scales_->sensitivity[targets[i]] / largest;
    const double unit = exact::to_double(change);
    const double local = unit / exact::to_double(scales_->sigma[targets[i]] * scales_->sigma[targets[i]]);
    const bool known = loss.certified != accounting::Certified::estimate;
    const double doubt = loss.certified == accounting::Certified::rational ? rounding : known ? 1e-9 : 1.0;
    proved = proved && known;
    least(u) = known ? std::min(local, loss.loss.lower * unit) * (1.0 - doubt) : 0.0;
    most(u) = std::min(
        1.0, std::min(local, known ? loss.loss.upper * unit : local) * (1.0 + rounding + (known ? doubt : 0.0)));
    value(u) = std::clamp(loss.loss.upper * unit, least(u), most(u));
  }
  return {std::move(least), std::move(value), std::move(most), proved};
}

ViewShares NetworkViews::uneven(std::span<const graph::Node> observers) const {
  return {.published = Eigen::VectorXd::Constant(w_.rows(), std::numeric_limits<double>::quiet_NaN()),
          .exact = uneven(observers, false),
          .exact_own_noise = uneven(observers, true)};
}

Eigen::VectorXd NetworkViews::published(std::span<const graph::Node> starts) const {
  if (!steps_) {
    const double cap = reaches_cap_ ? 1.0 : std::numeric_limits<double>::quiet_NaN();
    return Eigen::VectorXd::Constant(w_.rows(), cap);
  }
  if (by_sender_.size() > 0) return accounting::published_losses(by_sender_, starts).cwiseMin(1.0);
  return accounting::published_losses(w_, starts, *steps_, {.jobs = 1, .stop = stop_}).cwiseMin(1.0);
}

void NetworkViews::share(const Execution& execution) {
  if (!steps_ || *steps_ == 0 || !rounds_.empty() || scales_ || spectrum_) return;
  by_sender_ = accounting::published_by_sender(w_, *steps_, execution);
  if (quick_ranks_) quick_ranks_->keep_powers(*steps_, execution);
}

void NetworkViews::require_published() const {
  if (scales_)
    throw Error(Errc::conditions, "NetworkViews",
                "the published bound assumes one sigma and one sensitivity for all nodes; use a numeric promise");
  if (!steps_) accounting::require_published_cap(w_, "NetworkViews");
}

/// What a view that is constant on the cells can show at most.
struct NetworkViews::CellBounds {
  Eigen::VectorXd share;
  std::int64_t rank = 0;

  /// Of a view whose rank is that.
  [[nodiscard]] Shares reached() const {
    return {(share * (1.0 - rounding)).cwiseMax(share.array().floor().matrix()), share, most(), true};
  }
  [[nodiscard]] Eigen::VectorXd most() const { return (share * (1.0 + rounding)).cwiseMin(1.0); }
};

NetworkViews::CellBounds NetworkViews::cell_bounds(const linalg::Cells& cells) {
  return {.share = cell_shares(cells), .rank = cells.count()};
}

NetworkViews::CellBounds NetworkViews::cell_bounds(std::span<const graph::Node> starts) const {
  return cell_bounds(cells_->cells(starts));
}

Shares NetworkViews::spectral(std::span<const graph::Node> starts) const {
  const auto view = accounting::spectral_view(*spectrum_, starts);
  const auto bounds = cell_bounds(starts);
  if (view.at_least == bounds.rank && view.accuracy < 1.0) return bounds.reached();
  const auto found = around(view.share, view.accuracy, false);
  return {found.least(), view.share, bounds.most(), false};
}

ViewShares NetworkViews::nothing_learnt() const {
  const auto n = w_.rows();
  const double published = scales_ ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  return {.published = Eigen::VectorXd::Constant(n, published),
          .exact = Shares::nothing(n),
          .exact_own_noise = Shares::nothing(n)};
}

ViewShares NetworkViews::noisy(std::span<const graph::Node> observers) const {
  std::vector<double> sigma;
  Eigen::VectorXd part = Eigen::VectorXd::Ones(w_.rows());  // of the largest local loss that a node's is
  if (scales_) {
    const auto largest = scales_->largest();
    for (std::size_t u = 0; u < scales_->sigma.size(); ++u) {
      const exact::Rational ratio = scales_->sensitivity[u] / scales_->sigma[u];
      sigma.push_back(exact::to_double(scales_->sigma[u]));
      part(static_cast<Eigen::Index>(u)) = exact::to_double(ratio * ratio / largest);
    }
  }
  const double tau = *tau_;
  const auto found = accounting::noisy_losses({.w = w_, .observers = observers, .steps = *steps_, .sigma = sigma},
                                              {&tau, 1}, {.jobs = 1, .stop = stop_});
  const auto within = [&](const Eigen::VectorXd& share) {
    const auto scaled = [&](const Eigen::ArrayXd& x, double factor) {
      return Eigen::VectorXd(part.array() * x.max(0.0).min(1.0) * factor);
    };
    const double accuracy = found.front().accuracy, doubt = scales_ ? rounding : 0.0;
    return Shares(scaled(share.array() - accuracy, 1.0 - doubt), scaled(share.array(), 1.0),
                  scaled(share.array() + accuracy, 1.0 + doubt).cwiseMin(1.0), true);
  };
  const auto none = Eigen::VectorXd::Constant(w_.rows(), std::numeric_limits<double>::quiet_NaN());
  ViewShares view{.published = scales_ ? Eigen::VectorXd(none) : published(accounting::senders(w_, observers)),
                  .exact = within(found.front().exact),
                  .exact_own_noise = within(found.front().exact_own_noise)};
  for (const auto o : observers) view.exact_own_noise.clear(o);
  return view;
}

ViewShares NetworkViews::realized(std::span<const graph::Node> observers) const {
  const auto senders = accounting::senders(rounds_, observers);
  const auto heard = accounting::heard(rounds_, senders);
  if (std::ranges::count(heard, 1) == 0) return nothing_learnt();
  const auto losses = accounting::gossip_losses(rounds_, observers);
  auto view = shares_of(losses, losses.ranks_checked);
  clear_unheard(view, heard);
  return view;
}

ViewShares NetworkViews::shares(std::span<const graph::Node> observers) const {
  if (!rounds_.empty()) return realized(observers);
  const auto starts = accounting::senders(w_, observers);
  if (starts.empty() || steps_ == 0 || (scales_ && scales_->largest() == 0)) return nothing_learnt();
  if (tau_) {
    auto view = noisy(observers);
    clear_unheard(view, accounting::heard(w_, starts, steps_));
    return view;
  }
  if (scales_) {
    auto view = uneven(observers);
    clear_unheard(view, accounting::heard(w_, starts, steps_));
    return view;
  }
  if (!spectrum_) return counted(observers, 1e-7);
  ViewShares view{.published = published(starts),
                  .exact = spectral(starts),
                  .exact_own_noise = spectral(joined(starts, observers))};
  for (const auto o : observers) view.exact_own_noise.clear(o);
  clear_unheard(view, accounting::heard(w_, starts, steps_));
  return view;
}

const NetworkViews::Degrees& NetworkViews::degrees() const {
  std::call_once(degrees_->once, [&] { degrees_->find(entries_, *spectrum_, primes_.front(), hubs_); });
  return *degrees_;
}

ViewShares NetworkViews::shares_by_degree(std::span<const graph::Node> observers, ViewShares view) const {
  if (!spectrum_) return view;
  const auto prove = [&](Shares& shares, std::span<const graph::Node> starts) {
    if (shares.proved()) return;
    const auto bounds = cell_bounds(starts);
    if (degrees().rank(starts) == bounds.rank) shares = bounds.reached();
  };
  const auto starts = accounting::senders(w_, observers);
  prove(view.exact, starts);
  prove(view.exact_own_noise, joined(starts, observers));
  for (const auto o : observers) view.exact_own_noise.clear(o);
  return view;
}

ViewShares NetworkViews::closer_shares(std::span<const graph::Node> observers, ViewShares view) const {
  constexpr double close = 4e-9;  // apart: computed as closely as it can be
  const auto is_close = [&](const Shares& shares) { return (shares.most() - shares.least()).maxCoeff() <= close; };
  if (!quick_ranks_ || (is_close(view.exact) && is_close(view.exact_own_noise))) return view;
  return proved_shares(observers);
}

ViewShares NetworkViews::proved_shares(std::span<const graph::Node> observers) const {
  if (!rounds_.empty()) return realized(observers);
  if (accounting::senders(w_, observers).empty() || steps_ == 0 || scales_ || tau_) return shares(observers);
  return counted(observers, 1e-9);
}

ViewShares NetworkViews::counted(std::span<const graph::Node> observers, double wanted) const {
  const auto starts = accounting::senders(w_, observers);
  const auto sum = published(starts);
  auto quick = quickly_accounted(observers, sum, wanted);
  auto view = quick ? std::move(*quick) : accounted(observers);
  view.published = sum;
  clear_unheard(view, accounting::heard(w_, starts, steps_));
  return view;
}

/// What sends to observers, and the cells of it.
struct NetworkViews::Starts {
  std::span<const graph::Node> observers;
  std::vector<graph::Node> sending;
  linalg::Cells cells, cells_with_observers;
};

namespace {

std::vector<linalg::Index> in_cells(const linalg::Cells& cells, std::span<const graph::Node> nodes) {
  std::vector<linalg::Index> of;
  for (const auto v : nodes) of.push_back(cells.of[v]);
  return of;
}

/// The first step after which a rank is less than its bound; the last if there is none.
std::size_t first_below(const linalg::QuickRanks::Found& found, const linalg::LinkingBounds& bound) {
  std::size_t step = 0;
  const auto rank = [&](std::size_t t) { return found.by_step[std::min(t, found.by_step.size() - 1)]; };
  while (step + 1 < bound.by_step.size() && rank(step) == bound.by_step[step]) ++step;
  return step;
}

}  // namespace

bool NetworkViews::linked(const Starts& starts, const linalg::QuickRanks::Found& found) const {
  const auto reached = [&](std::int64_t rank, std::int64_t with_more) {
    return rank == found.by_step.back() && with_more == found.with_more;
  };
  const auto& cells = starts.cells_with_observers;
  const auto quotient = linalg::quotient_matrix(entries_, cells);
  const auto sending = in_cells(cells, starts.sending), more = in_cells(cells, starts.observers);
  std::vector<int> sent(sending.size(), *steps_);
  auto bound = linalg::linking_bounds(quotient, sending, sent, more, *steps_, stop_);
  if (reached(bound.by_step.back(), bound.with_more)) return true;
  if (bound.with_more == found.with_more) {
    const auto coarser = linalg::linking_bounds(linalg::quotient_matrix(entries_, starts.cells),
                                                in_cells(starts.cells, starts.sending), {}, *steps_, stop_);
    if (reached(coarser.by_step.back(), bound.with_more)) return true;
  }
  // Where the ranks of a step are smaller than walks allow, numbers cancel: combinations of few messages show it.
  constexpr int most_rounds = 8;
  constexpr double most_work = 2e7;  // of an elimination for which more than two primes are worth their time
  for (int round = 0; round < most_rounds; ++round) {
    const auto step = first_below(found, bound);
    const double work = static_cast<double>(quotient.size()) * std::pow(static_cast<double>(bound.by_step[step]), 2.0);
    const auto primes = std::span(primes_).first(std::min<std::size_t>(primes_.size(), work > most_work ? 2 : 6));
    const auto repeated = linalg::repeated_messages(quotient, sending, sent, static_cast<int>(step), primes, stop_);
    if (repeated.empty()) return false;
    for (const auto i : repeated) sent[i] = static_cast<int>(step);
    bound = linalg::linking_bounds(quotient, sending, sent, more, *steps_, stop_);
    if (reached(bound.by_step.back(), bound.with_more)) return true;
  }
  return false;
}

std::optional<ViewShares> NetworkViews::quickly_accounted(std::span<const graph::Node> observers,
                                                          const Eigen::VectorXd& published, double wanted) const {
  if (!quick_ranks_) return std::nullopt;
  Starts starts{
      .observers = observers, .sending = accounting::senders(w_, observers), .cells = {}, .cells_with_observers = {}};
  starts.cells = cells_->cells(starts.sending);
  starts.cells_with_observers = cells_->cells(joined(starts.sending, observers));
  const auto bounds = cell_bounds(starts.cells), own_noise = cell_bounds(starts.cells_with_observers);
  const auto found = quick_ranks_->ranks(starts.sending, observers, *steps_, bounds.rank, stop_);
  ViewShares view{.published = {}, .exact = bounds.reached(), .exact_own_noise = own_noise.reached()};
  for (const auto o : observers) view.exact_own_noise.clear(o);
  // K + span(O) holds what O and N(O) send: what an observer sends next is a combination of what all of them sent.
  if (found.by_step.back() == bounds.rank && found.with_more == own_noise.rank) return view;
  const auto own = static_cast<std::int64_t>(observers.size());
  const auto messages = static_cast<std::int64_t>(starts.sending.size()) * *steps_;
  const bool all = found.by_step.back() == messages && found.with_more == messages + own;
  if (!all && !linked(starts, found)) return std::nullopt;
  const auto losses = accounting::gossip_losses(w_, observers, *steps_,
                                                {.unknown = found.by_step,
                                                 .own_noise = all ? found.by_step : std::vector<std::int64_t>(),
                                                 .published = published,
                                                 .last_own_noise = found.with_more - own,
                                                 .wanted = wanted,
                                                 .entries = &entries_},
                                                {.jobs = 1, .stop = stop_});
  return shares_of(losses, losses.ranks_checked);
}

ViewShares NetworkViews::accounted(std::span<const graph::Node> observers) const {
  const auto n = w_.rows();
  try {
    const auto account = accounting::exact_account(w_, observers, spectrum_ ? linalg::Steps{} : steps_, primes_,
                                                   accounting::some_seconds, {.jobs = 1, .stop = stop_});
    const bool proved = account.rank.kind == accounting::Proof::Kind::proved && account.exposed &&
                        account.exposed->proof.kind == accounting::Proof::Kind::proved;
    return shares_of(account.losses, proved);
  } catch (const Error& error) {
    if (error.code() != Errc::not_converged) throw;
    const Eigen::VectorXd all = Eigen::VectorXd::Ones(n);
    return {.published = {}, .exact = around(all, 1.0, false), .exact_own_noise = around(all, 1.0, false)};
  }
}

ViewCosts::ViewCosts(const graph::GossipMatrix& w, linalg::Steps steps, bool noisy)
    : nodes_(static_cast<double>(w.rows())),
      entries_(static_cast<double>(w.nonZeros())),
      steps_(steps),
      noisy_(noisy),
      settled_(!noisy && settled(w, steps)) {}

double ViewCosts::preparation() const { return settled_ ? 20.0 * nodes_ * nodes_ * nodes_ : 0.0; }

double ViewCosts::view(double sending) const {
  const double published = steps_ ? 2.0 * sending * *steps_ * entries_ : 0.0;
  if (noisy_) {
    const double messages = sending * *steps_, rank = std::min(nodes_, messages);
    return 2.0 * published + 2.0 * messages * nodes_ * rank + 10.0 * nodes_ * rank * rank;
  }
  if (settled_) return published + 4.0 * nodes_ * (2.0 * nodes_ + sending);
  const double rank = steps_ ? std::min(nodes_, sending * *steps_) : nodes_;
  return published + 6.0 * nodes_ * rank * rank;
}

double ViewCosts::shared_bytes() const {
  if (!steps_ || settled_) return 0.0;
  const bool quick = !noisy_ && nodes_ <= static_cast<double>(linalg::QuickRanks::most_nodes);
  return 8.0 * nodes_ * nodes_ + (quick ? linalg::QuickRanks::powers_bytes(nodes_, *steps_) : 0.0);
}

double ViewCosts::view_bytes(double sending) const {
  if (!steps_ || settled_) return 0.0;
  return 32.0 * nodes_ * (noisy_ ? sending * *steps_ : std::min(nodes_, sending * *steps_));
}

// A multiplication modulo a prime is worth four operations.
double ViewCosts::proof() const { return settled_ ? 32.0 * nodes_ * nodes_ * nodes_ : 0.0; }

}  // namespace hearsay::audit
