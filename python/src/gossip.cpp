// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/message_noise.hpp>
#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/random/stream.hpp>
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;
using accounting::GossipAccount;
using accounting::GossipReport;
using graph::Graph;
using graph::Node;

namespace {

/// Who listens for how long, and in which unit the losses are wanted.
struct Question {
  Graph graph;
  graph::GossipMatrix w;
  std::vector<Node> observers, targets;
  std::optional<int> steps;
  accounting::GaussianLossScale scale;
  double tau = 0.0;                       ///< of noise on messages
  std::optional<double> resolution = {};  ///< of messages that are rounded
  Execution execution = {};
};

struct Answer {
  std::optional<std::int64_t> messages;
  GossipAccount account;
  GossipReport report;
  std::optional<GossipReport> resolved;  ///< of messages as they are rounded
};

/// Rounds whose rounding errors, 2^-53 each, stay below the 1e-9 to which losses are compared.
constexpr int accurate_rounds = 9'000'000;

/// Rounds that are counted: those asked for, or as many as lose the same where these are too many.
linalg::Steps counted_steps(const Question& q) {
  if (!q.steps || *q.steps <= accurate_rounds) return q.steps;
  if (const auto rounds = accounting::settling_steps(q.w, q.observers, accurate_rounds, q.execution)) return rounds;
  throw Error(Errc::too_large, "gossip_losses",
              fmt::format("published losses still grow after {} steps, and the rounding errors of {} exceed the "
                          "accuracy of 1e-9 of the losses; at most {}, or 'forever'",
                          accurate_rounds, *q.steps, accurate_rounds));
}

/// What `hearsay account gossip` computes, with the same random primes.
Answer answer(const Question& q) {
  Answer result;
  if (q.steps) result.messages = static_cast<std::int64_t>(accounting::senders(q.w, q.observers).size()) * *q.steps;
  random::Stream stream(q.execution.seed, random::Purpose::attack, 0);
  const auto primes = accounting::random_primes(6, [&] { return stream.word64(); });
  result.account =
      accounting::gossip_account(q.w, q.observers, counted_steps(q), primes, accounting::some_seconds, q.execution);
  const accounting::GossipQuestion question{
      .observers = q.observers, .targets = q.targets, .messages = result.messages, .scale = q.scale};
  std::vector<double> taus;
  if (q.tau > 0.0) taus.push_back(q.tau);
  if (q.resolution) taus.push_back(*q.resolution);
  if (!taus.empty()) {
    const auto found =
        accounting::noisy_losses({.w = q.w, .observers = q.observers, .steps = q.steps.value()}, taus, q.execution);
    if (q.resolution) {
      auto resolved = result.account;
      resolved.losses = found.back().instead_of(std::move(resolved.losses));
      result.resolved = accounting::gossip_report(resolved, q.graph, question, q.execution);
    }
    if (q.tau > 0.0) {
      result.account.losses = found.front().instead_of(std::move(result.account.losses));
      result.account.exposed = std::nullopt;
    }
  }
  result.report = accounting::gossip_report(result.account, q.graph, question, q.execution);
  return result;
}

/// One array over the targets.
template <class Value>
Eigen::VectorXd column(const GossipReport& report, Value value) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(report.losses.size()));
  for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = value(report.losses[static_cast<std::size_t>(i)]);
  return values;
}

template <class Unit>
py::dict columns(const GossipReport& report, Unit unit) {
  py::dict result;
  result["published"] = column(report, [&](const auto& loss) { return unit(loss).published; });
  const auto add = [&](const std::string& name, Enclosure accounting::LossValues::*which) {
    const auto end = [&](double Enclosure::*end) {
      return column(report, [&](const auto& loss) { return (unit(loss).*which).*end; });
    };
    result[name.c_str()] = column(report, [&](const auto& loss) {
      return (unit(loss).*which).value.value_or(std::numeric_limits<double>::quiet_NaN());
    });
    result[(name + "_lower").c_str()] = end(&Enclosure::lower);
    result[(name + "_upper").c_str()] = end(&Enclosure::upper);
  };
  add("exact", &accounting::LossValues::exact);
  add("exact_own_noise", &accounting::LossValues::exact_own_noise);
  return result;
}

py::dict to_python(const accounting::Proof& proof) {
  using Kind = accounting::Proof::Kind;
  py::dict result;
  result["proof"] = proof.kind == Kind::proved ? "proved" : proof.kind == Kind::probable ? "probable" : "numerical";
  if (proof.kind == Kind::probable) result["failure"] = proof.failure;
  return result;
}

py::object to_python(const std::optional<accounting::Exposed>& exposed) {
  if (!exposed) return py::none();
  py::dict result;
  result["count"] = exposed->count;
  result["own_noise"] = exposed->own_noise;
  result.attr("update")(to_python(exposed->proof));
  return result;
}

py::dict to_python(const Answer& answer) {
  const auto& report = answer.report;
  py::dict result, mean;
  result["unit"] = report.unit;
  result["accuracy"] = report.accuracy;
  result["messages"] = or_none(answer.messages);
  result["rank"] = answer.account.losses.rank;
  result["rank_proof"] = to_python(answer.account.rank);
  result["exposed"] = to_python(answer.account.exposed);
  mean["over"] = report.mean.over;
  mean["published"] = report.mean.published;
  mean["bound"] = or_none(report.mean.bound);
  mean["exact"] = or_none(report.mean.exact.value);
  if (report.mean.exact.in_doubt()) {
    py::dict ends;
    ends["lower"] = report.mean.exact.lower;
    ends["upper"] = report.mean.exact.upper;
    mean["exact_between"] = ends;
  }
  result["mean"] = mean;
  result["violations"] = report.violations;
  result["violations_in_doubt"] = report.doubtful_violations;
  result["in_doubt"] = report.in_doubt();
  std::vector<Node> distances;
  for (const auto& loss : report.losses) distances.push_back(loss.distance);
  result["distance"] = distances;
  result["renyi"] = columns(report, [](const auto& loss) -> const auto& { return loss.renyi; });
  result["epsilon"] = !report.losses.empty() && report.losses.front().epsilon
                          ? columns(report, [](const auto& loss) -> const auto& { return *loss.epsilon; })
                          : py::object(py::none());
  result["resolved"] = answer.resolved
                           ? columns(*answer.resolved, [](const auto& loss) -> const auto& { return loss.renyi; })
                           : py::object(py::none());
  return result;
}

py::dict gossip_account(const Graph& graph, const graph::GossipMatrix& w, std::vector<Node> observers,
                        std::vector<Node> targets, std::optional<int> steps, double alpha, double sigma,
                        double sensitivity, std::optional<double> delta, double message_noise,
                        const std::optional<std::string>& precision, double magnitude, std::uint64_t seed, int jobs) {
  const Listener listener(py::none{});
  Question question{
      .graph = graph,
      .w = w,
      .observers = std::move(observers),
      .targets = std::move(targets),
      .steps = steps,
      .scale = {.alpha = alpha, .sigma = sigma, .sensitivity = sensitivity, .delta = delta},
      .tau = message_noise,
      .resolution =
          precision ? std::optional(accounting::resolution(*precision, magnitude, message_noise)) : std::nullopt,
      .execution = listener.execution(seed, jobs),
  };
  return to_python(interruptible([question = std::move(question)] { return answer(question); }, &listener));
}

}  // namespace

void bind_gossip(py::module_& module) {
  module.def("gossip_account", &gossip_account, py::arg("graph"), py::arg("w"), py::arg("observers"),
             py::arg("targets"), py::arg("steps"), py::arg("alpha"), py::arg("sigma"), py::arg("sensitivity"),
             py::arg("delta"), py::arg("message_noise"), py::arg("precision"), py::arg("magnitude"), py::arg("seed"),
             py::arg("jobs"));
}

}  // namespace hearsay::python
