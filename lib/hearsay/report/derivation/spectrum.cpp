// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <utility>

#include <hearsay/report/derivation/draft.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;

std::string vector_text(const Vector& x) {
  std::string text;
  for (const auto& entry : x) text += (text.empty() ? "" : ", ") + number_of(entry);
  return "(" + text + ")";
}

/// The pivots of the elimination of a symmetric matrix: it is >= 0 if none is below 0.
Vector pivots_of(Matrix a) {
  Vector pivots;
  for (std::size_t k = 0; k < a.size(); ++k) {
    pivots.push_back(a[k][k]);
    for (std::size_t i = k + 1; i < a.size() && a[k][k] != 0; ++i) {
      const Rational factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < a.size(); ++j) a[i][j] -= factor * a[k][j];
    }
  }
  return pivots;
}

/// (1 - gap) I -+ (W - J).
Matrix shifted(const linalg::RationalMatrix& w, const Rational& gap, int sign) {
  const auto n = w.rows.size();
  Matrix a(n, Vector(n, Rational(sign, static_cast<long>(n))));
  for (std::size_t u = 0; u < n; ++u) {
    a[u][u] += 1 - gap;
    for (const auto& [v, entry] : w.rows[u]) a[u][v] -= sign * entry;
  }
  return a;
}

/// That no eigenvalue but 1 of W is above 1 - gap in modulus, by pivots.
void tell_gap(Draft& draft, const linalg::RationalMatrix& w, const Rational& gap, const std::string& of) {
  draft.say(fmt::format(
      "The spectral gap {} is at least {}: with J the matrix of all 1/n, the pivots of (1 - gap) I - (W - "
      "J) are {}, those of (1 - gap) I + (W - J) are {}, none of them below 0.",
      of, number_of(gap), vector_text(pivots_of(shifted(w, gap, 1))), vector_text(pivots_of(shifted(w, gap, -1)))));
}

Draft derive_gap_after(const ordered_json& i, const ordered_json& evidence) {
  Draft draft;
  const auto n = i.at("nodes").get<int>();
  const auto rule = i.at("weights").get<std::string>();
  const auto before = fraction(evidence.at("before"));
  const auto y = fractions(evidence.at("vector"));
  auto edges = i.at("edges");
  const auto w = gossip_rows(n, edges, rule);
  edges.push_back(i.at("added"));
  const auto after = gossip_rows(n, edges, rule);
  draft.say(fmt::format("Instance: {}. The edge {}-{} is added.", network_words(i), i.at("added").at(0).get<int>(),
                        i.at("added").at(1).get<int>()));
  if (auto table = matrix_table(w, "Gossip matrix W before:")) draft.show(std::move(*table));
  tell_gap(draft, w, before, "before");
  if (auto table = matrix_table(after, "Gossip matrix W after:")) draft.show(std::move(*table));
  const auto image = times(after, y);
  draft.say(fmt::format("After: y = {}, whose entries add up to 0, has W y = {}.", vector_text(y), vector_text(image)));
  const Rational product = dot(y, image), square = dot(y, y), gap = 1 - abs(Rational(product / square));
  draft.write("gap after", {{"<=", "1 - |y.Wy|/|y|^2"},
                            {"=", fmt::format("1 - {}/{}", bracketed(Rational(abs(product))), bracketed(square))},
                            {"=", number_of(gap)}});
  draft.variables["gap_before"] = before;
  draft.upper = gap;
  return draft;
}

Draft derive_polynomial(const ordered_json& i, const ordered_json& evidence) {
  Draft draft;
  const auto n = i.at("nodes").get<int>(), steps = i.at("steps").get<int>();
  const auto w = gossip_rows(n, i.at("edges"), i.at("weights").get<std::string>());
  const auto gap = fraction(evidence.at("gap"));
  const auto y = fractions(i.at("vector"));
  draft.variables = {{"n", Rational(n)}, {"gap", gap}, {"steps", Rational(steps)}};
  draft.say(fmt::format("Instance: {}; {} steps; y = {}.", network_words(i), steps, vector_text(y)));
  if (auto table = matrix_table(w, "Gossip matrix W:")) draft.show(std::move(*table));
  tell_gap(draft, w, gap, "of W");
  const ordered_json root = {"-", "1", {"sqrt", {"*", "gap", {"-", "1", {"/", "gap", "4"}}}}};
  const ordered_json factor = {"/", {"*", "2", root}, {"^", {"-", "1", {"/", "gap", "2"}}, "2"}};
  evaluate_in_steps(draft, "gamma", factor, draft.variables);
  const Real g = value_of(factor, draft.variables).about;
  draft.say("P_0 = 1, P_1 = x, P_{t+1} = gamma x P_t + (1 - gamma) P_{t-1}.");
  NumberTable table{.caption = "", .columns = {{"t"}}, .rows = {}};
  const bool whole = y.size() <= most_columns;
  for (std::size_t v = 0; whole && v < y.size(); ++v) table.columns.push_back({fmt::format("P_t(W) y ({})", v)});
  table.columns.push_back({"|P_t(W) y|^2"});
  std::vector<Real> state, before;
  for (const auto& x : y) state.push_back(Value(x).about);
  const auto add = [&](int t) {
    std::vector<std::string> cells = {std::to_string(t)};
    Real square = 0;
    for (const auto& x : state) {
      if (whole) cells.push_back(decimal(x, 8));
      square += x * x;
    }
    cells.push_back(decimal(square, 8));
    table.rows.push_back(std::move(cells));
    return square;
  };
  const Real start = add(0);
  Real end = start;
  for (int t = 0; t < steps; ++t) {
    std::vector<Real> image(state.size(), Real(0));
    for (std::size_t u = 0; u < state.size(); ++u) {
      for (const auto& [v, entry] : w.rows[u]) image[u] += Value(entry).about * state[v];
      if (t > 0) image[u] = g * image[u] + (1 - g) * before[u];
    }
    before = std::exchange(state, std::move(image));
    end = add(t + 1);
  }
  draft.show(std::move(table));
  draft.write("|P_T(W) y|^2/|y|^2", decimal(Real(end / start), 10));
  draft.lower = draft.upper = Value(Real(end / start));
  return draft;
}

/// M <- E[W M W] over uniformly drawn edges, which replace two values by their mean.
Matrix averaged(const Matrix& m, const ordered_json& edges) {
  const auto n = m.size();
  Matrix sums(n, Vector(n, Rational(0)));
  for (const auto& edge : edges) {
    const auto u = edge.at(0).get<std::size_t>(), v = edge.at(1).get<std::size_t>();
    auto mixed = m;
    for (std::size_t k = 0; k < n; ++k) mixed[u][k] = mixed[v][k] = (m[u][k] + m[v][k]) / 2;
    for (std::size_t k = 0; k < n; ++k) {
      const Rational middle = (mixed[k][u] + mixed[k][v]) / 2;
      mixed[k][u] = mixed[k][v] = middle;
      for (std::size_t j = 0; j < n; ++j) sums[k][j] += mixed[k][j];
    }
  }
  for (auto& row : sums) {
    for (auto& x : row) x /= static_cast<long>(edges.size());
  }
  return sums;
}

Draft derive_randomized(const ordered_json& i, const ordered_json& evidence) {
  Draft draft;
  const auto n = i.at("nodes").get<int>(), steps = i.at("steps").get<int>();
  const auto sigma2 = fraction(i.at("noise_variance")), lambda2 = fraction(evidence.at("lambda2"));
  const auto values = fractions(i.at("values"));
  Rational mean = 0;
  for (const auto& x : values) mean += x / n;
  Vector off;
  for (const auto& x : values) off.push_back(x - mean);
  const Rational variance = dot(off, off) / n;
  draft.variables = {
      {"n", Rational(n)}, {"steps", Rational(steps)}, {"variance", variance}, {"sigma2", sigma2}, {"lambda2", lambda2}};
  draft.say(
      fmt::format("Instance: {}; values {}, noise of variance {} on each. In each of {} steps a uniformly drawn edge "
                  "replaces the values of its ends by their mean.",
                  network_words(i), vector_text(values), number_of(sigma2), steps));
  const auto y = fractions(evidence.at("vector"));
  const auto count = static_cast<long>(i.at("edges").size());
  Rational quotient = 0;
  for (const auto& edge : i.at("edges")) {
    const Rational difference = y[edge.at(0).get<std::size_t>()] - y[edge.at(1).get<std::size_t>()];
    quotient += difference * difference / count;
  }
  draft.say(fmt::format(
      "lambda2 = {} is the second smallest eigenvalue of the mean Laplacian: y = {} has y.Ly/|y|^2 = {}/{}.",
      number_of(lambda2), vector_text(y), number_of(quotient), number_of(dot(y, y))));
  Matrix m(off.size(), Vector(off.size()));
  for (std::size_t u = 0; u < off.size(); ++u) {
    for (std::size_t v = 0; v < off.size(); ++v) m[u][v] = off[u] * off[v] + (u == v ? sigma2 : Rational(0));
  }
  NumberTable table{
      .caption = "M_t is the mean of (x - mean)(x - mean)^T; a step makes it the mean of W M W over the edges:",
      .columns = {{"t"}, {"trace of M_t"}, {"error, trace/(2n)"}},
      .rows = {}};
  const bool uniform = off.size() <= 3;
  if (uniform) {
    for (std::size_t u = 0; u < off.size(); ++u) {
      for (std::size_t v = u; v < off.size(); ++v) table.columns.push_back({fmt::format("M({},{})", u, v)});
    }
  }
  Rational error = 0;
  const auto add = [&](int t) {
    Rational trace = 0;
    for (std::size_t u = 0; u < m.size(); ++u) trace += m[u][u];
    error = trace / (2 * n);
    if (t > static_cast<int>(most_rows) && t < steps) return;
    std::vector<std::string> cells = {std::to_string(t), number_of(trace), number_of(error)};
    for (std::size_t u = 0; uniform && u < m.size(); ++u) {
      for (std::size_t v = u; v < m.size(); ++v) cells.push_back(number_of(m[u][v]));
    }
    table.rows.push_back(std::move(cells));
  };
  add(0);
  for (int t = 1; t <= steps; ++t) {
    m = averaged(m, i.at("edges"));
    add(t);
  }
  draft.show(std::move(table));
  draft.write("error", number_of(error));
  draft.lower = draft.upper = error;
  return draft;
}

Draft derive_descent(const ordered_json& i, const ordered_json& evidence) {
  Draft draft;
  const auto stay = fraction(i.at("stay")), r = fraction(evidence.at("rate"));
  const auto curvatures = fractions(i.at("curvatures"));
  const auto rounds = i.at("rounds").get<long>();
  const auto &h = curvatures[0], &k = curvatures[1];
  const Rational smooth = std::max(Rational(abs(h)), Rational(abs(k))), strong = (h + k) / 2;
  draft.say(fmt::format(
      "Instance: two nodes, W = [[a, 1-a], [1-a, a]] with a = {}, local functions of curvatures {} and {}: "
      "L = {}, mean curvature {}. From theta = (1, 1) each of {} rounds makes theta <- W (I - step D) theta.",
      number_of(stay), number_of(h), number_of(k), number_of(smooth), number_of(strong), rounds));
  const Rational zeroth = (r - 1) * (r - 2 * stay + 1), first = (h + k) * (r * stay - 2 * stay + 1),
                 second = (2 * stay - 1) * h * k;
  draft.say(fmt::format(
      "The characteristic polynomial of W (I - step D) at r = {} is, in the step x, {} + {} x + {} x^2. For "
      "all steps from 0 to 1/L it is at most 0:",
      number_of(r), number_of(zeroth), number_of(first), number_of(second)));
  const Rational top = second < 0 ? Rational(-first / (2 * second)) : Rational(0);
  NumberTable table{.caption = "", .columns = {{"step x", false}, {"polynomial"}, {"", true}}, .rows = {}};
  const std::array<std::pair<Rational, const char*>, 3> places = {
      {{Rational(0), "smallest"},
       {Rational(1 / smooth), "largest"},
       {std::min(std::max(Rational(0), top), Rational(1 / smooth)), "where it is largest"}}};
  for (const auto& [x, words] : places)
    table.rows.push_back({number_of(x), number_of(Rational(zeroth + first * x + second * x * x)), words});
  draft.show(std::move(table));
  draft.say(
      "So the largest eigenvalue is at least r, and after T rounds |theta_T|^2/|theta_0|^2 is at least r^(2T)/2:");
  draft.variables = {{"rounds", Rational(rounds)},
                     {"kappa", Rational(smooth / strong)},
                     {"gap", Rational(1 - abs(Rational(2 * stay - 1)))},
                     {"r", r}};
  const ordered_json left = {"/", {"^", "r", {"*", "2", "rounds"}}, "2"};
  evaluate_in_steps(draft, "error left", left, draft.variables);
  draft.lower = value_of(left, draft.variables);
  return draft;
}

}  // namespace

Draft derive_spectrum(const ordered_json& certificate, const ordered_json&) {
  const auto& i = certificate.at("instance");
  const auto& evidence = certificate.at("evidence");
  const auto quantity = certificate.at("quantity").get<std::string>();
  if (quantity == "gap_after") return derive_gap_after(i, evidence);
  if (quantity == "polynomial_norm") return derive_polynomial(i, evidence);
  return quantity == "descent" ? derive_descent(i, evidence) : derive_randomized(i, evidence);
}

}  // namespace hearsay::report
