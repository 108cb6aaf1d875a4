// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/token_names.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::api {

namespace {

using accounting::Calibration;
using accounting::Noise;
using accounting::TokenTask;

constexpr std::array<std::pair<std::string_view, TokenTask>, 3> tasks = {
    {{"sum", TokenTask::sum}, {"histogram", TokenTask::histogram}, {"sgd", TokenTask::sgd}}};

}  // namespace

TokenTask task_named(std::string_view name) {
  for (const auto& [known, task] : tasks) {
    if (known == name) return task;
  }
  throw Error(Errc::unknown, "`task`", fmt::format("'{}' is none; known: sum, histogram, sgd", name));
}

std::string_view name_of(TokenTask task) { return tasks.at(static_cast<std::size_t>(task)).first; }

accounting::OtherData others_named(std::string_view name) {
  if (name == "known") return accounting::OtherData::known;
  if (name == "anything") return accounting::OtherData::anything;
  throw Error(Errc::unknown, "`others`", fmt::format("'{}' is none; known: known, anything", name));
}

std::string_view name_of(accounting::OtherData others) {
  return others == accounting::OtherData::known ? "known" : "anything";
}

TokenNoise noise_named(std::string_view name) {
  if (name == "laplace") return {.noise = Noise::laplace};
  if (name == "analytic") return {.calibration = Calibration::analytic};
  if (name == "classical") return {};
  throw Error(Errc::unknown, "`noise`", fmt::format("'{}' is none; known: classical, analytic, laplace", name));
}

std::string_view name_of(const TokenNoise& noise) {
  return noise.noise == Noise::laplace                ? "laplace"
         : noise.calibration == Calibration::analytic ? "analytic"
                                                      : "classical";
}

}  // namespace hearsay::api
