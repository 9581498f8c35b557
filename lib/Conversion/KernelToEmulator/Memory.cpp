//===- Memory.cpp - Buffers, loads and stores -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"
#include "KernelFunctions.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {

/// The same alignment as on the GPU, where wide accesses require it.
constexpr int64_t alignment = 16;

struct ExpandLocal : OpRewritePattern<kernel::LocalOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(kernel::LocalOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<memref::AllocaOp>(
        op, cast<MemRefType>(op.getResult().getType()),
        rewriter.getI64IntegerAttr(alignment));
    return success();
  }
};

/// Turns a constant into a global of the module, which kernels may read.
struct ExpandConstant : OpRewritePattern<kernel::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(kernel::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    auto type = cast<MemRefType>(op.getResult().getType());
    SmallString<32> name("__constant_0");
    for (unsigned i = 1; module.lookupSymbol(name); ++i)
      name = "__constant_" + std::to_string(i);
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      memref::GlobalOp::create(rewriter, op.getLoc(), name,
                               rewriter.getStringAttr("private"), type,
                               op.getValue(), /*constant=*/true,
                               rewriter.getI64IntegerAttr(alignment));
    }
    rewriter.replaceOpWithNewOp<memref::GetGlobalOp>(op, type, name);
    return success();
  }
};

/// A buffer is at the offset in the block's shared memory that
/// `assignSharedMemory` assigned to it.
struct LowerShared : EmulatorPattern<kernel::SharedOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::SharedOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto offset = op->getAttrOfType<IntegerAttr>(sharedOffsetName);
    Value shared = loadFromThread(
        rewriter, op, LLVM::LLVMPointerType::get(op.getContext()), sharedField);
    Value begin = LLVM::GEPOp::create(
        rewriter, loc, shared.getType(), rewriter.getI8Type(), shared,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset.getInt())});
    auto type = cast<MemRefType>(op.getResult().getType());
    Value descriptor = MemRefDescriptor::fromStaticShape(
        rewriter, loc, *getTypeConverter(), type, begin);
    rewriter.replaceOp(op, descriptor);
    return success();
  }
};

struct LowerDynamicShared : EmulatorPattern<kernel::DynamicSharedOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::DynamicSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value start = loadFromThread(rewriter, op,
                                 LLVM::LLVMPointerType::get(op.getContext()),
                                 dynamicSharedField);
    Value begin = LLVM::GEPOp::create(
        rewriter, loc, start.getType(), rewriter.getI8Type(), start,
        ArrayRef<LLVM::GEPArg>{adaptor.getOffset()});
    Value descriptor = MemRefDescriptor::fromStaticShape(
        rewriter, loc, *getTypeConverter(),
        cast<MemRefType>(op.getResult().getType()), begin);
    rewriter.replaceOp(op, descriptor);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Returns the alignment of an element in bytes, a power of two. Complex
/// numbers and vectors have the alignment of their parts.
static int64_t getElementAlignment(MemRefType type) {
  Type element = getElementTypeOrSelf(type.getElementType());
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  constexpr int64_t maxAlignment = 16;
  return llvm::MinAlign(kernel::getElementBytes(element), maxAlignment);
}

/// Describes an access to `accessed`, an element or a vector. If `isAligned`,
/// its address has to be a multiple of its whole size.
static Access describe(Type accessed, MemRefType type, Value descriptor,
                       ValueRange indices, bool isAligned, AccessKind kind) {
  int64_t element = kernel::getElementBytes(type.getElementType());
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

/// The emulator has no caches.
struct LowerPrefetch : EmulatorPattern<kernel::PrefetchOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::PrefetchOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::zyn::emulator::populateMemoryPatterns(const Lowering &lowering,
                                                 RewritePatternSet &patterns) {
  patterns.add<LowerShared, LowerDynamicShared, LowerLoad<kernel::LoadOp>,
               LowerLoad<memref::LoadOp>, LowerLoad<vector::LoadOp>,
               LowerStore<kernel::StoreOp>, LowerStore<memref::StoreOp>,
               LowerStore<vector::StoreOp>, LowerPrefetch>(lowering);
}

void mlir::zyn::emulator::populateMemoryExpansions(
    RewritePatternSet &patterns) {
  patterns.add<ExpandConstant, ExpandLocal>(patterns.getContext());
}
