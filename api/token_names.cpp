// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/token_names.hpp"

#include "api/names.hpp"

namespace hearsay::api {

namespace {

using accounting::Calibration;
using accounting::Noise;
using accounting::OtherData;
using accounting::TokenTask;

constexpr Names<TokenTask, 3> tasks = {
    {{"sum", TokenTask::sum}, {"histogram", TokenTask::histogram}, {"sgd", TokenTask::sgd}}};
constexpr Names<OtherData, 2> other_data = {{{"known", OtherData::known}, {"anything", OtherData::anything}}};
constexpr Names<TokenNoise, 3> token_noises = {
    {{"classical", {}}, {"analytic", {.calibration = Calibration::analytic}}, {"laplace", {.noise = Noise::laplace}}}};

}  // namespace

TokenTask task_named(std::string_view name) { return named(tasks, "`task`", name); }
std::string_view name_of(TokenTask task) { return name_in(tasks, task); }

OtherData others_named(std::string_view name) { return named(other_data, "`others`", name); }
std::string_view name_of(OtherData others) { return name_in(other_data, others); }

TokenNoise noise_named(std::string_view name) { return named(token_noises, "`noise`", name); }
std::string_view name_of(const TokenNoise& noise) {
  return noise.noise == Noise::laplace ? "laplace" : name_in(token_noises, noise);
}

}  // namespace hearsay::api
