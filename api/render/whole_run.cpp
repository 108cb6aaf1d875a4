// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/whole_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/result.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using nlohmann::ordered_json;

/// Epsilon of a loss mu^2, rounded up.
double epsilon_above(double squared, double delta) {
  return divergence::gaussian_epsilon(std::sqrt(squared) * (1.0 + 1e-15), delta).upper();
}

/// The larger ends, by user.
Eigen::VectorXd run_upper_ends(const learning::RunView& view) {
  Eigen::VectorXd ends(static_cast<Eigen::Index>(view.losses.size()));
  for (std::size_t u = 0; u < view.losses.size(); ++u) ends(static_cast<Eigen::Index>(u)) = view.losses[u].loss.upper;
  return ends;
}

/// Mean and largest over the other users.
struct RunSummary {
  double mean = 0.0, most = 0.0, mean_epsilon = 0.0, most_epsilon = 0.0;

  RunSummary(const WholeRun& run, const Eigen::VectorXd& squared) {
    const auto others = static_cast<double>(squared.size() - 1);
    mean = run.alpha / 2.0 * squared.tail(squared.size() - 1).sum() / others;
    most = run.alpha / 2.0 * squared.tail(squared.size() - 1).maxCoeff();
    for (const double loss : squared.tail(squared.size() - 1)) {
      const double epsilon = epsilon_above(loss, run.delta);
      mean_epsilon += epsilon / others;
      most_epsilon = std::max(most_epsilon, epsilon);
    }
  }
};

/// The accounts in the order in which they are shown; nothing where there is none.
struct RunAccounts {
  std::optional<Eigen::VectorXd> published, corrected, exact, own_noise;

  explicit RunAccounts(const WholeRun& run) : published(run.squared.published), corrected(run.squared.corrected) {
    if (run.squared.unknown) exact = run_upper_ends(*run.squared.unknown);
    if (run.squared.own_noise) own_noise = run_upper_ends(*run.squared.own_noise);
  }
};

ordered_json summary_json(const WholeRun& run, const std::optional<Eigen::VectorXd>& squared) {
  if (!squared) return nullptr;
  const RunSummary summary(run, *squared);
  return {{"mean", summary.mean},
          {"max", summary.most},
          {"epsilon", {{"mean", summary.mean_epsilon}, {"max", summary.most_epsilon}}}};
}

ordered_json ends_json(const std::optional<learning::RunView>& view, std::size_t user) {
  if (!view) return nullptr;
  const auto& entry = view->losses[user];
  return {{"lower", entry.loss.lower},
          {"upper", entry.loss.upper},
          {"exact", entry.exact ? ordered_json(exact::to_string(*entry.exact)) : ordered_json(nullptr)}};
}

ordered_json user_json(const WholeRun& run, const RunAccounts& accounts, Eigen::Index user, const std::string& label) {
  const auto epsilon = [&](const std::optional<Eigen::VectorXd>& squared) {
    return squared ? ordered_json(epsilon_above((*squared)(user), run.delta)) : ordered_json(nullptr);
  };
  const auto& squared = run.squared;
  const auto place = static_cast<std::size_t>(user);
  return {{"target", label},
          {"mu_squared",
           {{"published", squared.published(user)},
            {"corrected", squared.corrected ? ordered_json((*squared.corrected)(user)) : ordered_json(nullptr)},
            {"exact", ends_json(squared.unknown, place)},
            {"exact_own_noise", ends_json(squared.own_noise, place)}}},
          {"epsilon",
           {{"published", epsilon(accounts.published)},
            {"corrected", epsilon(accounts.corrected)},
            {"exact", epsilon(accounts.exact)},
            {"exact_own_noise", epsilon(accounts.own_noise)}}}};
}

/// The view whose evidence is said: both are computed alike, but rounding may hide steps of one only.
const learning::RunView* run_evidence(const WholeRun& run) {
  const auto &unknown = run.squared.unknown, &own_noise = run.squared.own_noise;
  if (!unknown || !own_noise) return nullptr;
  return unknown->resolved ? &*own_noise : &*unknown;
}

}  // namespace

ordered_json to_json(const WholeRun& run, const std::vector<std::string>& labels) {
  const RunAccounts accounts(run);
  const auto* view = run_evidence(run);
  ordered_json result = {
      {"delta", run.delta},
      {"published", summary_json(run, accounts.published)},
      {"corrected", summary_json(run, accounts.corrected)},
      {"exact", summary_json(run, accounts.exact)},
      {"exact_own_noise", summary_json(run, accounts.own_noise)},
      {"not_corrected", text_or_null(run.squared.not_corrected)},
      {"missing", text_or_null(run.squared.missing)},
      {"certified", view != nullptr ? ordered_json(accounting::to_string(view->certified)) : ordered_json(nullptr)},
      {"why", view != nullptr ? text_or_null(view->why) : ordered_json(nullptr)},
      {"all_values",
       {{"renyi", run.alpha / 2.0 * run.local_squared}, {"epsilon", epsilon_above(run.local_squared, run.delta)}}}};
  auto& gossip = result["gossip"] = ordered_json::array();
  for (const auto& round : run.squared.gossip) gossip.push_back({{"steps", round.steps}, {"gamma", round.gamma}});
  auto& losses = result["losses"] = ordered_json::array();
  for (Eigen::Index user = 1; user < run.squared.published.size(); ++user)
    losses.push_back(user_json(run, accounts, user, labels[static_cast<std::size_t>(user)]));
  return result;
}

report::TerminalText text(const WholeRun& run) {
  report::TextTable table({{.title = "whole run", .align = report::TextColumn::Align::left},
                           {.title = "Renyi loss\nmean"},
                           {.title = "\nlargest"},
                           {.title = "epsilon\nmean"},
                           {.title = "\nlargest"}});
  const RunAccounts accounts(run);
  const auto add = [&](const std::string& name, const std::optional<Eigen::VectorXd>& squared) {
    if (!squared) return;
    const RunSummary summary(run, *squared);
    const auto cell = [](double value) { return report::number_text_above(value, 4); };
    table.row({name, cell(summary.mean), cell(summary.most), cell(summary.mean_epsilon), cell(summary.most_epsilon)});
  };
  add("published", accounts.published);
  add("corrected", accounts.corrected);
  add("exact", accounts.exact);
  add("exact, own noise known", accounts.own_noise);
  const auto local = report::number_text_above(run.alpha / 2.0 * run.local_squared, 4),
             epsilon = report::number_text_above(epsilon_above(run.local_squared, run.delta), 4);
  table.row({"all values seen", local, local, epsilon, epsilon});
  auto text = paragraph("\nto user 0, over the other users, epsilon at delta {}:", run.delta);
  text += table.text(report::page_width, true);
  if (!run.squared.not_corrected.empty()) text += paragraph("corrected: none, {}", run.squared.not_corrected);
  if (!run.squared.missing.empty()) text += paragraph("exact: none, {}", run.squared.missing);
  if (const auto* view = run_evidence(run); view != nullptr && !view->why.empty())
    text += paragraph("exact: upper ends; {}", view->why);
  return text;
}

}  // namespace hearsay::api
