// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

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

/// Folder, beside the page, of the certificates that it links to.
inline constexpr const char* linked_folder = "certificates";
/// Whether a certificate is too long for the page.
[[nodiscard]] bool is_linked(const CertificateFile& file);

}  // namespace hearsay::report
