//===- FloatingPointTest.cpp ----------------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "base/FloatingPoint.h"

#include <cfenv>
#include <gtest/gtest.h>

using namespace usersched;

namespace {

constexpr int Unusual = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;

class FloatingPointTest : public testing::Test {
protected:
  void SetUp() override { std::fegetenv(&Before); }
  void TearDown() override { std::fesetenv(&Before); }

  std::fenv_t Before;
};

__attribute__((noinline)) double divide(double Left, double Right) {
  return Left / Right;
}

void computeQuietly() {
  const QuietFloatingPoint Quiet;
  static_cast<void>(divide(1, 0) + divide(0, 0));
}

TEST_F(FloatingPointTest, FlagsAreAsBefore) {
  std::feclearexcept(FE_ALL_EXCEPT);
  computeQuietly();
  EXPECT_EQ(0, std::fetestexcept(Unusual));
  std::feraiseexcept(FE_OVERFLOW);
  computeQuietly();
  EXPECT_EQ(FE_OVERFLOW, std::fetestexcept(Unusual));
}

// Processors of AArch64 need not be able to interrupt; feenableexcept() says.
TEST_F(FloatingPointTest, NothingInterrupts) {
  std::feclearexcept(FE_ALL_EXCEPT);
  if (feenableexcept(Unusual) == -1)
    GTEST_SKIP() << "this processor cannot interrupt";
  computeQuietly();
  EXPECT_EQ(Unusual, fegetexcept());
}

TEST_F(FloatingPointTest, RoundingDoesNotChange) {
  std::fesetround(FE_UPWARD);
  const double Up = divide(1, 3);
  {
    const QuietFloatingPoint Quiet;
    EXPECT_EQ(Up, divide(1, 3));
  }
  EXPECT_EQ(FE_UPWARD, std::fegetround());
  std::fesetround(FE_DOWNWARD);
  EXPECT_LT(divide(1, 3), Up);
}

} // namespace
