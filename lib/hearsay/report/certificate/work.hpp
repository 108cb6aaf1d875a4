// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// What certificates/check_certificates.py judges: beyond it a file is unjudged or refused, however right it is. A test
/// compares these numbers with the checker's own.
namespace limits {
inline constexpr double work = 3e8;   ///< products of 64-bit words, of a file
inline constexpr double nodes = 1e6;  ///< of a graph
inline constexpr double steps = 1e6;  ///< of gossip
inline constexpr int bits = 8192;     ///< of rounded numbers
inline constexpr int gram_messages = 150;
inline constexpr int diagonal_rounds = 40;
inline constexpr std::size_t rational_characters = 40'000;
}  // namespace limits

/// What the checker spends on a certificate at most, in the units of limits::work: counted from instance and evidence
/// as the checker's own meter counts it, each number taken as long as it may become. Infinite for a kind that is not
/// counted here (`protocol`, which only refutations of the catalogue have, and these are all judged by a test).
/// @complexity as reading the certificate, and the least common multiple of its denominators.
[[nodiscard]] double checker_work(const Certificate& certificate);

/// Why the checker would not judge a certificate in a file of its own; empty if it will.
[[nodiscard]] std::string beyond_checker(const Certificate& certificate);

/// Keeps what the checker judges as one file: in their order the certificates that fit into its limits, and into
/// `work`.
/// @return a sentence for each kind of what is left out, and why.
std::vector<std::string> keep_judged(std::vector<Certificate>& certificates, double work = limits::work);

}  // namespace hearsay::report
