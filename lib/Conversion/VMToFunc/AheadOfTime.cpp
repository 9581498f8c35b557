//===- AheadOfTime.cpp - Ahead-of-time engine -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AheadOfTime.h"
#include "Engines.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::zyn;

AheadOfTime::AheadOfTime(vm::ProgramOp program, func::FuncOp function)
    : program(program), function(function),
      memory(MachineMemory::get(function.getArguments())),
      position(function.getArguments().back()), numbering(program),
      b(program.getLoc(), program.getContext()),
      sharedWords(countSharedWords(program)) {}

void AheadOfTime::collectUses() {
  program.walk([&](vm::LaunchOp launch) {
    launched.insert(launch.getRoutineAttr().getAttr());
  });
  program.walk([&](vm::InstructionOpInterface op) {
    if (auto call = dyn_cast<vm::CallOp>(*op)) {
      hasCalls = true;
      used |= call.getSavedMask();
      continuations[call.getCalleeAttr().getAttr()].emplace_back(
          numbering.getNumber(op), nullptr);
    } else if (!isa<vm::ReturnOp, vm::HaltOp>(*op)) {
      used |= op.getReadWords() | op.getWrittenWords();
    }
  });
  used &= vm::kRegisterMask;
}

Block *AheadOfTime::createBlock() {
  auto *block = new Block;
  function.getBody().push_back(block);
  return block;
}

Value AheadOfTime::get(Value variable) {
  return memref::LoadOp::create(b, variable, ValueRange());
}

void AheadOfTime::set(Value variable, Value value) {
  memref::StoreOp::create(b, value, variable, ValueRange());
}

void AheadOfTime::spend() {
  if (spent)
    set(remaining,
        arith::SubIOp::create(b, get(remaining), constantI32(b, spent)));
  spent = 0;
}

void AheadOfTime::buildSwitch(Value flag,
                              ArrayRef<std::pair<uint32_t, Block *>> cases) {
  SmallVector<int32_t> values;
  SmallVector<Block *> targets;
  for (auto [value, target] : cases.drop_back()) {
    values.push_back(static_cast<int32_t>(value));
    targets.push_back(target);
  }
  SmallVector<ValueRange> operands(targets.size());
  cf::SwitchOp::create(b, flag, cases.back().second, ValueRange(), values,
                       BlockRange(targets), operands);
}

void AheadOfTime::exit(vm::Status how, uint32_t pc) {
  spend();
  set(counter, constantI32(b, pc));
  set(status, constantI32(b, static_cast<uint32_t>(how)));
  cf::BranchOp::create(b, exitBlock);
}

void AheadOfTime::exitUnless(Value condition, uint32_t how, Operation *op) {
  Block *next = createBlock(), *leave = createBlock();
  cf::CondBranchOp::create(b, condition, next, leave);
  enter(leave);
  uint32_t before = spent;
  spend();
  spent = before;
  set(counter, constantI32(b, numbering.getNumber(op)));
  set(status, constantI32(b, how));
  cf::BranchOp::create(b, exitBlock);
  enter(next);
}

void AheadOfTime::resumeAt(Operation *op) {
  spend();
  Block *block = createBlock();
  cf::BranchOp::create(b, block);
  resumePoints.insert({numbering.getNumber(op), block});
  enter(block);
}

//===----------------------------------------------------------------------===//
// Entry and exit
//===----------------------------------------------------------------------===//

/// Builds the code that initializes the state in the first round or loads it in
/// later rounds. Words that the program does not use never change, so they are
/// stored right away.
void AheadOfTime::buildEntry() {
  enter(&function.getBody().front());
  auto variable = [&](Type type) -> Value {
    return memref::AllocaOp::create(b, MemRefType::get({}, type));
  };
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  words.resize(vm::kNumRegisters);
  for (unsigned number = 0; number < vm::kNumRegisters; ++number)
    if (used >> number & 1)
      words[number] = variable(i32);
  for (Value *word : {&stackPointer, &counter, &status, &instance, &remaining})
    *word = variable(i32);
  pool = variable(i64);
  before = variable(i64);

  Value zero = constantI32(b, 0);
  Value isFirst = buildIsFirstRound(b, memory);
  Value isUnfinished = buildIsUnfinished(b, memory, position);
  Block *unfinished = createBlock(), *ended = createBlock(),
        *fresh = createBlock(), *resumed = createBlock();
  dispatch = createBlock();
  cf::CondBranchOp::create(b, isUnfinished, unfinished, ended);
  enter(ended);
  func::ReturnOp::create(b);
  enter(unfinished);
  cf::CondBranchOp::create(b, isFirst, fresh, resumed);

  enter(fresh);
  LaunchEntry launch = buildLaunchEntry(b, memory, position);
  Type wordType = program.getWordType();
  Value first = buildFirstRegister(b, launch.instance, wordType);
  for (unsigned number = 0; number < vm::kNumRegisters; ++number) {
    Value start = number == 0 ? first : zero;
    if (words[number])
      setWord(number, start);
    else
      buildStoreWord(b, memory, number, position, start);
  }
  buildStoreWord(b, memory, vm::kInstance, position, launch.instance);
  buildStoreWord(b, memory, vm::kOne, position,
                 constantI32(b, vm::Matrix(wordType).getOneBits()));
  set(instance, launch.instance);
  set(stackPointer, zero);
  set(counter, launch.entry);
  set(before, constantI64(b, 0));
  cf::BranchOp::create(b, dispatch);

  enter(resumed);
  for (unsigned number = 0; number < vm::kNumRegisters; ++number)
    if (words[number])
      setWord(number, buildLoadWord(b, memory, number, position));
  set(instance, buildLoadWord(b, memory, vm::kInstance, position));
  set(stackPointer, buildLoadWord(b, memory, vm::kStackPointer, position));
  set(counter, buildLoadWord(b, memory, vm::kProgramCounter, position));
  set(before, memref::LoadOp::create(b, memory.executed, position));
  cf::BranchOp::create(b, dispatch);

  enter(dispatch);
  buffers.emplace(b, memory);
}

void AheadOfTime::buildDispatch() {
  b.setInsertionPointToEnd(dispatch);
  set(remaining, constantI32(b, 0));
  set(pool, arith::SubIOp::create(b, memory.budget, get(before)));
  if (resumePoints.empty())
    func::ReturnOp::create(b);
  else
    buildSwitch(get(counter), llvm::to_vector(resumePoints));
}

void AheadOfTime::buildExit() {
  enter(exitBlock);
  for (unsigned number = 0; number < vm::kNumRegisters; ++number)
    if (words[number])
      buildStoreWord(b, memory, number, position, word(number));
  buildStoreWord(b, memory, vm::kStackPointer, position, get(stackPointer));
  buildStoreWord(b, memory, vm::kProgramCounter, position, get(counter));
  Value how = get(status);
  buildStoreWord(b, memory, vm::kStatus, position, how);
  Value rest = arith::ExtSIOp::create(b, b.getI64Type(), get(remaining));
  Value left = arith::AddIOp::create(b, get(pool), rest);
  Value executed = arith::SubIOp::create(b, memory.budget, left);
  memref::StoreOp::create(b, executed, memory.executed, position);
  buildCount(b, program, memory, how, executed, get(before));
  func::ReturnOp::create(b);
}

/// Builds a check of the budget. Instructions are granted in chunks, so that
/// they can be counted in 32 bits.
void AheadOfTime::buildBudgetCheck(Block &source) {
  Block *refill = createBlock(), *body = createBlock();
  Value zero = constantI32(b, 0);
  Value hasRemaining =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, get(remaining), zero);
  cf::CondBranchOp::create(b, hasRemaining, body, refill);

  enter(refill);
  Value rest = arith::ExtSIOp::create(b, b.getI64Type(), get(remaining));
  Value left = arith::AddIOp::create(b, get(pool), rest);
  Value hasBudget = arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, left,
                                          constantI64(b, 0));
  exitUnless(hasBudget, static_cast<uint32_t>(vm::Status::Running),
             &source.front());
  Value granted =
      arith::MinSIOp::create(b, left, constantI64(b, int64_t(1) << 30));
  set(remaining, arith::TruncIOp::create(b, b.getI32Type(), granted));
  set(pool, arith::SubIOp::create(b, left, granted));
  cf::BranchOp::create(b, body);
  enter(body);
}

/// Returns true if a block may execute more than once: it is the target of a
/// back edge or the entry of a routine that is called.
static bool isRepeated(Block &block) {
  if (block.isEntryBlock())
    return !SymbolTable::symbolKnownUseEmpty(
        block.getParentOp(),
        block.getParentOp()->getParentOfType<vm::ProgramOp>());
  return llvm::any_of(block.getPredecessors(), [&](Block *other) {
    return other == &block ||
           block.computeBlockNumber() <= other->computeBlockNumber();
  });
}

void AheadOfTime::build(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](vm::LinearOp linear) { buildLinear(linear); })
      .Case([&](vm::OracleOp oracle) { buildOracle(oracle); })
      .Case([&](vm::JumpOp jump) { buildJump(jump); })
      .Case([&](vm::BranchOp branch) { buildBranch(branch); })
      .Case([&](vm::CallOp call) { buildCall(call); })
      .Case([&](vm::ReturnOp end) { buildReturn(end); })
      .Case([&](vm::YieldOp yield) { buildYield(yield); })
      .Case([&](vm::HaltOp halt) { buildHalt(halt); })
      .Case([&](vm::LoadOp load) { buildLoad(load); })
      .Case([&](vm::StoreOp store) { buildStore(store); })
      .Case([&](vm::GatherOp gather) { buildGather(gather); })
      .Case([&](vm::ScatterOp scatter) { buildScatter(scatter); })
      .Case([&](vm::AtomicOp atomic) { buildAtomic(atomic); })
      .Case([&](vm::SendOp send) { buildSend(send); })
      .Case([&](vm::ReceiveOp receive) { buildReceive(receive); })
      .Case([&](vm::OutputOp output) { buildOutput(output); });
}

void AheadOfTime::buildBlock(Block &source) {
  enter(blocks[&source]);
  spent = 0;
  b.setLoc(source.front().getLoc());
  if (isRepeated(source))
    buildBudgetCheck(source);
  for (Operation &op : source) {
    b.setLoc(op.getLoc());
    build(&op);
  }
}

void AheadOfTime::build() {
  collectUses();
  buildEntry();
  exitBlock = createBlock();
  for (auto routine : program.getOps<vm::RoutineOp>())
    for (Block &source : routine.getBody())
      blocks[&source] = createBlock();
  for (auto &[routine, calls] : continuations)
    for (auto &[number, block] : calls)
      block = createBlock();
  for (auto routine : program.getOps<vm::RoutineOp>()) {
    if (launched.contains(routine.getSymNameAttr()))
      resumePoints.insert(
          {numbering.getEntry(routine), blocks[&routine.getBody().front()]});
    for (Block &source : routine.getBody())
      buildBlock(source);
  }
  b.setLoc(program.getLoc());
  buildDispatch();
  buildExit();
}

func::FuncOp zyn::buildAheadOfTime(vm::ProgramOp program, OpBuilder &builder) {
  func::FuncOp function = createResume(program, builder);
  AheadOfTime(program, function).build();
  return function;
}
