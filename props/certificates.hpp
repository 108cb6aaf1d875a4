// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>

#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/run/finding.hpp>

namespace hearsay::props {

/// Makes the certificate of a refuted claim: of the witness that the check found, or of an instance of its own where
/// that one is told in words or does not suffice (the certificate's note says so). It throws where the witness is not
/// what it expects.
using Certifier = std::function<report::Certificate(const run::Witness&)>;
using Certifiers = std::map<std::string, Certifier, std::less<>>;

// One function a paper, and one a kind where a paper has many.
void certify_dp(Certifiers& certifiers);
void certify_muffliato_views(Certifiers& certifiers);
void certify_muffliato_spectra(Certifiers& certifiers);
void certify_muffliato_others(Certifiers& certifiers);
void certify_stream(Certifiers& certifiers);
void certify_rumor(Certifiers& certifiers);
void certify_walk(Certifiers& certifiers);
void certify_linear(Certifiers& certifiers);
void certify_decor(Certifiers& certifiers);
void certify_graph_walk(Certifiers& certifiers);

/// By claim, all of them.
[[nodiscard]] const Certifiers& certifiers();

/// Makes the file of a claim that holds: a bundle that covers every small connected graph, one of small worlds, or one
/// certificate of an instance of ours.
using Supporter = std::function<nlohmann::ordered_json()>;
using Supporters = std::map<std::string, Supporter, std::less<>>;

void support_dp(Supporters& supporters);
void support_muffliato(Supporters& supporters);
void support_stream(Supporters& supporters);
void support_rumor(Supporters& supporters);
void support_walk(Supporters& supporters);

/// By claim, all of them: what the table states and the expected verdict is `holds`.
[[nodiscard]] const Supporters& supporters();

}  // namespace hearsay::props
