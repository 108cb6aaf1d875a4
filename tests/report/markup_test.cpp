// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <boost/property_tree/xml_parser.hpp>
#include <sstream>
#include <string>

#include <hearsay/core/printable.hpp>
#include <hearsay/report/markup.hpp>

namespace hearsay::report {
namespace {

TEST(XmlEscape, MarkupAndWhatXmlForbids) {
  EXPECT_EQ(xml_escape("a < b && \"c\" > 'd'\n"), "a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd'\n");
  EXPECT_EQ(xml_escape("Ana\ufffe ben\uffff"), "Ana\\ufffe ben\\uffff");
  EXPECT_EQ(xml_escape("Jos\xe9"), "Jos\\xe9");
  EXPECT_EQ(xml_escape(std::string_view("\0\x01\x1b\t\r\x7f\xed\xa0\x80", 9)),
            "\\x00\\x01\\x1b\\x09\\x0d\\x7f\\xed\\xa0\\x80");
  EXPECT_EQ(xml_escape("Rényi 谣 🙂"), "Rényi 谣 🙂");
}

/// Whether a character may stand in XML 1.0.
bool allowed(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) ||
         (c >= 0x10000 && c <= 0x10ffff);
}

// Every byte alone and behind every other: what comes out is UTF-8 of allowed characters without markup.
TEST(XmlEscape, KeepsADocumentWellFormedWhateverTheBytes) {
  std::string all;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string pair{static_cast<char>(first), static_cast<char>(second)};
      const auto safe = xml_escape(pair);
      EXPECT_EQ(printable_lines(safe), safe);  // is UTF-8 without control characters
      EXPECT_EQ(safe.find_first_of("<>\""), std::string::npos);
      for (const char c : safe) EXPECT_TRUE((c & '\x80') != 0 || allowed(static_cast<char32_t>(c)));
      all += safe;
    }
  }
  std::istringstream document("<a b=\"" + all + "\">" + all + "</a>");
  boost::property_tree::ptree tree;
  EXPECT_NO_THROW(boost::property_tree::read_xml(document, tree));
}

}  // namespace
}  // namespace hearsay::report
