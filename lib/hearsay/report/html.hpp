// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <hearsay/report/certificate/folder.hpp>
#include <hearsay/report/sink.hpp>

namespace hearsay::report {

/// One self-contained page that an auditor can file: run facts, the verdict table with filters, and every claim in full
/// with its witness drawn. Needs no network; reads and prints without JavaScript, which runs the filters and the checks
/// of certificates.
class Html final : public Sink {
 public:
  /// @param proofs  certificates that the page re-checks (report/certificate/recheck.hpp).
  explicit Html(CertificateFolder proofs = {}) : proofs_(std::move(proofs)) {}
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  CertificateFolder proofs_;
  RunInfo info_;
  std::vector<run::Row> rows_;  ///< of this run: a repair is linked to only if it is among them
  std::string text_;
};

/// A small picture (SVG) of a graph given as the edge list "0-1 1-2", nodes on a circle, the observers and the target
/// of the instance marked; empty if the instance has no such edge list or more than 40 nodes.
[[nodiscard]] std::string witness_picture(const nlohmann::ordered_json& instance);

}  // namespace hearsay::report
