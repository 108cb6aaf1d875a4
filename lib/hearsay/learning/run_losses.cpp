// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/run_losses.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/accounting/linear/stacked_run.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/symmetry.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::learning {

namespace {

using exact::Rational;
using graph::Node;

std::vector<GossipRound> rounds_of(const GossipPlan& plan, std::uint32_t trial, int rounds) {
  std::vector<GossipRound> all;
  for (int r = 0; r < rounds; ++r) all.push_back(plan(trial, static_cast<std::uint32_t>(r)));
  return all;
}

bool fixed(const std::vector<GossipRound>& rounds) {
  return std::ranges::all_of(rounds, [&](const GossipRound& round) { return round.w == rounds.front().w; });
}

bool accelerates(const GossipRound& round) { return round.gamma != 1.0 && round.steps > 1; }

accounting::TrainingRun as_training_run(const std::vector<GossipRound>& rounds, accounting::ProtocolView view) {
  accounting::TrainingRun run{.name = "a run of gossip learning",
                              .nodes = static_cast<Node>(rounds.front().w->rows()),
                              .rounds = static_cast<int>(rounds.size()),
                              .chebyshev = std::ranges::any_of(rounds, accelerates),
                              .sigma = {Rational(1)},
                              .view = std::move(view)};
  std::map<const graph::GossipMatrix*, std::shared_ptr<const accounting::Mix>> mixes;
  for (const auto& round : rounds) {
    auto& mix = mixes[round.w.get()];
    if (!mix) mix = accounting::mix_of(*round.w);
    run.mixes.push_back(mix);
    run.gammas.push_back(exact::fraction_of(round.gamma));
    run.steps_by_round.push_back(round.steps);
  }
  return run;
}

// ---- the formulas

Eigen::VectorXd published_sum(const std::vector<GossipRound>& rounds, Node observer, const Execution& execution) {
  const std::array observers{observer};
  const auto of = [&](const GossipRound& round) {
    return accounting::published_losses(*round.w, accounting::senders(*round.w, observers), round.steps, execution);
  };
  Eigen::VectorXd sum = of(rounds.front());
  if (fixed(rounds)) {
    sum *= static_cast<double>(rounds.size());
  } else {
    for (std::size_t r = 1; r < rounds.size(); ++r) sum += of(rounds[r]);
  }
  sum(observer) = 0.0;
  return sum;
}

/// Why the authors' correction does not apply, or empty.
std::string no_correction(const std::vector<GossipRound>& rounds) {
  constexpr double most = 1e11;
  const auto& w = *rounds.front().w;
  if (std::ranges::any_of(rounds, [](const GossipRound& round) { return round.steps != 1; }))
    return "the authors' corrected formula is for one gossip step a round";
  if (!fixed(rounds)) return "the authors' corrected formula is for one matrix in all rounds";
  if (!graph::symmetric(w) || w.coeffs().minCoeff() < 0.0)
    return "the authors' corrected formula is for a symmetric matrix without negative weights";
  const double operations = static_cast<double>(rounds.size()) * static_cast<double>(w.nonZeros());
  return operations > most ? fmt::format("the corrected formula takes {:.1g} operations a neighbor, more than {:.0g}",
                                         operations, most)
                           : "";
}

/// sum_{s<T} (T-s) sum_{w in N[v]} (W^s)_uw / |W^s e_w|^2, at most T.
Eigen::VectorXd corrected_sum(const graph::GossipMatrix& w, Node observer, std::size_t rounds,
                              const Execution& execution) {
  const std::array observers{observer};
  auto closed = accounting::senders(w, observers);
  closed.push_back(observer);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(w.rows());
  for (const auto start : closed) {
    Eigen::VectorXd mass = Eigen::VectorXd::Unit(w.rows(), start);
    for (std::size_t s = 0; s < rounds; ++s) {
      if (s % 1024 == 0) end_if(execution.stop);
      sum += static_cast<double>(rounds - s) / mass.squaredNorm() * mass;
      mass = (w * mass).eval();
    }
  }
  sum = sum.cwiseMin(static_cast<double>(rounds));
  sum(observer) = 0.0;
  return sum;
}

// ---- who is heard

/// Nodes within so many steps of the given ones, themselves included, along the rows of W.
std::vector<char> within(const graph::GossipMatrix& w, std::vector<char> reached, int steps) {
  std::vector<Node> open;
  for (Node u = 0; u < reached.size(); ++u) {
    if (reached[u] != 0) open.push_back(u);
  }
  for (int k = 0; k < steps && !open.empty(); ++k) {
    std::vector<Node> next;
    for (const auto u : open) {
      for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
        const auto v = static_cast<std::size_t>(entry.col());
        if (entry.value() == 0.0 || reached[v] != 0) continue;
        reached[v] = 1;
        next.push_back(static_cast<Node>(v));
      }
    }
    open = std::move(next);
  }
  return reached;
}

/// By node, the number of rounds whose contribution reaches the observer: no loss is larger.
std::vector<int> heard_rounds(const std::vector<GossipRound>& rounds, Node observer) {
  const std::array observers{observer};
  const auto n = static_cast<std::size_t>(rounds.front().w->rows());
  std::vector<int> count(n, 0);
  std::vector<char> later(n, 0);
  for (std::size_t r = rounds.size(); r-- > 0;) {
    const auto& w = *rounds[r].w;
    std::vector<char> senders(n, 0);
    for (const auto v : accounting::senders(w, observers)) senders[v] = 1;
    const auto now = within(w, std::move(senders), rounds[r].steps - 1);
    later = within(w, std::move(later), rounds[r].steps);
    for (std::size_t u = 0; u < n; ++u) {
      later[u] = static_cast<char>(later[u] != 0 || now[u] != 0);
      count[u] += later[u];
    }
  }
  count[observer] = 0;
  return count;
}

// ---- in fractions

/// An upper guess at the bits of an entry of the view, in fractions.
std::int64_t entry_bits(const std::vector<GossipRound>& rounds) {
  constexpr std::int64_t digits = 53;
  std::int64_t bits = 0;
  for (const auto& round : rounds) {
    std::int64_t degree = 1;
    for (Eigen::Index u = 0; u < round.w->rows(); ++u)
      degree =
          std::max(degree, static_cast<std::int64_t>(round.w->outerIndexPtr()[u + 1] - round.w->outerIndexPtr()[u]));
    const auto weight = static_cast<std::int64_t>(2 * std::bit_width(static_cast<std::uint64_t>(degree)));
    bits += round.steps * (weight + (accelerates(round) ? digits : 0));
  }
  return bits;
}

bool small_enough(const std::vector<GossipRound>& rounds, Node observer) {
  const std::array observers{observer};
  std::int64_t rows = 0;
  for (const auto& round : rounds)
    rows += round.steps * static_cast<std::int64_t>(accounting::senders(*round.w, observers).size());
  const std::int64_t columns = static_cast<std::int64_t>(rounds.size()) * rounds.front().w->rows();
  return std::max(rows, columns) <= most_fraction_rows &&
         std::min(rows, columns) * entry_bits(rounds) <= most_fraction_bits;
}

RunView fraction_view(const std::vector<GossipRound>& rounds, Node observer, bool knows_own,
                      const Execution& execution) {
  const auto run = as_training_run(rounds, {.observers = {observer}, .knows_own = knows_own});
  accounting::LinearQuestion question{
      .subjects = {}, .participation = {}, .road = accounting::LinearRoad::exact, .execution = execution.part()};
  for (Node u = 0; u < run.nodes; ++u) {
    if (u != observer) question.subjects.push_back(accounting::node_subject(u));
  }
  const auto account = accounting::linear_account(accounting::training_protocol(run), question);
  RunView view{.certified = accounting::Certified::rational};
  for (Node u = 0, next = 0; u < run.nodes; ++u) {
    auto& entry = view.losses.emplace_back();
    if (u == observer) continue;
    const auto& loss = account.losses[next++].loss;
    entry = {.loss = loss.vectors, .exact = loss.exact_of(accounting::Contributions::vectors)};
  }
  return view;
}

// ---- in double precision

accounting::StackedRun stacked_run(const std::vector<GossipRound>& rounds, Node observer, bool knows_own,
                                   const Execution& execution) {
  const std::array observers{observer};
  const auto known = knows_own ? std::vector<Node>{observer} : std::vector<Node>{};
  accounting::StackedRun run;
  std::map<const graph::GossipMatrix*, std::size_t> places;
  std::vector<const GossipRound*> different;
  for (const auto& round : rounds) {
    const auto [found, added] = places.emplace(round.w.get(), different.size());
    if (added) different.push_back(&round);
    run.rounds.push_back(found->second);
  }
  run.different.resize(different.size());
  parallel_for(different.size(), execution.part(), [&](std::size_t i) {
    const auto& round = *different[i];
    run.different[i] = accounting::stacked_round(*round.w, accounting::senders(*round.w, observers), known, round.steps,
                                                 round.gamma, execution.stop);
  });
  return run;
}

/// Why a run is not accounted, or empty.
std::string too_large(const accounting::StackedRun& run) {
  const double rows = static_cast<double>(run.most_rows()), rounds = static_cast<double>(run.count()),
               nodes = static_cast<double>(run.different.front().m.rows());
  // Two views, each twice; the matrix of every node and its largest loss.
  const double operations = 4.0 * (nodes * rounds * rows * rows + rows * rows * rows / 3.0 +
                                   nodes * rounds * rounds * (rows + 100.0 * std::sqrt(rounds)));
  const double bytes = 8.0 * (nodes * rounds * rows + rows * rows + 2.0 * nodes * rounds * rounds);
  if (operations > most_run_operations)
    return fmt::format("the whole run has up to {:.0f} rows of {:.0f} noises: some {:.1g} operations, more than {:.0g}",
                       rows, nodes * rounds, operations, most_run_operations);
  if (bytes > 0.5 * available_memory())
    return fmt::format(
        "the whole run has up to {:.0f} rows of {:.0f} noises: some {:.2g} bytes, more than half of the "
        "free memory",
        rows, nodes * rounds, bytes);
  return "";
}

RunView floating_view(const accounting::StackedRun& run, const std::vector<int>& heard, Node observer,
                      const Execution& execution) {
  const auto found = accounting::stacked_losses(run, execution.part());
  const bool one_step =
      std::ranges::all_of(run.different, [](const accounting::StackedRound& round) { return round.steps == 1; });
  RunView view{.losses = std::vector<RunLoss>(heard.size()),
               .certified = one_step ? accounting::Certified::interval : accounting::Certified::estimate};
  if (!found.resolved) {
    view.why =
        "rounding hides the later gossip steps of a round: the lower end is that of the first steps, the upper end the "
        "number of rounds in which the user is heard";
  } else if (!one_step) {
    view.why = "the ends are measured, by an account with W changed by 2^-44";
  }
  const auto rounds = static_cast<double>(run.count());
  parallel_for(heard.size(), execution, "users", [&](std::size_t u) {
    if (u == observer) return;
    const auto loss = accounting::largest_loss({.rounds = run.count(),
                                                .members = 1,
                                                .values = found.matrices[u],
                                                .exact = {},
                                                .doubt = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(run.count()))},
                                               {});
    const double doubt = rounds * found.errors(static_cast<Eigen::Index>(u)), most = heard[u];
    auto& ends = view.losses[u].loss;
    ends.upper = found.resolved ? std::min(most, loss.vectors.upper + doubt) : most;
    ends.lower = std::clamp(loss.vectors.lower - doubt, 0.0, ends.upper);
  });
  return view;
}

}  // namespace

accounting::TrainingRun training_run(const GossipPlan& plan, std::uint32_t trial, int rounds,
                                     accounting::ProtocolView view) {
  require_between("training_run", "rounds", rounds, 1, 1'000'000);
  return as_training_run(rounds_of(plan, trial, rounds), std::move(view));
}

RunLosses run_losses(const GossipPlan& plan, std::uint32_t trial, int rounds, graph::Node observer,
                     const Execution& execution) {
  require_between("run_losses", "rounds", rounds, 1, 1'000'000);
  const auto all = rounds_of(plan, trial, rounds);
  RunLosses losses;
  for (const auto& round : all) losses.gossip.push_back({.steps = round.steps, .gamma = round.gamma});
  losses.published = published_sum(all, observer, execution.part());
  losses.not_corrected = no_correction(all);
  if (losses.not_corrected.empty()) losses.corrected = corrected_sum(*all.front().w, observer, all.size(), execution);
  if (small_enough(all, observer)) {
    losses.unknown = fraction_view(all, observer, false, execution);
    losses.own_noise = fraction_view(all, observer, true, execution);
    return losses;
  }
  const auto heard = heard_rounds(all, observer);
  for (const bool knows_own : {false, true}) {
    const auto run = stacked_run(all, observer, knows_own, execution);
    losses.missing = too_large(run);
    if (!losses.missing.empty()) return losses;
    (knows_own ? losses.own_noise : losses.unknown) = floating_view(run, heard, observer, execution);
  }
  return losses;
}

}  // namespace hearsay::learning
