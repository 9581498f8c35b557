//===- Pointers.cpp - Accesses through pointers ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

/// Checks an access of a value of `type` at the operand `address`.
static void check(Operation *op, OpOperand &address, Type type,
                  std::optional<uint64_t> alignment, AccessKind kind) {
  auto pointer = cast<LLVM::LLVMPointerType>(address.get().getType());
  constexpr unsigned globalSpace = 1;
  if (pointer.getAddressSpace() != globalSpace)
    return;
  OpBuilder b(op);
  DataLayout layout = DataLayout::closest(op);
  auto constant = [&](Type type, int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, op->getLoc(), type, value);
  };
  auto generic = LLVM::LLVMPointerType::get(op->getContext());
  Value operands[] = {
      LLVM::AddrSpaceCastOp::create(b, op->getLoc(), generic, address.get()),
      constant(b.getI64Type(), layout.getTypeSize(type)),
      constant(b.getI64Type(),
               alignment.value_or(layout.getTypeABIAlignment(type))),
      constant(b.getI32Type(), static_cast<int64_t>(kind))};
  Value allowed =
      callRuntime(b, op, "zynemuAccess", generic, operands).getResult();
  address.set(LLVM::AddrSpaceCastOp::create(b, op->getLoc(), pointer, allowed));
}

void mlir::zyn::emulator::checkPointers(gpu::GPUModuleOp module) {
  module.walk([](LLVM::LoadOp op) {
    check(op, op.getAddrMutable(), op.getType(), op.getAlignment(),
          AccessKind::Load);
  });
  module.walk([](LLVM::StoreOp op) {
    check(op, op.getAddrMutable(), op.getValue().getType(), op.getAlignment(),
          AccessKind::Store);
  });
}
