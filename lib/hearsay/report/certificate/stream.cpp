// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/stream.hpp>

#include <algorithm>

#include <hearsay/accounting/continual/rational_stream.hpp>
#include <hearsay/accounting/continual/whole_adjoint.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/statements.hpp>

namespace hearsay::report {

namespace {

using accounting::Fractions;
using accounting::StreamWatch;
using exact::Rational;
using nlohmann::ordered_json;

ordered_json instance_json(const StreamInstance& x) {
  return {{"nodes", x.graph.nodes()},
          {"weights", graph::to_string(x.weights)},
          {"edges", edges_json(x.graph.edge_list())},
          {"observers", x.observers},
          {"own_noise", x.own_noise},
          {"view", x.messages ? "messages" : "states"},
          {"target", x.target}};
}

/// An instance with its matrix in fractions.
struct Prepared {
  explicit Prepared(const StreamInstance& x)
      : w(linalg::exact_entries(graph::gossip_matrix(x.graph, x.weights))),
        watch{.seen =
                  x.messages ? accounting::senders(graph::gossip_matrix(x.graph, x.weights), x.observers) : x.observers,
              .known = x.own_noise ? x.observers : std::vector<graph::Node>{},
              .steps = x.steps} {}
  linalg::RationalMatrix w;
  StreamWatch watch;
};

/// The view of `rounds` rounds, the best test of each unit stream, and what the tests make of them: the loss matrix M.
struct Solved {
  Solved(const StreamInstance& x, int rounds) {
    const Prepared prepared(x);
    view = accounting::rational_stream(prepared.w, prepared.watch, rounds, x.target);
    for (auto& solution : accounting::solve_exactly(view.noise, view.signals).solutions) {
      if (!solution.test)
        throw Error(Errc::conditions, "certificate", "the observers see a contribution without noise");
      tests.push_back(std::move(*solution.test));
    }
    for (const auto& test : tests) {
      auto& row = loss.emplace_back();
      for (const auto& signal : view.signals) row.push_back(accounting::dot(test, signal));
    }
  }

  [[nodiscard]] std::size_t rounds() const { return loss.size(); }
  [[nodiscard]] Rational form(const Fractions& s) const {
    Rational total = 0;
    for (std::size_t t = 0; t < rounds(); ++t) total += s[t] * accounting::dot(loss[t], s);
    return total;
  }
  /// The signs of the largest form, the first of them +.
  [[nodiscard]] Fractions worst_signs() const {
    Fractions best(rounds(), Rational(1));
    Rational most = form(best);
    for (unsigned signs = 1; signs < 1u << (rounds() - 1); ++signs) {
      Fractions s(rounds(), Rational(1));
      for (std::size_t t = 1; t < rounds(); ++t) s[t] = (signs >> (t - 1) & 1) != 0 ? -1 : 1;
      if (const Rational value = form(s); value > most) most = value, best = s;
    }
    return best;
  }
  /// [[round, step, node, weight], ...] of the best test of the stream s.
  [[nodiscard]] ordered_json terms(const Fractions& s) const {
    auto json = ordered_json::array();
    for (std::size_t i = 0; i < view.states.size(); ++i) {
      Rational weight = 0;
      for (std::size_t t = 0; t < rounds(); ++t) weight += s[t] * tests[t][i];
      const auto& [round, step, node] = view.states[i];
      if (weight != 0) json.push_back({round, step, node, exact::to_string(weight)});
    }
    return json;
  }

  accounting::RationalStream view;
  std::vector<Fractions> tests;
  std::vector<Fractions> loss;
};

void set_instance(Certificate& certificate, const StreamInstance& x, int rounds) {
  certificate.instance = instance_json(x);
  certificate.instance["rounds"] = rounds;
  if (x.steps != 1) certificate.instance["steps_per_round"] = x.steps;
}

/// An adjoint in small whole numbers, where the best one is in long fractions, that shows half of its excess.
accounting::PeriodicAdjoint easier(const Prepared& prepared, const StreamInstance& x, std::span<const Rational> stream,
                                   accounting::PeriodicAdjoint best, const ordered_json& bound) {
  constexpr std::size_t long_fraction = 12;
  const bool is_long = std::ranges::any_of(best.blocks, [](const Fractions& block) {
    return std::ranges::any_of(block, [](const Rational& y) { return exact::to_string(y).size() > long_fraction; });
  });
  if (!is_long) return best;
  const auto stated = evaluate(bound, {{"n", Real(x.graph.nodes())}, {"observers", Real(x.observers.size())}});
  const Rational least = (best.rate + exact::fraction_of(static_cast<double>(stated))) / 2;
  return accounting::in_whole_numbers(prepared.w, prepared.watch, x.target, stream, best, least);
}

void set_lower(Certificate& certificate, const Solved& solved) {
  const auto signs = solved.worst_signs();
  certificate.evidence["lower"] = {{"stream", fractions_json(signs)}, {"terms", solved.terms(signs)}};
  certificate.proves.lower = exact::to_string(solved.form(signs));
}

}  // namespace

void prove_stream_loss(Certificate& certificate, const StreamInstance& x, int rounds, bool upper) {
  const Solved solved(x, rounds);
  set_instance(certificate, x, rounds);
  set_lower(certificate, solved);
  if (!upper) return;
  Fractions diagonal;
  Rational sum = 0;
  auto columns = ordered_json::array();
  for (std::size_t t = 0; t < solved.rounds(); ++t) {
    Rational row = 0;
    for (const auto& entry : solved.loss[t]) row += abs(entry);
    Fractions unit(solved.rounds(), Rational(0));
    unit[t] = 1;
    columns.push_back(solved.terms(unit));
    sum += row;
    diagonal.push_back(std::move(row));
  }
  certificate.evidence["upper"] = {{"diagonal", fractions_json(diagonal)}, {"columns", std::move(columns)}};
  certificate.proves.upper = exact::to_string(std::min(sum, Rational(rounds)));
}

void prove_constant_loss(Certificate& certificate, const StreamInstance& x, int rounds) {
  const Solved solved(x, rounds);
  set_instance(certificate, x, rounds);
  const Fractions ones(solved.rounds(), Rational(1));
  const ordered_json best = {{"terms", solved.terms(ones)}};
  certificate.evidence = {{"lower", best}, {"upper", best}};
  const auto value = exact::to_string(solved.form(ones));
  certificate.proves = {.lower = value, .upper = value};
}

void prove_absolute_sum(Certificate& certificate, const StreamInstance& x, int rounds) {
  const Solved solved(x, rounds);
  set_instance(certificate, x, rounds);
  set_lower(certificate, solved);
  certificate.evidence["constant"] = {{"terms", solved.terms(Fractions(solved.rounds(), Rational(1)))}};
}

void prove_rate(Certificate& certificate, const StreamInstance& x, std::span<const Rational> stream, bool transient) {
  const Prepared prepared(x);
  auto found = accounting::periodic_adjoint(prepared.w, prepared.watch, x.target, stream, transient);
  if (const auto* row = certificate.claim ? statement(*certificate.claim) : nullptr; row != nullptr && !transient)
    found = easier(prepared, x, stream, std::move(found), row->at("bound"));
  certificate.instance = instance_json(x);
  auto blocks = ordered_json::array();
  for (const auto& block : found.blocks) blocks.push_back(fractions_json(block));
  certificate.evidence = {{"stream", fractions_json(stream)}, {"adjoint", std::move(blocks)}};
  certificate.proves.lower = exact::to_string(found.rate);
}

}  // namespace hearsay::report
