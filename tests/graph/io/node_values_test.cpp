// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/io/node_values.hpp>

namespace hearsay::graph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class NodeValues : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  std::vector<double> read(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return read_node_values(path_, graph_, Zeros::refused);
  }
  std::string refusal(const std::string& text) {
    try {
      (void)read(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  std::string path_ = std::filesystem::temp_directory_path() / ("hearsay_values_" + std::to_string(::getpid()));
  Graph graph_{3, std::vector<Edge>{{0, 1}, {1, 2}}, {"ann", "Doe, Bob", "cy"}};
};

TEST_F(NodeValues, AreThoseOfTheLabels) {
  EXPECT_THAT(read("cy,0.5\nann,1e-3\n\n\"Doe, Bob\",2\n"), ElementsAre(1e-3, 2.0, 0.5));
}

TEST_F(NodeValues, MayBeZeroWhereThatIsAllowed) {
  std::ofstream(path_, std::ios::binary) << "ann,0\ncy,1\n\"Doe, Bob\",-0\n";
  EXPECT_THAT(read_node_values(path_, graph_, Zeros::allowed), ElementsAre(0.0, 0.0, 1.0));
  std::ofstream(path_, std::ios::binary) << "ann,0\ncy,1\n";
  EXPECT_THROW((void)read_node_values(path_, graph_, Zeros::allowed), Error);
}

TEST_F(NodeValues, EveryNodeNeedsOnePositiveNumber) {
  EXPECT_THAT(refusal("ann,1\ncy,2\n"), HasSubstr("has no value for node 'Doe, Bob'"));
  EXPECT_THAT(refusal("ann,1\nann,2\n"), HasSubstr(":2: node 'ann' is given twice"));
  EXPECT_THAT(refusal("dan,1\n"), HasSubstr(":1: no node of the graph is 'dan'"));
  EXPECT_THAT(refusal("ann,0\n"), HasSubstr("'0' is not positive"));
  EXPECT_THAT(refusal("ann,-1\n"), HasSubstr("'-1' is not positive"));
  EXPECT_THAT(refusal("ann,inf\n"), HasSubstr("'inf' is not a finite number"));
  EXPECT_THAT(refusal("ann,1,2\n"), HasSubstr(":1: a line must be 'label,value'"));
  EXPECT_THAT(refusal("ann 1\n"), HasSubstr("a line must be 'label,value'"));
  EXPECT_THAT(refusal("\"ann,1\n"), HasSubstr("a line must be 'label,value'"));
}

}  // namespace
}  // namespace hearsay::graph
