// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/sink.hpp>

#include <fmt/format.h>

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

}  // namespace

std::string witness_line(const run::Witness& witness) {
  return fmt::format("{}: claimed {}, actual {}", described(witness.instance), witness.claimed, witness.actual);
}

std::string numbers_first(const run::Witness& witness) {
  return fmt::format("claimed {}, actual {}: {}", witness.claimed, witness.actual, described(witness.instance));
}

}  // namespace hearsay::report
