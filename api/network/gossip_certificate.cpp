// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/gossip_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/rounded_view.hpp>
#include <hearsay/report/certificate/view.hpp>
#include <hearsay/report/certificate/work.hpp>

namespace hearsay::api {

namespace {

using exact::Rational;
using report::Certificate;

constexpr double most_exact_messages = 60, most_exact_products = 2e5;

/// Whether W is made by a rule from the graph, or read from a file.
bool by_rule(const Network& network) {
  const auto rule = graph::gossip_matrix(network.made.graph(), network.made.weights);
  return rule.isApprox(network.w, 0.0);
}

/// Whether the checker judges all of them together.
bool fit(std::span<const Certificate> certificates, double work) {
  for (const auto& certificate : certificates) {
    if (!report::beyond_checker(certificate).empty()) return false;
    work -= report::checker_work(certificate);
  }
  return !certificates.empty() && work >= 0.0;
}

/// How many of the first targets the checker judges, and for how many of these upper ends too.
struct Affordable {
  std::size_t targets = 0, upper_ends = 0;
};

/// Of rounded proofs, which differ in their numbers only: each is as much work as one with numbers of full length.
Affordable affordable(const report::GossipInstance& instance, double messages, const GossipProof& x) {
  const bool rule = !instance.json.contains("entries");
  auto terms = nlohmann::ordered_json::array();
  for (double i = 0.0; i < messages; ++i) terms.push_back({0, 0, exact::to_string(report::long_weight())});
  Certificate example{.kind = "view", .quantity = "loss", .instance = instance.json};
  example.evidence["combinations"] = {{{"target", 0}, {"terms", std::move(terms)}}};
  if (rule) example.evidence["bits"] = report::rounded_bits;
  const double lower = report::checker_work(example), all = static_cast<double>(x.targets.size());
  const double targets = std::floor(std::min(all, x.work / lower));
  if (!rule || messages > report::limits::gram_messages) return {.targets = static_cast<std::size_t>(targets)};
  example.evidence["gram_lower"] = "1";
  const double both = report::checker_work(example);
  const double upper = std::floor(std::clamp((x.work - targets * lower) / (both - lower), 0.0, targets));
  return {.targets = static_cast<std::size_t>(targets), .upper_ends = static_cast<std::size_t>(upper)};
}

std::string whose(bool own_noise) {
  return own_noise ? "to observers who know the noise that they injected" : "to observers who know no noise";
}

/// Says which nodes of the file are which of the user's, if they have names, and what its number of steps has to do
/// with forever.
void add_note(Certificate& certificate, const GossipProof& x) {
  const auto& graph = x.network.made.graph();
  const bool forever = !x.steps;
  if (graph.labelled()) {
    certificate.note =
        fmt::format("the target is {}, observed by", graph.label(certificate.instance.at("target").get<graph::Node>()));
    for (std::size_t i = 0; i < x.observers.size(); ++i)
      certificate.note += fmt::format("{} {}", i == 0 ? "" : ",", graph.label(x.observers[i]));
  }
  if (forever) {
    certificate.note += fmt::format(
        "{}forever: messages after as many steps as nodes are combinations of earlier messages (Cayley-Hamilton)",
        certificate.note.empty() ? "" : "; ");
  }
}

/// Says which targets have no proof, and which no upper end, and why.
void add_missing(Proved& proved, const GossipProof& x, bool own_noise) {
  const auto all = x.targets.size(), shown = proved.certificates.size();
  const auto half = static_cast<std::size_t>(
      std::ranges::count_if(proved.certificates, [](const Certificate& c) { return c.proves.upper.empty(); }));
  const auto some = [&](std::size_t count) {
    return count == all ? std::string("the losses") : fmt::format("{} of {} losses", count, all);
  };
  if (shown < all) {
    proved.missing.push_back(fmt::format("{} {} have no certificate; {}", some(all - shown), whose(own_noise),
                                         shown > 0
                                             ? "with the largest losses the limit of check_certificates.py is reached"
                                             : "they are beyond the limit of check_certificates.py"));
  }
  if (half > 0) {
    proved.missing.push_back(fmt::format("{} {} have lower bounds only; {}", some(half), whose(own_noise),
                                         half < shown
                                             ? "more would be beyond the limit of check_certificates.py"
                                             : "the messages are too many or too nearly dependent for upper bounds"));
  }
}

/// The bound on the share of the information that a claim amounts to, from the side where a proof against it (from
/// above) or for it (from below) is harder.
Rational share_bound(const accounting::LossClaim& claim, const accounting::GaussianLossScale& scale, bool above) {
  const Rational ratio = exact::fraction_of(scale.sigma) / exact::fraction_of(scale.sensitivity);
  if (claim.unit == accounting::LossUnit::renyi)
    return 2 * ratio * ratio * exact::fraction_of(claim.bound) / exact::fraction_of(scale.alpha);
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
  if (steps < 1) return {.certificates = {}, .missing = {"a certificate needs at least one step"}};
  const double messages = static_cast<double>(accounting::senders(x.network.w, x.observers).size()) * steps;
  const bool rule = by_rule(x.network);
  const auto instance = rule ? report::gossip_instance(graph, x.network.made.weights, steps, x.observers, own_noise)
                             : report::gossip_instance(x.network.w, steps, x.observers, own_noise);
  Proved proved;
  if (messages <= most_exact_messages && n * static_cast<double>(x.network.w.nonZeros()) * steps <= most_exact_products)
    proved.certificates = report::loss_bounds(instance, x.targets);
  if (!fit(proved.certificates, x.work)) {
    proved.certificates.clear();
    if (messages * n > x.most_entries) {
      return {.certificates = {},
              .missing = {fmt::format("the losses {} have no certificate; {} messages of {} nodes are too many",
                                      whose(own_noise), messages, n)}};
    }
    const auto size = affordable(instance, messages, x);
    const auto targets = std::span(x.targets).first(size.targets);
    if (!targets.empty()) proved.certificates = report::rounded_loss_bounds(instance, targets, size.upper_ends);
    report::keep_judged(proved.certificates, x.work);
  }
  for (auto& certificate : proved.certificates) {
    add_note(certificate, x);
    if (x.local_suffices && certificate.proves.upper.empty()) certificate.proves.upper = "1";
  }
  add_missing(proved, x, own_noise);
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
    proved.missing.push_back(fmt::format("certificates show for {1} of {2} targets that the bound {0}",
                                         refuted ? "is refuted" : "holds", shown, asked));
  }
}

void prove_claim(Proved& proved, const accounting::LossClaim& claim, const accounting::GaussianLossScale& scale,
                 Verdict verdict, graph::Node worst) {
  prove_bound(proved, share_bound(claim, scale, verdict == Verdict::refuted), verdict, worst);
}

}  // namespace hearsay::api
