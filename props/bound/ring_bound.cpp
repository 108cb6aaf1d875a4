// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/ring_bound.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>

#include <hearsay/core/error.hpp>

#include "props/bound/gaussian_range.hpp"
#include "props/bound/setting_bound.hpp"
#include "props/oracle/walk_oracle.hpp"

namespace hearsay::props::bound {

using formula::Range;
using formula::Wide;
using oracle::Rational;

namespace {

/// The largest squared signal to noise ratio of a view of one user, over all pairs of users.
Rational worst_view(const RingSetting& setting) {
  const auto steps = oracle::ring_steps(setting.users, setting.rounds);
  Rational worst = 0;
  for (int v = 0; v < setting.users; ++v) {
    for (int u = 0; u < setting.users; ++u) {
      if (u == v) continue;
      const auto square = oracle::view_square(steps, v, u, std::nullopt);
      if (!square) throw std::logic_error("a view without noise");
      worst = std::max(worst, *square);
    }
  }
  return worst;
}

/// Facts in fractions, each computed when it is asked for.
class RingFractions {
 public:
  explicit RingFractions(const RingSetting& setting) : setting_(setting) {}

  Rational operator()(const std::string& name) {
    if (name == "n") return setting_.users;
    if (name == "rounds") return setting_.rounds;
    if (name == "published_delta") return setting_.rounds * setting_.noise.delta + setting_.noise.delta_prime;
    if (const auto fact = noise_fact(name, setting_.noise)) return *fact;
    if (name != "exact") throw formula::NotRational();
    if (!exact_) exact_ = worst_view(setting_);
    return *exact_;
  }

 private:
  RingSetting setting_;
  std::optional<Rational> exact_;
};

/// sqrt(2 K ln(1/delta')) epsilon + K epsilon (e^epsilon - 1).
Range published(const RingSetting& setting) {
  const auto& noise = setting.noise;
  if (noise.epsilon >= 1)
    throw Error(Errc::conditions, "bound", "`published` is for `epsilon` < 1, as the classical calibration is");
  const auto epsilon = formula::range_of(noise.epsilon);
  const Range rounds{Wide(setting.rounds)};
  return sqrt(Range(2) * rounds * log(formula::range_of(Rational(1 / noise.delta_prime)))) * epsilon +
         rounds * epsilon * (exp(epsilon) - Range(1));
}

/// Sizes do not grow with the number of a case: every number of users is as likely.
rc::Gen<RingSetting> drawn_rings(const RingDomain& domain) {
  const auto drawn =
      rc::gen::tuple(rc::gen::inRange(domain.least_users, domain.random_users + 1),
                     rc::gen::inRange(domain.least_rounds, domain.most_rounds + 1), drawn_noise(domain.noises));
  return rc::gen::map(rc::gen::resize(rc::kNominalSize, drawn), [](const std::tuple<int, int, LocalNoise>& parts) {
    const auto& [users, rounds, noise] = parts;
    return RingSetting{.users = users, .rounds = rounds, .noise = noise};
  });
}

}  // namespace

nlohmann::ordered_json to_json(const RingSetting& setting) {
  nlohmann::ordered_json json{{"users", setting.users}, {"rounds", setting.rounds}};
  add_noise(json, setting.noise, false);
  return json;
}

const formula::Vocabulary& ring_vocabulary() {
  static const formula::Vocabulary known{.names = {"n", "rounds", "local_epsilon", "local_delta", "delta_prime",
                                                   "sigma", "exact", "mu", "published", "published_delta"},
                                         .functions = {{"renyi", 1}, {"epsilon", 1}, {"delta", 1}}};
  return known;
}

formula::Meaning<Range> ring_ranges(const RingSetting& setting) {
  return [setting, facts = std::make_shared<RingFractions>(setting)](const std::string& name,
                                                                     std::span<const Range> a) -> Range {
    const auto mu = [&] { return sqrt(formula::range_of((*facts)("exact"))) / classical_sigma(setting.noise); };
    if (name == "sigma") return classical_sigma(setting.noise);
    if (name == "published") return published(setting);
    if (name == "mu") return mu();
    if (name == "renyi") {
      const auto sigma = classical_sigma(setting.noise);
      return formula::range_of((*facts)("exact")) * a[0] / (Range(2) * sigma * sigma);
    }
    if (name == "epsilon") return gaussian_epsilon_range(mu(), a[0]);
    if (name == "delta") return gaussian_delta_range(mu(), a[0]);
    return formula::range_of((*facts)(name));
  };
}

formula::Meaning<Rational> ring_fractions(const RingSetting& setting) {
  return [facts = std::make_shared<RingFractions>(setting)](const std::string& name, std::span<const Rational>) {
    return (*facts)(name);
  };
}

run::Finding refute_ring(const formula::Expression& statement, const RingDomain& domain, const run::Context& context,
                         const Watch& watch) {
  const SettingSubject<RingSetting> ring{.vocabulary = ring_vocabulary(),
                                         .ranges = ring_ranges,
                                         .fractions = ring_fractions,
                                         .describe = [](const RingSetting& setting) { return to_json(setting); }};
  SettingDomain<RingSetting> settings;
  for (int n = domain.least_users; n <= domain.all_users; ++n)
    for (int rounds = domain.least_rounds; rounds <= domain.most_rounds; ++rounds)
      for (const auto& noise : domain.noises.all())
        settings.small.push_back({.users = n, .rounds = rounds, .noise = noise});
  if (domain.random_users > 0) settings.generated = drawn_rings(domain);
  return refute_settings(statement, ring, settings, context, watch);
}

}  // namespace hearsay::props::bound
