//===- Interpreter.cpp - Interpreter engine -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "StateTransfer.h"
#include "Structured.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

/// Number of instructions granted at a time, so that the inner loop can count
/// in 32 bits.
static constexpr int64_t grant = int64_t(1) << 30;

/// Builds a loop that executes instructions while the instance is running and
/// has not exceeded its budget.
static std::pair<StepResult, Value>
buildLoop(ImplicitLocOpBuilder &b, const MachineMemory &memory,
          Dispatch &dispatch, const RegisterFile &file, Value scratch,
          Value position, const InstanceBegin &begin) {
  Value zero = constantI32(b, 0);
  auto runs = [&](Value status) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, status, zero);
  };
  SmallVector<Value> last = buildWhile(
      b, {begin.pc, zero, begin.stackPointer, begin.executed},
      [&](ValueRange carried) -> Value {
        Value hasRemaining = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                                   carried[3], memory.budget);
        return arith::AndIOp::create(b, runs(carried[1]), hasRemaining);
      },
      [&](ValueRange carried) -> SmallVector<Value> {
        Value left = arith::SubIOp::create(b, memory.budget, carried[3]);
        Value granted = arith::MinSIOp::create(b, left, constantI64(b, grant));
        Value count = arith::TruncIOp::create(b, b.getI32Type(), granted);
        SmallVector<Value> inner = buildWhile(
            b, {carried[0], carried[1], carried[2], count},
            [&](ValueRange state) -> Value {
              Value hasRemaining = arith::CmpIOp::create(
                  b, arith::CmpIPredicate::sgt, state[3], zero);
              return arith::AndIOp::create(b, runs(state[1]), hasRemaining);
            },
            [&](ValueRange state) -> SmallVector<Value> {
              StepResult step =
                  dispatch.build(file, scratch, position, state[0], state[2]);
              Value rest =
                  arith::SubIOp::create(b, state[3], constantI32(b, 1));
              return {step.pc, step.status, step.stackPointer, rest};
            });
        Value done = arith::SubIOp::create(b, count, inner[3]);
        Value executed = arith::AddIOp::create(
            b, carried[3], arith::ExtUIOp::create(b, b.getI64Type(), done));
        return {inner[0], inner[1], inner[2], executed};
      });
  return {{last[0], last[1], last[2]}, last[3]};
}

void zyn::buildInterpreter(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                           const MachineMemory &memory, Value position,
                           const RegisterFile &file) {
  // Without routines, there are no launches.
  if (program.getOps<vm::RoutineOp>().empty())
    return;
  Value scratch = memref::AllocaOp::create(
      b, MemRefType::get({vm::kNumWords}, b.getI32Type()));
  buildIf(b, buildIsUnfinished(b, memory, position), [&] {
    InstanceBegin begin = buildBegin(b, program, memory, position, file);
    Dispatch dispatch(b, program, memory);
    auto [last, executed] =
        buildLoop(b, memory, dispatch, file, scratch, position, begin);
    buildEnd(b, program, memory, position, file, last, executed,
             begin.executed);
  });
}
