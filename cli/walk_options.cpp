#include "cli/walk_options.hpp"

#include <fmt/format.h>

#include <cmath>

namespace hearsay::cli {

void add_token_names(CLI::App& command, TokenNames& names, std::vector<std::string> tasks, std::int64_t& buckets) {
  command.add_option("--task", names.task, "what the token collects")->check(CLI::IsMember(std::move(tasks)))->type_name("TASK")->capture_default_str();
  command.add_option("--buckets", buckets, "values of a histogram")->capture_default_str();
  command.add_option("--noise", names.noise, "Gaussian calibration of one contribution: classical or analytic")
      ->check(CLI::IsMember({"classical", "analytic"}))
      ->type_name("NAME")
      ->capture_default_str();
}

accounting::WalkTask parse_task(const std::string& name) {
  return name == "sum" ? accounting::WalkTask::sum : name == "histogram" ? accounting::WalkTask::histogram : accounting::WalkTask::sgd;
}

accounting::Calibration parse_calibration(const std::string& name) {
  return name == "classical" ? accounting::Calibration::classical : accounting::Calibration::analytic;
}

nlohmann::ordered_json to_json(const accounting::Guarantee& g) {
  nlohmann::ordered_json result = {{"epsilon", nullptr}, {"delta", g.delta}, {"valid", g.valid}, {"why", g.why}};
  if (std::isfinite(g.epsilon)) result["epsilon"] = g.epsilon;
  return result;
}

nlohmann::ordered_json to_json(const accounting::LocalGuarantees& local) {
  auto result = to_json(local.advanced);
  result["methods"] = {{"plain", to_json(local.plain)}, {"advanced", to_json(local.advanced)}, {"gaussian", to_json(local.gaussian)}};
  return result;
}

void print_guarantee(const std::string& name, const accounting::Guarantee& g) {
  fmt::print("{:<10} {:>14.8g} {:>12.6g}  {:<5}  {}\n", name, g.epsilon, g.delta, g.valid ? "yes" : "no", g.why);
}

}  // namespace hearsay::cli
