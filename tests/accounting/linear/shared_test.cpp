// SPDX-License-Identifier: GPL-3.0-or-later
// The instances of ../shared/data/general_linear.json with their exact answers, if they lie beside the project.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/source_dir.hpp"

namespace hearsay::accounting {
namespace {

using nlohmann::json;

std::filesystem::path instances_file() { return tests::source_dir() / "../shared/data/general_linear.json"; }

linalg::FractionMatrix matrix(const json& rows, std::size_t columns) {
  linalg::FractionMatrix result{.columns = rows.empty() ? columns : rows.front().size(), .rows = {}};
  for (const auto& row : rows) {
    auto& entries = result.rows.emplace_back();
    for (std::size_t j = 0; j < row.size(); ++j) {
      const auto value = *exact::parse_fraction(row[j].get<std::string>());
      if (value != 0) entries.push_back({static_cast<graph::Node>(j), value});
    }
  }
  return result;
}

LinearModel model_of(const json& input) {
  if (input.contains("protocol")) return parse_protocol("instance", input.at("protocol").dump(), ".");
  return GivenMatrices{.signal = matrix(input.at("A"), input.value("columns", std::size_t{0})),
                       .noise = matrix(input.at("B"), 0),
                       .rounds = input.value("rounds", std::size_t{1})};
}

Participation participation_of(const json& instance) {
  if (!instance.contains("participation")) return {};
  const auto& given = instance.at("participation");
  const auto kind = given.at("kind").get<std::string>();
  if (kind == "once") return {.kind = Participation::Kind::once};
  if (kind == "period") return {.kind = Participation::Kind::period, .period = given.at("every")};
  return {.kind = Participation::Kind::at_most, .count = given.at("count"), .gap = given.at("gap")};
}

Subject subject_of(const json& instance) {
  if (instance.contains("target")) return node_subject(instance.at("target"));
  if (instance.contains("group")) return group_subject(instance.at("group"));
  std::vector<std::pair<graph::Node, exact::Rational>> direction;
  for (std::size_t u = 0; u < instance.at("direction").size(); ++u)
    direction.emplace_back(static_cast<graph::Node>(u),
                           *exact::parse_fraction(instance.at("direction")[u].get<std::string>()));
  return direction_subject(direction);
}

exact::Rational fraction(const json& text) { return *exact::parse_fraction(text.get<std::string>()); }

void expect_reconstructible(const LinearAccount& account, const json& expected) {
  json found = json::array();
  for (const auto input : *account.reconstructible) {
    if (account.rounds == 1) {
      found.push_back(input);
    } else {
      found.push_back({input % account.nodes, input / account.nodes});
    }
  }
  EXPECT_EQ(found, expected);
}

void expect_answers(const LinearAccount& account, const json& answers, bool exactly) {
  const auto& loss = account.losses.at(0).loss;
  if (answers.contains("rows")) EXPECT_EQ(account.rows, answers.at("rows").get<std::size_t>());
  if (answers.contains("rank")) EXPECT_EQ(account.rank, answers.at("rank").get<std::size_t>());
  ASSERT_EQ(loss.is_private, answers.at("private").get<bool>());
  expect_reconstructible(account, answers.at("reconstructible"));
  if (!loss.is_private) return;
  const double expected = exact::to_double(fraction(answers.at("loss")));
  if (exactly) {
    ASSERT_TRUE(loss.exact);
    EXPECT_EQ(exact::to_string(*loss.exact), answers.at("loss").get<std::string>());
    EXPECT_EQ(loss.certified, Certified::rational);
  } else {
    EXPECT_LE(loss.loss.lower, expected * (1.0 + 1e-15));
    EXPECT_GE(loss.loss.upper, expected * (1.0 - 1e-15));
  }
  EXPECT_NEAR(loss.loss.upper, expected, 1e-9 * expected);
  EXPECT_NEAR(loss.loss.lower, expected, 1e-9 * expected);
  const double mu = std::sqrt(loss.loss.upper);
  EXPECT_NEAR(mu, answers.at("mu").get<double>(), 1e-9 * (1.0 + mu));
  EXPECT_NEAR(divergence::gaussian_epsilon(mu, 1e-5).upper(), answers.at("epsilon").get<double>(), 1e-7);
  EXPECT_NEAR(divergence::gaussian_power(mu, 0.05), answers.at("tpr").get<double>(), 1e-8);
  for (const auto& [key, found] : {std::pair{"constant", loss.constant}, {"sum_abs", loss.sum_abs}}) {
    if (answers.contains(key))
      EXPECT_NEAR(found, exact::to_double(fraction(answers.at(key))), 1e-9 * (1.0 + found)) << key;
  }
  if (!answers.contains("vectors")) return;
  const double vectors = answers.at("vectors");
  EXPECT_NEAR(loss.vectors.lower, vectors, 1e-8 * vectors);
  EXPECT_NEAR(loss.vectors.upper, vectors, 1e-8 * vectors);
}

/// Losses of all nodes but the observers: null there.
void expect_losses(LinearModel model, const std::vector<graph::Node>& observers, const json& expected,
                   LinearRoad road) {
  auto& protocol = std::get<Protocol>(model);
  protocol.view.observers = observers;
  LinearQuestion question{.subjects = {}, .participation = {}, .road = road};
  std::vector<json> wanted;
  for (graph::Node u = 0; u < protocol.nodes; ++u) {
    EXPECT_EQ(expected[u].is_null(), std::ranges::count(observers, u) > 0);
    if (expected[u].is_null()) continue;
    question.subjects.push_back(node_subject(u));
    wanted.push_back(expected[u]);
  }
  const auto account = linear_account(model, question);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& loss = account.losses[i].loss;
    if (road == LinearRoad::exact) EXPECT_EQ(*loss.exact, fraction(wanted[i]));
    EXPECT_NEAR(loss.loss.upper, exact::to_double(fraction(wanted[i])), 1e-9);
  }
}

void check(const json& instance, LinearRoad road) {
  SCOPED_TRACE(instance.at("id").get<std::string>() + ": " + instance.at("about").get<std::string>());
  const auto model = model_of(instance.at("input"));
  const auto& answers = instance.at("answers");
  if (instance.contains("each")) {
    for (graph::Node v = 0; v < answers.at("losses").size(); ++v)
      expect_losses(model, {v}, answers.at("losses")[v], road);
  } else if (instance.contains("all")) {
    expect_losses(model, std::get<Protocol>(model).view.observers, answers.at("losses"), road);
  } else {
    const auto account = linear_account(model, {.subjects = {subject_of(instance)},
                                                .participation = participation_of(instance),
                                                .reconstruct = true,
                                                .road = road});
    expect_answers(account, answers, road == LinearRoad::exact);
  }
}

void check_all(LinearRoad road) {
  std::ifstream in(instances_file());
  if (!in) GTEST_SKIP() << "the instances of general_linear.json do not lie beside the project";
  const auto file = json::parse(in);
  EXPECT_EQ(file.at("instances").size(), 66u);
  for (const auto& instance : file.at("instances")) check(instance, road);
}

TEST(SharedLinear, ExactAnswersComeOutExactly) { check_all(LinearRoad::exact); }
TEST(SharedLinear, ExactAnswersComeOutOfDoublesAndModularRanks) { check_all(LinearRoad::dense); }

}  // namespace
}  // namespace hearsay::accounting
