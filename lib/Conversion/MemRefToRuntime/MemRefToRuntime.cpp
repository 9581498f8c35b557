//===- MemRefToRuntime.cpp - Allocates buffers through the runtime --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTMEMREFTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// The allocations whose memory a caller may choose, with the numbers of the
/// results that they are.
using ResultAllocs = llvm::DenseMap<Operation *, int64_t>;

struct ConvertAlloc : ConvertOpToLLVMPattern<memref::AllocOp> {
  ConvertAlloc(const LLVMTypeConverter &converter, const ResultAllocs &results)
      : ConvertOpToLLVMPattern(converter), results(results) {}

  LogicalResult
  matchAndRewrite(memref::AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    if (!isConvertibleAndHasIdentityMaps(type))
      return rewriter.notifyMatchFailure(op, "has a layout");
    if (type.getMemorySpace())
      return rewriter.notifyMatchFailure(op, "is in a memory space");
    if (op.getAlignment().value_or(1) > ZYNRT_ALIGNMENT)
      return rewriter.notifyMatchFailure(
          op, "needs a larger alignment than the runtime's");

    Location loc = op.getLoc();
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(loc, type, adaptor.getDynamicSizes(), rewriter,
                             sizes, strides, bytes);
    if (!type.hasStaticShape())
      bytes = getCheckedBytes(rewriter, loc, type, sizes);
    FailureOr<Value> pointer = allocate(rewriter, op, bytes);
    if (failed(pointer))
      return failure();
    Value descriptor = createMemRefDescriptor(loc, type, *pointer, *pointer,
                                              sizes, strides, rewriter);
    rewriter.replaceOp(op, descriptor);
    return success();
  }

private:
  FailureOr<Value> allocate(ConversionPatternRewriter &rewriter,
                            memref::AllocOp op, Value bytes) const {
    Location loc = op.getLoc();
    auto module = op->getParentOfType<ModuleOp>();
    auto call = [&](FailureOr<LLVM::LLVMFuncOp> function,
                    ValueRange arguments) -> FailureOr<Value> {
      if (failed(function))
        return failure();
      return LLVM::CallOp::create(rewriter, loc, *function, arguments)
          .getResult();
    };
    auto result = results.find(op);
    if (result == results.end())
      return call(mlir::zyn::declareRuntimeFunction<decltype(zynrtAlloc)>(
                      rewriter, module, "zynrtAlloc"),
                  bytes);
    Value number = LLVM::ConstantOp::create(
        rewriter, loc, rewriter.getI64IntegerAttr(result->second));
    return call(mlir::zyn::declareRuntimeFunction<decltype(zynrtAllocResult)>(
                    rewriter, module, "zynrtAllocResult"),
                {bytes, number});
  }

  /// Returns the product of the sizes in bytes, or more than any memory has if
  /// it does not fit into 64 bits, which the runtime rejects.
  Value getCheckedBytes(ConversionPatternRewriter &builder, Location loc,
                        MemRefType type, ArrayRef<Value> sizes) const {
    Value bytes = getSizeInBytes(loc, type.getElementType(), builder);
    Type i64 = bytes.getType(), i1 = builder.getI1Type();
    auto pair = LLVM::LLVMStructType::getLiteral(getContext(), {i64, i1});
    Value maxBytes = LLVM::ConstantOp::create(
        builder, loc, i64,
        builder.getI64IntegerAttr(std::numeric_limits<int64_t>::max()));
    for (Value size : sizes) {
      Value product =
          LLVM::UMulWithOverflowOp::create(builder, loc, pair, bytes, size);
      Value overflows = LLVM::ExtractValueOp::create(builder, loc, product, 1);
      Value fits = LLVM::ExtractValueOp::create(builder, loc, product, 0);
      bytes = LLVM::SelectOp::create(builder, loc, overflows, maxBytes, fits);
    }
    return bytes;
  }

  const ResultAllocs &results;
};

struct ConvertDealloc : ConvertOpToLLVMPattern<memref::DeallocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::DeallocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto free = mlir::zyn::declareRuntimeFunction<decltype(zynrtFree)>(
        rewriter, op->getParentOfType<ModuleOp>(), "zynrtFree");
    if (failed(free))
      return failure();
    Value pointer;
    if (isa<UnrankedMemRefType>(op.getMemref().getType())) {
      UnrankedMemRefDescriptor descriptor(adaptor.getMemref());
      pointer = UnrankedMemRefDescriptor::allocatedPtr(
          rewriter, loc, descriptor.memRefDescPtr(rewriter, loc),
          LLVM::LLVMPointerType::get(rewriter.getContext()));
    } else {
      pointer =
          MemRefDescriptor(adaptor.getMemref()).allocatedPtr(rewriter, loc);
    }
    LLVM::CallOp::create(rewriter, loc, *free, pointer);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Returns the allocation that a value is a view of, or null.
static memref::AllocOp findAlloc(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value.getDefiningOp<memref::AllocOp>();
}

/// Whether a view of a buffer, or the buffer itself, is freed.
static bool isFreed(Value buffer) {
  return llvm::any_of(buffer.getUses(), [](OpOperand &use) {
    auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner());
    return isa<memref::DeallocOp>(use.getOwner()) ||
           (view && view.getViewSource() == use.get() &&
            isFreed(view.getViewDest()));
  });
}

/// Adds the allocations that a call executes at most once, and of which it
/// returns the memory.
static void addResultAllocs(func::FuncOp function, ResultAllocs &results) {
  auto returns = function.getOps<func::ReturnOp>();
  if (!llvm::hasSingleElement(returns))
    return;
  DominanceInfo dominance(function);
  std::optional<CFGLoopInfo> loops;
  if (!function.getBody().hasOneBlock())
    loops.emplace(dominance.getDomTree(&function.getBody()));
  for (auto [number, value] :
       llvm::enumerate((*returns.begin()).getOperands())) {
    if (!isa<MemRefType>(value.getType()))
      continue;
    memref::AllocOp alloc = findAlloc(value);
    if (!alloc || alloc->getParentOp() != function || isFreed(alloc) ||
        (loops && loops->getLoopFor(alloc->getBlock())))
      continue;
    // A buffer that is several results is in the memory of the first one.
    results.try_emplace(alloc, number);
  }
}

struct ConvertMemRefToRuntime
    : mlir::zyn::impl::ConvertMemRefToRuntimeBase<ConvertMemRefToRuntime> {
  void runOnOperation() override {
    ResultAllocs results;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName()))
        addResultAllocs(function, results);
    LLVMTypeConverter converter(&getContext());
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertAlloc>(converter, results);
    patterns.add<ConvertDealloc>(converter);
    ConversionTarget target(getContext());
    target.addIllegalOp<memref::AllocOp, memref::DeallocOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
