// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include <hearsay/report/certificate/rumor.hpp>
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using report::Certificate;
using report::RumorInstance;
using Numbers = std::vector<Rational>;

/// Inner nodes of a tree of transcripts: the worlds below need fewer.
constexpr std::size_t expansions = 24;

/// Every world of three and of four nodes with one of these mutings; the other fields are the model's.
std::vector<RumorInstance> worlds(const RumorInstance& model, const Numbers& mutings) {
  std::vector<RumorInstance> all;
  for (int n = 3; n <= 4; ++n) {
    for (int curious = 1; curious + 2 <= n; ++curious) {
      for (const auto& muting : mutings) {
        auto& world = all.emplace_back(model);
        world.nodes = n;
        world.curious = curious;
        world.muting = muting;
      }
    }
  }
  return all;
}

/// delta at each of the e^epsilon, between two trees.
Supporter deltas(const std::string& claim, std::vector<RumorInstance> instances, Numbers factors) {
  return [claim, instances = std::move(instances), factors = std::move(factors)] {
    std::vector<Certificate> members;
    for (const auto& instance : instances) {
      for (const auto& factor : factors)
        prove_rumor_delta(members.emplace_back(report::support(claim)), instance, factor, expansions);
    }
    return bundle_json(members);
  };
}

Supporter uncertainties(const std::string& claim, std::vector<RumorInstance> instances) {
  return [claim, instances = std::move(instances)] {
    std::vector<Certificate> members;
    for (const auto& instance : instances)
      prove_rumor_uncertainty(members.emplace_back(report::support(claim)), instance, expansions);
    return bundle_json(members);
  };
}

}  // namespace

void support_rumor(Supporters& supporters) {
  const RumorInstance unending{}, terminated{.terminated = true}, to_others{.self_sends = false},
      delayed{.delayed_start = true};
  const Numbers none = {0}, some = {Rational(1, 4), Rational(1, 2), Rational(3, 4)},
                all = {0, Rational(1, 4), Rational(1, 2), Rational(3, 4)};
  const Numbers factors = {1, Rational(5, 4), Rational(3, 2), 2, 3};
  const auto add_deltas = [&](const char* claim, std::vector<RumorInstance> instances, const Numbers& at) {
    supporters.emplace(claim, deltas(claim, std::move(instances), at));
  };
  add_deltas("rumor.thm5.dp", worlds(unending, none), factors);
  add_deltas("rumor.thm5.limit.family", worlds(unending, all), factors);
  add_deltas("rumor.thm5.limit.repaired", worlds(unending, all), factors);
  add_deltas("rumor.thm5.limit.no_self_sends.repaired", worlds(to_others, all), factors);
  add_deltas("rumor.thm7", worlds(unending, some), {1});
  add_deltas("rumor.thm7.terminated.repaired", worlds(terminated, all), {1});
  add_deltas("rumor.appendixB.delta", worlds(delayed, {1}), {1});
  const auto add_uncertainties = [&](const char* claim, std::vector<RumorInstance> instances) {
    supporters.emplace(claim, uncertainties(claim, std::move(instances)));
  };
  add_uncertainties("rumor.thm5.uncertainty", worlds(unending, none));
  add_uncertainties("rumor.thm8", worlds(unending, all));
  supporters.emplace("rumor.thm9.phases.repaired", [] {
    return to_json(report::expression_support("rumor.thm9.phases.repaired", {{"n", 1000}, {"s", Rational(1, 2)}}));
  });
}

}  // namespace hearsay::props
