// SPDX-License-Identifier: GPL-3.0-or-later
// Three nodes on a path average their values by gossip; node 1 writes down what its neighbors send it. Broken: the
// noise is drawn once, and all nodes add the same. Promise: epsilon 4.4 at delta 1e-5, for a change of node 0's value
// by 1: Gaussian noise of deviation 1 on every value. Usage: shared_noise broken|correct
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>

/// Rounded to a multiple of 1/1024, so that no lower bit tells anything.
double on_grid(double value) { return std::round(value * 1024.0) / 1024.0; }

int main(int count, char** words) {
  const bool broken = count > 1 && std::string_view(words[1]) == "broken";
  for (std::string line; std::getline(std::cin, line);) {
    const auto trial = nlohmann::json::parse(line);
    std::mt19937_64 generator(std::stoull(trial["seed"].get<std::string>().substr(0, 16), nullptr, 16));
    std::normal_distribution<double> noise;
    std::array<double, 3> x = {trial["world"].get<double>(), 2.0, 5.0};
    const double shared = noise(generator);
    for (double& value : x) value += broken ? shared : noise(generator);
    const double first = x[0], third = x[2];
    x = {(2.0 * x[0] + x[1]) / 3.0, (x[0] + x[1] + x[2]) / 3.0, (x[1] + 2.0 * x[2]) / 3.0};
    fmt::print("{{\"trial\": {}, \"view\": [{}, {}, {}, {}]}}\n", trial["trial"].get<int>(), on_grid(first),
               on_grid(third), on_grid(x[0]), on_grid(x[2]));
    std::fflush(stdout);
  }
}
