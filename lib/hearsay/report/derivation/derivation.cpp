// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/derivation/derivation.hpp>

#include <algorithm>
#include <map>
#include <string_view>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/derivation/draft.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;

/// A kind of certificate: how it is derived, and what its quantities are called.
struct Kind {
  Draft (*derive)(const ordered_json& certificate, const ordered_json& row);
};

const std::map<std::string, Kind, std::less<>>& kinds() {
  static const std::map<std::string, Kind, std::less<>> all = {
      {"view", {derive_view}},         {"stream", {derive_stream}},     {"rate", {derive_rate}},
      {"protocol", {derive_protocol}}, {"rumor", {derive_rumor}},       {"ring", {derive_ring}},
      {"walk", {derive_walk}},         {"spectrum", {derive_spectrum}}, {"expression", {derive_expression}},
      {"sample", {derive_sample}}};
  return all;
}

/// What a variable of a bound is.
std::string_view meaning(const std::string& name) {
  static const std::map<std::string, std::string_view, std::less<>> words = {
      {"n", "number of nodes"},
      {"f", "number of curious nodes"},
      {"b", "f/n"},
      {"s", "probability that a sender stays active"},
      {"e_epsilon", "e^epsilon"},
      {"senders", "number of nodes that the observers hear"},
      {"observers", "number of observers"},
      {"messages", "number of messages received"},
      {"steps", "number of steps"},
      {"rounds", "number of rounds"},
      {"inverse_weight2", "largest 1/W_vw^2 of an observer v and a neighbor w"},
      {"walk_sum", "sum over t = 1..T of P(walk from the target is at an observer at t)^2"},
      {"nearer_loss", "loss of the nearer node"},
      {"node", "variance of the noise of each node"},
      {"pair", "variance of the noise of each edge, which its ends add and subtract"},
      {"link", "variance of the noise of each message"},
      {"copies", "variance of the noise of each copy, less its mean"},
      {"plain", "the same loss without feedback and acceleration"},
      {"degree_target", "degree of the target"},
      {"changes", "rounds in which the input changes"},
      {"variance", "variance of the values"},
      {"sigma2", "variance of the noise"},
      {"lambda2", "second smallest eigenvalue of the mean Laplacian"},
      {"gap", "spectral gap"},
      {"gap_before", "spectral gap before the edge is added"},
      {"kappa", "condition number"},
      {"eq6", "published formula for the target"},
      {"eq6_printed", "published formula with the indices as printed"},
      {"eq6_group", "published formula, summed over the group"},
      {"eq6_sum", "published formula, summed over the nodes"},
      {"eq6_capped_sum", "published formula, at most 1 a node, summed over the nodes"},
      {"constant", "loss of constant contributions"},
      {"count", "number of users in the bucket"},
      {"contributions", "number of contributions"},
      {"at_least", "least number that counts"},
      {"places", "number of users that count as visited"},
      {"m", "length of the cycle"}};
  const auto found = words.find(name);
  return found == words.end() ? std::string_view() : found->second;
}

void collect_names(const ordered_json& x, std::vector<std::string>& names) {
  if (x.is_array()) {
    for (std::size_t k = 1; k < x.size(); ++k) collect_names(x.at(k), names);
  } else if (!exact::parse_fraction(x.get<std::string>()) &&
             std::ranges::find(names, x.get<std::string>()) == names.end()) {
    names.push_back(x.get<std::string>());
  }
}

/// The bound of the statement, evaluated.
Value tell_bound(Draft& draft, const ordered_json& row) {
  const auto& bound = row.at("bound");
  const auto value = value_of(bound, draft.variables);
  if (draft.bound_told) return value;
  std::vector<std::string> names;
  collect_names(bound, names);
  std::string words;
  for (const auto& name : names) {
    const auto known = draft.variables.find(name);
    if (known == draft.variables.end() || meaning(name).empty() || bound.is_string()) continue;
    words += fmt::format("{}{} = {} ({})", words.empty() ? "" : "; ", name, number_of(known->second), meaning(name));
  }
  if (!words.empty()) draft.say("In the statement's bound: " + words + ".");
  evaluate_in_steps(draft, "bound", bound, draft.variables);
  return value;
}

/// Conditions of the statement that are more than a number or a flag.
void tell_conditions(Draft& draft, const ordered_json& row) {
  for (const auto& condition : row.value("where", ordered_json::array())) {
    if (condition.at(1).is_string() && condition.at(2).is_string()) continue;
    std::vector<std::string> names;
    collect_names(condition.at(1), names);
    collect_names(condition.at(2), names);
    if (!std::ranges::all_of(names, [&](const std::string& name) { return draft.variables.contains(name); })) continue;
    const auto relation = condition.at(0).get<std::string>();
    draft.say(fmt::format("Condition of the statement: {} {} {}. Here: {} {} {}.", formula_text(condition.at(1)),
                          relation, formula_text(condition.at(2)),
                          number_of(value_of(condition.at(1), draft.variables)), relation,
                          number_of(value_of(condition.at(2), draft.variables))));
  }
}

/// Two numbers with as many digits as tell them apart, at least eight where they are decimals.
std::pair<std::string, std::string> apart(const Value& x, const Value& y) {
  auto left = number_of(x), right = number_of(y);
  for (int digits = 10; left == right && digits <= 40; digits += 2) {
    left = decimal(x.about, digits);
    right = decimal(y.about, digits);
  }
  return {left, right};
}

/// The end of the certificate that contradicts the bound, and the inequality.
void tell_contradiction(Draft& draft, const ordered_json& certificate, const Value& bound) {
  const auto& proves = certificate.at("proves");
  const auto quantity = certificate.at("quantity").get<std::string>();
  constexpr std::string_view fails = "the statement fails";
  if (draft.infinite) {
    draft.blocks.emplace_back(Inequality{"infinite", ">", number_of(bound), std::string(fails)});
    return;
  }
  const auto end = [&](const char* name) -> std::optional<Value> {
    if (!proves.contains(name)) return std::nullopt;
    return Value(fraction(proves.at(name)));
  };
  const auto lower = end("lower"), upper = end("upper");
  const bool above = lower && lower->about > bound.about, below = upper && upper->about < bound.about;
  if (!above && !below)
    throw Error(Errc::conditions, "derivation", "the certificate's ends do not contradict the statement's bound");
  const auto& shown = above ? draft.lower : draft.upper;
  const auto& proved = above ? *lower : *upper;
  const auto off = above ? Real(proved.about - shown.value().about) : Real(shown.value().about - proved.about);
  if (off > ldexp(Real(1), -60) * (1 + abs(proved.about)))
    throw Error(Errc::conditions, "derivation", "the evidence does not show what the certificate says");
  const auto [left, right] = apart(shown->exact ? *shown : proved, bound);
  draft.blocks.emplace_back(Inequality{left, above ? ">" : "<", right, std::string(fails)});
}

void tell_statement(Draft& draft, const claims::Claim& claim, const ordered_json& row) {
  draft.say(fmt::format("Statement ({}): {}", claim.source, claim.formula.empty() ? claim.statement : claim.formula));
  if (const auto source = row.at("source").get<std::string>(); row.at("kind") == "expression")
    draft.say("Where the formula comes from: " + source + ".");
}

}  // namespace

Derivation derive(const ordered_json& certificate) {
  const auto kind = kinds().find(certificate.at("kind").get<std::string>());
  if (kind == kinds().end()) throw Error(Errc::domain, "derivation", "no derivation of this kind of certificate");
  if (certificate.at("verdict") != "refutes" || !certificate.at("claim").is_string())
    throw Error(Errc::domain, "derivation", "the certificate refutes no claim of the table");
  const auto id = certificate.at("claim").get<std::string>();
  const auto* row = statement(id);
  const auto* claim = claims::find(id);
  if (row == nullptr || claim == nullptr)
    throw Error(Errc::domain, "derivation", "the claim of the certificate is not in the table");
  Draft head;
  tell_statement(head, *claim, *row);
  auto draft = kind->second.derive(certificate, *row);
  if (certificate.contains("note")) draft.say("Note: " + certificate.at("note").get<std::string>() + ".");
  if (certificate.at("instance").contains("parameters")) {
    for (const auto& [name, value] : certificate.at("instance").at("parameters").items())
      draft.variables[name] = fraction(value);
  }
  const auto bound = tell_bound(draft, *row);
  tell_conditions(draft, *row);
  tell_contradiction(draft, certificate, bound);
  Derivation derivation{.claim = id, .blocks = std::move(head.blocks)};
  for (auto& block : draft.blocks) derivation.blocks.push_back(std::move(block));
  return derivation;
}

ordered_json to_json(const Derivation& derivation) {
  struct Writer {
    ordered_json operator()(const Sentence& x) const { return {{"kind", "sentence"}, {"text", x.text}}; }
    ordered_json operator()(const NumberTable& x) const {
      auto columns = ordered_json::array();
      for (const auto& column : x.columns) columns.push_back(column.title);
      return {{"kind", "table"}, {"caption", x.caption}, {"columns", columns}, {"rows", x.rows}, {"totals", x.totals}};
    }
    ordered_json operator()(const Formula& x) const {
      auto steps = ordered_json::array();
      for (const auto& [relation, right] : x.steps) steps.push_back({{"relation", relation}, {"right", right}});
      return {{"kind", "formula"}, {"left", x.left}, {"steps", std::move(steps)}};
    }
    ordered_json operator()(const Inequality& x) const {
      return {{"kind", "inequality"},
              {"left", x.left},
              {"relation", x.relation},
              {"right", x.right},
              {"conclusion", x.conclusion}};
    }
  };
  ordered_json json{{"claim", derivation.claim}, {"blocks", ordered_json::array()}};
  for (const auto& block : derivation.blocks) json["blocks"].push_back(std::visit(Writer{}, block));
  return json;
}

}  // namespace hearsay::report
