// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/core/json_text.hpp>
#include "api/attack_gossip.hpp"
#include "api/attack_program.hpp"
#include "api/attack_program_dry_run.hpp"
#include "api/attack_ring.hpp"
#include "api/attack_rumor.hpp"
#include "api/attack_rumor_on_graph.hpp"
#include "api/attack_stream.hpp"
#include "api/attack_walk.hpp"
#include "api/rumor_names.hpp"
#include "api/token_names.hpp"
#include "empirical/attack/threshold_test.hpp"
#include "python/src/answered.hpp"
#include "python/src/bindings.hpp"

namespace hearsay::python {

namespace py = pybind11;
using graph::Node;

namespace {

/// Who asks, and where the attack goes on.
struct Asker {
  std::string state;  ///< of an earlier run, as JSON; empty: from the beginning
  std::uint64_t seed;
  int jobs;
  py::object progress;
};

/// The attack. @return its result, where it stands (None: it cannot go on), and why it is partial ("": it is not).
template <class Question, class Answer>
py::tuple attacked(Question question, Answer (*attack)(const Question&, const Execution&, const api::Continuation&),
                   const Asker& asker) {
  const auto kept = std::make_shared<nlohmann::ordered_json>();
  api::Continuation continuation{.keep = [kept](const nlohmann::ordered_json& state) { *kept = state; }};
  if (!asker.state.empty()) continuation.state = parse_json<nlohmann::ordered_json>(asker.state, continuation.name);
  const auto [answer, origin] =
      timed([=, question = std::move(question), continuation = std::move(continuation)](
                const Execution& execution) { return attack(question, execution, continuation); },
            asker.seed, asker.jobs, asker.progress);
  return py::make_tuple(to_python(to_json(answer, origin)), to_python(*kept), api::end_of(answer).why);
}

py::tuple attack_gossip(const api::Network& network, std::vector<Node> observers, Node target,
                        const std::string& schedule, const std::string& steps, double sigma, double sensitivity,
                        bool own_noise_known, bool row_space, std::uint64_t runs, double confidence,
                        std::optional<double> delta, std::optional<double> epsilon, bool anytime,
                        std::optional<double> claimed_mu, const std::string& state, std::uint64_t seed, int jobs,
                        const py::object& progress) {
  const api::AttackGossipTerms terms{.schedule = {.how = schedule},
                                     .steps = steps,
                                     .sigma = sigma,
                                     .sensitivity = sensitivity,
                                     .own_noise_known = own_noise_known,
                                     .row_space = row_space,
                                     .runs = runs,
                                     .confidence = confidence,
                                     .delta = delta,
                                     .epsilon = epsilon,
                                     .anytime = anytime,
                                     .claimed_mu = claimed_mu};
  return attacked(
      api::AttackGossipQuestion{
          .network = network, .observers = std::move(observers), .target = target, .terms = terms},
      api::attack_gossip, {state, seed, jobs, progress});
}

py::tuple attack_rumor(std::int64_t nodes, std::int64_t curious, double muting, std::optional<std::int64_t> suspects,
                       std::int64_t rumors, bool terminated, const std::string& sees, double seen, double swap,
                       bool delayed_start, std::int64_t runs, double confidence, bool anytime, const std::string& state,
                       std::uint64_t seed, int jobs, const py::object& progress) {
  return attacked(api::AttackRumorQuestion{.nodes = nodes,
                                           .curious = curious,
                                           .muting = muting,
                                           .suspects = suspects,
                                           .rumors = rumors,
                                           .delayed_start = delayed_start,
                                           .view = api::rumor_view_named(sees),
                                           .seen = seen,
                                           .swap = swap,
                                           .terminated = terminated,
                                           .runs = runs,
                                           .confidence = confidence,
                                           .anytime = anytime},
                  api::attack_rumor, {state, seed, jobs, progress});
}

py::tuple attack_rumor_on(const api::Network& network, std::vector<Node> curious_set,
                          std::optional<std::int64_t> curious, Node source, Node against, double muting, double epsilon,
                          std::optional<double> delta, std::int64_t runs, double confidence, std::uint64_t seed,
                          int jobs, const py::object& progress) {
  const auto [answer, origin] =
      timed([question = api::AttackRumorOnGraphQuestion{.network = network,
                                                        .curious = {std::move(curious_set), curious},
                                                        .source = source,
                                                        .against = against,
                                                        .muting = muting,
                                                        .epsilon = epsilon,
                                                        .delta = delta,
                                                        .runs = runs,
                                                        .confidence = confidence}](
                const Execution& execution) { return api::attack_rumor_on_graph(question, execution); },
            seed, jobs, progress);
  return py::make_tuple(to_python(to_json(answer, origin)), py::none(), api::end_of(answer).why);
}

py::tuple attack_token(std::int64_t users, std::int64_t steps, double epsilon, double delta, double delta_prime,
                       double delta_hat, const std::string& task, std::int64_t buckets, const std::string& noise,
                       std::int64_t runs, double confidence, bool anytime, std::optional<double> claimed_epsilon,
                       const std::string& state, std::uint64_t seed, int jobs, const py::object& progress) {
  return attacked(
      api::AttackWalkQuestion{
          .token = {.users = users,
                    .steps = steps,
                    .epsilon = epsilon,
                    .delta = delta,
                    .delta_prime = delta_prime,
                    .delta_hat = delta_hat,
                    .task = api::task_named(task),
                    .buckets = buckets,
                    .calibration = api::noise_named(noise).calibration},
          .terms = {.runs = runs, .confidence = confidence, .anytime = anytime, .claimed_epsilon = claimed_epsilon}},
      api::attack_walk, {state, seed, jobs, progress});
}

py::tuple attack_ring(std::int64_t users, std::int64_t rounds, double epsilon, std::optional<double> delta,
                      double delta_prime, const std::string& task, std::int64_t buckets, const std::string& noise,
                      const std::string& output, std::int64_t runs, double confidence, bool anytime,
                      std::optional<double> claimed_epsilon, const std::string& state, std::uint64_t seed, int jobs,
                      const py::object& progress) {
  const auto [kind, calibration] = api::noise_named(noise);
  return attacked(
      api::AttackRingQuestion{
          .token = {.users = users,
                    .rounds = rounds,
                    .epsilon = epsilon,
                    .delta_prime = delta_prime,
                    .task = api::task_named(task),
                    .buckets = buckets,
                    .calibration = calibration,
                    .noise = kind},
          .delta = delta,
          .output = api::ring_output_named(output),
          .terms = {.runs = runs, .confidence = confidence, .anytime = anytime, .claimed_epsilon = claimed_epsilon}},
      api::attack_ring, {state, seed, jobs, progress});
}

py::tuple attack_stream(const api::Network& network, std::vector<Node> observers, Node target, int rounds,
                        int half_period, double sigma, bool own_noise_known, std::uint64_t runs, double confidence,
                        std::optional<double> delta, std::optional<double> epsilon, bool anytime,
                        std::optional<double> claimed_mu, const std::string& state, std::uint64_t seed, int jobs,
                        const py::object& progress) {
  const api::AttackStreamTerms terms{.rounds = rounds,
                                     .half_period = half_period,
                                     .sigma = sigma,
                                     .own_noise_known = own_noise_known,
                                     .runs = runs,
                                     .confidence = confidence,
                                     .delta = delta,
                                     .epsilon = epsilon,
                                     .anytime = anytime,
                                     .claimed_mu = claimed_mu};
  return attacked(
      api::AttackStreamQuestion{
          .network = network, .observers = std::move(observers), .target = target, .terms = terms},
      api::attack_stream, {state, seed, jobs, progress});
}

py::tuple attack_program(std::vector<std::string> command, double epsilon, double delta, const std::string& promise,
                         std::uint64_t runs, int workers, const std::string& features, double confidence,
                         double timeout, bool to_the_end, const std::optional<double>& until, bool fresh,
                         const std::string& state, const std::string& replay, bool dry_run, std::uint64_t seed,
                         int jobs, const py::object& progress) {
  api::AttackProgramQuestion question{.program = std::move(command),
                                      .epsilon = epsilon,
                                      .delta = delta,
                                      .runs = runs,
                                      .confidence = confidence,
                                      .features = api::features_named(features),
                                      .timeout = timeout,
                                      .workers = workers,
                                      .fresh = fresh,
                                      .to_the_end = to_the_end,
                                      .until = until};
  if (!promise.empty()) api::set_promise(question, promise);
  const auto told = [](const auto& answered, const std::string& why) {
    return py::make_tuple(to_python(to_json(answered.answer, answered.origin)), py::none(), why);
  };
  if (dry_run) {
    const auto tried =
        timed([=](const Execution& execution) { return api::dry_run(question, execution); }, seed, jobs, progress);
    return told(tried, tried.answer.trouble);
  }
  if (replay.empty()) return attacked(std::move(question), api::attack_program, {state, seed, jobs, progress});
  const auto chosen = parse_json<nlohmann::ordered_json>(replay, "`replay`");
  const auto found =
      timed([=](const Execution& execution) { return api::replay_program(question, execution, chosen, "`replay`"); },
            seed, jobs, progress);
  return told(found, api::end_of(found.answer).why);
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
  result["true_positive_rate"] = to_python(found.rates.true_positive);
  result["false_positive_rate"] = to_python(found.rates.false_positive);
  return result;
}

}  // namespace

void bind_attack(py::module_& module) {
  module.def("attack_gossip", &attack_gossip, py::arg("network"), py::arg("observers"), py::arg("target"),
             py::arg("schedule"), py::arg("steps"), py::arg("sigma"), py::arg("sensitivity"),
             py::arg("own_noise_known"), py::arg("row_space"), py::arg("runs"), py::arg("confidence"), py::arg("delta"),
             py::arg("epsilon"), py::arg("anytime"), py::arg("claimed_mu"), py::arg("state"), py::arg("seed"),
             py::arg("jobs"), py::arg("progress"));
  module.def("attack_rumor", &attack_rumor, py::arg("nodes"), py::arg("curious"), py::arg("muting"),
             py::arg("suspects"), py::arg("rumors"), py::arg("terminated"), py::arg("sees"), py::arg("seen"),
             py::arg("swap"), py::arg("delayed_start"), py::arg("runs"), py::arg("confidence"), py::arg("anytime"),
             py::arg("state"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("attack_rumor_on", &attack_rumor_on, py::arg("network"), py::arg("curious_set"), py::arg("curious"),
             py::arg("source"), py::arg("against"), py::arg("muting"), py::arg("epsilon"), py::arg("delta"),
             py::arg("runs"), py::arg("confidence"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("attack_token", &attack_token, py::arg("users"), py::arg("steps"), py::arg("epsilon"), py::arg("delta"),
             py::arg("delta_prime"), py::arg("delta_hat"), py::arg("task"), py::arg("buckets"), py::arg("noise"),
             py::arg("runs"), py::arg("confidence"), py::arg("anytime"), py::arg("claimed_epsilon"), py::arg("state"),
             py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("attack_ring", &attack_ring, py::arg("users"), py::arg("rounds"), py::arg("epsilon"), py::arg("delta"),
             py::arg("delta_prime"), py::arg("task"), py::arg("buckets"), py::arg("noise"), py::arg("output"),
             py::arg("runs"), py::arg("confidence"), py::arg("anytime"), py::arg("claimed_epsilon"), py::arg("state"),
             py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("attack_stream", &attack_stream, py::arg("network"), py::arg("observers"), py::arg("target"),
             py::arg("rounds"), py::arg("half_period"), py::arg("sigma"), py::arg("own_noise_known"), py::arg("runs"),
             py::arg("confidence"), py::arg("delta"), py::arg("epsilon"), py::arg("anytime"), py::arg("claimed_mu"),
             py::arg("state"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("attack_program", &attack_program, py::arg("command"), py::arg("epsilon"), py::arg("delta"),
             py::arg("promise"), py::arg("runs"), py::arg("workers"), py::arg("features"), py::arg("confidence"),
             py::arg("timeout"), py::arg("to_the_end"), py::arg("until"), py::arg("fresh"), py::arg("state"),
             py::arg("replay"), py::arg("dry_run"), py::arg("seed"), py::arg("jobs"), py::arg("progress"));
  module.def("certify", &certify, py::arg("choose_positive"), py::arg("choose_negative"), py::arg("positive"),
             py::arg("negative"), py::arg("alpha"), py::arg("delta"), py::arg("epsilon"));
}

}  // namespace hearsay::python
