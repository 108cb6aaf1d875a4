// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/sha256.hpp>

#include <gtest/gtest.h>

#include <string>

namespace hearsay::report {
namespace {

// FIPS 180-4 has no vectors; these are of NIST's examples: "abc", the empty text, 56 bytes, which need two blocks, and
// a million bytes.
TEST(Sha256, HashesTheExamplesOfTheStandard) {
  EXPECT_EQ(sha256_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_text(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_text(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Padding changes at 55, 56, 64, 119, 120 and 128 bytes. The hash of all hashes is that of Python's hashlib.
TEST(Sha256, PadsTextsOfEveryLengthAsHashlibDoes) {
  std::string hashes;
  for (std::size_t length = 0; length <= 130; ++length) hashes += sha256_text(std::string(length, 'a'));
  EXPECT_EQ(sha256_text(hashes), "5eee4c50e1b5ec4f1a47f34c25ca988850b49da7904f5ab1b3abc5cc0ae66ef9");
}

TEST(Sha256, TakesBytesOfAnyValue) {
  EXPECT_EQ(sha256_text(std::string("\x00\xff\x80\n", 4)),
            "6d6f7836f1e146dc0204afb5133dae52fdc05603d8ac2dc793b481b0e0829fd1");
}

TEST(Sha256, TextIsTheWordsInTheirOrder) {
  const auto words = sha256("abc");
  EXPECT_EQ(words.front(), 0xba7816bfu);
  EXPECT_EQ(words.back(), 0xf20015adu);
}

}  // namespace
}  // namespace hearsay::report
