//===- CheckerClusterTest.cpp - Copies, mbarriers and clusters ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckerSupport.h"

using namespace zyn::emulator;

static constexpr uint64_t s = Program::shared, g = Program::global;

TEST(Checker, CopiesOfOneGroupHaveNoOrder) {
  for (uint64_t offset : {0, 8, 16}) {
    Program p;
    ThreadId copy = p.checker.startAgent(0, Proxy::Generic);
    p.access(copy, AccessKind::Store, s, 16);
    p.checker.continueAgent(copy, 0);
    p.access(copy, AccessKind::Store, s + offset, 16);
    std::string text = p.finding();
    if (offset < 16)
      EXPECT_TRUE(has(text, "copies of one group are not ordered"));
    else
      EXPECT_EQ(text, "");
    p.checker.joinAgent(0, copy);
    p.load(0, s);
    p.load(0, s + 12);
    EXPECT_EQ(p.finding(), "");
  }
}

TEST(Checker, GroupsOfOneThreadAreOrderedByTheWaitBetweenThem) {
  Program p;
  for (int round = 0; round < 3; ++round) {
    ThreadId copy = p.checker.startAgent(0, Proxy::Generic);
    p.access(copy, AccessKind::Store, s, 16);
    p.checker.continueAgent(copy, 0);
    p.access(copy, AccessKind::Store, s + 16, 16);
    p.checker.joinAgent(0, copy);
  }
  EXPECT_EQ(p.finding(), "");
}

TEST(Checker, AsyncProxySeesAnMbarrierAfterAFence) {
  enum Fence { None, MBarrierInit, ProxyByInitializer, ProxyByUser };
  for (Fence fence : {None, MBarrierInit, ProxyByInitializer, ProxyByUser})
    for (ThreadId user : {0, 40}) {
      Program p;
      p.store(0, s, 8);
      Checker::BarrierInit init =
          p.checker.initBarrier(0, p.newSite("kernel.mbarrier.init"));
      // A fence of another thread has no effect on this one.
      p.checker.fenceBarrierInit(1, init);
      if (fence == MBarrierInit) {
        p.checker.fenceBarrierInit(0, init);
        p.checker.fence(0, Scope::Cluster);
      }
      if (fence == ProxyByInitializer)
        p.checker.proxyFence(0);
      p.blockBarrier();
      if (fence == ProxyByUser)
        p.checker.proxyFence(user);
      Access access;
      access.thread = user;
      access.bytes = 8;
      access.kind = AccessKind::AtomicUpdate;
      access.proxy = Proxy::Async;
      access.site = p.newSite("kernel.tma.load");
      p.checker.checkBarrierInit(access, init);
      std::string text = p.finding();
      if (fence == None)
        EXPECT_TRUE(has(text, "fence.mbarrier_init is missing between them"));
      else
        EXPECT_EQ(text, "") << fence;
    }
}

TEST(Checker, SharedMemoryOfABlockThatMayNotHaveStarted) {
  enum How { Nothing, Start, StartOfOther, Flag, OwnBarrier };
  for (How how : {Nothing, Start, StartOfOther, Flag, OwnBarrier}) {
    Program p(/*blocks=*/4, /*threads=*/8, /*cluster=*/2);
    SyncObject object;
    if (how == Start || how == StartOfOther) {
      p.checker.releaseStart(how == Start ? 0 : 2, object);
      p.checker.acquire(3, object);
    }
    if (how == Flag) {
      p.atomicStore(8, g, Order::Release, Scope::Cluster);
      p.atomicLoad(0, g, Order::Acquire, Scope::Cluster);
    }
    // Other threads of the block propagate what they have acquired.
    p.blockBarrier();
    if (how != OwnBarrier)
      p.store(0, Program::sharedOf(1));
    p.store(0, Program::sharedOf(0));
    bool isFound = how == Nothing || how == StartOfOther;
    std::string text = p.finding();
    if (isFound)
      EXPECT_TRUE(has(text, "error: access before start: kernel.store of 4 "
                            "bytes by thread (0,0,0) of block (0,0,0) at "
                            "shared+0x0 in 'tile' of block (1,0,0)"));
    else
      EXPECT_EQ(text, "") << how;
  }
}

TEST(Checker, RelaxedArrivalAfterAFenceReleases) {
  for (Scope scope : {Scope::Block, Scope::Cluster, Scope::Device}) {
    Program p(/*blocks=*/2, /*threads=*/8, /*cluster=*/2);
    SyncObject arrivals;
    p.checker.releaseStart(0, arrivals);
    p.store(0, s);
    p.checker.fence(0, scope);
    p.store(0, s + 4);
    p.checker.releaseFenced(0, Scope::Cluster, arrivals);
    p.checker.acquire(8, arrivals);
    p.load(8, s);
    EXPECT_EQ(p.findings().size(), scope == Scope::Block ? 1u : 0u);
    // Accesses between the fence and the arrival are not ordered.
    p.load(8, s + 4);
    EXPECT_EQ(p.findings().size(), 1u);
  }
}
