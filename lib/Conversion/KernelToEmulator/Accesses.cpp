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

/// Returns the size of an element in memory in bytes.
static int64_t getElementBytes(Type element) {
  if (isa<IndexType>(element))
    return 8;
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * getElementBytes(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(element))
    return vector.getNumElements() * getElementBytes(vector.getElementType());
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

/// Returns the alignment of an element in bytes, a power of two. Complex
/// numbers and vectors have the alignment of their parts.
static int64_t getElementAlignment(MemRefType type) {
  Type element = getElementTypeOrSelf(type.getElementType());
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  constexpr int64_t maxAlignment = 16;
  return llvm::MinAlign(getElementBytes(element), maxAlignment);
}

/// Describes an access to `accessed`, an element or a vector. If `isAligned`,
/// its address has to be a multiple of its whole size.
static Access describe(Type accessed, MemRefType type, Value descriptor,
                       ValueRange indices, bool isAligned, AccessKind kind) {
  int64_t element = getElementBytes(type.getElementType());
  int64_t bytes = element;
  if (auto vector = dyn_cast<VectorType>(accessed);
      vector && accessed != type.getElementType())
    bytes *= vector.getNumElements();
  return {type,
          descriptor,
          indices,
          bytes,
          isAligned ? bytes : getElementAlignment(type),
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
    auto type = cast<MemRefType>(getMemref(op).getType());
    Type converted = this->getTypeConverter()->convertType(accessed);
    if (!converted || isMultiDimensional(accessed))
      return rewriter.notifyMatchFailure(op, "not a single element or row");
    Value address = this->getAddress(
        rewriter, op,
        describe(accessed, type, getMemref(adaptor), adaptor.getIndices(),
                 std::is_same_v<SourceOp, kernel::LoadOp>, AccessKind::Load));
    // The host code only assumes the alignment of an element, so that it does
    // not fault on a misaligned vector.
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, converted, address,
                                              getElementAlignment(type));
    return success();
  }

private:
  template <typename T>
  static Value getMemref(T op) {
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
    auto type = cast<MemRefType>(getMemref(op).getType());
    if (isMultiDimensional(getStoredValue(op).getType()))
      return rewriter.notifyMatchFailure(op, "not a single element or row");
    Value address = this->getAddress(
        rewriter, op,
        describe(getStoredValue(op).getType(), type, getMemref(adaptor),
                 adaptor.getIndices(),
                 std::is_same_v<SourceOp, kernel::StoreOp>, AccessKind::Store));
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
        op, getStoredValue(adaptor), address, getElementAlignment(type));
    return success();
  }

private:
  template <typename T>
  static Value getMemref(T op) {
    if constexpr (std::is_same_v<SourceOp, vector::StoreOp>)
      return op.getBase();
    else
      return op.getMemref();
  }
  template <typename T>
  static Value getStoredValue(T op) {
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
