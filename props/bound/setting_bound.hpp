// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <rapidcheck.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <utility>
#include <vector>

#include <hearsay/run/finding.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/evaluate.hpp>
#include "props/bound/compare.hpp"
#include "props/bound/watch.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// What a statement about a protocol without a graph is about: its names, and what they stand for in one setting of the
/// protocol's parameters.
template <class Setting>
struct SettingSubject {
  const formula::Vocabulary& vocabulary;
  std::function<formula::Meaning<formula::Range>(const Setting&)> ranges;       ///< certain: the number is inside
  std::function<formula::Meaning<oracle::Rational>(const Setting&)> fractions;  ///< what is rational
  std::function<nlohmann::ordered_json(const Setting&)> describe;               ///< as witnesses show it
};

/// Where it is tried: small settings in their order, then generated ones, of which a violation is shrunk.
template <class Setting>
struct SettingDomain {
  std::vector<Setting> small;
  std::optional<rc::Gen<Setting>> generated = {};
};

/// Both sides of a statement's comparisons in one setting.
template <class Setting>
class SettingSides {
 public:
  SettingSides(const SettingSubject<Setting>& subject, const Setting& setting)
      : fractions_(subject.fractions(setting)), ranges_(subject.ranges(setting), subject.fractions(setting)) {}

  /// What body(left, right) says of the two sides, in fractions if both are some, else as ranges.
  template <class Body>
  auto compare(const formula::Expression& comparison, const Body& body) {
    try {
      const oracle::Rational left = fractions_(comparison.parts[0]), right = fractions_(comparison.parts[1]);
      return body(left, right);
    } catch (const formula::NotRational&) {
      const formula::Range left = ranges_(comparison.parts[0]), right = ranges_(comparison.parts[1]);
      return body(left, right);
    }
  }

 private:
  formula::Evaluator<oracle::Rational> fractions_;
  formula::Evaluator<formula::Range> ranges_;
};

/// The statement in one setting. @throws Error(Errc::domain) naming it where a side has no value for certain.
template <class Setting>
Outcome in_setting(const formula::Expression& statement, const SettingSubject<Setting>& subject,
                   const Setting& setting) {
  SettingSides<Setting> sides(subject, setting);
  Outcome outcome;
  for (const auto& comparison : statement.parts) {
    try {
      outcome = worse(std::move(outcome), sides.compare(comparison, [&](const auto& left, const auto& right) {
        return compared(comparison.name, left, right);
      }));
    } catch (const formula::NotRational&) {
      outcome.undecided = true;
    } catch (const formula::NoValue& none) {
      if (none.certain())
        throw Error(Errc::domain, "bound", fmt::format("{}, where {}", none.what(), subject.describe(setting).dump()));
      outcome.undecided = true;
    }
  }
  return outcome;
}

/// The first comparison that fails. @pre one does.
template <class Setting>
run::Witness setting_witness(const formula::Expression& statement, const SettingSubject<Setting>& subject,
                             const Setting& setting) {
  struct Judge {
    const std::string& sign;
    nlohmann::ordered_json instance;
    std::optional<run::Witness> operator()(const oracle::Rational& left, const oracle::Rational& right) const {
      if (!compared(sign, left, right).violated) return std::nullopt;
      return compared_exactly(instance, {.claimed = oracle::to_string(right), .actual = oracle::to_string(left)});
    }
    std::optional<run::Witness> operator()(const formula::Range& left, const formula::Range& right) const {
      if (!compared(sign, left, right).violated) return std::nullopt;
      return compared_numerically(instance, {.claimed = words(right), .actual = words(left)});
    }
  };
  SettingSides<Setting> sides(subject, setting);
  for (const auto& comparison : statement.parts)
    if (const auto found = sides.compare(comparison, Judge{comparison.name, subject.describe(setting)})) return *found;
  throw std::logic_error("no comparison is violated at the counterexample");
}

/// Tries a statement in every small setting, then in generated ones (100, 400 or 4000, by effort). It is violated where
/// fractions, or the ranges of both sides, exclude it; where ranges allow both, by more than 1e-9, the setting is
/// undecided and the verdict at most inconclusive.
/// @pre context.claim is not empty. @throws what require_known() and require_values() throw, and in_setting().
template <class Setting>
run::Finding refute_settings(const formula::Expression& statement, const SettingSubject<Setting>& subject,
                             const SettingDomain<Setting>& domain, const run::Context& context, const Watch& watch) {
  require_known(statement, subject.vocabulary);
  require_values(statement);
  const auto cases = domain.generated ? context.pick<std::uint64_t>(100, 400, 4000) : 0;
  Watched watched(watch, domain.small.size() + cases);
  const std::string outside = "not tried";
  const auto property = [&](const Setting& setting) { return in_setting(statement, subject, setting); };
  auto found = sweep(domain.small | std::views::take_while([&](const Setting&) { return watched.next(); }), property);
  if (domain.generated) {
    const auto drawn = [&](const Setting& setting) -> Outcome {
      if (!watched.next()) return {.tags = {outside}};
      return property(setting);
    };
    found = then(std::move(found), [&] { return search(*domain.generated, drawn, {.cases = cases}, context); });
    found.instances -= found.seen[outside];
  }
  auto finding = to_finding(found);
  watched.conclude(finding);
  if (found.counterexample) finding.witness = setting_witness(statement, subject, *found.counterexample);
  return finding;
}

}  // namespace hearsay::props::bound
