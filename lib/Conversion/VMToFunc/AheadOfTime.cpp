//===- AheadOfTime.cpp - Compiles every instruction of a program ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAccess.h"
#include "Engines.h"
#include "Oracles.h"
#include "Zyn/Dialect/VM/Analysis/InstructionNumbering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

int64_t zyn::countSharedWords(vm::ProgramOp program) {
  int64_t words = 0;
  for (auto buffer : program.getOps<vm::BufferOp>())
    if (buffer.getKind() == vm::BufferKind::shared)
      words = std::max<int64_t>(words,
                                buffer.getOffset().value_or(0) +
                                    buffer.getSize());
  return words;
}

namespace {

/// What an instance has in registers: the arguments of every block.
struct Live {
  /// By register; null for those that the program does not use.
  SmallVector<Value> words;
  /// i32; null where the program has no calls.
  Value stackPointer;
  /// Of the budget: instructions that may be executed before the next look at
  /// it, an i32, and others, an i64.
  Value remaining, pool;
};

class AheadOfTime {
public:
  AheadOfTime(vm::ProgramOp program, func::FuncOp function);
  void build();

private:
  void collectUses();
  Block *createBlock();
  SmallVector<Value> flatten(const Live &live) const;
  Live getLive(Block *block) const;

  void buildEntry();
  void buildDispatch();
  void buildExit();
  void buildBlock(Block &source);
  void buildBudgetCheck(Block &source);

  void build(Operation *op);
  void build(vm::LinearOp op);
  void build(vm::OracleOp op);
  void build(vm::LoadOp op);
  void build(vm::StoreOp op);
  void build(vm::GatherOp op);
  void build(vm::ScatterOp op);
  void build(vm::AtomicOp op);
  void build(vm::SendOp op);
  void build(vm::ReceiveOp op);
  void build(vm::OutputOp op);
  void build(vm::CallOp op);
  void build(vm::ReturnOp op);

  /// Goes to `target` with what is live.
  void jump(Block *target) {
    spend();
    cf::BranchOp::create(b, target, flatten(live));
  }
  /// Counts the instructions since the block's begin.
  void spend();
  SmallVector<Value> exitOperands(uint32_t status, uint32_t pc);
  void exit(uint32_t status, uint32_t pc) {
    cf::BranchOp::create(b, exitBlock, exitOperands(status, pc));
  }
  void exitIf(Value condition, uint32_t status, uint32_t pc);
  void trapUnless(Value condition, vm::Trap trap, Operation *op);
  /// Ends the block, and goes on in another one, where an instance resumes.
  void resumeAt(uint32_t pc);

  Value word(uint32_t number) { return live.words[number]; }
  Value address(std::optional<uint32_t> number, uint32_t offset);
  BufferPlace place(FlatSymbolRefAttr name);
  Value frame(Value depth, unsigned field, Value value = {});

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
  Value instance, before;
  std::optional<BufferAccess> buffers;

  Live live;
  uint32_t spent = 0;
};

} // namespace

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

//===----------------------------------------------------------------------===//
// Blocks and what is live in them
//===----------------------------------------------------------------------===//

Block *AheadOfTime::createBlock() {
  auto *block = new Block;
  function.getBody().push_back(block);
  unsigned numWords = llvm::popcount(used) + hasCalls + 1;
  for (unsigned i = 0; i < numWords; ++i)
    block->addArgument(b.getI32Type(), b.getLoc());
  block->addArgument(b.getI64Type(), b.getLoc());
  return block;
}

SmallVector<Value> AheadOfTime::flatten(const Live &live) const {
  SmallVector<Value> values;
  for (Value word : live.words)
    if (word)
      values.push_back(word);
  if (hasCalls)
    values.push_back(live.stackPointer);
  values.append({live.remaining, live.pool});
  return values;
}

Live AheadOfTime::getLive(Block *block) const {
  Live live;
  live.words.resize(vm::kNumRegisters);
  unsigned i = 0;
  for (unsigned word = 0; word < vm::kNumRegisters; ++word)
    if (used >> word & 1)
      live.words[word] = block->getArgument(i++);
  if (hasCalls)
    live.stackPointer = block->getArgument(i++);
  live.remaining = block->getArgument(i++);
  live.pool = block->getArgument(i++);
  return live;
}

void AheadOfTime::spend() {
  if (spent)
    live.remaining =
        arith::SubIOp::create(b, live.remaining, constantI32(b, spent));
  spent = 0;
}

SmallVector<Value> AheadOfTime::exitOperands(uint32_t status, uint32_t pc) {
  Live last = live;
  if (spent)
    last.remaining =
        arith::SubIOp::create(b, live.remaining, constantI32(b, spent));
  SmallVector<Value> operands = flatten(last);
  operands.append({constantI32(b, pc), constantI32(b, status)});
  return operands;
}

void AheadOfTime::exitIf(Value condition, uint32_t status, uint32_t pc) {
  auto *next = new Block;
  function.getBody().push_back(next);
  cf::CondBranchOp::create(b, condition, exitBlock, exitOperands(status, pc),
                           next, ValueRange());
  b.setInsertionPointToStart(next);
}

void AheadOfTime::trapUnless(Value condition, vm::Trap trap, Operation *op) {
  Value isWrong = arith::XOrIOp::create(
      b, condition, arith::ConstantIntOp::create(b, b.getI1Type(), 1));
  exitIf(isWrong, vm::getTrapStatus(trap), numbering.getNumber(op));
}

void AheadOfTime::resumeAt(uint32_t pc) {
  Block *block = createBlock();
  jump(block);
  resumePoints.insert({pc, block});
  b.setInsertionPointToStart(block);
  live = getLive(block);
}

//===----------------------------------------------------------------------===//
// Begin and end
//===----------------------------------------------------------------------===//

/// Where the state comes from: before the first round, it is that of a new
/// instance; words that the program does not use are written at once.
void AheadOfTime::buildEntry() {
  Block *entry = &function.getBody().front();
  Block *fresh = function.addBlock(), *suspended = function.addBlock(),
        *ended = function.addBlock(), *resumed = function.addBlock();
  dispatch = createBlock();
  Type i32 = b.getI32Type();
  dispatch->addArguments({i32, i32, b.getI64Type()},
                         SmallVector<Location>(3, b.getLoc()));
  auto enter = [&](Value stackPointer, Value pc, Value instance,
                   Value executed) {
    live.stackPointer = stackPointer;
    live.remaining = constantI32(b, 0);
    live.pool = arith::SubIOp::create(b, memory.budget, executed);
    SmallVector<Value> operands = flatten(live);
    operands.append({pc, instance, executed});
    cf::BranchOp::create(b, dispatch, operands);
  };

  b.setInsertionPointToStart(entry);
  Value zero = constantI32(b, 0);
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        memory.round, zero);
  cf::CondBranchOp::create(b, isFirst, fresh, suspended);

  b.setInsertionPointToStart(fresh);
  LaunchPlace place = buildFindLaunch(b, memory, position);
  Value first = buildFirstRegister(b, place.instance, program.getWordType());
  Type wordType = program.getWordType();
  Value one = constantI32(b, vm::Matrix(wordType).getOneBits());
  buildStoreWord(b, memory, vm::kInstance, position, place.instance);
  buildStoreWord(b, memory, vm::kOne, position, one);
  live.words.assign(vm::kNumRegisters, Value());
  for (unsigned number = 0; number < vm::kNumRegisters; ++number) {
    Value start = number == 0 ? first : zero;
    if (used >> number & 1)
      live.words[number] = start;
    else
      buildStoreWord(b, memory, number, position, start);
  }
  enter(zero, place.entry, place.instance, constantI64(b, 0));

  b.setInsertionPointToStart(suspended);
  Value status = buildLoadWord(b, memory, vm::kStatus, position);
  Value hasEnded = arith::CmpIOp::create(
      b, arith::CmpIPredicate::uge, status,
      constantI32(b, static_cast<uint32_t>(vm::Status::Halted)));
  cf::CondBranchOp::create(b, hasEnded, ended, resumed);
  b.setInsertionPointToStart(ended);
  func::ReturnOp::create(b);

  b.setInsertionPointToStart(resumed);
  for (unsigned number = 0; number < vm::kNumRegisters; ++number)
    if (used >> number & 1)
      live.words[number] = buildLoadWord(b, memory, number, position);
  Value executed = memref::LoadOp::create(b, memory.executed, position);
  enter(buildLoadWord(b, memory, vm::kStackPointer, position),
        buildLoadWord(b, memory, vm::kProgramCounter, position),
        buildLoadWord(b, memory, vm::kInstance, position), executed);
}

void AheadOfTime::buildDispatch() {
  b.setInsertionPointToEnd(dispatch);
  unsigned numArguments = dispatch->getNumArguments();
  Value pc = dispatch->getArgument(numArguments - 3);
  live = getLive(dispatch);
  SmallVector<int32_t> cases;
  SmallVector<Block *> targets;
  for (auto [number, block] : resumePoints) {
    cases.push_back(static_cast<int32_t>(number));
    targets.push_back(block);
  }
  SmallVector<Value> operands = flatten(live);
  SmallVector<ValueRange> targetOperands(targets.size(), operands);
  if (targets.empty()) {
    func::ReturnOp::create(b);
    return;
  }
  // There is no other case: any one may be the default.
  cf::SwitchOp::create(b, pc, targets.back(), operands,
                       ArrayRef(cases).drop_back(),
                       BlockRange(ArrayRef(targets).drop_back()),
                       ArrayRef(targetOperands).drop_back());
}

void AheadOfTime::buildExit() {
  function.getBody().push_back(exitBlock);
  b.setInsertionPointToStart(exitBlock);
  live = getLive(exitBlock);
  unsigned numArguments = exitBlock->getNumArguments();
  Value pc = exitBlock->getArgument(numArguments - 2);
  Value status = exitBlock->getArgument(numArguments - 1);
  for (unsigned number = 0; number < vm::kNumRegisters; ++number)
    if (used >> number & 1)
      buildStoreWord(b, memory, number, position, live.words[number]);
  Value depth = hasCalls ? live.stackPointer : constantI32(b, 0);
  buildStoreWord(b, memory, vm::kStackPointer, position, depth);
  buildStoreWord(b, memory, vm::kProgramCounter, position, pc);
  buildStoreWord(b, memory, vm::kStatus, position, status);
  Value left = arith::AddIOp::create(
      b, live.pool,
      arith::ExtSIOp::create(b, b.getI64Type(), live.remaining));
  Value executed = arith::SubIOp::create(b, memory.budget, left);
  memref::StoreOp::create(b, executed, memory.executed, position);
  buildCount(b, memory, status, executed, before);
  func::ReturnOp::create(b);
}

/// Where control may come back to, the budget is looked at: what is granted is
/// counted in 32 bits.
void AheadOfTime::buildBudgetCheck(Block &source) {
  Block *refill = createBlock(), *body = createBlock();
  Value isSpent = arith::CmpIOp::create(b, arith::CmpIPredicate::sle,
                                        live.remaining, constantI32(b, 0));
  SmallVector<Value> operands = flatten(live);
  cf::CondBranchOp::create(b, isSpent, refill, operands, body, operands);

  b.setInsertionPointToStart(refill);
  live = getLive(refill);
  Value left = arith::AddIOp::create(
      b, live.pool,
      arith::ExtSIOp::create(b, b.getI64Type(), live.remaining));
  Value isNothing = arith::CmpIOp::create(b, arith::CmpIPredicate::sle, left,
                                          constantI64(b, 0));
  exitIf(isNothing, static_cast<uint32_t>(vm::Status::Running),
         numbering.getNumber(&source));
  Value granted =
      arith::MinSIOp::create(b, left, constantI64(b, int64_t(1) << 30));
  live.remaining = arith::TruncIOp::create(b, b.getI32Type(), granted);
  live.pool = arith::SubIOp::create(b, left, granted);
  jump(body);
  b.setInsertionPointToStart(body);
  live = getLive(body);
}

/// Whether a block can be come to again: from itself or from a block behind, or
/// by a call.
static bool isRepeated(Block &block) {
  auto routine = cast<vm::RoutineOp>(block.getParentOp());
  if (block.isEntryBlock())
    return !SymbolTable::symbolKnownUseEmpty(routine,
                                             routine->getParentOp());
  DenseMap<Block *, unsigned> order;
  for (auto [i, other] : llvm::enumerate(routine.getBody()))
    order[&other] = i;
  return llvm::any_of(block.getPredecessors(), [&](Block *other) {
    return order[other] >= order[&block];
  });
}

void AheadOfTime::buildBlock(Block &source) {
  b.setInsertionPointToStart(blocks[&source]);
  live = getLive(blocks[&source]);
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
  exitBlock->addArguments({b.getI32Type(), b.getI32Type()},
                          {b.getLoc(), b.getLoc()});
  exitBlock->getParent()->getBlocks().remove(exitBlock);
  unsigned numArguments = dispatch->getNumArguments();
  instance = dispatch->getArgument(numArguments - 2);
  before = dispatch->getArgument(numArguments - 1);
  b.setInsertionPointToStart(dispatch);
  buffers.emplace(b, memory);

  for (auto routine : program.getOps<vm::RoutineOp>())
    for (Block &source : routine.getBody())
      blocks[&source] = createBlock();
  for (auto &[routine, calls] : continuations)
    for (auto &[number, block] : calls)
      block = createBlock();
  for (auto routine : program.getOps<vm::RoutineOp>()) {
    if (launched.contains(routine.getSymNameAttr()))
      resumePoints.insert({numbering.getEntry(routine),
                           blocks[&routine.getBody().front()]});
    for (Block &source : routine.getBody())
      buildBlock(source);
  }
  b.setLoc(program.getLoc());
  buildDispatch();
  buildExit();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void AheadOfTime::build(Operation *op) {
  if (vm::InstructionNumbering::isEncoded(op) && !isa<vm::CallOp>(op))
    ++spent;
  if (isa<vm::LinearOp>(op))
    return build(cast<vm::LinearOp>(op));
  if (isa<vm::OracleOp>(op))
    return build(cast<vm::OracleOp>(op));
  if (auto jumpOp = dyn_cast<vm::JumpOp>(op))
    return jump(blocks[jumpOp.getTarget()]);
  if (auto branch = dyn_cast<vm::BranchOp>(op)) {
    Value rhs = branch.getRhs() ? word(*branch.getRhs())
                                : constantI32(b, *branch.getImmediate());
    Value condition =
        buildComparison(b, branch.getPredicate(), word(branch.getLhs()), rhs);
    spend();
    SmallVector<Value> operands = flatten(live);
    cf::CondBranchOp::create(b, condition, blocks[branch.getTrueTarget()],
                             operands, blocks[branch.getFalseTarget()],
                             operands);
    return;
  }
  if (isa<vm::CallOp>(op))
    return build(cast<vm::CallOp>(op));
  if (isa<vm::ReturnOp>(op))
    return build(cast<vm::ReturnOp>(op));
  if (isa<vm::HaltOp>(op))
    return exit(static_cast<uint32_t>(vm::Status::Halted),
                numbering.getNumber(op));
  if (isa<vm::YieldOp>(op)) {
    uint32_t next = numbering.getNumber(op->getNextNode());
    exit(static_cast<uint32_t>(vm::Status::Yielded), next);
    spent = 0;
    Block *block = createBlock();
    resumePoints.insert({next, block});
    b.setInsertionPointToStart(block);
    live = getLive(block);
    return;
  }
  if (isa<vm::LoadOp>(op))
    return build(cast<vm::LoadOp>(op));
  if (isa<vm::StoreOp>(op))
    return build(cast<vm::StoreOp>(op));
  if (isa<vm::GatherOp>(op))
    return build(cast<vm::GatherOp>(op));
  if (isa<vm::ScatterOp>(op))
    return build(cast<vm::ScatterOp>(op));
  if (isa<vm::AtomicOp>(op))
    return build(cast<vm::AtomicOp>(op));
  if (isa<vm::SendOp>(op))
    return build(cast<vm::SendOp>(op));
  if (isa<vm::ReceiveOp>(op))
    return build(cast<vm::ReceiveOp>(op));
  return build(cast<vm::OutputOp>(op));
}

void AheadOfTime::build(vm::LinearOp op) {
  vm::Matrix matrix = op.getMatrix().toMatrix();
  RowSum sum(b, program.getWordType());
  SmallVector<Value> next = live.words;
  for (unsigned row = 0; row < vm::kNumRegisters; ++row) {
    if (!(op.getMatrix().getRows() >> row & 1))
      continue;
    Value total;
    for (unsigned column = 0; column < vm::kNumWords; ++column) {
      uint32_t factor = matrix.at(row, column);
      if (matrix.isZero(factor))
        continue;
      Value term;
      if (column == vm::kOne)
        term = constantI32(b, factor);
      else if (factor == matrix.getOneBits())
        term = word(column);
      else
        term = sum.multiply(constantI32(b, factor), word(column));
      total = total ? sum.add(total, term) : term;
    }
    next[row] = total ? total : constantI32(b, 0);
  }
  live.words = next;
}

void AheadOfTime::build(vm::OracleOp op) {
  Value rhs = op.getRhs() ? word(*op.getRhs()) : Value();
  if (op.getImmediate())
    rhs = constantI32(b, *op.getImmediate());
  if (op.hasEffect()) {
    --spent;
    Value isSafe =
        buildComparison(b, vm::Predicate::ne, rhs, constantI32(b, 0));
    trapUnless(isSafe, vm::Trap::DivisionByZero, op);
    ++spent;
  }
  Value third = op.getThird() ? word(*op.getThird()) : Value();
  live.words[op.getDest()] = buildOracle(b, op.getKind(), word(op.getLhs()),
                                         rhs, third, {memory.seed, instance});
}

Value AheadOfTime::address(std::optional<uint32_t> number, uint32_t offset) {
  Value constant = constantI32(b, offset);
  if (!number)
    return constant;
  return arith::AddIOp::create(b, word(*number), constant);
}

BufferPlace AheadOfTime::place(FlatSymbolRefAttr name) {
  auto buffer =
      cast<vm::BufferOp>(SymbolTable::lookupSymbolIn(program, name));
  Value lane = toIndex(b, instance);
  return buildPlace(b, buffer, memory, sharedWords, lane);
}

void AheadOfTime::build(vm::LoadOp op) {
  BufferPlace from = place(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  --spent;
  trapUnless(buffers->isInside(from, where), vm::Trap::OutOfBounds, op);
  ++spent;
  live.words[op.getDest()] = buffers->load(from, where);
}

void AheadOfTime::build(vm::StoreOp op) {
  BufferPlace to = place(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  --spent;
  trapUnless(buffers->isInside(to, where), vm::Trap::OutOfBounds, op);
  ++spent;
  buffers->store(to, where, word(op.getValue()));
}

void AheadOfTime::build(vm::GatherOp op) {
  BufferPlace from = place(op.getBufferAttr());
  --spent;
  for (unsigned i = 0; i < op.getCount(); ++i)
    trapUnless(buffers->isInside(from, word(op.getAddress() + i)),
               vm::Trap::OutOfBounds, op);
  ++spent;
  SmallVector<Value> loaded;
  for (unsigned i = 0; i < op.getCount(); ++i)
    loaded.push_back(buffers->load(from, word(op.getAddress() + i)));
  llvm::copy(loaded, live.words.begin() + op.getDest());
}

void AheadOfTime::build(vm::ScatterOp op) {
  BufferPlace to = place(op.getBufferAttr());
  --spent;
  for (unsigned i = 0; i < op.getCount(); ++i)
    trapUnless(buffers->isInside(to, word(op.getAddress() + i)),
               vm::Trap::OutOfBounds, op);
  ++spent;
  for (unsigned i = 0; i < op.getCount(); ++i)
    buffers->store(to, word(op.getAddress() + i), word(op.getValue() + i));
}

void AheadOfTime::build(vm::AtomicOp op) {
  BufferPlace in = place(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  --spent;
  trapUnless(buffers->isInside(in, where), vm::Trap::OutOfBounds, op);
  ++spent;
  Value third = op.getThird() ? word(*op.getThird()) : Value();
  live.words[op.getDest()] =
      buffers->atomic(op.getKind(), in, where, word(op.getValue()), third);
}

void AheadOfTime::build(vm::SendOp op) {
  --spent;
  resumeAt(numbering.getNumber(op));
  BufferPlace to = place(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  trapUnless(buffers->isInside(to, where), vm::Trap::OutOfBounds, op);
  Value isSent = buffers->send(to, where, word(op.getValue()));
  Value isFull = arith::XOrIOp::create(
      b, isSent, arith::ConstantIntOp::create(b, b.getI1Type(), 1));
  exitIf(isFull, static_cast<uint32_t>(vm::Status::Blocked),
         numbering.getNumber(op));
  spent = 1;
}

void AheadOfTime::build(vm::ReceiveOp op) {
  --spent;
  resumeAt(numbering.getNumber(op));
  BufferPlace from = place(op.getBufferAttr());
  Value where = address(op.getAddress(), op.getOffset());
  trapUnless(buffers->isInside(from, where), vm::Trap::OutOfBounds, op);
  auto [isFull, received] = buffers->receive(from, where);
  Value isEmpty = arith::XOrIOp::create(
      b, isFull, arith::ConstantIntOp::create(b, b.getI1Type(), 1));
  exitIf(isEmpty, static_cast<uint32_t>(vm::Status::Blocked),
         numbering.getNumber(op));
  live.words[op.getDest()] = received;
  spent = 1;
}

void AheadOfTime::build(vm::OutputOp op) {
  Value isAppended =
      buffers->append(place(op.getBufferAttr()), word(op.getValue()));
  --spent;
  trapUnless(isAppended, vm::Trap::OutOfBounds, op);
  ++spent;
}

/// A word of a frame: reads it, or sets it to `value`.
Value AheadOfTime::frame(Value depth, unsigned field, Value value) {
  SmallVector<Value> where = {toIndex(b, depth), constantIndex(b, field),
                              position};
  if (!value)
    return memref::LoadOp::create(b, memory.frames, where);
  memref::StoreOp::create(b, value, memory.frames, where);
  return value;
}

/// The frame says where the call was, so the routine returns by a switch; what
/// it saves is known there.
void AheadOfTime::build(vm::CallOp op) {
  uint32_t pc = numbering.getNumber(op);
  Value depth = live.stackPointer;
  Value hasRoom =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, depth,
                            constantI32(b, program.getStackDepth()));
  trapUnless(hasRoom, vm::Trap::StackOverflow, op);
  ++spent;
  frame(depth, 0, constantI32(b, pc));
  frame(depth, 1, constantI32(b, op.getSavedMask()));
  SmallVector<unsigned> saved;
  for (unsigned number = 0; number < vm::kNumRegisters; ++number)
    if (op.getSavedMask() >> number & 1)
      saved.push_back(number);
  for (auto [i, number] : llvm::enumerate(saved))
    frame(depth, 2 + i, word(number));
  live.stackPointer = arith::AddIOp::create(b, depth, constantI32(b, 1));
  auto callee = cast<vm::RoutineOp>(
      SymbolTable::lookupSymbolIn(program, op.getCalleeAttr()));
  jump(blocks[&callee.getBody().front()]);

  Block *after = nullptr;
  for (auto [number, block] : continuations[op.getCalleeAttr().getAttr()])
    if (number == pc)
      after = block;
  b.setInsertionPointToStart(after);
  live = getLive(after);
  for (auto [i, number] : llvm::enumerate(saved))
    live.words[number] = frame(live.stackPointer, 2 + i);
}

void AheadOfTime::build(vm::ReturnOp op) {
  auto routine = op->getParentOfType<vm::RoutineOp>();
  uint32_t pc = numbering.getNumber(op);
  auto calls = continuations.find(routine.getSymNameAttr());
  auto halted = static_cast<uint32_t>(vm::Status::Halted);
  if (calls == continuations.end())
    return exit(halted, pc);
  if (launched.contains(routine.getSymNameAttr()))
    exitIf(buildComparison(b, vm::Predicate::eq, live.stackPointer,
                           constantI32(b, 0)),
           halted, pc);
  live.stackPointer =
      arith::SubIOp::create(b, live.stackPointer, constantI32(b, 1));
  Value from = frame(live.stackPointer, 0);
  spend();
  SmallVector<Value> operands = flatten(live);
  SmallVector<int32_t> cases;
  SmallVector<Block *> targets;
  for (auto [number, block] : calls->second) {
    cases.push_back(static_cast<int32_t>(number));
    targets.push_back(block);
  }
  SmallVector<ValueRange> targetOperands(targets.size(), operands);
  cf::SwitchOp::create(b, from, targets.back(), operands,
                       ArrayRef(cases).drop_back(),
                       BlockRange(ArrayRef(targets).drop_back()),
                       ArrayRef(targetOperands).drop_back());
}

func::FuncOp zyn::buildAheadOfTime(vm::ProgramOp program, OpBuilder &builder) {
  SmallVector<Type> types = MachineMemory::getTypes(builder.getContext());
  types.push_back(builder.getIndexType());
  auto function = func::FuncOp::create(
      builder, program.getLoc(), (program.getSymName() + "_resume").str(),
      builder.getFunctionType(types, {}));
  function.setPrivate();
  function.addEntryBlock();
  AheadOfTime(program, function).build();
  return function;
}
