// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <limits>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/adversary/continual_view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/divergence/gaussian.hpp>

#include "props/checks.hpp"
#include "props/gen/scenario.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational_stream.hpp"
#include "props/stream/growth.hpp"
#include "props/stream/hold.hpp"
#include "props/stream/losses.hpp"

namespace hearsay::props {

namespace {

using gen::Scenario;
using graph::Node;
using run::Context;
using run::Finding;

// The model of a stream (statements about one run of T rounds); its growth with T is in stream_rate_props.cpp.

Eigen::MatrixXd dense(const Scenario& c) { return gossip_matrix(c.graph, graph::Weights::metropolis); }

Eigen::MatrixXd mean_of(const Eigen::MatrixXd& w) {
  return Eigen::MatrixXd::Constant(w.rows(), w.cols(), 1.0 / static_cast<double>(w.rows()));
}

/// A scenario and raw numbers to make a stream of: entry t in [-1, 1] is the sine of a multiple of `frequency`.
double wave(const Scenario& c, int t) {
  return std::sin(1.0 + 0.7 * static_cast<double>(c.target + 2 * c.observers.front() + 1) * t);
}

Eigen::VectorXd wave(const Scenario& c) {
  Eigen::VectorXd s(c.steps);
  for (int t = 0; t < c.steps; ++t) s(t) = wave(c, t);
  return s;
}

Finding lemma6(const Context& context) {
  return hold(context, {.max_nodes = 6, .max_steps = 7, .coalitions = true}, {100, 150, 2000}, [](const Scenario& c) {
    // Views of averaging, whose rows soon repeat each other; the change d has entries of both signs.
    const auto rows = oracle::view(oracle::rational_matrix(c.graph), c.observers, c.steps);
    oracle::Row change;
    for (Node v = 0; v < c.graph.nodes(); ++v) change.emplace_back(static_cast<long>((v * 5 + c.target) % 7) - 3);
    const double exact = oracle::to_double(oracle::loss(rows, change)),
                 norm = oracle::to_double(oracle::dot(change, change));
    Eigen::MatrixXd a(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(c.graph.nodes()));
    Eigen::VectorXd d(a.cols());
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      for (Eigen::Index j = 0; j < a.cols(); ++j)
        a(i, j) = oracle::to_double(rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
    }
    for (Eigen::Index j = 0; j < a.cols(); ++j) d(j) = oracle::to_double(change[static_cast<std::size_t>(j)]);
    // The most powerful test: the log-likelihood ratio is Gaussian, its separation the Mahalanobis distance of the two
    // views.
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> pseudo(a * a.transpose());
    const double distance = (a * d).dot(pseudo.solve(a * d));
    auto outcome = worse(equals(distance, exact, {}, Absolute{1e-6 * norm}), at_most(exact, norm, {}, Relative{1e-12}));
    for (const double epsilon : {0.0, 0.5, 2.0}) {
      outcome.violated = outcome.violated || divergence::gaussian_delta(std::sqrt(exact), epsilon).lower() >
                                                 divergence::gaussian_delta(std::sqrt(norm), epsilon).upper();
    }
    return outcome;
  });
}

Finding lemma9(const Context& context) {
  return hold(context, {.max_nodes = 16, .max_steps = 8}, {30, 200, 5000}, [](const Scenario& c) {
    const Eigen::MatrixXd w = dense(c), j = mean_of(w), r = w - j;
    const double rho = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(r).eigenvalues().cwiseAbs().maxCoeff();
    Eigen::MatrixXd w_power = w, r_power = r;
    for (int k = 1; k < c.steps; ++k) w_power = w_power * w, r_power = r_power * r;
    const double norm = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(r_power).eigenvalues().cwiseAbs().maxCoeff();
    return worse(worse(equals((w_power - j - r_power).norm(), 0.0, {}, Absolute{1e-12}),
                       equals((r * j).norm(), 0.0, {}, Absolute{1e-12})),
                 worse(equals(norm, std::pow(rho, c.steps), {}, Absolute{1e-12}), decided(rho < 1.0)));
  });
}

Finding lemma10(const Context& context) {
  return hold(context, {.max_nodes = 7, .max_steps = 5, .coalitions = true}, {100, 150, 1000}, [](const Scenario& c) {
    const auto h = oracle::stream_system(oracle::rational_matrix(c.graph), {c.observers, {}, 1}, c.steps);
    const auto w = gossip_matrix(c.graph, graph::Weights::metropolis);
    const Eigen::MatrixXd pushed = adversary::continual_view_matrix(w, {c.observers, 1, true}, c.steps);
    const auto contribute = [&](int t, const protocol::NodeValues&, protocol::NodeValues& x) {
      for (Eigen::Index u = 0; u < x.rows(); ++u) x(u, 0) = wave(c, t) * static_cast<double>(u + 1);
    };
    const Eigen::MatrixXd seen = adversary::continual_transcript(w, {c.observers, 1, true},
                                                                 {.rounds = c.steps, .sigma = 0.0}, contribute, {}, 0);
    auto outcome = decided(true);
    const auto n = static_cast<std::size_t>(c.graph.nodes());
    for (std::size_t i = 0; i < h.size(); ++i) {
      double y = 0.0;
      for (std::size_t k = 0; k < h[i].size(); ++k) {
        const double entry = oracle::to_double(h[i][k]);
        outcome.violated =
            outcome.violated ||
            !(std::abs(entry - pushed(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k))) <= 1e-13);
        y += entry * wave(c, static_cast<int>(k / n)) * static_cast<double>(k % n + 1);
      }
      outcome.violated = outcome.violated || !(std::abs(y - seen(static_cast<Eigen::Index>(i), 0)) <= 1e-11);
    }
    outcome.violated = outcome.violated || static_cast<Eigen::Index>(h.size()) != pushed.rows();
    return outcome;
  });
}

/// M by the singular values of H: the factor B of the matrix mechanism's seminorm is V^T of its decomposition.
Eigen::MatrixXd loss_by_singular_values(const Scenario& c) {
  const auto w = gossip_matrix(c.graph, graph::Weights::metropolis);
  const Eigen::MatrixXd h = adversary::continual_view_matrix(w, {c.observers, 1, true}, c.steps);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(h, Eigen::ComputeThinV);
  Eigen::MatrixXd mine(svd.matrixV().cols(), c.steps);
  for (int s = 0; s < c.steps; ++s) mine.col(s) = svd.matrixV().row(s * w.rows() + c.target).transpose();
  return mine.transpose() * mine;
}

Finding matrix_mechanism(const Context& context) {
  return hold(context, {.max_nodes = 8, .max_steps = 8, .coalitions = true}, {100, 150, 1500}, [](const Scenario& c) {
    const auto w = gossip_matrix(c.graph, graph::Weights::metropolis);
    const double participation = loss_by_singular_values(c).cwiseAbs().sum();  // u takes part in every round
    return equals(participation, exact_stream_loss(w, {c.observers, {}, 1, true}, c.steps, c.target).cwiseAbs().sum(),
                  {}, Absolute{1e-9});
  });
}

/// The transient response of one observer to u: (y_tr)_t = sum_k s_k (R^(t-k))_vu with R^0 = I - J.
Eigen::VectorXd transient_part(const Scenario& c, const Eigen::VectorXd& s) {
  const Eigen::MatrixXd w = dense(c), r = w - mean_of(w);
  const auto v = static_cast<Eigen::Index>(c.observers.front()), u = static_cast<Eigen::Index>(c.target);
  Eigen::VectorXd row = (Eigen::MatrixXd::Identity(w.rows(), w.cols()) - mean_of(w)).row(v).transpose(),
                  kernel(c.steps), y = Eigen::VectorXd::Zero(c.steps);
  for (int k = 0; k < c.steps; ++k) {
    kernel(k) = row(u);
    row = r * row;
  }
  for (int t = 0; t < c.steps; ++t) {
    for (int k = 0; k <= t; ++k) y(t) += s(k) * kernel(t - k);
  }
  return y;
}

double form(const Scenario& c, const Eigen::VectorXd& y) {
  const Eigen::MatrixXd h = adversary::continual_view_matrix(gossip_matrix(c.graph, graph::Weights::metropolis),
                                                             {c.observers, 1, true}, c.steps);
  return y.dot((h * h.transpose()).llt().solve(y));
}

Finding stationary(const Context& context) {
  return hold(context, {.max_nodes = 8, .max_steps = 12}, {20, 120, 3000}, [](const Scenario& c) {
    const Eigen::VectorXd s = wave(c);
    const auto n = static_cast<double>(c.graph.nodes());
    double worst = 0.0, sum = 0.0;
    Eigen::VectorXd level(c.steps), constant(c.steps);
    for (int t = 0; t < c.steps; ++t) {
      sum += s(t);
      level(t) = sum / n;
      constant(t) = (t + 1) / n;
    }
    worst = std::max(form(c, level), form(c, constant));
    return at_most(worst, c.steps / n, {}, Relative{1e-10});
  });
}

/// sqrt(C) = sqrt(n) |Z_vu| + 2 |q|, q_j = (R^(j+1) (I - R)^-1)_vu: what one unit step of the stream adds to the
/// transient part, in the norm of (H H^T)^-1. The q_j are added until they no longer count, so never too many.
double step_response(const Scenario& c) {
  const Eigen::MatrixXd w = dense(c), j = mean_of(w), r = w - j, eye = Eigen::MatrixXd::Identity(w.rows(), w.cols());
  const auto v = static_cast<Eigen::Index>(c.observers.front()), u = static_cast<Eigen::Index>(c.target);
  const Eigen::MatrixXd resolvent = (eye - r).inverse();
  double squares = 0.0;
  Eigen::RowVectorXd row = resolvent.row(v) * r;
  for (int power = 0; power < 100'000 && row.squaredNorm() > 1e-24; ++power, row = row * r) squares += row(u) * row(u);
  return std::sqrt(static_cast<double>(w.rows())) * std::abs((resolvent - j)(v, u)) + 2.0 * std::sqrt(squares);
}

double variation(const Eigen::VectorXd& s) {
  double total = std::abs(s(0));
  for (Eigen::Index t = 1; t < s.size(); ++t) total += std::abs(s(t) - s(t - 1));
  return total;
}

Finding lemma_g2_repaired(const Context& context) {
  return hold(context, {.max_nodes = 8, .max_steps = 24}, {20, 120, 3000}, [](const Scenario& c) {
    const double root = step_response(c);
    const Eigen::VectorXd s = wave(c), ones = Eigen::VectorXd::Ones(c.steps);
    return worse(at_most(form(c, transient_part(c, ones)), root * root, {}, Relative{1e-9}),
                 at_most(form(c, transient_part(c, s)), std::pow(variation(s) * root, 2), {}, Relative{1e-9}));
  });
}

Finding thm13_repaired(const Context& context) {
  return hold(context, {.max_nodes = 8, .max_steps = 24}, {100, 150, 2000}, [](const Scenario& c) {
    constexpr int rounds = 250;
    const auto w = gossip_matrix(c.graph, graph::Weights::metropolis);
    const accounting::ContinualAccountant accountant(w, {c.observers, {}, 1, true}, rounds,
                                                     std::array<Node, 1>{c.target}, {.jobs = 1});
    const auto growth = accountant.constant_growth(c.target);
    const auto n = static_cast<double>(c.graph.nodes());
    const double root = step_response(c);
    auto outcome = decided(grows_by(growth, 1.0 / n));
    for (int t = 0; t < rounds; ++t)
      outcome = worse(outcome, at_most(std::sqrt(growth(t)), std::sqrt((t + 1) / n) + root, {}, Relative{1e-9}));
    Eigen::VectorXd s(rounds);
    for (int t = 0; t < rounds; ++t) s(t) = wave(c, t);
    return worse(outcome, at_most(std::sqrt(accountant.loss_of(c.target, s)),
                                  s.norm() / std::sqrt(n) + variation(s) * root, {}, Relative{1e-9}));
  });
}

/// max over signs s of s^T M s, sign vector by sign vector.
double largest_over_signs(const Eigen::MatrixXd& m) {
  double largest = 0.0;
  Eigen::VectorXd s(m.rows());
  for (unsigned signs = 0; signs < 1u << (m.rows() - 1); ++signs) {
    for (Eigen::Index t = 0; t < s.size(); ++t) s(t) = (signs >> t & 1u) != 0 ? -1.0 : 1.0;
    largest = std::max(largest, s.dot(m * s));
  }
  return largest;
}

Finding thm15_linear(const Context& context) {
  return hold(context, {.max_nodes = 9, .max_steps = 10, .coalitions = true}, {50, 150, 3000}, [](const Scenario& c) {
    const auto w = gossip_matrix(c.graph, graph::Weights::metropolis);
    const accounting::ContinualAccountant accountant(w, {c.observers, {}, 1, true}, c.steps,
                                                     std::array<Node, 1>{c.target}, {.jobs = 1});
    const double largest = largest_over_signs(loss_by_singular_values(c));
    return worse(at_most(largest, c.steps, {}, Relative{1e-9}),
                 equals(accountant.sensitivity(c.target).squared.exact.value(), largest));
  });
}

/// Delta^2 <= T, the noise of the observers known to them or not.
Finding abstract_growth(const Context& context) {
  return hold(context, {.max_nodes = 9, .max_steps = 10, .coalitions = true}, {50, 150, 3000}, [](const Scenario& c) {
    const auto w = gossip_matrix(c.graph, graph::Weights::metropolis);
    auto outcome = decided(true);
    for (const auto& known : {std::vector<Node>{}, c.observers}) {
      const Eigen::MatrixXd m = exact_stream_loss(w, {c.observers, known, 1, true}, c.steps, c.target);
      outcome = worse(outcome, at_most(largest_over_signs(m), c.steps, {}, Relative{1e-9}));
    }
    return outcome;
  });
}

Finding remark14(const Context& context) {
  struct Aggregate {
    long nodes;
    int rounds;
  };
  // The aggregator publishes the mean of n noisy contributions a round; a constant change of 1 at node 0.
  const auto loss_of = [](const Aggregate& a) {
    const long columns = a.nodes * a.rounds;
    oracle::Matrix rows(static_cast<std::size_t>(a.rounds), oracle::Row(static_cast<std::size_t>(columns)));
    oracle::Row change(static_cast<std::size_t>(columns));
    for (long t = 0; t < a.rounds; ++t) {
      change[static_cast<std::size_t>(t * a.nodes)] = 1;
      for (long v = 0; v < a.nodes; ++v)
        rows[static_cast<std::size_t>(t)][static_cast<std::size_t>(t * a.nodes + v)] = oracle::Rational(1, a.nodes);
    }
    return oracle::loss(rows, change);
  };
  const auto claimed = [](const Aggregate& a) { return oracle::Rational(a.rounds, a.nodes); };
  std::vector<Aggregate> aggregates;
  for (long n = 2; n <= context.pick(20L, 50L, 200L); ++n) {
    for (int rounds = 1; rounds <= 4; ++rounds) aggregates.push_back({n, rounds});
  }
  const auto result = sweep(aggregates, [&](const Aggregate& a) { return decided(loss_of(a) == claimed(a)); });
  return conclude(result, [&](const Aggregate& a) {
    return differs_exactly({{"nodes", a.nodes}, {"rounds", a.rounds}}, claimed(a), loss_of(a));
  });
}

Finding lemma_j1(const Context& context) {
  return hold(context, {.max_nodes = 16, .max_steps = 8}, {30, 200, 5000}, [](const Scenario& c) {
    const Eigen::MatrixXd w = dense(c);
    const double rho =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(w - mean_of(w)).eigenvalues().cwiseAbs().maxCoeff();
    Eigen::VectorXd x(w.rows());
    for (Eigen::Index v = 0; v < x.size(); ++v) x(v) = wave(c, static_cast<int>(v));
    Eigen::VectorXd far = (x.array() - x.mean()).matrix();
    const double start = far.squaredNorm();
    for (int k = 0; k < c.steps; ++k) far = w * far;
    const double gamma = 1.0 - rho;
    auto outcome =
        worse(at_most(far.squaredNorm(), std::pow(1.0 - gamma, 2 * c.steps) * start + 1e-30, {}, Relative{1e-9}),
              at_most(gamma, 1.0 - rho * rho, {}, Relative{1e-12}));
    return outcome;
  });
}

}  // namespace

void register_stream(run::Registry& registry) {
  registry.add("stream.lemma6", lemma6);
  registry.add("stream.lemma9", lemma9);
  registry.add("stream.lemma10", lemma10);
  registry.add("stream.thm12", [](const Context& context) { return stream_loss_is_exact(context, exact_stream_loss); });
  registry.add("stream.projector",
               [](const Context& context) { return stream_loss_is_a_projector(context, exact_stream_loss); });
  registry.add("stream.matrix_mechanism", matrix_mechanism);
  registry.add("stream.stationary", stationary);
  registry.add("stream.lemmaG2.repaired", lemma_g2_repaired);
  registry.add("stream.thm13.repaired", thm13_repaired);
  registry.add("stream.remark14", remark14);
  registry.add("stream.thm15.linear", thm15_linear);
  registry.add("stream.abstract.growth", abstract_growth);
  registry.add("stream.lemmaJ1", lemma_j1);
}

}  // namespace hearsay::props
