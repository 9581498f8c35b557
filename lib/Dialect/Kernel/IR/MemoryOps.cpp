//===- MemoryOps.cpp - Buffers and accesses -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/IR/MemorySpaces.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

/// The maximum alignment of a buffer in bytes: the period of swizzles.
static constexpr int64_t maxAlignment = limits::swizzlePeriod;

/// Checks that the buffer that `op` declares is in `space`, spelled `spelling`,
/// has a static shape, and has at most `maxBytes`.
static LogicalResult verifyDeclared(Operation *op, MemorySpace space,
                                    StringRef spelling, int64_t maxBytes) {
  auto type = cast<MemRefType>(op->getResult(0).getType());
  if (getMemorySpace(type) != space)
    return op->emitOpError("expected a buffer in ")
           << spelling << ", found " << type;
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return op->emitOpError("expected a static shape without a layout, found ")
           << type;
  std::optional<int64_t> bytes = getBufferBytes(type);
  if (!bytes || *bytes > maxBytes) {
    InFlightDiagnostic error = op->emitOpError("expected at most ")
                               << maxBytes << " bytes, found ";
    if (bytes)
      error << *bytes;
    else
      error << type;
    return error << "; use a buffer in global memory";
  }
  return success();
}

static LogicalResult verifyAlignment(Operation *op, int64_t alignment) {
  if (llvm::isPowerOf2_64(alignment) && alignment <= maxAlignment)
    return success();
  return op->emitOpError("expected an alignment that is a power of two from 1 "
                         "to ")
         << maxAlignment << " bytes, found " << alignment;
}

LogicalResult SharedOp::verify() {
  if (failed(verifyDeclared(*this, MemorySpace::Shared,
                            "#gpu.address_space<workgroup>",
                            limits::sharedBytesPerBlock)) ||
      failed(verifyAlignment(*this, getAlignment())))
    return failure();
  auto function = (*this)->getParentOfType<gpu::GPUFuncOp>();
  // It must be a direct child, since structured control flow is not lowered
  // yet.
  if (!function || (*this)->getParentOp() != function)
    return emitOpError("expected to be in the entry block of a gpu.func");
  return success();
}

LogicalResult DynamicSharedOp::verify() {
  if (failed(verifyDeclared(*this, MemorySpace::Shared,
                            "#gpu.address_space<workgroup>",
                            limits::sharedBytesPerBlock)) ||
      failed(verifyAlignment(*this, getAlignment())))
    return failure();
  APInt offset;
  if (matchPattern(getOffset(), m_ConstantInt(&offset)) &&
      (offset.isNegative() || offset.getZExtValue() % getAlignment()))
    return emitOpError("expected an offset in bytes that is a multiple of the "
                       "alignment ")
           << getAlignment() << ", found " << offset.getSExtValue();
  return success();
}

LogicalResult ConstantOp::verify() {
  if (failed(verifyDeclared(*this, MemorySpace::Constant, "#kernel.constant",
                            limits::constantBytes)))
    return failure();
  auto type = cast<MemRefType>(getResult().getType());
  Type element = type.getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return emitOpError("expected integers or floats of 8 to 64 bits, found ")
           << type;
  ShapedType given = getValue().getShapedType();
  if (given.getShape() != type.getShape() || given.getElementType() != element)
    return emitOpError("expected elements for ") << type << ", found " << given;
  return success();
}

LogicalResult LocalOp::verify() {
  if (failed(verifyDeclared(*this, MemorySpace::Local,
                            "#gpu.address_space<private>",
                            limits::localBytesPerThread)))
    return failure();
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  if (!function || (*this)->getParentOp() != function)
    return emitOpError("expected to be in the entry block of a function");
  return success();
}

LogicalResult PrefetchOp::verify() {
  return verifyBuffer(
      *this, getMemref().getType(), getIndices().size(),
      {MemorySpace::Shared, MemorySpace::Cluster, MemorySpace::Constant},
      "expected a buffer in generic, global or local memory, "
      "which are cached");
}

/// Checks the cache hint of an access to `memref`.
static LogicalResult verifyCache(Operation *op, MemRefType memref,
                                 Type accessed, CopyCache cache) {
  if (cache == CopyCache::automatic)
    return success();
  std::optional<MemorySpace> space = getMemorySpace(memref);
  if (space != MemorySpace::Generic && space != MemorySpace::Global)
    return op->emitOpError("expected a buffer in generic or global memory with "
                           "a cache hint, found ")
           << memref;
  Type element = getElementTypeOrSelf(accessed);
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8)
    return op->emitOpError("expected integers or floats of 8 to 64 bits with a "
                           "cache hint, found ")
           << accessed;
  return success();
}

/// Checks the common properties of `kernel.load` and `kernel.store`. `accessed`
/// is the type of the loaded or stored value.
static LogicalResult verifyAccess(Operation *op, MemRefType memref,
                                  size_t numIndices, Type accessed,
                                  CopyCache cache) {
  static constexpr MemorySpace readOnly[] = {MemorySpace::Constant};
  auto unsupported =
      isa<StoreOp>(op) ? ArrayRef(readOnly) : ArrayRef<MemorySpace>();
  if (failed(verifyBuffer(op, memref, numIndices, unsupported,
                          "expected a buffer that can be written to")) ||
      failed(verifyCache(op, memref, accessed, cache)))
    return failure();
  if (isa<MBarrierType>(memref.getElementType()))
    return op->emitOpError("cannot access mbarriers, only the ops "
                           "kernel.mbarrier.* can");
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
  // Elements with fewer bits occupy one byte each in a buffer, but not in a
  // vector.
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
                      getIndices().size(), getResult().getType(), getCache());
}

LogicalResult StoreOp::verify() {
  if (getCache() == CopyCache::l1)
    return emitOpError("expected the cache hint l2 or streaming, found l1; "
                       "stores do not stay in L1");
  return verifyAccess(*this, cast<MemRefType>(getMemref().getType()),
                      getIndices().size(), getValue().getType(), getCache());
}

//===----------------------------------------------------------------------===//
// RebaseOp
//===----------------------------------------------------------------------===//

LogicalResult RebaseOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  auto source = dyn_cast<MemRefType>(adaptor.getSource().getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!source || failed(source.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return emitOptionalError(location,
                             "expected a buffer with a static offset, found ",
                             adaptor.getSource().getType());
  auto plain =
      MemRefType::get(source.getShape(), source.getElementType(),
                      MemRefLayoutAttrInterface(), source.getMemorySpace());
  SmallVector<int64_t> plainStrides;
  if (failed(plain.getStridesAndOffset(plainStrides, offset)))
    return failure();
  bool isPlain = strides == plainStrides &&
                 !llvm::is_contained(strides, ShapedType::kDynamic);
  types.push_back(
      isPlain ? plain
              : MemRefType::get(source.getShape(), source.getElementType(),
                                StridedLayoutAttr::get(context, 0, strides),
                                source.getMemorySpace()));
  return success();
}

Value RebaseOp::getViewSource() { return getSource(); }

//===----------------------------------------------------------------------===//
// ReadOp
//===----------------------------------------------------------------------===//

LogicalResult ReadOp::verify() {
  int64_t rank = cast<MemRefType>(getSource().getType()).getRank();
  if (static_cast<int64_t>(getIndices().size()) != rank)
    return emitOpError("expected ")
           << rank << " indices, found " << getIndices().size();
  return success();
}
