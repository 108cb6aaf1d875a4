// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <optional>
#include <vector>

#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/accounting/continual/report.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;
using accounting::ContinualReport;
using graph::Node;

namespace {

struct Question {
  graph::GossipMatrix w;
  std::vector<Node> observers, targets;
  int rounds = 1, steps_per_round = 1;
  bool own_noise_known = false, messages = false;
  accounting::ContinualScale scale;
  Execution execution = {};
};

struct Answer {
  Eigen::Index rank = 0;
  std::vector<ContinualReport> reports;
};

/// What `hearsay account stream` computes.
Answer answer(const Question& q) {
  const accounting::ContinualView view{
      .observed = q.messages ? accounting::senders(q.w, q.observers) : q.observers,
      .known_noise = q.own_noise_known ? q.observers : std::vector<Node>{},
      .steps_per_round = q.steps_per_round,
      .every_step = true,
  };
  const accounting::ContinualAccountant accountant(q.w, view, q.rounds, q.targets, q.execution.part());
  const bool grows = accounting::is_primitive("continual_losses", q.w);
  const auto rates =
      grows ? std::optional(accounting::ContinualRate(q.w, view, q.execution.part()).constant()) : std::nullopt;
  Answer result{.rank = accountant.rank(), .reports = {}};
  for (const auto target : q.targets) {
    result.reports.push_back(accounting::continual_report(
        accountant, target, rates ? std::optional((*rates)(target)) : std::nullopt, q.scale));
    if (q.execution.progress) q.execution.progress(result.reports.size(), q.targets.size(), "targets");
  }
  return result;
}

py::dict to_python(const accounting::ContinualBounds& bounds) {
  py::dict result;
  result["constant"] = bounds.constant;
  result["lower"] = bounds.lower;
  result["upper"] = bounds.upper;
  return result;
}

py::dict to_python(const ContinualReport& report) {
  py::dict entry, rate;
  auto squared = to_python(report.squared);
  squared["exact"] = or_none(report.exact);
  rate["predicted"] = or_none(report.rate);
  rate["observed"] = report.observed_rate;
  rate["last_round"] = report.last_round;
  entry["sensitivity_squared"] = squared;
  entry["rate"] = rate;
  entry["epsilon"] = report.epsilon ? py::object(to_python(*report.epsilon)) : py::none();
  entry["sigma"] = or_none(report.sigma_needed);
  return entry;
}

py::tuple continual_account(const graph::GossipMatrix& w, std::vector<Node> observers, std::vector<Node> targets,
                            int rounds, int steps_per_round, bool own_noise_known, bool messages, double sigma,
                            std::optional<double> delta, std::optional<double> epsilon, int jobs,
                            const py::object& progress) {
  const Listener listener(progress);
  Question question{
      .w = w,
      .observers = std::move(observers),
      .targets = std::move(targets),
      .rounds = rounds,
      .steps_per_round = steps_per_round,
      .own_noise_known = own_noise_known,
      .messages = messages,
      .scale = {.sigma = sigma, .delta = delta, .epsilon = epsilon},
      .execution = {.jobs = jobs, .progress = listener.progress()},
  };
  const auto found = interruptible([question = std::move(question)] { return answer(question); });
  listener.rethrow();
  py::list reports;
  for (const auto& report : found.reports) reports.append(to_python(report));
  return py::make_tuple(found.rank, reports);
}

}  // namespace

void bind_continual(py::module_& module) {
  module.def("continual_account", &continual_account, py::arg("w"), py::arg("observers"), py::arg("targets"),
             py::arg("rounds"), py::arg("steps_per_round"), py::arg("own_noise_known"), py::arg("messages"),
             py::arg("sigma"), py::arg("delta"), py::arg("epsilon"), py::arg("jobs"), py::arg("progress"));
}

}  // namespace hearsay::python
