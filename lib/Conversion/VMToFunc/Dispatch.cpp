//===- Dispatch.cpp - Decoding of single instructions ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "Structured.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;
namespace format = mlir::vm::executable;

Value RegisterFile::read(ImplicitLocOpBuilder &b, Value number) const {
  SmallVector<Value> indices = {number};
  llvm::append_range(indices, suffix);
  return memref::LoadOp::create(b, memory, indices);
}

void RegisterFile::write(ImplicitLocOpBuilder &b, Value number,
                         Value word) const {
  SmallVector<Value> indices = {number};
  llvm::append_range(indices, suffix);
  memref::StoreOp::create(b, word, memory, indices);
}

Dispatch::Dispatch(ImplicitLocOpBuilder &b, vm::ProgramOp program,
                   const MachineMemory &memory,
                   std::optional<vm::InstructionClass> only)
    : b(b), program(program), memory(memory), image(b, memory),
      buffers(b, memory) {
  collectOpcodes(program, only);
}

static uint32_t getOpcode(Operation *op) {
  if (auto oracle = dyn_cast<vm::OracleOp>(op))
    return format::kOracle + static_cast<uint32_t>(oracle.getKind());
  if (isa<vm::JumpOp>(op))
    return format::kJump;
  if (isa<vm::BranchOp>(op))
    return format::kBranch;
  if (isa<vm::CallOp>(op))
    return format::kCall;
  if (isa<vm::ReturnOp>(op))
    return format::kReturn;
  if (isa<vm::YieldOp>(op))
    return format::kYield;
  if (isa<vm::HaltOp>(op))
    return format::kHalt;
  if (isa<vm::LoadOp>(op))
    return format::kLoad;
  if (isa<vm::StoreOp>(op))
    return format::kStore;
  if (isa<vm::GatherOp>(op))
    return format::kGather;
  if (isa<vm::ScatterOp>(op))
    return format::kScatter;
  if (isa<vm::AtomicOp>(op))
    return format::kAtomic;
  if (isa<vm::SendOp>(op))
    return format::kSend;
  if (isa<vm::ReceiveOp>(op))
    return format::kReceive;
  if (isa<vm::OutputOp>(op))
    return format::kOutput;
  llvm_unreachable("linear instructions have more than one opcode");
}

/// The encoder chooses the opcode of a linear instruction, so all linear
/// opcodes are possible.
void Dispatch::collectOpcodes(vm::ProgramOp program,
                              std::optional<vm::InstructionClass> only) {
  llvm::SmallBitVector found(format::kEndOpcodes);
  program.walk([&](vm::InstructionOpInterface op) {
    if (only && op.getInstructionClass() != *only)
      return;
    if (isa<vm::LinearOp>(*op)) {
      found.set(format::kMove, format::kDenseMatrix + 1);
      return;
    }
    found.set(getOpcode(op));
    if (auto branch = dyn_cast<vm::BranchOp>(*op))
      predicates |= 1u << static_cast<uint32_t>(branch.getPredicate());
    if (auto atomic = dyn_cast<vm::AtomicOp>(*op))
      atomics |= 1u << static_cast<uint32_t>(atomic.getKind());
  });
  for (unsigned opcode : found.set_bits())
    opcodes.push_back(opcode);
}

Value Dispatch::add(Value lhs, Value rhs) {
  return arith::AddIOp::create(b, lhs, rhs);
}

Value Dispatch::add(Value lhs, uint32_t rhs) {
  return add(lhs, constantI32(b, rhs));
}

//===----------------------------------------------------------------------===//
// The instruction
//===----------------------------------------------------------------------===//

Value Dispatch::buildClass(Value pc) {
  Value opcode = arith::AndIOp::create(
      b, image.loadInstruction(b, pc, format::kOpcodeWord),
      constantI32(b, 255));
  auto isAtLeast = [&](uint32_t first) -> Value {
    Value is = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, opcode,
                                     constantI32(b, first));
    return arith::ExtUIOp::create(b, b.getI32Type(), is);
  };
  // Classes are numbered in the order of their opcode ranges.
  return add(add(isAtLeast(format::kOracle), isAtLeast(format::kJump)),
             isAtLeast(format::kLoad));
}

StepResult Dispatch::build(const RegisterFile &file, Value scratchBuffer,
                           Value instance, Value counter, Value depth) {
  registers = file;
  scratch = scratchBuffer;
  position = instance;
  pc = counter;
  stackPointer = depth;
  Value word = load(format::kOpcodeWord);
  auto field = [&](unsigned shift) -> Value {
    Value shifted =
        shift ? arith::ShRUIOp::create(b, word, constantI32(b, shift)) : word;
    if (shift == 24)
      return shifted;
    return arith::AndIOp::create(b, shifted, constantI32(b, 255));
  };
  Value opcode = field(0);
  d = field(8);
  a = field(16);
  bField = field(24);
  immediate = load(format::kImmediate);
  // A field without a register is 255; masking it yields the index of an
  // existing word, whose value is not used.
  auto readSafely = [&](Value number) {
    return read(arith::AndIOp::create(b, number, constantI32(b, 31)));
  };
  lhs = readSafely(a);
  Value isImmediate = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, bField, constantI32(b, format::kNoRegister));
  rhs = arith::SelectOp::create(b, isImmediate, immediate, readSafely(bField));

  SmallVector<SwitchCase> cases;
  for (uint32_t number : opcodes)
    cases.push_back({number, [this, number]() -> SmallVector<Value> {
                       StepResult result = buildOpcode(number);
                       return {result.pc, result.status, result.stackPointer};
                     }});
  SmallVector<Type> types(3, b.getI32Type());
  SmallVector<Value> results = buildSwitch(b, opcode, types, cases);
  return {results[0], results[1], results[2]};
}

StepResult Dispatch::buildOpcode(uint32_t opcode) {
  if (opcode < format::kCSRMatrix)
    return buildShortLinear(opcode);
  if (opcode < format::kOracle)
    return buildMatrix(opcode == format::kDenseMatrix);
  if (opcode < format::kJump)
    return buildOracle(static_cast<vm::OracleKind>(opcode - format::kOracle));
  switch (opcode) {
  case format::kJump:
    return {load(format::kX), constantI32(b, 0), stackPointer};
  case format::kBranch:
    return buildBranch();
  case format::kCall:
    return buildCall();
  case format::kReturn:
    return buildReturn();
  case format::kYield: {
    StepResult result = stop(vm::Status::Yielded);
    result.pc = add(pc, 1);
    return result;
  }
  case format::kHalt:
    return stop(vm::Status::Halted);
  case format::kGather:
    return buildGather(/*isScatter=*/false);
  case format::kScatter:
    return buildGather(/*isScatter=*/true);
  default:
    return buildBuffer(opcode);
  }
}

StepResult Dispatch::next() {
  return {add(pc, 1), constantI32(b, 0), stackPointer};
}

StepResult Dispatch::stop(vm::Status status) {
  return {pc, constantI32(b, static_cast<uint32_t>(status)), stackPointer};
}

StepResult Dispatch::trap(vm::Trap reason) {
  return {pc, constantI32(b, vm::getTrapStatus(reason)), stackPointer};
}

StepResult Dispatch::select(Value condition, function_ref<StepResult()> then,
                            function_ref<StepResult()> otherwise) {
  auto flatten = [](StepResult result) -> SmallVector<Value> {
    return {result.pc, result.status, result.stackPointer};
  };
  SmallVector<Value> results = buildIf(
      b, condition, [&] { return flatten(then()); },
      [&] { return flatten(otherwise()); });
  return {results[0], results[1], results[2]};
}

//===----------------------------------------------------------------------===//
// Oracles and branches
//===----------------------------------------------------------------------===//

StepResult Dispatch::buildOracle(vm::OracleKind kind) {
  auto compute = [&] {
    Value third;
    if (vm::getNumOperands(kind) == 3)
      third = read(load(format::kX));
    RandomSource random = {memory.seed, {}};
    if (kind == vm::OracleKind::random || kind == vm::OracleKind::randomf)
      random.instance = registers.read(b, constantIndex(b, vm::kInstance));
    write(d, zyn::buildOracle(b, kind, lhs, rhs, third, random));
    return next();
  };
  if (!vm::canDivideByZero(kind))
    return compute();
  return select(buildComparison(b, vm::Predicate::ne, rhs, constantI32(b, 0)),
                compute, [&] { return trap(vm::Trap::DivisionByZero); });
}

StepResult Dispatch::buildBranch() {
  SmallVector<SwitchCase> cases;
  for (uint32_t number = 0; number < 32; ++number)
    if (predicates >> number & 1)
      cases.push_back({number, [this, number]() -> SmallVector<Value> {
                         return {buildComparison(
                             b, static_cast<vm::Predicate>(number), lhs, rhs)};
                       }});
  Value holds = buildSwitch(b, d, b.getI1Type(), cases)[0];
  Value target =
      arith::SelectOp::create(b, holds, load(format::kX), load(format::kY));
  return {target, constantI32(b, 0), stackPointer};
}

StepResult Dispatch::buildCall() {
  Value hasRoom = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                        stackPointer, image.getStackDepth());
  return select(
      hasRoom,
      [&]() -> StepResult {
        Value depth = toIndex(b, stackPointer);
        auto push = [&](Value field, Value word) {
          memref::StoreOp::create(b, word, memory.frames,
                                  ValueRange{depth, field, position});
        };
        Value mask = load(format::kY);
        push(constantIndex(b, 0), pc);
        push(constantIndex(b, 1), mask);
        buildForEachBit(b, mask, [&](Value number, Value count) {
          push(toIndex(b, add(count, 2)), registers.read(b, number));
        });
        return {load(format::kX), constantI32(b, 0), add(stackPointer, 1)};
      },
      [&] { return trap(vm::Trap::StackOverflow); });
}

StepResult Dispatch::buildReturn() {
  Value isCalled =
      buildComparison(b, vm::Predicate::ne, stackPointer, constantI32(b, 0));
  return select(
      isCalled,
      [&]() -> StepResult {
        Value below = add(stackPointer, -1);
        Value depth = toIndex(b, below);
        auto pop = [&](Value field) -> Value {
          return memref::LoadOp::create(b, memory.frames,
                                        ValueRange{depth, field, position});
        };
        buildForEachBit(
            b, pop(constantIndex(b, 1)), [&](Value number, Value count) {
              registers.write(b, number, pop(toIndex(b, add(count, 2))));
            });
        return {add(pop(constantIndex(b, 0)), 1), constantI32(b, 0), below};
      },
      [&] { return stop(vm::Status::Halted); });
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Value Dispatch::buildAtomic(const BufferView &view, Value address) {
  Value fields = load(format::kY);
  Value kind = arith::AndIOp::create(b, fields, constantI32(b, 255));
  SmallVector<SwitchCase> cases;
  for (uint32_t number = 0; number < 32; ++number)
    if (atomics >> number & 1)
      cases.push_back(
          {number, [&, number]() -> SmallVector<Value> {
             auto kind = static_cast<vm::AtomicKind>(number);
             Value third;
             if (kind == vm::AtomicKind::cas)
               third =
                   read(arith::ShRUIOp::create(b, fields, constantI32(b, 8)));
             return {buffers.atomic(kind, view, address, read(bField), third)};
           }});
  return buildSwitch(b, kind, b.getI32Type(), cases)[0];
}

StepResult Dispatch::buildBuffer(uint32_t opcode) {
  Value lane = toIndex(b, registers.read(b, constantIndex(b, vm::kInstance)));
  BufferView view = image.loadBufferView(b, load(format::kX), memory, lane);
  if (opcode == format::kOutput)
    return select(
        buffers.append(view, read(bField)), [&] { return next(); },
        [&] { return trap(vm::Trap::OutOfBounds); });

  Value hasRegister = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ne, a, constantI32(b, format::kNoRegister));
  Value offset =
      arith::SelectOp::create(b, hasRegister, lhs, constantI32(b, 0));
  Value address = add(offset, immediate);
  auto access = [&]() -> StepResult {
    switch (opcode) {
    case format::kLoad:
      write(d, buffers.load(view, address));
      return next();
    case format::kStore:
      buffers.store(view, address, read(bField));
      return next();
    case format::kAtomic:
      write(d, buildAtomic(view, address));
      return next();
    case format::kSend:
      return select(
          buffers.send(view, address, read(bField)), [&] { return next(); },
          [&] { return stop(vm::Status::Blocked); });
    default: {
      auto [isFull, word] = buffers.receive(view, address);
      return select(
          isFull,
          [&, word = word] {
            write(d, word);
            return next();
          },
          [&] { return stop(vm::Status::Blocked); });
    }
    }
  };
  return select(buffers.isInside(view, address), access,
                [&] { return trap(vm::Trap::OutOfBounds); });
}

/// Loaded words go through the scratch buffer, since destination registers may
/// also be address registers.
StepResult Dispatch::buildGather(bool isScatter) {
  Value lane = toIndex(b, registers.read(b, constantIndex(b, vm::kInstance)));
  BufferView view = image.loadBufferView(b, load(format::kX), memory, lane);
  Value zero = constantIndex(b, 0), count = toIndex(b, bField);
  Value firstWord = toIndex(b, d), firstAddress = toIndex(b, a);
  auto at = [&](Value first, Value i) -> Value {
    return arith::AddIOp::create(b, first, i);
  };
  Value isTrue = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  Value areInside =
      buildFor(b, zero, count, {isTrue},
               [&](Value i, ValueRange carried) -> SmallVector<Value> {
                 Value address = registers.read(b, at(firstAddress, i));
                 return {arith::AndIOp::create(
                     b, carried[0], buffers.isInside(view, address))};
               })[0];
  auto forEach = [&](function_ref<void(Value)> body) {
    buildFor(b, zero, count, {},
             [&](Value i, ValueRange) -> SmallVector<Value> {
               body(i);
               return {};
             });
  };
  return select(
      areInside,
      [&] {
        forEach([&](Value i) {
          Value address = registers.read(b, at(firstAddress, i));
          if (isScatter)
            buffers.store(view, address, registers.read(b, at(firstWord, i)));
          else
            memref::StoreOp::create(b, buffers.load(view, address), scratch, i);
        });
        if (!isScatter)
          forEach([&](Value i) {
            registers.write(b, at(firstWord, i),
                            memref::LoadOp::create(b, scratch, i));
          });
        return next();
      },
      [&] { return trap(vm::Trap::OutOfBounds); });
}
