// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/mechanism/gaussian.hpp>
#include <hearsay/mechanism/laplace.hpp>
#include <hearsay/mechanism/randomized_response.hpp>
#include <hearsay/mechanism/subsampling.hpp>

#include "tests/error_message.hpp"

namespace hearsay::mechanism {
namespace {

using tests::message_of;

using random::Purpose;
using random::Seed;
using random::Stream;

TEST(Mechanisms, RefuseBadInputNamingParameterValueAndRange) {
  Stream stream(Seed{1}, Purpose::data, 0);
  EXPECT_EQ(message_of([] { Gaussian(1.0, 0.0); }), "HS-101 mechanism::Gaussian: sigma = 0 must be finite and > 0");
  EXPECT_EQ(message_of([] { Gaussian(-1.0, 1.0); }),
            "HS-101 mechanism::Gaussian: sensitivity = -1 must be finite and > 0");
  EXPECT_EQ(message_of([] { (void)Gaussian::classical(1.0, 1.0, 1e-5); }),
            "HS-203 Gaussian::classical: epsilon = 1: the theorem needs epsilon < 1; use the analytic calibration");
  EXPECT_EQ(message_of([] { (void)Gaussian::analytic(1.0, 1.0, 2.0); }),
            "HS-101 gaussian_mu: delta = 2 must be in (0, 1)");
  EXPECT_EQ(message_of([] { (void)Laplace::calibrated(1.0, 0.0); }),
            "HS-101 Laplace::calibrated: epsilon = 0 must be finite and > 0");
  EXPECT_EQ(message_of([] { RandomizedResponse(1, 0.5); }),
            "HS-101 mechanism::RandomizedResponse: values = 1 must be >= 2");
  EXPECT_EQ(message_of([] { RandomizedResponse(2, 0.0); }),
            "HS-101 mechanism::RandomizedResponse: gamma = 0 must be in (0, 1]");
  EXPECT_EQ(message_of([&] { (void)RandomizedResponse(2, 0.5).perturb(2, stream); }),
            "HS-101 RandomizedResponse::perturb: truth = 2 must be below values = 2");
  EXPECT_EQ(message_of([&] { (void)sample_poisson(5, 1.5, stream); }),
            "HS-101 sample_poisson: rate = 1.5 must be in [0, 1]");
  EXPECT_EQ(message_of([&] { (void)sample_without_replacement(6, 5, stream); }),
            "HS-101 sample_without_replacement: m = 6 must be at most n = 5");
  EXPECT_EQ(message_of([&] { (void)sample_with_replacement(1, 0, stream); }),
            "HS-101 sample_with_replacement: n = 0 must be >= 1 to draw m = 1");
}

}  // namespace
}  // namespace hearsay::mechanism
