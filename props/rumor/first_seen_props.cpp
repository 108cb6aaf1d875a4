// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include <hearsay/accounting/rumor/first_seen.hpp>
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/first_seen.hpp"
#include "props/rumor/questions.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using run::Context;
using run::Finding;

/// A crowd of any size.
struct MutedCrowd {
  RumorSize size;
  double muting;
};

/// Every crowd of at most twelve nodes, and larger ones.
std::vector<MutedCrowd> muted_crowds(int largest) {
  auto sizes = rumor_sizes(12);
  for (int n = 30; n <= largest; n = n < 100 ? 100 : 10 * n) {
    for (const int f : {1, n / 10, n / 2, n - 2}) sizes.push_back({n, f});
  }
  std::vector<MutedCrowd> all;
  for (const auto& size : sizes) {
    for (const double s : grid(8)) all.push_back({size, s});
  }
  return all;
}

/// f/(n - s (n - f - 1)), written out.
double cap_of(const MutedCrowd& c) {
  return c.size.curious / (c.size.nodes - c.muting * (c.size.nodes - c.size.curious - 1));
}

/// Two brackets of one number: violated if they are apart, undecided if the exact one says little.
Outcome meets(const Bracket& value, const Bracket& delta) {
  auto outcome = decided(value.lower() <= delta.upper() + 1e-9 && value.upper() >= delta.lower() - 1e-9);
  outcome.undecided = !outcome.violated && delta.width() > 1e-3;
  return outcome;
}

Outcome is_between(const Bracket& value, const MutedCrowd& c) {
  const double b = static_cast<double>(c.size.curious) / c.size.nodes;
  const double published = accounting::rumor_delta_bound(c.size.crowd(), c.muting);
  // At s = 0 both bounds are b: no bracket of the value is beside it.
  const auto between = c.muting == 0.0 ? decided(value.contains(b))
                                       : worse(bracket_at_most(value, cap_of(c)), bracket_at_least(value, b));
  return worse(between, decided(cap_of(c) <= published * (1.0 + 1e-12)));
}

}  // namespace

Bracket exact_first_seen(const accounting::RumorCrowd& crowd, double muting) {
  return accounting::rumor_first_seen(crowd, muting);
}

Finding first_seen_is_delta(const Context& context, const FirstSeen& accountant) {
  const auto worlds = world_cases({.most_nodes = context.pick(4, 5, 6), .mutings = grid(context.pick(4, 8, 16))});
  const auto value = [&](const Question& q) { return accountant(q.at.size.crowd(), q.at.muting); };
  return ask(
      context, questions(worlds, {0.0}),
      [&](const Question& q, const Bracket& delta) { return meets(value(q), delta); },
      [&](const Question& q) { return "delta(0) = " + between(value(q)); });
}

Finding first_seen_is_bounded(const Context& context, const FirstSeen& accountant) {
  const auto value = [&](const MutedCrowd& c) { return accountant(c.size.crowd(), c.muting); };
  const auto result = sweep(muted_crowds(context.pick(100, 1'000, 100'000)),
                            [&](const MutedCrowd& c) { return is_between(value(c), c); });
  return conclude(result, [&](const MutedCrowd& c) {
    return compared_numerically(rumor_instance(c.size, fmt::format("{}", c.muting)),
                                {fmt::format("at most {}", cap_of(c)), between(value(c))});
  });
}

void register_rumor_first_seen(run::Registry& registry) {
  registry.add("rumor.first_seen",
               [](const Context& context) { return first_seen_is_delta(context, exact_first_seen); });
  registry.add("rumor.first_seen.bound",
               [](const Context& context) { return first_seen_is_bounded(context, exact_first_seen); });
}

}  // namespace hearsay::props
