// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>
#include "api/figure_folder.hpp"
#include "api/reproduce.hpp"

namespace hearsay::api {

namespace {

/// What is recorded. @throws Error(Errc::conditions) if something else was given.
template <class Value>
Value agreed(const ResumeQuestion& question, const char* name, const std::optional<Value>& given,
             const nlohmann::ordered_json& recorded) {
  const auto before = recorded.get<Value>();
  if (given && *given != before) {
    throw Error(Errc::conditions, "`resume`",
                fmt::format("{} was started with another {}; leave that out, or start again with `out`",
                            question.folder, name));
  }
  return before;
}

}  // namespace

ReproduceQuestion resumed(const ResumeQuestion& question) {
  const auto path = std::filesystem::path(question.folder) / "manifest.json";
  if (!std::filesystem::exists(path))
    throw Error(Errc::file, "`resume`",
                fmt::format("{} has no manifest.json, so it holds no run of `hearsay reproduce`", question.folder));
  const auto manifest = read_figure_manifest(path);
  ReproduceQuestion begun{.figures = {}, .out = question.folder, .resume = true};
  try {
    if (const auto made_by = manifest.at("version").get<std::string>(); made_by != version) {
      throw Error(Errc::conditions, "`resume`",
                  fmt::format("{} was started by hearsay {}, but this is {}; start again with `out`", question.folder,
                              made_by, version));
    }
    const auto& request = manifest.at("request");
    begun.figures = agreed(question, "FIGURE", question.figures, request.at("figures"));
    begun.seed = agreed(question, "`seed`", question.seed, manifest.at("seed"));
    begun.scale = agreed(question, "`scale`", question.scale, manifest.at("scale"));
    begun.inputs.facebook = agreed(question, "`facebook`", question.facebook, request.at("facebook"));
    begun.inputs.houses = agreed(question, "`houses`", question.houses, request.at("houses"));
    begun.experiments = agreed(question, "`experiments`", question.experiments, request.at("experiments"));
  } catch (const nlohmann::ordered_json::exception&) {
    throw Error(Errc::syntax, path.string(), "is not a manifest of `hearsay reproduce`");
  }
  return begun;
}

}  // namespace hearsay::api
