// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/cite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/lower_case.hpp>
#include <hearsay/core/nearest.hpp>
#include "api/figure_folder.hpp"

namespace hearsay::api {

namespace {

using References = std::vector<Reference>;

/// Adds what a source names: "key, Theorem 1; key, eq. (6)", "hearsay, docs/linear.md" or "hearsay, on key, Theorem 1".
void add_source(CiteAnswer& answer, std::string_view source, const References& known, std::string_view repaired = {}) {
  while (!source.empty()) {
    const auto end = std::min(source.find("; "), source.size());
    const auto part = source.substr(0, end);
    source = source.substr(std::min(end + 2, source.size()));
    const auto paper =
        std::ranges::find_if(known, [&](const Reference& one) { return part.find(one.key) != part.npos; });
    if (paper != known.end()) {
      const auto after = part.substr(part.find(paper->key) + paper->key.size());
      auto cited = std::ranges::find(answer.papers, paper->key, [](const Cited& one) { return one.paper.key; });
      if (cited == answer.papers.end()) cited = answer.papers.insert(cited, {.paper = *paper});
      cited->places.push_back(
          {.place = std::string(after.starts_with(", ") ? after.substr(2) : after), .repaired = std::string(repaired)});
    } else if (constexpr std::string_view own = "hearsay, "; part.starts_with(own) && answer.page.empty()) {
      answer.page = part.substr(own.size());
    }
  }
}

CiteAnswer of_claim(const claims::Claim& claim, const References& known) {
  CiteAnswer answer{.question = {}, .kind = "claim", .title = std::string(claim.statement), .software = {}};
  answer.quote = claim.quote;
  answer.quoted = claim.quote_where;
  add_source(answer, claim.source, known);
  if (!answer.papers.empty()) return answer;
  for (const auto* other : claims::catalogue()) {
    if (other->repaired_by == claim.id) add_source(answer, other->source, known, other->id);
  }
  return answer;
}

CiteAnswer of_figure(const CiteQuestion& question, const Figures& figures, const References& known) {
  const auto folder = experiments_folder(question.experiments);
  const auto ids = figures.ids(folder);
  if (std::ranges::find(ids, question.id) == ids.end())
    throw Error(Errc::unknown, "cite",
                fmt::format("unknown figure '{}'{}", question.id, did_you_mean(nearest(question.id, ids))));
  const auto figure = figures.read(folder, question.id, "small");
  CiteAnswer answer{.question = {}, .kind = "figure", .title = figure.title, .software = {}};
  add_source(answer, figure.source, known);
  return answer;
}

/// The papers of this key, or with it in their keys.
References papers_named(std::string_view name, const References& known) {
  References found;
  const auto wanted = lower_case(name);
  for (const auto& paper : known) {
    const auto key = lower_case(paper.key);
    if (key == wanted) return {paper};
    if (key.find(wanted) != key.npos) found.push_back(paper);
  }
  return found;
}

CiteAnswer of_paper(const std::string& id, const References& known) {
  auto found = papers_named(id, known);
  std::vector<std::string> keys;
  for (const auto& paper : found.empty() ? known : found) keys.push_back(paper.key);
  if (found.empty()) {
    auto near = claims::nearest_claim(id);
    if (near.empty()) near = nearest(id, keys);
    throw Error(
        Errc::unknown, "cite",
        fmt::format("unknown '{}': no claim, no figure, and no key of a paper; `hearsay claims` lists claims and "
                    "their sources{}",
                    id, did_you_mean(near)));
  }
  if (found.size() > 1)
    throw Error(Errc::unknown, "cite", fmt::format("'{}' is in several keys: {}", id, fmt::join(keys, ", ")));
  CiteAnswer answer{.question = {}, .kind = "paper", .software = {}};
  answer.papers.push_back({.paper = std::move(found.front())});
  return answer;
}

}  // namespace

CiteAnswer cite(const CiteQuestion& question, const Figures& figures) {
  CiteAnswer answer{.question = {}, .kind = "software", .software = {}};
  if (question.id != "hearsay") {
    const auto known = bibliography();
    const auto* claim = claims::find(question.id);
    answer = claim != nullptr                             ? of_claim(*claim, known)
             : question.id.find('/') != std::string::npos ? of_figure(question, figures, known)
                                                          : of_paper(question.id, known);
  }
  answer.question = question;
  answer.software = software_reference();
  return answer;
}

}  // namespace hearsay::api
