// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/ring.hpp>
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/oracle/walk_oracle.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using nlohmann::ordered_json;
using report::Certificate;

Certificate exactly(const char* claim, ordered_json instance, const Rational& value) {
  auto certificate = report::support(claim);
  certificate.instance = std::move(instance);
  certificate.proves = {.lower = exact::to_string(value), .upper = exact::to_string(value)};
  return certificate;
}

ordered_json shared_noise() {
  const int users = 4, rounds = 3;
  const auto steps = oracle::distributed_steps(users, rounds, Rational(1) / (users - 1));
  const auto square = oracle::view_square(steps, users - 1, 0, std::nullopt);
  const ordered_json instance = {{"users", users},    {"rounds", rounds}, {"noise", "everyone-n-1"},
                                 {"observer", users}, {"target", 1},      {"published", false}};
  return to_json(exactly("walk.remark1.repaired", instance, square.value()));
}

ordered_json noise_of_the_ring() {
  auto certificate = report::ring_bounds(4, 5).front();
  certificate.claim = "walk.thm1.utility.repaired";
  certificate.verdict = "supports";
  return to_json(certificate);
}

/// A cycle of three steps among four users: u is missed by each with probability 2/3.
ordered_json visits_of_a_cycle() {
  return to_json(exactly("walk.thm3.inclusion.repaired", {{"users", 4}, {"length", 3}}, Rational(19, 27)));
}

}  // namespace

void support_walk(Supporters& supporters) {
  supporters.emplace("walk.remark1.repaired", shared_noise);
  supporters.emplace("walk.thm1.utility.repaired", noise_of_the_ring);
  supporters.emplace("walk.thm3.inclusion.repaired", visits_of_a_cycle);
  const auto add = [&](const std::string& claim, std::map<std::string, Rational> values) {
    supporters.emplace(
        claim, [claim, values = std::move(values)] { return to_json(report::expression_support(claim, values)); });
  };
  add("walk.chernoff.repaired", {{"n", 10}, {"steps", 300}, {"delta", Rational(1, 1000)}});
  add("walk.thm6.step.repaired", {{"n", 5000}, {"m", 1200}, {"epsilon", 1}, {"delta", Rational(1, 100)}});
  add("walk.thm6.min.repaired", {{"n", 20}, {"m", 10}, {"epsilon", Rational(1, 2)}});
  add("walk.thm6.constraint.repaired", {{"delta", Rational(1, 1000)}});
  add("walk.lemma2.advanced.repaired",
      {{"contributions", 20}, {"epsilon", Rational(1, 10)}, {"delta_prime", Rational(1, 1000)}});
  add("walk.lemma1.composition.repaired", {{"first", 5}, {"second", 2}});
}

}  // namespace hearsay::props
