//===- ValidateInstructions.cpp - Fields of instructions ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Validator.h"

#include "Zyn/Dialect/VM/IR/VM.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

namespace {
/// Constraints on a field of an instruction.
enum class Field {
  Zero,
  Any,
  Register,
  /// A register, or 255 if the operand is the immediate.
  Operand,
  /// A register, or 255 if there is none.
  Address,
  Count,
  Predicate,
  Target,
  Routine,
  Entry,
  Saved,
  Matrix,
  Memory,
  Shared,
  Channel,
  AtomicKind
};

struct Shape {
  Field d = Field::Zero, a = Field::Zero, b = Field::Zero;
  Field immediate = Field::Zero, x = Field::Zero, y = Field::Zero;
};
} // namespace

/// Returns the fields of an opcode, or nullopt if the opcode is unknown.
static std::optional<Shape> getShape(uint32_t opcode) {
  constexpr Field reg = Field::Register, zero = Field::Zero,
                  address = Field::Address, any = Field::Any;
  switch (opcode) {
  case kMove:
  case kSwap:
    return Shape{reg, reg};
  case kLoadImmediate:
    return Shape{reg, zero, zero, any};
  case kAdd:
  case kSubtract:
    return Shape{reg, reg, reg};
  case kScale:
  case kAddImmediate:
    return Shape{reg, reg, zero, any};
  case kScaleAdd:
    return Shape{reg, reg, reg, any};
  case kCSRMatrix:
  case kDenseMatrix:
    return Shape{zero, zero, zero, zero, Field::Matrix};
  case kJump:
    return Shape{zero, zero, zero, zero, Field::Target};
  case kBranch:
    return Shape{Field::Predicate, reg,          Field::Operand, any,
                 Field::Target,    Field::Target};
  case kCall:
    return Shape{zero, zero, zero, Field::Routine, Field::Entry, Field::Saved};
  case kReturn:
  case kYield:
  case kHalt:
    return Shape{};
  case kLoad:
    return Shape{reg, address, zero, any, Field::Memory};
  case kStore:
    return Shape{zero, address, reg, any, Field::Memory};
  case kGather:
  case kScatter:
    return Shape{reg, reg, Field::Count, zero, Field::Memory};
  case kAtomic:
    return Shape{reg, address, reg, any, Field::Shared, Field::AtomicKind};
  case kSend:
    return Shape{zero, address, reg, any, Field::Channel};
  case kReceive:
    return Shape{reg, address, zero, any, Field::Channel};
  case kOutput:
    return Shape{zero, zero, reg, zero, Field::Shared};
  default:
    break;
  }
  std::optional<OracleKind> kind =
      opcode < kOracle ? std::nullopt : symbolizeOracleKind(opcode - kOracle);
  if (!kind)
    return std::nullopt;
  switch (getNumOperands(*kind)) {
  case 1:
    return Shape{reg, reg};
  case 2:
    return Shape{reg, reg, Field::Operand, any};
  default:
    return Shape{reg, reg, reg, zero, reg};
  }
}

namespace mlir::vm {
/// Validates one instruction.
class InstructionValidator {
public:
  InstructionValidator(ExecutableValidator &validator, uint32_t pc,
                       const Executable::Routine &routine)
      : validator(validator), file(validator.file), pc(pc), routine(routine),
        fields(file.getInstruction(pc)) {}

  bool validate();

private:
  bool fail(const Twine &message) {
    return validator.fail("instruction " + Twine(pc) + ": " + message);
  }
  bool validateField(const char *name, uint32_t value, Field field);
  bool validateIndex(const char *what, uint32_t number, Section section);
  bool validateBuffer(uint32_t number, Field field);
  bool validateRegister(const char *name, uint32_t value, bool canBeNone);
  bool validateAtomic(uint32_t value);
  bool validateLinear();
  bool validateEnd();

  ExecutableValidator &validator;
  const Executable &file;
  uint32_t pc;
  const Executable::Routine &routine;
  Executable::Instruction fields;
};
} // namespace mlir::vm

bool InstructionValidator::validateIndex(const char *what, uint32_t number,
                                         Section section) {
  if (number < file.getCount(section))
    return true;
  return fail("expected one of " + Twine(file.getCount(section)) + " " + what +
              ", found " + Twine(number));
}

bool InstructionValidator::validateRegister(const char *name, uint32_t value,
                                            bool canBeNone) {
  if (value < kNumRegisters || (canBeNone && value == kNoRegister))
    return true;
  return fail("expected a register from 0 to 26 as " + Twine(name) +
              ", found " + Twine(value));
}

bool InstructionValidator::validateBuffer(uint32_t number, Field field) {
  if (!validateIndex("buffers", number, kBuffers))
    return false;
  uint32_t kind = file.getBuffer(number).kind;
  bool fits = field == Field::Memory   ? kind < 2
              : field == Field::Shared ? kind == 0
                                       : kind == 2;
  if (fits)
    return true;
  const char *expected = field == Field::Memory   ? "shared or instance"
                         : field == Field::Shared ? "shared"
                                                  : "channel";
  return fail("expected a " + Twine(expected) + " buffer, found @" +
              file.getBuffer(number).name + ", of kind " + Twine(kind));
}

bool InstructionValidator::validateAtomic(uint32_t value) {
  std::optional<AtomicKind> kind = symbolizeAtomicKind(value & 0xff);
  if (!kind || value >> 16)
    return fail("expected a kind of atomic from 0 to 10, found " +
                Twine(value));
  if (*kind != AtomicKind::cas && value >> 8)
    return fail("expected 0 as third operand, found " + Twine(value >> 8));
  return validateRegister("third operand", value >> 8, /*canBeNone=*/false);
}

bool InstructionValidator::validateField(const char *name, uint32_t value,
                                         Field field) {
  switch (field) {
  case Field::Any:
    return true;
  case Field::Zero:
    return value == 0 ||
           fail("expected 0 as " + Twine(name) + ", found " + Twine(value));
  case Field::Register:
    return validateRegister(name, value, /*canBeNone=*/false);
  case Field::Operand:
    if (value != kNoRegister && fields.immediate != 0)
      return fail("expected 0 as immediate next to a register, found " +
                  Twine(fields.immediate));
    return validateRegister(name, value, /*canBeNone=*/true);
  case Field::Address:
    return validateRegister(name, value, /*canBeNone=*/true);
  case Field::Count:
    return (value >= 1 && fields.d + value <= kNumRegisters &&
            fields.a + value <= kNumRegisters) ||
           fail("expected registers r0 to r26, found " + Twine(value) +
                " from r" + Twine(std::max(fields.d, fields.a)));
  case Field::Predicate:
    return symbolizePredicate(value) ||
           fail("expected a predicate from 0 to 15, found " + Twine(value));
  case Field::Target:
    return (value >= routine.entry && value < routine.entry + routine.count) ||
           fail("expected a target in @" + routine.name + ", found " +
                Twine(value));
  case Field::Routine:
    return validateIndex("routines", value, kRoutines);
  case Field::Entry: {
    uint32_t entry = file.getRoutine(fields.immediate).entry;
    return value == entry || fail("expected the routine's first instruction " +
                                  Twine(entry) + ", found " + Twine(value));
  }
  case Field::Saved:
    return ((value & ~kRegisterMask) == 0 &&
            llvm::popcount(value) <= int(CallOp::kMaxSaved)) ||
           fail("expected at most 6 saved registers, found the mask 0x" +
                Twine::utohexstr(value));
  case Field::Matrix: {
    if (!validateIndex("matrices", value, kMatrices))
      return false;
    uint32_t format = file.getMatrix(value).format;
    return format == fields.opcode - kCSRMatrix ||
           fail("expected a matrix of format " +
                Twine(fields.opcode - kCSRMatrix) + ", found " + Twine(format));
  }
  case Field::Memory:
  case Field::Shared:
  case Field::Channel:
    return validateBuffer(value, field);
  case Field::AtomicKind:
    return validateAtomic(value);
  }
  llvm_unreachable("all fields are handled");
}

/// Validates that a short form is equivalent to a matrix, whose elements are
/// not zero.
bool InstructionValidator::validateLinear() {
  bool takesTwo = fields.opcode == kAdd || fields.opcode == kSubtract ||
                  fields.opcode == kScaleAdd;
  if (takesTwo && fields.a == fields.b)
    return fail("expected two registers, found r" + Twine(fields.a) + " twice");
  bool takesFactor = fields.opcode == kScale ||
                     fields.opcode == kAddImmediate ||
                     fields.opcode == kScaleAdd;
  if (takesFactor && validator.isZero(fields.immediate))
    return fail("expected an immediate other than 0");
  if (fields.opcode == kLoadImmediate && fields.immediate != 0 &&
      validator.isZero(fields.immediate))
    return fail("expected an immediate other than -0");
  return true;
}

bool InstructionValidator::validateEnd() {
  switch (fields.opcode) {
  case kJump:
  case kBranch:
  case kReturn:
  case kHalt:
    return true;
  default:
    return fail("expected a jump, branch, return or halt at the end of @" +
                routine.name);
  }
}

bool InstructionValidator::validate() {
  std::optional<Shape> shape = getShape(fields.opcode);
  if (!shape)
    return fail("expected a known opcode, found " + Twine(fields.opcode));
  bool isLast = pc == routine.entry + routine.count - 1;
  return validateField("d", fields.d, shape->d) &&
         validateField("a", fields.a, shape->a) &&
         validateField("b", fields.b, shape->b) &&
         validateField("immediate", fields.immediate, shape->immediate) &&
         validateField("x", fields.x, shape->x) &&
         validateField("y", fields.y, shape->y) && validateLinear() &&
         validator.validateLocation(fields.location,
                                    "instruction " + Twine(pc)) &&
         (!isLast || validateEnd());
}

bool ExecutableValidator::validateInstructions() {
  for (uint32_t i = 0; i < file.getCount(kRoutines); ++i) {
    Executable::Routine routine = file.getRoutine(i);
    for (uint32_t j = 0; j < routine.count; ++j)
      if (!InstructionValidator(*this, routine.entry + j, routine).validate())
        return false;
  }
  return true;
}
