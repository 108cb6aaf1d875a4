// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/page_proofs.hpp"

#include <fmt/format.h>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/number_text.hpp>
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

/// "what node ann learns about node bob: at least 0.5 and at most 0.5 of the local loss, which refutes the bound 0.4".
std::string words_of(const report::Certificate& certificate, const graph::Graph& graph) {
  const auto observers = certificate.instance.at("observers").get<std::vector<graph::Node>>();
  const auto target = certificate.instance.at("target").get<graph::Node>();
  const auto number = [](const std::string& fraction) { return exact::to_double(*exact::parse_fraction(fraction)); };
  auto words = fmt::format("what node{} {} learn{} about node {}: at least {}", observers.size() > 1 ? "s" : "",
                           label_list(graph, observers), observers.size() > 1 ? "" : "s", graph.label(target),
                           report::number_text_below(number(certificate.proves.lower), 6));
  if (!certificate.proves.upper.empty())
    words += fmt::format(" and at most {}", report::number_text_above(number(certificate.proves.upper), 6));
  words += " of the local loss";
  if (certificate.says) {
    words += fmt::format(", which {} the bound {}", certificate.verdict,
                         report::number_text(number(certificate.says->bound), 6));
  }
  return words;
}

}  // namespace

report::ResultProofs page_proofs(const Proved& proved, const graph::Graph& graph, std::size_t losses) {
  std::vector<report::PageProof> proofs;
  std::vector<std::string> missing;
  for (const auto& line : proved.missing) missing.push_back(report::xml_escape(line));
  for (const auto& certificate : proved.certificates) {
    auto text = report::file_text(report::to_json(certificate));
    if (proofs.size() < most_page_proofs && text.size() <= report::most_embedded_bytes)
      proofs.push_back({.words = report::xml_escape(words_of(certificate, graph)), .text = std::move(text)});
  }
  if (const auto left = losses - proofs.size(); left > 0)
    missing.push_back(fmt::format("the file of certificates holds {} more losses", left));
  return report::ResultProofs(std::move(proofs), std::move(missing));
}

}  // namespace hearsay::api
