//===- Printf.cpp - Converts gpu.printf for the host ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUToKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

/// Returns `value` as C passes it as a variadic argument.
static Value promote(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      value);
  if (isa<FloatType>(type))
    return type.getIntOrFloatBitWidth() < 64
               ? arith::ExtFOp::create(builder, loc, builder.getF64Type(),
                                       value)
               : value;
  if (type.isInteger(1))
    return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), value);
  return type.getIntOrFloatBitWidth() < 32
             ? arith::ExtSIOp::create(builder, loc, builder.getI32Type(), value)
             : value;
}

static LLVM::GlobalOp createFormat(OpBuilder &builder, gpu::GPUModuleOp module,
                                   Location loc, StringRef format) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  std::string text = format.str() + '\0';
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size());
  unsigned counter = 0;
  SmallString<16> name = SymbolTable::generateSymbolName<16>(
      "printf_format",
      [&](StringRef candidate) { return module.lookupSymbol(candidate); },
      counter);
  return LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                LLVM::Linkage::Internal, name,
                                builder.getStringAttr(text));
}

namespace {
struct ConvertPrintf : OpRewritePattern<gpu::PrintfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::PrintfOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    if (!module)
      return rewriter.notifyMatchFailure(op, "outside of a gpu.module");
    auto pointer = LLVM::LLVMPointerType::get(op.getContext());
    auto type = LLVM::LLVMFunctionType::get(rewriter.getI32Type(), {pointer},
                                            /*isVarArg=*/true);
    SmallVector<Value> arguments = {LLVM::AddressOfOp::create(
        rewriter, loc, createFormat(rewriter, module, loc, op.getFormat()))};
    for (Value value : op.getArgs())
      arguments.push_back(promote(rewriter, loc, value));
    LLVM::CallOp::create(rewriter, loc, declarePrintf(rewriter, module, type),
                         arguments);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static LLVM::LLVMFuncOp declarePrintf(OpBuilder &builder,
                                        gpu::GPUModuleOp module,
                                        LLVM::LLVMFunctionType type) {
    if (auto existing = module.lookupSymbol<LLVM::LLVMFuncOp>("printf"))
      return existing;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    return LLVM::LLVMFuncOp::create(builder, module.getLoc(), "printf", type);
  }
};
} // namespace

void mlir::zyn::populatePrintfPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertPrintf>(patterns.getContext());
}
