#include "cli/loss_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "cli/graph_options.hpp"
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::cli {

namespace {

using Rational = boost::multiprecision::cpp_rational;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();  ///< more than the relative error of three operations

double round_down(const Rational& x) {
  const double nearest = x.convert_to<double>();
  return Rational(nearest) > x ? std::nextafter(nearest, -infinity) : nearest;
}

double round_up(const Rational& x) {
  const double nearest = x.convert_to<double>();
  return Rational(nearest) < x ? std::nextafter(nearest, infinity) : nearest;
}

/// alpha sensitivity^2 share / (2 sigma^2), in rational arithmetic.
Rational renyi_loss(const GaussianLossScale& scale, double share) {
  const Rational sensitivity(scale.sensitivity), sigma(scale.sigma);
  return Rational(scale.alpha) * sensitivity * sensitivity * Rational(share) / (2 * sigma * sigma);
}

Bracket epsilon_loss(const GaussianLossScale& scale, double least, double most) {
  const auto mu = [&](double share) { return scale.sensitivity / scale.sigma * std::sqrt(share); };
  const double lower = divergence::gaussian_epsilon(mu(least) * (1.0 - rounding), *scale.delta).lower();
  const double upper = divergence::gaussian_epsilon(mu(most) * (1.0 + rounding), *scale.delta).upper();
  return {lower, std::midpoint(lower, upper), upper};
}

}  // namespace

void add_claim(CLI::App& command, ClaimOptions& options) {
  auto* epsilon = command.add_option("--claimed-epsilon", options.epsilon, "audit with --delta: every target is (E, delta)-DP; exit 1 if not")->type_name("E");
  command.add_option("--claimed-renyi", options.renyi, "audit: every target's Renyi loss of order alpha is at most E; exit 1 if not")->type_name("E")->excludes(epsilon);
  add_trust(command, options.trust);
}

void require_claim(std::string_view where, const ClaimOptions& options, const std::optional<double>& delta) {
  if (options.renyi) require_non_negative(where, "--claimed-renyi", *options.renyi);
  if (!options.epsilon) return;
  require_non_negative(where, "--claimed-epsilon", *options.epsilon);
  if (!delta) throw Error(Errc::conditions, where, "--claimed-epsilon E claims (E, delta)-DP: say --delta too; --claimed-renyi E claims a Renyi loss");
}

Bracket claimed_loss(const ClaimOptions& options, const GaussianLossScale& scale, double share, double accuracy) {
  const double least = std::clamp((share - accuracy) * (1.0 - rounding), 0.0, 1.0);
  const double most = std::clamp((share + accuracy) * (1.0 + rounding), 0.0, 1.0);
  if (options.epsilon) return epsilon_loss(scale, least, most);
  const double lower = round_down(renyi_loss(scale, least)), upper = round_up(renyi_loss(scale, most));
  return {lower, std::midpoint(lower, upper), upper};
}

Verdict judge(const ClaimOptions& options, const Bracket& loss) {
  const double claimed = options.epsilon ? *options.epsilon : *options.renyi;
  if (loss.upper() <= claimed) return Verdict::holds;
  return loss.lower() > claimed ? Verdict::refuted : Verdict::inconclusive;
}

nlohmann::ordered_json claim_json(const ClaimOptions& options, const GaussianLossScale& scale) {
  const bool own = own_noise_known(options.trust);
  nlohmann::ordered_json claim;
  if (options.epsilon) {
    claim = {{"unit", "epsilon"}, {"delta", *scale.delta}, {"claimed", *options.epsilon}};
  } else {
    claim = {{"unit", "renyi"}, {"order", scale.alpha}, {"claimed", *options.renyi}};
  }
  claim["trust"] = options.trust;
  claim["adversary"] = own ? "the observers together, who know the noise they injected themselves" : "the observers together, who know nobody's noise";
  return claim;
}

std::string claim_words(const ClaimOptions& options, const GaussianLossScale& scale) {
  if (options.epsilon) return fmt::format("is ({}, {})-DP", *options.epsilon, *scale.delta);
  return fmt::format("has a Renyi loss of order {} of at most {}", scale.alpha, *options.renyi);
}

}  // namespace hearsay::cli
