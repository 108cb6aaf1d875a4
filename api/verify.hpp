// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/report/certificate/folder.hpp>
#include <hearsay/report/sink.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/run/runner.hpp>
#include "api/checks.hpp"
#include "api/claim_files.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// Which rows get certificates.
enum class Certify {
  none,
  refuted,
  all  ///< those that hold too, where the table of statements has a row for them
};

/// Which claims hold?
struct VerifyQuestion {
  std::vector<std::string> patterns = {};  ///< ids or globs; empty: all
  run::Effort effort = run::Effort::standard;
  FileClaims own = {};  ///< claims beside the catalogue's
  Certify certify = Certify::none;
  bool filed = false;  ///< certificates will lie in files of their own, which the result names
  std::optional<nlohmann::ordered_json> baseline = {};  ///< an earlier result, as report::read_result() returns it
  double tolerance = 1e-6;                              ///< relative change of tightness that the baseline allows
  bool every_row = false;  ///< the text lists every row, however many: more than most_listed are summed up otherwise
};

inline constexpr std::size_t most_listed = 40;

struct VerifyAnswer {
  VerifyQuestion question;
  std::vector<run::Row> rows;
  report::RunInfo info;
  report::CertificateFolder certificates;  ///< none of a run that was cut short
};

/// Checks the claims, compares with the baseline, makes the certificates. Once `execution.stop` says true, no further
/// check starts, and what is there is the answer.
/// @throws Error(Errc::unknown) if a pattern matches nothing; as report::require_comparable().
[[nodiscard]] VerifyAnswer verify(const VerifyQuestion& question, const Checks& checks, const Execution& execution);

/// Why refuted claims have no certificate, a sentence each, and how many that hold have none.
[[nodiscard]] std::vector<std::string> uncertified(const VerifyAnswer& answer);

// api/render/verify.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const VerifyAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const VerifyAnswer& answer);
/// Whether text() sums the rows up.
[[nodiscard]] bool is_overview(const VerifyAnswer& answer);
/// JUnit XML.
[[nodiscard]] std::string junit(const VerifyAnswer& answer);
/// The table of verdicts in Markdown.
[[nodiscard]] std::string markdown(const VerifyAnswer& answer);
/// The page of an audit, in HTML, which re-checks the certificates.
[[nodiscard]] std::string page(const VerifyAnswer& answer);

}  // namespace hearsay::api
