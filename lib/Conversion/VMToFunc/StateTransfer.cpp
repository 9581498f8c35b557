//===- StateTransfer.cpp - Loading and storing of states ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateTransfer.h"
#include "Structured.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

InstanceBegin zyn::buildBegin(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                              const MachineMemory &memory, Value position,
                              const RegisterFile &file) {
  Value zero = constantI32(b, 0);
  auto write = [&](unsigned number, Value word) {
    file.write(b, constantIndex(b, number), word);
  };
  Type wordType = program.getWordType();
  SmallVector<Value> begin = buildIf(
      b, buildIsFirstRound(b, memory),
      [&]() -> SmallVector<Value> {
        LaunchEntry launch = buildLaunchEntry(b, memory, position);
        write(0, buildFirstRegister(b, launch.instance, wordType));
        for (unsigned number = 1; number < vm::kOne; ++number)
          write(number, number == vm::kInstance ? launch.instance : zero);
        write(vm::kOne, constantI32(b, vm::Matrix(wordType).getOneBits()));
        return {launch.entry, zero};
      },
      [&]() -> SmallVector<Value> {
        for (unsigned number = 0; number < vm::kNumWords; ++number)
          write(number, buildLoadWord(b, memory, number, position));
        return {buildLoadWord(b, memory, vm::kProgramCounter, position),
                buildLoadWord(b, memory, vm::kStackPointer, position)};
      });
  return {begin[0], begin[1], buildExecutedBefore(b, memory, position)};
}

Value zyn::buildExecutedBefore(ImplicitLocOpBuilder &b,
                               const MachineMemory &memory, Value position) {
  Value executed = memref::LoadOp::create(b, memory.executed, position);
  return arith::SelectOp::create(b, buildIsFirstRound(b, memory),
                                 constantI64(b, 0), executed);
}

/// Does not count the last instruction if it trapped or blocked.
static Value buildUncount(ImplicitLocOpBuilder &b, Value status,
                          Value executed) {
  Value low = arith::AndIOp::create(b, status, constantI32(b, 255));
  auto is = [&](vm::Status other) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, low,
                                 constantI32(b, static_cast<uint32_t>(other)));
  };
  Value isUndone =
      arith::OrIOp::create(b, is(vm::Status::Blocked), is(vm::Status::Trapped));
  Value less = arith::SubIOp::create(b, executed, constantI64(b, 1));
  return arith::SelectOp::create(b, isUndone, less, executed);
}

void zyn::buildEnd(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                   const MachineMemory &memory, Value position,
                   const RegisterFile &file, const StepResult &last,
                   Value executed, Value before) {
  for (unsigned number = 0; number < vm::kNumWords; ++number) {
    Value word = number == vm::kProgramCounter ? last.pc
                 : number == vm::kStackPointer ? last.stackPointer
                 : number == vm::kStatus
                     ? last.status
                     : file.read(b, constantIndex(b, number));
    buildStoreWord(b, memory, number, position, word);
  }
  Value counted = buildUncount(b, last.status, executed);
  memref::StoreOp::create(b, counted, memory.executed, position);
  buildCount(b, program, memory, last.status, counted, before);
}
