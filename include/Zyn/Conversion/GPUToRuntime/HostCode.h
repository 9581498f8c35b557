//===- HostCode.h - Parts of host code that launches kernels ----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_GPUTORUNTIME_HOSTCODE_H
#define ZYN_CONVERSION_GPUTORUNTIME_HOSTCODE_H

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::zyn {

/// The variable, a `zynrt_image`, that launches of the kernels of `kernels`
/// name: `bytes`, a constant of `size` bytes, is the image.
LLVM::GlobalOp createImage(OpBuilder &builder, ModuleOp module,
                           StringRef kernels, StringRef format,
                           LLVM::GlobalOp bytes, int64_t size);

/// The image of `kernels`, or null.
LLVM::GlobalOp findImage(ModuleOp module, StringRef kernels);

/// Replaces a launch, and its token, by a call of `zynrtLaunch`.
LogicalResult replaceLaunch(ConversionPatternRewriter &rewriter,
                            const LLVMTypeConverter &converter,
                            gpu::LaunchFuncOp op,
                            gpu::LaunchFuncOp::Adaptor adaptor,
                            LLVM::GlobalOp image);

/// Memory, copies and tokens of the gpu dialect in host code to calls of the
/// runtime. A context has one stream, so all of them are in order.
void populateHostCodePatterns(LLVMTypeConverter &converter,
                              RewritePatternSet &patterns);

/// What the above lowers, and launches, are illegal.
void addIllegalHostOps(ConversionTarget &target);

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_GPUTORUNTIME_HOSTCODE_H
