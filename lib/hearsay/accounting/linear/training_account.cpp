// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/training_account.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <hearsay/core/decimal.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::string_view where_losses = "training_losses";
constexpr double rounding = 1e-12;

void require_valid(const TrainingQuestion& question) {
  require_open_unit(where_losses, "delta", question.delta);
  require_positive(where_losses, "clip", question.batches.clip);
  require_unit(where_losses, "rate", question.batches.rate);
  const auto given = question.sigma.size();
  if (given != 1 && given != question.run.nodes)
    throw Error(Errc::shape, where_losses,
                fmt::format("sigma has {} entries, not 1 or the {} nodes", given, question.run.nodes));
  for (const double sigma : question.sigma) require_positive(where_losses, "sigma", sigma);
}

double sigma_of(const TrainingQuestion& question, graph::Node u) {
  return question.sigma.size() == 1 ? question.sigma.front() : question.sigma[u];
}

/// Epsilon at delta of the noisy gradients of these nodes, computed once for each sigma.
class LocalEpsilons {
 public:
  LocalEpsilons(const TrainingQuestion& question, const std::vector<graph::Node>& nodes, const Execution& execution)
      : question_(question) {
    std::vector<double> sigmas;
    for (const auto u : nodes) sigmas.push_back(sigma_of(question, u));
    std::ranges::sort(sigmas);
    sigmas.erase(std::ranges::unique(sigmas).begin(), sigmas.end());
    std::vector<std::optional<Bracket>> found(sigmas.size());
    const auto rounds = static_cast<std::size_t>(question.run.rounds);
    parallel_for(sigmas.size(), execution, "noise levels", [&](std::size_t i) {
      found[i] = local_accountant(question.batches, sigmas[i], rounds).epsilon(question.delta);
    });
    for (std::size_t i = 0; i < sigmas.size(); ++i) known_.emplace(sigmas[i], *found[i]);
  }

  [[nodiscard]] const Bracket& of(graph::Node u) const { return known_.at(sigma_of(question_, u)); }

 private:
  const TrainingQuestion& question_;
  std::map<double, Bracket> known_;
};

std::vector<graph::Node> targets_of(const std::vector<TrainingAudience>& audiences) {
  std::vector<graph::Node> nodes;
  for (const auto& audience : audiences) nodes.insert(nodes.end(), audience.targets.begin(), audience.targets.end());
  std::ranges::sort(nodes);
  nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
  return nodes;
}

/// The run with noise in units of the sensitivity.
Protocol protocol_of(const TrainingQuestion& question) {
  auto run = question.run;
  const auto sensitivity = exact::fraction_of(sensitivity_of(question.batches));
  run.sigma.clear();
  for (const double sigma : question.sigma) run.sigma.push_back(exact::fraction_of(sigma) / sensitivity);
  run.view = {};
  return training_protocol(run);
}

/// Epsilon at delta of mu^2 between these ends.
std::optional<Bracket> epsilon_of(const Interval& loss, double delta) {
  if (!std::isfinite(loss.upper)) return std::nullopt;
  const double lower = std::sqrt(loss.lower) * (1.0 - rounding), upper = std::sqrt(loss.upper) * (1.0 + rounding);
  return divergence::GaussianDp(Bracket(lower, 0.5 * (lower + upper), upper)).epsilon(delta);
}

void add_network(TrainingLoss& entry, const LinearLoss& found, const TrainingQuestion& question) {
  entry.network = found.vectors;
  entry.certified = found.certified;
  entry.why = found.why;
  entry.network_epsilon = epsilon_of(found.vectors, question.delta);
  entry.network_holds = question.gradients == Gradients::seen && found.certified != Certified::estimate &&
                        entry.network_epsilon.has_value();
}

/// The least factor on the noise that brings a loss down to epsilon. @param multiplier  of the local bound, if any
/// does.
double least_factor(const TrainingQuestion& question, const TrainingLoss& loss, std::optional<double> multiplier,
                    double allowed_mu) {
  double factor = multiplier ? *multiplier * question.batches.clip / sigma_of(question, loss.target) : infinity;
  if (loss.network_holds) {
    const double mu = std::sqrt(loss.network->upper) * (1.0 + rounding);
    factor = std::min(factor, mu == 0.0 ? 0.0 : mu / allowed_mu);
  }
  return factor;
}

/// promised() with all noise times a factor. @param local  with that noise.
double promised_at(const TrainingQuestion& question, const TrainingLoss& loss, double factor, const Bracket& local) {
  double epsilon = local.upper();
  if (loss.network_holds) {
    const double scaled = loss.network->upper / (factor * factor) * (1.0 + rounding);
    if (const auto network = epsilon_of({.lower = 0.0, .upper = scaled}, question.delta))
      epsilon = std::min(epsilon, network->upper());
  }
  return epsilon;
}

}  // namespace

double sensitivity_of(const MiniBatches& batches) {
  return batches.adjacency == divergence::Adjacency::replace ? 2.0 * batches.clip : batches.clip;
}

std::size_t most_rounds(const Participation& participation, std::size_t rounds) {
  const auto spaced = [&](std::size_t gap) { return (rounds + gap - 1) / gap; };
  switch (participation.kind) {
    case Participation::Kind::every:
      return rounds;
    case Participation::Kind::once:
      return std::min<std::size_t>(rounds, 1);
    case Participation::Kind::period:
      return spaced(participation.period);
    default:
      return std::min(participation.count, spaced(participation.gap));
  }
}

divergence::SampledGaussianDp local_accountant(const MiniBatches& batches, double sigma, std::size_t rounds) {
  return divergence::SampledGaussianDp({.rate = batches.rate,
                                        .noise_multiplier = sigma / batches.clip,
                                        .count = accounting::most_rounds(batches.participation, rounds),
                                        .adjacency = batches.adjacency});
}

double TrainingLoss::promised() const {
  return network_holds ? std::min(local.upper(), network_epsilon->upper()) : local.upper();
}

bool TrainingLoss::by_network() const { return promised() < local.upper(); }

std::vector<std::vector<TrainingLoss>> training_losses(const TrainingQuestion& question,
                                                       const std::vector<TrainingAudience>& audiences,
                                                       const Execution& execution) {
  require_valid(question);
  const auto targets = targets_of(audiences);
  auto whole = question;
  whole.batches.rate = 1.0;
  const LocalEpsilons locals(question, targets, execution), unsampled(whole, targets, execution.part());
  std::vector<std::vector<TrainingLoss>> losses(audiences.size());
  for (std::size_t i = 0; i < audiences.size(); ++i) {
    for (const auto u : audiences[i].targets)
      losses[i].push_back({.target = u,
                           .local = locals.of(u),
                           .all_values = unsampled.of(u),
                           .network = {},
                           .why = {},
                           .network_epsilon = {}});
  }
  if (!question.gossip) return losses;
  const auto protocol = protocol_of(question);
  // One view: its subjects share the threads. Several: each has one thread.
  const bool several = audiences.size() > 1;
  parallel_for(audiences.size(), several ? execution : execution.part(1), "observers", [&](std::size_t i) {
    LinearModel model = protocol;
    std::get<Protocol>(model).view.observers = audiences[i].observers;
    LinearQuestion asked{.subjects = {},
                         .participation = question.batches.participation,
                         .execution = several ? execution.part(1) : execution};
    for (const auto u : audiences[i].targets) asked.subjects.push_back(node_subject(u));
    const auto account = linear_account(model, asked);
    for (std::size_t k = 0; k < losses[i].size(); ++k) add_network(losses[i][k], account.losses[k].loss, question);
  });
  return losses;
}

TrainingNoise noise_that_meets(const TrainingQuestion& question, const std::vector<std::vector<TrainingLoss>>& losses,
                               double epsilon, const Execution& execution) {
  constexpr int digits = 5, most_attempts = 8;
  require_valid(question);
  require_non_negative("noise_that_meets", "epsilon", epsilon);
  const auto multiplier = divergence::least_noise_multiplier(
      local_accountant(question.batches, question.batches.clip, static_cast<std::size_t>(question.run.rounds))
          .mechanism(),
      epsilon, question.delta);
  const double allowed_mu = divergence::gaussian_mu(epsilon, question.delta).lower() * (1.0 - rounding);
  double factor = 0.0;
  std::vector<graph::Node> targets;
  for (const auto& view : losses) {
    for (const auto& loss : view) {
      factor = std::max(factor, least_factor(question, loss, multiplier, allowed_mu));
      targets.push_back(loss.target);
    }
  }
  if (!std::isfinite(factor)) return {.factor = std::nullopt, .epsilon = infinity};
  if (factor == 0.0) return {.factor = 0.0};
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    auto changed = question;  // what is printed is what is judged
    TrainingNoise found;
    if (question.sigma.size() == 1) {
      changed.sigma.front() = decimal_above(question.sigma.front() * factor, digits);
      found = {.factor = changed.sigma.front() / question.sigma.front(), .sigma = changed.sigma.front()};
    } else {
      found.factor = decimal_above(factor, digits);
      for (double& sigma : changed.sigma) sigma *= *found.factor;
    }
    const LocalEpsilons locals(changed, targets, execution);
    for (const auto& view : losses) {
      for (const auto& loss : view)
        found.epsilon = std::max(found.epsilon, promised_at(question, loss, *found.factor, locals.of(loss.target)));
    }
    if (found.epsilon <= epsilon) return found;
    factor *= 1.0 + 1e-4;  // the brackets of two noise levels may be wide by different amounts
  }
  return {.factor = std::nullopt, .epsilon = infinity};
}

}  // namespace hearsay::accounting
