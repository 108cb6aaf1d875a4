// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/walk_bound.hpp"

#include <algorithm>
#include <memory>
#include <tuple>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/loss.hpp>
#include <hearsay/core/error.hpp>

#include "props/bound/gaussian_range.hpp"
#include "props/bound/setting_bound.hpp"

namespace hearsay::props::bound {

using formula::Range;
using formula::Wide;
using oracle::Rational;

namespace {

accounting::TokenQuestion question_of(const WalkSetting& setting) {
  return {.users = setting.users,
          .steps = setting.steps,
          .epsilon = oracle::to_double(setting.noise.epsilon),
          .delta = oracle::to_double(setting.noise.delta),
          .delta_prime = oracle::to_double(setting.noise.delta_prime),
          .delta_hat = oracle::to_double(setting.noise.delta_hat)};
}

/// A double with more than its rounding.
Range around(double value) {
  const Wide error = Wide(value) * Wide(1e-12);
  return {Wide(value) - error, Wide(value) + error};
}

class WalkFacts {
 public:
  explicit WalkFacts(const WalkSetting& setting)
      : setting_(setting), question_(question_of(setting)), mu_(Range(1) / classical_sigma(setting.noise)) {}

  Range operator()(const std::string& name, std::span<const Range> a) const {
    if (name == "sigma") return classical_sigma(setting_.noise);
    if (name == "published") return around(published().epsilon);
    if (name == "published_delta") return around(published().delta);
    if (name == "epsilon") return epsilon(a[0]);
    if (name == "delta") return delta(a[0]);
    return formula::range_of(walk_fractions(setting_)(name, {}));
  }

 private:
  [[nodiscard]] divergence::Promise published() const {
    const auto guarantee = accounting::token_published(question_);
    if (!guarantee.valid) throw Error(Errc::conditions, "bound", "`published`: " + guarantee.why);
    return guarantee.value;
  }
  [[nodiscard]] Range epsilon(const Range& delta) const {
    require_delta(delta);
    return growing_falling(
        [this](double mu, double d) { return accounting::TokenLoss(question_, mu, 1e-5 * d).epsilon(d); }, mu_, delta);
  }
  [[nodiscard]] Range delta(const Range& epsilon) const {
    require_epsilon(epsilon);
    return growing_falling(
        [this](double mu, double e) { return accounting::TokenLoss(question_, mu).delta(std::max(0.0, e)); }, mu_,
        epsilon);
  }

  WalkSetting setting_;
  accounting::TokenQuestion question_;
  Range mu_;
};

/// Sizes do not grow with the number of a case: every number of users is as likely.
rc::Gen<WalkSetting> drawn_walks(const WalkDomain& domain) {
  const auto drawn =
      rc::gen::tuple(rc::gen::inRange(domain.least_users, domain.random_users + 1),
                     rc::gen::inRange(domain.least_steps, domain.most_steps + 1), drawn_noise(domain.noises));
  return rc::gen::map(rc::gen::resize(rc::kNominalSize, drawn), [](const std::tuple<int, int, LocalNoise>& parts) {
    const auto& [users, steps, noise] = parts;
    return WalkSetting{.users = users, .steps = steps, .noise = noise};
  });
}

}  // namespace

nlohmann::ordered_json to_json(const WalkSetting& setting) {
  nlohmann::ordered_json json{{"users", setting.users}, {"steps", setting.steps}};
  add_noise(json, setting.noise, true);
  return json;
}

const formula::Vocabulary& walk_vocabulary() {
  static const formula::Vocabulary known{.names = {"n", "T", "local_epsilon", "local_delta", "delta_prime", "delta_hat",
                                                   "sigma", "published", "published_delta"},
                                         .functions = {{"epsilon", 1}, {"delta", 1}}};
  return known;
}

formula::Meaning<Range> walk_ranges(const WalkSetting& setting) {
  return [facts = std::make_shared<WalkFacts>(setting)](const std::string& name, std::span<const Range> arguments) {
    return (*facts)(name, arguments);
  };
}

formula::Meaning<Rational> walk_fractions(const WalkSetting& setting) {
  return [setting](const std::string& name, std::span<const Rational>) -> Rational {
    if (name == "n") return setting.users;
    if (name == "T") return setting.steps;
    if (const auto fact = noise_fact(name, setting.noise)) return *fact;
    throw formula::NotRational();
  };
}

run::Finding refute_walk(const formula::Expression& statement, const WalkDomain& domain, const run::Context& context,
                         const Watch& watch) {
  const SettingSubject<WalkSetting> walk{.vocabulary = walk_vocabulary(),
                                         .ranges = walk_ranges,
                                         .fractions = walk_fractions,
                                         .describe = [](const WalkSetting& setting) { return to_json(setting); }};
  SettingDomain<WalkSetting> settings;
  for (int n = domain.least_users; n <= domain.all_users; ++n)
    for (int steps = domain.least_steps; steps <= domain.most_steps; ++steps)
      for (const auto& noise : domain.noises.all())
        settings.small.push_back({.users = n, .steps = steps, .noise = noise});
  if (domain.random_users > 0) settings.generated = drawn_walks(domain);
  return refute_settings(statement, walk, settings, context, watch);
}

}  // namespace hearsay::props::bound
