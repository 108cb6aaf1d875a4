// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/token/token.hpp>

#include <algorithm>

namespace hearsay::protocol {

double Perturb::draw(double scale, random::Stream& stream) const {
  switch (law) {
    case Law::none:
      return 0.0;
    case Law::gaussian:
      return scale * sigma * stream.normal();
    case Law::laplace: {
      const double u = stream.uniform_open() - 0.5;
      return -std::copysign(scale * sigma * M_SQRT1_2, u) * std::log1p(-2.0 * std::abs(u));
    }
  }
  return 0.0;
}

NoiseStream::NoiseStream(Perturb perturb, random::Stream stream) : perturb_(perturb), stream_(stream) {
  require_non_negative("NoiseStream", "sigma", perturb.sigma);
}

void require_ring_sum(const RingSum& plan, std::size_t values) {
  require_between("ring_sum", "users", plan.users, 2, 1'000'000'000);
  require_between("ring_sum", "rounds", plan.rounds, 1, 1'000'000'000);
  const auto users = static_cast<std::size_t>(plan.users);
  if (values != users && values != users * static_cast<std::size_t>(plan.rounds)) {
    throw Error(Errc::shape, "ring_sum",
                fmt::format("{} contributions: there must be users = {} or users rounds = {}", values, users,
                            users * static_cast<std::size_t>(plan.rounds)));
  }
}

std::vector<std::uint32_t> uniform_walk(std::int64_t users, std::int64_t steps, random::Stream& stream) {
  require_between("uniform_walk", "users", users, 1, 0xffffffffLL);
  require_between("uniform_walk", "steps", steps, 0, 4'000'000'000);
  std::vector<std::uint32_t> walk(static_cast<std::size_t>(steps));
  for (auto& user : walk) user = static_cast<std::uint32_t>(stream.below(static_cast<std::uint64_t>(users)));
  return walk;
}

std::vector<std::uint32_t> ring_walk(std::int64_t users, std::int64_t rounds) {
  require_between("ring_walk", "users", users, 2, 0xffffffffLL);
  require_between("ring_walk", "rounds", rounds, 1, 1'000'000'000);
  std::vector<std::uint32_t> walk;
  walk.reserve(static_cast<std::size_t>(users * rounds));
  for (std::int64_t round = 0; round < rounds; ++round) {
    for (std::int64_t user = 0; user < users; ++user) walk.push_back(static_cast<std::uint32_t>(user));
  }
  return walk;
}

void require_complete_sum(const CompleteSum& plan, std::size_t values) {
  require_between("complete_sum", "users", plan.users, 2, 0xffffffffLL);
  if (plan.contribution_cap) require_between("complete_sum", "contribution_cap", *plan.contribution_cap, 0, INT64_MAX);
  if (plan.edge_cap) {
    require_between("complete_sum", "edge_cap", *plan.edge_cap, 0, INT64_MAX);
    if (plan.users > 20'000)
      throw Error(Errc::too_large, "complete_sum",
                  fmt::format("an edge cap counts users^2 edges: users = {} must be <= 20000", plan.users));
  }
  if (values != static_cast<std::size_t>(plan.users)) {
    throw Error(Errc::shape, "complete_sum",
                fmt::format("{} values; one per user is required, {}", values, plan.users));
  }
}

std::int64_t initial_elements(const Histogram& plan) {
  require_between("histogram", "users", plan.users, 2, 0xffffffffLL);
  require_between("histogram", "buckets", plan.buckets, 2, 1'000'000'000);
  if (!(plan.gamma >= 0.0 && plan.gamma < 1.0))
    throw Error(Errc::domain, "histogram", fmt::format("gamma = {} must be in [0, 1)", plan.gamma));
  const double exact = plan.gamma * static_cast<double>(plan.users);
  const double nearest = std::round(exact);  // 0.1 * 30 is 3, not 4
  return static_cast<std::int64_t>(std::abs(exact - nearest) <= 1e-9 * std::max(1.0, nearest) ? nearest
                                                                                              : std::ceil(exact));
}

std::vector<double> debias(const Histogram& plan, std::span<const std::int64_t> counts, double random) {
  (void)initial_elements(plan);
  if (counts.size() != static_cast<std::size_t>(plan.buckets)) {
    throw Error(Errc::shape, "debias",
                fmt::format("{} counts; one per bucket is required, {}", counts.size(), plan.buckets));
  }
  std::vector<double> estimate(counts.size());
  for (std::size_t l = 0; l < counts.size(); ++l) {
    estimate[l] = (static_cast<double>(counts[l]) - random / static_cast<double>(plan.buckets)) / (1.0 - plan.gamma);
  }
  return estimate;
}

void require_histogram(const Histogram& plan, std::span<const std::uint32_t> values) {
  (void)initial_elements(plan);
  if (values.size() != static_cast<std::size_t>(plan.users)) {
    throw Error(Errc::shape, "token_histogram",
                fmt::format("{} values; one per user is required, {}", values.size(), plan.users));
  }
  for (std::size_t u = 0; u < values.size(); ++u) {
    if (values[u] >= static_cast<std::uint64_t>(plan.buckets)) {
      throw Error(Errc::domain, "token_histogram",
                  fmt::format("values[{}] = {} must be < buckets = {}", u, values[u], plan.buckets));
    }
  }
}

}  // namespace hearsay::protocol
