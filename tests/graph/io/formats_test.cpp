// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <hearsay/graph/io/readers.hpp>

#include "tests/graph/scratch_folder.hpp"

namespace hearsay::graph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class Formats : public ScratchFolder {
 protected:
  FileGraph read(const std::string& text, const std::string& name = "graph") { return read_graph(write(name, text)); }
  std::string refusal(const std::string& text, const std::string& name = "graph") {
    const auto path = write(name, text);
    return refusal_of([&] { (void)read_graph(path); });
  }
};

TEST_F(Formats, ThatAreNotReadAreRefusedByName) {
  const auto looks_like = [](const std::string& name) {
    return "HS-103 graph: looks like " + name + ", which is not read: ";
  };
  EXPECT_THAT(refusal("*Vertices 3\n*Edges\n1 2\n"), StartsWith(looks_like("Pajek")));
  EXPECT_THAT(refusal("*network x\n*vertices 3\n"), StartsWith(looks_like("Pajek")));
  EXPECT_THAT(refusal("LEDA.GRAPH\nvoid\nvoid\n-2\n"), StartsWith(looks_like("LEDA")));
  EXPECT_THAT(refusal("c made by hand\nc twice\np edge 3 2\ne 1 2\ne 2 3\n"), StartsWith(looks_like("DIMACS")));
  EXPECT_THAT(refusal("p max 3 2\nn 1 s\na 1 2 1\n"), StartsWith(looks_like("DIMACS")));
  EXPECT_THAT(refusal("dl n=3 format = edgelist1\ndata:\n1 2\n"), StartsWith(looks_like("UCINET DL")));
  EXPECT_THAT(refusal("DL\nN = 3\n"), StartsWith(looks_like("UCINET DL")));
  EXPECT_THAT(refusal("nodedef>name VARCHAR,label VARCHAR\ns1,Site 1\nedgedef>node1 VARCHAR,node2 VARCHAR\n"),
              StartsWith(looks_like("GDF")));
  EXPECT_THAT(refusal(">>graph6<<Ch\n"), StartsWith(looks_like("graph6 or sparse6")));
  EXPECT_THAT(refusal(":Cdv\n"), StartsWith(looks_like("graph6 or sparse6")));
  for (const std::string dot : {"graph {\n  a -- b;\n}\n", "strict digraph \"G\" {\na -> b\n}\n",
                                "/* by igraph */\ngraph {\n}", "// comment\ngraph g{\n"})
    EXPECT_THAT(refusal(dot), StartsWith(looks_like("DOT"))) << dot;
  EXPECT_THAT(refusal("[[0, 1], [1, 2]]"), StartsWith(looks_like("a list in JSON")));
  EXPECT_THAT(refusal("a b\n", "g.lgl"), HasSubstr("looks like LGL"));
  EXPECT_THAT(refusal("a b\n", "g.adjlist"), HasSubstr("looks like an adjacency list"));
  EXPECT_EQ(refusal("\xFF\xFE"
                    "a\n"),
            "HS-104 graph: is UTF-16: save it as UTF-8");
}

TEST_F(Formats, WordsOfOtherFormatsAreLabels) {
  EXPECT_THAT(read("graph theory\ntheory c\nc p\np edge\n").graph.labels(),
              ElementsAre("graph", "theory", "c", "p", "edge"));
  EXPECT_THAT(read("c d\nd dl\ndl e\n").graph.labels(), ElementsAre("c", "d", "dl", "e"));
}

TEST_F(Formats, MetisIsToldByItsNameOrByEveryLine) {
  const std::string ring = "7 7\n2 7\n1 3\n2 4\n3 5\n4 6\n5 7\n6 1\n";
  for (const std::string name : {"ring.graph", "ring.metis"}) {
    const auto found = read(ring, name);
    EXPECT_EQ(to_string(found.graph), "0-1 0-6 1-2 2-3 3-4 4-5 5-6") << name;
    EXPECT_THAT(found.graph.labels(), ElementsAre("1", "2", "3", "4", "5", "6", "7"));
    EXPECT_EQ(found.reading.format, "METIS");
    EXPECT_THAT(found.notes, IsEmpty());
  }
  EXPECT_THAT(refusal(ring, "ring.txt"), HasSubstr("ring.txt:1: may begin METIS"));
  EXPECT_EQ(to_string(read("% star, and a node alone\n4 2\n2 3\n1\n1\n\n", "star.txt").graph), "0-1 0-2");
  EXPECT_EQ(to_string(read("a b\nb c\n", "names.graph").graph), "0-1 1-2");
}

TEST_F(Formats, MetisIsRefusedWhereItIsWrong) {
  const std::string why = ": read as METIS, which begins with two numbers: ";
  EXPECT_EQ(refusal("3 2\n2\n1 3\n", "g.graph"), "HS-103 g.graph:4" + why + "the file ends after 2 of its 3 nodes");
  EXPECT_EQ(refusal("3 1\n2\n1\n1\n", "g.graph"),
            "HS-103 g.graph:4" + why + "more neighbors than two for each of its 1 edges");
  EXPECT_THAT(refusal("2 1\n2\n1\n\n1\n", "g.graph"), HasSubstr("more lines than its 2 nodes"));
  EXPECT_THAT(refusal("2 1\n3\n1\n", "g.graph"), HasSubstr("node 3 is not in 1 to 2"));
  EXPECT_THAT(refusal("3 2\n2 3\n1\n2\n", "g.graph"), HasSubstr("but not the other way round"));
  EXPECT_THAT(refusal("2 1 1\n2 5\n1 5\n", "g.graph"), HasSubstr("announces weights"));
  EXPECT_THAT(refusal("1 2\n2 3\n", "g.graph"), HasSubstr("g.graph:2" + why));
  EXPECT_THAT(refusal("a b\n", "g.metis"), HasSubstr("is not a whole number"));
}

TEST_F(Formats, GraphMlOfMoreThanNodesAndEdgesIsRefused) {
  const auto graphml = [](const std::string& inner) {
    return "<graphml><graph edgedefault='undirected'>\n<node id='a'/><node id='b'/><node id='c'/>\n" + inner +
           "\n</graph></graphml>";
  };
  EXPECT_EQ(to_string(read(graphml("<desc>x</desc><data key='k'>y</data><edge source='b' target='a'/>")).graph), "0-1");
  EXPECT_THAT(refusal(graphml("<hyperedge><endpoint node='a'/></hyperedge>")),
              HasSubstr("graph:3: a <hyperedge> joins more than two nodes"));
  EXPECT_THAT(refusal(graphml("<node id='d'><graph><node id='e'/></graph></node>")),
              HasSubstr("a <graph> within a <node>"));
  EXPECT_THAT(refusal(graphml("<edge source='a' target='b'><graph/></edge>")), HasSubstr("a <graph> within a <edge>"));
  EXPECT_THAT(refusal(graphml("<node id='d'><port name='p'/></node>")), HasSubstr("a <port> of a node"));
  EXPECT_THAT(refusal(graphml("<edge source='a' target='b' sourceport='p'/>")), HasSubstr("a port of a node"));
  EXPECT_THAT(refusal(graphml("<locator/>")), HasSubstr("a <locator> within a <graph> is not read"));
  EXPECT_THAT(refusal("<graphml><graph><node id='a'/></graph><graph/></graphml>"), HasSubstr("a second <graph>"));
  EXPECT_THAT(refusal(graphml("<edge source='a' target='d'/>")),
              HasSubstr("graph:3: no node is 'd', which an edge names"));
  EXPECT_THAT(refusal(graphml("<node id='a'/>")), HasSubstr("two nodes are 'a'"));
  EXPECT_THAT(refusal(graphml("<edge source='a' target='b'><data key='k'>1</data></edge>")),
              HasSubstr("no <key> is 'k'"));
  EXPECT_THAT(refusal(graphml("<node id='a&#10;b'/>")), HasSubstr("label 'a\\x0ab' is not a name"));
  EXPECT_THAT(refusal("<graphml><graph edgedefault='both'><node id='a'/></graph></graphml>"), HasSubstr("edgedefault"));
}

TEST_F(Formats, GraphMlEdgesMayHaveDirectionsOfTheirOwn) {
  const auto directed = [&](const std::string& way, const std::string& edge) {
    return read("<graphml><graph edgedefault='" + way + "'><node id='a'/><node id='b'/><edge source='a' target='b' " +
                edge + "/></graph></graphml>")
        .reading.directed;
  };
  EXPECT_FALSE(directed("undirected", ""));
  EXPECT_TRUE(directed("undirected", "directed='true'"));
  EXPECT_TRUE(directed("directed", ""));
  EXPECT_FALSE(directed("directed", "directed='false'"));
}

TEST_F(Formats, XmlMayBeInOtherCodings) {
  const auto found =
      read("<?xml version='1.0' encoding='ISO-8859-1'?><graphml><graph><node id='Ren\xe9'/></graph></graphml>");
  EXPECT_THAT(found.graph.labels(), ElementsAre("Ren\u00e9"));
}

const std::string gml_path =
    "graph [\n directed 0\n node [ id 0 label LA ]\n node [ id 1 label LB ]\n node [ id 2 label LC ]\n"
    " edge [ source 0 target 1 ]\n edge [ source 1 target 2 ]\n]\n";

std::string gml_with(const std::string& a, const std::string& b, const std::string& c) {
  auto text = gml_path;
  text.replace(text.find("LA"), 2, a);
  text.replace(text.find("LB"), 2, b);
  text.replace(text.find("LC"), 2, c);
  return text;
}

TEST_F(Formats, GmlLabelsNameNodesNumbersToo) {
  const auto numbered = read(gml_with("1", "2", "3"));
  EXPECT_THAT(numbered.graph.labels(), ElementsAre("1", "2", "3"));
  EXPECT_THAT(numbered.notes,
              ElementsAre(HasSubstr("nodes are named by their label; other nodes have the same as ids")));
  EXPECT_THAT(read(gml_with("\"a\"", "\"b\"", "\"c\"")).notes, IsEmpty());
  EXPECT_THAT(read(gml_with("0", "1", "2")).notes, IsEmpty());
  const auto same = read(gml_with("7", "7", "8"));
  EXPECT_THAT(same.graph.labels(), ElementsAre("0", "1", "2"));
  EXPECT_THAT(same.notes, ElementsAre(HasSubstr("nodes are named by their id: not each has a label of its own")));
  EXPECT_THAT(read("graph [ node [ id 4 name \"ann\" ] node [ id 5 name \"bob\" ] ]").graph.labels(),
              ElementsAre("ann", "bob"));
}

TEST_F(Formats, GmlKeepsEveryDigit) {
  EXPECT_THAT(read(gml_with("9007199254740993", "9007199254740992", "3")).graph.labels(),
              ElementsAre("9007199254740993", "9007199254740992", "3"));
  EXPECT_THAT(read("graph [ node [ id 9007199254740993 ] node [ id 9007199254740992 ] node [ id 18446744073709551615 ]"
                   " edge [ source 9007199254740992 target 18446744073709551615 ] ]")
                  .graph.labels(),
              ElementsAre("9007199254740993", "9007199254740992", "18446744073709551615"));
  EXPECT_THAT(refusal("graph [ node [ id 18446744073709551616 ] ]"), HasSubstr("whole number of 64 bits"));
  EXPECT_THAT(refusal("graph [ node [ id 1.5 ] ]"), HasSubstr("whole number of 64 bits"));
}

TEST_F(Formats, GmlEntitiesAreCharacters) {
  EXPECT_THAT(read(gml_with("\"Ren&#233;\"", "\"Zo&euml; &amp; co\"", "\"AT&T &#x1F600;&quot;\"")).graph.labels(),
              ElementsAre("Ren\u00e9", "Zo\u00eb & co", "AT&T \U0001F600\""));
  EXPECT_THAT(refusal(gml_with("\"a&#10;b\"", "2", "3")), HasSubstr("graph:3: label 'a\\x0ab' is not a name"));
  EXPECT_THAT(refusal(gml_with("\"&nonsense;\"", "2", "3")), HasSubstr("'&nonsense;' is not a character"));
  EXPECT_THAT(refusal(gml_with("\"&#xD800;\"", "2", "3")), HasSubstr("is not a character"));
  EXPECT_THAT(refusal(gml_with("\"a\nb\"", "2", "3")), HasSubstr("is not a name"));
}

TEST_F(Formats, GmlOfMoreThanNodesAndEdgesIsRefused) {
  EXPECT_THAT(refusal("graph [ node [ id 1 ] ]\ngraph [ node [ id 2 ] ]"), HasSubstr("graph:2: a second graph"));
  EXPECT_THAT(refusal("graph [ node [ id 1 graph [ node [ id 2 ] ] ] ]"), HasSubstr("holds a graph of its own"));
  EXPECT_THAT(refusal("graph [ node [ id 1 isGroup 1 ] ]"), HasSubstr("holds a graph of its own"));
  EXPECT_THAT(refusal("graph [ node [ id 1 ] node [ id 1 ] ]"), HasSubstr("two nodes are '1'"));
  EXPECT_THAT(refusal("graph [ node [ id 1 id 2 ] ]"), HasSubstr("'id' is given twice"));
  EXPECT_THAT(refusal("graph [ node [ id 1 ] edge [ source 1 ] ]"), HasSubstr("an edge needs 'source' and 'target'"));
  EXPECT_THAT(refusal("graph [ node [ label \"a\" ] ]"), HasSubstr("a node without 'id'"));
  EXPECT_THAT(refusal("graph [ directed 2 ]"), HasSubstr("'directed' must be 0 or 1"));
  EXPECT_THAT(refusal("graph [ node [ id x ] ]"), HasSubstr("is not a number, a text in quotes or a list"));
  EXPECT_THAT(refusal("a b\n", "a.gml"), HasSubstr("a.gml:1"));
  std::string deep = "graph [ x ";
  for (int i = 0; i < 5000; ++i) deep += "[ y ";
  EXPECT_THAT(refusal(deep), HasSubstr("more than 100 deep"));
}

TEST_F(Formats, JsonOfOtherProgramsIsRefusedByName) {
  EXPECT_THAT(refusal(R"({"nodes": [{"id": 1}], "adjacency": [[]]})"), HasSubstr("is adjacency JSON"));
  EXPECT_THAT(refusal(R"({"data": [], "elements": {"nodes": [], "edges": []}})"), HasSubstr("is Cytoscape JSON"));
  EXPECT_THAT(refusal(R"({"id": 1, "children": []})"), HasSubstr("is a tree in JSON"));
  EXPECT_THAT(refusal(R"({"graph": {"nodes": {}, "edges": []}})"), HasSubstr("is JSON Graph Format"));
  EXPECT_THAT(refusal(R"({"nodes": [{"id": 1}], "links": [], "edges": []})"), HasSubstr("has \"links\" and \"edges\""));
  EXPECT_THAT(refusal(R"({"nodes": [{"id": "a\nb"}], "links": []})"), HasSubstr("label 'a\\x0ab' is not a name"));
  EXPECT_THAT(refusal(R"({"nodes": [{"id": "a\ufffe"}], "links": []})"), HasSubstr("is not a name"));
  EXPECT_THAT(refusal(R"({"nodes": [{"id": "\ud800"}], "links": []})"), HasSubstr("is not JSON"));
  EXPECT_THAT(refusal(R"({"nodes": [{"id": 18446744073709551616}], "links": []})"), HasSubstr("64 bits"));
  EXPECT_THAT(read(R"({"nodes": [{"id": 9007199254740993, "age": 3}], "links": []})").reading.node_attributes,
              ElementsAre("age"));
}

TEST_F(Formats, MatrixMarketTellsWhetherItHasDirections) {
  const std::string general = "%%MatrixMarket matrix coordinate pattern general\n% x\n3 3 ";
  EXPECT_TRUE(read(general + "2\n1 2\n2 3\n").reading.directed);
  EXPECT_EQ(read("\ufeff" + general + "1\n1 2\n").reading.format, "Matrix Market");
  const auto both = read(general + "2\n1 2\n2 1\n");
  EXPECT_FALSE(both.reading.directed);
  EXPECT_EQ(both.reading.comments, 1u);
  EXPECT_EQ(both.graph.nodes(), 3u);
}

TEST_F(Formats, AllThatGzipPackedIsRead) {
  EXPECT_EQ(to_string(read(packed + packed).graph), "0-1 1-2");
  EXPECT_EQ(read(packed + packed).reading.repeated_edges, 2u);
  for (const std::string more : {"c d\n", "\x1f", "\x00"})
    EXPECT_EQ(refusal(packed + more + "x"),
              "HS-104 graph: has more data after the gzip data; compress all of it, or nothing");
  EXPECT_EQ(refusal(packed + packed.substr(0, 20)), "HS-104 graph: is damaged: it ends too early");
}

}  // namespace
}  // namespace hearsay::graph
