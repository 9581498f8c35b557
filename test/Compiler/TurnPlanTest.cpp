//===- TurnPlanTest.cpp - Instances of each turn --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Compiler/TurnPlan.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

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
  EXPECT_FALSE(plan.repeats());
  plan.endTurn(10, {3, 5, 64});
  // Less than 118, in whole warps.
  EXPECT_EQ(plan.next(128).front(), 128u);
  plan.endTurn(0, {});
  EXPECT_EQ(plan.waiting(), Instances({3, 5, 64}));
  EXPECT_EQ(plan.next(128), Instances({3, 5, 64}));
  EXPECT_TRUE(plan.repeats());
  EXPECT_FALSE(plan.canRepeat());
  plan.endTurn(0, {});
  EXPECT_TRUE(plan.next(128).empty());
}

TEST(TurnPlan, RepeatsWhatItBeginsWith) {
  TurnPlan plan(Instances({7, 2, 9}));
  EXPECT_EQ(plan.next(2), Instances({7, 2}));
  EXPECT_TRUE(plan.repeats());
  plan.endTurn(0, {});
  EXPECT_EQ(plan.next(2), Instances({9}));
  plan.endTurn(0, {});
  EXPECT_TRUE(plan.next(2).empty());
}

// Of those, as many as before run after there was too little memory for some.
TEST(TurnPlan, RepeatsAllOfThem) {
  TurnPlan plan(Instances(300));
  plan.next(300);
  plan.endTurn(268, Instances(268));
  size_t total = 0;
  for (Instances turn = plan.next(300); !turn.empty(); turn = plan.next(300)) {
    total += turn.size();
    plan.endTurn(0, {});
  }
  EXPECT_EQ(total, 268u);
}

// As many instances run at the same time as fitted before; more are tried
// seldom, since those that do not fit have run in vain.
TEST(TurnPlan, Grows) {
  TurnPlan plan(1000);
  plan.next(1000);
  plan.endTurn(900, Instances(900));
  EXPECT_EQ(plan.next(1000).size(), 96u);
  plan.endTurn(90, {});
  EXPECT_EQ(plan.next(1000).size(), 32u);
  plan.endTurn(0, {});
  EXPECT_EQ(plan.next(1000).size(), 64u);
  plan.endTurn(0, {});
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(plan.next(1000).size(), 96u);
    plan.endTurn(0, {});
  }
  EXPECT_EQ(plan.next(1000).size(), 144u);
}

// A single instance that is too large keeps no other one from running, and many
// of them end soon.
TEST(TurnPlan, GivesUp) {
  TurnPlan plan(10000);
  Instances all = plan.next(10000);
  plan.endTurn(all.size(), all);
  unsigned turns = 0, alone = 0;
  for (Instances turn; !(turn = plan.next(10000)).empty(); ++turns) {
    alone += !plan.canRepeat();
    plan.endTurn(turn.size(), plan.canRepeat() ? turn : Instances());
  }
  EXPECT_EQ(alone, 8u);
  EXPECT_LT(turns, 400u);

  TurnPlan last(33);
  Instances first = last.next(32);
  last.endTurn(5, {0, 1, 2, 3, 4});
  EXPECT_EQ(last.next(32), Instances({32}));
  EXPECT_TRUE(last.canRepeat());
  last.endTurn(1, {32});
  EXPECT_EQ(last.next(32), Instances({0, 1, 2, 3, 4, 32}));
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
      ASSERT_TRUE(exhausted.empty() || plan.canRepeat());
      plan.endTurn(exhausted.size(), exhausted);
    }
    EXPECT_EQ(std::count(hasRun.begin(), hasRun.end(), false), 0) << seed;
  }
}
