// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the table of docs/power.md: what each check sees of each defect for 1, 10 and 60 seconds of one core. Usage:
// power_table [SECONDS]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <string>

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
  fmt::print("| defect | check | size is | sizes tried | 1 s | 10 s | {:g} s |\n|---|---|---|---|---|---|---|\n", most);
  for (const auto& defect : zoo()) {
    std::vector<double> times;
    // What survives hides every slighter defect too.
    for (const double size : defect.sizes)
      times.push_back(!times.empty() && std::isinf(times.back()) ? times.back() : time_to_expose(defect, size, most));
    const auto seen = [&](double budget) -> std::string {
      std::string slightest = "-";
      for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] <= budget) slightest = defect.unit.empty() ? "yes" : fmt::format("{:.4g}", defect.sizes[i]);
      }
      return slightest;
    };
    std::string sizes;
    for (const double size : defect.sizes) sizes += fmt::format("{}{:.4g}", sizes.empty() ? "" : ", ", size);
    fmt::print("| {} | {} | {} | {} | {} | {} | {} |\n", defect.name, defect.check, defect.unit,
               defect.unit.empty() ? "" : sizes, seen(1.0), seen(10.0), seen(most));
    std::fflush(stdout);
  }
}
