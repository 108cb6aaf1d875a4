// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/verify.hpp"

#include <hearsay/report/html.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/junit.hpp>
#include <hearsay/report/markdown.hpp>
#include <hearsay/report/overview.hpp>
#include <hearsay/report/table.hpp>

namespace hearsay::api {

namespace {

/// The sink, fed with the whole run.
template <class Sink>
Sink fed(const VerifyAnswer& answer, Sink sink) {
  report::Sink* const sinks[] = {&sink};
  report::feed(answer.info, answer.rows, sinks);
  return sink;
}

}  // namespace

nlohmann::ordered_json to_json(const VerifyAnswer& answer, const Origin& /*origin*/) {
  return fed(answer, report::Json()).result();
}

bool is_overview(const VerifyAnswer& answer) { return !answer.question.every_row && answer.rows.size() > most_listed; }

report::TerminalText text(const VerifyAnswer& answer) {
  return is_overview(answer) ? fed(answer, report::Overview(true)).text() : fed(answer, report::Table(true)).text();
}

std::string junit(const VerifyAnswer& answer) { return fed(answer, report::JUnit()).text(); }

std::string markdown(const VerifyAnswer& answer) { return fed(answer, report::Markdown()).text(); }

std::string page(const VerifyAnswer& answer) { return fed(answer, report::Html(answer.certificates)).text(); }

}  // namespace hearsay::api
