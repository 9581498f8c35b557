//===- AheadOfTime.h - Compiles every instruction of a program  -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_AHEADOFTIME_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_AHEADOFTIME_H

#include "BufferAccess.h"
#include "Zyn/Dialect/VM/Analysis/InstructionNumbering.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::zyn {

/// The function that runs an instance, with the blocks of all routines. What
/// the instance has at hand lies in variables of the function, of which LLVM
/// makes registers; that is far less code than to pass 27 words from block to
/// block.
class AheadOfTime {
public:
  AheadOfTime(vm::ProgramOp program, func::FuncOp function);
  void build();

private:
  void collectUses();
  void buildEntry();
  void buildDispatch();
  void buildExit();
  void buildBlock(Block &source);
  void buildBudgetCheck(Block &source);

  void build(Operation *op);
  void buildLinear(vm::LinearOp op);
  void buildOracle(vm::OracleOp op);
  void buildBranch(vm::BranchOp op);
  void buildCall(vm::CallOp op);
  void buildReturn(vm::ReturnOp op);
  void buildYield(vm::YieldOp op);
  void buildLoad(vm::LoadOp op);
  void buildStore(vm::StoreOp op);
  void buildGather(vm::GatherOp op);
  void buildScatter(vm::ScatterOp op);
  void buildAtomic(vm::AtomicOp op);
  void buildSend(vm::SendOp op);
  void buildReceive(vm::ReceiveOp op);
  void buildOutput(vm::OutputOp op);

  Block *createBlock();
  /// Goes on at the builder's place in a new block.
  void enter(Block *block) { b.setInsertionPointToStart(block); }
  /// Counts the instructions since the block's begin, and this one with it.
  void spend();
  /// To one of several blocks, by the value of `flag`, which is one of these.
  void buildSwitch(Value flag, ArrayRef<std::pair<uint32_t, Block *>> cases);
  void exit(vm::Status status, uint32_t pc);
  void exitUnless(Value condition, uint32_t status, Operation *op);
  void trapUnless(Value condition, vm::Trap trap, Operation *op) {
    exitUnless(condition, vm::getTrapStatus(trap), op);
  }
  /// An instance may go on at `op`, at the begin of a new block.
  void resumeAt(Operation *op);

  Value get(Value variable);
  void set(Value variable, Value value);
  Value word(uint32_t number) { return get(words[number]); }
  void setWord(uint32_t number, Value value) { set(words[number], value); }
  Value address(std::optional<uint32_t> number, uint32_t offset);
  BufferPlace place(FlatSymbolRefAttr name);
  SmallVector<Value> frame(Value depth, unsigned field);

  vm::ProgramOp program;
  func::FuncOp function;
  const MachineMemory memory;
  const Value position;
  const vm::InstructionNumbering numbering;
  ImplicitLocOpBuilder b;
  const int64_t sharedWords;

  uint32_t used = 0;
  bool hasCalls = false;
  DenseSet<StringAttr> launched;
  /// Blocks after the calls of each routine, by the number of the call.
  llvm::MapVector<StringAttr, SmallVector<std::pair<uint32_t, Block *>>>
      continuations;
  DenseMap<Block *, Block *> blocks;
  /// Where an instance may go on, by the program counter.
  llvm::MapVector<uint32_t, Block *> resumePoints;
  Block *dispatch = nullptr, *exitBlock = nullptr;

  // Variables. Words that the program does not use have none.
  SmallVector<Value> words;
  Value stackPointer, counter, status, instance, before;
  /// Of the budget: instructions that may be executed before the next look at
  /// it, an i32, and others, an i64.
  Value remaining, pool;
  std::optional<BufferAccess> buffers;
  /// Instructions since the block's begin.
  uint32_t spent = 0;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_AHEADOFTIME_H
