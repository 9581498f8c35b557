//===- LatencyTest.cpp - Percentiles, histograms and pinned threads -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/LatencyHistogram.h"
#include "Zyn/Runtime/PinnedThread.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace zyn::runtime;

TEST(Latency, Percentiles) {
  std::vector<double> times(1000);
  std::iota(times.begin(), times.end(), 1);
  EXPECT_EQ(percentile(times, 50), 500);
  EXPECT_EQ(percentile(times, 99), 990);
  EXPECT_EQ(percentile(times, 99.9), 999);
  EXPECT_EQ(percentile(times, 100), 1000);
  EXPECT_EQ(percentile({7}, 50), 7);
  EXPECT_EQ(percentile({}, 50), 0);
}

TEST(Latency, Histogram) {
  EXPECT_TRUE(createHistogram({}).empty());
  std::vector<LatencyBucket> buckets = createHistogram({0, 1, 2, 3, 5}, 3);
  ASSERT_EQ(buckets.size(), 3u);
  EXPECT_EQ(buckets[0].calls, 2);
  EXPECT_EQ(buckets[1].calls, 2);
  EXPECT_EQ(buckets[2].calls, 1);
  EXPECT_EQ(createHistogram({1, 1e12}, 1).size(), 1u);
  EXPECT_EQ(drawHistogram({{1, 2, 1000}, {2, 4, 1}}, 27, false),
            "  1.00 ns |########## 1,000\n  2.00 ns |# 1\n");
  EXPECT_EQ(drawHistogram({{1000, 2000, 2}, {2000, 4000, 1}}, 14, true),
            "  1.00 us │█ 2\n  2.00 us │▌ 1\n");
}

TEST(Latency, Cores) {
  EXPECT_EQ(formatCores({0, 1, 2, 5, 7, 8}), "0-2, 5, 7-8");
  std::vector<int64_t> before = findCores();
  {
    Expected<PinnedThread> thread = PinnedThread::pin(before.back());
    ASSERT_TRUE(thread);
    EXPECT_EQ(findCores(), std::vector<int64_t>{before.back()});
  }
  EXPECT_EQ(findCores(), before);
  EXPECT_FALSE(PinnedThread::pin(1000000));
}
