//===- AheadOfTime.h - Ahead-of-time engine ------------------- -*- C++ -*-===//
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

/// Builds the function that runs an instance, which contains the blocks of all
/// routines. The state of the instance is kept in allocas, which LLVM promotes
/// to registers; this is far less code than passing 27 words as block
/// arguments.
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
  void buildJump(vm::JumpOp op);
  void buildBranch(vm::BranchOp op);
  void buildCall(vm::CallOp op);
  void buildReturn(vm::ReturnOp op);
  void buildYield(vm::YieldOp op);
  void buildHalt(vm::HaltOp op);
  void buildLoad(vm::LoadOp op);
  void buildStore(vm::StoreOp op);
  void buildGather(vm::GatherOp op);
  void buildScatter(vm::ScatterOp op);
  void buildAtomic(vm::AtomicOp op);
  void buildSend(vm::SendOp op);
  void buildReceive(vm::ReceiveOp op);
  void buildOutput(vm::OutputOp op);

  Block *createBlock();
  /// Continues building at the start of a block.
  void enter(Block *block) { b.setInsertionPointToStart(block); }
  /// Subtracts the instructions that were built since the last call from the
  /// remaining budget.
  void spend();
  /// Branches to one of several blocks by `flag`, which equals one of the
  /// values.
  void buildSwitch(Value flag, ArrayRef<std::pair<uint32_t, Block *>> cases);
  void exit(vm::Status status, uint32_t pc);
  void exitUnless(Value condition, uint32_t status, Operation *op);
  void trapUnless(Value condition, vm::Trap trap, Operation *op) {
    exitUnless(condition, vm::getTrapStatus(trap), op);
  }
  /// Makes `op` a point at which an instance may resume, in a new block.
  void resumeAt(Operation *op);

  Value get(Value variable);
  void set(Value variable, Value value);
  Value word(uint32_t number) { return get(words[number]); }
  void setWord(uint32_t number, Value value) { set(words[number], value); }
  Value address(std::optional<uint32_t> number, uint32_t offset);
  BufferView getView(FlatSymbolRefAttr name);
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
  /// Continuation blocks of the calls to each routine, by the pc of the call.
  llvm::MapVector<StringAttr, SmallVector<std::pair<uint32_t, Block *>>>
      continuations;
  DenseMap<Block *, Block *> blocks;
  /// Blocks at which an instance may start or resume, by program counter.
  llvm::MapVector<uint32_t, Block *> resumePoints;
  Block *dispatch = nullptr, *exitBlock = nullptr;

  // Allocas; null for words that the program does not use.
  SmallVector<Value> words;
  Value stackPointer, counter, status, instance, before;
  /// The budget: instructions that are granted until the next check (i32), and
  /// those that are not granted yet (i64).
  Value remaining, pool;
  std::optional<BufferAccess> buffers;
  /// Instructions built since the last `spend`.
  uint32_t spent = 0;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_AHEADOFTIME_H
