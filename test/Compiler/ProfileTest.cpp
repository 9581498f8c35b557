//===- ProfileTest.cpp - Profiles of functions ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Profile.h"
#include "Zyn/Runtime/Context.h"

#include "gtest/gtest.h"

using namespace zyn::compiler;
using zyn::runtime::Context;
using zyn::runtime::Error;
using Kind = zyn::runtime::ProfileEvent::Kind;

static Profile createProfile() {
  Profile profile;
  profile.device.kind = zyn::runtime::DeviceKind::CUDA;
  profile.device.name = "GPU";
  profile.calls = 2;
  profile.call = 4;
  profile.other = 1;
  ProfileRow row;
  row.kind = Kind::Kernel;
  row.name = "k";
  row.location = "a.mlir:1:2";
  row.launches = 2;
  row.total = 3;
  row.mean = 1.5;
  row.share = 1;
  row.bytes = 3e9;
  row.memoryShare = 0.5;
  profile.rows.push_back(row);
  return profile;
}

TEST(Profile, Rates) {
  ProfileRow row = createProfile().rows[0];
  EXPECT_DOUBLE_EQ(*row.getByteRate(), 2e12);
  EXPECT_FALSE(row.getFlopRate());
  row.mean = 0;
  EXPECT_FALSE(row.getByteRate());
}

TEST(Profile, Table) {
  EXPECT_EQ(
      formatProfile(createProfile()),
      "kernel           launches     total      mean   share  bytes  GB/s  "
      "of peak  FLOP  TFLOP/s  of peak\n"
      "k at a.mlir:1:2         2  3.000 ms  1.500 ms  100.0%   3 GB  2000  "
      "  50.0%     -        -        -\n"
      "call: 4.000 ms, of which 1.000 ms (25.0%) in no kernel: launch overhead "
      "and idle time\n");
  // No row, and no time.
  Profile empty;
  EXPECT_EQ(formatProfile(empty), "call: 0.00 us, of which 0.00 us (0.0%) "
                                  "outside of parallel loops\n");
}

TEST(Profile, Trace) {
  Profile profile = createProfile();
  profile.events.emplace_back();
  profile.events.back().kind = Kind::Kernel;
  profile.events.back().name = "a \"b\"";
  profile.events.back().stream = 3;
  profile.events.back().start = 0.25;
  std::string trace = formatTrace(profile);
  for (const char *part : {"\"stream 3\"", "\"a \\\"b\\\"\"", "\"ts\": 250",
                           "\"cat\": \"kernel\"", "\"tid\": 3"})
    EXPECT_NE(trace.find(part), std::string::npos) << part << "\n" << trace;
  // Amounts that are not known.
  EXPECT_EQ(trace.find("\"bytes\""), std::string::npos);
}

TEST(Profile, Rows) {
  auto context = Context::create("emulate");
  ASSERT_TRUE(context);
  std::vector<char> from(100), to(100);
  auto profile = profileCalls(**context, 3, [&]() -> Error {
    for (int64_t bytes : {100, 50})
      if (Error error = (*context)->copy(to.data(), from.data(), bytes))
        return error;
    return Error::success();
  });
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->calls, 3);
  ASSERT_EQ(profile->rows.size(), 1u);
  const ProfileRow &row = profile->rows[0];
  EXPECT_EQ(row.kind, Kind::Copy);
  EXPECT_EQ(row.name, "copy");
  EXPECT_EQ(row.launches, 2);
  EXPECT_DOUBLE_EQ(row.total, 2 * row.mean);
  EXPECT_EQ(row.share, 1);
  // The mean of both, read and written.
  EXPECT_EQ(row.bytes, 150);
  EXPECT_FALSE(row.flops && *row.flops > 0);
  EXPECT_FALSE(row.memoryShare);
  EXPECT_LE(profile->other, profile->call);
}

TEST(Profile, Errors) {
  auto context = Context::create("cpu");
  ASSERT_TRUE(context);
  auto profile =
      profileCalls(**context, 3, []() -> Error { return Error("no"); });
  ASSERT_FALSE(profile);
  EXPECT_EQ(profile.takeError().message(), "no");
}
