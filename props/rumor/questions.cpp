// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/rumor/questions.hpp"

#include "props/kit/witness.hpp"

namespace hearsay::props {

namespace {

accounting::RumorEffort search_effort(const run::Context& context) {
  return {.width = 1e-7, .expansions = context.pick<std::uint64_t>(400, 1'000, 200'000)};
}

}  // namespace

std::vector<WorldCase> world_cases(const Worlds& worlds) {
  std::vector<WorldCase> all;
  for (const auto& size : rumor_sizes(worlds.most_nodes)) {
    for (const auto end : {accounting::RumorEnd::unending, accounting::RumorEnd::terminated}) {
      if (end == accounting::RumorEnd::terminated && !worlds.terminated) continue;
      auto world = accounting::rumor_world(size.nodes, size.curious, end, worlds.self_sends);
      for (const double muting : worlds.mutings) all.push_back({world, size, muting});
      world.delayed = true;
      if (worlds.delayed) all.push_back({world, size, 1.0});
      for (world.tellings = 2; world.tellings <= worlds.tellings; ++world.tellings) all.push_back({world, size, 1.0});
    }
  }
  return all;
}

std::vector<double> grid(int steps) {
  std::vector<double> all;
  for (int i = 0; i <= steps; ++i) all.push_back(static_cast<double>(i) / steps);
  return all;
}

Bracket Question::answer(const run::Context& context) const {
  const accounting::RumorLaw<double> law(at.world, at.muting, at.seen);
  return epsilon ? rumor_delta(law, *epsilon, search_effort(context)) : rumor_uncertainty(law, search_effort(context));
}

std::vector<Question> questions(const std::vector<WorldCase>& worlds,
                                const std::vector<std::optional<double>>& epsilons) {
  std::vector<Question> all;
  for (const auto& world : worlds) {
    for (const auto& epsilon : epsilons) all.push_back({world, epsilon});
  }
  return all;
}

run::Witness interval_witness(const Question& q, const std::string& claimed, const Bracket& actual) {
  const auto& world = q.at.world;
  const bool ends = world.end == accounting::RumorEnd::terminated;
  auto instance =
      rumor_instance(q.at.size, fmt::format("{}{}{}", q.at.muting,
                                            world.tellings > 2   ? ", source silent until it receives three messages"
                                            : world.tellings > 1 ? ", source silent until it receives two messages"
                                            : world.delayed      ? ", delayed start"
                                                                 : "",
                                            ends ? ", terminated" : ""));
  if (q.at.seen < 1.0) instance["seen"] = q.at.seen;
  if (q.epsilon) instance["epsilon"] = *q.epsilon;
  return compared_numerically(instance, {claimed, between(actual)});
}

}  // namespace hearsay::props
