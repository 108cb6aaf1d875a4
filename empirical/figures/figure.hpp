#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/core/progress.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::empirical {

/// What a figure is made from: the parameters of one scale of its spec.json.
struct FigureRequest {
  nlohmann::ordered_json parameters;
  random::Seed seed = {};
  int jobs = 0;
  Progress progress = {};
};

/// What a figure is: data, how to draw them, and the numbers that expected.json speaks about.
struct FigureData {
  std::map<std::string, std::string> csv;   ///< file name -> text
  std::vector<std::string> pictures;        ///< SVG files that the script writes
  std::string gnuplot;                      ///< script, run in the folder of the CSV files
  std::map<std::string, double> summary;    ///< name -> value
};

/// A figure or table of a paper. To add one: a file in this folder, a line in figures(), a folder in experiments/.
struct Figure {
  std::string_view id;  ///< `paper/figure_2`: its folder below experiments/
  FigureData (*make)(const FigureRequest& request);
};

/// All of them.
[[nodiscard]] std::span<const Figure> figures();

// One function a figure.
FigureData rumor_figure_2(const FigureRequest& request);
FigureData rumor_figure_3a(const FigureRequest& request);
FigureData rumor_figure_3b(const FigureRequest& request);

/// "set terminal svg ..." and the house style, for the head of a script that draws `columns` panels side by side into `picture`.
[[nodiscard]] std::string gnuplot_head(std::string_view picture, int columns);

}  // namespace hearsay::empirical
