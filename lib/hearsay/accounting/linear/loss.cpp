// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/loss.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/linalg/boolean_quadratic.hpp>
#include <hearsay/linalg/vector_quadratic.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;

constexpr std::size_t most_patterns = 10'000;
constexpr std::size_t most_enumerated = 20;  ///< changes of a pattern
constexpr double most_operations = 1e9;      ///< of all enumerations together
constexpr std::size_t most_compared = 256;   ///< signs compared in fractions
constexpr double tie = 1e-9;                 ///< relative to the sum of moduli

/// The places of a pattern's changes in the matrix.
std::vector<Eigen::Index> changes_of(const LossMatrix& matrix, const Pattern& pattern) {
  std::vector<Eigen::Index> places;
  for (const auto t : pattern) {
    for (std::size_t j = 0; j < matrix.members; ++j)
      places.push_back(static_cast<Eigen::Index>(t * matrix.members + j));
  }
  return places;
}

/// Calls visit(s, value) for every choice of signs up to a common one, in Gray-code order.
template <class Visit>
void for_signs(const Eigen::MatrixXd& m, const Visit& visit) {
  Eigen::VectorXd s = Eigen::VectorXd::Ones(m.rows()), ms = m * s;
  double value = s.dot(ms);
  visit(s, value);
  for (std::uint64_t i = 1; i < (std::uint64_t{1} << (m.rows() - 1)); ++i) {
    const auto bit = static_cast<Eigen::Index>(std::countr_zero(i));
    value += 4.0 * (m(bit, bit) - s(bit) * ms(bit));
    ms -= 2.0 * s(bit) * m.col(bit);
    s(bit) = -s(bit);
    visit(s, value);
  }
}

/// Signs that make every M_st s_s s_t >= 0, if there are any: then all bounds meet.
std::optional<Eigen::VectorXd> agreeing_signs(const Eigen::MatrixXd& m) {
  Eigen::VectorXd s = Eigen::VectorXd::Zero(m.rows());
  for (Eigen::Index root = 0; root < m.rows(); ++root) {
    if (s(root) != 0.0) continue;
    s(root) = 1.0;
    std::vector<Eigen::Index> open = {root};
    while (!open.empty()) {
      const auto t = open.back();
      open.pop_back();
      for (Eigen::Index u = 0; u < m.rows(); ++u) {
        if (m(t, u) == 0.0) continue;
        const double wanted = m(t, u) > 0.0 ? s(t) : -s(t);
        if (s(u) == 0.0) {
          s(u) = wanted;
          open.push_back(u);
        } else if (s(u) != wanted) {
          return std::nullopt;
        }
      }
    }
  }
  return s;
}

/// What is known of one pattern.
struct PatternLoss {
  double lower = 0.0, upper = 0.0, constant = 0.0, sum_abs = 0.0;
  Interval vectors;
  bool attained = false;               ///< lower is the maximum
  bool alike = false;                  ///< vectors lose as much
  std::vector<Eigen::VectorXd> signs;  ///< where it is attained, up to rounding; or the best one found
};

PatternLoss pattern_loss(const Eigen::MatrixXd& m, bool enumerate) {
  PatternLoss found{.constant = m.sum(), .sum_abs = m.cwiseAbs().sum()};
  if (m.rows() == 0) {
    found.attained = found.alike = true;
    return found;
  }
  if (const auto agreeing = agreeing_signs(m)) {
    found.lower = found.upper = found.vectors.lower = found.vectors.upper = found.sum_abs;
    found.signs = {*agreeing};
    found.attained = found.alike = true;
    return found;
  }
  const auto vectors = linalg::vector_quadratic_bounds(m);
  if (enumerate) {
    for_signs(m, [&](const Eigen::VectorXd&, double value) { found.lower = std::max(found.lower, value); });
    for_signs(m, [&](const Eigen::VectorXd& s, double value) {
      if (value >= found.lower - tie * found.sum_abs && found.signs.size() <= most_compared) found.signs.push_back(s);
    });
    found.upper = found.lower;
    found.attained = true;
  } else {
    const auto bounds = linalg::boolean_quadratic_bounds(m);
    found.lower = bounds.exact.value_or(bounds.lower);
    found.upper = bounds.exact.value_or(std::min(bounds.upper, vectors.upper));
    found.signs = {bounds.signs};
  }
  found.vectors = {.lower = std::max(vectors.lower, found.lower), .upper = vectors.upper};
  return found;
}

Rational exact_value(const LossMatrix& matrix, const std::vector<Eigen::Index>& places, const Eigen::VectorXd& signs) {
  Rational sum = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < places.size(); ++j) {
      const auto& entry = matrix.exact[static_cast<std::size_t>(places[i])][static_cast<std::size_t>(places[j])];
      if (signs(static_cast<Eigen::Index>(i)) == signs(static_cast<Eigen::Index>(j))) {
        sum += entry;
      } else {
        sum -= entry;
      }
    }
  }
  return sum;
}

void attained_at(LinearLoss& result, const Pattern& pattern, const Eigen::VectorXd& signs) {
  result.rounds = pattern;
  result.signs.clear();
  for (const double s : signs) result.signs.push_back(s < 0.0 ? -1 : 1);
}

/// Takes a pattern into the maximum over patterns.
void include(LinearLoss& result, const LossMatrix& matrix, const Pattern& pattern, const PatternLoss& found,
             bool& all_exact) {
  const bool first = result.rounds.empty();
  if (first || found.lower > result.loss.lower) {
    attained_at(result, pattern, found.signs.empty() ? Eigen::VectorXd() : found.signs.front());
  }
  result.loss.lower = std::max(result.loss.lower, found.lower);
  result.loss.upper = std::max(result.loss.upper, found.upper);
  result.vectors.lower = std::max(result.vectors.lower, found.vectors.lower);
  result.vectors.upper = std::max(result.vectors.upper, found.vectors.upper);
  result.constant = first ? found.constant : std::max(result.constant, found.constant);
  result.sum_abs = std::max(result.sum_abs, found.sum_abs);
  if (matrix.exact.empty()) return;
  all_exact = all_exact && found.attained && found.signs.size() <= most_compared;
  if (!all_exact) return;
  const auto places = changes_of(matrix, pattern);
  for (const auto& signs : found.signs) {
    auto value = exact_value(matrix, places, signs);
    if (result.exact && value <= *result.exact) continue;
    result.exact = std::move(value);
    attained_at(result, pattern, signs);
  }
}

/// More patterns than can be looked at: one dual for all of them.
LinearLoss bounded_loss(const LossMatrix& matrix, const Participation& participation) {
  const auto vectors = linalg::vector_quadratic_bounds(matrix.values);
  const auto per_round = [&](const Eigen::VectorXd& y) {
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(matrix.rounds));
    for (Eigen::Index i = 0; i < y.size(); ++i) weights(i / static_cast<Eigen::Index>(matrix.members)) += y(i);
    return weights;
  };
  LinearLoss result;
  result.loss.upper = result.sum_abs = std::numeric_limits<double>::infinity();
  bool all_exact = false;
  const Eigen::VectorXd moduli = matrix.values.cwiseAbs().rowwise().sum();
  for (const Eigen::VectorXd& dual : {vectors.dual, moduli}) {
    const auto weights = per_round(dual);
    const auto pattern = heaviest_pattern(participation, weights);
    double bound = 0.0;
    for (const auto t : pattern) bound += weights(static_cast<Eigen::Index>(t));
    const auto places = changes_of(matrix, pattern);
    const Eigen::MatrixXd m = matrix.values(places, places);
    const double upper = std::min(result.loss.upper, bound);
    include(result, matrix, pattern, pattern_loss(m, m.rows() <= static_cast<Eigen::Index>(most_enumerated)),
            all_exact);
    result.loss.upper = result.vectors.upper = upper;
    result.sum_abs = bound;
  }
  result.why =
      "there are too many patterns to evaluate each, so the upper bounds come from one dual bound for all patterns";
  return result;
}

/// Widens bounds whose root may be wrong by `doubt`, and by what is rounded.
void widen(Interval& bounds, double doubt) {
  constexpr double rounding = 1e-12;
  bounds.lower = std::pow(std::max(0.0, std::sqrt(bounds.lower) * (1.0 - rounding) - doubt), 2);
  bounds.upper = std::pow(std::sqrt(bounds.upper) * (1.0 + rounding) + doubt, 2);
}

/// The largest loss as if M were exact.
LinearLoss largest_of(const LossMatrix& matrix, const Participation& participation) {
  const auto all = patterns(participation, matrix.rounds, most_patterns);
  if (!all) return bounded_loss(matrix, participation);
  double operations = 0.0;
  for (const auto& pattern : *all) {
    const auto changes = static_cast<double>(pattern.size() * matrix.members);
    operations += changes <= static_cast<double>(most_enumerated) ? 2.0 * changes * std::exp2(changes - 1.0) : 0.0;
  }
  LinearLoss result;
  bool all_exact = !matrix.exact.empty(), all_alike = true;
  for (const auto& pattern : *all) {
    const auto places = changes_of(matrix, pattern);
    const Eigen::MatrixXd m = matrix.values(places, places);
    const bool enumerate = operations <= most_operations && places.size() <= most_enumerated;
    const auto found = pattern_loss(m, enumerate);
    include(result, matrix, pattern, found, all_exact);
    all_alike = all_alike && found.alike;
  }
  result.alike = all_alike;
  if (!all_exact) result.exact.reset();
  return result;
}

}  // namespace

std::string to_string(Certified certified) {
  switch (certified) {
    case Certified::rational:
      return "rational";
    case Certified::modular:
      return "modular";
    case Certified::interval:
      return "interval";
    default:
      return "estimate";
  }
}

std::string_view to_string(Contributions contributions) {
  return contributions == Contributions::vectors ? "vectors" : "numbers";
}

LinearLoss largest_loss(const LossMatrix& matrix, const Participation& participation) {
  auto result = largest_of(matrix, participation);
  const double doubt = matrix.exact.empty() ? matrix.doubt.cwiseAbs().sum() : 0.0;
  if (result.exact) {
    const double value = exact::to_double(*result.exact);
    result.loss = {.lower = value, .upper = value};
    widen(result.vectors, doubt);
    result.vectors.lower = std::max(result.vectors.lower, value);
    if (result.alike) result.vectors = result.loss;
    result.certified = Certified::rational;
    return result;
  }
  result.certified = Certified::interval;
  widen(result.loss, doubt);
  widen(result.vectors, doubt);
  return result;
}

Interval largest_vectors_loss(const LossMatrix& matrix, const Participation& participation) {
  const auto all = patterns(participation, matrix.rounds, most_patterns);
  if (!all) return largest_loss(matrix, participation).vectors;
  Interval result;
  for (const auto& pattern : *all) {
    const auto places = changes_of(matrix, pattern);
    const Eigen::MatrixXd m = matrix.values(places, places);
    if (m.rows() == 0) continue;
    Interval found{.lower = m.cwiseAbs().sum(), .upper = m.cwiseAbs().sum()};
    if (!agreeing_signs(m)) {
      const auto bounds = linalg::vector_quadratic_bounds(m);
      found = {.lower = bounds.lower, .upper = bounds.upper};
    }
    result.lower = std::max(result.lower, found.lower);
    result.upper = std::max(result.upper, found.upper);
  }
  widen(result, matrix.doubt.cwiseAbs().sum());
  return result;
}

}  // namespace hearsay::accounting
