// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_file.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/report/certificate/work.hpp>
#include "api/audit_proofs.hpp"

namespace hearsay::api {

namespace {

/// What `body` says of a request; what it refuses is named by the file and the audit.
template <class Body>
auto of_audit(const std::string& file, const AuditRequest& request, const Body& body) {
  try {
    return body();
  } catch (const Error& error) {
    const std::string_view what = error.what();
    throw Error(error.code(), file, fmt::format("{}: {}", request.name, what.substr(what.find(' ') + 1)));
  }
}

}  // namespace

AuditFileQuestion audit_file_question(const std::string& path, const AuditKeeps& keeps) {
  AuditFileQuestion question{.file = path, .requests = read_audits(path)};
  for (const auto& request : question.requests) of_audit(path, request, [&] { require_valid(request, keeps); });
  return question;
}

AuditFileAnswer audit_file(AuditFileQuestion question, const Execution& execution, const AuditKeeps& keeps,
                           const std::function<void(AuditAnswer&)>& finished) {
  AuditFileAnswer answer{.question = std::move(question), .audits = {}};
  for (const auto& request : answer.question.requests) {
    if (execution.stop && execution.stop()) break;
    answer.audits.push_back(of_audit(answer.question.file, request, [&] {
      return audit_network(question_of(request, execution.seed), execution, keeps);
    }));
    if (finished) finished(answer.audits.back());
    answer.verdict = merge(answer.verdict, answer.audits.back().verdict);
  }
  if (answer.partial()) answer.verdict = merge(answer.verdict, Verdict::inconclusive);
  return answer;
}

Proofs proofs_of(const AuditFileAnswer& answer) {
  Proofs all;
  double left = report::limits::work;
  const auto& audits = answer.audits;
  for (std::size_t i = 0; i < audits.size(); ++i) {
    const auto& name = audits[i].question.name;
    auto proved = proofs_of(audits[i], {.work = left / static_cast<double>(audits.size() - i)});
    for (auto& certificate : proved.certificates) {
      left -= report::checker_work(certificate);
      certificate.note = certificate.note.empty() ? name : fmt::format("{}; {}", name, certificate.note);
      all.certificates.push_back(std::move(certificate));
    }
    for (const auto& line : proved.missing) all.missing.push_back(fmt::format("{}: {}", name, line));
  }
  return all;
}

}  // namespace hearsay::api
