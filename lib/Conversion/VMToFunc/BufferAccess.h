//===- BufferAccess.h - Lowering of buffer instructions ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_BUFFERACCESS_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_BUFFERACCESS_H

#include "Instance.h"

namespace mlir::zyn {

/// A buffer as one instance addresses it.
struct BufferView {
  /// i32: number of words or slots.
  Value size;
  /// index: offset of the first element, and stride between elements.
  Value base, stride;
};

/// Returns the view of a buffer that is statically known. `sharedWords` is the
/// size of the shared buffers, which precede the instance buffers; `lane` is
/// the lane of the instance (an index).
BufferView buildBufferView(ImplicitLocOpBuilder &b, vm::BufferOp buffer,
                           const MachineMemory &memory, int64_t sharedWords,
                           Value lane);

/// Builds accesses to buffers. Words and addresses are i32. Addresses must be
/// less than the size of the buffer; `isInside` checks this.
class BufferAccess {
public:
  BufferAccess(ImplicitLocOpBuilder &b, const MachineMemory &memory);

  Value isInside(const BufferView &view, Value address);
  Value load(const BufferView &view, Value address);
  void store(const BufferView &view, Value address, Value word);
  /// Returns the old word; `third` is the word that `cas` stores.
  Value atomic(vm::AtomicKind kind, const BufferView &view, Value address,
               Value word, Value third);
  /// Returns an i1: whether the slot was empty and is now filled.
  Value send(const BufferView &view, Value address, Value word);
  /// Returns an i1, whether the slot was full, and the word.
  std::pair<Value, Value> receive(const BufferView &view, Value address);
  /// Returns an i1: whether the buffer had room and the word was appended.
  Value append(const BufferView &view, Value word);

private:
  Value getIndex(const BufferView &view, Value address);
  /// Atomically updates an element and returns the old one: acquire and release
  /// if `isOrdered`, relaxed otherwise.
  Value atomicRMW(vm::AtomicKind kind, Value memory, Value index, Value operand,
                  bool isOrdered = false);
  /// Stores `desired` if the element equals `expected`, with acquire and
  /// release semantics, and returns the old element.
  Value compareExchange(Value memory, Value index, Value expected,
                        Value desired);

  ImplicitLocOpBuilder &b;
  /// The buffers as memref<?xi32> and memref<?xf32>, and the slots.
  Value words, floats, slots;
  /// True if the code is device code.
  bool isKernel;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_BUFFERACCESS_H
