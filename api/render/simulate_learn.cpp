// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_learn.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/reading.hpp"
#include "api/render/runs.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view learning_assumption = "gradients do not depend on models that the observer does not see";

ordered_json to_json(const learning::Summary& summary) { return {{"mean", summary.mean}, {"sd", summary.deviation}}; }

ordered_json to_json(const learning::Curves& curves, Eigen::Index point) {
  return {{"iteration", curves.iterations[static_cast<std::size_t>(point)]},
          {"objective", to_json(learning::summarize(curves.objective.col(point)))},
          {"accuracy", to_json(learning::summarize(curves.accuracy.col(point)))},
          {"node_accuracy", to_json(learning::summarize(curves.node_accuracy.col(point)))},
          {"disagreement", to_json(learning::summarize(curves.disagreement.col(point)))}};
}

ordered_json parameters_json(const SimulateLearnQuestion& q) {
  ordered_json parameters = {{"algorithm", name_of(q.algorithm)},
                             {"data", q.data.file.empty() ? "generated" : q.data.file},
                             {"label_threshold", q.label_threshold},
                             {"training_share", q.training_share},
                             {"bias", q.bias},
                             {"l2", q.l2},
                             {"users", q.users},
                             {"trials", q.trials},
                             {"step", q.step},
                             {"clip", q.clip}};
  parameters[q.algorithm == LearnAlgorithm::walk ? "iterations" : "rounds"] = q.rounds.value();
  parameters["noise"] = q.noise;
  if (q.gossip_steps)
    parameters["gossip_steps"] = *q.gossip_steps == 0 ? ordered_json("auto") : ordered_json(*q.gossip_steps);
  if (q.network) {
    parameters["graph"] = q.network->source.spec;
    parameters["weights"] = q.network->source.weights;
  } else if (q.edge_probability) {
    parameters["graph"] = "a fresh connected erdos-renyi graph every round";
    parameters["edge_probability"] = *q.edge_probability;
  }
  return parameters;
}

/// What user 0 learns of the others, summed over rounds, in Renyi loss.
struct DescentSums {
  Eigen::VectorXd published, exact;  ///< by user, in units of `unit`
  double unit = 0.0, pairs = 0.0;

  DescentSums(const learning::DescentLosses& losses, double unit_loss, std::int64_t users)
      : published(losses.published.rowwise().sum()),
        exact(losses.exact.rowwise().sum()),
        unit(unit_loss),
        pairs(static_cast<double>(users - 1)) {}
  [[nodiscard]] double mean(const Eigen::VectorXd& losses) const { return unit * losses.sum() / pairs; }
};

/// What the users are called: by the labels of the network, or "0", "1", ...
std::vector<std::string> user_labels(const SimulateLearnQuestion& q) {
  std::vector<std::string> labels;
  for (graph::Node user = 0; user < q.users; ++user)
    labels.push_back(q.network ? q.network->graph().label(user) : std::to_string(user));
  return labels;
}

void add_losses(ordered_json& privacy, const learning::DescentLosses& losses, const DescentSums& sums, double local,
                const std::vector<std::string>& labels) {
  const double unit = sums.unit;
  const auto summary = [&](const Eigen::VectorXd& all) {
    return ordered_json{{"mean", sums.mean(all)}, {"max", unit * all.maxCoeff()}};
  };
  privacy["observer"] = labels.front();
  privacy["published"] = summary(sums.published);
  privacy["exact_within_rounds"] = summary(sums.exact);
  privacy["published_capped_at_local"] = true;
  privacy["note"] =
      "sum over the rounds of the loss by the messages of each round. Models contain earlier gradients, so this is no "
      "bound on the whole run (claim muffliato.thm6)";
  privacy["adaptivity"] = {{"assumes", std::string(learning_assumption)},
                           {"else", {{"view", "all values that are sent"}, {"renyi", local}}}};
  auto& per_round = privacy["per_round"] = ordered_json::array();
  for (Eigen::Index round = 0; round < losses.published.cols(); ++round) {
    per_round.push_back({{"round", round + 1},
                         {"published_mean", unit * losses.published.col(round).sum() / sums.pairs},
                         {"exact_mean", unit * losses.exact.col(round).sum() / sums.pairs}});
  }
  auto& per_user = privacy["losses"] = ordered_json::array();
  for (Eigen::Index user = 1; user < sums.published.size(); ++user) {
    per_user.push_back({{"target", labels[static_cast<std::size_t>(user)]},
                        {"published", unit * sums.published[user]},
                        {"exact_within_rounds", unit * sums.exact[user]}});
  }
}

double all_rounds(const DescentPrivacy& privacy, const SimulateLearnQuestion& q) {
  return privacy.unit * static_cast<int>(q.rounds.value());
}

ordered_json to_json(const DescentPrivacy& privacy, const SimulateLearnQuestion& q) {
  const double local = all_rounds(privacy, q);
  ordered_json result = {{"alpha", q.alpha}, {"local_per_round", privacy.unit}, {"local", local}};
  const auto labels = user_labels(q);
  if (const auto& losses = privacy.losses)
    add_losses(result, *losses, DescentSums(*losses, privacy.unit, q.users), local, labels);
  if (privacy.whole_run) result["whole_run"] = to_json(*privacy.whole_run, labels);
  return result;
}

ordered_json to_json(const WalkPrivacy& privacy, const SimulateLearnQuestion& q) {
  ordered_json result = {{"calibration", name_of(privacy.model)}, {"epsilon", q.epsilon}, {"delta", q.delta.value()}};
  if (privacy.proved) result["proved"] = *privacy.proved;
  if (privacy.contributions) result["contributions"] = *privacy.contributions;
  return result;
}

ordered_json privacy_json(const SimulateLearnAnswer& answer) {
  if (const auto* descent = std::get_if<DescentPrivacy>(&answer.privacy)) return to_json(*descent, answer.question);
  if (const auto* walk = std::get_if<WalkPrivacy>(&answer.privacy)) return to_json(*walk, answer.question);
  return nullptr;
}

std::string words_of(const DescentPrivacy& privacy, const SimulateLearnQuestion& q) {
  const double local = all_rounds(privacy, q);
  auto words = fmt::format("Renyi loss of order {}, all rounds, local DP: {:.4g}", q.alpha, local);
  if (!privacy.losses) return words;
  const DescentSums sums(*privacy.losses, privacy.unit, q.users);
  words += fmt::format(
      "; to user 0, summed over rounds, mean over the {} other users: published, capped at local DP, {:.4g}, exact "
      "within rounds {:.4g}",
      q.users - 1, sums.mean(sums.published), sums.mean(sums.exact));
  words += fmt::format(
      ". Assumed: {}. In fact gradients depend on them. For the whole run use the loss to an observer who sees all "
      "values, {:.4g}",
      learning_assumption, local);
  return words;
}

std::string words_of(const WalkPrivacy& privacy, const SimulateLearnQuestion& q) {
  return fmt::format("{} DP, epsilon {}, delta {}: noise {} on each coordinate of every gradient",
                     name_of(privacy.model), q.epsilon, q.delta.value(), report::number_text_above(q.noise, 4));
}

report::TerminalText course_text(const learning::Curves& curves) {
  report::TextTable course({{.title = "iteration"},
                            {.title = "objective"},
                            {.title = "test\naccuracy"},
                            {.title = "users' own\naccuracy"},
                            {.title = "disagreement"}});
  const auto shown = [](const learning::Summary& s) { return fmt::format("{:.4f} +- {:.4f}", s.mean, s.deviation); };
  for (std::size_t i = 0; i < curves.iterations.size(); ++i) {
    const auto point = static_cast<Eigen::Index>(i);
    course.row({std::to_string(curves.iterations[i]), shown(learning::summarize(curves.objective.col(point))),
                shown(learning::summarize(curves.accuracy.col(point))),
                shown(learning::summarize(curves.node_accuracy.col(point))),
                fmt::format("{:.5g}", learning::summarize(curves.disagreement.col(point)).mean)});
  }
  return course.text(report::page_width, true);
}

}  // namespace

ordered_json to_json(const SimulateLearnAnswer& answer, const Origin& origin) {
  const auto& curves = answer.curves;
  const auto last = static_cast<Eigen::Index>(curves.iterations.size()) - 1;
  auto curve = ordered_json::array();
  for (Eigen::Index point = 0; point <= last; ++point) curve.push_back(to_json(curves, point));
  auto result = envelope("simulate learn", parameters_json(answer.question), origin);
  if (answer.question.network) result["read"] = reading(*answer.question.network).json;
  result.update({{"data",
                  {{"rows", answer.data.rows},
                   {"features", answer.data.features},
                   {"training", answer.data.training},
                   {"test", answer.data.test}}},
                 {"result", to_json(curves, last)},
                 {"curve", curve},
                 {"privacy", privacy_json(answer)}});
  add_partial(result, answer.runs);
  return result;
}

report::TerminalText text(const SimulateLearnAnswer& answer) {
  const auto& q = answer.question;
  report::TerminalText text;
  if (q.network) text += reading(*q.network).text();
  text += paragraph("{} on {} training and {} test points of {} features, {} users, {} trials (mean +- sd)",
                    name_of(q.algorithm), answer.data.training, answer.data.test, answer.dimension, q.users,
                    answer.runs.finished);
  text += course_text(answer.curves);
  if (const auto* descent = std::get_if<DescentPrivacy>(&answer.privacy)) {
    text += paragraph("{}", words_of(*descent, q));
    if (descent->whole_run) text += api::text(*descent->whole_run);
  }
  if (const auto* walk = std::get_if<WalkPrivacy>(&answer.privacy)) text += paragraph("{}", words_of(*walk, q));
  return text;
}

}  // namespace hearsay::api
