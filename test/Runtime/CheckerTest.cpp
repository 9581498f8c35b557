//===- CheckerTest.cpp - Data races ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckerSupport.h"

using namespace zyn::emulator;

static constexpr uint64_t g = Program::global, s = Program::shared;

//===----------------------------------------------------------------------===//
// Plain accesses and barriers
//===----------------------------------------------------------------------===//

TEST(Checker, BarrierOrders) {
  Program p;
  p.store(3, s + 12);
  p.blockBarrier();
  p.load(4, s + 12);
  p.load(5, s + 12);
  p.blockBarrier();
  p.store(4, s + 12);
  EXPECT_EQ(p.finding(), "");
}

TEST(Checker, WriteThenRead) {
  Program p;
  p.store(3, s + 64);
  p.load(4, s + 64);
  EXPECT_EQ(p.finding(),
            "f.mlir:2:1: error: data race: kernel.load of 4 bytes by thread "
            "(4,0,0) of block (0,0,0) at shared+0x40 in 'tile'; conflicts with "
            "kernel.store of 4 bytes by thread (3,0,0) of block (0,0,0) at "
            "f.mlir:1:1: no barrier orders them");
}

TEST(Checker, ReadThenWrite) {
  Program p;
  p.load(3, g);
  p.load(4, g);
  EXPECT_EQ(p.finding(), "");
  p.store(4, g);
  EXPECT_TRUE(has(p.finding(), "thread (3,0,0)"));
}

TEST(Checker, WriteOfTheSameValueIsARaceToo) {
  Program p;
  p.store(0, g);
  p.store(1, g);
  EXPECT_TRUE(has(p.finding(), "data race: kernel.store"));
}

TEST(Checker, ManyReadersThenOneWriter) {
  Program p;
  for (uint32_t thread = 0; thread < 64; ++thread)
    p.load(thread, g);
  p.barrier(0, 63);
  p.store(0, g);
  EXPECT_TRUE(has(p.finding(), "by thread (63,0,0) of block (0,0,0)"));
}

TEST(Checker, ManyReadersBehindABarrier) {
  Program p;
  for (uint32_t thread = 0; thread < 64; ++thread)
    p.load(thread, g);
  p.blockBarrier();
  p.store(0, g);
  EXPECT_EQ(p.finding(), "");
}

TEST(Checker, BlocksAreNotOrdered) {
  Program p;
  p.store(0, g);
  p.blockBarrier(0);
  p.blockBarrier(1);
  p.load(64, g);
  EXPECT_TRUE(
      has(p.finding(), "no release and acquire of device scope orders them"));
}

TEST(Checker, BlocksThatEndedAreNotOrderedEither) {
  Program p;
  p.store(0, g);
  p.checker.endBlock(0);
  p.checker.removeMemory(Program::sharedOf(0));
  p.load(64, g);
  EXPECT_TRUE(has(p.finding(), "thread (0,0,0) of block (0,0,0)"));
}

TEST(Checker, NamedBarrierOrdersItsThreadsAlone) {
  Program p;
  p.store(0, s);
  p.store(40, s + 4);
  p.barrier(0, 32);
  p.load(31, s);
  EXPECT_EQ(p.finding(), "");
  p.load(31, s + 4);
  EXPECT_TRUE(has(p.finding(), "thread (40,0,0)"));
}

TEST(Checker, ArrivalsComeBeforeTheWaiters) {
  Program p;
  SyncObject arrivals;
  p.store(0, s);
  p.checker.release(0, arrivals);
  p.store(0, s + 4);
  p.load(40, s + 8, 0);
  p.barrier(32, 32, &arrivals);
  p.load(40, s);
  EXPECT_EQ(p.finding(), "");
  p.load(40, s + 4);
  EXPECT_TRUE(has(p.finding(), "data race"));
  // Arriving threads do not wait.
  p.store(33, s + 8);
  p.load(0, s + 8);
  EXPECT_TRUE(has(p.finding(), "data race"));
}

TEST(Checker, WarpBarrierOrdersItsLanes) {
  Program p;
  p.store(0, s);
  p.store(1, s + 4);
  p.store(2, s + 8);
  p.checker.barrier({0, 1});
  p.load(1, s);
  p.load(0, s + 4);
  EXPECT_EQ(p.finding(), "");
  p.load(0, s + 8);
  EXPECT_TRUE(has(p.finding(), "thread (2,0,0)"));
}

TEST(Checker, LanesOfAWarpAreNotOrdered) {
  Program p;
  p.store(0, s);
  p.load(1, s);
  EXPECT_TRUE(has(p.finding(), "data race"));
}

TEST(Checker, BytesAreExact) {
  Program p;
  for (uint32_t i = 0; i < 4; ++i)
    p.store(i, s + i, 1);
  p.store(0, s + 4, 2);
  p.store(1, s + 6, 2);
  EXPECT_EQ(p.finding(), "");
  p.load(1, s + 4, 4);
  EXPECT_TRUE(has(p.finding(), "kernel.store of 2 bytes by thread (0,0,0)"));
  p.store(5, s + 3, 1);
  EXPECT_TRUE(has(p.finding(), "thread (3,0,0)"));
}

TEST(Checker, AccessesThatOverlapInPart) {
  Program p;
  p.store(0, g + 16, 16);
  p.store(1, g + 32, 16);
  EXPECT_EQ(p.finding(), "");
  p.store(2, g + 12, 8);
  EXPECT_TRUE(has(p.finding(), "kernel.store of 16 bytes by thread (0,0,0)"));
}

TEST(Checker, FindingsAreCounted) {
  Program p;
  const zynemu_site *store = p.newSite("kernel.store");
  for (uint32_t i = 0; i < 10; ++i) {
    Access access;
    access.thread = i;
    access.address = g;
    access.bytes = 4;
    access.kind = AccessKind::Store;
    access.site = store;
    p.checker.access(access, 4);
  }
  auto findings = p.findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].count, 9u);
  EXPECT_TRUE(has(findings[0].line(), "(9 times)"));
  EXPECT_EQ(findings[0].site, store);
  EXPECT_EQ(findings[0].other, store);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

TEST(Checker, AtomicsDoNotRace) {
  Program p;
  for (uint32_t thread = 0; thread < 128; ++thread)
    p.update(thread, g);
  p.atomicLoad(5, g);
  p.atomicStore(70, g);
  EXPECT_EQ(p.finding(), "");
}

TEST(Checker, AtomicAndPlainRace) {
  Program p;
  p.update(0, g);
  p.load(1, g);
  EXPECT_TRUE(has(p.finding(), "one is not atomic, and nothing orders them"));
  p.store(2, g + 4);
  p.update(3, g + 4);
  EXPECT_TRUE(has(p.finding(), "data race"));
}

TEST(Checker, AtomicReadAndPlainReadDoNot) {
  Program p;
  p.load(0, g);
  p.atomicLoad(1, g);
  p.load(2, g);
  EXPECT_EQ(p.finding(), "");
}

// The first of two ordered atomics must not hide the plain write before it.
TEST(Checker, PlainWriteBehindAnAtomic) {
  Program p;
  p.store(0, g);
  p.blockBarrier(0);
  p.update(1, g);
  p.update(64, g);
  EXPECT_TRUE(has(p.finding(), "kernel.store of 4 bytes by thread (0,0,0)"));
}

TEST(Checker, ScopeTooNarrow) {
  Program p;
  p.update(0, g, Order::Relaxed, Scope::Block);
  p.update(1, g, Order::Relaxed, Scope::Block);
  EXPECT_EQ(p.finding(), "");
  p.update(64, g, Order::Relaxed, Scope::Device);
  EXPECT_TRUE(
      has(p.finding(), "scope block does not reach a thread of another block"));
}

TEST(Checker, ScopeOfTheWarp) {
  Program p;
  p.update(0, g, Order::Relaxed, Scope::Warp);
  p.update(31, g, Order::Relaxed, Scope::Warp);
  EXPECT_EQ(p.finding(), "");
  p.update(32, g, Order::Relaxed, Scope::Warp);
  EXPECT_TRUE(
      has(p.finding(), "scope warp does not reach a thread of another warp"));
}

TEST(Checker, ScopeOfTheCluster) {
  Program p(4, 32, 2);
  p.update(0, g, Order::Relaxed, Scope::Cluster);
  p.update(32, g, Order::Relaxed, Scope::Cluster);
  EXPECT_EQ(p.finding(), "");
  p.update(64, g, Order::Relaxed, Scope::Cluster);
  EXPECT_TRUE(has(p.finding(), "scope cluster does not reach"));
}

TEST(Checker, ReleaseAndAcquire) {
  Program p;
  p.store(0, g);
  p.atomicStore(0, g + 64, Order::Release);
  p.atomicLoad(64, g + 64, Order::Acquire);
  p.load(64, g);
  EXPECT_EQ(p.finding(), "");
}

TEST(Checker, RelaxedFlagOrdersNothing) {
  for (bool releases : {false, true})
    for (bool acquires : {false, true}) {
      Program p;
      p.store(0, g);
      p.atomicStore(0, g + 64, releases ? Order::Release : Order::Relaxed);
      p.atomicLoad(64, g + 64, acquires ? Order::Acquire : Order::Relaxed);
      p.load(64, g);
      EXPECT_EQ(p.findings().size(), releases && acquires ? 0u : 1u);
    }
}

TEST(Checker, ReadBeforeTheReleaseOrdersNothing) {
  Program p;
  p.store(0, g);
  p.atomicLoad(64, g + 64, Order::Acquire);
  p.atomicStore(0, g + 64, Order::Release);
  p.load(64, g);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, FencesWithRelaxedAtomics) {
  Program p;
  p.store(0, g);
  p.checker.fence(0, Scope::Device);
  p.update(0, g + 64);
  p.atomicLoad(64, g + 64);
  p.checker.fence(64, Scope::Device);
  p.load(64, g);
  EXPECT_EQ(p.finding(), "");
}

TEST(Checker, FenceAfterTheWriteIsTooLate) {
  Program p;
  p.store(0, g);
  p.update(0, g + 64);
  p.checker.fence(0, Scope::Device);
  p.atomicLoad(64, g + 64, Order::Acquire);
  p.load(64, g);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, WriteAfterTheFenceIsNotReleased) {
  Program p;
  p.checker.fence(0, Scope::Device);
  p.store(0, g);
  p.update(0, g + 64);
  p.atomicLoad(64, g + 64, Order::Acquire);
  p.load(64, g);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, FenceOfTheBlockIsTooNarrow) {
  for (Scope scope : {Scope::Block, Scope::Device}) {
    Program p;
    p.store(0, g);
    p.checker.fence(0, scope);
    p.update(0, g + 64);
    p.atomicLoad(64, g + 64, Order::Acquire);
    p.load(64, g);
    EXPECT_EQ(p.findings().size(), scope == Scope::Block ? 1u : 0u);
    // Within the block, the scope is wide enough.
    Program q;
    q.store(0, g);
    q.checker.fence(0, scope);
    q.update(0, g + 64);
    q.atomicLoad(1, g + 64, Order::Acquire);
    q.load(1, g);
    EXPECT_EQ(q.finding(), "");
  }
}

TEST(Checker, WideFenceBeforeANarrowOne) {
  Program p;
  p.store(0, g);
  p.checker.fence(0, Scope::Device);
  p.store(0, g + 4);
  p.checker.fence(0, Scope::Block);
  p.update(0, g + 64);
  p.atomicLoad(64, g + 64, Order::Acquire);
  p.load(64, g);
  EXPECT_EQ(p.finding(), "");
  p.load(64, g + 4);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, AcquireOfTheBlockIsTooNarrow) {
  Program p;
  p.store(0, g);
  p.atomicStore(0, g + 64, Order::Release, Scope::Device);
  p.atomicLoad(64, g + 64, Order::Acquire, Scope::Block);
  auto findings = p.findings();
  EXPECT_EQ(findings.size(), 1u); // The atomics themselves.
  p.load(64, g);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, ReleaseThroughAChainOfUpdates) {
  Program p(3, 32);
  p.store(0, g);
  p.update(0, g + 64, Order::Release);
  p.update(32, g + 64);
  p.atomicLoad(64, g + 64, Order::Acquire);
  p.load(64, g);
  EXPECT_EQ(p.finding(), "");
}

TEST(Checker, StoreBreaksTheChain) {
  Program p(3, 32);
  p.store(0, g);
  p.update(0, g + 64, Order::Release);
  p.atomicStore(32, g + 64);
  p.atomicLoad(64, g + 64, Order::Acquire);
  p.load(64, g);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, PlainStoreBreaksTheChain) {
  Program p;
  p.store(0, g);
  p.update(0, g + 64, Order::Release);
  p.store(0, g + 64);
  p.atomicLoad(1, g + 64, Order::Acquire);
  p.load(1, g);
  EXPECT_EQ(p.findings().size(), 2u);
}

// A grid-wide barrier: a counter, surrounded by block barriers.
TEST(Checker, GridBarrier) {
  Program p(4, 32);
  for (uint32_t block = 0; block < 4; ++block) {
    for (uint32_t i = 0; i < 32; ++i)
      p.store(block * 32 + i, g + 4 * (block * 32 + i));
    p.blockBarrier(block);
    p.update(block * 32, g + 4096, Order::Release);
  }
  for (uint32_t block = 0; block < 4; ++block) {
    p.atomicLoad(block * 32, g + 4096, Order::Acquire);
    p.blockBarrier(block);
    for (uint32_t i = 0; i < 32; ++i)
      p.load(block * 32 + i, g + 4 * (((block + 1) % 4) * 32 + i));
  }
  EXPECT_EQ(p.finding(), "");
}

// The last block to arrive reads what all others wrote.
TEST(Checker, LastBlock) {
  for (bool hasFence : {true, false}) {
    Program p(4, 32);
    for (uint32_t block = 0; block < 4; ++block) {
      p.store(block * 32, g + 4 * block);
      if (hasFence)
        p.checker.fence(block * 32, Scope::Device);
      p.update(block * 32, g + 4096);
    }
    if (hasFence)
      p.checker.fence(96, Scope::Device);
    for (uint32_t i = 0; i < 4; ++i)
      p.load(96, g + 4 * i);
    EXPECT_EQ(p.findings().size(), hasFence ? 0u : 3u);
  }
}

//===----------------------------------------------------------------------===//
// mbarriers, asynchronous operations and proxies
//===----------------------------------------------------------------------===//

TEST(Checker, PhasesOfAnMbarrier) {
  Program p;
  SyncObject pending, complete;
  p.store(0, s);
  p.checker.release(0, pending);
  p.store(0, s + 4);
  complete.add(pending);
  pending.clear();
  // An arrival of the next phase, which the wait for this one does not acquire.
  p.checker.release(0, pending);
  p.checker.acquire(40, complete);
  p.load(40, s);
  EXPECT_EQ(p.finding(), "");
  p.load(40, s + 4);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, CopyHasToBeWaitedFor) {
  Program p;
  ThreadId copy = p.checker.startAgent(0, Proxy::Generic);
  p.access(copy, AccessKind::Store, s, 16);
  p.load(0, s);
  EXPECT_EQ(p.finding(),
            "f.mlir:2:1: error: data race: kernel.load of 4 bytes by thread "
            "(0,0,0) of block (0,0,0) at shared+0x0 in 'tile'; conflicts with "
            "kernel.store of 16 bytes by thread (0,0,0) of block (0,0,0), "
            "asynchronously, at f.mlir:1:1: nothing waits for the earlier "
            "asynchronous operation");
  copy = p.checker.startAgent(0, Proxy::Generic);
  p.access(copy, AccessKind::Store, s + 16, 16);
  p.checker.joinAgent(0, copy);
  p.load(0, s + 16);
  EXPECT_EQ(p.finding(), "");
  p.load(1, s + 16);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, CopyComesAfterItsIssuer) {
  Program p;
  p.store(0, g);
  ThreadId copy = p.checker.startAgent(0, Proxy::Generic);
  p.access(copy, AccessKind::Load, g, 16);
  EXPECT_EQ(p.finding(), "");
  p.store(0, g);
  EXPECT_EQ(p.findings().size(), 1u);
}

TEST(Checker, GroupOfCopies) {
  Program p;
  ThreadId copy = p.checker.startAgent(0, Proxy::Generic);
  p.access(copy, AccessKind::Store, s, 16);
  p.store(0, g + 64);
  p.checker.continueAgent(copy, 0);
  p.access(copy, AccessKind::Load, g + 64, 16);
  p.access(copy, AccessKind::Store, s + 16, 16);
  p.checker.joinAgent(0, copy);
  p.load(0, s, 16);
  p.load(0, s + 16, 16);
  EXPECT_EQ(p.finding(), "");
}

TEST(Checker, AgentsAreUsedAgain) {
  Program p;
  ThreadId first = 0;
  for (int i = 0; i < 100; ++i) {
    ThreadId copy = p.checker.startAgent(0, Proxy::Generic);
    if (i == 0)
      first = copy;
    EXPECT_EQ(copy, first);
    p.access(copy, AccessKind::Store, s, 16);
    p.checker.joinAgent(0, copy);
    p.load(0, s, 16);
  }
  EXPECT_EQ(p.finding(), "");
  ThreadId one = p.checker.startAgent(0, Proxy::Generic);
  EXPECT_NE(p.checker.startAgent(0, Proxy::Generic), one);
}

TEST(Checker, BulkCopyThroughAnMbarrier) {
  for (bool waits : {true, false}) {
    Program p;
    SyncObject complete;
    ThreadId copy = p.checker.startAgent(0, Proxy::Async);
    p.access(copy, AccessKind::Store, s, 256, Proxy::Async);
    p.checker.release(copy, complete);
    if (waits)
      p.checker.acquire(40, complete);
    p.load(40, s + 128);
    std::string text = p.finding();
    if (waits)
      EXPECT_EQ(text, "");
    else
      EXPECT_TRUE(has(text, "kernel.store of 256 bytes by thread (0,0,0) of "
                            "block (0,0,0), asynchronously,"));
  }
}

TEST(Checker, ProxyFenceBeforeAnAsynchronousRead) {
  // 0: none; 1: by the writer; 2: by the issuer, after the barrier.
  for (int fence : {0, 1, 2}) {
    Program p;
    p.store(5, s, 16);
    if (fence == 1)
      p.checker.proxyFence(5);
    p.blockBarrier();
    if (fence == 2)
      p.checker.proxyFence(0);
    ThreadId copy = p.checker.startAgent(0, Proxy::Async);
    p.access(copy, AccessKind::Load, s, 16, Proxy::Async);
    std::string text = p.finding();
    if (fence)
      EXPECT_EQ(text, "");
    else
      EXPECT_TRUE(has(text, "fence.proxy_async is missing between them"));
  }
}

TEST(Checker, ProxyFenceBeforeTheWriteIsTooEarly) {
  Program p;
  p.checker.proxyFence(0);
  p.store(0, s, 16);
  ThreadId copy = p.checker.startAgent(0, Proxy::Async);
  p.access(copy, AccessKind::Load, s, 16, Proxy::Async);
  EXPECT_TRUE(has(p.finding(), "fence.proxy_async is missing"));
}

TEST(Checker, ProxyFenceDoesNotReplaceTheBarrier) {
  Program p;
  p.store(5, s, 16);
  p.checker.proxyFence(5);
  p.checker.proxyFence(0);
  ThreadId copy = p.checker.startAgent(0, Proxy::Async);
  p.access(copy, AccessKind::Load, s, 16, Proxy::Async);
  EXPECT_TRUE(has(p.finding(), "no barrier orders them"));
}

TEST(Checker, CopiedDataNeedsAProxyFenceToo) {
  // cp.async writes through the generic proxy, wgmma reads through the async
  // proxy.
  for (bool hasFence : {true, false}) {
    Program p;
    ThreadId copy = p.checker.startAgent(0, Proxy::Generic);
    p.access(copy, AccessKind::Store, s, 16);
    p.checker.joinAgent(0, copy);
    if (hasFence)
      p.checker.proxyFence(0);
    ThreadId wgmma = p.checker.startAgent({0, 1, 2, 3}, Proxy::Async);
    p.access(wgmma, AccessKind::Load, s, 16, Proxy::Async);
    EXPECT_EQ(p.findings().size(), hasFence ? 0u : 1u);
  }
}

TEST(Checker, StagesOfAPipeline) {
  for (bool waitsForEmpty : {true, false}) {
    Program p;
    SyncObject full, empty;
    for (int i = 0; i < 4; ++i) {
      if (i > 0 && waitsForEmpty)
        p.checker.acquire(0, empty);
      ThreadId load = p.checker.startAgent(0, Proxy::Async);
      p.access(load, AccessKind::Store, s, 128, Proxy::Async);
      p.checker.release(load, full);
      p.checker.acquire(32, full);
      ThreadId wgmma = p.checker.startAgent(32, Proxy::Async);
      p.access(wgmma, AccessKind::Load, s, 128, Proxy::Async);
      p.checker.joinAgent(32, wgmma);
      p.checker.release(32, empty);
    }
    EXPECT_EQ(p.finding().empty(), waitsForEmpty);
  }
}
