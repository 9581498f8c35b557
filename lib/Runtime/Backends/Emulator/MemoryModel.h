//===- MemoryModel.h - Terms of the GPU's memory model ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms shared by the emulator and its checker: who accesses memory, how, and
// with which guarantees. They are defined as in the chapter "Memory Consistency
// Model" of NVIDIA's PTX ISA.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MEMORYMODEL_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MEMORYMODEL_H

#include "Zyn/Runtime/EmulatorABI.h"

#include <cstdint>
#include <string>

namespace zyn::emulator {

/// Identifies an agent that accesses memory in its own order. The threads of
/// the grid come first: those of block 0, x fastest, then those of block 1, and
/// so on. They are followed by asynchronous operations, which are numbered by
/// `Checker::startAgent`.
using ThreadId = uint32_t;

enum class AccessKind : uint8_t {
  Load,
  Store,
  AtomicLoad,
  AtomicStore,
  AtomicUpdate
};

/// The proxy of an access: bulk copies, TMA, and wgmma's reads of shared memory
/// are Async; everything else, including cp.async, is Generic.
enum class Proxy : uint8_t { Generic, Async };

/// The threads that an atomic or a fence synchronizes with, from narrow to
/// wide.
enum class Scope : uint8_t { Thread, Warp, Block, Cluster, Device, System };

enum class Order : uint8_t { Relaxed, Acquire, Release, AcqRel };

/// Address spaces, numbered as in NVPTX.
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
  /// For atomics.
  Scope scope = Scope::System;
  Order order = Order::Relaxed;
};

/// A range of memory that a kernel may access.
struct Memory {
  static constexpr uint32_t everyBlock = UINT32_MAX;

  uint64_t begin = 0;
  uint64_t bytes = 0;
  Space space = Space::Global;
  /// Its name in findings; may be empty.
  std::string name;
  /// For shared memory, the linear id of the block that it belongs to: only
  /// that block and others of its cluster can access it.
  uint32_t owner = everyBlock;
  /// The offset of the first byte in its space, for findings.
  uint64_t offset = 0;
  /// The host memory at `begin`; null if findings should not print values.
  const void *contents = nullptr;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_MEMORYMODEL_H
