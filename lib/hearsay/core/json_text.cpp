// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/json_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>

namespace hearsay {

namespace {

constexpr int deepest = 500;

/// A place in a text that tells how far a parser has read.
class Reading {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reading(const char* at, const char*& farthest) : at_(at), farthest_(&farthest) {}
  reference operator*() const { return *at_; }
  Reading& operator++() {
    *farthest_ = ++at_;
    return *this;
  }
  Reading operator++(int) {
    auto before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Reading& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** farthest_;
};

/// Complaints about a text, named by the line that a parser has come to.
class Text {
 public:
  Text(std::string_view text, const std::string& where) : text_(text), where_(where), farthest_(text.data()) {}

  [[nodiscard]] Reading begin() { return {text_.data(), farthest_}; }
  [[nodiscard]] Reading end() { return {text_.data() + text_.size(), farthest_}; }

  [[noreturn]] void refuse(std::string_view message) const {
    const bool inside = farthest_ != text_.data() && farthest_ != text_.data() + text_.size();
    const char* last = inside ? farthest_ - 1 : farthest_;  // the parser may have read a line feed behind the place
    throw Error(Errc::syntax, fmt::format("{}:{}", where_, 1 + std::count(text_.data(), last, '\n')), message);
  }

  /// Whether the number that was read last is written without a point or an exponent. The parser has read the
  /// character behind it too, if there is one.
  [[nodiscard]] bool ends_in_digits() const {
    constexpr std::string_view number = "0123456789+-.eE";
    std::string_view read(text_.data(), static_cast<std::size_t>(farthest_ - text_.data()));
    if (!read.empty() && number.find(read.back()) == number.npos) read.remove_suffix(1);
    const auto begin = read.find_last_not_of(number) + 1;
    return read.substr(begin).find_first_of(".eE") == read.npos;
  }

 private:
  std::string_view text_;
  const std::string& where_;
  const char* farthest_;
};

/// "unexpected end of input", of the parser's longer sentence.
std::string_view reason(std::string_view what) {
  for (const std::string_view before : {" - ", "] "}) {
    if (const auto at = what.find(before); at != what.npos) return what.substr(at + before.size());
  }
  return what;
}

}  // namespace

template <class Json>
Json parse_json(std::string_view given, const std::string& where) {
  Text text(given, where);
  std::vector<std::set<std::string>> keys;  // of the objects around
  const typename Json::parser_callback_t check = [&](int depth, auto event, Json& parsed) {
    using Event = typename Json::parse_event_t;
    if (depth > deepest) text.refuse(fmt::format("nests deeper than {} levels", deepest));
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.template get<std::string>()).second) {
      text.refuse(fmt::format("the key '{}' occurs twice in an object", parsed.template get<std::string>()));
    }
    if (event == Event::value && parsed.is_number_float() && text.ends_in_digits())
      text.refuse("a whole number does not fit into 64 bits; write it as a text, or with an exponent");
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), check);
  } catch (const typename Json::exception& error) {
    text.refuse(fmt::format("is not JSON: {}", reason(error.what())));
  }
}

template <class Json>
Json read_json(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed))
    throw Error(Errc::file, path, "is not a regular file");
  if (const auto size = std::filesystem::file_size(path, failed); !failed && size > largest_json_file)
    throw Error(Errc::too_large, path, fmt::format("is larger than {} MiB", largest_json_file >> 20));
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) {
    const int why = errno == 0 ? EIO : errno;
    throw Error(
        Errc::file, path,
        fmt::format("cannot be read: {}{}", std::strerror(why), did_you_mean(why == ENOENT ? nearest_file(path) : "")));
  }
  return parse_json<Json>(text, path);
}

std::string json_text(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

template nlohmann::json parse_json(std::string_view, const std::string&);
template nlohmann::ordered_json parse_json(std::string_view, const std::string&);
template nlohmann::json read_json(const std::string&);
template nlohmann::ordered_json read_json(const std::string&);

}  // namespace hearsay
