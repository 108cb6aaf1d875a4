// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/bracket.hpp>
#include <hearsay/core/error.hpp>

#include "tests/error_message.hpp"

namespace hearsay {
namespace {

using tests::message_of;

TEST(Error, NamesCallerParameterValueAndConstraint) {
  EXPECT_EQ(message_of([] { require_positive("gaussian_rdp", "sigma", -1); }),
            "HS-101 gaussian_rdp: sigma = -1 must be finite and > 0");
  EXPECT_EQ(message_of([] { require_positive("f", "x", std::nan("")); }), "HS-101 f: x = nan must be finite and > 0");
  EXPECT_EQ(message_of([] { require_positive("f", "x", INFINITY); }), "HS-101 f: x = inf must be finite and > 0");
  EXPECT_EQ(message_of([] { require_open_unit("f", "delta", 1.0); }), "HS-101 f: delta = 1 must be in (0, 1)");
  EXPECT_EQ(message_of([] { require_unit("f", "p", 1.5); }), "HS-101 f: p = 1.5 must be in [0, 1]");
  EXPECT_EQ(message_of([] { require_non_negative("f", "eps", -0.5); }), "HS-101 f: eps = -0.5 must be finite and >= 0");
  EXPECT_EQ(message_of([] { require_renyi_order("f", 1.0); }), "HS-101 f: alpha = 1 must be finite and > 1");
  EXPECT_EQ(message_of([] { require_between("f", "n", 1, 2, 9); }), "HS-101 f: n = 1 must be between 2 and 9");
}

}  // namespace
}  // namespace hearsay
