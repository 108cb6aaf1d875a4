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

std::string witness_line(const run::Witness& witness) {
  std::string line;
  for (const auto& [key, value] : witness.instance.items()) {
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return fmt::format("{}: claimed {}, actual {}", line, witness.claimed, witness.actual);
}

}  // namespace hearsay::report
