// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay::props::oracle {

// The definitions spelled out, sharing nothing with the library. P = N(mu, 1), Q = N(0, 1).

/// Integral of max(0, p(x) - e^epsilon q(x)) by panels of Gauss-Kronrod rules over where it is positive. Relative error
/// below 1e-10 for results above 1e-300, mu in [1e-6, 1e3].
double hockey_stick_by_quadrature(double mu, double epsilon);

/// Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu) as printed, by std::erfc, any sign of epsilon; mu = 0 is
/// max(0, 1 - e^epsilon). Absolute error below 1e-14 (1 + e^epsilon).
double hockey_stick_as_printed(double mu, double epsilon);

/// Renyi divergence ln(integral p^alpha q^(1-alpha)) / (alpha - 1) of N(mean_p, sigma^2) against N(mean_q, sigma^2) by
/// quadrature around the numerically found maximum of the integrand. Relative error below 1e-8 for alpha (mean_p -
/// mean_q)^2 / sigma^2 above 1e-6.
double renyi_by_quadrature(double alpha, double mean_p, double mean_q, double sigma);

}  // namespace hearsay::props::oracle
