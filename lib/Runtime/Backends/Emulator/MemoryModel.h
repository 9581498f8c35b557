//===- MemoryModel.h - Terms of the GPU's memory model ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who accesses memory, how, and with which guarantees: the words that the
// emulator and its checker share. The meaning is that of the chapter "Memory
// Consistency Model" of NVIDIA's PTX ISA.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MEMORYMODEL_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MEMORYMODEL_H

#include "Zyn/Runtime/EmulatorABI.h"

#include <cstdint>
#include <string>

namespace zyn::emulator {

/// Something that accesses memory in an order of its own. The threads of the
/// grid come first: block 0's, x fastest, then block 1's, and so on. After them
/// come asynchronous operations, which `Checker::startAgent` numbers.
using ThreadId = uint32_t;

enum class AccessKind : uint8_t {
  Load,
  Store,
  AtomicLoad,
  AtomicStore,
  AtomicUpdate
};

/// The way to memory: Async is that of bulk copies, TMA, and the reads of
/// shared memory by wgmma; all else, cp.async included, is Generic.
enum class Proxy : uint8_t { Generic, Async };

/// The threads that an atomic or a fence is meant for, narrow to wide.
enum class Scope : uint8_t { Thread, Warp, Block, Cluster, Device, System };

enum class Order : uint8_t { Relaxed, Acquire, Release, AcqRel };

/// Address spaces, with the numbers that NVPTX gives them.
enum class Space : uint8_t {
  Generic = 0,
  Global = 1,
  Shared = 3,
  Constant = 4,
  Local = 5
};

struct Access {
  ThreadId thread = 0;
  uint64_t address = 0;
  uint32_t bytes = 0;
  AccessKind kind = AccessKind::Load;
  Proxy proxy = Proxy::Generic;
  const zynemu_site *site = nullptr;
  /// Of atomics.
  Scope scope = Scope::System;
  Order order = Order::Relaxed;
};

/// A piece of memory that a kernel may access.
struct Memory {
  static constexpr uint32_t everyBlock = UINT32_MAX;

  uint64_t begin = 0;
  uint64_t bytes = 0;
  Space space = Space::Global;
  /// What to call it in findings; may be empty.
  std::string name;
  /// Linear id of the block that it belongs to: shared memory, which only that
  /// block and others of its cluster can access.
  uint32_t owner = everyBlock;
  /// Offset in its space of the first byte, for findings.
  uint64_t offset = 0;
  /// The host's memory behind `begin`; null if findings are not to say values.
  const void *contents = nullptr;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MEMORYMODEL_H
