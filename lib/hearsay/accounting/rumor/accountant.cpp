// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/accountant.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

constexpr double most_epsilon = 700.0;  // of rumor_delta

/// Where a property that holds from some point on begins: {the last point without, the first with}, 1e-6 apart, or
/// nearer to 0 than that. @pre it does not hold at 0, and holds at `high`.
template <class Holds>
std::pair<double, double> beginning(double high, const Holds& holds) {
  double low = 0.0, step = 1.0;
  while (step < high && !holds(step)) low = step, step *= 2.0;
  high = std::min(high, step);
  while (high - low > 1e-6 * high && high > 1e-9) {
    const double middle = 0.5 * (low + high);
    (holds(middle) ? high : low) = middle;
  }
  return {low, high};
}

}  // namespace

RumorAccountant::RumorAccountant(RumorLaw<double> law, const RumorEffort& effort)
    : law_(std::move(law)), effort_(effort) {}

Bracket RumorAccountant::delta(double epsilon) const { return rumor_delta(law_, epsilon, effort_); }

bool RumorAccountant::forever_above(double delta) const {
  for (const int i : law_.world().suspects()) {
    for (const int j : law_.world().suspects()) {
      if (i != j && rumor_delta_floor(law_, i, j, effort_) > delta) return true;
    }
  }
  return false;
}

Bracket RumorAccountant::epsilon(double delta) const {
  require_open_unit("RumorAccountant", "delta", delta);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::map<double, Bracket> known;
  const auto at = [&](double epsilon) {
    const auto found = known.find(epsilon);
    return found != known.end() ? found->second : known.emplace(epsilon, this->delta(epsilon)).first->second;
  };
  const auto safe = [&](double epsilon) { return at(epsilon).upper() <= delta; };
  const auto may_be_safe = [&](double epsilon) { return at(epsilon).lower() <= delta; };

  if (safe(0.0)) return Bracket::exact(0.0);
  if (!may_be_safe(most_epsilon))  // as where delta never falls so far: its lower end is at least the floor
    return forever_above(delta) ? Bracket::exact(infinity) : Bracket(most_epsilon, infinity, infinity);
  const double upper = safe(most_epsilon) ? beginning(most_epsilon, safe).second : infinity;
  const double lower = may_be_safe(0.0) ? 0.0 : beginning(most_epsilon, may_be_safe).first;
  return {lower, std::max(lower, std::min(upper, 0.5 * (lower + upper))), upper};
}

}  // namespace hearsay::accounting
