//===- CheckerMemoryTest.cpp - Bounds, values and costs -------------------===//
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
// Bounds, alignment, values
//===----------------------------------------------------------------------===//

TEST(CheckerMemory, OutOfBounds) {
  Program p;
  EXPECT_TRUE(p.store(0, g + Program::globalBytes - 4));
  EXPECT_FALSE(p.store(0, g + Program::globalBytes - 2));
  EXPECT_EQ(p.finding(),
            "f.mlir:2:1: error: out of bounds: kernel.store of 4 "
            "bytes by thread (0,0,0) of block (0,0,0) at "
            "global+0xfffe in 'x': the access ends 2 bytes after the "
            "last byte of 'x', which has 65536 bytes");
  EXPECT_FALSE(p.load(1, g - 8));
  EXPECT_TRUE(has(p.finding(), "8 bytes before the first byte of 'x'"));
  EXPECT_FALSE(p.load(1, 8));
  EXPECT_TRUE(has(p.finding(), "the launch has no memory there"));
  EXPECT_FALSE(p.load(1, UINT64_MAX - 1));
  EXPECT_TRUE(has(p.finding(), "the launch has no memory there"));
}

TEST(CheckerMemory, SharedMemoryOfAnotherBlock) {
  Program p(4, 32, 2);
  EXPECT_TRUE(p.store(32, Program::sharedOf(0)));
  EXPECT_FALSE(p.store(64, Program::sharedOf(0)));
  EXPECT_TRUE(has(p.finding(), "found that of block (0,0,0)"));
  p.checker.endBlock(0);
  p.checker.removeMemory(Program::sharedOf(0));
  EXPECT_FALSE(p.store(32, Program::sharedOf(0)));
}

TEST(CheckerMemory, Misaligned) {
  Program p;
  Access access;
  access.address = g + 20;
  access.bytes = 16;
  access.site = p.newSite("kernel.load");
  EXPECT_FALSE(p.checker.access(access, 16));
  EXPECT_TRUE(has(p.finding(), "global+0x14 in 'x': expected a multiple of 16 "
                               "bytes, found a remainder of 4"));
  EXPECT_TRUE(p.checker.access(access, 4));
}

TEST(CheckerMemory, ConstantMemoryIsNotWritten) {
  Program p;
  Memory memory;
  memory.begin = 0x900000;
  memory.bytes = 64;
  memory.space = Space::Constant;
  p.checker.addMemory(memory, true);
  EXPECT_TRUE(p.load(0, 0x900000));
  EXPECT_FALSE(p.store(0, 0x900000));
  EXPECT_TRUE(has(p.finding(), "constant memory cannot be written"));
}

TEST(CheckerMemory, Uninitialized) {
  Program p;
  p.store(0, s + 1, 1);
  p.load(0, s + 1, 1);
  EXPECT_EQ(p.finding(), "");
  p.load(0, s, 4);
  EXPECT_TRUE(has(p.finding(), "uninitialized read: kernel.load of 4 bytes by "
                               "thread (0,0,0) of block (0,0,0) at shared+0x0 "
                               "in 'tile': byte 0 was never written"));
  p.store(0, s, 1);
  p.load(0, s, 4);
  EXPECT_TRUE(has(p.finding(), "byte 2 was never written"));
  p.update(0, s + 64);
  EXPECT_TRUE(has(p.finding(), "uninitialized read"));
}

TEST(CheckerMemory, MemoryThatIsAddedAgainHasNoPast) {
  Program p;
  p.store(0, s);
  p.checker.removeMemory(s);
  Memory memory;
  memory.begin = s;
  memory.bytes = 64;
  memory.space = Space::Shared;
  p.checker.addMemory(memory, false);
  p.load(1, s);
  EXPECT_TRUE(has(p.finding(), "uninitialized read"));
  p.store(2, s);
  EXPECT_TRUE(has(p.finding(), "thread (1,0,0)"));
}

TEST(CheckerMemory, Values) {
  Program p;
  float values[] = {1.5f, 2.5f};
  Memory memory;
  memory.begin = reinterpret_cast<uintptr_t>(values);
  memory.bytes = sizeof(values);
  memory.space = Space::Shared;
  memory.offset = 0x80;
  memory.contents = values;
  p.checker.addMemory(memory, true);
  p.load(0, memory.begin + 4);
  p.store(1, memory.begin + 4);
  EXPECT_TRUE(has(p.finding(),
                  "at shared+0x84, value 0x40200000 (f32 2.5, i32 1075838976); "
                  "conflicts with"));
  p.store(2, memory.begin, 2);
  p.store(3, memory.begin, 2);
  EXPECT_TRUE(has(p.finding(), "value 0x0000;"));
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

static WarpAccess strided(uint32_t bytes, uint64_t stride,
                          uint32_t lanes = ~0u) {
  WarpAccess access;
  access.lanes = lanes;
  access.bytes = bytes;
  for (uint32_t lane = 0; lane < 32; ++lane)
    access.addresses[lane] = 4096 + lane * stride;
  return access;
}

TEST(CheckerMemory, BankConflicts) {
  struct {
    uint32_t bytes;
    uint64_t stride;
    uint32_t ways, needed, minimum;
  } cases[] = {
      {4, 4, 1, 1, 1},    {4, 0, 1, 1, 1},     {4, 8, 2, 2, 1},
      {4, 12, 1, 1, 1},   {4, 128, 32, 32, 1}, {4, 132, 1, 1, 1},
      {2, 2, 1, 1, 1},    {1, 1, 1, 1, 1},     {2, 64, 16, 16, 1},
      {8, 8, 1, 2, 2},    {8, 128, 16, 32, 2}, {8, 16, 2, 4, 2},
      {16, 16, 1, 4, 4},  {16, 128, 8, 32, 4}, {16, 0, 1, 4, 4},
      {16, 144, 1, 4, 4},
  };
  for (const auto &c : cases) {
    AccessCost cost = sharedCost(strided(c.bytes, c.stride));
    EXPECT_EQ(cost.ways, c.ways) << c.bytes << " bytes, stride " << c.stride;
    EXPECT_EQ(cost.needed, c.needed)
        << c.bytes << " bytes, stride " << c.stride;
    EXPECT_EQ(cost.minimum, c.minimum)
        << c.bytes << " bytes, stride " << c.stride;
  }
  EXPECT_EQ(sharedCost(strided(4, 128, 0xf)).ways, 4u);
  EXPECT_EQ(sharedCost(strided(16, 16, 0xff)).needed, 1u);
}

TEST(CheckerMemory, Sectors) {
  struct {
    uint32_t bytes;
    uint64_t stride;
    uint32_t needed, minimum;
  } cases[] = {
      {4, 4, 4, 4}, {4, 8, 8, 4},     {4, 128, 32, 4},
      {4, 0, 1, 1}, {16, 16, 16, 16}, {1, 1, 1, 1},
      {2, 2, 2, 2}, {8, 4096, 32, 8}, {64, 64, 64, 64},
  };
  for (const auto &c : cases) {
    AccessCost cost = globalCost(strided(c.bytes, c.stride));
    EXPECT_EQ(cost.needed, c.needed)
        << c.bytes << " bytes, stride " << c.stride;
    EXPECT_EQ(cost.minimum, c.minimum)
        << c.bytes << " bytes, stride " << c.stride;
  }
  WarpAccess shifted = strided(4, 4);
  for (uint64_t &address : shifted.addresses)
    address += 4;
  EXPECT_EQ(globalCost(shifted).needed, 5u);
}

/// Returns the warnings about a 4-byte load by each thread of a block.
static std::string warningsOf(uint64_t base, uint64_t stride, int times) {
  Program p;
  const zynemu_site *load = p.newSite("kernel.load");
  for (uint64_t i = 0; base == s && i < 64 * stride + 4; i += 4)
    p.store(0, s + i);
  p.blockBarrier();
  // Thread by thread, like fibers.
  for (uint32_t thread = 0; thread < 64; ++thread)
    for (int i = 0; i < times; ++i) {
      Access access;
      access.thread = thread;
      access.address = base + stride * thread;
      access.bytes = 4;
      access.site = load;
      p.checker.access(access, 4);
    }
  p.checker.endBlock(0);
  std::string text;
  for (const Finding &finding : p.checker.takeFindings()) {
    EXPECT_TRUE(finding.isWarning());
    text += finding.line();
  }
  return text;
}

TEST(CheckerMemory, WarningsAreCollectedFromThreads) {
  EXPECT_EQ(warningsOf(s, 4, 3), "");
  EXPECT_EQ(warningsOf(s, 32, 3),
            "f.mlir:1:1: warning: bank conflict: kernel.load of 4 bytes: up to "
            "8-way; 8.0 passes through shared memory where 1.0 would suffice, "
            "in 6 of 6 sampled accesses of warps");
  EXPECT_EQ(warningsOf(g, 4, 3), "");
  EXPECT_EQ(warningsOf(g + 4, 4, 3), "");
  EXPECT_EQ(warningsOf(g, 128, 100),
            "f.mlir:1:1: warning: uncoalesced access: kernel.load of 4 bytes: "
            "32.0 sectors of 32 bytes where 4.0 would suffice, in 16 of 16 "
            "sampled accesses of warps");
}

TEST(CheckerMemory, WarpOps) {
  Program p;
  p.checker.warpAccess(Space::Shared, strided(16, 128),
                       p.newSite("kernel.mma"));
  std::vector<Finding> findings = p.checker.takeFindings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, FindingKind::BankConflict);
  EXPECT_TRUE(has(findings[0].text, "up to 8-way"));
}
