//===- HostCode.h - Parts of host code that launches kernels ----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_GPUTORUNTIME_HOSTCODE_H
#define ZYN_LIB_CONVERSION_GPUTORUNTIME_HOSTCODE_H

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::zyn {

/// An array of pointers to the kernel's arguments. `fields` are these in the
/// kernel's calling convention: of a buffer, the fields of its descriptor. It
/// lies on the stack of the function, not of a loop's body.
Value packLaunchArguments(OpBuilder &builder, gpu::LaunchFuncOp launch,
                          ValueRange fields);

/// Fails with an error where the launch says how large clusters are, which only
/// the kernel can.
LogicalResult checkClusters(gpu::LaunchFuncOp launch);

/// Replaces a launch that has been lowered, and its token.
void finishLaunch(ConversionPatternRewriter &rewriter,
                  gpu::LaunchFuncOp launch);

/// Memory, copies and tokens of the gpu dialect in host code to calls of the
/// runtime. A context has one stream, so all of them are in order.
void populateHostCodePatterns(LLVMTypeConverter &converter,
                              RewritePatternSet &patterns);

/// What the above lowers, and launches, are illegal.
void addIllegalHostOps(ConversionTarget &target);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_GPUTORUNTIME_HOSTCODE_H
