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
  /// The windows of the linear memories (see `DeviceLayout`), in which the
  /// initial memory of new instances is zero: for each warp, the word of 4
  /// bytes that is 4 w bytes after the beginning of lane l's window at index 32
  /// w + l.
  Value windows;
  /// i64: the address where windows end.
  Value windowEnd;
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
  /// i32: for each slot, the number of its instance.
  Value instances;
  /// What is outside of the windows: for each warp, the word of 4 bytes at
  /// address 4 w of lane l at index 32 w + l. It is zero where no instance has
  /// accessed it.
  Value outside;
  /// i64: the size that memories can grow to.
  Value memoryBytes;
  /// The pages outside of windows that are in use, see `PagesWord`.
  Value pages;
  /// i64: the number of words that they have for each warp.
  Value pagesWords;

  static constexpr unsigned kNumParameters = 18;
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

/// Added to the status if the call did not return, and the memory could not
/// grow before, since the device had too few pages left.
inline constexpr uint32_t kSlotLackedPages = UINT32_C(1) << 31;

/// Words of 32 bits that describe the pages outside of windows. One page of the
/// memories of each lane of a warp is one page of the device, of 2 MiB, which
/// takes memory when one of them first accesses it.
enum PagesWord : unsigned {
  /// How many pages are in use, and how many may be.
  kPagesUsed,
  kPagesLimit,
  /// From here on, the words of each warp: how many pages it uses, and then a
  /// bit for each page of the memory that says whether it is one of these.
  kPagesOfWarps
};

/// The number of threads of a block.
inline constexpr int64_t kSlotsPerBlock = 128;

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_INSTANCETOKERNEL_INSTANCETOKERNEL_H
