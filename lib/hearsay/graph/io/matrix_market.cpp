// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/matrix_market.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/io/detail/input_file.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

constexpr std::int64_t largest_array = 100'000'000;

bool one_of(std::string_view word, std::initializer_list<std::string_view> known) {
  return std::ranges::count(known, word) > 0;
}

}  // namespace

struct MatrixMarket::State {
  State(const InputFile& file, Content wanted) : name(file.name()), lines(file), content(wanted) { read_header(); }

  void read_header() {
    std::string_view line;
    lines.next(line);
    const std::string header = lower_case(line);
    const auto kind = words(header, '\0');
    const bool pattern = content == Content::pattern;
    const bool known = kind.size() == 5 && kind[0] == "%%matrixmarket" && kind[1] == "matrix" &&
                       one_of(kind[4], {"general", "symmetric"}) &&
                       (kind[2] == "coordinate" || (kind[2] == "array" && !pattern)) &&
                       (one_of(kind[3], {"real", "integer"}) || (kind[3] == "pattern" && pattern));
    if (!known) {
      graph::refuse(name, 1,
                    fmt::format("the header must be %%MatrixMarket matrix {} general|symmetric",
                                pattern ? "coordinate pattern" : "coordinate|array real|integer"));
    }
    array = kind[2] == "array";
    symmetric = kind[4] == "symmetric";
    field = kind[3];
  }

  /// Of the next line that has some; none at the end of the file.
  std::vector<std::string_view> next_words() {
    for (std::string_view line; lines.next(line);) {
      if (auto found = words(line, '%'); !found.empty()) return found;
      if (!words(line, '\0').empty()) ++comments;
    }
    return {};
  }

  void step_in_array() {
    if (++row < size.rows) return;
    ++column;
    row = symmetric ? column : 0;
  }

  std::string name;
  Lines lines;
  Content content;
  std::string field;
  bool array = false, symmetric = false;
  Size size;
  std::int64_t read = 0, row = 0, column = 0;
  std::size_t comments = 0;
};

MatrixMarket::MatrixMarket(const InputFile& file, Content content) : state_(std::make_unique<State>(file, content)) {}
MatrixMarket::MatrixMarket(const std::string& path, Content content) : MatrixMarket(InputFile(path), content) {}
MatrixMarket::~MatrixMarket() = default;

const std::string& MatrixMarket::field() const { return state_->field; }
bool MatrixMarket::symmetric() const { return state_->symmetric; }
const std::string& MatrixMarket::name() const { return state_->name; }
std::size_t MatrixMarket::line() const { return state_->lines.number(); }
std::size_t MatrixMarket::comments() const { return state_->comments; }
void MatrixMarket::refuse(std::string_view message) const { graph::refuse(name(), line(), message); }

MatrixMarket::Size MatrixMarket::size() {
  auto& state = *state_;
  const std::string_view form = state.array ? "rows columns" : "rows columns entries";
  const auto found = state.next_words();
  if (found.empty()) refuse(fmt::format("the file ends before the line '{}'", form));
  if (found.size() != (state.array ? 2 : 3)) refuse(fmt::format("the size line must be '{}'", form));
  const auto number = [&](std::size_t i) { return whole(name(), line(), found[i]); };
  state.size = {.rows = number(0), .columns = number(1), .entries = state.array ? 0 : number(2)};
  auto& [rows, columns, entries] = state.size;
  if (std::min({rows, columns, entries}) < 0) refuse("a size is negative");
  if (state.symmetric && rows != columns)
    refuse(fmt::format("a symmetric matrix is square, not {} x {}", rows, columns));
  if (state.array && columns > 0 && rows > largest_array / columns)
    throw Error(Errc::too_large, name(),
                fmt::format("an array of {} x {}: at most {} entries", rows, columns, largest_array));
  if (state.array) entries = state.symmetric ? rows * (rows + 1) / 2 : rows * columns;
  return state.size;
}

bool MatrixMarket::next(Entry& entry) {
  auto& state = *state_;
  const auto& [rows, columns, entries] = state.size;
  const auto found = state.next_words();
  if (state.read == entries) {
    if (!found.empty()) refuse(fmt::format("more entries than the {} announced", entries));
    return false;
  }
  if (found.empty()) refuse(fmt::format("the file ends after {} of the {} entries announced", state.read, entries));
  const bool pattern = state.field == "pattern";
  if (found.size() != (state.array ? 1u : pattern ? 2u : 3u)) {
    refuse(state.array ? "an entry is one value a line"
           : pattern   ? "an entry needs 'row column'"
                       : "an entry needs 'row column value'");
  }
  if (state.array) {
    entry = {state.row, state.column, found[0]};
    state.step_in_array();
  } else {
    const auto i = node_number(name(), line(), found[0]), j = node_number(name(), line(), found[1]);
    if (std::min(i, j) < 1 || i > rows || j > columns)
      refuse(fmt::format("entry {} {} is outside {} x {}", i, j, rows, columns));
    entry = {i - 1, j - 1, pattern ? std::string_view() : found[2]};
  }
  ++state.read;
  return true;
}

}  // namespace hearsay::graph
