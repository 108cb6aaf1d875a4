// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include <hearsay/report/sink.hpp>

namespace hearsay::report {

/// One self-contained page that an auditor can file: run facts, the verdict table with filters, and every claim in full
/// with its witness drawn. Needs no network; reads and prints without JavaScript (which only runs the filters).
class Html final : public Sink {
 public:
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  RunInfo info_;
  std::vector<run::Row> rows_;  ///< of this run: a repair is linked to only if it is among them
  std::string text_;
};

/// A small picture (SVG) of a graph given as the edge list "0-1 1-2", nodes on a circle, the observers and the target
/// of the instance marked; empty if the instance has no such edge list or more than 40 nodes.
[[nodiscard]] std::string witness_picture(const nlohmann::ordered_json& instance);

}  // namespace hearsay::report
