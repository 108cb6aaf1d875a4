// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <stdexcept>
#include <string>

#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/certificate/view.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props {

namespace {

using linalg::Rational;
using report::Certificate;
using run::Witness;
using Values = std::map<std::string, Rational>;

/// I + K K^T for rounds 2, 3, ..., K_ij = share (1 - share)^(i-j-1) below the diagonal: the inverse of the loss matrix
/// of a node whose states are seen, beside one other node whose noise is unknown and of which it takes `share`. The
/// first round shows the node's value with its own noise.
oracle::Matrix inverse_form(const Rational& share, std::size_t rounds) {
  oracle::Matrix k(rounds, oracle::Row(rounds));
  for (std::size_t i = 0; i < rounds; ++i) {
    Rational weight = share;
    for (std::size_t j = i; j-- > 0; weight *= 1 - share) k[i][j] = weight;
  }
  auto form = oracle::identity(rounds - 1);
  for (std::size_t i = 1; i < rounds; ++i) {
    for (std::size_t j = 1; j < rounds; ++j) form[i - 1][j - 1] += oracle::dot(k[i], k[j]);
  }
  return form;
}

/// Two nodes, (I + W)/2: the vectors of the witness, and the combinations M x that prove what they lose.
Certificate unit_vectors(const Witness& witness) {
  const auto& vectors = witness.instance.at("vectors");
  if (graph_of(witness.instance).nodes() != 2 || vectors.size() != 4)
    throw std::logic_error("the row of linear.vectors is of two nodes and four rounds");
  const auto form = inverse_form(Rational(1, 4), 4);
  Values values;
  for (const std::size_t axis : {0u, 1u}) {
    oracle::Row change;
    for (std::size_t t = 1; t < 4; ++t) change.emplace_back(vectors.at(t).at(axis).get<std::string>());
    const auto combination = oracle::solve(form, change);
    for (std::size_t t = 1; t < 4; ++t) {
      const auto round = std::to_string(t + 1);
      values[(axis == 0 ? "x" : "y") + round] = change[t - 1];
      values[(axis == 0 ? "c" : "d") + round] = combination[t - 1];
    }
  }
  return report::expression_refutation("linear.vectors", values);
}

/// The path of three nodes seen from its end: the entries of M, which the row's conditions check.
Certificate absolute_values(const Witness& witness) {
  if (graph_of(witness.instance).nodes() != 3 || witness.instance.at("rounds") != 5)
    throw std::logic_error("the row of mfdl.sum_abs.local is of the path of three nodes and five rounds");
  const auto m = oracle::solve(inverse_form(Rational(1, 3), 5), oracle::identity(4));
  Values values;
  for (std::size_t s = 0; s < 4; ++s) {
    for (std::size_t t = s; t < 4; ++t) values["m" + std::to_string(s + 2) + std::to_string(t + 2)] = m[s][t];
  }
  return report::expression_refutation("mfdl.sum_abs.local", values);
}

/// Three messages on the path of three nodes, and the best weights of them.
Certificate accelerated_messages(const Witness& witness) {
  if (graph_of(witness.instance).nodes() != 3 || witness.instance.at("steps") != 3)
    throw std::logic_error("the row of linear.acceleration is of the path of three nodes and three steps");
  const auto gamma = fraction_at(witness.instance, "gamma");
  const oracle::Matrix rows = {{1, 0}, {Rational(1, 3), Rational(1, 3)}, {1 - 2 * gamma / 3, gamma / 3}};
  auto covariance = oracle::identity(3);
  oracle::Row signal;
  for (std::size_t i = 0; i < 3; ++i) {
    signal.push_back(rows[i][1]);
    for (std::size_t j = 0; j < 3; ++j) covariance[i][j] += oracle::dot(rows[i], rows[j]);
  }
  const auto w = oracle::solve(covariance, signal);
  return report::expression_refutation("linear.acceleration",
                                       {{"gamma", gamma}, {"w0", w[0]}, {"w1", w[1]}, {"w2", w[2]}});
}

/// A loss without bound: what is seen with a little noise of the nodes' own besides loses more than `limit`.
Certificate cancelled_noise(const Witness& witness) {
  auto certificate = report::expression_refutation(
      "corr.zero_sum", {{"nodes", graph_of(witness.instance).nodes()}, {"own", Rational(1, 10000)}});
  certificate.note = "without the little noise of their own no limit holds at all";
  return certificate;
}

/// The witness shows the value itself, a loss without bound; the certificate is of the same neighbors and a copy that
/// the sender keeps.
Certificate compared_copies(const Witness& witness) {
  const auto neighbors = witness.instance.at("neighbors").get<int>();
  auto certificate =
      report::expression_refutation("corr.copies", {{"copies", neighbors + 1}, {"coalition", neighbors}});
  certificate.note = "with a copy that the sender keeps; without it the neighbors see the value itself";
  return certificate;
}

/// The witness is a tree on which rounding and tolerance hide values; the certificate is of a path, where the pivot is
/// a power of 1/3.
Certificate vanishing_pivot(const Witness&) {
  auto certificate = report::expression_refutation("attack.tolerance", {{"distance", 17}});
  certificate.note = "of the path of 19 nodes seen from one end, not of the smaller tree that the check found";
  return certificate;
}

Certificate once(const Witness& witness) {
  auto certificate = report::refutation("mfdl.muffliato.once");
  prove_loss(certificate,
             report::gossip_instance(graph_of(witness.instance), weights_of(witness.instance),
                                     witness.instance.at("rounds").get<int>(), observers_of(witness.instance), false),
             witness.instance.at("target").get<graph::Node>());
  return certificate;
}

}  // namespace

void certify_linear(Certifiers& certifiers) {
  certifiers.emplace("linear.vectors", unit_vectors);
  certifiers.emplace("mfdl.sum_abs.local", absolute_values);
  certifiers.emplace("linear.acceleration", accelerated_messages);
  certifiers.emplace("linear.adaptive.hidden", [](const Witness& witness) {
    return report::expression_refutation("linear.adaptive.hidden",
                                         {{"factor", witness.instance.at("factor").get<int>()}});
  });
  certifiers.emplace("corr.zero_sum", cancelled_noise);
  certifiers.emplace("corr.copies", compared_copies);
  certifiers.emplace("attack.tolerance", vanishing_pivot);
  certifiers.emplace("mfdl.square_root", [](const Witness& witness) {
    return report::expression_refutation("mfdl.square_root", {{"rounds", witness.instance.at("rounds").get<int>()}});
  });
  certifiers.emplace("mfdl.muffliato.once", once);
}

}  // namespace hearsay::props
