// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <hearsay/graph/io/schedule_file.hpp>
#include <hearsay/graph/io/weights_file.hpp>

#include "tests/graph/scratch_folder.hpp"

namespace hearsay::graph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class WeightFiles : public ScratchFolder {
 protected:
  WeightedGraph read(const std::string& text, const std::string& name = "w") { return read_weights(write(name, text)); }
  std::string refusal(const std::string& text, const std::string& name = "w") {
    const auto path = write(name, text);
    return refusal_of([&] { (void)read_weights(path); });
  }
};

TEST_F(WeightFiles, ACsvWithAHeaderIsAGraphAndItsWeights) {
  for (const std::string header : {"source,target,weight", "\"From\",\"To\",\"Weight\"", "u,v,weight"}) {
    const auto found = read(header + "\na,b,+0.25\n\"b\",c,.5\n");
    EXPECT_THAT(found.graph.labels(), ElementsAre("a", "b", "c")) << header;
    EXPECT_EQ(found.w.coeff(0, 1), 0.25);
    EXPECT_EQ(found.w.coeff(1, 1), 0.25);
    EXPECT_EQ(found.w.coeff(2, 1), 0.5);
    EXPECT_EQ(found.reading.format, "CSV");
  }
  EXPECT_EQ(read("weight,to,from\n0.25,a,b\n").w.coeff(0, 1), 0.25);
  EXPECT_EQ(read("a b {'weight': 0.25}\n").w.coeff(0, 1), 0.25);
  EXPECT_EQ(read("a b 2.5e-1\n").w.coeff(1, 0), 0.25);
}

TEST_F(WeightFiles, WhatHasNoWeightsOrMoreIsRefused) {
  EXPECT_THAT(refusal("a b\n"), HasSubstr("w: holds no weights (edge list)"));
  EXPECT_THAT(refusal("source,target,weight,kind\na,b,0.5,x\n"),
              HasSubstr("attributes of edges that are not used: kind"));
  EXPECT_EQ(refusal("a b 0.5\nb c x\n"), "HS-103 w:2: 'x' is not a finite number");
  EXPECT_EQ(refusal("a b 0.5\nb a 0.5\n"), "HS-103 w:2: an edge that is given twice");
  EXPECT_EQ(refusal("a b 0.5\na a 0.5\n"), "HS-103 w:2: a self-loop; the diagonal is 1 minus the weights of the edges");
  EXPECT_EQ(refusal("a b {'weight': 0.5}\nb c {}\n"), "HS-103 w:2: an edge lacks a finite weight");
  EXPECT_EQ(refusal("a b {}\nb c {'weight': 0.5}\n"), "HS-103 w:1: an edge lacks a finite weight");
  EXPECT_EQ(refusal("% asym positive\n1 2 1\n"),
            "HS-103 w: is directed: a Matrix Market file gives a W that is not "
            "symmetric");
  EXPECT_THAT(refusal("a b 0.75\nb c 0.75\n"), HasSubstr("sum to 1.5, more than 1"));
}

TEST_F(WeightFiles, NumbersMayHaveASign) {
  const auto found =
      read("%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 +0.5\n1 2 +5.0E-01\n2 1 .5\n2 2 5e-1\n");
  EXPECT_EQ(found.w.coeff(0, 0), 0.5);
  EXPECT_EQ(found.w.coeff(0, 1), 0.5);
  EXPECT_THAT(refusal("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 0x1\n"),
              HasSubstr("is not a finite number"));
}

/// The sums of a matrix whose rows are given.
WeightSums sums(const std::vector<std::vector<double>>& rows) {
  GossipMatrix w(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.size()));
  for (std::size_t u = 0; u < rows.size(); ++u) {
    for (std::size_t v = 0; v < rows.size(); ++v)
      w.insert(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(v)) = rows[u][v];
  }
  return weight_sums(w);
}

using Kind = LineSums::Kind;

TEST(WeightSums, ADoublyStochasticMatrixSumsToOne) {
  const double third = 1.0 / 3.0;
  const auto found = sums({{third, third, third}, {third, third, third}, {third, third, third}});
  EXPECT_EQ(found.rows.kind, Kind::one);
  EXPECT_EQ(found.columns.kind, Kind::one);
  EXPECT_EQ(found.rows.least, 1.0);
  EXPECT_EQ(found.rows.most, 1.0);
  std::vector<double> tenths(10, 0.1);  // 0.1 ten times is not 1 in doubles, and is what a file means by 0.1
  EXPECT_EQ(sums(std::vector<std::vector<double>>(10, tenths)).rows.kind, Kind::one);
}

TEST(WeightSums, RoundedDecimalsSumToAboutOne) {
  const auto found = sums({{0.333333, 0.333333, 0.333333}, {0.5, 0.5, 0.0}, {0.0, 0.5, 0.5}});
  EXPECT_EQ(found.rows.kind, Kind::rounded);
  EXPECT_NEAR(found.rows.deviation, 1e-6, 1e-15);
  EXPECT_EQ(found.rows.at, 0u);
  EXPECT_EQ(found.rows.most, 1.0);
  EXPECT_EQ(sums({{0.5, 0.5 - 2e-6}, {0.5, 0.5}}).rows.kind, Kind::other);
  EXPECT_EQ(sums({{0.5, 0.5 - 0.9e-6}, {0.5, 0.5}}).rows.kind, Kind::rounded);
  EXPECT_EQ(sums({{0.5, 0.5 - 1e-15}, {0.5, 0.5}}).rows.kind, Kind::rounded);
}

TEST(WeightSums, RowsAndColumnsAreTwoThings) {
  const auto push_sum = sums({{0.5, 0.0}, {0.5, 1.0}});
  EXPECT_EQ(push_sum.rows.kind, Kind::other);
  EXPECT_EQ(push_sum.rows.least, 0.5);
  EXPECT_EQ(push_sum.rows.most, 1.5);
  EXPECT_EQ(push_sum.columns.kind, Kind::one);
  EXPECT_EQ(sums({{0.0, 0.0}, {0.0, 1.0}}).rows.least, 0.0);
  EXPECT_EQ(sums({{0.6}}).rows.most, 0.6);
}

class ScheduleFiles : public ScratchFolder {
 protected:
  Schedule read(const std::string& text) { return read_schedule(write("s", text)); }
  std::string refusal(const std::string& text) {
    const auto path = write("s", text);
    return refusal_of([&] { (void)read_schedule(path); });
  }
};

TEST_F(ScheduleFiles, QuotesInTheHeaderChangeNothing) {
  for (const std::string header :
       {"step,u,v", "\"step\",\"u\",\"v\"", "Step, U, V", "step,source,target", "round,u,v"}) {
    const auto found = read(header + "\n1,\"ana\",\"ben\"\n010,ben,cid\n2,cid,ana\n");
    EXPECT_THAT(found.graph.labels(), ElementsAre("ana", "ben", "cid")) << header;
    ASSERT_EQ(found.rounds.size(), 3u);
    EXPECT_EQ(found.rounds[2].coeff(1, 2), 0.5);  // 010 is ten
  }
  EXPECT_EQ(read("u,v,step,weight\na,b,1,+0.25\n").rounds[0].coeff(0, 1), 0.25);
}

TEST_F(ScheduleFiles, OtherHeadersAndLabelsAreRefused) {
  for (const std::string header :
       {"u,v", "step,u,v,w", "step,u", "step,u,v,weight,kind", "step,round,u,v", "1,a,b", "\"step,u,v"})
    EXPECT_THAT(refusal(header + "\n1,a,b\n"), HasSubstr("HS-103 s:1: ")) << header;
  EXPECT_THAT(refusal("step,u,v\n1,a\xe9,b\n"), HasSubstr("s:2: label 'a\\xe9' is not a name"));
  EXPECT_THAT(refusal("step,u,v\n0x1,a,b\n"), HasSubstr("'0x1' is not a whole number"));
}

}  // namespace
}  // namespace hearsay::graph
