// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/random/seed.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::api {

/// Where the real inputs of some figures lie; empty: a generated stand-in.
struct FigureInputs {
  std::string facebook = {};  ///< folder of edge lists, one `NAME.edges` an ego network
  std::string houses = {};    ///< file of the houses data: ARFF if it ends in .arff, else CSV
};

/// A number against the range that is expected of it.
struct FigureComparison {
  std::string name;
  double value = 0.0, lowest = 0.0, highest = 0.0;
  int seeds = 0;  ///< over how many seeds the range was measured; 0 for a reference of other origin
  bool as_expected = false;
};

/// What is written of a figure.
struct MadeFigure {
  std::map<std::string, std::string> csv = {};  ///< file name -> text
  std::string table = {};                       ///< for people; empty for a picture
  std::string gnuplot = {}, picture = {};       ///< script, and the SVG file that it writes; empty for a table
  std::string note = {};                        ///< what a reader of this run must know beyond the caption
  std::map<std::string, double> numbers = {};
  std::vector<FigureComparison> comparisons = {};
};

/// A figure or table of a paper, ready to be made.
struct Figure {
  std::string id, title, caption, source, note;
  std::vector<std::string> claims;  ///< ids of those that it illustrates
  nlohmann::ordered_json drawing, parameters;
  std::string expected_source;
  /// Whether the inputs that it reads are there and large enough. @throws Error.
  std::function<void(const FigureInputs&, random::Seed)> require_inputs;
  /// @throws Error naming its specification.
  std::function<MadeFigure(const FigureInputs&, const Execution&)> make;
};

/// The making of figures: code above this library.
struct Figures {
  /// Ids of all experiments of a folder, sorted.
  std::function<std::vector<std::string>(const std::filesystem::path& folder)> ids;
  /// Reads and checks one of them. @throws Error(Errc::file), Error(Errc::unknown), Error(Errc::syntax).
  std::function<Figure(const std::filesystem::path& folder, const std::string& id, const std::string& scale)> read;
};

}  // namespace hearsay::api
