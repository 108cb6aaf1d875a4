#include "empirical/figures/figure.hpp"
#include "empirical/figures/walk_figures.hpp"

#include <fmt/format.h>


namespace hearsay::empirical {

std::span<const Figure> figures() {
  static constexpr Figure all[] = {
      {"rumor/figure_2", rumor_figure_2},
      {"rumor/figure_3a", rumor_figure_3a},
      {"rumor/figure_3b", rumor_figure_3b},
      {"walk/figure_1a", walk_figure_1a},
      {"walk/figure_1b", walk_figure_1b},
      {"walk/figure_3", walk_figure_3},
  };
  return all;
}

std::string gnuplot_head(std::string_view picture, int columns) {
  return fmt::format(
      "set datafile separator ','\n"
      "set terminal svg size {},420 font 'Helvetica,13' background 'white'\n"
      "set output '{}'\n"
      "set grid lc rgb '#dddddd'\n"
      "set key samplen 2\n"
      "colors = '#1b6ca8 #d1495b #2e933c #8d6a9f #c98a00'\n",
      columns == 1 ? 640 : 1080, picture);
}

}  // namespace hearsay::empirical
