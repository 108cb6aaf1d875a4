// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "props/oracle/rational.hpp"

namespace hearsay::props::oracle {

// Token walks by their definitions, in exact arithmetic where the numbers are rational. Users are 0 .. n-1.

/// One step of a token: who, and the variance of the noise it adds in units of sigma_loc^2.
struct NoisyStep {
  int user;
  Rational variance;
};

/// Algorithm 1 as printed, its counter kept literally.
std::vector<NoisyStep> ring_steps(int users, int rounds);
/// Remark 1 with `share` = the variance each user adds; the very first contribution has variance 1.
std::vector<NoisyStep> distributed_steps(int users, int rounds, const Rational& share);

/// (Delta/sigma)^2-units of what v learns about u, whose every contribution moves by Delta: sum over the windows
/// between v's visits of (contributions of u)^2 / (variance of the others' noise). v knows its own contributions and
/// noise.
/// @param published  variance added to a published final token, or nothing if it is not published.
/// @return nothing if a window shows u without noise.
std::optional<Rational> view_square(const std::vector<NoisyStep>& steps, int v, int u,
                                    const std::optional<Rational>& published);

/// What v learns about u on this walk from noisy gradient steps on quadratic objectives, in units of (2L/sigma)^2: at
/// each visit of v the square of the shift over the variance of the noise. The step of user i is theta ->
/// contraction[i] theta + noise of variance 1. The first `most` of u's steps add 1 after the contraction, later ones
/// are noise only. Every cycle begins with a token that v knows.
Rational descent_square(const std::vector<int>& walk, int v, int u, const std::vector<Rational>& contraction, int most);

/// delta at `epsilon` of that many Laplace mechanisms of local epsilon `local`, from above: losses are rounded up to a
/// multiple of local/cells and added. For results above 1e-12.
double laplace_delta(int rounds, double local, double epsilon, int cells);

/// P(Bin(trials, p) >= count).
Rational binomial_at_least(int trials, const Rational& p, int count);

/// Number of walks of `steps` steps on `users` users, among the users^steps, that visit a given user k times: entry k,
/// counted step by step.
std::vector<exact::Integer> walks_by_visits(int users, int steps);

/// Of the walks of `steps` steps that avoid `colluders` given users, the share that visits another given user k times:
/// entry k, counted step by step.
Row cycles_by_visits(int users, int colluders, int steps);

/// Calls visit(walk) for every walk of `steps` steps on `users` users.
void every_walk(int users, int steps, const std::function<void(const std::vector<int>&)>& visit);

/// Contributions of u directly before or after one of v.
int spotted(const std::vector<int>& walk, int u, int v);

/// sum_k Bin(k; m, p) N(k (1 - others) mu, m) against sum_k Bin(k; m, p) N(-k others mu, m) at e^epsilon, by quadrature
/// of the definition; both directions. The protected user adds mu or 0, and everybody else others * mu, 0 <= others <=
/// 1. Relative error below 1e-9 for results above 1e-14.
struct Both {
  double forward, backward;
};
Both cycle_delta_by_quadrature(int length, double inclusion, double mu, double epsilon, double others = 0.0);

/// Expected debiased histogram of the ring protocol with randomized response: every probability enumerated answer by
/// answer.
/// @param subtract  what is taken off each count before dividing by 1 - gamma.
std::vector<Rational> expected_histogram(const std::vector<int>& values, int rounds, int buckets, const Rational& gamma,
                                         int initial, const Rational& subtract);

/// Law of the number of contributions of u when v, whenever it holds the token, sends it to u; entry k is P(k).
std::vector<Rational> biased_contributions(int users, int steps);
/// The same in double precision; relative error below 1e-9.
std::vector<double> biased_contributions_double(int users, int steps);

}  // namespace hearsay::props::oracle
