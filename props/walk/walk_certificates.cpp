// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/core/number.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"
#include "props/oracle/walk_oracle.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using nlohmann::ordered_json;
using report::Certificate;
using run::Witness;
using Values = std::map<std::string, Rational>;

Certificate with_ends(Certificate certificate, const Rational& value) {
  certificate.proves = {.lower = exact::to_string(value), .upper = exact::to_string(value)};
  return certificate;
}

// ---- the ring: the checker runs the protocol

Certificate noise_events(const Witness& witness) {
  const auto& x = witness.instance;
  auto certificate = report::refutation("walk.thm1.utility");
  certificate.instance = {{"users", x.at("users")}, {"rounds", x.at("rounds")}};
  return with_ends(std::move(certificate), Rational(x.at("noise_steps").size()));
}

ordered_json ring_instance(const ordered_json& x, const char* noise, bool published) {
  return {{"users", x.at("users")},       {"rounds", x.at("rounds")}, {"noise", noise},
          {"observer", x.at("observer")}, {"target", x.at("target")}, {"published", published}};
}

/// The witness is a value that is seen without noise.
Certificate published_token(const Witness& witness) {
  auto certificate = report::refutation("walk.thm1.publish");
  certificate.instance = ring_instance(witness.instance, "algorithm1", true);
  certificate.proves.lower = "inf";
  return certificate;
}

Certificate distributed_noise(const Witness& witness) {
  const auto& x = witness.instance;
  auto certificate = report::refutation("walk.remark1");
  certificate.instance = ring_instance(x, "everyone-n", false);
  const int users = x.at("users").get<int>();
  const auto steps = oracle::distributed_steps(users, x.at("rounds").get<int>(), Rational(1, users));
  const auto square =
      oracle::view_square(steps, x.at("observer").get<int>() - 1, x.at("target").get<int>() - 1, std::nullopt);
  return with_ends(std::move(certificate), square.value());
}

/// Noise of every user.
Certificate shared_noise(const Witness& witness) {
  const auto& x = witness.instance;
  auto certificate = report::refutation("walk.remark1.utility");
  certificate.instance = {{"users", x.at("users")}, {"rounds", x.at("rounds")}, {"noise", "everyone-n"}};
  return with_ends(std::move(certificate), fraction_at_end(witness.actual));
}

/// Of the witness's buckets the first, whose bias the check takes. No answer comes before the first of the walk.
Certificate walk_histogram(const Witness& witness) {
  const auto& x = witness.instance;
  const auto values = x.at("values").get<std::vector<int>>();
  const auto buckets = fraction_at(x, "buckets"), gamma = fraction_at(x, "gamma");
  const Rational steps = values.size(), count = std::ranges::count(values, 0);
  auto certificate = report::refutation("walk.thm6.unbiased");
  certificate.instance = {{"users", values.size()},
                          {"rounds", 1},
                          {"buckets", x.at("buckets")},
                          {"gamma", x.at("gamma")},
                          {"values", x.at("values")},
                          {"bucket", 0},
                          {"initial", false}};
  const Rational mean = count * (1 - gamma) + steps * gamma / buckets;
  return with_ends(std::move(certificate), (mean - gamma / buckets) / (1 - gamma));
}

/// Of the witness's buckets the first; each is wrong.
Certificate debiased_mean(const Witness& witness) {
  const auto& x = witness.instance;
  auto certificate = report::refutation("walk.thm2.unbiased");
  certificate.instance = x;
  certificate.instance["bucket"] = 0;
  const auto values = x.at("values").get<std::vector<int>>();
  const int buckets = x.at("buckets").get<int>();
  const Rational gamma = fraction_at(x, "gamma"), initial = gamma * values.size();
  if (denominator(initial) != 1) throw std::logic_error("gamma n of a witness is not a whole number");
  const auto mean = oracle::expected_histogram(values, x.at("rounds").get<int>(), buckets, gamma,
                                               static_cast<int>(numerator(initial)), gamma / buckets);
  return with_ends(std::move(certificate), mean.front());
}

// ---- the complete graph

Certificate inclusion(const Witness& witness) {
  auto certificate = report::refutation("walk.thm3.inclusion");
  certificate.instance = witness.instance;
  return with_ends(std::move(certificate), fraction_at_end(witness.actual));
}

Certificate spotted(const Witness& witness) {
  const auto& x = witness.instance;
  auto certificate = report::refutation("walk.lemma2.law");
  certificate.instance = {{"users", x.at("users")},
                          {"steps", x.at("steps")},
                          {"contributions", x.at("contributions")},
                          {"at_least", x.at("spotted_at_least")}};
  return with_ends(std::move(certificate), fraction_at_end(witness.actual));
}

/// The checker counts in units: room is left.
Certificate biased(const Witness& witness) {
  auto certificate = report::refutation("walk.collusion.biased");
  const auto& x = witness.instance;
  certificate.instance = {
      {"users", x.at("users")}, {"steps", x.at("steps")}, {"delta_hat", exact::to_string(fraction_at(x, "delta_hat"))}};
  certificate.proves.lower = report::below(fraction_at_end(witness.actual) - Rational(1, 1LL << 40));
  return certificate;
}

/// How often steps to uniform users go to some of them.
struct Visits {
  int users, places, steps, at_least;
};

Certificate visits(const std::string& claim, const Visits& x, std::map<std::string, Rational> parameters,
                   const Rational& probability) {
  auto certificate = report::refutation(claim);
  certificate.instance = {{"users", x.users}, {"places", x.places}, {"steps", x.steps}, {"at_least", x.at_least}};
  for (const auto& [name, value] : parameters) certificate.instance["parameters"][name] = exact::to_string(value);
  return with_ends(std::move(certificate), probability);
}

/// The number in "P(visits >= 1) = 1/9".
int least_shown(const std::string& text) {
  const std::string_view rest = std::string_view(text).substr(text.find(">= ") + 3);
  const auto least = parse_whole<int>(rest.substr(0, rest.find(')')));
  if (!least) throw std::logic_error("there is no number of visits in: " + text);
  return *least;
}

Certificate many_visits(const Witness& witness) {
  const auto& x = witness.instance;
  return visits("walk.chernoff", {x.at("users"), 1, x.at("steps"), least_shown(witness.actual)},
                {{"delta", fraction_at(x, "delta_hat")}}, fraction_at_end(witness.actual));
}

/// A contribution is spotted if one of two steps goes to the observer.
Certificate many_spotted(const Witness& witness) {
  const auto& x = witness.instance;
  return visits("walk.lemma2", {x.at("users"), 2, x.at("contributions"), least_shown(witness.actual)},
                {{"delta", fraction_at(x, "delta_tilde")}}, fraction_at_end(witness.actual));
}

Certificate colluders(const Witness& witness) {
  const auto& x = witness.instance;
  return visits("walk.collusion.law", {x.at("users"), x.at("colluders"), 1, 1}, {}, fraction_at_end(witness.actual));
}

/// A cycle of `length` steps visits a user with a probability of which 15 digits are written.
Certificate included(const std::string& claim, const ordered_json& x, std::map<std::string, Rational> parameters) {
  const int users = x.at("users").get<int>(), length = x.at("length").get<int>();
  auto certificate = visits(claim, {users, 1, length, 1}, std::move(parameters), 0);
  Rational never = 1;
  for (int step = 0; step < length; ++step) never *= Rational(users - 1, users);
  certificate.proves = {.lower = report::below(1 - never, 15)};
  return certificate;
}

/// Just above the least delta for which 196 ln(4/delta) steps are no more than `steps`: 4 e^(-steps/196).
Rational least_delta(const Rational& steps) {
  const double least = 4.0 * std::exp(-exact::to_double(steps) / 196.0);
  return *exact::parse_fraction(report::above(exact::fraction_of(least * (1.0 + 1e-9)), 18));
}

/// The step asks for 196 ln(4/delta) steps at least, which are those of the check.
Certificate step6(const Witness& witness) {
  const auto& x = witness.instance;
  return included("walk.thm6.step", x,
                  {{"epsilon", fraction_at(x, "epsilon")}, {"delta", least_delta(fraction_at(x, "length"))}});
}

/// Theorem 6 asks for 196 ln(4/delta) users at least.
Certificate minimum6(const Witness& witness) {
  const auto& x = witness.instance;
  return included("walk.thm6.min", x,
                  {{"epsilon", fraction_at(x, "epsilon")}, {"delta", least_delta(fraction_at(x, "users"))}});
}

// ---- formulas of the table

/// The witness's numbers under the table's names: {variable, key of the witness}.
Certifier formula(const std::string& claim, std::vector<std::pair<std::string, std::string>> names) {
  return [claim, names = std::move(names)](const Witness& witness) {
    Values values;
    for (const auto& [variable, key] : names) values[variable] = fraction_at(witness.instance, key);
    return report::expression_refutation(claim, values);
  };
}

/// The observed token tells best above some threshold: the best of a grid, in tenths of the noise of one contribution.
Certificate cycle10(const Witness& witness) {
  const auto& x = witness.instance;
  const std::string claim = "walk.thm3.cycle10";
  Values values{{"n", fraction_at(x, "users")},
                {"m", fraction_at(x, "length")},
                {"epsilon", fraction_at(x, "epsilon")},
                {"delta", fraction_at(x, "delta")}};
  Rational best = 0;
  report::Real most = -1;
  for (int tenths = 0; tenths <= 500; tenths += 5) {
    values["threshold"] = Rational(tenths, 10);
    if (const auto excess = report::expression_excess(claim, values); excess > most) {
      most = excess;
      best = values["threshold"];
    }
  }
  values["threshold"] = best;
  return report::expression_refutation(claim, values);
}

/// A sum of that many terms bounds the mean from below.
Certificate return_time(const Witness& witness) {
  return report::expression_refutation("walk.lemma1.constant",
                                       {{"n", fraction_at(witness.instance, "n")}, {"terms", 50}});
}

/// sigma is told in units of L: "2 L".
Certificate one_contribution(const Witness& witness) {
  const auto& x = witness.instance;
  const auto sigma = x.at("sigma").get<std::string>();
  const auto units = exact::parse_fraction(std::string_view(sigma).substr(0, sigma.find(' ')));
  if (!units) throw std::logic_error("sigma of a witness must be a multiple of L: " + sigma);
  return report::expression_refutation("walk.lemma1", {{"n", fraction_at(x, "users")},
                                                       {"steps", fraction_at(x, "steps")},
                                                       {"alpha", fraction_at(x, "alpha")},
                                                       {"sigma", *units}});
}

/// delta is told as "e^-2562.56".
Certificate vanishing_gamma(const Witness& witness) {
  const auto& x = witness.instance;
  const auto delta = x.at("delta").get<std::string>();
  const auto level = delta.starts_with("e^-") ? exact::parse_fraction(std::string_view(delta).substr(3)) : std::nullopt;
  if (!level) throw std::logic_error("delta of a witness must be a power of e: " + delta);
  return report::expression_refutation("walk.thm2.privacy", {{"n", fraction_at(x, "users")},
                                                             {"epsilon", fraction_at(x, "epsilon")},
                                                             {"level", *level},
                                                             {"delta_prime", fraction_at(x, "delta_prime")}});
}

}  // namespace

void certify_walk(Certifiers& certifiers) {
  certifiers.emplace("walk.thm1.utility", noise_events);
  certifiers.emplace("walk.thm1.publish", published_token);
  certifiers.emplace("walk.remark1", distributed_noise);
  certifiers.emplace("walk.remark1.utility", shared_noise);
  certifiers.emplace("walk.thm2.unbiased", debiased_mean);
  certifiers.emplace("walk.thm3.inclusion", inclusion);
  certifiers.emplace("walk.lemma2.law", spotted);
  certifiers.emplace("walk.collusion.biased", biased);
  certifiers.emplace("walk.chernoff", many_visits);
  certifiers.emplace("walk.lemma2", many_spotted);
  certifiers.emplace("walk.collusion.law", colluders);
  certifiers.emplace("walk.thm6.step", step6);
  certifiers.emplace("walk.thm6.min", minimum6);
  certifiers.emplace("walk.thm3.cycle10", cycle10);
  certifiers.emplace("walk.lemma1.constant", return_time);
  certifiers.emplace("walk.lemma1", one_contribution);
  certifiers.emplace("walk.thm2.privacy", vanishing_gamma);
  certifiers.emplace("walk.thm6.unbiased", walk_histogram);
  const auto add = [&](const std::string& claim, std::vector<std::pair<std::string, std::string>> names) {
    certifiers.emplace(claim, formula(claim, std::move(names)));
  };
  for (const char* claim : {"walk.thm2.gamma", "walk.thm2.gain"})
    add(claim, {{"n", "users"}, {"epsilon", "epsilon"}, {"delta", "delta"}, {"buckets", "buckets"}});
  add("walk.thm4", {{"steps", "steps"}, {"epsilon", "epsilon"}, {"delta", "delta"}, {"delta_hat", "delta_hat"}});
  add("walk.thm3.eq5", {{"steps", "steps"},
                        {"least", "least"},
                        {"threshold", "threshold"},
                        {"epsilon", "epsilon"},
                        {"delta", "delta"},
                        {"delta_prime", "delta_prime"},
                        {"delta_hat", "delta_hat"}});
  add("walk.lemma2.advanced", {{"contributions", "spotted"}, {"epsilon", "epsilon"}, {"delta_prime", "delta_prime"}});
  add("walk.thm6.constraint", {{"delta", "delta"}});
  add("walk.thm4.alpha",
      {{"n", "users"}, {"steps", "steps"}, {"epsilon", "epsilon"}, {"delta", "delta"}, {"delta_hat", "delta_hat"}});
  add("walk.lemma1.composition", {{"first", "first"}, {"second", "second"}});
  add("walk.spotted.negligible",
      {{"n", "users"}, {"steps", "steps"}, {"delta_tilde", "delta_tilde"}, {"delta_hat", "delta_hat"}});
}

}  // namespace hearsay::props
