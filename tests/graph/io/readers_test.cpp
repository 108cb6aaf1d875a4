// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/io/readers.hpp>

#include "tests/graph/scratch_folder.hpp"

namespace hearsay::graph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Readers : public ScratchFolder {
 protected:
  FileGraph read(const std::string& text, const std::string& name = "graph") { return read_graph(write(name, text)); }

  /// The refusal of `text`, less the folder's name.
  std::string refusal(const std::string& text, const std::string& name = "graph") {
    return refusal_of_file(write(name, text));
  }
  std::string refusal_of_file(const std::string& path) {
    return refusal_of([&] { (void)read_graph(path); });
  }
};

TEST_F(Readers, AnEdgeListNumbersNodesInOrderOfFirstAppearance) {
  const auto found = read("\xEF\xBB\xBF# a comment\r\n30 10\r\n\r\n  10\tbob  # trailing\r\nbob 30\r\n");
  EXPECT_THAT(found.graph.labels(), ElementsAre("30", "10", "bob"));
  EXPECT_EQ(to_string(found.graph), "0-1 0-2 1-2");
  EXPECT_THAT(found.notes, IsEmpty());
}

TEST_F(Readers, SelfLoopsAndRepeatedEdgesAreDroppedWithANote) {
  const auto found = read_graph(write("g", "1 2\n2 1\n3 3\n2 3\n1 2"));
  EXPECT_EQ(to_string(found.graph), "0-1 1-2");
  EXPECT_THAT(found.notes, ElementsAre(folder_.string() + "/g: dropped 1 self-loop and 2 repeated edges"));
}

TEST_F(Readers, EdgeListsThatCannotBeReadAreRefusedInOneLine) {
  EXPECT_EQ(refusal(""), "HS-104 graph: is empty");
  EXPECT_EQ(refusal("# nothing\n\n"), "HS-104 graph: holds no edges");
  EXPECT_EQ(refusal("1 2\n3\n"), "HS-103 graph:2: '3' is one label; an edge needs two, separated by blanks or a comma");
  EXPECT_EQ(refusal("1;2\n"), "HS-103 graph:1: '1;2' is one label; an edge needs two, separated by blanks or a comma");
  EXPECT_EQ(refusal(std::string("1 2\n\0\0", 6)), "HS-104 graph:2: is not text: it holds a zero byte");
  EXPECT_EQ(refusal("\x1f\x8b\x08 \x03\n"), "HS-104 graph: is damaged: unknown header flags set");
  EXPECT_EQ(refusal("1 2\n" + std::string(100'000, 'a')), "HS-103 graph:2: the line is longer than 65536 bytes");
  EXPECT_EQ(refusal(std::string(300, 'a') + " b"),
            "HS-103 graph:1: label '" + std::string(40, 'a') + "...' is longer than 200 bytes");
}

TEST_F(Readers, WhatIsNoFileIsRefused) {
  EXPECT_EQ(refusal_of_file(folder_.string() + "/none"), "HS-104 none: cannot be opened: No such file or directory");
  std::filesystem::create_directories(folder_ / "sub");
  EXPECT_EQ(refusal_of_file(folder_.string() + "/sub"), "HS-104 sub: is a directory, not a graph file");
  EXPECT_EQ(refusal_of_file("/dev/zero"), "HS-104 /dev/zero: is not a regular file");
}

TEST_F(Readers, MatrixMarketKeepsTheFilesRowNumbers) {
  const auto found = read("%%MatrixMarket matrix coordinate pattern symmetric\n% c\n4 4 3\n2 1\n3 2\n4 4\n");
  EXPECT_EQ(to_string(found.graph), "0-1 1-2");
  EXPECT_THAT(found.graph.labels(), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(found.notes, ElementsAre(testing::HasSubstr("dropped 1 self-loop")));
}

TEST_F(Readers, MatrixMarketThatCannotBeReadIsRefusedInOneLine) {
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern general\n";
  const std::string header =
      "HS-103 graph:1: the header must be %%MatrixMarket matrix coordinate pattern general|symmetric";
  EXPECT_EQ(refusal("%%MatrixMarket matrix array real general\n2 2\n1\n"), header);
  EXPECT_EQ(refusal("%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 0 1\n"), header);
  EXPECT_EQ(refusal("%%Nonsense\n"), header);
  EXPECT_EQ(refusal(pattern), "HS-103 graph:2: the file ends before the line 'rows columns entries'");
  EXPECT_EQ(refusal(pattern + "3 3\n"), "HS-103 graph:2: the size line must be 'rows columns entries'");
  EXPECT_EQ(refusal(pattern + "3 4 1\n1 2\n"), "HS-103 graph:2: a graph needs a square matrix, not 3 x 4");
  EXPECT_EQ(refusal(pattern + "3 3 0\n"), "HS-103 graph:2: 0 entries hold no edges");
  EXPECT_EQ(refusal(pattern + "x 3 1\n"), "HS-103 graph:2: 'x' is not a whole number");
  EXPECT_EQ(refusal(pattern + "3 3 1\n1 4\n"), "HS-103 graph:3: entry 1 4 is outside 3 x 3");
  EXPECT_EQ(refusal(pattern + "3 3 1\n0 2\n"), "HS-103 graph:3: entry 0 2 is outside 3 x 3");
  EXPECT_EQ(refusal(pattern + "3 3 1\n1 2 7\n"), "HS-103 graph:3: an entry needs 'row column'");
  EXPECT_EQ(refusal(pattern + "3 3 2\n1 2\n"), "HS-103 graph:4: the file ends after 1 of the 2 entries announced");
  EXPECT_EQ(refusal(pattern + "3 3 1\n1 2\n2 3\n"), "HS-103 graph:4: more entries than the 1 announced");
  EXPECT_EQ(refusal("1 2\n", "g.mtx"), "HS-103 g.mtx:1: a Matrix Market file starts with %%MatrixMarket");
}

TEST_F(Readers, AHeaderThatClaimsTheMoonAllocatesNothing) {
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern general\n";
  EXPECT_EQ(refusal(pattern + "1000000000000 1000000000000 1\n1 2\n"),
            "HS-302 graph: 1000000000000 nodes are beyond the limit of 10000000");
  EXPECT_EQ(refusal(pattern + "3 3 999999999999999999\n1 2\n"),
            "HS-103 graph:4: the file ends after 1 of the 999999999999999999 entries announced");
  EXPECT_EQ(refusal(pattern + "99999999999999999999 3 1\n"),
            "HS-103 graph:2: '99999999999999999999' is not a whole number");
}

constexpr const char* graphml_start =
    "<?xml version=\"1.0\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
    "<key id=\"k\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>";

TEST_F(Readers, GraphMLNodesAreCalledByNameOrElseById) {
  const std::string start = graphml_start;
  const auto by_id = read(start +
                          "<graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>"
                          "<edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"c\"/></graph></graphml>");
  EXPECT_THAT(by_id.graph.labels(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(to_string(by_id.graph), "0-1 1-2");
  const auto by_name = read(start +
                            "<graph edgedefault=\"directed\"><node id=\"n0\"><data key=\"k\">Ann</data></node>"
                            "<node id=\"n1\"><data key=\"k\">Bob</data></node><edge source=\"n0\" target=\"n1\"/>"
                            "<edge source=\"n1\" target=\"n0\"/></graph></graphml>");
  EXPECT_THAT(by_name.graph.labels(), ElementsAre("Ann", "Bob"));
  EXPECT_THAT(by_name.notes,
              ElementsAre(testing::HasSubstr("dropped 1 repeated edge"), testing::HasSubstr("directions are ignored")));
  const auto same_name =
      read(start +
           "<graph edgedefault=\"undirected\"><node id=\"n0\"><data key=\"k\">X</data></node>"
           "<node id=\"n1\"><data key=\"k\">X</data></node><edge source=\"n0\" target=\"n1\"/></graph></graphml>");
  EXPECT_THAT(same_name.graph.labels(), ElementsAre("n0", "n1"));
}

TEST_F(Readers, GraphMLThatCannotBeReadIsRefusedInOneLine) {
  for (const std::string text :
       {"<graphml", "<graphml><graph><node id=\"a\"/><edge source=\"a\"/></graph></graphml>", "<",
        "<graphml></graph></graphml>", "<graphml><graph><node id='a'/></graph></graphml>more"}) {
    EXPECT_THAT(refusal(text), testing::StartsWith("HS-103 graph:1: ")) << text;
  }
  EXPECT_EQ(refusal("<html></html>"), "HS-103 graph:1: its root is <html>: GraphML, which is read, has <graphml>");
  EXPECT_EQ(refusal("<gexf></gexf>"), "HS-103 graph:1: its root is <gexf>: GraphML, which is read, has <graphml>");
  EXPECT_EQ(refusal("<graphml><graph edgedefault=\"undirected\"></graph></graphml>"),
            "HS-104 graph: holds a graph without nodes");
  EXPECT_EQ(refusal("1 2\n", "g.graphml"), "HS-103 g.graphml:1: an XML file starts with '<'");
}

// No format drops weights: the same refusal in all of them, each with its own remedy.
TEST_F(Readers, WeightsAreRefusedInEveryFormat) {
  const std::string why = "holds weights: also pass `weights` graph; for the graph alone, ";
  EXPECT_EQ(refusal("1 3 0.5\n1 2 0.5\n"), "HS-103 graph:1: " + why + "keep 2 of the 3 columns");
  EXPECT_EQ(refusal("from,to,weight\na,b,.5\n"), "HS-103 graph:2: " + why + "take out the column weight");
  EXPECT_EQ(refusal("a b {'weight': 1}\n"),
            "HS-103 graph:1: " + why + "write it without attributes (networkx.write_edgelist with data=False)");
  EXPECT_EQ(refusal("%%MatrixMarket Matrix Coordinate Real General\n3 3 1\n1 2 0.5\n"),
            "HS-103 graph:1: " + why + "write pattern for real and keep the first 2 columns of the entries");
  EXPECT_EQ(refusal("%%MatrixMarket matrix coordinate integer symmetric\n3 3 1\n2 1 1\n"),
            "HS-103 graph:1: " + why + "write pattern for integer and keep the first 2 columns of the entries");
  const auto graphml = [](const std::string& name, const std::string& type, const std::string& domain = "edge") {
    return "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"><key id=\"k\" for=\"" + domain +
           "\" attr.name=\"" + name + "\" attr.type=\"" + type +
           "\"/><graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/><edge id=\"e\" source=\"a\" "
           "target=\"b\"><data key=\"k\">2</data></edge></graph></graphml>";
  };
  for (const std::string domain : {"edge", "node", "all"}) {
    EXPECT_EQ(refusal(graphml("weight", "double", domain)),
              "HS-103 graph:1: " + why + "delete the edges' attribute 'weight' and its key");
  }
  EXPECT_EQ(refusal(graphml("Weight", "string")),
            "HS-103 graph:1: " + why + "delete the edges' attribute 'Weight' and its key");
  EXPECT_THAT(read(graphml("since", "int")).notes,
              ElementsAre(testing::HasSubstr("attributes of edges are ignored: since")));
}

TEST_F(Readers, AWeightThatAKeyGivesToAllEdgesIsOne) {
  EXPECT_THAT(refusal("<graphml><key id='k' for='edge' attr.name='weight'><default>0.5</default></key><graph>"
                      "<node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>"),
              testing::HasSubstr("holds weights"));
}

// Entities that would expand to 10^9 characters must not be expanded.
TEST_F(Readers, AnXmlBombDoesNotGoOff) {
  std::string bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE b [<!ENTITY a \"aaaaaaaaaa\">";
  for (char c = 'b'; c <= 'j'; ++c) {
    bomb += std::string("<!ENTITY ") + c + " \"";
    for (int i = 0; i < 10; ++i) bomb += std::string("&") + static_cast<char>(c - 1) + ";";
    bomb += "\">";
  }
  bomb +=
      "]><graphml><key id=\"k\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/><graph "
      "edgedefault=\"undirected\">"
      "<node id=\"n\"><data key=\"k\">&j;</data></node></graph></graphml>";
  EXPECT_THAT(refusal(bomb), testing::StartsWith("HS-103 graph: declares its own entities"));
}

TEST_F(Readers, GmlIsReadByItsLabels) {
  const std::string gml =
      "Creator \"a program\"\ngraph [\n  directed 0\n  node [ id 5 label \"ann\" ]\n  node [ id 7 label \"Doe, Bob\" "
      "]\n  node [ id 6 label \"cy\" ]\n  edge [ source 5 target 6 ]\n  edge [ source 6 target 7 kind 2 ]\n]\n";
  const auto found = read(gml);
  EXPECT_THAT(found.graph.labels(), ElementsAre("ann", "Doe, Bob", "cy"));
  EXPECT_EQ(to_string(found.graph), "0-2 1-2");
  EXPECT_THAT(found.notes, ElementsAre(testing::HasSubstr("attributes of edges are ignored: kind")));
  const auto numbered = read("graph [ node [ id 3 ] node [ id -1 ] edge [ source -1 target 3 ] ]");
  EXPECT_THAT(numbered.graph.labels(), ElementsAre("3", "-1"));
  EXPECT_EQ(read_graph(write("a.gml", "# a comment\ngraph\n[ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]"))
                .graph.nodes(),
            2u);
}

TEST_F(Readers, GmlIsRefusedWhereItIsWrong) {
  EXPECT_THAT(refusal("graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight 3 ] ]"),
              testing::HasSubstr("delete the edges' attribute 'weight'"));
  EXPECT_THAT(refusal("graph [ node [ id 1 ] edge [ source 1 target 2 ] ]"), testing::HasSubstr("no node is '2'"));
  EXPECT_THAT(refusal("graph [ node [ id 1 "), testing::StartsWith("HS-103 graph:1: "));
  EXPECT_THAT(refusal("graph [ ]"), testing::HasSubstr("holds a graph without nodes"));
}

TEST_F(Readers, NodeLinkJsonIsReadByItsIds) {
  const auto found = read(
      R"({"directed": true, "multigraph": false, "graph": {}, "nodes": [{"id": "ann", "age": 3}, {"id": 7}, {"id": "c,d"}],
          "links": [{"source": 7, "target": "ann", "since": 1}, {"source": "c,d", "target": 7}]})");
  EXPECT_THAT(found.graph.labels(), ElementsAre("ann", "7", "c,d"));
  EXPECT_EQ(to_string(found.graph), "0-1 1-2");
  EXPECT_THAT(found.notes, ElementsAre(testing::HasSubstr("directions are ignored"), testing::HasSubstr("since")));
  EXPECT_EQ(read(R"({"nodes": [{"id": 0}, {"id": 1}], "edges": [{"source": 0, "target": 1}]})").graph.edges(), 1u);
}

TEST_F(Readers, NodeLinkJsonIsRefusedWhereItIsWrong) {
  const auto nodes = std::string(R"({"nodes": [{"id": 0}, {"id": 1}], )");
  EXPECT_THAT(refusal("{"), testing::StartsWith("HS-103 graph:1: is not JSON"));
  EXPECT_THAT(refusal(nodes + R"("links": [], "links": []})"),
              testing::HasSubstr("graph:1: the key 'links' occurs twice"));
  EXPECT_THAT(refusal(R"({"nodes": [{"id": 18446744073709551617}], "links": []})"),
              testing::HasSubstr("a whole number does not fit into 64 bits"));
  EXPECT_EQ(refusal(R"({"links": []})"), "HS-103 graph: lacks \"nodes\"");
  EXPECT_EQ(refusal(nodes + R"("links": 3})"), "HS-103 graph: \"links\" must be a list");
  EXPECT_EQ(refusal(nodes + R"("links": [{"source": 0}]})"), "HS-103 graph: link 1 lacks \"target\"");
  EXPECT_EQ(refusal(nodes + R"("links": [{"source": 0, "target": 2}]})"),
            "HS-103 graph: no node is '2', which an edge names");
  EXPECT_THAT(refusal(nodes + R"("links": [{"source": 0, "target": 1, "weight": 1}]})"),
              testing::HasSubstr("delete the edges' attribute 'weight'"));
  EXPECT_EQ(refusal(nodes + R"("multigraph": true, "links": []})"), "HS-103 graph: is a multigraph");
  EXPECT_EQ(refusal(R"({"nodes": [{"id": 0}, {"id": "0"}], "links": []})"), "HS-103 graph: two nodes are '0'");
  EXPECT_EQ(refusal(R"({"nodes": [{"id": 1.5}], "links": []})"),
            "HS-103 graph: node 1: \"id\" must be a text or a whole number of 64 bits");
  EXPECT_EQ(refusal(R"({"nodes": [], "links": []})"), "HS-104 graph: holds a graph without nodes");
}

TEST_F(Readers, WhatGzipPackedIsUnpacked) {
  const auto found = read(packed);
  EXPECT_THAT(found.graph.labels(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(to_string(found.graph), "0-1 1-2");
  EXPECT_EQ(refusal(packed.substr(0, packed.size() - 6)).substr(0, 24), "HS-104 graph: is damaged");
  EXPECT_EQ(refusal(packed, "x.mtx.gz"), "HS-103 x.mtx.gz:1: a Matrix Market file starts with %%MatrixMarket");
}

}  // namespace
}  // namespace hearsay::graph
