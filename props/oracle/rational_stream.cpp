// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/rational_stream.hpp"

#include <algorithm>
#include <cstdint>

namespace hearsay::props::oracle {

namespace {

Matrix zero(std::size_t rows, std::size_t columns) { return Matrix(rows, Row(columns)); }

Matrix combine(const Matrix& a, const Rational& factor, const Matrix& b) {
  Matrix sum = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[i].size(); ++j) sum[i][j] += factor * b[i][j];
  }
  return sum;
}

Matrix inverse(const Matrix& a) {
  const std::size_t n = a.size();
  Matrix result = zero(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    const Row column = solve(a, identity(n)[j]);
    for (std::size_t i = 0; i < n; ++i) result[i][j] = column[i];
  }
  return result;
}

Matrix mean_matrix(std::size_t n) { return Matrix(n, Row(n, Rational(1, static_cast<long>(n)))); }

std::vector<Matrix> powers(const Matrix& a, std::size_t count) {
  std::vector<Matrix> list{identity(a.size())};
  while (list.size() < count) list.push_back(multiply(list.back(), a));
  return list;
}

/// The nodes that are no observers, in order.
std::vector<Node> others(std::size_t n, std::span<const Node> observers) {
  std::vector<Node> rest;
  for (Node v = 0; v < n; ++v) {
    if (std::ranges::find(observers, v) == observers.end()) rest.push_back(v);
  }
  return rest;
}

}  // namespace

Matrix stream_system(const Matrix& w, const StreamSight& sight, int rounds) {
  const std::size_t n = w.size();
  const auto power = powers(w, static_cast<std::size_t>(rounds * sight.steps));
  Matrix h;
  for (int t = 0; t < rounds; ++t) {
    for (int k = 0; k < sight.steps; ++k) {
      for (const Node a : sight.observed) {
        Row row(n * static_cast<std::size_t>(rounds));
        for (int s = 0; s <= t; ++s) {
          std::ranges::copy(power[static_cast<std::size_t>((t - s) * sight.steps + k)][a],
                            row.begin() + static_cast<long>(n) * s);
        }
        h.push_back(std::move(row));
      }
    }
  }
  return h;
}

Matrix stream_loss_matrix(const Matrix& w, const StreamSight& sight, int rounds, Node u) {
  const std::size_t n = w.size();
  const auto length = static_cast<std::size_t>(rounds);
  Matrix noise = stream_system(w, sight, rounds);
  for (auto& row : noise) {
    for (const Node o : sight.known) {
      for (std::size_t s = 0; s < length; ++s) row[s * n + o] = 0;
    }
  }
  noise = independent_rows(noise);
  Matrix gram = zero(noise.size(), noise.size());
  for (std::size_t i = 0; i < noise.size(); ++i) {
    for (std::size_t j = 0; j < noise.size(); ++j) gram[i][j] = dot(noise[i], noise[j]);
  }
  Matrix m = zero(length, length);
  if (noise.empty()) return m;
  for (std::size_t s = 0; s < length; ++s) {
    Row column(noise.size());
    for (std::size_t i = 0; i < noise.size(); ++i) column[i] = noise[i][s * n + u];
    const Row whitened = solve(gram, column);
    for (std::size_t t = 0; t < length; ++t) {
      for (std::size_t i = 0; i < noise.size(); ++i) m[t][s] += noise[i][t * n + u] * whitened[i];
    }
  }
  return m;
}

Rational sum(const Matrix& m) {
  Rational total = 0;
  for (const auto& row : m) {
    for (const auto& entry : row) total += entry;
  }
  return total;
}

Rational absolute_sum(const Matrix& m) {
  Rational total = 0;
  for (const auto& row : m) {
    for (const auto& entry : row) total += abs(entry);
  }
  return total;
}

Rational boolean_maximum(const Matrix& m) {
  Rational best = 0;
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << m.size()); bits += 2) {  // the first sign is +
    Rational value = 0;
    for (std::size_t i = 0; i < m.size(); ++i) {
      for (std::size_t j = 0; j < m.size(); ++j) {
        if (((bits >> i) ^ (bits >> j)) & 1) {
          value -= m[i][j];
        } else {
          value += m[i][j];
        }
      }
    }
    best = std::max(best, value);
  }
  return best;
}

Rational constant_rate(const Matrix& w, std::span<const Node> observers, Node u) {
  const std::size_t n = w.size();
  const Matrix j = mean_matrix(n);
  const Matrix z = combine(inverse(combine(combine(identity(n), -1, w), 1, j)), -1, j);
  Matrix rows;
  for (std::size_t i = 1; i < observers.size(); ++i) {
    Row row = z[observers[i]];
    for (std::size_t v = 0; v < n; ++v) row[v] -= z[observers[0]][v];
    rows.push_back(std::move(row));
  }
  const Rational base(1, static_cast<long>(n));
  return rows.empty() ? base : base + loss(rows, u);
}

Rational constant_rate_own_noise(const Matrix& w, std::span<const Node> observers, Node u) {
  const auto rest = others(w.size(), observers);
  Matrix grounded = zero(rest.size(), rest.size());
  for (std::size_t i = 0; i < rest.size(); ++i) {
    for (std::size_t k = 0; k < rest.size(); ++k) grounded[i][k] = Rational(i == k ? 1 : 0) - w[rest[i]][rest[k]];
  }
  Matrix rows;
  for (const Node a : observers) {
    Row exits(rest.size());
    for (std::size_t i = 0; i < rest.size(); ++i) exits[i] = w[rest[i]][a];
    rows.push_back(solve(grounded, exits));
  }
  return loss(rows, static_cast<Node>(std::ranges::find(rest, u) - rest.begin()));
}

PeriodicRate periodic_rate(const Matrix& w, Node observer, Node u, std::span<const int> period, bool own_noise) {
  // Kernels of the periodic steady state: of u's contributions in what is seen, and of the covariance of what is seen.
  // Without own noise R = W - J, and the part along 1 is a random walk: its kernels on signals of mean 0 are -j/P and
  // j (j - P)/(2P), up to constants.
  const std::size_t n = w.size(), length = period.size();
  const Matrix j = mean_matrix(n);
  Matrix r = own_noise ? w : combine(w, -1, j);
  Row seen = own_noise ? w[observer] : identity(n)[observer];
  if (own_noise) {
    for (std::size_t v = 0; v < n; ++v) r[observer][v] = r[v][observer] = 0;
    seen[observer] = 0;
  } else {
    for (std::size_t v = 0; v < n; ++v) seen[v] -= j[observer][v];
  }
  const auto power = powers(r, length + 1);
  const Matrix wrap = inverse(combine(identity(n), -1, power[length]));
  const Matrix wrap_square = multiply(wrap, inverse(combine(identity(n), -1, multiply(r, r))));
  const auto p = static_cast<long>(length);
  Row transient_kernel(length), level_kernel(length), covariance(length);
  for (std::size_t i = 0; i < length; ++i) {
    const auto lag = static_cast<long>(i);
    const Matrix response = multiply(power[i], wrap);
    const Matrix spread = multiply(combine(power[i], 1, power[length - i]), wrap_square);
    for (std::size_t a = 0; a < n; ++a) {
      transient_kernel[i] += seen[a] * response[a][u];
      for (std::size_t b = 0; b < n; ++b) covariance[i] += seen[a] * spread[a][b] * seen[b];
    }
    if (!own_noise) {
      level_kernel[i] = Rational(-lag, p * static_cast<long>(n));
      covariance[i] += (Rational(lag * (lag - p), 2 * p) + p) / static_cast<long>(n);
    }
  }
  Matrix gram = zero(length, length);
  Row transient(length), earlier(length), level(length);
  for (std::size_t t = 0; t < length; ++t) {
    for (std::size_t s = 0; s < length; ++s) {
      const std::size_t lag = (t + length - s) % length;
      gram[t][s] = covariance[lag];
      transient[t] += transient_kernel[lag] * period[s];
      level[t] += level_kernel[lag] * period[s];
    }
    earlier[t] = transient[t] - seen[u] * period[t];
  }
  Rational mean = 0;  // the level is defined up to a constant: a stream of mean 0 leaves none
  for (const auto& x : level) mean += x;
  Row whole = transient;
  for (std::size_t t = 0; t < length; ++t) whole[t] += level[t] - mean / p;
  const auto growth = [&](const Row& y) { return Rational(dot(y, solve(gram, y)) / p); };
  if (own_noise) return {growth(whole), 0, 0};
  return {growth(whole), growth(transient), growth(earlier)};
}

}  // namespace hearsay::props::oracle
