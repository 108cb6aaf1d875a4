// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>

#include <hearsay/graph/families/generators.hpp>
#include <hearsay/learning/gossip_descent.hpp>
#include <hearsay/learning/logistic.hpp>

#include "props/checks.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/witness.hpp"
#include "props/learning/learning_checks.hpp"

namespace hearsay::props {

namespace {

using run::Context;
using run::Finding;

/// Random points of norm 1 with labels, and two models.
struct Regression {
  std::uint32_t seed = 0;
  int points = 1, dimension = 1;
  int scale = 0;  ///< models have norm about 50 / 2^scale
};

struct Drawn {
  learning::Samples samples;
  Eigen::VectorXd a, b;
};

Drawn draw(const Regression& r) {
  random::Stream stream({r.seed}, random::Purpose::search, 0);
  Drawn drawn{{learning::RowMatrix(r.points, r.dimension), Eigen::VectorXd(r.points)},
              Eigen::VectorXd(r.dimension),
              Eigen::VectorXd(r.dimension)};
  for (int i = 0; i < r.points; ++i) {
    for (int j = 0; j < r.dimension; ++j) drawn.samples.x(i, j) = stream.normal();
    drawn.samples.x.row(i).normalize();
    drawn.samples.y[i] = stream.bernoulli(0.5) ? 1.0 : -1.0;
  }
  const double size = 50.0 * std::exp2(-r.scale);
  for (auto& value : drawn.a) value = size * stream.normal();
  for (auto& value : drawn.b) value = size * stream.normal();
  return drawn;
}

rc::Gen<Regression> regressions() {
  return rc::gen::map(rc::gen::tuple(rc::gen::arbitrary<std::uint32_t>(), rc::gen::inRange(1, 7),
                                     rc::gen::inRange(1, 9), rc::gen::inRange(0, 12)),
                      [](const auto& t) {
                        return Regression{std::get<0>(t), std::get<1>(t), std::get<2>(t), std::get<3>(t)};
                      });
}

nlohmann::ordered_json to_json(const Regression& r) {
  return {{"seed", r.seed}, {"points", r.points}, {"dimension", r.dimension}, {"scale", r.scale}};
}

/// Mean loss by the textbook formula, in extended precision.
long double textbook_loss(const learning::Samples& samples, const Eigen::VectorXd& theta, int moved, long double by) {
  long double sum = 0.0L;
  for (Eigen::Index i = 0; i < samples.rows(); ++i) {
    long double score = 0.0L;
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      score +=
          static_cast<long double>(samples.x(i, j)) * (static_cast<long double>(theta[j]) + (j == moved ? by : 0.0L));
    }
    const long double margin = static_cast<long double>(samples.y[i]) * score;
    sum += margin > 0.0L ? std::log1p(std::exp(-margin)) : -margin + std::log1p(std::exp(margin));
  }
  return sum / static_cast<long double>(samples.rows());
}

Finding gradient(const Context& context) { return check_gradient(library_gradient, context); }

Finding central_equivalence(const Context& context) { return check_central_equivalence(learning::descend, context); }

}  // namespace

Eigen::VectorXd library_gradient(const learning::Samples& samples, const Eigen::VectorXd& theta) {
  std::vector<Eigen::Index> rows(static_cast<std::size_t>(samples.rows()));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Eigen::Index>(i);
  return learning::LogisticProblem(samples, {rows}).gradient(0, theta);
}

Finding check_gradient(const GradientFunction& gradient_of, const Context& context) {
  const auto property = [&](const Regression& r) {
    const auto [samples, a, b] = draw(r);
    const Eigen::VectorXd at_a = gradient_of(samples, a), at_b = gradient_of(samples, b);
    Outcome outcome{.tags = {r.points > 1 ? "several points" : "one point"}};
    constexpr long double h = 0x1p-16L;
    double error = 0.0;
    for (int j = 0; j < r.dimension; ++j) {
      const auto slope = (textbook_loss(samples, a, j, h) - textbook_loss(samples, a, j, -h)) / (2.0L * h);
      error = std::max(error, std::abs(static_cast<double>(slope) - at_a[j]));
    }
    const double apart = (a - b).norm();
    const double lipschitz =
        std::abs(static_cast<double>(textbook_loss(samples, a, -1, 0.0L) - textbook_loss(samples, b, -1, 0.0L)));
    const double smooth = (at_a - at_b).norm();
    outcome = worse(outcome, at_most(lipschitz, apart, {}, Relative{1e-12}));
    outcome = worse(outcome, at_most(smooth, apart / 4.0, {}, Relative{1e-12}));
    outcome = worse(outcome, at_most(at_a.norm(), 1.0, {}, Relative{1e-12}));
    // A central difference errs by at most h^2 / 6 times the third derivative, which is below 1/8, and by rounding / h.
    return worse(outcome, equals(error, 0.0, {}, Absolute{1e-10}));
  };
  const auto result =
      search(regressions(), property,
             {.cases = context.pick(200u, 2000u, 100000u), .coverage = {{"several points", 25.0}}}, context);
  return conclude(result, [&](const Regression& instance) {
    const auto [samples, a, b] = draw(instance);
    return compared_numerically(
        to_json(instance), {"gradient = derivative, norm <= 1, change <= |a - b| / 4",
                            fmt::format("norm {}, change {} over a distance {}", gradient_of(samples, a).norm(),
                                        (gradient_of(samples, a) - gradient_of(samples, b)).norm(), (a - b).norm())});
  });
}

Finding check_central_equivalence(const DescentFunction& descend, const Context& context) {
  struct Instance {
    std::uint32_t seed = 0;
    int users = 2, rounds = 1;
    bool stochastic = false;
  };
  const auto table = learning::generated_houses();
  learning::Table head{table.features.topRows(64), table.target.head(64), table.feature_names, table.target_name};
  const auto split = learning::prepare(head, {}, {1});
  const auto distance = [&](const Instance& i) {
    const learning::LogisticProblem problem(split.train, learning::deal(split.train.rows(), i.users, {i.seed}));
    const auto w = graph::gossip_matrix(graph::complete(i.users), graph::Weights::metropolis);
    const learning::DescentOptions options{.rounds = i.rounds, .step = 0.7, .noise = 1.5, .stochastic = i.stochastic};
    // The server, written out: one model, every user's noisy gradient at it, their mean.
    std::vector<random::Stream> noises, points;
    for (std::uint32_t user = 0; user < static_cast<std::uint32_t>(i.users); ++user) {
      noises.emplace_back(random::Seed{i.seed}, random::Purpose::noise, 3, user);
      points.emplace_back(random::Seed{i.seed}, random::Purpose::activation, 3, user);
    }
    Eigen::VectorXd server = Eigen::VectorXd::Zero(problem.dimension());
    for (int round = 0; round < i.rounds; ++round) {
      Eigen::VectorXd sum = Eigen::VectorXd::Zero(problem.dimension());
      for (int user = 0; user < i.users; ++user) {
        const auto slot = static_cast<std::size_t>(user);
        sum += i.stochastic ? problem.sampled_gradient(user, server, points[slot]) : problem.gradient(user, server);
        for (auto& value : sum) value += options.noise * noises[slot].normal();
      }
      server -= options.step / static_cast<double>(i.users) * sum;
    }
    const auto gossiped = descend(problem, learning::fixed_gossip(w, 1, false), options, {i.seed}, 3, {});
    const auto central = descend(problem, {}, options, {i.seed}, 3, {});
    const double scale = std::max(1.0, server.norm());
    return std::max((gossiped.rowwise() - server.transpose()).cwiseAbs().maxCoeff(),
                    (central.rowwise() - server.transpose()).cwiseAbs().maxCoeff()) /
           scale;
  };
  const auto generator = rc::gen::map(rc::gen::tuple(rc::gen::arbitrary<std::uint32_t>(), rc::gen::inRange(2, 13),
                                                     rc::gen::inRange(1, 13), rc::gen::arbitrary<bool>()),
                                      [](const auto& t) {
                                        return Instance{std::get<0>(t), std::get<1>(t), std::get<2>(t), std::get<3>(t)};
                                      });
  const auto property = [&](const Instance& i) {
    return equals(distance(i), 0.0, {i.stochastic ? "SGD" : "GD"}, Absolute{1e-12});
  };
  const auto result =
      search(generator, property, {.cases = context.pick(30u, 200u, 5000u), .coverage = {{"SGD", 25.0}, {"GD", 25.0}}},
             context);
  return conclude(result, [&](const Instance& i) {
    return compared_numerically(
        {{"seed", i.seed}, {"users", i.users}, {"rounds", i.rounds}, {"stochastic", i.stochastic}},
        {"equal models", fmt::format("{} apart", distance(i))});
  });
}

void register_learning(run::Registry& registry) {
  registry.add("learn.gradient", gradient);
  registry.add("learn.central_equivalence", central_equivalence);
}

}  // namespace hearsay::props
