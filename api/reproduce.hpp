// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include "api/figures.hpp"
#include "api/file_writer.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// Which figures are made, and where they are written.
struct ReproduceQuestion {
  std::vector<std::string> figures;  ///< ids or globs, or "all"
  std::string out;                   ///< folder; made if missing
  bool resume = false;               ///< keep what an earlier run of the same request finished there
  std::string scale = "small";       ///< or "paper"
  std::string experiments = {};      ///< folder of the experiments; empty: as experiments_folder()
  FigureInputs inputs = {};
  std::uint64_t seed = 1;
};

struct ReproduceAnswer {
  ReproduceQuestion question;
  std::size_t asked = 0;           ///< figures
  nlohmann::ordered_json records;  ///< of those that are finished, as in manifest.json
  nlohmann::ordered_json seconds;  ///< by figure
  std::size_t surprises = 0;       ///< numbers outside the range expected of them

  [[nodiscard]] bool complete() const { return records.size() == asked; }
};

/// A request that goes on with the run of a folder, and what it says itself: that must agree with what was begun.
struct ResumeQuestion {
  std::string folder;
  std::optional<std::vector<std::string>> figures = {};
  std::optional<std::string> scale = {}, experiments = {}, facebook = {}, houses = {};
  std::optional<std::uint64_t> seed = {};
};

/// The question that was begun there. @throws Error(Errc::file) if none was; Error(Errc::conditions) if it is another
/// one, or was begun by another version; as read_figure_manifest().
[[nodiscard]] ReproduceQuestion resumed(const ResumeQuestion& question);

/// A question that can be answered: what is wrong with it was looked for.
struct ReproducePlan {
  ReproduceQuestion question;
  std::vector<Figure> figures;
  std::map<std::string, nlohmann::ordered_json> finished;  ///< records of figures that are kept
};

/// @throws Error(Errc::file) if there are no experiments; Error(Errc::unknown) for a figure or a scale that there is
/// not; Error(Errc::conditions) if what is to be kept was made of another specification; as Figures::read and
/// Figure::require_inputs.
[[nodiscard]] ReproducePlan planned(const ReproduceQuestion& question, const Figures& figures);

/// The figures of a folder of experiments that patterns name.
struct FigureList {
  std::vector<std::string> patterns;
  std::vector<Figure> figures;  ///< by id
};

/// @param experiments  as in ReproduceQuestion. @throws as planned(), without looking at inputs.
[[nodiscard]] FigureList list_figures(const std::vector<std::string>& patterns, const std::string& experiments,
                                      const Figures& figures);

/// Told of every figure as soon as it is finished: its record.
using FigureTold = std::function<void(const nlohmann::ordered_json& record)>;

/// Makes the figures, one after the other. Once `execution.stop` says true, it ends at the running figure's next report
/// of its progress, with those that are finished; `execution.seed` is not looked at.
/// @throws Error(Errc::conditions) if the folder holds something else, before anything is written; Error(Errc::file).
[[nodiscard]] ReproduceAnswer reproduce(const ReproducePlan& plan, const Figures& figures, const FileWriter& files,
                                        const Execution& execution, const FigureTold& told = {});

// api/render/reproduce.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const ReproduceAnswer& answer, const Origin& origin);
[[nodiscard]] nlohmann::ordered_json to_json(const FigureList& list, const Origin& origin);
[[nodiscard]] report::TerminalText text(const FigureList& list);
/// One finished figure for people. @param out  the folder that it is in.
[[nodiscard]] report::TerminalText figure_text(const nlohmann::ordered_json& record, const std::string& out);

}  // namespace hearsay::api
