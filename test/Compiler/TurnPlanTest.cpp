//===- TurnPlanTest.cpp - Instances of each turn --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Compiler/TurnPlan.h"

#include "gtest/gtest.h"

#include <random>

using namespace zyn::compiler;
using Instances = std::vector<uint32_t>;

TEST(TurnPlan, TakesInstancesInOrder) {
  TurnPlan plan(5);
  EXPECT_EQ(plan.next(2), Instances({0, 1}));
  EXPECT_EQ(plan.next(2), Instances({2, 3}));
  EXPECT_EQ(plan.next(2), Instances({4}));
  EXPECT_TRUE(plan.next(2).empty());
}

// Those that had enough memory are as many as can run at the same time.
TEST(TurnPlan, RepeatsAfterOthers) {
  TurnPlan plan(200);
  EXPECT_EQ(plan.next(128).size(), 128u);
  plan.repeat({3, 5, 64}, 128);
  // Less than 125, in whole warps.
  EXPECT_EQ(plan.next(128).front(), 128u);
  EXPECT_EQ(plan.next(128), Instances({3, 5, 64}));
  EXPECT_TRUE(plan.next(128).empty());
}

TEST(TurnPlan, GivesUp) {
  TurnPlan plan(64);
  Instances all = plan.next(64);
  EXPECT_TRUE(TurnPlan::canShrink(all.size()));
  plan.repeat(all, all.size());
  EXPECT_EQ(plan.next(64).size(), 32u);
  EXPECT_FALSE(TurnPlan::canShrink(32));
  plan.giveUp();
  EXPECT_TRUE(plan.next(64).empty());
}

// Any instances that need any part of the memory get it in the end, if no warp
// needs more than there is.
TEST(TurnPlan, EndsForAnyInstances) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    constexpr int64_t memory = 1000;
    std::vector<int64_t> needs(random() % 2000);
    for (int64_t &need : needs)
      need = random() % (memory / 32);
    TurnPlan plan(needs.size());
    std::vector<bool> hasRun(needs.size());
    unsigned turns = 0;
    for (Instances turn; !(turn = plan.next(1024)).empty(); ++turns) {
      ASSERT_LT(turns, 500u) << seed;
      int64_t used = 0;
      Instances exhausted;
      for (uint32_t instance : turn) {
        ASSERT_FALSE(hasRun[instance]);
        if (used + needs[instance] > memory) {
          exhausted.push_back(instance);
          continue;
        }
        used += needs[instance];
        hasRun[instance] = true;
      }
      if (!exhausted.empty()) {
        ASSERT_TRUE(TurnPlan::canShrink(turn.size()));
        plan.repeat(exhausted, turn.size());
      }
    }
    EXPECT_EQ(std::count(hasRun.begin(), hasRun.end(), false), 0) << seed;
  }
}
