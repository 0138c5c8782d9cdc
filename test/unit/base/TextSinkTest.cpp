//===- TextSinkTest.cpp - JSON for any strings and numbers ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Written.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <unistd.h>

using namespace usersched;
using namespace usersched::test;

namespace {

std::string json(const char *Text) {
  return written([=](TextSink &To) { To.json(Text); });
}
std::string json(double Number) {
  return written([=](TextSink &To) { To.json(Number); });
}

TEST(TextSink, QuotesWhatJsonReserves) {
  EXPECT_EQ(json("a\"b\\c/d"), R"("a\"b\\c/d")");
  EXPECT_EQ(json("\n\t\x01\x1f\x7f"), R"("\u000a\u0009\u0001\u001f\u007f")");
  EXPECT_EQ(json(""), "\"\"");
  EXPECT_EQ(json(static_cast<const char *>(nullptr)), "\"\"");
}

TEST(TextSink, KeepsUtf8AndReplacesWhatIsNone) {
  EXPECT_EQ(json("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
  // A continuation alone, a character cut short, one longer than need be, half
  // of a pair, one beyond the last, and bytes that are in no character.
  for (const char *Bad : {"\x80", "\xe2\x82", "\xc0\xaf", "\xe0\x80\xaf",
                          "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"}) {
    std::string Expected = "\"";
    for (const char *C = Bad; *C; ++C)
      Expected += "\\ufffd";
    EXPECT_EQ(json(Bad), Expected + "\"");
  }
  EXPECT_EQ(json("\xc3"), "\"\\ufffd\"");
  EXPECT_EQ(json("\xc3z"), "\"\\ufffdz\"");
}

TEST(TextSink, NumbersCanBeReadBackAndAreFinite) {
  EXPECT_EQ(json(0.1), "0.1");
  EXPECT_EQ(json(-3.0), "-3");
  for (double Number : {1e300, 1.0 / 3, 5e-324, 123456789.125})
    EXPECT_EQ(std::strtod(json(Number).c_str(), nullptr), Number);
  EXPECT_EQ(json(std::nan("")), "null");
  EXPECT_EQ(json(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(json(-std::numeric_limits<double>::infinity()), "null");
}

TEST(TextSink, MicrosecondsAreExact) {
  auto Text = [](uint64_t Nanoseconds) {
    return written([=](TextSink &To) { To.microseconds(Nanoseconds); });
  };
  EXPECT_EQ(Text(0), "0.000");
  EXPECT_EQ(Text(1005), "1.005");
  EXPECT_EQ(Text(~uint64_t(0)), "18446744073709551.615");
}

TEST(TextSink, WritesMoreThanItsBuffer) {
  const std::string Long(100000, 'x');
  EXPECT_EQ(written([&](TextSink &To) { To << Long.c_str() << uint64_t(7); }),
            Long + "7");
}

TEST(TextSink, RemembersThatAFileCouldNotBeWritten) {
  TextSink::Room Buffer;
  TextSink Closed(-1, Buffer);
  Closed << "text";
  Closed.flush();
  EXPECT_EQ(Closed.error(), EBADF);
}

TEST(TextSink, WritesAsMuchAsItMay) {
  for (const std::size_t Most : {0, 1, 4096, 10000}) {
    std::FILE *File = std::tmpfile();
    TextSink::Room Buffer;
    TextSink Sink(fileno(File), Buffer, Most);
    Sink << std::string(Most, 'x').c_str();
    Sink.flush();
    EXPECT_EQ(Sink.error(), 0) << Most;
    Sink << 'x';
    Sink.flush();
    EXPECT_EQ(Sink.error(), EFBIG) << Most;
    EXPECT_EQ(lseek(fileno(File), 0, SEEK_END), off_t(Most));
    std::fclose(File);
  }
}

} // namespace
