// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include <hearsay/graph/layout.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/gossip_setting.hpp"
#include "empirical/figures/muffliato_figures.hpp"

namespace hearsay::empirical {

namespace {

using accounting::GossipLosses;
using graph::Node;

/// A graph with what one node, drawn at random, learns about all the others.
struct Drawing {
  std::string name;
  GossipSetting setting;
  std::vector<graph::Point> places;
  Node observer = 0;
  GossipLosses losses = {};
  std::optional<accounting::Exposed> exposed = {};
};

constexpr std::size_t most_edges = 4000;  ///< drawn of one graph
constexpr double most_operations = 1e11;  ///< a minute or two: who loses everything is counted exactly
constexpr double faintest = 1e-4;         ///< losses below get the colour of this one
constexpr std::string_view linear_colours = "set cbtics format '%.1f'\nset cbrange [0:1]\n";
constexpr std::string_view logarithmic_colours = "set cbtics format '10^{%L}'\nset logscale cb\nset cbrange [1e-4:1]\n";

Drawing draw(std::string name, GossipSetting setting, const FigureRequest& request) {
  Drawing drawing{.name = std::move(name), .setting = std::move(setting), .places = {}};
  drawing.places = drawing.setting.positions.empty() ? graph::spring_layout(drawing.setting.graph, request.seed)
                                                     : drawing.setting.positions;
  random::Stream pick(request.seed, random::Purpose::selection, 0);
  drawing.observer = static_cast<Node>(pick.below(drawing.setting.graph.nodes()));
  auto account = account_towards(drawing.setting, drawing.observer, request.seed, most_operations);
  drawing.losses = std::move(account.losses);
  drawing.exposed = account.exposed;
  return drawing;
}

/// `count` drawings, made in parallel.
std::vector<Drawing> draw_all(std::size_t count, const FigureRequest& request,
                              const std::function<Drawing(std::size_t)>& make) {
  std::vector<std::optional<Drawing>> made(count);
  parallel_for(count, request.jobs, request.progress, "graphs", [&](std::size_t i) { made[i] = make(i); });
  std::vector<Drawing> drawings;
  for (auto& drawing : made) drawings.push_back(std::move(*drawing));
  return drawings;
}

/// One polyline an edge; of more than `most_edges`, evenly many are left out.
std::string edges_csv(const Drawing& drawing) {
  const auto edges = drawing.setting.graph.edge_list();
  const std::size_t stride = (edges.size() + most_edges - 1) / most_edges;
  Csv csv("x,y");
  for (std::size_t e = 0; e < edges.size(); e += std::max<std::size_t>(1, stride)) {
    const auto &a = drawing.places[edges[e].first], &b = drawing.places[edges[e].second];
    csv.row(a.x, a.y);
    csv.row(b.x, b.y);
    csv.gap();
  }
  return csv.text();
}

/// Draws every graph twice, coloured by the published and by the exact loss; `colours` scales them.
FigureData picture(const std::string& stem, const std::string& title, const std::vector<Drawing>& drawings, int columns,
                   std::string_view colours) {
  FigureData data;
  data.pictures = {stem + ".svg"};
  Csv csv("graph,node,x,y,published,exact,own_noise,observer");
  std::size_t in_doubt = 0, proved = 0, all_above = 0;
  double all_exact = 0.0, targets = 0.0;
  for (const auto& d : drawings) {
    const auto n = d.setting.graph.nodes();
    std::size_t above = 0;
    double published = 0.0, exact = 0.0;
    for (Node u = 0; u < n; ++u) {
      csv.row(d.name, u, d.places[u].x, d.places[u].y, d.losses.published[u], d.losses.exact[u],
              d.losses.exact_own_noise[u], u == d.observer ? 1 : 0);
      if (u == d.observer) continue;
      above += above_published(d.losses, u) ? 1 : 0;
      published += d.losses.published[u] / (n - 1.0);
      exact += d.losses.exact[u] / (n - 1.0);
    }
    data.csv[fmt::format("{}_edges_{}.csv", stem, d.name)] = edges_csv(d);
    data.summary["mean published loss, " + d.name] = published;
    data.summary["mean exact loss, " + d.name] = exact;
    data.summary["share of targets that lose more than published, " + d.name] = static_cast<double>(above) / (n - 1.0);
    if (d.exposed)
      data.summary["share of targets that lose everything, " + d.name] =
          static_cast<double>(d.exposed->count) / (n - 1.0);
    data.note += fmt::format("{}{}: {} nodes, {} edges, T = {}", data.note.empty() ? "" : "; ", d.name, n,
                             d.setting.graph.edges(), d.setting.steps);
    in_doubt += doubtful(d.losses) ? 1 : 0;
    proved += d.exposed && d.exposed->proof.kind == accounting::Proof::Kind::proved ? 1 : 0;
    all_above += above;
    all_exact += exact * (n - 1.0);
    targets += n - 1.0;
  }
  data.summary["share of targets that lose more than published, all graphs"] = static_cast<double>(all_above) / targets;
  data.summary["mean exact loss, all graphs"] = all_exact / targets;
  data.note += fmt::format("; who loses everything is proved in {} of {} views", proved, drawings.size()) +
               doubt(in_doubt, drawings.size());
  data.csv[stem + ".csv"] = csv.text();

  std::vector<Panel> panels;
  for (std::size_t first = 0; first < drawings.size(); first += static_cast<std::size_t>(columns)) {
    for (const auto& [name, column] : {std::pair{"published", 5}, std::pair{"exact", 6}}) {
      for (std::size_t i = first; i < first + static_cast<std::size_t>(columns); ++i) {
        if (i >= drawings.size()) {
          panels.push_back({.title = "",
                            .x = "",
                            .y = "",
                            .setup = "set border 0\nunset tics\nunset colorbox\nset yrange [0:1]\nset xrange [0:1]\n",
                            .curves = {{"2", "", ""}}});
          continue;
        }
        const auto& d = drawings[i];
        panels.push_back(
            {.title = fmt::format("{}: {}", d.name, name),
             .x = "",
             .y = "",
             .setup = "unset tics\nunset grid\nset border 0\nset cblabel 'loss (share of local DP)' font ',11'\n"
                      "set palette defined (0 '#fde725', 0.33 '#35b779', 0.66 '#31688e', 1 '#440154')\n" +
                      std::string(colours),
             .curves = {
                 {fmt::format("'{}_edges_{}.csv' using 1:2", stem, d.name), "with lines lw 0.3 lc rgb '#cccccc'", ""},
                 {fmt::format("'{}.csv' using (strcol(1) eq '{}' && $8 == 0 ? $3 : 1/0):4:({} < {} ? {} : ${})", stem,
                              d.name, fmt::format("${}", column), faintest, faintest, column),
                  fmt::format("with points pt 7 ps {} palette", d.setting.graph.nodes() > 600 ? 0.3 : 0.5), ""},
                 {fmt::format("'{}.csv' using (strcol(1) eq '{}' && $8 == 1 ? $3 : 1/0):4", stem, d.name),
                  "with points pt 3 ps 1.2 lw 2 lc rgb '#d1495b'", ""}}});
      }
    }
  }
  data.gnuplot = gnuplot_script(stem + ".svg", title, columns, panels);
  return data;
}

/// A stand-in for an ego network: communities of random sizes, joined sparsely; every pair of one community knows each
/// other with probability `inside`, every other pair with probability `across`. Drawn from Stream(seed, Purpose::graph,
/// number, 1).
graph::Graph generated_ego_network(const nlohmann::ordered_json& parameters, random::Seed seed, std::uint32_t number) {
  random::Stream draws(seed, random::Purpose::graph, number, 1);
  const auto communities = parameters.at("communities").get<std::uint32_t>();
  const auto smallest = parameters.at("smallest").get<std::uint32_t>(),
             largest = parameters.at("largest").get<std::uint32_t>();
  const auto inside = parameters.at("inside").get<double>(), across = parameters.at("across").get<double>();
  std::vector<std::uint32_t> community;
  for (std::uint32_t c = 0; c < communities; ++c)
    community.insert(community.end(), smallest + draws.below(largest - smallest + 1), c);
  std::vector<graph::Edge> edges;
  for (Node v = 1; v < community.size(); ++v) {
    for (Node u = 0; u < v; ++u) {
      if (draws.bernoulli(community[u] == community[v] ? inside : across)) edges.emplace_back(u, v);
    }
  }
  return {static_cast<Node>(community.size()), edges};
}

/// The ego networks of --facebook, by number, or as many generated ones as the parameters say.
std::vector<Drawing> ego_networks(const FigureRequest& request, const std::vector<std::string>& names,
                                  std::uint32_t first) {
  return draw_all(names.size(), request, [&](std::size_t i) {
    const bool real = !request.inputs.facebook.empty();
    auto loaded = real
                      ? graph::from_spec(
                            "file:" + (std::filesystem::path(request.inputs.facebook) / (names[i] + ".edges")).string(),
                            request.seed)
                      : graph::Loaded{.graph = generated_ego_network(request.parameters.at("generated"), request.seed,
                                                                     first + static_cast<std::uint32_t>(i))};
    return draw(real ? names[i] : fmt::format("generated-{}", first + i + 1), gossip_setting(std::move(loaded)),
                request);
  });
}

std::string origin(const FigureRequest& request) {
  return request.inputs.facebook.empty()
             ? "Generated graphs with communities in place of the ego networks (--facebook DIR draws those)"
             : "Largest components of the ego networks";
}

}  // namespace

FigureData muffliato_figure_2(const FigureRequest& request) {
  const auto& entries = request.parameters.at("graphs");
  const auto drawings = draw_all(entries.size(), request, [&](std::size_t i) {
    const auto spec = entries[i].at("spec").get<std::string>();
    auto setting = gossip_setting(spec, request.seed);
    if (spec.starts_with("grid:")) {
      const auto columns = entries[i].at("columns").get<Node>();
      for (Node v = 0; v < setting.graph.nodes(); ++v)
        setting.positions.push_back({static_cast<double>(v % columns), static_cast<double>(v / columns)});
    }
    return draw(entries[i].at("name").get<std::string>(), std::move(setting), request);
  });
  return picture("figure_2", "What one node (red star) learns about every node, on the graphs of Figure 1(a)", drawings,
                 4, logarithmic_colours);
}

FigureData muffliato_figure_1b(const FigureRequest& request) {
  auto data =
      picture("figure_1b", "What one node (red star) of an ego network learns about every node",
              ego_networks(request, {request.parameters.at("network").get<std::string>()}, 0), 1, linear_colours);
  data.note = origin(request) + ". " + data.note;
  return data;
}

FigureData muffliato_figure_5(const FigureRequest& request) {
  auto data = picture("figure_5", "What one node (red star) of an ego network learns about every node",
                      ego_networks(request, request.parameters.at("networks").get<std::vector<std::string>>(), 1), 3,
                      linear_colours);
  data.note = origin(request) + ". " + data.note;
  return data;
}

}  // namespace hearsay::empirical
