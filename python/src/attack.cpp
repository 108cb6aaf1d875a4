// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <optional>
#include <vector>

#include <hearsay/accounting/rumor/report.hpp>
#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/core/error.hpp>
#include "empirical/attack/gossip.hpp"
#include "empirical/attack/rumor.hpp"
#include "empirical/attack/token.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;
using empirical::AnytimeState;
using graph::Node;

namespace {

/// {"runs": ..., "hits": [...], "pairs": [...]}; empty: a run that begins.
AnytimeState state_of(const py::dict& state) {
  if (state.empty()) return {};
  const auto [count, mean_difference, squares_of_differences, mean_sum, squares_of_sums] =
      state["pairs"].cast<std::tuple<std::uint64_t, double, double, double, double>>();
  return {.runs = state["runs"].cast<std::uint64_t>(),
          .hits = state["hits"].cast<std::vector<std::uint64_t>>(),
          .pairs = {count, mean_difference, squares_of_differences, mean_sum, squares_of_sums}};
}

/// Tells the listener after every chunk.
empirical::AnytimeWatch watch_of(const Listener& listener, std::uint64_t most) {
  const auto progress = listener.progress();
  if (!progress) return {};
  return [progress, most](const AnytimeState& state) { progress(state.runs, most, "runs"); };
}

void add_anytime(py::dict& result, empirical::AnytimeStop stop, const AnytimeState& state) {
  py::dict kept;
  kept["runs"] = state.runs;
  kept["hits"] = state.hits;
  const auto& pairs = state.pairs;
  kept["pairs"] = py::make_tuple(pairs.pairs, pairs.mean_difference, pairs.squares_of_differences, pairs.mean_sum,
                                 pairs.squares_of_sums);
  result["stopped"] = text(empirical::to_string(stop));
  result["state"] = kept;
}

void add_rates(py::dict& result, const empirical::Rates& rates) {
  result["true_positive_rate"] = python::to_python(rates.true_positive);
  result["false_positive_rate"] = python::to_python(rates.false_positive);
}

py::dict to_python(const empirical::GossipBounds& bounds) {
  py::dict result;
  result["mu_lower"] = bounds.mu;
  result["epsilon_lower"] = or_none(bounds.epsilon);
  result["delta_lower"] = or_none(bounds.delta);
  return result;
}

py::dict to_python(const empirical::GossipAttackResult& found) {
  auto result = to_python(found.gaussian);
  result["any_law"] = to_python(found.any_law);
  result["certified_by"] = found.mu_from_curve ? "curve" : "threshold";
  result["scored_by"] = text(empirical::to_string(found.scoring));
  add_rates(result, found.rates);
  result["runs"] = found.runs;
  return result;
}

py::dict attack_gossip(const graph::GossipMatrix& w, std::vector<Node> observers, Node target, int steps, double sigma,
                       double sensitivity, bool own_noise_known, bool row_space, std::uint64_t runs, double confidence,
                       std::optional<double> delta, std::optional<double> epsilon, std::optional<double> claimed_mu,
                       const py::dict& state, std::uint64_t seed, int jobs, const py::object& progress) {
  const Listener listener(progress);
  empirical::GossipAttack attack{
      .w = w,
      .observers = std::move(observers),
      .target = target,
      .steps = steps,
      .sigma = sigma,
      .sensitivity = sensitivity,
      .own_noise_known = own_noise_known,
      .row_space = row_space,
      .runs = runs,
      .confidence = confidence,
      .delta = delta,
      .epsilon = epsilon,
      .execution = listener.execution(seed, jobs),
  };
  if (!claimed_mu) return to_python(interruptible([=] { return empirical::attack_gossip(attack); }, &listener));
  const auto found = interruptible(
      [=, from = state_of(state), watch = watch_of(listener, runs)] {
        return empirical::attack_gossip_anytime(attack, *claimed_mu, from, watch);
      },
      &listener);
  py::dict result;
  result["mu_lower"] = found.mu_lower;
  result["any_law"] = py::dict(py::arg("mu_lower") = found.any_law);
  result["scored_by"] = text(empirical::to_string(found.scoring));
  add_rates(result, found.rates);
  add_anytime(result, found.stop, found.state);
  return result;
}

py::object cap_of(const empirical::RumorSourceAttack& attack, std::uint64_t suspects) {
  const auto cap = accounting::rumor_success_cap(
      {.crowd = {attack.nodes, attack.curious},
       .muting = attack.muting,
       .suspects = suspects,
       .rumors = attack.rumors,
       .end = attack.unending ? accounting::RumorEnd::unending : accounting::RumorEnd::terminated});
  return or_none(cap.success);
}

py::dict attack_rumor(std::uint32_t nodes, std::uint32_t curious, double muting, std::uint32_t suspects,
                      std::uint32_t rumors, bool terminated, std::uint64_t runs, double confidence, bool anytime,
                      const py::dict& state, std::uint64_t seed, int jobs, const py::object& progress) {
  const Listener listener(progress);
  const empirical::RumorSourceAttack attack{
      .nodes = nodes,
      .curious = curious,
      .muting = muting,
      .suspects = suspects,
      .rumors = rumors,
      .unending = !terminated,
      .recorded = std::min(10u, nodes - curious),
      .runs = runs,
      .confidence = confidence,
      .execution = listener.execution(seed, jobs),
  };
  py::dict result;
  const auto bound = cap_of(attack, suspects);
  result["bound"] = bound;
  if (!anytime) {
    const auto found = interruptible([=] { return empirical::attack_rumor_source(attack); }, &listener);
    result["success"] = python::to_python(found.probability);
    result["runs"] = found.runs;
    return result;
  }
  if (bound.is_none()) throw Error(Errc::conditions, "attack_rumor", "anytime needs a bound to judge; none is known");
  const auto found = interruptible(
      [=, claimed = bound.cast<double>(), from = state_of(state), watch = watch_of(listener, runs)] {
        return empirical::attack_rumor_source_anytime(attack, claimed, from, watch);
      },
      &listener);
  result["success"] = python::to_python(found.probability);
  add_anytime(result, found.stop, found.state);
  return result;
}

py::dict attack_token(std::int64_t users, std::int64_t steps, double mu, double delta, std::int64_t runs,
                      double confidence, std::optional<double> claimed_epsilon, const py::dict& state,
                      std::uint64_t seed, int jobs, const py::object& progress) {
  const Listener listener(progress);
  const empirical::WalkAttack attack{
      .users = users,
      .steps = steps,
      .mu = mu,
      .delta = delta,
      .runs = runs,
      .confidence = confidence,
      .execution = listener.execution(seed, jobs),
  };
  py::dict result;
  if (!claimed_epsilon) {
    const auto found = interruptible([=] { return empirical::attack_walk(attack); }, &listener);
    result["epsilon_lower"] = found.epsilon_lower;
    add_rates(result, {found.detected, found.false_alarm});
    result["runs"] = found.runs;
    return result;
  }
  const auto found = interruptible(
      [=, from = state_of(state), watch = watch_of(listener, static_cast<std::uint64_t>(runs))] {
        return empirical::attack_walk_anytime(attack, *claimed_epsilon, from, watch);
      },
      &listener);
  result["epsilon_lower"] = found.epsilon_lower;
  add_rates(result, found.rates);
  add_anytime(result, found.stop, found.state);
  return result;
}

using Sample = std::vector<double>;

/// The bound that samples of scores certify: on epsilon at a delta, on delta at an epsilon, or on mu.
py::dict certify(Sample choose_positive, Sample choose_negative, Sample positive, Sample negative, double alpha,
                 std::optional<double> delta, std::optional<double> epsilon) {
  const empirical::Scores scores{std::move(choose_positive), std::move(choose_negative), std::move(positive),
                                 std::move(negative)};
  const empirical::RatesBound bound = [&](const empirical::Rates& rates) {
    if (delta) return empirical::epsilon_lower(rates, *delta);
    return epsilon ? empirical::delta_lower(rates, *epsilon) : empirical::mu_lower(rates);
  };
  const auto found = empirical::certify(scores, alpha, bound);
  py::dict result;
  result["value"] = found.value;
  result["threshold"] = found.threshold;
  result["certified_by"] = found.from_curve ? "curve" : "threshold";
  add_rates(result, found.rates);
  return result;
}

}  // namespace

void bind_attack(py::module_& module) {
  module.def("attack_gossip", &attack_gossip, py::arg("w"), py::arg("observers"), py::arg("target"), py::arg("steps"),
             py::arg("sigma"), py::arg("sensitivity"), py::arg("own_noise_known"), py::arg("row_space"),
             py::arg("runs"), py::arg("confidence"), py::arg("delta"), py::arg("epsilon"), py::arg("claimed_mu"),
             py::arg("state"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("attack_rumor", &attack_rumor, py::arg("nodes"), py::arg("curious"), py::arg("muting"),
             py::arg("suspects"), py::arg("rumors"), py::arg("terminated"), py::arg("runs"), py::arg("confidence"),
             py::arg("anytime"), py::arg("state"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("attack_token", &attack_token, py::arg("users"), py::arg("steps"), py::arg("mu"), py::arg("delta"),
             py::arg("runs"), py::arg("confidence"), py::arg("claimed_epsilon"), py::arg("state"), py::arg("seed"),
             py::arg("jobs"), py::arg("progress"));
  module.def(
      "signal_to_noise",
      [](const std::string& noise, double epsilon, double delta) {
        using accounting::Calibration;
        return accounting::signal_to_noise(noise == "analytic" ? Calibration::analytic : Calibration::classical,
                                           epsilon, delta);
      },
      py::arg("noise"), py::arg("epsilon"), py::arg("delta"));
  module.def("certify", &certify, py::arg("choose_positive"), py::arg("choose_negative"), py::arg("positive"),
             py::arg("negative"), py::arg("alpha"), py::arg("delta"), py::arg("epsilon"));
}

}  // namespace hearsay::python
