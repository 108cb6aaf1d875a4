// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/account_gossip.hpp"
#include "api/network/exact_gossip.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"
#include "python/src/scale.hpp"

namespace hearsay::python {

namespace py = pybind11;
using accounting::LossValues;
using graph::Node;

namespace {

using GossipAccount = Timed<api::GossipAnswer>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Three numbers and their ends for each target, an array each.
py::dict columns(const std::vector<LossValues>& losses) {
  const auto column = [&](auto value) {
    Eigen::VectorXd values(static_cast<Eigen::Index>(losses.size()));
    for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = value(losses[static_cast<std::size_t>(i)]);
    return values;
  };
  py::dict result;
  result["published"] = column([](const LossValues& loss) { return loss.published; });
  const auto add = [&](const std::string& name, Enclosure LossValues::*which) {
    result[name.c_str()] = column([&](const LossValues& loss) { return (loss.*which).value.value_or(nan); });
    result[(name + "_lower").c_str()] = column([&](const LossValues& loss) { return (loss.*which).lower; });
    result[(name + "_upper").c_str()] = column([&](const LossValues& loss) { return (loss.*which).upper; });
  };
  add("exact", &LossValues::exact);
  add("exact_own_noise", &LossValues::exact_own_noise);
  return result;
}

/// The same of `loss(target)`, which may be there for no target.
template <class Targets, class Loss>
py::object columns_of(const Targets& targets, const Loss& loss) {
  std::vector<LossValues> losses;
  for (const auto& target : targets) {
    const std::optional<LossValues> one = loss(target);
    if (!one) return py::none();
    losses.push_back(*one);
  }
  return columns(losses);
}

py::dict mean_of(const accounting::MeanLoss& mean) {
  nlohmann::ordered_json result = {
      {"over", mean.over}, {"published", mean.published}, {"bound", api::number_or_null(mean.bound)}};
  api::add_enclosure(result, "exact", mean.exact);
  return to_python(result);
}

py::dict alike_fields(const api::GossipLosses& found) {
  const auto& report = found.report;
  const auto resolved = [&](const accounting::TargetLoss& loss) -> std::optional<LossValues> {
    if (!found.resolved) return std::nullopt;
    const auto in_unit = [unit = report.unit](double share) { return unit * share; };
    return LossValues{.published = loss.renyi.published,
                      .exact = found.resolved->exact_of(loss.target).mapped(in_unit),
                      .exact_own_noise = found.resolved->exact_own_noise_of(loss.target).mapped(in_unit)};
  };
  py::dict result;
  result["local"] = report.unit;
  result["accuracy"] = report.accuracy;
  result["steps"] = or_none(found.steps);
  result["gap"] = or_none(found.gap);
  result["messages"] = or_none(found.messages);
  result["rank"] = found.rank;
  result["rank_proof"] = to_python(api::proof_json(found.rank_proof));
  result["exposed"] = to_python(api::exposed_json(found.exposed));
  result["mean"] = mean_of(report.mean);
  result["violations"] = report.violations;
  result["violations_in_doubt"] = report.doubtful_violations;
  result["in_doubt"] = report.in_doubt();
  std::vector<Node> distances;
  for (const auto& loss : report.losses) distances.push_back(loss.distance);
  result["distance"] = distances;
  result["renyi"] = columns_of(report.losses, [](const auto& loss) { return std::optional(loss.renyi); });
  result["epsilon"] = columns_of(report.losses, [](const auto& loss) { return loss.epsilon; });
  result["resolved"] = columns_of(report.losses, resolved);
  return result;
}

/// Of nodes that differ: nothing is published of them, and nothing is told of their view.
py::dict by_node_fields(const api::GossipByNode& found, std::optional<int> steps) {
  const auto values = [](const api::NodeLoss& loss) {
    return std::optional<LossValues>({.published = nan, .exact = loss.shown, .exact_own_noise = loss.shown_own_noise});
  };
  py::dict result;
  Eigen::VectorXd local(static_cast<Eigen::Index>(found.losses.size()));
  std::vector<Node> distances;
  std::size_t in_doubt = 0;
  for (std::size_t i = 0; i < found.losses.size(); ++i) {
    const auto& loss = found.losses[i];
    local[static_cast<Eigen::Index>(i)] = loss.local;
    distances.push_back(loss.distance);
    if (loss.renyi.shown.in_doubt() || loss.renyi.shown_own_noise.in_doubt()) ++in_doubt;
  }
  result["local"] = local;
  result["steps"] = or_none(steps);
  result["in_doubt"] = in_doubt;
  result["distance"] = distances;
  result["renyi"] = columns_of(found.losses, [&](const auto& loss) { return values(loss.renyi); });
  result["epsilon"] =
      columns_of(found.losses, [&](const auto& loss) { return loss.epsilon ? values(*loss.epsilon) : std::nullopt; });
  result["resolved"] = py::none();
  return result;
}

/// Losses as arrays over the targets, and what is told of the view, by the names of GossipLosses.
py::dict fields_of(const GossipAccount& account) {
  const auto& answer = account.answer;
  const auto* by_node = std::get_if<api::GossipByNode>(&answer.found);
  auto result = by_node != nullptr ? by_node_fields(*by_node, api::step_count(answer.question.terms.steps))
                                   : alike_fields(std::get<api::GossipLosses>(answer.found));
  const auto verdict = answer.verdict();
  result["verdict"] = verdict ? py::object(text(to_string(*verdict))) : py::none();
  result["targets"] = answer.targets;
  return result;
}

/// The page that `account gossip` writes.
std::string page_of(const GossipAccount& account) {
  const auto& terms = account.answer.question.terms;
  require_answerable(terms, {.page = true});
  if (account.answer.question.scales) require_answerable_by_node(terms, {.page = true});
  const Execution execution{.seed = {account.origin.seed}, .jobs = account.origin.jobs};
  auto result = to_json(account.answer, account.origin);
  return page(account.answer, execution, result, [&] { return account.origin; });
}

GossipAccount gossip_account(const api::Network& network, const std::vector<Node>& observers,
                             std::optional<Node> target, const std::string& schedule, const std::string& steps,
                             double alpha, const ScaleArgument& sigma, const ScaleArgument& sensitivity,
                             std::optional<double> delta, std::optional<double> claimed_epsilon,
                             std::optional<double> claimed_renyi, const std::string& trust, double message_noise,
                             const std::string& precision, double magnitude, std::uint64_t seed, int jobs,
                             const py::object& progress) {
  api::GossipQuestion question{
      .network = network,
      .observers = observers,
      .target = target,
      .terms = {.schedule = {.how = schedule},
                .steps = steps,
                .alpha = alpha,
                .sigma = scale_of(sigma),
                .sensitivity = scale_of(sensitivity),
                .delta = delta,
                .claim = {.epsilon = claimed_epsilon, .renyi = claimed_renyi, .trust = trust},
                .noise = {.tau = message_noise, .precision = precision, .magnitude = magnitude}},
      .scales = std::nullopt};
  return timed([question = std::move(question)](
                   const Execution& execution) mutable { return api::account_gossip(std::move(question), execution); },
               seed, jobs, progress);
}

}  // namespace

void bind_gossip(py::module_& module) {
  module.def(
      "stated_loss",
      [](const std::string& text) {
        const auto [claim, parameter] = api::stated_loss(text);
        return py::make_tuple(claim.unit == accounting::LossUnit::epsilon ? "epsilon" : "renyi", claim.bound,
                              parameter);
      },
      py::arg("text"));
  py::class_<GossipAccount>(module, "GossipAccount")
      .def("fields", &fields_of)
      .def("page", &page_of, py::call_guard<py::gil_scoped_release>())
      .def("to_dict", [](const GossipAccount& account) { return to_python(to_json(account.answer, account.origin)); });
  module.def("gossip_account", &gossip_account, py::arg("network"), py::arg("observers"), py::arg("target"),
             py::arg("schedule"), py::arg("steps"), py::arg("alpha"), py::arg("sigma"), py::arg("sensitivity"),
             py::arg("delta"), py::arg("claimed_epsilon"), py::arg("claimed_renyi"), py::arg("trust"),
             py::arg("message_noise"), py::arg("precision"), py::arg("magnitude"), py::arg("seed"), py::arg("jobs"),
             py::arg("progress"));
}

}  // namespace hearsay::python
