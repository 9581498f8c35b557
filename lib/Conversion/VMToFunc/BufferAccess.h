//===- BufferAccess.h - What instructions on buffers do ------- -*- C++ -*-===//
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

/// Where a buffer is for one instance.
struct BufferPlace {
  /// i32: words or slots.
  Value size;
  /// index: the first one, and how far it is to the next one.
  Value base, stride;
};

/// The place of a buffer that is known when the program is compiled.
/// `sharedWords` lie before the instance buffers; `lane` is the instance's.
BufferPlace buildPlace(ImplicitLocOpBuilder &b, vm::BufferOp buffer,
                       const MachineMemory &memory, int64_t sharedWords,
                       Value lane);

/// Instructions on buffers, on words that are i32. Addresses are i32, and
/// below the size: `isInside` tells.
class BufferAccess {
public:
  BufferAccess(ImplicitLocOpBuilder &b, const MachineMemory &memory);

  Value isInside(const BufferPlace &place, Value address);
  Value load(const BufferPlace &place, Value address);
  void store(const BufferPlace &place, Value address, Value word);
  /// The old word; `third` is what `cas` stores.
  Value atomic(vm::AtomicKind kind, const BufferPlace &place, Value address,
               Value word, Value third);
  /// Whether the slot was empty: an i1.
  Value send(const BufferPlace &place, Value address, Value word);
  /// Whether the slot was full, and the word.
  std::pair<Value, Value> receive(const BufferPlace &place, Value address);
  /// Whether there was room: an i1. What was appended before has to be counted
  /// already, so the word is written where there was.
  Value append(const BufferPlace &place, Value word);

private:
  Value getIndex(const BufferPlace &place, Value address);
  /// Changes an element at once; the old one. With `isOrdered`, what the
  /// threads on both sides have done before and do after is ordered too.
  Value change(vm::AtomicKind kind, Value memory, Value index, Value operand,
               bool isOrdered = false);
  /// Stores `desired` if the element is `expected`, ordered; the old one.
  Value exchangeIf(Value memory, Value index, Value expected, Value desired);

  ImplicitLocOpBuilder &b;
  /// The buffers as memref<?xi32> and memref<?xf32>, the slots.
  Value words, floats, slots;
  /// Whether this is code of a GPU.
  bool isKernel;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_BUFFERACCESS_H
