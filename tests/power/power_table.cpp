// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the results of docs/power.md: which defect each check exposes within 1, 10 and 60 seconds of one core. Usage:
// power_table [SECONDS]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zoo.hpp"

namespace {

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Processor time until the defect is exposed; infinity if it survives.
double time_to_expose(const hearsay::power::Defect& defect, double size, double most) {
  const double start = seconds();
  const auto in_time = [=](std::uint64_t) { return seconds() - start < most; };
  bool exposed = defect.exposed(size, {.effort = hearsay::run::Effort::quick, .allows = in_time});
  if (!exposed && in_time(0))
    exposed = defect.exposed(size, {.effort = hearsay::run::Effort::standard, .allows = in_time});
  return exposed ? seconds() - start : std::numeric_limits<double>::infinity();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace hearsay::power;
  const double most = argc > 1 ? std::stod(argv[1]) : 60.0;
  fmt::print("| defect (size) | check | sizes tried | 1 s | 10 s | {:g} s |\n|---|---|---|---|---|---|\n", most);
  std::string_view above;  // the check of the row above
  for (const auto& defect : zoo()) {
    if (defect.unit.empty()) continue;
    std::vector<double> times;
    // What survives hides every slighter defect too.
    for (const double size : defect.sizes)
      times.push_back(!times.empty() && std::isinf(times.back()) ? times.back() : time_to_expose(defect, size, most));
    const auto seen = [&](double budget) -> std::string {
      std::string slightest = "-";
      for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] <= budget) slightest = fmt::format("{:.4g}", defect.sizes[i]);
      }
      return slightest;
    };
    std::string sizes;
    for (const double size : defect.sizes) sizes += fmt::format("{}{:.4g}", sizes.empty() ? "" : ", ", size);
    fmt::print("| {} ({}) | {} | {} | {} | {} | {} |\n", defect.name, defect.unit,
               defect.check == above ? "same" : defect.check, sizes, seen(1.0), seen(10.0), seen(most));
    above = defect.check;
    std::fflush(stdout);
  }
  std::map<std::pair<double, std::string_view>, std::string> without_size;  // by the time that exposes them, and check
  for (const auto& defect : zoo()) {
    if (!defect.unit.empty()) continue;
    const double time = time_to_expose(defect, defect.sizes.front(), most);
    double within = std::numeric_limits<double>::infinity();
    for (const double budget : {most, 10.0, 1.0}) {
      if (time <= budget) within = budget;
    }
    std::string& names = without_size[{within, defect.check}];
    names += fmt::format("{}{}", names.empty() ? "" : ", ", defect.name);
  }
  double last = -1.0;  // the time of the list above
  for (const auto& [key, names] : without_size) {
    const auto [within, check] = key;
    if (within != last) fmt::print("\n{}:\n\n", std::isinf(within) ? "not exposed" : fmt::format("{:g} s", within));
    fmt::print("- {}: {}\n", check, names);
    last = within;
  }
}
