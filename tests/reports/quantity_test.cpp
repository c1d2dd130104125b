#include "reports/quantity.h"

#include <gtest/gtest.h>

#include "reports/text_table.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

TEST(Quantity, SizesAreReadWithAndWithoutAUnit) {
  EXPECT_EQ(parse_byte_size("1"), 1u);
  EXPECT_EQ(parse_byte_size("1500B"), 1500u);
  EXPECT_EQ(parse_byte_size("2k"), 2048u);
  EXPECT_EQ(parse_byte_size("512M"), std::uint64_t{512} << 20);
  EXPECT_EQ(parse_byte_size("4G"), std::uint64_t{4} << 30);
  EXPECT_EQ(parse_byte_size("4GB"), std::uint64_t{4} << 30);
  EXPECT_EQ(parse_byte_size("4GiB"), std::uint64_t{4} << 30);
  EXPECT_EQ(parse_byte_size("16777215T"), std::uint64_t{16777215} << 40);
}

TEST(Quantity, ReadsBandwidthsAndLatencies) {
  EXPECT_EQ(parse_bandwidth("10G"), 1e10);
  EXPECT_EQ(parse_bandwidth("2.5gbit/s"), 2.5e9);
  EXPECT_EQ(parse_bandwidth("100000"), 1e5);
  for (const char* text :
       {"", "G", "0", "0.0G", "-1G", "10Q", "10GB", "1e9", "nan", "1.2.3G", "9999T"})
    EXPECT_FALSE(parse_bandwidth(text)) << text;
  EXPECT_DOUBLE_EQ(parse_latency("20us").value(), 2e-5);
  EXPECT_DOUBLE_EQ(parse_latency("1.5ms").value(), 1.5e-3);
  EXPECT_DOUBLE_EQ(parse_latency("800ns").value(), 8e-7);
  for (const char* text : {"", "us", "0us", "-1us", "20", "20 us", "20m", "1.1s", "inf"})
    EXPECT_FALSE(parse_latency(text)) << text;
}

TEST(Quantity, SizesThatAreNoneAreRefused) {
  for (const char* text : {"", "G", "4 G", "4.5G", "-4G", "+4G", "4X", "4Gi", "4GiBs", "0x10"})
    EXPECT_TRUE(fails_with(parse_byte_size(text), ErrorCode::kInvalidArgument, "no size")) << text;
  EXPECT_TRUE(fails_with(parse_byte_size("0"), ErrorCode::kInvalidArgument, "nothing"));
  for (const char* text : {"16777216T", "18446744073709551616"})
    EXPECT_TRUE(fails_with(parse_byte_size(text), ErrorCode::kInvalidArgument, "more than"))
        << text;
}

TEST(Quantity, NumbersAreGroupedByThousands) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(999), "999");
  EXPECT_EQ(number_text(1000), "1,000");
  EXPECT_EQ(number_text(8'904'593'601), "8,904,593,601");
}

TEST(Quantity, SizesAreWrittenForPeople) {
  EXPECT_EQ(byte_size_text(0), "0 B");
  EXPECT_EQ(byte_size_text(1023), "1023 B");
  EXPECT_EQ(byte_size_text(1536), "1.5 KiB");
  EXPECT_EQ(byte_size_text((1 << 20) - 1), "1.0 MiB");
  EXPECT_EQ(byte_size_text(std::uint64_t{13} << 30), "13.0 GiB");
}

TEST(Quantity, DurationsAreWrittenForPeople) {
  EXPECT_EQ(duration_text(0.004), "0.00 s");
  EXPECT_EQ(duration_text(12.34), "12.3 s");
  EXPECT_EQ(duration_text(204), "3:24 min");
  EXPECT_EQ(duration_text(3900), "1:05:00 h");
}

TEST(Quantity, BitsAClassOfNoClassesAreNone) {
  EXPECT_EQ(bits_per_class(100, 0), 0);
  EXPECT_EQ(bits_per_class(100, 1600), 0.5);
}

TEST(TextTable, ColumnsAreAsWideAsTheirWidestCell) {
  TextTable table({"name", "n"});
  table.add_row({"a", "1,000"});
  table.add_rule();
  table.add_row({"in all", "1"});
  EXPECT_EQ(table.text(),
            "name        n\n"
            "------  -----\n"
            "a       1,000\n"
            "------  -----\n"
            "in all      1\n");
}

TEST(TextTable, ColumnsOfWordsMayStandToTheLeft) {
  TextTable table({"n", "words"});
  table.align_left(1);
  table.add_row({"1", "ab"});
  EXPECT_EQ(table.text(),
            "n  words\n"
            "-  -----\n"
            "1  ab\n");
}

}  // namespace
}  // namespace mill
