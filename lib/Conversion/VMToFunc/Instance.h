//===- Instance.h - One instance of a generated function ------ -*- C++ -*-===//
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

/// Constants in the builder's place.
Value constantI32(ImplicitLocOpBuilder &b, uint32_t value);
Value constantI64(ImplicitLocOpBuilder &b, int64_t value);
Value constantIndex(ImplicitLocOpBuilder &b, int64_t value);
/// An i32, unsigned, as an index.
Value toIndex(ImplicitLocOpBuilder &b, Value i32);

/// Where an instance of a launch begins.
struct LaunchPlace {
  /// i32: its number within the launch.
  Value instance;
  /// i32: the launch's first instruction.
  Value entry;
};
/// Finds the launch of a position.
LaunchPlace buildFindLaunch(ImplicitLocOpBuilder &b,
                            const MachineMemory &memory, Value position);

/// Whether this is the first round: states have no contents yet.
Value buildIsFirstRound(ImplicitLocOpBuilder &b, const MachineMemory &memory);

/// Whether an instance has not ended yet.
Value buildIsUnfinished(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                        Value position);

/// The word that register 0 starts with.
Value buildFirstRegister(ImplicitLocOpBuilder &b, Value instance,
                         Type wordType);

Value buildLoadWord(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                    unsigned word, Value position);
void buildStoreWord(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                    unsigned word, Value position, Value value);

/// Notes for the run how an instance's part in a round has ended; `status` is
/// its word, `executed` its instructions so far, `before` those before the
/// round.
void buildCount(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                const MachineMemory &memory, Value status, Value executed,
                Value before);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_INSTANCE_H
