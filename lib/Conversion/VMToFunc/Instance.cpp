//===- Instance.cpp - Builders for single instances -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instance.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

Value zyn::constantI32(ImplicitLocOpBuilder &b, uint32_t value) {
  return arith::ConstantIntOp::create(b, b.getI32Type(),
                                      static_cast<int32_t>(value));
}

Value zyn::constantI64(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b, b.getI64Type(), value);
}

Value zyn::constantIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value zyn::toIndex(ImplicitLocOpBuilder &b, Value i32) {
  return arith::IndexCastUIOp::create(b, b.getIndexType(), i32);
}

LaunchEntry zyn::buildLaunchEntry(ImplicitLocOpBuilder &b,
                                  const MachineMemory &memory, Value position) {
  Value zero = constantIndex(b, 0), one = constantIndex(b, 1);
  Value number = arith::IndexCastOp::create(b, b.getI32Type(), position);
  Value count = memref::DimOp::create(b, memory.launches, zero);
  Value first =
      memref::LoadOp::create(b, memory.launches, ValueRange{zero, zero});
  Value entry =
      memref::LoadOp::create(b, memory.launches, ValueRange{zero, one});
  auto loop = scf::ForOp::create(
      b, one, count, one, ValueRange{first, entry},
      [&](OpBuilder &inner, Location loc, Value i, ValueRange found) {
        ImplicitLocOpBuilder b(loc, inner);
        Value next =
            memref::LoadOp::create(b, memory.launches, ValueRange{i, zero});
        Value entry =
            memref::LoadOp::create(b, memory.launches, ValueRange{i, one});
        Value isReached =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ule, next, number);
        scf::YieldOp::create(
            b,
            ValueRange{arith::SelectOp::create(b, isReached, next, found[0]),
                       arith::SelectOp::create(b, isReached, entry, found[1])});
      });
  return {arith::SubIOp::create(b, number, loop.getResult(0)),
          loop.getResult(1)};
}

Value zyn::buildIsFirstRound(ImplicitLocOpBuilder &b,
                             const MachineMemory &memory) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, memory.round,
                               constantI32(b, 0));
}

/// The status is uninitialized in the first round.
Value zyn::buildIsUnfinished(ImplicitLocOpBuilder &b,
                             const MachineMemory &memory, Value position) {
  Value status = buildLoadWord(b, memory, vm::kStatus, position);
  Value isOpen = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ult, status,
      constantI32(b, static_cast<uint32_t>(vm::Status::Halted)));
  return arith::OrIOp::create(b, buildIsFirstRound(b, memory), isOpen);
}

Value zyn::buildFirstRegister(ImplicitLocOpBuilder &b, Value instance,
                              Type wordType) {
  if (!wordType.isF32())
    return instance;
  Value number = arith::UIToFPOp::create(b, b.getF32Type(), instance);
  return arith::BitcastOp::create(b, b.getI32Type(), number);
}

Value zyn::buildLoadWord(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                         unsigned word, Value position) {
  return memref::LoadOp::create(b, memory.state,
                                ValueRange{constantIndex(b, word), position});
}

void zyn::buildStoreWord(ImplicitLocOpBuilder &b, const MachineMemory &memory,
                         unsigned word, Value position, Value value) {
  memref::StoreOp::create(b, value, memory.state,
                          ValueRange{constantIndex(b, word), position});
}

/// Returns true if an instance may need more than one round.
static bool canSuspend(vm::ProgramOp program) {
  WalkResult result = program.walk([](Operation *op) {
    return isa<vm::YieldOp, vm::SendOp, vm::ReceiveOp>(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

void zyn::buildCount(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                     const MachineMemory &memory, Value status, Value executed,
                     Value before) {
  auto incrementIf = [&](Value condition, Counter counter) {
    auto op = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(op.thenBlock()->getTerminator());
    memref::AtomicRMWOp::create(
        b, arith::AtomicRMWKind::addi, constantI32(b, 1), memory.counters,
        ValueRange{constantIndex(b, static_cast<int64_t>(counter))});
  };
  auto is = [&](vm::Status expected) {
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq, status,
        constantI32(b, static_cast<uint32_t>(expected)));
  };
  incrementIf(is(vm::Status::Running), Counter::OutOfBudget);
  // If all instances end in the first round, nothing else needs to be counted.
  if (!canSuspend(program))
    return;
  Value waits =
      arith::OrIOp::create(b, is(vm::Status::Blocked), is(vm::Status::Yielded));
  incrementIf(waits, Counter::Unfinished);
  Value moved =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, executed, before);
  incrementIf(moved, Counter::Progress);
}
