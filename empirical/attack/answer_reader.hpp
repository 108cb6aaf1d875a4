// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "empirical/attack/program_view.hpp"

namespace hearsay::empirical {

/// JSON whose numbers may have some thousand digits before the parser calls them too large.
using WideJson =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

/// Takes the answer to a trial apart while it is parsed, and keeps every digit. A list with anything but numbers is
/// noticed, and needs a second reader, of `items`.
class AnswerReader final : public nlohmann::json_sax<WideJson> {
 public:
  enum class Lists { numbers, items };

  /// `line` is the answer to `trial`, and outlives the reader.
  AnswerReader(std::string_view line, std::uint32_t trial, Lists lists) : line_(line), trial_(trial), lists_(lists) {}

  /// Parses the line. @return whether it is an answer; if not, and `mixed()` is false, problem() says why.
  [[nodiscard]] bool read();
  [[nodiscard]] bool mixed() const { return mixed_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const ProgramView& view() const { return view_; }

  bool null() override { return word("null"); }
  bool boolean(bool value) override { return word(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
  bool number_float(number_float_t /*value*/, const string_t& text) override { return number(text); }
  bool string(string_t& value) override;
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*elements*/) override { return begin_level(true); }
  bool key(string_t& name) override;
  bool end_object() override { return end_level("}"); }
  bool start_array(std::size_t /*elements*/) override { return begin_level(false); }
  bool end_array() override { return end_level("]"); }
  bool parse_error(std::size_t position, const std::string& last, const nlohmann::detail::exception& error) override;

 private:
  /// An object or array that is open.
  struct Level {
    bool object = false, empty = true;
    std::set<std::string> keys = {};
  };
  enum class Part { other, trial, view };

  /// Notes the first thing that is wrong. @return false: the parser goes no further.
  bool refuse(std::string_view what);
  bool word(const char* text);
  bool number(const std::string& text);
  bool begin_level(bool object);
  bool end_level(const char* bracket);
  /// Appends to the item of a list that is parsed.
  void add(std::string_view text);
  /// Before a value: a comma, if it is not the first of an array inside of an item.
  void begin_value();
  bool end_value();
  /// A value of the view that is no number. `item`: as an item of a list; `inside`: as a part of one.
  bool view_text(const std::string& item, const std::string& inside);
  /// Arrays and objects that are open inside of the answer.
  [[nodiscard]] std::size_t depth() const { return levels_.empty() ? 0 : levels_.size() - 1; }

  std::string_view line_;
  std::uint32_t trial_;
  Lists lists_;
  std::vector<Level> levels_;
  Part part_ = Part::other;  ///< of the answer: whose value is parsed
  bool seen_ = false, mixed_ = false;
  ProgramView view_;
  std::string item_;  ///< of a list: the one that is parsed
  std::string problem_;
};

}  // namespace hearsay::empirical
