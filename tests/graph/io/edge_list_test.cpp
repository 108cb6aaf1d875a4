// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <hearsay/graph/io/readers.hpp>

#include "tests/graph/scratch_folder.hpp"

namespace hearsay::graph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Lists of edges: what they may be besides.
class EdgeLists : public ScratchFolder {
 protected:
  FileGraph read(const std::string& text, const std::string& name = "list.txt") {
    return read_graph(write(name, text));
  }
  std::string refusal(const std::string& text, const std::string& name = "list.txt") {
    const auto path = write(name, text);
    return refusal_of([&] { (void)read_graph(path); });
  }
  /// Labels of the ends of all edges, in order.
  std::vector<std::string> edges(const std::string& text, const std::string& name = "list.txt") {
    const auto found = read(text, name);
    std::vector<std::string> list;
    for (const auto& [u, v] : found.graph.edge_list())
      list.push_back(found.graph.label(u) + "-" + found.graph.label(v));
    return list;
  }
};

TEST_F(EdgeLists, CommasSeparateAsBlanksDo) {
  EXPECT_THAT(edges("ana, ben\nben, cid\n"), ElementsAre("ana-ben", "ben-cid"));
  EXPECT_THAT(edges("1,2\r\n2 , 3\r\n"), ElementsAre("1-2", "2-3"));
  EXPECT_THAT(edges("\"Doe, Jane\",\"O \"\"B\"\"\"\n"), ElementsAre("Doe, Jane-O \"B\""));
  EXPECT_THAT(edges("\"Ana Maria\" \"Ben, Jr.\"\n"), ElementsAre("Ana Maria-Ben, Jr."));
  EXPECT_THAT(edges("Ana Maria, Ben Roe\nBen Roe, Cy\n"), ElementsAre("Ana Maria-Ben Roe", "Ben Roe-Cy"));
  EXPECT_EQ(read("a,b\n").reading.format, "CSV");
  EXPECT_EQ(read("a b # Doe, Jane\n").reading.format, "edge list");
}

TEST_F(EdgeLists, WhatSeparatesIsNoPartOfALabel) {
  EXPECT_EQ(refusal("a b\na, c\n"),
            "HS-103 list.txt:2: label 'a,' has a comma at its end: a label that does stands in quotes");
  EXPECT_EQ(refusal("a,b,\n"),
            "HS-103 list.txt:1: 3 columns, '' the third: an edge has two labels and a number as its "
            "weight; other columns need a header, source,target[,weight], from,to[,weight] or "
            "u,v[,weight]");
  EXPECT_THAT(refusal("a,b\nb,\n"), HasSubstr("list.txt:2: an empty label"));
  EXPECT_THAT(edges("\"a,\" \"-\"\n\"-\" \"0.5\"\n\"0.5\" \"b&amp;\"\n"), ElementsAre("a,--", "--0.5", "0.5-b&amp;"));
  EXPECT_THAT(refusal("a; b\n"), HasSubstr("has a semicolon at its end"));
  EXPECT_THAT(refusal("a: b\n"), HasSubstr("ends in a colon"));
  EXPECT_THAT(refusal("(0, 1) (0, 2)\n"), HasSubstr("list.txt:1"));
  EXPECT_THAT(refusal("(0,1)\n"), HasSubstr("holds one bracket of a pair"));
  EXPECT_THAT(refusal("- a\n- b\n"), HasSubstr("has no letter and no digit"));
  EXPECT_THAT(refusal("a,b # c\n"), HasSubstr("holds what looks like a comment"));
  EXPECT_THAT(refusal("\"a b\n"), HasSubstr("is not closed"));
  EXPECT_THAT(refusal("a b\n1 0.5\n"), HasSubstr("label '0.5' is a number with a fraction or an exponent"));
}

TEST_F(EdgeLists, CommasOrBlanksMaySeparateButNotBoth) {
  EXPECT_THAT(refusal("Doe,Jane Bob\n"), HasSubstr("blanks or commas may separate the labels"));
  EXPECT_THAT(refusal("x;a b\nx;c d\n"), HasSubstr("semicolons may separate the labels"));
  EXPECT_THAT(refusal("Ann Lee\tBob\n"), HasSubstr("list.txt:1"));
  EXPECT_THAT(refusal("a b\nAnn\tB 2\n"), HasSubstr("list.txt:2"));
  EXPECT_THAT(refusal("Ann\tBob 2\n"), HasSubstr("tabs and blanks may separate"));
  EXPECT_THAT(edges(" a\tb # c\n"), ElementsAre("a-b"));
  EXPECT_THAT(edges("Doe,Jane Bob\n", "list.csv"), ElementsAre("Doe-Jane Bob"));
  EXPECT_THAT(edges("source,target\nDoe,Jane Bob\n"), ElementsAre("Doe-Jane Bob"));
  EXPECT_EQ(refusal("a,b\nc d\n"),
            "HS-103 list.txt:2: 'c d' is one label; an edge needs two, separated by blanks or a comma");
}

TEST_F(EdgeLists, AHeaderNamesTheColumns) {
  for (const std::string header :
       {"source,target", "\"From\",\"To\"", "Source , Target", "src,dst", "FromNodeId ToNodeId"}) {
    const auto found = read(header + "\na" + (header.find(',') == header.npos ? " " : ",") + "b\n");
    EXPECT_THAT(found.graph.labels(), ElementsAre("a", "b")) << header;
    EXPECT_THAT(found.notes, ElementsAre(HasSubstr("the first line names the columns"))) << header;
  }
  const auto gephi = read("Id,Source,Target,Type\n0,a,b,Undirected\n1,b,c,Undirected\n");
  EXPECT_THAT(gephi.graph.labels(), ElementsAre("a", "b", "c"));
  EXPECT_THAT(gephi.reading.edge_attributes, ElementsAre("Id", "Type"));
  EXPECT_THAT(edges(",source,target\n0,a,b\n"), ElementsAre("a-b"));  // as pandas writes it
}

TEST_F(EdgeLists, WhatMayBeAHeaderIsNoEdge) {
  EXPECT_THAT(refusal("member colleague\n1 2\n2 3\n"),
              HasSubstr("'member' and 'colleague' look like names of columns"));
  EXPECT_THAT(refusal("ego,alter\nann,bob\n"), HasSubstr("look like names of columns"));
  EXPECT_THAT(refusal("person1 person2\nann bob\n"), HasSubstr("look like names of columns"));
  EXPECT_THAT(refusal("ego alter\nsource x\n"), HasSubstr("look like names of columns"));
  EXPECT_THAT(refusal("u v\n1 2\n"), HasSubstr("look like names of columns"));
  EXPECT_THAT(refusal("ego,alter,strength\nann,bob,0.5\n"), HasSubstr("'strength' the third"));
  EXPECT_THAT(refusal("from to\nfrom a\n"), HasSubstr("'from' is a node's label in other lines"));
  EXPECT_THAT(edges("u v\nv w\n"), ElementsAre("u-v", "v-w"));
  EXPECT_THAT(edges("user1 user2\nuser3 user4\n"), ElementsAre("user1-user2", "user3-user4"));
  EXPECT_THAT(edges("ann bob\nbob 7\n"), ElementsAre("ann-bob", "bob-7"));
}

TEST_F(EdgeLists, ALineThatCountsIsNoEdge) {
  EXPECT_EQ(
      refusal("5 4\n0 1\n1 2\n2 3\n3 4\n"),
      "HS-103 list.txt:1: '5 4' may count the nodes and the edges that follow: take the line out, or, if it is an "
      "edge, do not begin with it");
  EXPECT_THAT(refusal("4 3\n1 2\n2 3\n3 4\n"), HasSubstr("may count"));
  EXPECT_THAT(refusal("9,2\n1,2\n2,3\n"), HasSubstr("may count"));            // nodes without edges
  EXPECT_THAT(refusal("3 2\n1 2\n2 1\n2 3\n3 2\n"), HasSubstr("may count"));  // each edge in both directions
  EXPECT_THAT(refusal("3 2\nann bob\nbob cy\n"), HasSubstr("may count"));
  EXPECT_THAT(refusal("4\n1 2\n"), HasSubstr("'4' is one label"));
  EXPECT_THAT(edges("1 2\n2 3\n"), ElementsAre("1-2", "2-3"));
  EXPECT_THAT(edges("0 1\n1 2\n2 3\n"), ElementsAre("0-1", "1-2", "2-3"));
  EXPECT_THAT(edges("5 4\n0 1\n1 2\n"), ElementsAre("5-4", "0-1", "1-2"));
  EXPECT_THAT(edges("5 2\n5 7\n7 2\n"), ElementsAre("5-2", "5-7", "2-7"));  // a node beyond the count
}

TEST_F(EdgeLists, KeywordsAreNoNodes) {
  EXPECT_EQ(
      refusal("nodes 3\nedges 2\n1 2\n2 3\n"),
      "HS-103 list.txt:1: 'nodes' may say what follows, as all other labels are numbers: take the line out, or, if it "
      "is an edge, do not begin with it");
  EXPECT_THAT(refusal("n 3\n1 2\n2 3\n"), HasSubstr("'n' may say what follows"));
  EXPECT_THAT(edges("n 3\n"), ElementsAre("n-3"));
  EXPECT_THAT(edges("1 2\nx 2\n"), ElementsAre("1-2", "2-x"));
  EXPECT_THAT(edges("x 1\n1 2\nx 2\n"), ElementsAre("x-1", "x-2", "1-2"));
}

TEST_F(EdgeLists, NodesBeforeEdgesAreTgf) {
  EXPECT_THAT(refusal("1 ann\n2 bob\n#\n1 2\n"), HasSubstr("list.txt:4: a line '#' between others"));
  EXPECT_THAT(refusal("1 ann\n2 bob\n#\n1 2\n", "list.tgf"), HasSubstr("looks like TGF"));
  EXPECT_THAT(edges("#\n# x\n#\na b\n#\n"), ElementsAre("a-b"));
}

TEST_F(EdgeLists, NetworkxEndsLinesWithDictionaries) {
  EXPECT_THAT(edges("0 1 {}\n1 2 {}\n"), ElementsAre("0-1", "1-2"));
  EXPECT_THAT(edges("0,1,{}\n1,2,{}\n"), ElementsAre("0-1", "1-2"));
  EXPECT_THAT(read("0 1 {'color': 'red, {blue', 'since': [1, 2]}\n").reading.edge_attributes,
              ElementsAre("color", "since"));
  EXPECT_THAT(refusal("0 1 {'weight': 0.5}\n"), HasSubstr("holds weights"));
  EXPECT_THAT(refusal("0 1 {'weight' 0.5}\n"), HasSubstr("list.txt:1: holds a quote or a bracket"));
  EXPECT_THAT(refusal("a 1\nb {'weight': 0.5}\nb 0\n"),
              HasSubstr("list.txt:2: 'b' is one label"));  // multi-line adjacency
}

TEST_F(EdgeLists, AdjacencyListsAreNoEdgeLists) {
  EXPECT_THAT(refusal("#write.py\n# GMT Wed Nov 25 09:27:23 2026\n# \n0 1\n1 0\n"),
              HasSubstr("looks like an adjacency list of networkx, which is not read"));
  EXPECT_THAT(refusal("0 1\n1 2 3\n2 3\n"), HasSubstr("list.txt:2: 3 columns, and the lines before have 2"));
  EXPECT_THAT(refusal("0 1 2\n1 2\n2\n"), HasSubstr("list.txt:2: 2 columns, and the lines before have 3"));
  EXPECT_THAT(refusal("a b\nb\nz\n"), HasSubstr("'b' is one label"));
}

TEST_F(EdgeLists, KonectBeginsWithComments) {
  const auto found = read("% sym unweighted\n% 3 5 5\n1 2 \n2 3 \n3 4 \n");
  EXPECT_THAT(found.graph.labels(), ElementsAre("1", "2", "3", "4", "5"));  // 5 has no edge
  EXPECT_EQ(found.reading.format, "KONECT");
  EXPECT_EQ(found.reading.comments, 2u);
  EXPECT_FALSE(found.reading.directed);
  EXPECT_TRUE(read("% asym unweighted\n1 2\n").reading.directed);
  EXPECT_THAT(refusal("% sym unweighted\n% 4 5 5\n1 2\n"), HasSubstr(":2: announces 4 edges, and 1 follow"));
  EXPECT_THAT(refusal("% sym unweighted\n% 1 2\n1 3\n"), HasSubstr(":2: announces nodes 1 to 2, and '3' follows"));
  EXPECT_THAT(refusal("% bip unweighted\n1 1\n1 2\n"), HasSubstr("numbers its two kinds of nodes alike"));
  EXPECT_THAT(edges("% a comment\n1 2\n%\n2 3\n"), ElementsAre("1-2", "2-3"));
  EXPECT_THAT(refusal("%user a\n"), HasSubstr("begins with %"));
  EXPECT_THAT(edges("\"%user\" a\n"), ElementsAre("%user-a"));
}

TEST_F(EdgeLists, CommentsThatNameNodesMayBeLgl) {
  for (const std::string text : {"# 0\n1 1\n2 1\n", "# a\na b\n", "# ann\nbob 1\ncy 2\n", "# a\nb c\n# b c\nd e\n"})
    EXPECT_THAT(refusal(text), HasSubstr("may be a node of LGL")) << text;
  EXPECT_THAT(refusal("# 0\n1 0.5\n"), HasSubstr("as weights are"));
  EXPECT_THAT(edges("# friends\nann bob\n#ann\n# 2023\n"), ElementsAre("ann-bob"));
}

TEST_F(EdgeLists, CommentsThatMayBeEdgesAreNone) {
  EXPECT_THAT(refusal("a b\n#b c\n"), HasSubstr("list.txt:2: may be an edge"));
  EXPECT_THAT(refusal("#a,b\nb,c\n"), HasSubstr("list.txt:1: may be an edge"));
  EXPECT_THAT(edges("#FromNodeId ToNodeId\n#made by hand\n#2023\na b\n# b c d\n"), ElementsAre("a-b"));
  EXPECT_THAT(edges("a \"#b\"\n"), ElementsAre("a-#b"));
}

TEST_F(EdgeLists, LabelsAreNames) {
  EXPECT_EQ(refusal("Jos\xe9 ben\n"),
            "HS-103 list.txt:1: label 'Jos\\xe9' is not a name: it is not UTF-8: it holds the "
            "byte \\xe9");
  EXPECT_THAT(refusal("ana\xef\xbf\xbe ben\n"), HasSubstr("code point that is not a character, \\ufffe"));
  EXPECT_THAT(refusal("a\u2028b c\n"), HasSubstr("control character \\u2028"));
  EXPECT_THAT(refusal("a b\na\u202e b\n"), HasSubstr("list.txt:2: label 'a\\u202e'"));
  EXPECT_THAT(refusal("a b\n\ufeff"
                      "a c\n"),
              HasSubstr("byte order mark"));
  EXPECT_THAT(refusal("a b\rc d\r"), HasSubstr("list.txt:1"));
  EXPECT_THAT(read("\ufeff"
                   "9007199254740993 9007199254740992\n18446744073709551617 9007199254740993\n")
                  .graph.labels(),
              ElementsAre("9007199254740993", "9007199254740992", "18446744073709551617"));
}

TEST_F(EdgeLists, AreCountedAsTheyStand) {
  const auto found = read("# x y\na b\nb a\nc c\nd e\n");
  const auto& reading = found.reading;
  EXPECT_EQ(reading.format, "edge list");
  EXPECT_EQ(reading.nodes, 5u);
  EXPECT_EQ(reading.edges, 2u);
  EXPECT_EQ(reading.components, 3u);
  EXPECT_EQ(reading.self_loops, 1u);
  EXPECT_EQ(reading.repeated_edges, 1u);
  EXPECT_EQ(reading.comments, 1u);
  EXPECT_THAT(reading.remarks, IsEmpty());
}

}  // namespace
}  // namespace hearsay::graph
