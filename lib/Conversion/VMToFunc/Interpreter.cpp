//===- Interpreter.cpp - Runs an instance by reading its instructions -----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "Engines.h"
#include "Structured.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

/// Instructions that are granted at a time, so that they are counted in 32
/// bits.
static constexpr int64_t grant = int64_t(1) << 30;

namespace {
/// What an instance begins a round with, i32, and its instructions before.
struct Begin {
  Value pc, stackPointer, executed;
};
} // namespace

/// The state into the register file: that of a new instance, or what it had.
static Begin buildBegin(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                        const MachineMemory &memory, Value position,
                        const RegisterFile &file) {
  Value zero = constantI32(b, 0);
  auto write = [&](unsigned number, Value word) {
    file.write(b, constantIndex(b, number), word);
  };
  Value isFirst = buildIsFirstRound(b, memory);
  Type wordType = program.getWordType();
  SmallVector<Value> begin = buildIf(
      b, isFirst,
      [&]() -> SmallVector<Value> {
        LaunchPlace place = buildFindLaunch(b, memory, position);
        write(0, buildFirstRegister(b, place.instance, wordType));
        for (unsigned number = 1; number < vm::kOne; ++number)
          write(number,
                number == vm::kInstance ? place.instance : zero);
        write(vm::kOne, constantI32(b, vm::Matrix(wordType).getOneBits()));
        return {place.entry, zero, constantI64(b, 0)};
      },
      [&]() -> SmallVector<Value> {
        for (unsigned number = 0; number < vm::kNumWords; ++number)
          write(number, buildLoadWord(b, memory, number, position));
        return {buildLoadWord(b, memory, vm::kProgramCounter, position),
                buildLoadWord(b, memory, vm::kStackPointer, position),
                memref::LoadOp::create(b, memory.executed, position)};
      });
  return {begin[0], begin[1], begin[2]};
}

static void buildEnd(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                     Value position, const RegisterFile &file,
                     const StepResult &last) {
  for (unsigned number = 0; number < vm::kNumWords; ++number) {
    Value word = number == vm::kProgramCounter ? last.pc
                 : number == vm::kStackPointer ? last.stackPointer
                 : number == vm::kStatus
                     ? last.status
                     : file.read(b, constantIndex(b, number));
    buildStoreWord(b, memory, number, position, word);
  }
}

/// Executes instructions while the instance runs and has budget.
static std::pair<StepResult, Value>
buildLoop(ImplicitLocOpBuilder &b, const MachineMemory &memory,
          Dispatch &dispatch, const RegisterFile &file, Value scratch,
          Value position, const Begin &begin) {
  Value zero = constantI32(b, 0);
  auto runs = [&](Value status) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, status, zero);
  };
  SmallVector<Value> last = buildWhile(
      b, {begin.pc, zero, begin.stackPointer, begin.executed},
      [&](ValueRange carried) -> Value {
        Value isLeft =
            arith::CmpIOp::create(b, arith::CmpIPredicate::slt, carried[3],
                                  memory.budget);
        return arith::AndIOp::create(b, runs(carried[1]), isLeft);
      },
      [&](ValueRange carried) -> SmallVector<Value> {
        Value left = arith::SubIOp::create(b, memory.budget, carried[3]);
        Value granted =
            arith::MinSIOp::create(b, left, constantI64(b, grant));
        Value count = arith::TruncIOp::create(b, b.getI32Type(), granted);
        SmallVector<Value> inner = buildWhile(
            b, {carried[0], carried[1], carried[2], count},
            [&](ValueRange state) -> Value {
              Value isLeft = arith::CmpIOp::create(
                  b, arith::CmpIPredicate::sgt, state[3], zero);
              return arith::AndIOp::create(b, runs(state[1]), isLeft);
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

func::FuncOp zyn::buildInterpreter(vm::ProgramOp program, OpBuilder &builder) {
  func::FuncOp function = createResume(program, builder);
  ImplicitLocOpBuilder b(program.getLoc(),
                         OpBuilder::atBlockBegin(&function.getBody().front()));
  MachineMemory memory = MachineMemory::get(function.getArguments());
  Value position = function.getArguments().back();
  auto fileType = MemRefType::get({vm::kNumWords}, b.getI32Type());
  RegisterFile file = {memref::AllocaOp::create(b, fileType), {}};
  Value scratch = memref::AllocaOp::create(b, fileType);
  buildIf(b, buildIsUnfinished(b, memory, position), [&] {
    Begin begin = buildBegin(b, program, memory, position, file);
    Dispatch dispatch(b, program, memory);
    auto [last, executed] =
        buildLoop(b, memory, dispatch, file, scratch, position, begin);
    Value counted = buildUncount(b, last.status, executed);
    buildEnd(b, memory, position, file, last);
    memref::StoreOp::create(b, counted, memory.executed, position);
    buildCount(b, memory, last.status, counted, begin.executed);
  });
  func::ReturnOp::create(b);
  return function;
}
