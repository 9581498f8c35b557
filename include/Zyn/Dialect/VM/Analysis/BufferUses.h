//===- BufferUses.h - Buffers that routines use --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_ANALYSIS_BUFFERUSES_H
#define ZYN_DIALECT_VM_ANALYSIS_BUFFERUSES_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::vm {

/// How a routine uses a buffer.
struct BufferUse {
  bool reads = false;
  bool writes = false;
};

/// The buffers that each routine of a program uses, directly or through its
/// callees. Atomics, sends, receives and outputs both read and write.
class BufferUses {
public:
  using Uses = llvm::MapVector<StringAttr, BufferUse>;

  explicit BufferUses(ProgramOp program);

  /// Uses by buffer name; buffers that the routine uses directly come first, in
  /// program order.
  const Uses &get(RoutineOp routine) const {
    return uses.find(routine)->second;
  }

private:
  DenseMap<Operation *, Uses> uses;
};

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_BUFFERUSES_H
