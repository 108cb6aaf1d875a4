// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/participation.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::size_t largest_number = 1'000'000'000;

/// The numbers after a word, separated by colons; nothing if one is no number from 1 on.
std::optional<std::vector<std::size_t>> numbers(std::string_view text) {
  std::vector<std::size_t> found;
  while (true) {
    const auto end = std::min(text.find(':'), text.size());
    const auto value = parse_whole<std::size_t>(text.substr(0, end));
    if (!value || *value < 1 || *value > largest_number) return std::nullopt;
    found.push_back(*value);
    if (end == text.size()) return found;
    text.remove_prefix(end + 1);
  }
}

/// Patterns of at most `count` rounds that cannot be extended, with every distance at least `gap`.
class Spaced {
 public:
  Spaced(const Participation& participation, std::size_t rounds, std::size_t most)
      : count_(participation.count), gap_(participation.gap), rounds_(rounds), most_(most) {}

  std::optional<std::vector<Pattern>> all() {
    extend(0, false);
    if (found_.size() > most_) return std::nullopt;
    return std::move(found_);
  }

 private:
  /// Appends every possible next round from `first` on.
  /// @param full  only `count` rounds will do: room for one more was left before.
  void extend(std::size_t first, bool full) {
    if (found_.size() > most_) return;
    const std::size_t room = first < rounds_ ? (rounds_ - first + gap_ - 1) / gap_ : 0;
    if (full && pattern_.size() + room < count_) return;
    if (pattern_.size() == count_ || first >= rounds_) {
      if (!extensible()) found_.push_back(pattern_);
      return;
    }
    for (std::size_t t = first; t < rounds_; ++t) {
      pattern_.push_back(t);
      extend(t + gap_, full || t >= first + gap_);
      pattern_.pop_back();
    }
  }

  /// Whether a round could be added to a pattern that has room for one.
  [[nodiscard]] bool extensible() const {
    if (pattern_.size() == count_) return false;
    for (std::size_t t = 0; t < rounds_; ++t) {
      const auto apart = [&](std::size_t s) { return (s > t ? s - t : t - s) >= gap_; };
      if (std::ranges::all_of(pattern_, apart)) return true;
    }
    return false;
  }

  std::size_t count_, gap_, rounds_, most_;
  Pattern pattern_;
  std::vector<Pattern> found_;
};

Pattern residue_class(std::size_t first, std::size_t step, std::size_t rounds) {
  Pattern pattern;
  for (std::size_t t = first; t < rounds; t += step) pattern.push_back(t);
  return pattern;
}

Pattern heaviest_spaced(const Participation& participation, const Eigen::VectorXd& weights) {
  const auto rounds = static_cast<std::size_t>(weights.size());
  const std::size_t most = std::min(participation.count, (rounds + participation.gap - 1) / participation.gap);
  // best[k][t]: of at most k rounds from t on.
  std::vector<std::vector<double>> best(most + 1, std::vector<double>(rounds + 1, 0.0));
  const auto after = [&](std::size_t t) { return std::min(rounds, t + participation.gap); };
  for (std::size_t k = 1; k <= most; ++k) {
    for (std::size_t t = rounds; t-- > 0;) {
      best[k][t] = std::max(best[k][t + 1], weights(static_cast<Eigen::Index>(t)) + best[k - 1][after(t)]);
    }
  }
  Pattern pattern;
  for (std::size_t k = most, t = 0; k > 0 && t < rounds;) {
    if (best[k][t] == best[k][t + 1]) {
      ++t;
    } else {
      pattern.push_back(t);
      t = after(t);
      --k;
    }
  }
  return pattern;
}

}  // namespace

Participation parse_participation(const std::string& where, const std::string& text) {
  using Kind = Participation::Kind;
  if (text == "every") return {.kind = Kind::every};
  if (text == "once") return {.kind = Kind::once};
  const std::string_view given = text;
  if (given.starts_with("period:")) {
    const auto found = numbers(given.substr(7));
    if (found && found->size() == 1) return {.kind = Kind::period, .period = found->front()};
  }
  if (given.starts_with("at-most:")) {
    const auto found = numbers(given.substr(8));
    if (found && found->size() == 2) return {.kind = Kind::at_most, .count = found->front(), .gap = found->back()};
  }
  throw Error(Errc::syntax, where, fmt::format("'{}' is not one of every, once, period:B, at-most:K:GAP", text));
}

std::string to_string(const Participation& participation) {
  switch (participation.kind) {
    case Participation::Kind::every:
      return "every";
    case Participation::Kind::once:
      return "once";
    case Participation::Kind::period:
      return fmt::format("period:{}", participation.period);
    default:
      return fmt::format("at-most:{}:{}", participation.count, participation.gap);
  }
}

std::optional<std::vector<Pattern>> patterns(const Participation& participation, std::size_t rounds, std::size_t most) {
  using Kind = Participation::Kind;
  if (participation.kind == Kind::at_most) return Spaced(participation, rounds, most).all();
  const std::size_t step = participation.kind == Kind::every    ? 1
                           : participation.kind == Kind::period ? participation.period
                                                                : std::max<std::size_t>(rounds, 1);
  const std::size_t classes = std::min(step, std::max<std::size_t>(rounds, 1));
  if (classes > most) return std::nullopt;
  std::vector<Pattern> found;
  for (std::size_t first = 0; first < classes; ++first) found.push_back(residue_class(first, step, rounds));
  return found;
}

Pattern heaviest_pattern(const Participation& participation, const Eigen::VectorXd& weights) {
  const auto rounds = static_cast<std::size_t>(weights.size());
  if (participation.kind == Participation::Kind::at_most) return heaviest_spaced(participation, weights);
  const auto all = patterns(participation, rounds, std::max<std::size_t>(rounds, 1));
  const auto weight = [&](const Pattern& pattern) {
    return std::accumulate(pattern.begin(), pattern.end(), 0.0,
                           [&](double sum, std::size_t t) { return sum + weights(static_cast<Eigen::Index>(t)); });
  };
  return *std::ranges::max_element(*all, {}, weight);
}

}  // namespace hearsay::accounting
