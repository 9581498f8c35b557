//===- Epochs.cpp - Epoch engine ------------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epochs.h"
#include "Dispatch.h"
#include "StateTransfer.h"
#include "Structured.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

constexpr unsigned kNumClasses = 4;

class EpochBuilder {
public:
  EpochBuilder(ImplicitLocOpBuilder &b, vm::ProgramOp program,
               const MachineMemory &memory, const EpochGroup &group);
  void build();

private:
  void buildBegin();
  void buildClassify(Value parity);
  Value buildTotal(Value parity);
  void buildExecute(Value parity);
  void buildClear(Value parity);
  void buildEnd();

  /// Calls `body` for each instance of the group that belongs to this thread.
  void forEachOwn(function_ref<void(Value)> body) {
    forEach(group.count, body);
  }
  /// Distributes the numbers below `end` over the threads.
  void forEach(Value end, function_ref<void(Value)> body);
  RegisterFile file(Value instance) { return {group.file, {instance}}; }
  Value read(unsigned word, Value instance) {
    return file(instance).read(b, constantIndex(b, word));
  }
  void write(unsigned word, Value instance, Value value) {
    file(instance).write(b, constantIndex(b, word), value);
  }
  Value position(Value instance) {
    return arith::AddIOp::create(b, group.first, instance);
  }

  ImplicitLocOpBuilder &b;
  vm::ProgramOp program;
  const MachineMemory &memory;
  const EpochGroup &group;
  SmallVector<std::unique_ptr<Dispatch>> classes;
  Value scratch;
};

} // namespace

EpochBuilder::EpochBuilder(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                           const MachineMemory &memory, const EpochGroup &group)
    : b(b), program(program), memory(memory), group(group) {
  for (unsigned number = 0; number < kNumClasses; ++number)
    classes.push_back(std::make_unique<Dispatch>(
        b, program, memory, static_cast<vm::InstructionClass>(number)));
  scratch = memref::AllocaOp::create(
      b, MemRefType::get({vm::kNumWords}, b.getI32Type()));
}

void EpochBuilder::forEach(Value end, function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, group.thread, end, group.numThreads);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void EpochBuilder::buildBegin() {
  Value halted = constantI32(b, static_cast<uint32_t>(vm::Status::Halted));
  forEachOwn([&](Value instance) {
    write(vm::kStatus, instance, halted);
    memref::StoreOp::create(b, constantI64(b, 0), group.executed, instance);
    buildIf(b, buildIsUnfinished(b, memory, position(instance)), [&] {
      InstanceBegin begin = zyn::buildBegin(b, program, memory,
                                            position(instance), file(instance));
      write(vm::kProgramCounter, instance, begin.pc);
      write(vm::kStackPointer, instance, begin.stackPointer);
      write(vm::kStatus, instance, constantI32(b, 0));
      memref::StoreOp::create(b, begin.executed, group.executed, instance);
    });
  });
}

/// Appends each running instance to the list of its class and counts the
/// instruction that it is about to execute.
void EpochBuilder::buildClassify(Value parity) {
  forEachOwn([&](Value instance) {
    Value executed = memref::LoadOp::create(b, group.executed, instance);
    Value hasRemaining = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                               executed, memory.budget);
    Value runs = buildComparison(
        b, vm::Predicate::eq, read(vm::kStatus, instance), constantI32(b, 0));
    buildIf(b, arith::AndIOp::create(b, runs, hasRemaining), [&] {
      Value more = arith::AddIOp::create(b, executed, constantI64(b, 1));
      memref::StoreOp::create(b, more, group.executed, instance);
      Value number = toIndex(
          b, classes[0]->buildClass(read(vm::kProgramCounter, instance)));
      Value index = memref::AtomicRMWOp::create(b, arith::AtomicRMWKind::addi,
                                                constantI32(b, 1), group.counts,
                                                ValueRange{parity, number});
      Value entry = arith::IndexCastOp::create(b, b.getI32Type(), instance);
      memref::StoreOp::create(b, entry, group.lists,
                              ValueRange{number, toIndex(b, index)});
    });
  });
}

Value EpochBuilder::buildTotal(Value parity) {
  Value total = constantI32(b, 0);
  for (unsigned number = 0; number < kNumClasses; ++number) {
    Value count = memref::LoadOp::create(
        b, group.counts, ValueRange{parity, constantIndex(b, number)});
    total = arith::AddIOp::create(b, total, count);
  }
  return total;
}

void EpochBuilder::buildExecute(Value parity) {
  for (unsigned number = 0; number < kNumClasses; ++number) {
    if (classes[number]->isEmpty())
      continue;
    Value list = constantIndex(b, number);
    Value count =
        memref::LoadOp::create(b, group.counts, ValueRange{parity, list});
    forEach(toIndex(b, count), [&](Value entry) {
      Value instance = toIndex(
          b, memref::LoadOp::create(b, group.lists, ValueRange{list, entry}));
      StepResult step =
          classes[number]->build(file(instance), scratch, position(instance),
                                 read(vm::kProgramCounter, instance),
                                 read(vm::kStackPointer, instance));
      write(vm::kProgramCounter, instance, step.pc);
      write(vm::kStackPointer, instance, step.stackPointer);
      write(vm::kStatus, instance, step.status);
    });
  }
}

/// Clears the counts for the next epoch. All threads have finished reading
/// their old values, which are those of the previous epoch.
void EpochBuilder::buildClear(Value parity) {
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        group.thread, constantIndex(b, 0));
  buildIf(b, isFirst, [&] {
    for (unsigned number = 0; number < kNumClasses; ++number)
      memref::StoreOp::create(b, constantI32(b, 0), group.counts,
                              ValueRange{parity, constantIndex(b, number)});
  });
}

void EpochBuilder::buildEnd() {
  forEachOwn([&](Value instance) {
    Value where = position(instance);
    buildIf(b, buildIsUnfinished(b, memory, where), [&] {
      Value status = read(vm::kStatus, instance);
      Value executed = memref::LoadOp::create(b, group.executed, instance);
      Value before = buildExecutedBefore(b, memory, where);
      zyn::buildEnd(b, program, memory, where, file(instance),
                    {read(vm::kProgramCounter, instance), status,
                     read(vm::kStackPointer, instance)},
                    executed, before);
    });
  });
}

void EpochBuilder::build() {
  buildBegin();
  Value one = constantIndex(b, 1);
  buildWhile(
      b, {constantIndex(b, 0)},
      [&](ValueRange parity) -> Value {
        buildClassify(parity[0]);
        group.barrier();
        return arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                     buildTotal(parity[0]), constantI32(b, 0));
      },
      [&](ValueRange parity) -> SmallVector<Value> {
        Value next = arith::SubIOp::create(b, one, parity[0]);
        buildClear(next);
        buildExecute(parity[0]);
        group.barrier();
        return {next};
      });
  buildEnd();
}

void zyn::buildEpochs(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                      const MachineMemory &memory, const EpochGroup &group) {
  EpochBuilder(b, program, memory, group).build();
}
