// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/repeated.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include <hearsay/accounting/linear/dense.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/linalg/blas.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::uint32_t not_kept = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t rows_followed = 2;       ///< at once
constexpr std::size_t columns_at_once = 1024;  ///< of N

using Kind = NoiseKind::Kind;

/// One round with the noises that are drawn at the first injection only, or with the others.
Protocol one_round(const Protocol& protocol, bool first_only) {
  Protocol one{.nodes = protocol.nodes, .rounds = {protocol.rounds.front()}, .view = protocol.view};
  for (const auto& noise : protocol.noise) {
    if ((noise.first_only && noise.kind != Kind::link) != first_only) continue;
    one.noise.push_back(noise);
    one.noise.back().first_only = false;
  }
  return one;
}

/// The most entries between neighboring offsets.
std::size_t longest(const std::vector<std::size_t>& offsets) {
  std::size_t most = 0;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) most = std::max(most, offsets[i + 1] - offsets[i]);
  return most;
}

void require_memory_of(std::size_t rows, std::size_t kept) {
  if (rows > most_dense_rows)
    throw Error(Errc::too_large, "linear view", fmt::format("{} rows are more than {}", rows, most_dense_rows));
  // Of S: itself, its scaled copy, its factor and a shifted one.
  constexpr double matrices = 5.0;
  const double size = static_cast<double>(rows);
  const double bytes = 8.0 * size * (matrices * size + static_cast<double>(kept + columns_at_once));
  hearsay::require_memory("linear view", fmt::format("{} rows that depend on {} nodes", rows, kept), bytes);
}

}  // namespace

bool rounds_alike(const Protocol& protocol) {
  if (protocol.rounds.empty() || protocol.view.sees == ProtocolView::Sees::final) return false;
  const auto& first = protocol.rounds.front();
  const bool alike = std::ranges::all_of(protocol.rounds, [&](const ProtocolRound& round) {
    return round.inject && round.mix == first.mix && round.steps == first.steps && round.gamma == first.gamma &&
           round.feedback == first.feedback;
  });
  return alike && first.steps > 0 && std::ranges::none_of(protocol.noise, [](const NoiseKind& noise) {
           return noise.kind == Kind::message || noise.kind == Kind::temporal;
         });
}

bool weights_add(const Protocol& protocol) {
  const auto& round = protocol.rounds.front();
  if (round.gamma || round.feedback) return false;
  const auto& mix = *round.mix;
  if (mix.rule == Mix::Rule::matrix) {
    return std::ranges::all_of(mix.matrix.rows, [](const auto& row) {
      return std::ranges::all_of(row, [](const auto& entry) { return entry.value >= 0; });
    });
  }
  if (mix.rule != Mix::Rule::given) return true;
  std::vector<exact::Rational> rest(protocol.nodes, 1);  // the diagonal
  for (std::size_t i = 0; i < mix.edges.size(); ++i) {
    if (mix.weights[i] < 0) return false;
    rest[mix.edges[i].first] -= mix.weights[i];
    rest[mix.edges[i].second] -= mix.weights[i];
  }
  return std::ranges::all_of(rest, [](const exact::Rational& own) { return own >= 0; });
}

RepeatedView::RepeatedView(const Protocol& protocol, const Execution& execution)
    : nodes_(protocol.nodes), rounds_(protocol.rounds.size()) {
  const auto round = linear_system<double>(one_round(protocol, false));
  names_ = round.rows;
  own_variance_.assign(names_.size(), 0.0);
  for (const auto& stage : round.stages) {
    for (std::size_t i = 0; i < stage.seen_noise.size(); ++i) {
      for (std::size_t k = stage.seen_noise.offsets[i]; k < stage.seen_noise.offsets[i + 1]; ++k)
        own_variance_[stage.first_row + i] += stage.seen_noise.values[k] * stage.seen_noise.values[k];
    }
    roundings_of_round_ += stage.mix ? static_cast<double>(longest(stage.mix->offsets)) + 3.0 : 1.0;
  }
  keep(round);
  every_ = columns_of(round);
  const auto first = linear_system<double>(one_round(protocol, true));
  first_ = columns_of(first);
  noises_ = rounds_ * round.noises.size() + first.noises.size();
  const auto kept = static_cast<Eigen::Index>(std::ranges::count_if(place_, [](auto p) { return p != not_kept; }));
  require_memory_of(rows(), static_cast<std::size_t>(kept));
  h_.resize(static_cast<Eigen::Index>(rows()), kept);
  const auto small = restricted(round);
  parallel_for((names_.size() + rows_followed - 1) / rows_followed, execution, [&](std::size_t piece) {
    const std::size_t begin = piece * rows_followed;
    end_if(execution.stop);
    follow(small, begin, std::min(rows_followed, names_.size() - begin));
  });
}

/// Numbers the nodes from which the rows of a round can be reached in as many steps of mixing as the run has.
void RepeatedView::keep(const LinearSystem<double>& round) {
  place_.assign(nodes_, not_kept);
  std::vector<std::uint32_t> last;
  std::uint32_t count = 0;
  const auto take = [&](std::uint32_t node, std::vector<std::uint32_t>& list) {
    if (place_[node] != not_kept) return;
    place_[node] = count++;
    list.push_back(node);
  };
  std::vector<const SparseRows<double>*> mixes;
  for (const auto& stage : round.stages) {
    for (const auto node : stage.seen.columns) take(node, last);
    if (stage.mix) mixes.push_back(stage.mix.get());
  }
  const std::size_t steps = rounds_ * mixes.size();
  std::ranges::sort(mixes);
  mixes.erase(std::ranges::unique(mixes).begin(), mixes.end());
  for (std::size_t step = 0; step < steps && !last.empty(); ++step) {
    std::vector<std::uint32_t> next;
    for (const auto* mix : mixes) {
      for (const auto node : last) {
        for (std::size_t k = mix->offsets[node]; k < mix->offsets[node + 1]; ++k) take(mix->columns[k], next);
      }
    }
    last = std::move(next);
  }
  // In the order of the nodes, which memory likes better than the order of their distances.
  count = 0;
  for (auto& place : place_) {
    if (place != not_kept) place = count++;
  }
}

/// The stages of a round on the kept nodes, without noise.
LinearSystem<double> RepeatedView::restricted(const LinearSystem<double>& round) const {
  const auto on_kept = [&](const SparseRows<double>& rows, bool all_rows) {
    SparseRows<double> result;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!all_rows && place_[i] == not_kept) continue;
      for (std::size_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
        if (place_[rows.columns[k]] != not_kept) result.add(place_[rows.columns[k]], rows.values[k]);
      }
      result.end_row();
    }
    return result;
  };
  LinearSystem<double> small{.state = static_cast<std::size_t>(h_.cols())};
  std::map<const SparseRows<double>*, std::shared_ptr<const SparseRows<double>>> mixes;
  for (const auto& stage : round.stages) {
    auto& copy = small.stages.emplace_back();
    copy.gamma = stage.gamma;
    copy.seen = on_kept(stage.seen, true);
    copy.first_row = stage.first_row;
    if (!stage.mix) continue;
    auto& mix = mixes[stage.mix.get()];
    if (!mix) mix = std::make_shared<const SparseRows<double>>(on_kept(*stage.mix, false));
    copy.mix = mix;
  }
  return small;
}

RepeatedView::Columns RepeatedView::columns_of(const LinearSystem<double>& round) const {
  const auto& rows = round.stages.front().noise;
  const auto for_entries = [&](const auto& visit) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (place_[i] == not_kept) continue;
      for (std::size_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) visit(rows.columns[k], place_[i], k);
    }
  };
  std::vector<std::size_t> counts(round.noises.size(), 0);
  for_entries([&](std::uint32_t column, std::uint32_t, std::size_t) { ++counts[column]; });
  Columns result;
  std::vector<std::size_t> next(counts.size());
  std::size_t sum = 0;
  for (std::size_t column = 0; column < counts.size(); ++column) {
    next[column] = sum;
    if (counts[column] == 0) continue;
    sum += counts[column];
    result.offsets.push_back(sum);
  }
  result.entries.resize(sum);
  for_entries([&](std::uint32_t column, std::uint32_t place, std::size_t k) {
    result.entries[next[column]++] = {place, rows.values[k]};
  });
  return result;
}

/// Rows begin, ..., begin + width - 1 of a round, backwards through all rounds.
void RepeatedView::follow(const LinearSystem<double>& round, std::size_t begin, std::size_t width) {
  std::vector<double> now(round.state * width), earlier(round.state * width);
  for (std::size_t lag = 0; lag < rounds_; ++lag) {
    for (auto stage = round.stages.rbegin(); stage != round.stages.rend(); ++stage) {
      for (std::size_t i = 0; lag == 0 && i < stage->seen.size(); ++i) {
        const std::size_t row = stage->first_row + i;
        if (row < begin || row >= begin + width) continue;
        for (std::size_t k = stage->seen.offsets[i]; k < stage->seen.offsets[i + 1]; ++k)
          now[stage->seen.columns[k] * width + row - begin] += stage->seen.values[k];
      }
      if (std::next(stage) == round.stages.rend()) {
        const auto first = static_cast<Eigen::Index>(lag * names_.size() + begin);
        for (std::size_t place = 0; place < round.state; ++place) {
          for (std::size_t j = 0; j < width; ++j)
            h_(first + static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(place)) = now[place * width + j];
        }
      }
      pull_back(*stage, now, earlier, width);
    }
  }
}

std::vector<RowName> RepeatedView::row_names() const {
  std::vector<RowName> names;
  for (std::size_t r = 0; r < rounds_; ++r) {
    for (auto name : names_) {
      name.round = static_cast<std::int32_t>(r);
      names.push_back(name);
    }
  }
  return names;
}

/// Adds h N (h N)^T, the lower triangle.
void RepeatedView::add_noise(const Columns& columns, Eigen::MatrixXd& gram, const Execution& execution) const {
  constexpr std::size_t pieces = 16;
  const std::size_t count = columns.offsets.size() - 1, batches = (count + columns_at_once - 1) / columns_at_once;
  Eigen::MatrixXd batch(h_.rows(), static_cast<Eigen::Index>(std::min(columns_at_once, count)));
  for (std::size_t b = 0; b < batches; ++b) {
    const std::size_t begin = b * columns_at_once, width = std::min(columns_at_once, count - begin);
    end_if(execution.stop);
    parallel_for(pieces, execution.part(), [&](std::size_t piece) {
      for (std::size_t c = piece * width / pieces; c < (piece + 1) * width / pieces; ++c) {
        auto column = batch.col(static_cast<Eigen::Index>(c));
        column.setZero();
        for (std::size_t k = columns.offsets[begin + c]; k < columns.offsets[begin + c + 1]; ++k)
          column += columns.entries[k].second * h_.col(static_cast<Eigen::Index>(columns.entries[k].first));
      }
    });
    linalg::add_gram(gram, batch.leftCols(static_cast<Eigen::Index>(width)));
    if (execution.progress) execution.progress(b + 1, batches, "batches of noises");
  }
}

Eigen::MatrixXd RepeatedView::gram(const Execution& execution) const {
  const auto size = static_cast<Eigen::Index>(rows()), period = static_cast<Eigen::Index>(names_.size());
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(size, size);
  add_noise(every_, gram, execution);
  for (Eigen::Index c = period; c < size; ++c)
    gram.col(c).tail(size - c) += gram.col(c - period).segment(c - period, size - c);
  add_noise(first_, gram, execution.part());
  for (Eigen::Index i = 0; i < size; ++i) gram(i, i) += own_variance_[static_cast<std::size_t>(i % period)];
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  return gram;
}

Eigen::MatrixXd RepeatedView::signals(const std::vector<Change>& changes) const {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(h_.rows(), static_cast<Eigen::Index>(changes.size()));
  for (std::size_t k = 0; k < changes.size(); ++k) {
    for (const auto& [input, factor] : changes[k]) {
      const auto place = place_[input % nodes_];
      if (place == not_kept) continue;
      const auto seen = h_.rows() - static_cast<Eigen::Index>(input / nodes_ * names_.size());
      result.col(static_cast<Eigen::Index>(k)).tail(seen) +=
          exact::to_double(factor) * h_.col(static_cast<Eigen::Index>(place)).head(seen);
    }
  }
  return result;
}

/// Diagonal of |h| |N| |N|^T |h|^T.
Eigen::VectorXd RepeatedView::unsigned_diagonal(const Columns& columns, const Execution& execution) const {
  constexpr std::size_t pieces = 16;
  const std::size_t count = columns.offsets.size() - 1;
  std::vector<Eigen::VectorXd> sums(pieces, Eigen::VectorXd::Zero(h_.rows()));
  parallel_for(pieces, execution.part(), [&](std::size_t piece) {
    Eigen::VectorXd column(h_.rows());
    for (std::size_t c = piece * count / pieces; c < (piece + 1) * count / pieces; ++c) {
      end_if(execution.stop);
      column.setZero();
      for (std::size_t k = columns.offsets[c]; k < columns.offsets[c + 1]; ++k) {
        const auto& [place, factor] = columns.entries[k];
        column += std::abs(factor) * h_.col(static_cast<Eigen::Index>(place)).cwiseAbs();
      }
      sums[piece] += column.cwiseAbs2();
    }
  });
  for (std::size_t piece = 1; piece < pieces; ++piece) sums.front() += sums[piece];
  return sums.front();
}

double RepeatedView::rounding(const Eigen::MatrixXd& gram, const Execution& execution) const {
  const auto size = static_cast<Eigen::Index>(rows()), period = static_cast<Eigen::Index>(names_.size());
  Eigen::VectorXd most = unsigned_diagonal(every_, execution);
  for (Eigen::Index i = period; i < size; ++i) most(i) += most(i - period);
  most += unsigned_diagonal(first_, execution);
  for (Eigen::Index i = 0; i < size; ++i) most(i) += own_variance_[static_cast<std::size_t>(i % period)];
  const double cancelled = size == 0 ? 1.0 : std::max(1.0, (most.array() / gram.diagonal().array()).maxCoeff());
  const auto columns = static_cast<double>(std::max(every_.offsets.size(), first_.offsets.size()));
  const auto in_column = static_cast<double>(std::max(longest(every_.offsets), longest(first_.offsets)));
  constexpr double unit = 0.5 * std::numeric_limits<double>::epsilon();
  const double sums =
      static_cast<double>(columns_at_once) + columns / static_cast<double>(columns_at_once) + 2.0 * in_column;
  return unit * cancelled * (sums + static_cast<double>(rounds_) * (2.0 * roundings_of_round_ + 1.0));
}

std::vector<Protocol> shown_injections(const Protocol& protocol) {
  const bool seen =
      protocol.view.sees == ProtocolView::Sees::all &&
      std::ranges::all_of(protocol.rounds, [](const ProtocolRound& r) { return !r.inject || r.steps > 0; });
  const bool fresh = std::ranges::all_of(protocol.noise, [](const NoiseKind& noise) {
    return noise.kind == Kind::node || noise.kind == Kind::pair || noise.kind == Kind::matrix;
  });
  if (!seen || !fresh || protocol.injections() == 0) return {};
  Protocol one{.nodes = protocol.nodes,
               .labels = protocol.labels,
               .rounds = {{.mix = std::make_shared<const Mix>()}},
               .noise = protocol.noise,
               .view = protocol.view};
  one.view.first_step_only = true;
  std::vector<Protocol> injections = {one};
  if (std::erase_if(one.noise, [](const NoiseKind& noise) { return noise.first_only; }) > 0 &&
      protocol.injections() > 1)
    injections.push_back(std::move(one));
  return injections;
}

}  // namespace hearsay::accounting
