// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/sink.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include <hearsay/core/number.hpp>
#include <hearsay/report/text.hpp>

namespace hearsay::report {

void feed(const RunInfo& info, std::span<const run::Row> rows, std::span<Sink* const> sinks) {
  const auto summary = run::summarize(rows);
  for (auto* sink : sinks) {
    sink->begin(info);
    for (const auto& row : rows) sink->row(row);
    sink->end(summary);
  }
}

namespace {

std::string described(const nlohmann::ordered_json& object);

/// Numbers to ten digits: the last ones depend on the mathematics library; JSON has them all.
std::string value_text(const nlohmann::ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) return "(" + described(value) + ")";
  return value.is_number_float() ? fmt::format("{:.10g}", value.get<double>()) : value.dump();
}

/// "graph 0-1 1-2, steps 2, other (graph 0-1, steps 1)".
std::string described(const nlohmann::ordered_json& object) {
  std::string line;
  for (const auto& [key, value] : object.items()) {
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", key, value_text(value));
  }
  return line;
}

/// The text with each fraction of more than twenty characters as a decimal number of seven digits.
std::string with_short_fractions(std::string_view text) {
  constexpr std::size_t longest = 20;
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find_first_not_of("0123456789/", begin), text.size());
    const auto digits = text.substr(begin, end - begin);
    const auto slash = std::min(digits.find('/'), digits.size());
    const auto above = parse_real(digits.substr(0, slash));
    const auto below = slash < digits.size() ? parse_real(digits.substr(slash + 1)) : std::nullopt;
    if (digits.size() > longest && above && below && *below > 0.0) {
      out += fmt::format("about {:.7g}", *above / *below);
    } else {
      out += digits;
    }
    if (end < text.size()) out += text[end];
    begin = end + 1;
  }
  return out;
}

}  // namespace

std::string witness_line(const run::Witness& witness) {
  return fmt::format("{}: claimed {}, actual {}", described(witness.instance), witness.claimed, witness.actual);
}

std::string command_of(const RunInfo& info, const run::Row& row) {
  const auto found = info.commands.find(row.claim->id);
  return found == info.commands.end() ? std::string() : found->second;
}

std::string numbers_first(const run::Witness& witness, int width) {
  const auto numbers =
      fmt::format("claimed {}, actual {}", with_short_fractions(witness.claimed), with_short_fractions(witness.actual));
  const auto line = fmt::format("{}: {}", numbers, described(witness.instance));
  constexpr int least = 12;  // fewer columns of an instance say nothing
  if (display_width(line) > width && display_width(numbers) + least > width) return numbers;
  return shortened(line, width);
}

}  // namespace hearsay::report
