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

/// "graph 0-1 1-2, steps 2, other (graph 0-1, steps 1)".
std::string described(const nlohmann::ordered_json& object) {
  std::string line;
  for (const auto& [key, value] : object.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.is_object() ? "(" + described(value) + ")" : value.dump();
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", key, text);
  }
  return line;
}

}  // namespace

std::string witness_line(const run::Witness& witness) {
  return fmt::format("{}: claimed {}, actual {}", described(witness.instance), witness.claimed, witness.actual);
}

}  // namespace hearsay::report
