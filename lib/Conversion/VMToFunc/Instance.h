//===- Instance.h - Builders for single instances ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_INSTANCE_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_INSTANCE_H

#include "Zyn/Conversion/VMToFunc/VMToFunc.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// Create constants at the builder's insertion point.
Value constantI32(ImplicitLocOpBuilder &b, uint32_t value);
Value constantI64(ImplicitLocOpBuilder &b, int64_t value);
Value constantIndex(ImplicitLocOpBuilder &b, int64_t value);
/// Converts an unsigned i32 to an index.
Value toIndex(ImplicitLocOpBuilder &b, Value i32);

/// The number of an instance and its entry.
struct LaunchEntry {
  /// i32: index of the instance within its launch.
  Value instance;
  /// i32: pc of the first instruction.
  Value entry;
};
/// Builds the search for the launch of a position.
LaunchEntry buildLaunchEntry(ImplicitLocOpBuilder &b,
                             const MachineMemory &memory, Value position);

/// Returns an i1: whether this is the first round, in which states are still
/// uninitialized.
Value buildIsFirstRound(ImplicitLocOpBuilder &b, const MachineMemory &memory);

/// Returns an i1: whether an instance has not ended yet.
Value buildIsUnfinished(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                        Value position);

/// Returns the initial value of register 0.
Value buildFirstRegister(ImplicitLocOpBuilder &b, Value instance,
                         Type wordType);

Value buildLoadWord(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                    unsigned word, Value position);
void buildStoreWord(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                    unsigned word, Value position, Value value);

/// Updates the counters of the round for an instance. `status` is its status
/// word; `executed` and `before` are the numbers of instructions that it has
/// executed after and before the round.
void buildCount(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                const MachineMemory &memory, Value status, Value executed,
                Value before);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_INSTANCE_H
