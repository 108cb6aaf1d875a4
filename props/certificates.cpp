// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/certificates.hpp"

namespace hearsay::props {

const Certifiers& certifiers() {
  static const Certifiers all = [] {
    Certifiers found;
    certify_dp(found);
    certify_muffliato_views(found);
    certify_muffliato_spectra(found);
    certify_muffliato_others(found);
    certify_stream(found);
    certify_rumor(found);
    certify_walk(found);
    certify_linear(found);
    certify_decor(found);
    certify_graph_walk(found);
    return found;
  }();
  return all;
}

const Supporters& supporters() {
  static const Supporters all = [] {
    Supporters found;
    support_dp(found);
    support_muffliato(found);
    support_stream(found);
    support_rumor(found);
    support_walk(found);
    return found;
  }();
  return all;
}

}  // namespace hearsay::props
