//===- SharedMemory.cpp - Shared memory of a block ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"
#include "KernelFunctions.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {
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
} // namespace

void mlir::zyn::emulator::populateSharedMemoryPatterns(
    const Lowering &lowering, RewritePatternSet &patterns) {
  patterns.add<LowerShared>(lowering);
}
