//===- MemoryOps.cpp - Buffers and accesses -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::kernel;

LogicalResult SharedOp::verify() {
  auto type = cast<MemRefType>(getResult().getType());
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (!space || space.getValue() != gpu::AddressSpace::Workgroup)
    return emitOpError("expected a buffer in #gpu.address_space<workgroup>, "
                       "found ")
           << type;
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return emitOpError("expected a static shape without a layout, found ")
           << type;
  if (!llvm::isPowerOf2_64(getAlignment()) || getAlignment() > 1024)
    return emitOpError("expected an alignment that is a power of two from 1 to "
                       "1024 bytes, found ")
           << getAlignment();
  auto function = (*this)->getParentOfType<gpu::GPUFuncOp>();
  if (!function || (*this)->getBlock() != &function.getBody().front())
    return emitOpError("expected to stand in the entry block of a gpu.func");
  return success();
}

/// Checks what `kernel.load` and `kernel.store` have in common: `accessed` is
/// the type of the loaded or stored value.
static LogicalResult verifyAccess(Operation *op, MemRefType memref,
                                  unsigned numIndices, Type accessed) {
  if (static_cast<int64_t>(numIndices) != memref.getRank())
    return op->emitOpError("expected ")
           << memref.getRank() << " indices, the rank of " << memref
           << ", found " << numIndices;
  if (accessed == memref.getElementType())
    return success();
  auto vector = dyn_cast<VectorType>(accessed);
  if (!vector || vector.getElementType() != memref.getElementType() ||
      vector.getRank() != 1 || vector.isScalable())
    return op->emitOpError("expected ")
           << memref.getElementType() << " or a vector of it, found "
           << accessed;
  if (memref.getRank() == 0 || !memref.isLastDimUnitStride())
    return op->emitOpError("expected a buffer whose last dimension is "
                           "contiguous for a vector access, found ")
           << memref;
  // Smaller elements have a byte each in a buffer, but not in a vector.
  if (!vector.getElementType().isIntOrFloat() ||
      vector.getElementTypeBitWidth() < 8)
    return op->emitOpError("expected integers or floats of at least 8 bits for "
                           "a vector access, found ")
           << memref;
  int64_t bits = vector.getNumElements() * vector.getElementTypeBitWidth();
  if (bits < 16 || bits > 128 || !llvm::isPowerOf2_64(bits))
    return op->emitOpError("expected a vector of 2, 4, 8 or 16 bytes, found ")
           << vector << " of " << bits << " bits";
  return success();
}

LogicalResult LoadOp::verify() {
  return verifyAccess(*this, cast<MemRefType>(getMemref().getType()),
                      getIndices().size(), getResult().getType());
}

LogicalResult StoreOp::verify() {
  return verifyAccess(*this, cast<MemRefType>(getMemref().getType()),
                      getIndices().size(), getValue().getType());
}
