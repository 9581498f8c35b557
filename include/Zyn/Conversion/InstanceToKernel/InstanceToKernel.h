//===- InstanceToKernel.h - Interface of kernels of instances - -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_INSTANCETOKERNEL_INSTANCETOKERNEL_H
#define ZYN_CONVERSION_INSTANCETOKERNEL_INSTANCETOKERNEL_H

#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::zyn {

/// The host function that `--convert-instance-to-kernel` generates, which
/// launches the kernel.
inline constexpr llvm::StringLiteral kRunInstancesName = "run_instances";

/// The parameters of this function and of the kernel, in this order. Each
/// thread runs the instance in one slot, and a warp has 32 consecutive slots. A
/// pointer to memory of the device is `!llvm.ptr`.
struct SlotParameters {
  /// The words of `DeviceLayout`: word w of lane l of a warp is at index
  /// 32 w + l of the warp.
  Value states;
  /// The linear memories: for each warp, a header, and then the word of 4 bytes
  /// at address 4 w of lane l at index 32 w + l. Memories are zero from
  /// `DeviceLayout::getWindowBegin` on, and instances clear what is below when
  /// they first access it.
  Value memories;
  /// i64: the bytes of memory that each slot has, a multiple of 4.
  Value memoryBytes;
  /// i64: the number of slots.
  Value count;
  /// The bits of the arguments, 64 each: rows of `argumentStride` words, which
  /// is 0 if the arguments are the same for all slots.
  Value arguments;
  /// i64
  Value argumentStride;
  /// Columns of `count` words of 64 bits: the status, the location of a trap
  /// (see InstanceABI.h), and the results.
  Value outcomes;
  /// i64: the bytes of its stack that a thread may use for calls.
  Value stackBytes;
  /// i32: the number in `InstanceLayout` of the function to call, or -1 for
  /// none.
  Value function;
  /// i32: a `SlotStart`
  Value start;
  /// The ports of slots, see HostPortABI.h, in memory of the host that the
  /// device can access; not used if the module does not import functions.
  Value ports;
  /// For each function, its inputs, see HostPortABI.h; used like `ports`.
  Value inputs;
  /// A `zynrt_environment`.
  Value environment;
  /// i64: the number of the instance in the first slot.
  Value first;

  static constexpr unsigned kNumParameters = 14;
  static SmallVector<Type> getTypes(MLIRContext *context);
  static SlotParameters get(ValueRange arguments);
};

/// What a slot contains before a run.
enum SlotStart : uint32_t {
  /// An instance.
  kSlotUsed = 0,
  /// Anything: an instance is initialized first.
  kSlotNew = 1,
  /// An instance, which only runs if its last call returned.
  kSlotUsedIfReturned = 2
};

/// The status of a slot after a run. The upper half is the number of the
/// function that trapped, or the exit code.
enum SlotStatus : uint32_t {
  kSlotRunning = 0,
  kSlotReturned = 1,
  /// The program has ended itself.
  kSlotExited = 2,
  /// Plus the kind of the trap.
  kSlotTrapped = 3
};

/// The bytes before the memories of a warp: a word of 4 bytes for each lane.
inline constexpr uint64_t kMemoryHeaderBytes = 32 * 4;

/// The number of threads of a block.
inline constexpr int64_t kSlotsPerBlock = 128;

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_INSTANCETOKERNEL_INSTANCETOKERNEL_H
