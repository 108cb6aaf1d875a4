// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/table.hpp>

namespace hearsay::learning {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TableFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = ::testing::TempDir() + "hearsay_" + info->name() + ".txt";
  }
  void TearDown() override { std::filesystem::remove(path_); }

  Table read(const std::string& text, Format format = Format::csv, std::string_view target = {}) {
    std::ofstream(path_, std::ios::binary) << text;
    return read_table(path_, format, target);
  }
  /// The one line that reading `text` ends with.
  std::string refusal(const std::string& text, Format format = Format::csv, std::string_view target = {}) {
    try {
      (void)read(text, format, target);
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("\n")));
      return error.what();
    }
    return "accepted";
  }

  std::string path_;
};

TEST_F(TableFile, CsvTakesTheLastColumnAsTarget) {
  const auto table = read("age,\"rooms, all\",value\n1,2.5,10\r\n\n-3e1, +4 ,20\n");
  EXPECT_THAT(table.feature_names, ElementsAre("age", "rooms, all"));
  EXPECT_EQ(table.target_name, "value");
  Eigen::MatrixXd wanted(2, 2);
  wanted << 1.0, 2.5, -30.0, 4.0;
  EXPECT_EQ(table.features, wanted);
  EXPECT_EQ(table.target, Eigen::Vector2d(10.0, 20.0));
  EXPECT_FALSE(table.binary);
}

TEST_F(TableFile, CsvWithoutHeaderNumbersItsColumns) {
  const auto table = read(
      "\xEF\xBB\xBF"
      "7,1,2\n8,3,4\n",
      Format::csv, "1");
  EXPECT_THAT(table.feature_names, ElementsAre("2", "3"));
  EXPECT_EQ(table.target, Eigen::Vector2d(7.0, 8.0));
  EXPECT_EQ(table.features(1, 1), 4.0);
}

TEST_F(TableFile, CsvColumnsCanBeNamedOrCountedFromOne) {
  for (const auto* first : {"y", "1"})
    EXPECT_EQ(read("y,x\n5,1\n6,2\n", Format::csv, first).target, Eigen::Vector2d(5.0, 6.0));
  EXPECT_EQ(read("y,x\n5,1\n6,2\n", Format::csv, "2").target, Eigen::Vector2d(1.0, 2.0));
}

TEST_F(TableFile, TwoTextClassesBecomeMinusOneAndOne) {
  const auto table = read("1,P\n2,N\n3,P\n");
  EXPECT_TRUE(table.binary);
  EXPECT_EQ(table.target, Eigen::Vector3d(1.0, -1.0, 1.0));
  EXPECT_EQ(binarize(table, {Threshold::Kind::value, 99.0}), table.target);
}

TEST_F(TableFile, HostileCsvGivesOneLineWithLineAndColumn) {
  EXPECT_THAT(refusal("a,b\n1,2\n,3\n"), HasSubstr("line 3, column 1 ('a'): the value is missing"));
  EXPECT_THAT(refusal("a,b\n1,2\n1,?\n"), HasSubstr("line 3, column 2 ('b'): the value is missing"));
  EXPECT_THAT(refusal("a,b\n1,2\nNaN,3\n"), HasSubstr("line 3, column 1 ('a'): the value is missing"));
  EXPECT_THAT(refusal("a,b\n1,2\n1x,3\n"), HasSubstr("line 3, column 1 ('a'): '1x' is not a finite number"));
  EXPECT_THAT(refusal("a,b\n1,2\ninf,3\n"), HasSubstr("'inf' is not a finite number"));
  EXPECT_THAT(refusal("a,b\n1,2\n1e999,3\n"), HasSubstr("'1e999' is not a finite number"));
  EXPECT_THAT(refusal("a,b\n1,2\n1\n"), HasSubstr("line 3 has 1 columns, expected 2"));
  EXPECT_THAT(refusal("a,b\n1,2\n1,2,3\n"), HasSubstr("line 3 has 3 columns, expected 2"));
  EXPECT_THAT(refusal("a,b\n1,\"2\n"), HasSubstr("line 2, column 2: a quoted field must end"));
  EXPECT_THAT(refusal("a,b\n1,x\n2,y\n3,z\n"), HasSubstr("line 4, column 2 ('b'): 'z' is a third label"));
  EXPECT_THAT(refusal("a,b\n1,x\n2,x\n"), HasSubstr("has 1 classes"));
  EXPECT_THAT(refusal("a,b\n1,2\n", Format::csv, "c"), HasSubstr("'c' is not one of its 2 columns"));
  EXPECT_THAT(refusal("a,b\n1,2\n", Format::csv, "0"), HasSubstr("'0' is not one of its 2 columns"));
  EXPECT_THAT(refusal("a,b\n"), HasSubstr("0 rows of 1 features"));
  EXPECT_THAT(refusal("1\n2\n"), HasSubstr("2 rows of 0 features"));
  EXPECT_THAT(refusal(""), HasSubstr("is empty"));
  EXPECT_THAT(refusal(std::string("a,b\n1,\0", 7)), HasSubstr("zero byte"));
}

TEST_F(TableFile, AMissingFileAndAFolderAreRefused) {
  EXPECT_THROW((void)read_table(path_ + ".nowhere", Format::csv), Error);
  EXPECT_THROW((void)read_table(::testing::TempDir(), Format::csv), Error);
}

TEST_F(TableFile, ArffReadsNumericAttributesAndANominalTarget) {
  const auto table = read(
      "% houses\n@RELATION houses\n@attribute 'median income' REAL\n@attribute rooms integer\n@attribute binaryClass "
      "{P, N}\n@data\n8.3,880,P\n% half way\n1.5, 7099 ,'N'\n",
      Format::arff);
  EXPECT_THAT(table.feature_names, ElementsAre("median income", "rooms"));
  EXPECT_TRUE(table.binary);
  EXPECT_EQ(table.target, Eigen::Vector2d(-1.0, 1.0));  // in the order of the declaration
  EXPECT_EQ(table.features(1, 1), 7099.0);
}

TEST_F(TableFile, HostileArffIsRefused) {
  const std::string head = "@relation r\n@attribute a numeric\n@attribute y {0,1}\n@data\n";
  EXPECT_THAT(refusal(head + "1,2\n", Format::arff), HasSubstr("line 5, column 2 ('y'): '2' is neither '0' nor '1'"));
  EXPECT_THAT(refusal(head + "?,1\n", Format::arff), HasSubstr("line 5, column 1 ('a'): the value is missing"));
  const std::string numbers = "@relation r\n@attribute a real\n@attribute y real\n@data\n1,2\n";
  EXPECT_THAT(refusal(numbers + "3,x\n", Format::arff),
              HasSubstr("line 6, column 2 ('y'): 'x' is not a finite number"));
  EXPECT_THAT(refusal(numbers + "3\n", Format::arff), HasSubstr("line 6 has 1 columns, expected 2"));
  EXPECT_THAT(refusal(head + "{0 1}\n", Format::arff), HasSubstr("line 5: sparse rows"));
  EXPECT_THAT(refusal("@relation r\n@attribute a string\n@data\n1\n", Format::arff),
              HasSubstr("line 2: attribute 'a' has type 'string'"));
  EXPECT_THAT(refusal("@relation r\n@attribute a numeric\n", Format::arff), HasSubstr("@data line"));
  EXPECT_THAT(refusal("1,2\n", Format::arff), HasSubstr("line 1: expected @relation"));
  EXPECT_THAT(refusal("@attribute a {x,y}\n@attribute b numeric\n@data\nx,1\n", Format::arff),
              HasSubstr("attribute 'a' is nominal"));
  EXPECT_THAT(refusal("@attribute a numeric\n@attribute b {x,y,z}\n@data\n1,x\n", Format::arff),
              HasSubstr("has 3 classes"));
}

// The two forms in which OpenML has the houses data, and the CSV file, in small: the same rows, whatever the order of
// the columns.
TEST_F(TableFile, HousesAreReadAsArffAndAsCsv) {
  const auto read_as = [&](const std::string& extension, const std::string& text) {
    const auto path = path_ + extension;
    std::ofstream(path, std::ios::binary) << text;
    auto table = read_houses(path);
    std::filesystem::remove(path);
    return table;
  };
  const auto csv = read_as(".data", "median_income,latitude,median_house_value\n8.3252,37.88,452600\n2.5,34,90000\n");
  const auto first = read_as(".arff",
                             "% StatLib\r\n@RELATION houses\r\n\r\n@ATTRIBUTE median_house_value REAL\r\n"
                             "@ATTRIBUTE median_income REAL\r\n@ATTRIBUTE latitude REAL\r\n\r\n@DATA\r\n"
                             "452600.0,8.3252,37.88\r\n90000.0,2.5,34.0\r\n%\r\n%\r\n");
  const auto classes = read_as(".ARFF",
                               "@relation houses\n\n@attribute median_income numeric\n@attribute latitude numeric\n"
                               "@attribute binaryClass {P,N}\n\n@data\n8.3252,37.88,N\n2.5,34,P\n");
  EXPECT_EQ(first.features, csv.features);
  EXPECT_EQ(first.target, csv.target);
  EXPECT_THAT(first.feature_names, ElementsAre("median_income", "latitude"));
  EXPECT_EQ(first.target_name, "median_house_value");
  EXPECT_THROW((void)read_as(".arff", "@attribute median_house_value real\n@attribute a real\n@data\n1,x\n"), Error);
  EXPECT_EQ(classes.features, csv.features);
  EXPECT_TRUE(classes.binary);
  EXPECT_EQ(classes.target, binarize(csv, {}));  // P is below the mean, N above it
}

TEST_F(TableFile, LibsvmFillsWhatIsNotListedWithZero) {
  const auto table = read("+1 1:0.5 3:-2 # first\n-1 2:4\n# nothing\n", Format::libsvm);
  Eigen::MatrixXd wanted(2, 3);
  wanted << 0.5, 0.0, -2.0, 0.0, 4.0, 0.0;
  EXPECT_EQ(table.features, wanted);
  EXPECT_EQ(table.target, Eigen::Vector2d(1.0, -1.0));
}

TEST_F(TableFile, HostileLibsvmIsRefused) {
  EXPECT_THAT(refusal("1 2:1 2:3\n", Format::libsvm), HasSubstr("line 1: '2:3' is not index:value"));
  EXPECT_THAT(refusal("1 0:1\n", Format::libsvm), HasSubstr("'0:1' is not index:value"));
  EXPECT_THAT(refusal("1 1:\n", Format::libsvm), HasSubstr("'1:' is not index:value"));
  EXPECT_THAT(refusal("1 1\n", Format::libsvm), HasSubstr("'1' is not index:value"));
  EXPECT_THAT(refusal("x 1:1\n", Format::libsvm), HasSubstr("label 'x' is not a finite number"));
  EXPECT_THAT(refusal("1 100001:1\n", Format::libsvm), HasSubstr("beyond 100000"));
  EXPECT_THAT(refusal("1\n2\n", Format::libsvm), HasSubstr("2 rows of 0 features"));
  EXPECT_THAT(refusal("1 1:1\n", Format::libsvm, "y"), HasSubstr("give no label column"));
}

TEST(Labels, FollowTheThreshold) {
  const Table table{Eigen::MatrixXd::Zero(4, 1), Eigen::Vector4d(0.0, 1.0, 2.0, 9.0), {"x"}, "y"};
  EXPECT_EQ(binarize(table, threshold_from_text("mean")), Eigen::Vector4d(-1, -1, -1, 1));   // 3
  EXPECT_EQ(binarize(table, threshold_from_text("median")), Eigen::Vector4d(-1, -1, 1, 1));  // 1.5
  EXPECT_EQ(binarize(table, threshold_from_text("0")), Eigen::Vector4d(-1, 1, 1, 1));        // above, not at
  EXPECT_THROW((void)binarize(table, threshold_from_text("9")), Error);
  EXPECT_THROW((void)threshold_from_text("mode"), Error);
  EXPECT_THROW((void)format_from_name("xls"), Error);
}

TEST(GeneratedHouses, HaveTheShapeOfTheRealOnesAndNeverChange) {
  const auto table = generated_houses();
  EXPECT_EQ(table.rows(), 20'640);
  EXPECT_EQ(table.features.cols(), 8);
  EXPECT_EQ(table.features, generated_houses().features);
  // Means by the documented formulas: E e^{s z} = e^{s^2/2}; age is all but untouched by its limits.
  EXPECT_NEAR(table.features.col(0).mean(), -119.6, 5.0 * 2.0 / 143.0);
  EXPECT_NEAR(table.features.col(6).mean(), std::exp(6.0 + 0.65 * 0.65 / 2.0), 5.0 * 400.0 / 143.0);
  EXPECT_NEAR(table.features.col(7).mean(), std::exp(1.25 + 0.45 * 0.45 / 2.0), 5.0 * 2.0 / 143.0);
  EXPECT_NEAR((table.features.col(3).array() / table.features.col(6).array()).log().mean(), 1.65, 5.0 * 0.25 / 143.0);
}

TEST_F(TableFile, HasAHundredThousandColumnsAtMost) {
  const auto line = [](int fields) {
    std::string text = "1";
    for (int i = 1; i < fields; ++i) text += ",1";
    return text + '\n';
  };
  EXPECT_EQ(read(line(100'000)).features.cols(), 99'999);
  EXPECT_THAT(refusal(line(100'001)), HasSubstr(": 100001 columns are more than 100000"));
  EXPECT_EQ(read("1 100000:2\n", Format::libsvm).features.cols(), 100'000);
  EXPECT_THAT(refusal("1 100001:2\n", Format::libsvm), HasSubstr(": line 1: feature 100001 is beyond 100000"));
}

// The nine scores that the documented formulas give back must look like independent standard normals: mean, variance
// and correlation within five standard errors.
TEST(GeneratedHouses, AreTheDocumentedFunctionsOfIndependentNormals) {
  const auto table = generated_houses();
  const auto rows = table.rows();
  ASSERT_EQ(rows, 20'640);
  const auto column = [&](int j) { return table.features.col(j).array(); };
  Eigen::ArrayXXd z(rows, 9);
  z.col(0) = (column(0) + 119.6) / 2.0;
  z.col(1) = (column(1) - 35.6 + 1.95 * z.col(0)) / 0.8;
  z.col(2) = (column(2) - 28.6) / 12.6;
  z.col(3) = (column(6).log() - 6.0) / 0.65;
  z.col(4) = ((column(3) / column(6)).log() - 1.65) / 0.25;
  z.col(5) = ((column(4) / column(3)).log() + 1.6) / 0.15;
  z.col(6) = ((column(5) / column(6)).log() - 1.05) / 0.28;
  z.col(7) = (column(7).log() - 1.25) / 0.45;
  // The score of the value sees the age before it is cut to [1, 52].
  z.col(8) = ((table.target.array() / 1.8e5).log() - 0.42 * z.col(7) - 0.12 * z.col(2) + 0.1 * z.col(1) -
              0.1 * z.col(4) + 0.15 * z.col(6)) /
             0.3;
  std::vector<Eigen::Index> uncut;
  for (Eigen::Index i = 0; i < rows; ++i) {
    EXPECT_TRUE(column(2)(i) >= 1.0 && column(2)(i) <= 52.0) << i;
    if (column(2)(i) > 1.0 && column(2)(i) < 52.0) uncut.push_back(i);
  }
  // Phi((52 - 28.6) / 12.6) - Phi((1 - 28.6) / 12.6) of the ages are not cut.
  EXPECT_NEAR(static_cast<double>(uncut.size()) / static_cast<double>(rows), 0.95411, 5.0 * 0.00146);
  const double five = 5.0 / std::sqrt(static_cast<double>(rows));
  for (int a = 0; a < 8; ++a) {
    if (a == 2) continue;
    EXPECT_NEAR(z.col(a).mean(), 0.0, five) << a;
    EXPECT_NEAR(z.col(a).square().mean(), 1.0, std::sqrt(2.0) * five) << a;
    for (int b = 0; b < a; ++b) EXPECT_NEAR((z.col(a) * z.col(b)).mean(), 0.0, five) << a << ' ' << b;
  }
  const Eigen::ArrayXd rest = z.col(8)(uncut);
  EXPECT_NEAR(rest.mean(), 0.0, five * 1.03);
  EXPECT_NEAR(rest.square().mean(), 1.0, std::sqrt(2.0) * five * 1.03);
  for (int a = 0; a < 8; ++a) EXPECT_NEAR((rest * z.col(a)(uncut)).mean(), 0.0, five * 1.03) << a;
}

}  // namespace
}  // namespace hearsay::learning
