// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/rumor_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/core/error.hpp>

#include "props/bound/setting_bound.hpp"

namespace hearsay::props::bound {

using oracle::Rational;

namespace {

/// The facts of one setting, computed when they are asked for.
class RumorFacts {
 public:
  RumorFacts(const RumorSetting& setting, std::uint64_t expansions)
      : setting_(setting),
        effort_{.expansions = expansions},
        law_(accounting::rumor_world(setting.nodes, setting.curious), oracle::to_double(setting.muting)) {}

  formula::Range operator()(const std::string& name, std::span<const formula::Range> a) {
    if (name == "n") return formula::Range(formula::Wide(setting_.nodes));
    if (name == "f") return formula::Range(formula::Wide(setting_.curious));
    if (name == "s") return formula::range_of(setting_.muting);
    if (name == "uncertainty") {
      if (!uncertainty_) uncertainty_ = formula::range_of(accounting::rumor_uncertainty(law_, effort_));
      return *uncertainty_;
    }
    return delta(a[0]);
  }

 private:
  /// delta falls with epsilon.
  [[nodiscard]] formula::Range delta(const formula::Range& epsilon) const {
    constexpr double most = 700.0;
    const auto low = static_cast<double>(epsilon.lower()), high = static_cast<double>(epsilon.upper());
    if (!(low >= 0.0 && high <= most))
      throw Error(Errc::domain, "bound", fmt::format("delta({}): epsilon must be from 0 to {}", low, most));
    // An epsilon such as 1/3 is no double: the ends are those of its neighbors.
    const double below = formula::Wide(low) <= epsilon.lower() ? low : std::max(0.0, std::nextafter(low, 0.0));
    const double above = formula::Wide(high) >= epsilon.upper() ? high : std::nextafter(high, most);
    const auto largest = accounting::rumor_delta(law_, below, effort_);
    if (above == below) return formula::range_of(largest);
    return {formula::Wide(accounting::rumor_delta(law_, above, effort_).lower()), formula::Wide(largest.upper())};
  }

  RumorSetting setting_;
  accounting::RumorEffort effort_;
  accounting::RumorLaw<double> law_;
  std::optional<formula::Range> uncertainty_;
};

}  // namespace

nlohmann::ordered_json to_json(const RumorSetting& setting) {
  return {{"nodes", setting.nodes}, {"curious", setting.curious}, {"muting", oracle::to_string(setting.muting)}};
}

const formula::Vocabulary& rumor_vocabulary() {
  static const formula::Vocabulary known{.names = {"n", "f", "s", "uncertainty"}, .functions = {{"delta", 1}}};
  return known;
}

formula::Meaning<formula::Range> rumor_ranges(const RumorSetting& setting, std::uint64_t expansions) {
  return [facts = std::make_shared<RumorFacts>(setting, expansions)](
             const std::string& name, std::span<const formula::Range> arguments) { return (*facts)(name, arguments); };
}

formula::Meaning<Rational> rumor_fractions(const RumorSetting& setting) {
  return [setting](const std::string& name, std::span<const Rational>) -> Rational {
    if (name == "n") return setting.nodes;
    if (name == "f") return setting.curious;
    if (name == "s") return setting.muting;
    throw formula::NotRational();
  };
}

run::Finding refute_rumor(const formula::Expression& statement, const RumorDomain& domain, const run::Context& context,
                          const Watch& watch) {
  const int parts = context.pick(4, 8, 16);
  const auto expansions = context.pick<std::uint64_t>(5'000, 20'000, 50'000);
  const SettingSubject<RumorSetting> rumor{
      .vocabulary = rumor_vocabulary(),
      .ranges = [expansions](const RumorSetting& setting) { return rumor_ranges(setting, expansions); },
      .fractions = rumor_fractions,
      .describe = [](const RumorSetting& setting) { return to_json(setting); }};
  SettingDomain<RumorSetting> settings;
  for (int n = domain.least_nodes; n <= domain.most_nodes; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (int s = 0; s <= parts; ++s)
        settings.small.push_back({.nodes = n, .curious = f, .muting = Rational(s, parts)});
    }
  }
  return refute_settings(statement, rumor, settings, context, watch);
}

}  // namespace hearsay::props::bound
