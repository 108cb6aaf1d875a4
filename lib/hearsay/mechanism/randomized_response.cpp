// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/mechanism/randomized_response.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::mechanism {

RandomizedResponse::RandomizedResponse(std::uint64_t values, double gamma) : values_(values), gamma_(gamma) {
  if (values < 2)
    throw Error(Errc::domain, "mechanism::RandomizedResponse", fmt::format("values = {} must be >= 2", values));
  if (!(gamma > 0.0 && gamma <= 1.0))
    throw Error(Errc::domain, "mechanism::RandomizedResponse", fmt::format("gamma = {} must be in (0, 1]", gamma));
}

RandomizedResponse RandomizedResponse::calibrated(std::uint64_t values, double epsilon) {
  require_non_negative("RandomizedResponse::calibrated", "epsilon", epsilon);
  const auto count = static_cast<double>(values);
  return {values, count / (std::expm1(epsilon) + count)};
}

double RandomizedResponse::epsilon() const {
  return std::log1p(static_cast<double>(values_) * (1.0 - gamma_) / gamma_);
}

double RandomizedResponse::probability(std::uint64_t report, std::uint64_t truth) const {
  return gamma_ / static_cast<double>(values_) + (report == truth ? 1.0 - gamma_ : 0.0);
}

std::uint64_t RandomizedResponse::perturb(std::uint64_t truth, random::Stream& stream) const {
  if (truth >= values_)
    throw Error(Errc::domain, "RandomizedResponse::perturb",
                fmt::format("truth = {} must be below values = {}", truth, values_));
  return stream.bernoulli(gamma_) ? stream.below(values_) : truth;
}

}  // namespace hearsay::mechanism
