//===- TensorCoreOps.cpp - Matrix multiply-accumulate of a warp -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::kernel;

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static LogicalResult verifyAccess(Operation *op, FragmentType fragment,
                                  MemRefType memref, size_t numIndices) {
  if (memref.getRank() < 2)
    return op->emitOpError("expected a buffer of at least two dimensions, "
                           "found ")
           << memref;
  if (static_cast<int64_t>(numIndices) != memref.getRank())
    return op->emitOpError("expected ")
           << memref.getRank() << " indices, the rank of " << memref
           << ", found " << numIndices;
  Type element = memref.getElementType();
  bool isRounded = isa<MmaStoreOp>(op) && fragment.getElementType().isF32() &&
                   (element.isF16() || element.isBF16());
  if (element != fragment.getStorageType() && !isRounded)
    return op->emitOpError("expected a buffer of ")
           << fragment.getStorageType() << " for " << fragment << ", found "
           << memref;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return op->emitOpError("expected a buffer with strides, found ") << memref;
  return success();
}

LogicalResult MmaLoadOp::verify() {
  return verifyAccess(*this, getResult().getType(), getMemref().getType(),
                      getIndices().size());
}

LogicalResult MmaStoreOp::verify() {
  return verifyAccess(*this, getFragment().getType(), getMemref().getType(),
                      getIndices().size());
}

static int64_t getNumRegisters(TypeRange fragments) {
  int64_t registers = 0;
  for (Type type : fragments)
    registers += cast<FragmentType>(type).getRegistersPerThread();
  return registers;
}

/// Checks an access to rows whose addresses the lanes provide.
static LogicalResult verifyRows(Operation *op, TypeRange fragments,
                                MemRefType memref, size_t numIndices,
                                bool isTransposed) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(memref.getMemorySpace());
  if (!space || space.getValue() != gpu::AddressSpace::Workgroup)
    return op->emitOpError("expected a buffer in "
                           "#gpu.address_space<workgroup>, found ")
           << memref;
  if (static_cast<int64_t>(numIndices) != memref.getRank())
    return op->emitOpError("expected ")
           << memref.getRank() << " indices, the rank of " << memref
           << ", found " << numIndices;
  if (!memref.isLastDimUnitStride())
    return op->emitOpError("expected a buffer whose last dimension is "
                           "contiguous, found ")
           << memref;
  for (Type type : fragments) {
    auto fragment = cast<FragmentType>(type);
    if (fragment.getRole() == FragmentRole::accumulator ||
        fragment.getHolder() != FragmentHolder::warp ||
        fragment.getElementType().isF64())
      return op->emitOpError("expected fragments with role a or b of a warp, "
                             "not of f64, found ")
             << fragment;
    if (fragment.getStorageType() != memref.getElementType())
      return op->emitOpError("expected a buffer of ")
             << fragment.getStorageType() << " for " << fragment << ", found "
             << memref;
    if (isTransposed && fragment.getElementsPerRegister() != 2)
      return op->emitOpError(
                 "expected elements of 16 bits with transposed, found ")
             << fragment;
  }
  int64_t registers = getNumRegisters(fragments);
  if (registers != 1 && registers != 2 && registers != 4)
    return op->emitOpError("expected fragments with a total of 1, 2 or 4 "
                           "registers per thread, found ")
           << registers;
  return success();
}

int64_t MmaLoadRowsOp::getNumMatrices() {
  return getNumRegisters(getResultTypes());
}

LogicalResult MmaLoadRowsOp::verify() {
  return verifyRows(*this, getResultTypes(), getMemref().getType(),
                    getIndices().size(), getTransposed());
}

int64_t MmaStoreRowsOp::getNumMatrices() {
  return getNumRegisters(getFragments().getTypes());
}

LogicalResult MmaStoreRowsOp::verify() {
  return verifyRows(*this, getFragments().getTypes(), getMemref().getType(),
                    getIndices().size(), getTransposed());
}

//===----------------------------------------------------------------------===//
// Matmuls
//===----------------------------------------------------------------------===//

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Checks that a fragment is a valid operand of a matmul of a warp.
static LogicalResult verifyOperand(Operation *op, FragmentType type,
                                   FragmentRole role, StringRef name) {
  if (type.getRole() == role && type.getHolder() == FragmentHolder::warp)
    return success();
  return op->emitOpError("expected ")
         << name << " to be a fragment with role " << stringifyEnum(role)
         << " of a warp, found " << type;
}

LogicalResult MmaComputeOp::verify() {
  FragmentType a = getA().getType(), b = getB().getType();
  FragmentType c = getAccumulator().getType();
  if (failed(verifyOperand(*this, a, FragmentRole::a, "A")) ||
      failed(verifyOperand(*this, b, FragmentRole::b, "B")) ||
      failed(verifyOperand(*this, c, FragmentRole::accumulator, "C")))
    return failure();
  Type element = a.getElementType(), other = b.getElementType();
  if (element != other && !(isFloat8(element) && isFloat8(other)))
    return emitOpError("expected A and B to have the same element type, or "
                       "8-bit float types, found ")
           << element << " and " << other;
  if (a.getColumns() != b.getRows())
    return emitOpError("expected as many columns of A as rows of B, found ")
           << a << " and " << b;
  if (a.getRows() != c.getRows())
    return emitOpError("expected as many rows of A as of C, found ")
           << a << " and " << c;
  Type sum = c.getElementType();
  bool isInteger = element.isInteger(8);
  Type expected = element.isF64() ? element
                  : isInteger     ? IntegerType::get(getContext(), 32)
                                  : Type(Float32Type::get(getContext()));
  if (sum != expected && !(element.isF16() && sum.isF16()))
    return emitOpError("expected an accumulator of ")
           << expected << (element.isF16() ? " or f16" : "")
           << " for operands of " << element << ", found " << c;
  if (!isInteger && (getUnsignedA() || getUnsignedB() || getSaturate()))
    return emitOpError("expected unsigned_a, unsigned_b and saturate for "
                       "operands of i8 only, found operands of ")
           << element;
  return success();
}

TargetRequirement MmaComputeOp::getTargetRequirement() {
  FragmentType a = getA().getType();
  if (isFloat8(a.getElementType()))
    return {89, 84};
  if (a.getElementType().isF64() && a.getRows() == 16)
    return {90, 78};
  if (a.getElementType().isF16() && a.getColumns() == 8)
    return {75, 70};
  return {80, 70};
}

//===----------------------------------------------------------------------===//
// Packing and unpacking
//===----------------------------------------------------------------------===//

OpFoldResult MmaUnpackOp::fold(FoldAdaptor) {
  if (auto pack = getFragment().getDefiningOp<MmaPackOp>())
    return pack.getElements();
  return {};
}

OpFoldResult MmaPackOp::fold(FoldAdaptor) {
  auto unpack = getElements().getDefiningOp<MmaUnpackOp>();
  if (unpack && unpack.getFragment().getType() == getResult().getType())
    return unpack.getFragment();
  return {};
}
