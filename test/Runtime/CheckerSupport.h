//===- CheckerSupport.h - Small programs for the checker --------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TEST_RUNTIME_CHECKERSUPPORT_H
#define ZYN_TEST_RUNTIME_CHECKERSUPPORT_H

#include "Checker.h"

#include "gtest/gtest.h"

#include <deque>

/// A launch whose threads are controlled step by step. Each access has its own
/// location, "f.mlir:N:1" for the N-th.
class Program {
public:
  using Checker = zyn::emulator::Checker;
  using ThreadId = zyn::emulator::ThreadId;
  using AccessKind = zyn::emulator::AccessKind;
  using Proxy = zyn::emulator::Proxy;
  using Scope = zyn::emulator::Scope;
  using Order = zyn::emulator::Order;
  using Space = zyn::emulator::Space;

  static constexpr uint64_t global = 0x100000, shared = 0x200000;
  static constexpr uint64_t globalBytes = 1 << 16, sharedBytes = 4096;

  explicit Program(uint32_t blocks = 2, uint32_t threads = 64,
                   uint32_t cluster = 1)
      : checker(zyn::emulator::Grid({blocks, 1, 1}, {threads, 1, 1},
                                    {cluster, 1, 1})),
        threads(threads) {
    zyn::emulator::Memory memory;
    memory.begin = global;
    memory.bytes = globalBytes;
    memory.name = "x";
    checker.addMemory(memory, /*initialized=*/true);
    for (uint32_t block = 0; block < blocks; ++block) {
      memory.begin = sharedOf(block);
      memory.bytes = sharedBytes;
      memory.space = Space::Shared;
      memory.name = "tile";
      memory.owner = block;
      checker.addMemory(memory, /*initialized=*/false);
    }
  }

  static uint64_t sharedOf(uint32_t block) { return shared + block * 0x10000; }

  bool access(ThreadId thread, AccessKind kind, uint64_t address,
              uint32_t bytes = 4, Proxy proxy = Proxy::Generic) {
    zyn::emulator::Access access;
    access.thread = thread;
    access.address = address;
    access.bytes = bytes;
    access.kind = kind;
    access.proxy = proxy;
    access.site =
        newSite(kind == AccessKind::Load ? "kernel.load" : "kernel.store");
    return checker.access(access, 1);
  }
  bool load(ThreadId thread, uint64_t address, uint32_t bytes = 4) {
    return access(thread, AccessKind::Load, address, bytes);
  }
  bool store(ThreadId thread, uint64_t address, uint32_t bytes = 4) {
    return access(thread, AccessKind::Store, address, bytes);
  }

  void atomic(ThreadId thread, AccessKind kind, uint64_t address,
              Order order = Order::Relaxed, Scope scope = Scope::Device,
              uint32_t bytes = 4) {
    zyn::emulator::Access access;
    access.thread = thread;
    access.address = address;
    access.bytes = bytes;
    access.kind = kind;
    access.order = order;
    access.scope = scope;
    access.site = newSite("kernel.atomic");
    EXPECT_TRUE(checker.access(access, bytes));
    checker.atomic(access);
  }
  void atomicLoad(ThreadId thread, uint64_t address,
                  Order order = Order::Relaxed, Scope scope = Scope::Device) {
    atomic(thread, AccessKind::AtomicLoad, address, order, scope);
  }
  void atomicStore(ThreadId thread, uint64_t address,
                   Order order = Order::Relaxed, Scope scope = Scope::Device) {
    atomic(thread, AccessKind::AtomicStore, address, order, scope);
  }
  void update(ThreadId thread, uint64_t address, Order order = Order::Relaxed,
              Scope scope = Scope::Device) {
    atomic(thread, AccessKind::AtomicUpdate, address, order, scope);
  }

  /// A barrier of all threads of a block, or of `count` threads starting with
  /// `first`.
  void blockBarrier(uint32_t block = 0) { barrier(block * threads, threads); }
  void barrier(ThreadId first, uint32_t count,
               const zyn::emulator::SyncObject *arrivals = nullptr) {
    std::vector<ThreadId> participants;
    for (uint32_t i = 0; i < count; ++i)
      participants.push_back(first + i);
    checker.barrier(participants, arrivals);
  }

  std::vector<zyn::emulator::Finding> findings() {
    std::vector<zyn::emulator::Finding> all = checker.takeFindings();
    std::vector<zyn::emulator::Finding> errors;
    for (zyn::emulator::Finding &finding : all)
      if (!finding.isWarning())
        errors.push_back(std::move(finding));
    return errors;
  }
  /// Returns the text of the only finding; if there is not exactly one, what
  /// there is instead.
  std::string finding() {
    std::string text;
    for (const zyn::emulator::Finding &finding : findings())
      text += (text.empty() ? "" : "\n") + finding.line();
    return text;
  }

  const zynemu_site *newSite(const char *op) {
    places.push_back("f.mlir:" + std::to_string(places.size() + 1) + ":1");
    sites.push_back({places.back().c_str(), op});
    return &sites.back();
  }

  Checker checker;

private:
  uint32_t threads;
  std::deque<std::string> places;
  std::deque<zynemu_site> sites;
};

/// Whether `text` contains `part`.
inline testing::AssertionResult has(const std::string &text,
                                    const std::string &part) {
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "expected '" << part << "', found '" << text << "'";
}

#endif // ZYN_TEST_RUNTIME_CHECKERSUPPORT_H
