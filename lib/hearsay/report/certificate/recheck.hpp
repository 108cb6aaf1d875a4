// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <hearsay/report/certificate/folder.hpp>

namespace hearsay::report {

/// The parts of the page of verdicts that re-check certificates in the reader's browser:
/// certificates/check_certificates.js in a worker, as a text of the page, so that it needs no network and runs from
/// disk. A certificate of up to 64 kB is a text of the page too; the reader drops a longer one on the page.
class Recheck {
 public:
  /// @param proofs  what `claim`.json the page knows; it must outlive this object.
  explicit Recheck(const CertificateFolder& proofs) : proofs_(&proofs) {}

  /// The button of a claim's row and where its verdict is told; a link to a long file; empty without certificate.
  /// @param in_full  with the sentence, not the verdict alone.
  [[nodiscard]] std::string button(const std::string& claim, bool in_full) const;
  /// The button for all, progress, and where files are dropped; empty if there is no certificate.
  [[nodiscard]] std::string panel() const;
  /// Style, and the texts and the program that the buttons need; empty if there is no certificate.
  [[nodiscard]] std::string style() const;
  [[nodiscard]] std::string script() const;

 private:
  const CertificateFolder* proofs_;
};

/// A certificate of a page of one result.
struct PageProof {
  std::string words;  ///< what it is about, as HTML
  std::string text;   ///< of the file
};

/// The same parts for a page of one result, which lists its certificates; they are there without certificate too, for
/// files that are dropped on the page.
class ResultProofs {
 public:
  /// @param missing  what has no proof, a sentence each without full stop, as HTML.
  explicit ResultProofs(std::vector<PageProof> proofs = {}, std::vector<std::string> missing = {})
      : proofs_(std::move(proofs)), missing_(std::move(missing)) {}

  [[nodiscard]] std::string panel() const;
  [[nodiscard]] static std::string style();
  [[nodiscard]] std::string script() const;

 private:
  [[nodiscard]] static std::string name(std::size_t i);

  std::vector<PageProof> proofs_;
  std::vector<std::string> missing_;
};

/// Up to which size a certificate is a text of the page.
inline constexpr std::size_t most_embedded_bytes = 64'000;

/// Folder, beside the page, of the certificates that it links to.
inline constexpr const char* linked_folder = "certificates";
/// Whether a certificate is too long for the page.
[[nodiscard]] bool is_linked(const CertificateFile& file);

}  // namespace hearsay::report
