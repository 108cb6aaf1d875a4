// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/matrix_file.hpp>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/core/python_dict.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/io/matrix_market.hpp>

namespace hearsay::graph {

namespace {

constexpr std::int64_t largest_side = std::int64_t{1} << 31;
constexpr std::int64_t largest_entries = 100'000'000;

[[noreturn]] void refuse(const std::string& where, std::string_view message) {
  throw Error(Errc::syntax, where, message);
}

std::string whole_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf()))
    throw Error(Errc::file, path, fmt::format("cannot be read: {}", std::strerror(errno == 0 ? EIO : errno)));
  return std::move(text).str();
}

void require_size(const std::string& path, std::int64_t rows, std::int64_t columns, std::int64_t entries) {
  if (rows < 0 || columns < 0 || entries < 0) refuse(path, "a size is negative");
  if (std::max(rows, columns) >= largest_side || entries > largest_entries)
    throw Error(Errc::too_large, path,
                fmt::format("{} x {} with {} entries: at most {} entries", rows, columns, entries, largest_entries));
}

exact::Rational number(const std::string& where, std::string_view text) {
  if (const auto fraction = exact::parse_fraction(text)) return *fraction;
  refuse(where, fmt::format("'{}' is not a number; decimals, with exponents to {}, and p/q are read", excerpt(text),
                            exact::largest_exponent));
}

struct Place {
  std::int64_t row = 0, column = 0;
  exact::Rational value;
};

/// Puts entries in their rows. @throws Error(Errc::syntax) for a place named twice.
linalg::FractionMatrix assembled(const std::string& path, std::int64_t rows, std::int64_t columns,
                                 std::vector<Place> places) {
  linalg::FractionMatrix matrix{
      .columns = static_cast<std::size_t>(columns),
      .rows = std::vector<std::vector<linalg::RationalMatrix::Entry>>(static_cast<std::size_t>(rows))};
  std::ranges::sort(places, {}, [](const Place& place) { return std::pair(place.row, place.column); });
  for (std::size_t i = 0; i < places.size(); ++i) {
    auto& [row, column, value] = places[i];
    if (i > 0 && places[i - 1].row == row && places[i - 1].column == column)
      refuse(path, fmt::format("entry {} {} is given twice", row + 1, column + 1));
    if (value != 0)
      matrix.rows[static_cast<std::size_t>(row)].push_back({static_cast<graph::Node>(column), std::move(value)});
  }
  return matrix;
}

linalg::FractionMatrix read_market(const std::string& path) {
  graph::MatrixMarket market(path, graph::MatrixMarket::Content::numbers);
  const auto size = market.size();
  require_size(path, size.rows, size.columns, size.entries);
  std::vector<Place> places;
  for (graph::MatrixMarket::Entry entry; market.next(entry);) {
    const auto [i, j, text] = entry;
    places.push_back({i, j, number(fmt::format("{}:{}", market.name(), market.line()), text)});
    if (market.symmetric() && i != j) places.push_back({j, i, places.back().value});
  }
  return assembled(path, size.rows, size.columns, std::move(places));
}

template <class Number>
exact::Rational item(const char* bytes) {
  Number value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_integral_v<Number>) {
    return exact::Rational(value);
  } else {
    return std::isfinite(value) ? exact::fraction_of(static_cast<double>(value)) : exact::Rational(0);
  }
}

struct NumpyType {
  std::string_view name;
  std::size_t bytes;
  exact::Rational (*item)(const char*);
};
constexpr NumpyType numpy_types[] = {{"'<f8'", 8, item<double>},
                                     {"'<f4'", 4, item<float>},
                                     {"'<i8'", 8, item<std::int64_t>},
                                     {"'<i4'", 4, item<std::int32_t>}};

bool finite(const NumpyType& type, const char* bytes) {
  double wide = 0.0;
  float narrow = 0.0f;
  if (type.name == "'<f8'") std::memcpy(&wide, bytes, 8);
  if (type.name == "'<f4'") std::memcpy(&narrow, bytes, 4);
  return std::isfinite(wide) && std::isfinite(narrow);
}

/// "(3, 4)" or "(3,)": one or two sizes.
std::pair<std::int64_t, std::int64_t> numpy_shape(const std::string& path, std::string_view given) {
  if (!given.starts_with('(') || !given.ends_with(')'))
    refuse(path, fmt::format("its shape is '{}', not sizes in parentheses", excerpt(given)));
  std::vector<std::int64_t> sizes;
  for (auto text = given.substr(1, given.size() - 2); !text.empty();) {
    const auto comma = std::min(text.find(','), text.size());
    auto digits = text.substr(0, comma);
    digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
    const auto size = parse_whole<std::int64_t>(digits);
    if (!size || *size < 0)
      refuse(path, fmt::format("its shape is '{}': a size is a whole number >= 0", excerpt(given)));
    sizes.push_back(*size);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  if (sizes.empty() || sizes.size() > 2) refuse(path, fmt::format("has {} dimensions; 1 or 2 are read", sizes.size()));
  return {sizes[0], sizes.size() == 2 ? sizes[1] : 1};
}

/// What stands before the numbers.
struct NumpyHeader {
  const NumpyType* type = nullptr;
  bool by_columns = false;
  std::int64_t rows = 0, columns = 0;
};

/// A header such as {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }, and blanks.
NumpyHeader numpy_header(const std::string& path, std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \n") + 1);
  const auto items = parse_python_dict(text);
  const auto value = [&](std::string_view key) -> std::string_view {
    const auto found = std::ranges::find(*items, key, &PythonItem::key);
    if (found == items->end()) refuse(path, fmt::format("its header has no '{}'", key));
    return found->value;
  };
  if (!items || items->size() != 3) refuse(path, "its header is not a dictionary of descr, fortran_order and shape");
  const auto type = std::ranges::find(numpy_types, value("descr"), &NumpyType::name);
  if (type == std::end(numpy_types)) refuse(path, "holds no '<f8', '<f4', '<i8' or '<i4' numbers");
  const auto order = value("fortran_order");
  if (order != "True" && order != "False") refuse(path, "its 'fortran_order' is neither True nor False");
  const auto [rows, columns] = numpy_shape(path, value("shape"));
  return {.type = type, .by_columns = order == "True", .rows = rows, .columns = columns};
}

linalg::FractionMatrix read_numpy(const std::string& path) {
  static_assert(std::endian::native == std::endian::little);
  const auto text = whole_file(path);
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(text.at(i))); };
  if (text.size() < 12 || !text.starts_with("\x93NUMPY") || byte(6) < 1 || byte(6) > 2)
    refuse(path, "is not a NumPy file of format 1.0 or 2.0");
  const std::size_t begin = byte(6) == 1 ? 10 : 12;
  const std::size_t length = byte(8) + 256 * byte(9) + (byte(6) == 2 ? (byte(10) << 16) + (byte(11) << 24) : 0);
  if (text.size() < begin + length) refuse(path, "ends within its header");
  const auto [type, by_columns, rows, columns] = numpy_header(path, std::string_view(text).substr(begin, length));
  if (rows > 0 && columns > largest_entries / rows) require_size(path, rows, columns, largest_entries + 1);
  require_size(path, rows, columns, rows * columns);
  const char* data = text.data() + begin + length;
  if (text.size() - begin - length != static_cast<std::size_t>(rows * columns) * type->bytes)
    refuse(path, fmt::format("does not hold {} x {} numbers and nothing else", rows, columns));
  std::vector<Place> places;
  for (std::int64_t k = 0; k < rows * columns; ++k) {
    const char* bytes = data + static_cast<std::size_t>(k) * type->bytes;
    if (!finite(*type, bytes)) refuse(path, fmt::format("number {} is not finite", k + 1));
    auto value = type->item(bytes);
    if (value != 0)
      places.push_back({by_columns ? k % rows : k / columns, by_columns ? k / rows : k % columns, std::move(value)});
  }
  return assembled(path, rows, columns, std::move(places));
}

}  // namespace

linalg::FractionMatrix read_matrix(const std::string& path) {
  if (path.ends_with(".mtx") || path.ends_with(".mtx.gz")) return read_market(path);
  if (path.ends_with(".npy")) return read_numpy(path);
  refuse(path, "a matrix is read from .mtx or .npy");
}

}  // namespace hearsay::graph
