// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/gossip_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/linalg/fraction.hpp>
#include <hearsay/report/certificate/rounded_view.hpp>
#include <hearsay/report/certificate/view.hpp>

namespace hearsay::cli {

namespace {

using linalg::Rational;
using report::Certificate;

constexpr double most_exact_messages = 60, most_exact_products = 2e5, most_rounded_entries = 2e7;

/// Whether W is made by a rule from the graph, or read from a file.
bool by_rule(const Network& network) {
  const auto rule = graph::gossip_matrix(network.made.graph(), network.made.weights);
  return rule.isApprox(network.w, 0.0);
}

std::string whose(bool own_noise) {
  return own_noise ? "to observers who know their own noise" : "to observers who know nobody's noise";
}

/// Says which node of the file is which of the user's, if they have names, and what its number of steps has to do with
/// forever.
void add_note(Certificate& certificate, const graph::Graph& graph, bool forever) {
  if (graph.labelled())
    certificate.note = "the target is " + graph.label(certificate.instance.at("target").get<graph::Node>());
  if (forever) {
    certificate.note += fmt::format(
        "{}forever: what is sent after as many steps as nodes is a combination of earlier messages (Cayley-Hamilton)",
        certificate.note.empty() ? "" : "; ");
  }
}

/// The bound on the share of the information that a claim amounts to, from the side where a proof against it (from
/// above) or for it (from below) is harder.
Rational share_bound(const accounting::LossClaim& claim, const accounting::GaussianLossScale& scale, bool above) {
  const Rational ratio = linalg::fraction_of(scale.sigma) / linalg::fraction_of(scale.sensitivity);
  if (claim.unit == accounting::LossUnit::renyi)
    return 2 * ratio * ratio * linalg::fraction_of(claim.bound) / linalg::fraction_of(scale.alpha);
  if (!scale.delta) throw Error(Errc::conditions, "share_bound", "an epsilon is claimed, so there must be a delta");
  const auto mu = divergence::gaussian_mu(claim.bound, *scale.delta);
  const Rational end(above ? mu.upper() : mu.lower());
  return end * end * ratio * ratio;
}

}  // namespace

Proved prove_gossip(const GossipProof& x, bool own_noise) {
  const auto& graph = x.network.made.graph();
  const double n = graph.nodes();
  const int steps = x.steps.value_or(static_cast<int>(graph.nodes()));
  const double messages = static_cast<double>(accounting::senders(x.network.w, x.observers).size()) * steps;
  const bool rule = by_rule(x.network);
  const bool exact =
      messages <= most_exact_messages && n * static_cast<double>(x.network.w.nonZeros()) * steps <= most_exact_products;
  if (!exact && (!rule || messages * n > most_rounded_entries)) {
    return {.certificates = {},
            .missing = {fmt::format("the losses {} have no proof: {} messages of {} nodes are too many{}",
                                    whose(own_noise), messages, n, rule ? "" : " for weights from a file")}};
  }
  const auto instance = rule ? report::gossip_instance(graph, x.network.made.weights, steps, x.observers, own_noise)
                             : report::gossip_instance(x.network.w, steps, x.observers, own_noise);
  Proved proved{.certificates =
                    exact ? report::loss_bounds(instance, x.targets) : report::rounded_loss_bounds(instance, x.targets),
                .missing = {}};
  for (auto& certificate : proved.certificates) add_note(certificate, graph, !x.steps);
  if (std::ranges::any_of(proved.certificates, [](const Certificate& c) { return c.proves.upper.empty(); })) {
    proved.missing.push_back(fmt::format(
        "the losses {} have lower ends only: the messages are too many or too nearly dependent for upper ones",
        whose(own_noise)));
  }
  return proved;
}

void prove_bound(Proved& proved, const Rational& bound, Verdict verdict, graph::Node worst) {
  if (verdict != Verdict::refuted && verdict != Verdict::holds) return;
  const bool refuted = verdict == Verdict::refuted;
  std::size_t shown = 0, asked = 0;
  for (auto& certificate : proved.certificates) {
    if (refuted && certificate.instance.at("target") != worst) continue;
    ++asked;
    if (report::prove_bound(certificate, bound, refuted)) ++shown;
  }
  if (shown == 0 || shown < asked) {
    proved.missing.push_back(fmt::format("that the bound {} is proved for {} of {} targets",
                                         refuted ? "is refuted" : "holds", shown, asked));
  }
}

void prove_claim(Proved& proved, const accounting::LossClaim& claim, const accounting::GaussianLossScale& scale,
                 Verdict verdict, graph::Node worst) {
  prove_bound(proved, share_bound(claim, scale, verdict == Verdict::refuted), verdict, worst);
}

}  // namespace hearsay::cli
