//===- Accesses.cpp - Loads and stores ------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

/// Bytes of an element in memory.
static int64_t elementBytes(Type element) {
  if (isa<IndexType>(element))
    return 8;
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * elementBytes(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(element))
    return vector.getNumElements() * elementBytes(vector.getElementType());
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

/// The alignment of an element in bytes, a power of two: that of the parts of
/// complex numbers and vectors.
static int64_t elementAlignment(MemRefType type) {
  Type element = getElementTypeOrSelf(type.getElementType());
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  constexpr int64_t maxAlignment = 16;
  return llvm::MinAlign(elementBytes(element), maxAlignment);
}

/// Describes an access of `accessed`, an element or a vector, which with
/// `isAligned` lies at a multiple of its whole size.
static Access describe(Type accessed, MemRefType type, Value descriptor,
                       ValueRange indices, bool isAligned, AccessKind kind) {
  int64_t element = elementBytes(type.getElementType());
  int64_t bytes = element;
  if (auto vector = dyn_cast<VectorType>(accessed);
      vector && accessed != type.getElementType())
    bytes *= vector.getNumElements();
  return {type,
          descriptor,
          indices,
          bytes,
          isAligned ? bytes : elementAlignment(type),
          kind};
}

static bool isMultiDimensional(Type accessed) {
  auto vector = dyn_cast<VectorType>(accessed);
  return vector && vector.getRank() > 1;
}

namespace {
template <typename SourceOp>
struct LowerLoad : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type accessed = op.getResult().getType();
    auto type = cast<MemRefType>(memrefOf(op).getType());
    Type converted = this->getTypeConverter()->convertType(accessed);
    if (!converted || isMultiDimensional(accessed))
      return rewriter.notifyMatchFailure(op, "not one element or row");
    Value address = this->addressOf(
        rewriter, op,
        describe(accessed, type, memrefOf(adaptor), adaptor.getIndices(),
                 std::is_same_v<SourceOp, kernel::LoadOp>, AccessKind::Load));
    // The host need not know that neighbors are aligned, and so does not fault
    // where they are not.
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, converted, address,
                                              elementAlignment(type));
    return success();
  }

private:
  template <typename T>
  static Value memrefOf(T op) {
    if constexpr (std::is_same_v<SourceOp, vector::LoadOp>)
      return op.getBase();
    else
      return op.getMemref();
  }
};

template <typename SourceOp>
struct LowerStore : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(memrefOf(op).getType());
    if (isMultiDimensional(valueOf(op).getType()))
      return rewriter.notifyMatchFailure(op, "not one element or row");
    Value address = this->addressOf(
        rewriter, op,
        describe(valueOf(op).getType(), type, memrefOf(adaptor),
                 adaptor.getIndices(),
                 std::is_same_v<SourceOp, kernel::StoreOp>, AccessKind::Store));
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, valueOf(adaptor), address,
                                               elementAlignment(type));
    return success();
  }

private:
  template <typename T>
  static Value memrefOf(T op) {
    if constexpr (std::is_same_v<SourceOp, vector::StoreOp>)
      return op.getBase();
    else
      return op.getMemref();
  }
  template <typename T>
  static Value valueOf(T op) {
    if constexpr (std::is_same_v<SourceOp, vector::StoreOp>)
      return op.getValueToStore();
    else
      return op.getValue();
  }
};
} // namespace

void mlir::zyn::emulator::populateAccessPatterns(const Lowering &lowering,
                                                 RewritePatternSet &patterns) {
  patterns.add<LowerLoad<kernel::LoadOp>, LowerLoad<memref::LoadOp>,
               LowerLoad<vector::LoadOp>, LowerStore<kernel::StoreOp>,
               LowerStore<memref::StoreOp>, LowerStore<vector::StoreOp>>(
      lowering);
}
