//===- ClocksTest.cpp - Run-length encoded vector clocks ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clocks.h"

#include "gtest/gtest.h"

#include <random>

using namespace zyn::emulator;

TEST(Clocks, RunsJoin) {
  Clock clock;
  clock.raise(4, 8, 3);
  clock.raise(8, 9, 3);
  EXPECT_EQ(clock.getRuns().size(), 1u);
  clock.raise(0, 4, 3);
  EXPECT_EQ(clock.getRuns().size(), 1u);
  clock.raise(2, 6, 5);
  ASSERT_EQ(clock.getRuns().size(), 3u);
  EXPECT_EQ(clock.get(1), 3u);
  EXPECT_EQ(clock.get(2), 5u);
  EXPECT_EQ(clock.get(6), 3u);
  EXPECT_EQ(clock.get(9), 0u);
  EXPECT_EQ(clock.firstBelow(2, 9, 5), 6u);
  EXPECT_EQ(clock.firstBelow(0, 9, 3), 9u);
  EXPECT_EQ(clock.firstBelow(0, 12, 3), 9u);
  clock.raise(0, 9, 5);
  EXPECT_EQ(clock.getRuns().size(), 1u);
}

// Compares with clocks that have one component for each thread.
TEST(Clocks, AgreeWithPlainOnes) {
  std::mt19937 random(7);
  auto below = [&](uint32_t bound) { return random() % bound; };
  for (int round = 0; round < 300; ++round) {
    constexpr uint32_t threads = 24;
    ClockRef clocks[4];
    uint32_t plain[4][threads] = {};
    for (int step = 0; step < 30; ++step) {
      uint32_t a = below(4), b = below(4);
      switch (below(3)) {
      case 0: {
        uint32_t begin = below(threads),
                 end = begin + 1 + below(threads - begin);
        uint32_t component = below(5);
        clocks[a].raise(begin, end, component);
        for (uint32_t i = begin; i < end; ++i)
          plain[a][i] = std::max(plain[a][i], component);
        break;
      }
      case 1:
        clocks[a].join(clocks[b]);
        for (uint32_t i = 0; i < threads; ++i)
          plain[a][i] = std::max(plain[a][i], plain[b][i]);
        break;
      case 2:
        clocks[a] = clocks[b];
        std::copy(plain[b], plain[b] + threads, plain[a]);
        break;
      }
      for (int c = 0; c < 4; ++c)
        for (uint32_t i = 0; i < threads; ++i)
          ASSERT_EQ(clocks[c].get(i), plain[c][i]);
      uint32_t begin = below(threads), end = begin + below(threads - begin);
      uint32_t component = 1 + below(4), first = begin;
      while (first < end && plain[a][first] >= component)
        ++first;
      if (clocks[a])
        ASSERT_EQ(clocks[a]->firstBelow(begin, end, component), first);
    }
  }
}

TEST(Clocks, BarrierGivesAllOneRun) {
  constexpr uint32_t count = 1024;
  std::vector<ThreadClock> threads(count);
  std::vector<ThreadClock *> pointers;
  for (uint32_t i = 0; i < count; ++i) {
    threads[i].id = 5000 + i;
    threads[i].own = 1 + i % 7;
    pointers.push_back(&threads[i]);
  }
  EXPECT_FALSE(threads[0].knows(5001, 1));
  synchronize(pointers);
  ASSERT_EQ(threads[0].generic->getRuns().size(), 1u);
  EXPECT_EQ(threads[0].generic, threads[1023].generic);
  EXPECT_TRUE(threads[0].knows(5001, 2));
  EXPECT_FALSE(threads[0].knows(5001, threads[1].own));
  EXPECT_FALSE(threads[0].async);
}

TEST(Clocks, ArrivalsAreKnownToWaitersAlone) {
  ThreadClock producer, consumer;
  producer.id = 1;
  consumer.id = 2;
  SyncObject arrivals;
  arrivals.add(producer, producer.own);
  uint32_t before = producer.own++;
  synchronize({&consumer}, &arrivals);
  EXPECT_TRUE(consumer.knows(1, before));
  EXPECT_FALSE(consumer.knows(1, producer.own));
  EXPECT_FALSE(producer.knows(2, 1));
}

TEST(Clocks, ProxyFence) {
  ThreadClock thread, other;
  other.id = 1;
  synchronize({&thread, &other});
  EXPECT_TRUE(thread.knows(1, 1));
  EXPECT_FALSE(thread.knowsForAsync(1, 1));
  EXPECT_FALSE(thread.knowsForAsync(0, 1));
  uint32_t before = thread.own;
  thread.fenceProxy();
  EXPECT_TRUE(thread.knowsForAsync(1, 1));
  EXPECT_TRUE(thread.knowsForAsync(0, before));
  EXPECT_FALSE(thread.knowsForAsync(0, thread.own));
}

TEST(Clocks, WaitersShareWhatTheyGet) {
  std::vector<ThreadClock> threads(3);
  for (uint32_t i = 0; i < 3; ++i)
    threads[i].id = i;
  synchronize({&threads[0], &threads[1], &threads[2]});
  SyncObject object;
  object.add(threads[2], threads[2].own);
  object.joinInto(threads[0]);
  object.joinInto(threads[1]);
  EXPECT_EQ(threads[0].generic, threads[1].generic);
  ClockRef before = threads[0].generic;
  object.joinInto(threads[0]);
  EXPECT_EQ(threads[0].generic, before);
}
