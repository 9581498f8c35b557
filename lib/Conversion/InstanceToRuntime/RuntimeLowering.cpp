//===- RuntimeLowering.cpp - What all patterns share----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeLowering.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::zyn;
using instance::TrapKind;

// What the dialect and the runtime have to agree on.
static_assert(
    static_cast<int>(TrapKind::unreachable) == ZYNRT_TRAP_UNREACHABLE &&
    static_cast<int>(TrapKind::memory_bounds) == ZYNRT_TRAP_MEMORY_BOUNDS &&
    static_cast<int>(TrapKind::table_bounds) == ZYNRT_TRAP_TABLE_BOUNDS &&
    static_cast<int>(TrapKind::undefined_element) ==
        ZYNRT_TRAP_UNDEFINED_ELEMENT &&
    static_cast<int>(TrapKind::uninitialized_element) ==
        ZYNRT_TRAP_UNINITIALIZED_ELEMENT &&
    static_cast<int>(TrapKind::call_type_mismatch) ==
        ZYNRT_TRAP_CALL_TYPE_MISMATCH &&
    static_cast<int>(TrapKind::divide_by_zero) == ZYNRT_TRAP_DIVIDE_BY_ZERO &&
    static_cast<int>(TrapKind::integer_overflow) ==
        ZYNRT_TRAP_INTEGER_OVERFLOW &&
    static_cast<int>(TrapKind::invalid_conversion) ==
        ZYNRT_TRAP_INVALID_CONVERSION &&
    static_cast<int>(TrapKind::stack_exhausted) == ZYNRT_TRAP_STACK_EXHAUSTED &&
    static_cast<int>(TrapKind::unaligned_atomic) ==
        ZYNRT_TRAP_UNALIGNED_ATOMIC &&
    static_cast<int>(TrapKind::memory_exhausted) ==
        ZYNRT_TRAP_MEMORY_EXHAUSTED);
static_assert(sizeof(zynrt_function) == 4 * 8 && sizeof(zynrt_segment) == 2 * 8,
              "InstanceLayout has 4 words for a function and 2 for a segment");

RuntimeLowering::RuntimeLowering(ModuleOp module) : layout(module) {
  for (auto [i, function] : llvm::enumerate(layout.getFunctions()))
    functionNumbers[function] = i;
  module.walk([&](instance::CallIndirectOp call) {
    typeWords[call] = layout.getTypeWord(
        FunctionType::get(call.getContext(), call.getArguments().getTypes(),
                          call.getResultTypes()));
  });
  for (auto global : module.getOps<instance::GlobalOp>())
    if (global.getSource())
      importedGlobals.insert(global.getSymName());
}

void RuntimeLowering::declareRuntime(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
#define DECLARE(NAME)                                                          \
  runtimeFunctions[#NAME] =                                                    \
      *declareRuntimeFunction<decltype(NAME)>(builder, module, #NAME)
  DECLARE(zynrtInstanceTrap);
  DECLARE(zynrtMemoryGrow);
  DECLARE(zynrtMemoryFill);
  DECLARE(zynrtMemoryCopy);
  DECLARE(zynrtMemoryInit);
  DECLARE(zynrtBufferRead);
  DECLARE(zynrtBufferWrite);
  DECLARE(zynrtInstanceClock);
  DECLARE(zynrtTableGrow);
  DECLARE(zynrtTableFill);
  DECLARE(zynrtTableCopy);
  DECLARE(zynrtTableInit);
#undef DECLARE
}

void RuntimeLowering::buildTrap(InstanceBuilder &builder, func::FuncOp function,
                                TrapKind kind, Value site) const {
  Value arguments[] = {
      function.getArgument(0), builder.buildI32(static_cast<uint32_t>(kind)),
      builder.buildI32(functionNumbers.lookup(function)), site};
  LLVM::CallOp::create(builder, runtimeFunctions.lookup("zynrtInstanceTrap"),
                       arguments);
  LLVM::UnreachableOp::create(builder);
}

StateBuilder::StateBuilder(OpBuilder &builder, Operation *op,
                           const RuntimeLowering &lowering)
    : InstanceBuilder(builder, op->getLoc()), lowering(lowering) {
  auto parent = op->getParentOfType<func::FuncOp>();
  function = parent;
  state = parent.getArgument(0);
}

Value StateBuilder::buildAddress(Value pointer, uint64_t offset) {
  if (offset == 0)
    return pointer;
  return LLVM::GEPOp::create(*this, getPointerType(), getI8Type(), pointer,
                             LLVM::GEPArg(static_cast<int32_t>(offset)));
}

Value StateBuilder::buildWordAddress(unsigned word) {
  return buildAddress(state, offsetof(zynrt_instance, words) + 8 * word);
}

Value StateBuilder::loadField(Type type, Value pointer, uint64_t offset,
                              bool invariant) {
  return LLVM::LoadOp::create(*this, type, buildAddress(pointer, offset),
                              /*alignment=*/8, /*isVolatile=*/false,
                              /*isNonTemporal=*/false, invariant);
}

Value StateBuilder::buildSegment(StringRef name) {
  return buildWordAddress(lowering.layout.getWord(name));
}

void StateBuilder::dropSegment(StringRef name) {
  LLVM::StoreOp::create(
      *this, buildI64(0),
      buildAddress(buildSegment(name), offsetof(zynrt_segment, size)));
}

Value StateBuilder::callRuntime(StringRef function, ValueRange arguments) {
  auto call = LLVM::CallOp::create(
      *this, lowering.runtimeFunctions.lookup(function), arguments);
  return call->getNumResults() ? call.getResult() : Value();
}

void StateBuilder::callOrTrap(StringRef function, ValueRange arguments,
                              TrapKind kind) {
  Value result = callRuntime(function, arguments);
  trapIf(compare(arith::CmpIPredicate::eq, result, buildI32(0)), kind);
}
