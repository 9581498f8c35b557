//===- HalfFloatTest.cpp - Rounding to 16 and 8 bits ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Support/Float8.h"
#include "Zyn/Support/HalfPrecision.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace zyn;

namespace {
struct Format {
  float (*from)(uint16_t);
  uint16_t (*to)(float);
  uint16_t infinity;
};
} // namespace

static const Format formats[] = {{fromF16, toF16, 0x7c00},
                                 {fromBF16, toBF16, 0x7f80}};

TEST(HalfFloat, Values) {
  EXPECT_EQ(fromF16(0x3c00), 1.0f);
  EXPECT_EQ(fromF16(0xc100), -2.5f);
  EXPECT_EQ(fromF16(0x7bff), 65504.0f);
  EXPECT_EQ(fromF16(0x0001), std::ldexp(1.0f, -24));
  EXPECT_EQ(fromF16(0x03ff), std::ldexp(1023.0f, -24));
  EXPECT_EQ(fromF16(0x7c00), std::numeric_limits<float>::infinity());
  EXPECT_EQ(fromBF16(0x3f80), 1.0f);
  EXPECT_EQ(toF16(65519.996f), 0x7bff);
  EXPECT_EQ(toF16(65520.0f), 0x7c00);
  EXPECT_EQ(toF16(-1e-9f), 0x8000);
  EXPECT_EQ(toBF16(3.4e38f), 0x7f80);
}

// Each number round-trips, and between two neighbors, everything is rounded to
// the nearer one, and ties to the even one.
TEST(HalfFloat, RoundsToNearestEven) {
  for (const Format &format : formats) {
    for (uint32_t bits = 0; bits < format.infinity; ++bits) {
      float low = format.from(bits);
      ASSERT_EQ(format.to(low), bits);
      ASSERT_EQ(format.to(-low), bits | 0x8000);
      float high = format.from(bits + 1);
      if (bits + 1 == format.infinity)
        break;
      double middle = (double(low) + double(high)) / 2;
      float tie = static_cast<float>(middle);
      // The smallest bf16 numbers have no float between them.
      if (tie != middle)
        continue;
      ASSERT_EQ(format.to(tie), bits + (bits & 1)) << bits;
      ASSERT_EQ(format.to(std::nextafter(tie, low)), bits);
      ASSERT_EQ(format.to(std::nextafter(tie, high)), bits + 1);
    }
    float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(format.to(infinity), format.infinity);
    EXPECT_EQ(format.to(-infinity), format.infinity | 0x8000);
    EXPECT_TRUE(std::isnan(format.from(format.to(std::nanf("")))));
  }
}

// A double is rounded once: rounded to float first, these would be ties.
TEST(HalfFloat, RoundsDoublesOnce) {
  double one = 1;
  EXPECT_EQ(toF16(one + std::ldexp(one, -11) + std::ldexp(one, -40)), 0x3c01);
  EXPECT_EQ(toF16(one + std::ldexp(one, -11)), 0x3c00);
  EXPECT_EQ(toBF16(one + std::ldexp(one, -8) + std::ldexp(one, -40)), 0x3f81);
  EXPECT_EQ(toBF16(-one), 0xbf80);
  EXPECT_EQ(toF16(65520.0), 0x7c00);
  EXPECT_EQ(toF16(65519.999), 0x7bff);
  EXPECT_EQ(toBF16(1e300), 0x7f80);
  EXPECT_EQ(toBF16(std::ldexp(one, -133)), 0x0001);
  EXPECT_EQ(toF16(std::ldexp(one, -24)), 0x0001);
  EXPECT_EQ(toF16(std::ldexp(one, -25)), 0x0000);
}

TEST(Float8, Values) {
  EXPECT_EQ(fromF8E4M3FN(0x38), 1.0f);
  EXPECT_EQ(fromF8E4M3FN(0xfe), -448.0f);
  EXPECT_EQ(fromF8E4M3FN(0x01), 0x1p-9f);
  EXPECT_TRUE(std::isnan(fromF8E4M3FN(0xff)));
  EXPECT_EQ(fromF8E5M2(0x3c), 1.0f);
  EXPECT_EQ(fromF8E5M2(0xfb), -57344.0f);
  EXPECT_EQ(fromF8E5M2(0x01), 0x1p-16f);
  EXPECT_EQ(fromF8E5M2(0x7c), std::numeric_limits<float>::infinity());
}

TEST(Float8, RoundsToNearestEven) {
  struct {
    float (*from)(uint8_t);
    uint8_t (*to)(double);
    int last;
  } formats8[] = {{fromF8E4M3FN, toF8E4M3FN, 0x7e},
                  {fromF8E5M2, toF8E5M2, 0x7b}};
  for (auto [from, to, last] : formats8)
    for (int bits = 0; bits <= last; ++bits) {
      double low = from(uint8_t(bits));
      ASSERT_EQ(to(low), bits);
      ASSERT_EQ(to(-low), bits | 0x80);
      if (bits == last)
        break;
      double high = from(uint8_t(bits + 1)), tie = (low + high) / 2;
      ASSERT_EQ(to(tie), bits + (bits & 1)) << bits;
      ASSERT_EQ(to(std::nextafter(tie, low)), bits);
      ASSERT_EQ(to(std::nextafter(tie, high)), bits + 1);
    }
}

TEST(Float8, TooLarge) {
  EXPECT_EQ(toF8E4M3FN(464), 0x7e);
  EXPECT_EQ(toF8E4M3FN(464.001), 0x7f);
  EXPECT_EQ(toF8E4M3FN(-1e300), 0xff);
  EXPECT_EQ(toF8E4M3FN(std::nan("")), 0x7f);
  EXPECT_EQ(toF8E5M2(61439.99), 0x7b);
  EXPECT_EQ(toF8E5M2(61440), 0x7c);
  EXPECT_EQ(toF8E5M2(-std::numeric_limits<double>::infinity()), 0xfc);
  EXPECT_EQ(toF8E5M2(std::nan("")), 0x7e);
}
